use std::time::Duration;

use domain::access::{Change, Permit};
use serde_json::json;
use tokio::time::Instant;

use super::{LiveEvent, ProgressMade};
use crate::App;

/// Open pages hear of progress at most this often.
const TELL_AFTER: Duration = Duration::from_millis(300);

/// Tells the pages of a user how many rows of a file were read.
pub(crate) struct ImportProgress<'a> {
    app: &'a App,
    permit: &'a Permit<Change>,
    total: u64,
    told: Instant,
}

impl<'a> ImportProgress<'a> {
    pub fn new(app: &'a App, permit: &'a Permit<Change>, total: u64) -> ImportProgress<'a> {
        ImportProgress { app, permit, total, told: Instant::now() }
    }

    pub fn tell(&mut self, done: u64) {
        if self.told.elapsed() < TELL_AFTER {
            return;
        }
        self.told = Instant::now();
        let scope = self.permit.scope();
        self.app.live.publish(LiveEvent::ProgressMade(ProgressMade {
            country: scope.country.clone(),
            entity: scope.entity.clone(),
            user_id: self.permit.actor().to_owned(),
            work: "import".to_owned(),
            progress: json!({ "done": done, "total": self.total.max(done) }),
        }));
    }
}
