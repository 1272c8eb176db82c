use std::path::Path;

use bytes::Bytes;
use ports::WHOLE;
use proptest::prelude::*;

use super::*;
use crate::files::{FilesFolder, FilesMemory};

const ID: &str = "3kq9z0m1x7c5v2b8";
const OTHER: &str = "4kq9z0m1x7c5v2b8";

/// Keeps keys readable, together with their owner.
struct OpenKeys;

impl FileKeys for OpenKeys {
    fn seal<'a>(&'a self, context: &'a FileContext, key: &'a [u8; 32]) -> FileFuture<'a, String> {
        Box::pin(std::future::ready(Ok(format!("{context:?}|{}", hex::encode(key)))))
    }

    fn open<'a>(&'a self, context: &'a FileContext, sealed: &'a str) -> FileFuture<'a, Zeroizing<[u8; 32]>> {
        let hex = sealed.strip_prefix(&format!("{context:?}|")).ok_or(FileFault::Damaged);
        let key = |hex: &str| hex::decode(hex).unwrap().try_into().map(Zeroizing::new).unwrap();
        Box::pin(std::future::ready(hex.map(key)))
    }
}

fn context(file_id: &str) -> FileContext {
    let [country, entity, txn_ref_no, file_id] = ["IN", "NGB", "N2611150000011", file_id].map(str::to_owned);
    FileContext { country, entity, txn_ref_no, document: 1, file_id }
}

fn in_memory() -> (Arc<FilesMemory>, SealedFiles) {
    let memory = Arc::new(FilesMemory::default());
    (memory.clone(), SealedFiles::new(memory, Arc::new(OpenKeys)))
}

/// Bytes without a pattern that repeats with the chunks.
fn sample(size: usize) -> Vec<u8> {
    (0..size).map(|at| (at % 251) as u8 ^ (at / 65_521) as u8).collect()
}

async fn put(files: &dyn Files, id: &str, file_id: &str, content: &[u8], piece: usize) -> StoredFile {
    let pieces: Vec<io::Result<Bytes>> =
        content.chunks(piece.max(1)).map(|part| Ok(Bytes::copy_from_slice(part))).collect();
    let context = context(file_id);
    let written = files.put(id, &context, Box::pin(stream::iter(pieces))).await.unwrap();
    assert_eq!(written.size, content.len() as u64);
    StoredFile { id: id.to_owned(), context, sealed_key: written.sealed_key }
}

async fn read(files: &dyn Files, file: &StoredFile, range: Range<u64>) -> Result<(u64, Vec<u8>), FileFault> {
    let opened = files.open(file, range).await?;
    let whole: Vec<Bytes> = opened.pieces.try_collect().await.map_err(fault_of)?;
    Ok((opened.size, whole.concat()))
}

/// The stored bytes.
async fn raw(files: &dyn Files, id: &str) -> Vec<u8> {
    read(files, &StoredFile { id: id.to_owned(), context: context("1"), sealed_key: None }, WHOLE).await.unwrap().1
}

async fn replace(files: &dyn Files, id: &str, bytes: &[u8]) {
    files.delete(id).await.unwrap();
    let pieces = Box::pin(stream::iter([Ok(Bytes::copy_from_slice(bytes))]));
    files.put(id, &context("1"), pieces).await.unwrap();
}

#[tokio::test]
async fn files_of_every_size_around_the_chunk_borders_are_read_as_written() {
    for chunks in 0..4usize {
        for size in (chunks * CHUNK).saturating_sub(2)..=chunks * CHUNK + 2 {
            let (memory, files) = in_memory();
            let content = sample(size);
            let file = put(&files, ID, "1", &content, 10_000).await;
            assert!(read(&files, &file, WHOLE).await.unwrap() == (size as u64, content), "{size}");
            assert_eq!(raw(&*memory, ID).await.len() as u64, Layout::of_plain(size as u64).stored, "{size}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn every_range_of_every_file_is_read_as_written(
        size in prop_oneof![
            0..300_000usize,
            (0..5usize, 0..3usize).prop_map(|(chunks, more)| (chunks * CHUNK + more).saturating_sub(1)),
        ],
        piece in prop_oneof![1..200_000usize, Just(CHUNK), Just(CHUNK - 1), Just(CHUNK + 1)],
        start in 0..350_000u64,
        length in prop_oneof![0..350_000u64, Just(u64::MAX)],
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let (_, files) = in_memory();
            let content = sample(size);
            let file = put(&files, ID, "1", &content, piece).await;
            let range = start..start.saturating_add(length);
            let end = range.end.min(size as u64);
            let wanted = &content[start.min(end) as usize..end as usize];
            let (whole, found) = read(&files, &file, range).await.unwrap();
            assert!(whole == size as u64 && found == wanted);
        });
    }

    #[test]
    fn sizes_are_found_again_and_no_other_size_is_accepted(plain in 0..10_000_000u64) {
        let layout = Layout::of_plain(plain);
        assert_eq!(Layout::of_stored(layout.stored), Some(layout));
        if plain % CHUNK as u64 == 0 && plain > 0 {
            assert_eq!(Layout::of_stored(layout.stored + TAG as u64), None, "an empty chunk more");
        }
    }
}

/// Whatever is done to the stored bytes, a reader gets an error and never all bytes.
#[tokio::test]
async fn changed_cut_moved_and_exchanged_chunks_are_refused() {
    let (memory, files) = in_memory();
    let content = sample(3 * CHUNK + 1000);
    let file = put(&files, ID, "1", &content, CHUNK).await;
    let stored = raw(&*memory, ID).await;
    let sealed = CHUNK + TAG;
    let at = |chunk: usize| HEADER + chunk * sealed;
    let mut tampered: Vec<(String, Vec<u8>)> = Vec::new();
    for byte in [0, 4, 5, 12, 13, HEADER - 1, HEADER, at(1) - 1, at(1), at(2) + 17, stored.len() - 17, stored.len() - 1]
    {
        let mut bytes = stored.clone();
        bytes[byte] ^= 1;
        tampered.push((format!("byte {byte} flipped"), bytes));
    }
    for length in [0, 3, HEADER, HEADER + 1, at(1), at(2), at(3), at(3) + TAG, stored.len() - 1] {
        tampered.push((format!("cut to {length}"), stored[..length].to_vec()));
    }
    let (first, second, third) = (&stored[at(0)..at(1)], &stored[at(1)..at(2)], &stored[at(2)..at(3)]);
    let (header, last) = (&stored[..HEADER], &stored[at(3)..]);
    tampered.push(("two chunks exchanged".into(), [header, second, first, third, last].concat()));
    tampered.push(("a chunk twice".into(), [header, first, first, third, last].concat()));
    tampered.push(("a chunk missing".into(), [header, first, third, last].concat()));
    tampered.push(("a chunk more".into(), [header, first, second, third, third, last].concat()));
    tampered.push(("an empty chunk more".into(), [&stored[..], &[0; TAG]].concat()));
    tampered.push(("one byte more".into(), [&stored[..], &[0]].concat()));
    for (what, bytes) in tampered {
        replace(&*memory, ID, &bytes).await;
        assert!(matches!(read(&files, &file, WHOLE).await, Err(FileFault::Damaged)), "{what}");
    }
    replace(&*memory, ID, &stored).await;
    assert!(read(&files, &file, WHOLE).await.unwrap().1 == content);
}

#[tokio::test]
async fn a_file_in_the_place_of_another_is_refused() {
    let (memory, files) = in_memory();
    let mine = put(&files, ID, "1", &sample(1000), 1000).await;
    let other = put(&files, OTHER, "2", &sample(1000), 1000).await;
    replace(&*memory, ID, &raw(&*memory, OTHER).await).await;
    assert!(matches!(read(&files, &mine, WHOLE).await, Err(FileFault::Damaged)), "the bytes alone");
    let exchanged = StoredFile { sealed_key: other.sealed_key.clone(), ..mine.clone() };
    assert!(matches!(read(&files, &exchanged, WHOLE).await, Err(FileFault::Damaged)), "with their key");
    // Even a key that was encrypted again for the other owner does not open the chunks.
    let hex = other.sealed_key.unwrap().rsplit_once('|').unwrap().1.to_owned();
    let rewrapped = StoredFile { sealed_key: Some(format!("{:?}|{hex}", mine.context)), ..mine };
    assert!(matches!(read(&files, &rewrapped, WHOLE).await, Err(FileFault::Damaged)), "with their key, encrypted anew");
}

/// A range is opened without the chunks around it.
#[tokio::test]
async fn a_range_needs_only_its_chunks() {
    let (memory, files) = in_memory();
    let content = sample(4 * CHUNK);
    let file = put(&files, ID, "1", &content, CHUNK).await;
    let mut stored = raw(&*memory, ID).await;
    stored[HEADER] ^= 1;
    let end = stored.len() - 1;
    stored[end] ^= 1;
    replace(&*memory, ID, &stored).await;
    let range = CHUNK as u64 + 5..3 * CHUNK as u64;
    assert!(read(&files, &file, range.clone()).await.unwrap().1 == content[range.start as usize..range.end as usize]);
    assert!(read(&files, &file, 0..1).await.is_err() && read(&files, &file, range.end - 1..WHOLE.end).await.is_err());
}

#[tokio::test]
async fn plain_files_stay_readable_and_a_lost_key_makes_a_file_unreadable() {
    let (memory, files) = in_memory();
    let plain = put(&*memory, OTHER, "2", &sample(CHUNK + 1), 1000).await;
    assert_eq!(plain.sealed_key, None);
    assert!(read(&files, &plain, 1..CHUNK as u64).await.unwrap().1 == sample(CHUNK + 1)[1..CHUNK]);
    let file = put(&files, ID, "1", b"account 4711", 5).await;
    let lost = StoredFile { sealed_key: None, ..file };
    let (_, bytes) = read(&files, &lost, WHOLE).await.unwrap();
    assert!(!bytes.windows(4).any(|part| part == b"4711"), "only encrypted bytes are left");
}

fn all_bytes(folder: &Path) -> Vec<u8> {
    let entries = std::fs::read_dir(folder).unwrap().flatten();
    entries
        .flat_map(
            |entry| if entry.path().is_dir() { all_bytes(&entry.path()) } else { std::fs::read(entry.path()).unwrap() },
        )
        .collect()
}

#[tokio::test]
async fn a_folder_holds_no_plain_bytes_and_an_interrupted_upload_leaves_nothing() {
    let root = tempfile::tempdir().unwrap();
    let folder = FilesFolder::open(root.path()).unwrap().with_reserve(100, 0);
    let files = SealedFiles::new(Arc::new(folder), Arc::new(OpenKeys));
    let content = b"the salary of Meena ".repeat(50_000);
    let file = put(&files, ID, "1", &content, 30_000).await;
    let on_disk = all_bytes(root.path());
    assert!(on_disk.len() > content.len() && !on_disk.windows(6).any(|part| part == b"salary"));
    assert!(read(&files, &file, WHOLE).await.unwrap().1 == content);
    let cut = [Ok(Bytes::from_static(&[7; 300_000])), Err(io::Error::from(io::ErrorKind::ConnectionReset))];
    let failed = files.put(OTHER, &context("2"), Box::pin(stream::iter(cut))).await;
    assert!(matches!(failed, Err(FileFault::Cut(_))));
    assert_eq!(all_bytes(root.path()).len(), on_disk.len());
}
