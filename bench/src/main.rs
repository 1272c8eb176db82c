//! Measures the product next to a bare handler on the same data, machine and minute. It prints figures and judges
//! nothing.
//!
//!     bench [seconds per measurement, default 5] [rounds, default 3]
//!     bench reminders [database]
//!     bench mails: by two nodes, on PostgreSQL
//!     bench purge [database]
//!     bench transfers [seconds]: uploads and downloads alone, on SQLite

mod mails;
mod purge;
mod reminders;
mod report;
mod subject;
mod transfers;

use report::{Figure, heading, line};
use subject::{Load, Place, Subject};

const CLIENTS: [usize; 3] = [1, 16, 64];

#[tokio::main]
async fn main() {
    let argument = |at: usize, usual: u64| std::env::args().nth(at).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (seconds, rounds) = (argument(1, 5), argument(2, 3));
    report::machine();
    if std::env::args().nth(1).as_deref() == Some("transfers") {
        return only_transfers(argument(2, 5)).await;
    }
    let server = testkit::Server::durable();
    let folder = tempdir();
    if std::env::args().nth(1).as_deref() == Some("mails") {
        mails::measure(&Place::prepare("mails", &server, &folder).await).await;
        let _ = std::fs::remove_dir_all(&folder);
        return;
    }
    let wanted = std::env::args().nth(2);
    for database in ["SQLite", "PostgreSQL"] {
        if wanted.as_ref().is_some_and(|name| name.parse::<u64>().is_err() && name != database) {
            continue;
        }
        let place = Place::prepare(database, &server, &folder).await;
        let docz = Subject::docz(&place, 18081);
        if std::env::args().nth(1).as_deref() == Some("purge") {
            println!("\n## {database}");
            purge::measure(&place, &docz).await;
            continue;
        }
        if std::env::args().nth(1).as_deref() == Some("reminders") {
            println!("\n## {database}");
            drop(docz);
            reminders::measure(&place).await;
            continue;
        }
        println!("\n## {database}\n");
        println!(
            "cold start with data {} ms, idle memory {} MiB, after a login {} MiB\n",
            docz.cold_start_ms,
            docz.fresh_mib,
            docz.idle_mib()
        );
        let bare = Subject::bare(&place, 18082);
        place.fill(10_000).await;
        heading();
        for load in [Load::List, Load::Find] {
            compare(&docz, &bare, load, 16, seconds, rounds);
        }
        for load in [Load::SaveWhole, Load::Save] {
            for clients in CLIENTS {
                compare(&docz, &bare, load, clients, seconds, rounds);
            }
        }
        transfers::measure(&docz, &bare, seconds);
        growth(&place, &docz, seconds.min(3)).await;
        drop(docz);
        drop(bare);
        reminders::measure(&place).await;
    }
    if !["purge", "reminders"].contains(&std::env::args().nth(1).unwrap_or_default().as_str()) {
        mails::measure(&Place::prepare("mails", &server, &folder).await).await;
    }
    let _ = std::fs::remove_dir_all(&folder);
}

async fn only_transfers(seconds: u64) {
    let folder = tempdir();
    let place = Place::on_sqlite(&folder);
    let (docz, bare) = (Subject::docz(&place, 18081), Subject::bare(&place, 18082));
    transfers::measure(&docz, &bare, seconds);
    drop((docz, bare));
    let _ = std::fs::remove_dir_all(&folder);
}

/// Rounds alternate, so that noise affects both; the median counts.
fn compare(docz: &Subject, bare: &Subject, load: Load, clients: usize, seconds: u64, rounds: u64) {
    let mut figures: [Vec<Figure>; 2] = Default::default();
    for _ in 0..rounds {
        for (at, subject) in [docz, bare].into_iter().enumerate() {
            figures[at].push(subject.measure(load, clients, seconds));
        }
    }
    let [docz, bare] = figures.map(report::median);
    line(load.name(), clients, &docz, &bare);
}

async fn growth(place: &Place, docz: &Subject, seconds: u64) {
    println!("\n| rows | list 100, /s | p99 ms | find, /s | p99 ms |");
    println!("|---|---|---|---|---|");
    for rows in [1_000, 10_000, 100_000, 1_000_000] {
        place.fill(rows).await;
        let list = docz.measure(Load::List, 16, seconds);
        let find = docz.measure(Load::Find, 16, seconds);
        println!(
            "| {rows} | {:.0} | {:.1} | {:.0} | {:.1} |",
            list.per_second, list.p99_ms, find.per_second, find.p99_ms
        );
    }
    println!("\nmemory after all of it {} MiB", docz.idle_mib());
    let (megabytes, seconds) = docz.read_all("");
    println!("whole list of 1,000,000: {megabytes} MB in {seconds:.1} s, memory then {} MiB", docz.idle_mib());
    let (megabytes, seconds) = docz.read_all("/export");
    println!("exported as CSV: {megabytes} MB in {seconds:.1} s, memory then {} MiB", docz.idle_mib());
}

fn tempdir() -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("docz-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}
