//! Lists are found by processors, not by waiting: more at a time than there are processors to find them would only take turns, so that
//! each ends late. Those that come later wait in line, and never take the connections that saves need.

use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};

use crate::{Error, Result};

/// For each processor: while one list is found, another is on its way to the database or back.
const FOR_EACH: usize = 3;

/// As long as for a connection.
const PATIENCE: Duration = Duration::from_secs(5);

pub(crate) struct Turns {
    line: Semaphore,
    patience: Duration,
}

impl Default for Turns {
    fn default() -> Turns {
        let processors = std::thread::available_parallelism().map_or(2, usize::from);
        Turns { line: Semaphore::new(FOR_EACH * processors.clamp(2, 5)), patience: PATIENCE }
    }
}

impl Turns {
    pub async fn take(&self) -> Result<SemaphorePermit<'_>> {
        let turn = tokio::time::timeout(self.patience, self.line.acquire()).await;
        turn.map_err(|_| Error::Unavailable("too many lists are looked for at once".into()))?.map_err(Error::internal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn whoever_waits_too_long_is_told_so() {
        let turns = Turns { line: Semaphore::new(1), patience: Duration::from_millis(1) };
        let first = turns.take().await.unwrap();
        assert!(matches!(turns.take().await, Err(Error::Unavailable(_))));
        drop(first);
        assert!(turns.take().await.is_ok());
    }
}
