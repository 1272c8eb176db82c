//! The documents of a copy, byte by byte as they are stored: each with its hash, read and written a piece at a time.

use std::fs;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, bail};
use futures_util::{StreamExt, TryStreamExt};
use integrations::files::FilesFolder;
use ports::{FileFault, Files, Pieces, WHOLE};
use sha2::{Digest, Sha256};

use crate::private;

pub const FOLDER: &str = "files";
pub const LIST: &str = "files.sha256";

/// Copies every document there is now, and lists them. The database was copied before, and names none but these: a
/// file is kept before a record names it.
pub async fn copy(from: &FilesFolder, to: &Path) -> anyhow::Result<u64> {
    let target = FilesFolder::open(&to.join(FOLDER))?;
    let mut list = BufWriter::new(private::create(&to.join(LIST))?);
    let mut all = from.older_than(jiff::Timestamp::MAX);
    let mut count = 0;
    while let Some(id) = all.try_next().await? {
        match one(from, &target, &id).await {
            Ok(hash) => writeln!(list, "{hash}  {id}")?,
            // Taken back while we were at it; the record that named it is gone, too.
            Err(FileFault::Missing) => continue,
            Err(error) => return Err(error).with_context(|| format!("document {id} cannot be copied")),
        }
        count += 1;
    }
    list.into_inner()?.sync_all()?;
    Ok(count)
}

/// Brings the listed documents back, each only if it is what it was.
pub async fn bring_back(from: &Path, to: &FilesFolder) -> anyhow::Result<u64> {
    let source = FilesFolder::open(&from.join(FOLDER))?;
    let list = fs::File::open(from.join(LIST)).with_context(|| format!("the copy has no {LIST}"))?;
    let mut count = 0;
    for line in BufReader::new(list).lines() {
        let line = line?;
        let (hash, id) = line.split_once("  ").with_context(|| format!("{LIST} cannot be read"))?;
        let found = match one(&source, to, id).await {
            // An earlier try got this far.
            Err(FileFault::Exists) => hash_of(to, id).await,
            found => found,
        };
        let found = found.with_context(|| format!("document {id} cannot be brought back"))?;
        if found != hash {
            to.delete(id).await?;
            bail!("document {id} is damaged: its hash is another");
        }
        count += 1;
    }
    Ok(count)
}

async fn hash_of(folder: &FilesFolder, id: &str) -> Result<String, FileFault> {
    let mut pieces = folder.read(id, WHOLE).await?.pieces;
    let mut hash = Sha256::new();
    while let Some(piece) = pieces.try_next().await.map_err(|error| FileFault::Unavailable(error.to_string()))? {
        hash.update(&piece);
    }
    Ok(hex(hash))
}

fn hex(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Copies one document; its hash is of what went by.
async fn one(from: &FilesFolder, to: &FilesFolder, id: &str) -> Result<String, FileFault> {
    let hash = Arc::new(Mutex::new(Sha256::new()));
    let seen = hash.clone();
    let pieces = from.read(id, WHOLE).await?.pieces.inspect_ok(move |piece| {
        seen.lock().unwrap_or_else(PoisonError::into_inner).update(piece);
    });
    let pieces: Pieces<'_> = pieces.boxed();
    to.write(id, pieces).await?;
    Ok(hex(std::mem::take(&mut *hash.lock().unwrap_or_else(PoisonError::into_inner))))
}
