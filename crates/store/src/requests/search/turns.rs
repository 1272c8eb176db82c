//! Lists are found by processors, not by waiting: more at a time than there are processors to find them would only take turns, so that
//! each ends late. Those that come later wait in line, and never take the connections that saves need.

use tokio::sync::{Semaphore, SemaphorePermit};

use crate::{Error, Result};

/// For each processor: while one list is found, another is on its way to the database or back.
const FOR_EACH: usize = 3;

pub(crate) struct Turns(Semaphore);

impl Default for Turns {
    fn default() -> Turns {
        let processors = std::thread::available_parallelism().map_or(2, usize::from);
        Turns(Semaphore::new(FOR_EACH * processors.clamp(2, 5)))
    }
}

impl Turns {
    pub async fn take(&self) -> Result<SemaphorePermit<'_>> {
        self.0.acquire().await.map_err(Error::internal)
    }
}
