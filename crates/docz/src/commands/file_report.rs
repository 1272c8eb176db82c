//! Compares documents with their records, for operators.

use app::documents::check_files;
use ports::Files;
use store::Store;

/// Prints every missing or damaged document with its request; returns how many there are.
pub async fn print(store: &Store, files: &dyn Files, before: &str) -> anyhow::Result<u64> {
    let mut damaged = 0;
    let compared = check_files(store, files, before, |found| {
        damaged += 1;
        let record = &found.record;
        println!(
            "DAMAGED       {}/{} {} document {}, file {}: {} ({})",
            record.country,
            record.entity,
            record.txn_ref_no,
            record.document,
            record.file_id,
            found.what,
            record.storage_id
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
