//! Whose the documents are, what is in the trash, and what no record names, for operators.

use std::io::Write;

use app::documents::is_too_many;
use app::files::trash;
use app::installation::describe;
use jiff::Timestamp;
use ports::FilePlace;
use store::Store;

use crate::config::Config;
use crate::installation::Places;
use crate::private;

/// Names printed one by one; the rest is in the list.
const MOST_NAMES: usize = 10;

/// Prints each place; false when one does not answer or belongs to another installation.
pub async fn print(config: &Config, store: &Store, places: &Places) -> anyhow::Result<bool> {
    let id = store.installation_id().await?;
    println!("installation  {}: {}", id.as_deref().unwrap_or("none"), config.database_name());
    let mut is_ok = true;
    for place in places {
        match place.owner().await {
            Ok(owner) if owner == id => println!("ok            the same installation: {}", place.name()),
            Ok(owner) => {
                let database = (config.database_name(), id.as_deref());
                println!("FAIL          {}", describe((&database.0, database.1), (&place.name(), owner.as_deref())));
                is_ok = false;
                continue;
            }
            Err(fault) => {
                println!("FAIL          {}: {fault}", place.name());
                is_ok = false;
                continue;
            }
        }
        print_trash(place.as_ref()).await?;
        print_unknown(store, place.as_ref()).await?;
    }
    Ok(is_ok)
}

async fn print_trash(place: &dyn FilePlace) -> anyhow::Result<()> {
    let files = trash::list(place).await?;
    let bytes = files.iter().map(|file| file.size).sum::<u64>();
    match files.first() {
        None => println!("ok            its trash is empty"),
        Some(oldest) => println!(
            "ok            its trash: {} files, {bytes} bytes, the oldest since {}; each is destroyed after {} days",
            files.len(),
            oldest.moved_on,
            trash::DAYS_IN_TRASH
        ),
    }
    Ok(())
}

async fn print_unknown(store: &Store, place: &dyn FilePlace) -> anyhow::Result<()> {
    let found = trash::leftovers(store, place, Timestamp::MAX).await?;
    let unknown = found.unknown.len() as u64;
    let mark = if is_too_many(unknown, found.stored) { "WARN" } else { "ok" };
    println!("{mark:<13} {unknown} of its {} files are not named by any record", found.stored);
    Ok(())
}

/// After a restore: the files that the restored database does not know, with the list in the data folder.
pub async fn print_unknown_after_restore(config: &Config, store: &Store, places: &Places) -> anyhow::Result<()> {
    let mut unknown = Vec::new();
    for place in places {
        unknown.extend(trash::leftovers(store, place.as_ref(), Timestamp::MAX).await?.unknown);
    }
    if unknown.is_empty() {
        println!("Every stored file is named by the restored database.");
        return Ok(());
    }
    let name = format!("unknown-files-{}.txt", Timestamp::now().strftime("%Y%m%dT%H%M%SZ"));
    let list = config.data.join(name);
    writeln!(private::create(&list)?, "{}", unknown.join("\n"))?;
    println!(
        "{} stored files are not named by the restored database. They stay; the job sweep-files may move them to the \
         trash, where they are kept for {} days. Their names are in {}:",
        unknown.len(),
        trash::DAYS_IN_TRASH,
        list.display()
    );
    unknown.iter().take(MOST_NAMES).for_each(|id| println!("  {id}"));
    Ok(())
}
