//! Compares documents with their records, for operators.

use std::collections::HashSet;

use app::files::{check_files, trash};
use ports::Files;
use store::Store;

use crate::installation::Places;

/// Prints every missing or damaged document with its request; returns how many there are. One that is in the trash of a
/// place can be brought back.
pub async fn print(store: &Store, files: &dyn Files, before: &str, places: &Places) -> anyhow::Result<u64> {
    let mut trashed = HashSet::new();
    for place in places {
        trashed.extend(trash::list(place.as_ref()).await?.into_iter().map(|file| file.id));
    }
    let mut damaged = 0;
    let compared = check_files(store, files, before, |found| {
        damaged += 1;
        let record = &found.record;
        println!(
            "DAMAGED       {}/{} {} document {}, file {}: {} ({}){}",
            record.country,
            record.entity,
            record.txn_ref_no,
            record.document,
            record.file_id,
            found.what,
            record.storage_id,
            if trashed.contains(&record.storage_id) { "; it is in the trash: docz files restore-trash" } else { "" }
        );
    });
    let compared = compared.await?;
    match damaged {
        0 => println!("ok            {compared} documents match their records"),
        _ => println!(
            "FAIL          {damaged} of {compared} documents are missing or damaged: restore them from a backup"
        ),
    }
    Ok(damaged)
}
