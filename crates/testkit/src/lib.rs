//! For tests: the product with a database of its own, real servers, and a client of the HTTP interface.

use std::task::Poll;

mod client;
pub mod documents;
mod postgres;
mod sample;
mod scratch;
pub mod servers;
pub mod specimens;
pub mod sso;
mod test_app;
mod wait;

pub use client::{Answer, Client};
pub use postgres::{Frozen, Server, template_folder};
pub use sample::Samples;
pub use test_app::{BOUNCE_SECRET, Database, INSTALLATION, SMS_SECRET, TestApp};
pub use wait::{PATIENCE, block_until, until};

/// The product's binary. Tests lie in `target/<profile>/deps`, the binary one above.
pub fn binary() -> std::path::PathBuf {
    let own = std::env::current_exe().expect("this program has a path");
    own.ancestors().nth(2).expect("two folders above").join("docz")
}

/// Polls a job at most `steps` times and then drops it, as a killed process does. Returns nothing when it was dropped.
/// In a step the job waits for one thing: tokio lets a task that used up its budget wait, and one unit of it is left.
pub async fn ended_after<T>(steps: usize, job: impl Future<Output = T>) -> Option<T> {
    tokio::task::yield_now().await;
    let mut budget = 0;
    while tokio::task::coop::has_budget_remaining() {
        tokio::task::consume_budget().await;
        budget += 1;
    }
    tokio::task::yield_now().await;
    let mut job = std::pin::pin!(job);
    let mut left = steps;
    std::future::poll_fn(|context| {
        for _ in 1..budget {
            let _ = std::pin::pin!(tokio::task::consume_budget()).poll(context);
        }
        left -= 1;
        match job.as_mut().poll(context) {
            Poll::Ready(ended) => Poll::Ready(Some(ended)),
            Poll::Pending if left == 0 => Poll::Ready(None),
            Poll::Pending => Poll::Pending,
        }
    })
    .await
}

/// Tests that run on SQLite and on PostgreSQL: they prove something that the database takes part in.
#[macro_export]
macro_rules! on_both_databases {
    ($($name:ident),* $(,)?) => {
        $crate::tests_of_module!(sqlite, Sqlite, $($name),*);
        $crate::tests_of_module!(postgres, Postgres, $($name),*);
    };
}

/// Tests that run once: whatever the database, they go through the same code.
#[macro_export]
macro_rules! on_sqlite {
    ($($name:ident),* $(,)?) => {
        $crate::tests_of_module!(on_sqlite, Sqlite, $($name),*);
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! tests_of_module {
    ($module:ident, $database:ident, $($name:ident),*) => {
        mod $module {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                $crate::TestApp::run($crate::Database::$database, super::$name).await;
            })*
        }
    };
}
