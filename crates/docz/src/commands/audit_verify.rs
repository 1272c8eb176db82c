use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use store::Store;
use store::audit::EntityHeads;

use crate::config::Config;
use crate::locations::Locations;
use crate::wiring;

pub async fn run(place: Locations, against: Option<PathBuf>) -> anyhow::Result<ExitCode> {
    let kept = against.as_deref().map(read_heads).transpose()?;
    let store = wiring::open_store(&Config::of(place)?).await?;
    let verdict = store.verify_audit(&domain::access::system::audit_reader()).await?;
    println!("{} entries in {} shards were checked.", verdict.entries, verdict.shards);
    let mut faults = verdict.faults;
    if let Some(kept) = kept {
        faults.extend(compare(&store, &kept).await?);
    }
    for fault in &faults {
        println!("FAULT {fault}");
    }
    Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

async fn compare(store: &Store, kept: &[EntityHeads]) -> anyhow::Result<Vec<String>> {
    let mut faults = Vec::new();
    for heads in kept {
        faults.extend(store.compare_with_heads(heads).await?);
    }
    println!("{} exported heads were compared.", kept.len());
    Ok(faults)
}

fn read_heads(file: &Path) -> anyhow::Result<Vec<EntityHeads>> {
    let text = fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let parsed = text.lines().enumerate().map(|(at, line)| {
        serde_json::from_str(line).with_context(|| format!("{} line {} is not an export", file.display(), at + 1))
    });
    let kept: Vec<EntityHeads> = parsed.collect::<anyhow::Result<_>>()?;
    anyhow::ensure!(!kept.is_empty(), "{} is empty: there is nothing to compare with", file.display());
    Ok(kept)
}
