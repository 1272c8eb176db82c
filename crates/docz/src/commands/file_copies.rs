//! Copies stored documents byte by byte with their hashes, streaming each.

use std::collections::HashSet;
use std::fs;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, bail, ensure};
use futures_util::{StreamExt, TryStreamExt};
use integrations::files::FilesFolder;
use ports::{FileContext, FileFault, Files, StoredFile, WHOLE};
use sha2::{Digest, Sha256};

use crate::private;

pub const FOLDER: &str = "files";
pub const LIST: &str = "files.sha256";

/// Copies and lists every document. The database was copied before and refers to none but these, because a file is
/// stored before its record.
pub async fn copy(from: &dyn Files, to: &Path) -> anyhow::Result<u64> {
    let target = FilesFolder::open(&to.join(FOLDER))?;
    let mut list = BufWriter::new(private::create(&to.join(LIST))?);
    let mut all = from.older_than(jiff::Timestamp::MAX);
    let mut count = 0;
    while let Some(id) = all.try_next().await? {
        match one(from, &target, &id).await {
            Ok(digest) => writeln!(list, "{}  {id}", digest.sha256)?,
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
pub async fn restore(from: &Path, to: &dyn Files) -> anyhow::Result<u64> {
    let source = FilesFolder::open(&from.join(FOLDER))?;
    let list = fs::File::open(from.join(LIST)).with_context(|| format!("the copy has no {LIST}"))?;
    let mut count = 0;
    for line in BufReader::new(list).lines() {
        let line = line?;
        let (hash, id) = line.split_once("  ").with_context(|| format!("{LIST} cannot be read"))?;
        let (found, is_new) = match one(&source, to, id).await {
            // An earlier attempt got this far, or the document was never lost.
            Err(FileFault::Exists) => (digest(to, id).await, false),
            found => (found, true),
        };
        let found = found.with_context(|| format!("document {id} cannot be restored"))?;
        if found.sha256 != hash && is_new {
            to.delete(id).await?;
            bail!("document {id} is damaged: its hash differs");
        }
        ensure!(found.sha256 == hash, "document {id} is damaged where it is to be restored: move it away first");
        count += 1;
    }
    Ok(count)
}

/// The ids of the documents in a copy.
pub fn listed(from: &Path) -> anyhow::Result<HashSet<String>> {
    let list = fs::read_to_string(from.join(LIST)).with_context(|| format!("the copy has no {LIST}"))?;
    Ok(list.lines().filter_map(|line| line.split_once("  ")).map(|(_, id)| id.to_owned()).collect())
}

/// Size and hash of a stored document.
#[derive(Debug, PartialEq, Eq)]
pub struct FileDigest {
    pub size: u64,
    pub sha256: String,
}

#[derive(Default)]
struct Digesting {
    size: u64,
    hash: Sha256,
}

impl Digesting {
    fn update(&mut self, piece: &[u8]) {
        self.size += piece.len() as u64;
        self.hash.update(piece);
    }

    fn finish(self) -> FileDigest {
        let sha256 = hex::encode(self.hash.finalize());
        FileDigest { size: self.size, sha256 }
    }
}

/// The stored bytes as they are, which takes neither key nor owner.
fn as_stored(id: &str) -> StoredFile {
    StoredFile { id: id.to_owned(), context: nobody(), sealed_key: None }
}

fn nobody() -> FileContext {
    let [country, entity, txn_ref_no, file_id] = [const { String::new() }; 4];
    FileContext { country, entity, txn_ref_no, document: 0, file_id }
}

pub async fn digest(files: &dyn Files, id: &str) -> Result<FileDigest, FileFault> {
    let mut pieces = files.open(&as_stored(id), WHOLE).await?.pieces;
    let mut digesting = Digesting::default();
    while let Some(piece) = pieces.try_next().await.map_err(|error| FileFault::Unavailable(error.to_string()))? {
        digesting.update(&piece);
    }
    Ok(digesting.finish())
}

/// Copies one document and returns the digest of the copied bytes.
pub async fn one(from: &dyn Files, to: &dyn Files, id: &str) -> Result<FileDigest, FileFault> {
    let digesting = Arc::new(Mutex::new(Digesting::default()));
    let seen = digesting.clone();
    let pieces = from.open(&as_stored(id), WHOLE).await?.pieces.inspect_ok(move |piece| {
        seen.lock().unwrap_or_else(PoisonError::into_inner).update(piece);
    });
    to.put(id, &nobody(), pieces.boxed()).await?;
    Ok(std::mem::take(&mut *digesting.lock().unwrap_or_else(PoisonError::into_inner)).finish())
}
