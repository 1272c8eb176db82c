//! What `docz doctor` and `docz jobs list` say about the clock.

use std::sync::Arc;

use app::clock_guard::{ClockGuard, NEXT_STEP};
use domain::clock::Verdict;
use integrations::clock::SystemClock;
use store::Store;

/// Prints whether this machine's clock is trusted, and what running servers say of theirs.
pub async fn print(store: &Store) -> anyhow::Result<Verdict> {
    let guard = ClockGuard::new(store.clone(), Arc::new(SystemClock));
    let verdict = guard.look().await?;
    match (&verdict.doubt, verdict.destroy_from.filter(|_| verdict.waits_for_night())) {
        (Some(doubt), _) => println!("FAIL          clock: {doubt}; jobs that act on time wait: {NEXT_STEP}"),
        (None, Some(until)) => println!("WARN          clock: after a long gap nothing is destroyed before {until:.0}"),
        (None, None) => println!("ok            clock {:.0}", verdict.clock()),
    }
    for node in store.clock_nodes().await? {
        if let Some(doubt) = node.doubt {
            println!("FAIL          clock of server {}: {doubt}", node.name);
        }
    }
    if guard.is_synchronised().await == Some(false) {
        println!("WARN          no time service keeps this machine's clock right (timedatectl)");
    }
    Ok(verdict)
}
