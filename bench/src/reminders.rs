//! 100,000 requests whose parties are due for a reminder: how long one pass of the job takes.

use std::time::Instant;

use crate::subject::Place;

const REQUESTS: u64 = 100_000;
/// A day after the demo's requests, in India's office hours.
const NOW: &str = "2099-06-01T06:00:00Z";

pub async fn measure(place: &Place) {
    place.add_due_requests(REQUESTS).await;
    let started = Instant::now();
    let report = place.run_job("remind", NOW);
    let seconds = started.elapsed().as_secs_f64();
    println!("\n{REQUESTS} due reminders decided and queued in {seconds:.1} s: {}", report.trim());
}
