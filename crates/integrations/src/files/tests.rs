use std::io;
use std::path::Path;
use std::time::Duration;

use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt, stream};
use jiff::{SignedDuration, Timestamp};
use ports::{FileContext, FileFault, Files, Pieces, StoredFile, WHOLE};

use super::{FilesFolder, FilesMemory};

const ID: &str = "3kq9z0m1x7c5v2b8";

fn context() -> FileContext {
    let [country, entity, txn_ref_no, file_id] = ["IN", "NGB", "N2611150000011", "1"].map(str::to_owned);
    FileContext { country, entity, txn_ref_no, document: 1, file_id }
}

fn stored(id: &str) -> StoredFile {
    StoredFile { id: id.to_owned(), context: context(), sealed_key: None }
}

fn pieces(all: &'static [&'static str]) -> Pieces<'static> {
    Box::pin(stream::iter(all.iter().map(|text| Ok(Bytes::from_static(text.as_bytes())))))
}

fn folder(at: &Path) -> FilesFolder {
    FilesFolder::open(at).unwrap().with_reserve(100, 0)
}

async fn read(files: &dyn Files, id: &str) -> Vec<u8> {
    let opened = files.open(&stored(id), WHOLE).await.unwrap();
    let whole: Vec<Bytes> = opened.pieces.try_collect().await.unwrap();
    let whole = whole.concat();
    assert_eq!(whole.len() as u64, opened.size);
    whole
}

/// Every file below `root`, as a relative path.
fn all_files(root: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            match entry.path() {
                path if path.is_dir() => folders.push(path),
                path => found.push(path.strip_prefix(root).unwrap().display().to_string()),
            }
        }
    }
    found
}

async fn stores_reads_and_deletes(files: &dyn Files) {
    assert_eq!(files.put(ID, &context(), pieces(&["one ", "two ", "three"])).await.unwrap().size, 13);
    assert_eq!(read(files, ID).await, b"one two three");
    for (range, text) in [(4..7, "two"), (8..100, "three"), (13..14, ""), (50..60, "")] {
        let opened = files.open(&stored(ID), range.clone()).await.unwrap();
        assert_eq!(opened.size, 13, "the whole file's");
        let part: Vec<Bytes> = opened.pieces.try_collect().await.unwrap();
        assert_eq!(part.concat(), text.as_bytes(), "{range:?}");
    }
    assert!(matches!(files.put(ID, &context(), pieces(&["other"])).await, Err(FileFault::Exists)));
    assert_eq!(read(files, ID).await, b"one two three", "nothing is written over");
    let soon = Timestamp::now() + SignedDuration::from_secs(60);
    let old: Vec<String> = files.older_than(soon).try_collect().await.unwrap();
    assert_eq!(old, [ID]);
    let long_ago = soon - SignedDuration::from_hours(24);
    assert_eq!(files.older_than(long_ago).count().await, 0);
    files.delete(ID).await.unwrap();
    files.delete(ID).await.unwrap();
    assert!(matches!(files.open(&stored(ID), WHOLE).await, Err(FileFault::Missing)));
}

async fn refuses_malformed_ids(files: &dyn Files) {
    for id in [
        "",
        "short",
        "../../../../etc/passwd",
        "3kq9z0m1x7c5v2b/",
        "3KQ9Z0M1X7C5V2B8",
        "3kq9z0m1x7c5v2.8",
        "அஆஇஈஉஊஎஏஐஒ",
    ] {
        assert!(matches!(files.put(id, &context(), pieces(&["x"])).await, Err(FileFault::BadId)), "{id}");
        assert!(matches!(files.open(&stored(id), WHOLE).await, Err(FileFault::BadId)), "{id}");
        assert!(matches!(files.delete(id).await, Err(FileFault::BadId)), "{id}");
    }
}

async fn stores_nothing_of_an_interrupted_upload(files: &dyn Files) {
    let cut = [Ok(Bytes::from_static(b"half")), Err(io::Error::other("gone"))];
    assert!(matches!(files.put(ID, &context(), Box::pin(stream::iter(cut))).await, Err(FileFault::Cut(_))));
    assert!(matches!(files.open(&stored(ID), WHOLE).await, Err(FileFault::Missing)));
    // A caller that stops waiting counts as a disconnect.
    let endless = stream::iter([Ok(Bytes::from_static(b"half"))]).chain(stream::pending());
    assert!(
        tokio::time::timeout(Duration::from_millis(50), files.put(ID, &context(), Box::pin(endless))).await.is_err()
    );
    assert!(matches!(files.open(&stored(ID), WHOLE).await, Err(FileFault::Missing)));
}

#[tokio::test]
async fn folder_and_memory_behave_the_same() {
    let place = tempfile::tempdir().unwrap();
    let stores: [&dyn Files; 2] = [&folder(&place.path().join("deep/files")), &FilesMemory::default()];
    for files in stores {
        stores_reads_and_deletes(files).await;
        refuses_malformed_ids(files).await;
        stores_nothing_of_an_interrupted_upload(files).await;
    }
    assert_eq!(all_files(place.path()), [""; 0], "no files are left anywhere");
}

#[tokio::test]
async fn files_are_spread_over_folders_and_private() {
    use std::os::unix::fs::PermissionsExt;
    let place = tempfile::tempdir().unwrap();
    let root = place.path().join("files");
    let files = folder(&root);
    for id in [ID, "a0000000000000000", "3k00000000000000000"] {
        files.put(id, &context(), pieces(&["x"])).await.unwrap();
    }
    let mut all = all_files(&root);
    all.sort();
    assert_eq!(all, ["3k/3k00000000000000000", "3k/3kq9z0m1x7c5v2b8", "a0/a0000000000000000"]);
    for path in ["", "3k", "part", "3k/3kq9z0m1x7c5v2b8"] {
        let mode = std::fs::metadata(root.join(path)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{path}");
    }
    drop(files);
    let again = folder(&root);
    assert_eq!(read(&again, ID).await, b"x", "another process finds it");
}

#[tokio::test]
async fn a_large_file_is_streamed_back_in_small_pieces() {
    let place = tempfile::tempdir().unwrap();
    let files = folder(place.path());
    let piece = |number: usize| Ok(Bytes::from(vec![(number % 251) as u8; 100_003]));
    let size = files.put(ID, &context(), Box::pin(stream::iter((0..30).map(piece)))).await.unwrap().size;
    assert_eq!(size, 30 * 100_003);
    let opened = files.open(&stored(ID), WHOLE).await.unwrap();
    let pieces: Vec<Bytes> = opened.pieces.try_collect().await.unwrap();
    assert!(pieces.iter().all(|piece| piece.len() <= 256 * 1024), "pieces stay small");
    let whole = pieces.concat();
    assert_eq!(whole.len(), 30 * 100_003);
    assert!(whole.chunks(100_003).enumerate().all(|(at, bytes)| bytes.iter().all(|byte| *byte == (at % 251) as u8)));
}

#[tokio::test]
async fn unfinished_files_of_a_killed_process_are_removed() {
    let place = tempfile::tempdir().unwrap();
    let files = folder(place.path());
    std::fs::write(place.path().join("part/3kq9z0m1x7c5v2b8-1-0"), "half").unwrap();
    files.put(ID, &context(), pieces(&["whole"])).await.unwrap();
    let now = Timestamp::now();
    assert_eq!(files.drop_unfinished(now - SignedDuration::from_hours(1)).await.unwrap(), 0, "it may still be growing");
    assert_eq!(files.drop_unfinished(now + SignedDuration::from_hours(1)).await.unwrap(), 1);
    assert_eq!(all_files(place.path()), ["3k/3kq9z0m1x7c5v2b8"]);
}

#[tokio::test]
async fn a_full_disk_refuses_uploads_and_still_serves_files() {
    let place = tempfile::tempdir().unwrap();
    folder(place.path()).put(ID, &context(), pieces(&["x"])).await.unwrap();
    // With these settings every disk counts as full.
    let full = FilesFolder::open(place.path()).unwrap().with_reserve(0, u64::MAX);
    let other = "b0000000000000000";
    assert!(matches!(full.put(other, &context(), pieces(&["x"])).await, Err(FileFault::Unavailable(_))));
    assert_eq!(read(&full, ID).await, b"x");
    full.delete(ID).await.unwrap();
}
