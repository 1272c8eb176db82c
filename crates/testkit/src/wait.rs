//! Waiting for something that another thread, task or process does.

use std::time::{Duration, Instant};

/// Enough for anything, however busy the machine is.
pub const PATIENCE: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(10);

/// Waits until the check holds. Fails with `what` if it does not within this time.
pub async fn until(what: &str, within: Duration, mut check: impl AsyncFnMut() -> bool) {
    let begun = Instant::now();
    while !check().await {
        assert!(begun.elapsed() < within, "not within {within:?}: {what}");
        tokio::time::sleep(PAUSE).await;
    }
}

/// The same for a test without tasks.
pub fn block_until(what: &str, within: Duration, mut check: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !check() {
        assert!(begun.elapsed() < within, "not within {within:?}: {what}");
        std::thread::sleep(PAUSE);
    }
}
