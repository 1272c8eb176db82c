use std::process::ExitCode;

use crate::cli::Place;
use crate::config::Config;
use crate::wiring;

pub async fn run(place: Place) -> anyhow::Result<ExitCode> {
    let store = wiring::open_store(&Config::of(place)?).await?;
    let verdict = store.verify_audit(&domain::access::system::audit_reader()).await?;
    println!("{} entries in {} shards were checked.", verdict.entries, verdict.shards);
    for fault in &verdict.faults {
        println!("FAULT {fault}");
    }
    Ok(if verdict.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(2) })
}
