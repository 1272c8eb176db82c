//! What tests stand on: a product with a database of its own, real servers, and a client that speaks the contract.

mod client;
pub mod documents;
mod postgres;
mod sample;
pub mod servers;
mod test_app;

pub use client::{Answer, Client};
pub use postgres::{Frozen, Server};
pub use sample::Samples;
pub use test_app::{Database, TestApp};

/// Makes two tests out of one: the same story on SQLite and on PostgreSQL.
#[macro_export]
macro_rules! on_both_databases {
    ($($name:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                let app = $crate::TestApp::start($crate::Database::Sqlite).await;
                let books = app.books();
                super::$name(app).await;
                books.check().await;
            })*
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                let app = $crate::TestApp::start($crate::Database::Postgres).await;
                let books = app.books();
                super::$name(app).await;
                books.check().await;
            })*
        }
    };
}
