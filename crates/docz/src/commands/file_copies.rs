//! Copies stored documents byte by byte with their hashes, streaming each.

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

/// Copies and lists every document. The database was copied before and refers to none but these, because a file is
/// stored before its record.
pub async fn copy(from: &FilesFolder, to: &Path) -> anyhow::Result<u64> {
    let target = FilesFolder::open(&to.join(FOLDER))?;
    let mut list = BufWriter::new(private::create(&to.join(LIST))?);
    let mut all = from.older_than(jiff::Timestamp::MAX);
    let mut count = 0;
    while let Some(id) = all.try_next().await? {
        match one(from, &target, &id).await {
            Ok(hash) => writeln!(list, "{hash}  {id}")?,
            // Removed meanwhile, together with its record.
            Err(FileFault::Missing) => continue,
            Err(error) => return Err(error).with_context(|| format!("document {id} cannot be copied")),
        }
        count += 1;
    }
    list.into_inner()?.sync_all()?;
    Ok(count)
}

/// Restores the listed documents and checks each hash.
pub async fn restore(from: &Path, to: &FilesFolder) -> anyhow::Result<u64> {
    let source = FilesFolder::open(&from.join(FOLDER))?;
    let list = fs::File::open(from.join(LIST)).with_context(|| format!("the copy has no {LIST}"))?;
    let mut count = 0;
    for line in BufReader::new(list).lines() {
        let line = line?;
        let (hash, id) = line.split_once("  ").with_context(|| format!("{LIST} cannot be read"))?;
        let found = match one(&source, to, id).await {
            // An earlier attempt got this far.
            Err(FileFault::Exists) => hash_of(to, id).await,
            found => found,
        };
        let found = found.with_context(|| format!("document {id} cannot be restored"))?;
        if found != hash {
            to.delete(id).await?;
            bail!("document {id} is damaged: its hash differs");
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

/// Copies one document and returns the hash of the copied bytes.
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
