//! 100,000 closed requests whose documents are no longer kept: how long one pass of the job takes, how much memory, and
//! what it costs others.

use std::time::Instant;

use crate::subject::{Load, Place, Subject};

const REQUESTS: u64 = 100_000;
/// After the documents' period, before that of the records.
const NOW: &str = "2032-06-01T20:00:00Z";

pub async fn measure(place: &Place, docz: &Subject) {
    place.add_closed_requests(REQUESTS).await;
    let list = || docz.measure(Load::List, 1, 5).p99_ms;
    let mut alone = [list(), list(), list()];
    alone.sort_by(f64::total_cmp);
    let started = Instant::now();
    let (memory, report, seconds, mut beside) = std::thread::scope(|scope| {
        let job = scope.spawn(|| {
            let (memory, report) = place.watch_job("purge", NOW);
            (memory, report, started.elapsed().as_secs_f64())
        });
        let mut beside = Vec::new();
        while !job.is_finished() {
            beside.push(list());
        }
        let (memory, report, seconds) = job.join().expect("the job ends");
        (memory, report, seconds, beside)
    });
    beside.sort_by(f64::total_cmp);
    println!(
        "\na list by one client, p99: alone {:.1} ms, beside the purge {:.1} ms (medians; at most {:.1})",
        alone[1],
        beside[beside.len() / 2],
        beside[beside.len() - 1]
    );
    println!(
        "\ndocuments of {REQUESTS} requests destroyed in {seconds:.1} s with at most {memory} MiB: {}",
        report.trim()
    );
}
