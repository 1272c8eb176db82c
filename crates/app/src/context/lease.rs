//! Claims of jobs and records: short, and renewed while the work runs, so that another node soon goes on after a crash.

use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use jiff::SignedDuration;
use store::audit::stamp;

use crate::{App, Result};

/// How long the claim of a dead node lasts. Work that waits is looked for every ten seconds, so it is taken over within
/// 30 s.
pub const LEASE: SignedDuration = SignedDuration::from_secs(15);
const RENEWAL: Duration = Duration::from_secs(5);

/// The end of a claim that is made or renewed now.
pub(crate) fn lease_end(app: &App) -> String {
    stamp(app.shared_now() + LEASE)
}

/// Does work and renews its claim until it ends. `None`: `renew` found that another node has taken it over, and the
/// work was dropped. No renewal is left under way: it would come after what ends the claim.
pub async fn hold<T, Renewed>(work: impl Future<Output = T>, renew: impl Fn() -> Renewed) -> Option<T>
where
    Renewed: Future<Output = Result<bool>>,
{
    let mut work = pin!(work);
    loop {
        tokio::select! {
            done = &mut work => return Some(done),
            () = tokio::time::sleep(RENEWAL) => {}
        }
        let mut renewal = pin!(renew());
        let (done, renewed) = tokio::select! {
            done = &mut work => (Some(done), renewal.await),
            renewed = &mut renewal => (None, renewed),
        };
        if let Err(error) = &renewed {
            tracing::warn!(%error, "a claim could not be renewed");
        }
        match (done, renewed) {
            (Some(done), _) => return Some(done),
            (None, Ok(false)) => return None,
            (None, _) => {}
        }
    }
}
