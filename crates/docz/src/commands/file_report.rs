//! Documents compared with their records, for those who operate the product.

use app::documents::check_files;
use ports::Files;
use store::Store;

/// Prints every document that is missing or damaged, with the request it belongs to. Gives back how many are.
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
        0 => println!("ok            {compared} documents are what their records say"),
        _ => println!(
            "FAIL          {damaged} of {compared} documents are missing or damaged: bring them back from a copy"
        ),
    }
    Ok(damaged)
}
