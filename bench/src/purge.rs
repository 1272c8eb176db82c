//! 100,000 closed requests whose documents are no longer kept: how long one pass of the job takes, and how much memory.

use std::time::Instant;

use crate::subject::Place;

const REQUESTS: u64 = 100_000;
/// After the documents' period, before that of the records.
const NOW: &str = "2032-06-01T20:00:00Z";

pub async fn measure(place: &Place) {
    place.add_closed_requests(REQUESTS).await;
    let started = Instant::now();
    let (memory, report) = place.watch_job("purge", NOW);
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "\ndocuments of {REQUESTS} requests destroyed in {seconds:.1} s with at most {memory} MiB: {}",
        report.trim()
    );
}
