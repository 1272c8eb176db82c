//! Encryption of stored files, in front of any other store.

mod format;
#[cfg(test)]
mod tests;

use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::{Buf, Bytes, BytesMut};
use futures_util::{StreamExt, TryStreamExt, stream};
use jiff::Timestamp;
use ports::{FileContext, FileFault, FileFuture, FileKeys, Files, Ids, OpenFile, Pieces, StoredFile, WrittenFile};
use zeroize::Zeroizing;

use format::{CHUNK, FileCipher, HEADER, Layout, TAG};

/// Chunks are handed to the store together, because each write of a folder occupies a thread.
const BATCH: usize = 4 * (CHUNK + TAG);

/// More than any file has.
const MAX_CHUNKS: u64 = u32::MAX as u64;

/// Encrypts each file with a key of its own. Files that were stored in plain, without a key, stay readable.
pub struct SealedFiles {
    inner: Arc<dyn Files>,
    keys: Arc<dyn FileKeys>,
}

impl SealedFiles {
    pub fn new(inner: Arc<dyn Files>, keys: Arc<dyn FileKeys>) -> SealedFiles {
        SealedFiles { inner, keys }
    }

    async fn write(&self, id: &str, context: &FileContext, pieces: Pieces<'_>) -> Result<WrittenFile, FileFault> {
        let (mut file_key, mut salt) = (Zeroizing::new([0; 32]), [0; 16]);
        let random = getrandom::fill(&mut *file_key).and_then(|()| getrandom::fill(&mut salt));
        random.map_err(|error| FileFault::Unavailable(error.to_string()))?;
        let sealed_key = self.keys.seal(context, &file_key).await?;
        let cipher = FileCipher::new(&file_key, salt, context);
        let size = Arc::new(AtomicU64::new(0));
        let written = self.inner.put(id, context, seal(cipher, pieces, size.clone())).await?;
        let size = size.load(Ordering::Relaxed);
        if written.size != Layout::of_plain(size).stored {
            self.inner.delete(id).await?;
            return Err(FileFault::Unavailable("the document store reports another size".to_owned()));
        }
        Ok(WrittenFile { size, sealed_key: Some(sealed_key) })
    }

    async fn read(&self, file: &StoredFile, sealed_key: &str, range: Range<u64>) -> Result<OpenFile, FileFault> {
        let first = range.start / CHUNK as u64;
        // One read where the range begins with the first chunk; otherwise the header is read on its own.
        let begin = match (first, range.end.div_ceil(CHUNK as u64).min(MAX_CHUNKS) * CHUNK as u64) {
            (0, end) => 0..Layout::of_plain(end).stored,
            _ => 0..HEADER as u64,
        };
        let file_key = self.keys.open(&file.context, sealed_key).await?;
        let OpenFile { size: stored, mut pieces } = self.inner.open(file, begin).await?;
        let layout = Layout::of_stored(stored).ok_or(FileFault::Damaged)?;
        let mut buffer = BytesMut::new();
        fill(&mut pieces, &mut buffer, HEADER).await.map_err(fault_of)?;
        let header = buffer.split_to(HEADER);
        let cipher = FileCipher::of_header(&header, &file_key, &file.context).ok_or(FileFault::Damaged)?;
        let end = range.end.min(layout.plain);
        let start = range.start.min(end);
        // The chunk of an empty file is checked too.
        let until = if layout.plain == 0 { 1 } else { end.div_ceil(CHUNK as u64) };
        if first > 0 {
            buffer.clear();
            let sealed = layout.offset(first)..layout.offset(until);
            pieces = self.inner.open(file, sealed).await?.pieces;
        }
        let opening = Opening { cipher, layout, pieces, buffer, chunk: first, until, start, end };
        Ok(OpenFile { size: layout.plain, pieces: open(opening) })
    }
}

impl Files for SealedFiles {
    fn put<'a>(&'a self, id: &'a str, context: &'a FileContext, pieces: Pieces<'a>) -> FileFuture<'a, WrittenFile> {
        Box::pin(self.write(id, context, pieces))
    }

    fn open<'a>(&'a self, file: &'a StoredFile, range: Range<u64>) -> FileFuture<'a, OpenFile> {
        match &file.sealed_key {
            Some(sealed_key) => Box::pin(self.read(file, sealed_key, range)),
            None => self.inner.open(file, range),
        }
    }

    fn delete<'a>(&'a self, id: &'a str) -> FileFuture<'a, ()> {
        self.inner.delete(id)
    }

    fn older_than(&self, before: Timestamp) -> Ids<'_> {
        self.inner.older_than(before)
    }

    fn drop_unfinished(&self, before: Timestamp) -> FileFuture<'_, u64> {
        self.inner.drop_unfinished(before)
    }
}

struct Sealing<'a> {
    cipher: FileCipher,
    pieces: Pieces<'a>,
    /// The part of the last piece that did not fit.
    rest: Bytes,
    /// Encrypted chunks, then the chunk being filled, which begins at `begin`.
    out: BytesMut,
    begin: usize,
    chunk: u64,
    size: Arc<AtomicU64>,
    is_done: bool,
}

impl Sealing<'_> {
    fn seal(&mut self, is_last: bool) {
        let tag = self.cipher.seal(self.chunk, is_last, &mut self.out[self.begin..]);
        self.out.extend_from_slice(&tag);
        (self.begin, self.chunk) = (self.out.len(), self.chunk + 1);
    }

    /// The next batch of chunks. A full chunk is encrypted when more follows, because the last one is marked.
    async fn next(&mut self) -> io::Result<Option<Bytes>> {
        if self.is_done {
            return Ok(None);
        }
        loop {
            if self.rest.is_empty() {
                match self.pieces.try_next().await? {
                    Some(piece) => self.rest = piece,
                    None => {
                        self.seal(true);
                        self.is_done = true;
                        return Ok(Some(self.out.split().freeze()));
                    }
                }
                continue;
            }
            if self.out.len() - self.begin == CHUNK {
                self.seal(false);
                if self.out.len() >= BATCH {
                    self.begin = 0;
                    let batch = self.out.split().freeze();
                    self.out.reserve(BATCH);
                    return Ok(Some(batch));
                }
            }
            let room = CHUNK - (self.out.len() - self.begin);
            let part = self.rest.split_to(room.min(self.rest.len()));
            self.size.fetch_add(part.len() as u64, Ordering::Relaxed);
            self.out.extend_from_slice(&part);
        }
    }
}

/// Encrypts a stream and counts its bytes.
fn seal<'a>(cipher: FileCipher, pieces: Pieces<'a>, size: Arc<AtomicU64>) -> Pieces<'a> {
    let mut out = BytesMut::with_capacity(HEADER + CHUNK + TAG);
    out.extend_from_slice(cipher.header());
    let (rest, begin) = (Bytes::new(), out.len());
    let sealing = Sealing { cipher, pieces, rest, out, begin, chunk: 0, size, is_done: false };
    Box::pin(stream::try_unfold(sealing, async |mut sealing| {
        let batch = sealing.next().await?;
        Ok(batch.map(|batch| (batch, sealing)))
    }))
}

struct Opening {
    cipher: FileCipher,
    layout: Layout,
    pieces: Pieces<'static>,
    /// Encrypted bytes from the beginning of the next chunk.
    buffer: BytesMut,
    chunk: u64,
    /// The chunk after the last one that is needed.
    until: u64,
    /// The plain bytes that are needed.
    start: u64,
    end: u64,
}

impl Opening {
    async fn next(&mut self) -> io::Result<Option<Bytes>> {
        if self.chunk >= self.until {
            return Ok(None);
        }
        let length = self.layout.sealed_length(self.chunk);
        fill(&mut self.pieces, &mut self.buffer, length).await?;
        let mut sealed = self.buffer.split_to(length);
        let opened = self.cipher.open(self.chunk, self.layout.is_last(self.chunk), &mut sealed);
        let length = opened.ok_or_else(damaged)?;
        sealed.truncate(length);
        let offset = self.chunk * CHUNK as u64;
        sealed.truncate(self.end.saturating_sub(offset) as usize);
        sealed.advance((self.start.saturating_sub(offset) as usize).min(sealed.len()));
        self.chunk += 1;
        Ok(Some(sealed.freeze()))
    }
}

fn open(opening: Opening) -> Pieces<'static> {
    let chunks = stream::try_unfold(opening, async |mut opening: Opening| {
        let chunk = opening.next().await?;
        Ok(chunk.map(|chunk| (chunk, opening)))
    });
    // The empty chunk of an empty file is checked, but not passed on.
    chunks.try_filter(|chunk| std::future::ready(!chunk.is_empty())).boxed()
}

/// Reads until the buffer has this many bytes. A file that ends before that is damaged.
async fn fill(pieces: &mut Pieces<'static>, buffer: &mut BytesMut, length: usize) -> io::Result<()> {
    while buffer.len() < length {
        let piece = pieces.try_next().await?.ok_or_else(damaged)?;
        buffer.extend_from_slice(&piece);
    }
    Ok(())
}

fn damaged() -> io::Error {
    io::Error::other(FileFault::Damaged)
}

fn fault_of(error: io::Error) -> FileFault {
    match error.get_ref().and_then(|inner| inner.downcast_ref()) {
        Some(FileFault::Damaged) => FileFault::Damaged,
        _ => FileFault::Unavailable(error.to_string()),
    }
}
