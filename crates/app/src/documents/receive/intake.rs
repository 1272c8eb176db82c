//! Receives uploads as a stream: counts, hashes, and keeps only files of an accepted type.

use std::io;

use bytes::Bytes;
use domain::Refusal;
use domain::document::file_type::{SNIFF_LENGTH, decide};
use domain::document::{FileType, file_name};
use domain::message::Message;
use futures_util::{StreamExt, stream};
use ports::{FileContext, FileFacts, FileFault, Files, Inspector, Pieces, StoredFile, WHOLE};
use sha2::{Digest, Sha256};

use crate::files::{MIB, file_fault, inspect_fault, storage_id};
use crate::{Error, Result};

/// Limits for an upload.
pub struct UploadRules<'a> {
    /// The name given by the sender.
    pub file_name: &'a str,
    /// `pdf,png,jpg`
    pub accepted: &'a str,
    pub max_bytes: u64,
    /// The hash of the whole file, if the sender declared it.
    pub sha256: Option<&'a str>,
}

/// A stored file that has no record yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Received {
    pub stored: StoredFile,
    /// Safe to display and to send back.
    pub file_name: String,
    pub file_type: FileType,
    pub size: u64,
    pub sha256: String,
}

/// Has a received file parsed. A file whose content does not agree with its name and first bytes is removed. The slot
/// for parsing is taken only when all bytes have arrived.
pub async fn inspect_received<T>(
    files: &dyn Files,
    inspector: &dyn Inspector,
    slot: impl Future<Output = Result<T>>,
    received: &Received,
) -> Result<FileFacts> {
    let inspected = async {
        let _slot = slot.await?;
        inspect(files, inspector, received).await
    };
    match inspected.await {
        Ok(facts) => Ok(facts),
        Err(error) => {
            files.delete(&received.stored.id).await.map_err(file_fault)?;
            Err(error)
        }
    }
}

async fn inspect(files: &dyn Files, inspector: &dyn Inspector, received: &Received) -> Result<FileFacts> {
    let file = files.open(&received.stored, WHOLE).await.map_err(file_fault)?;
    parse(inspector, received.file_type, file.pieces).await
}

pub(crate) async fn parse(inspector: &dyn Inspector, file_type: FileType, file: Pieces<'_>) -> Result<FileFacts> {
    inspector.inspect(file_type, file).await.map_err(|fault| inspect_fault(file_type, &fault))
}

/// An upload whose name and first bytes agree and are accepted.
pub struct Upload<'a> {
    pub name: String,
    pub file_type: FileType,
    /// The whole file.
    pub body: Pieces<'a>,
}

/// Checks name and first bytes before anything is written, so that most wrong files never reach the disk.
pub async fn begin<'a>(rules: &UploadRules<'_>, mut body: Pieces<'a>) -> Result<Upload<'a>> {
    let name = file_name::clean(rules.file_name);
    let first = read_start(&mut body).await?;
    if first.is_empty() {
        return Err(Refusal::field("file", Message::plain("fileEmpty")).into());
    }
    let file_type = decide(&name, rules.accepted, &sniffed(&first))?;
    let body = Box::pin(stream::iter(first.into_iter().map(Ok)).chain(body));
    Ok(Upload { name, file_type, body })
}

/// Stores a file, unless it is above the limit or not the declared one. Nothing remains of a refused or interrupted
/// upload.
pub async fn write(
    files: &dyn Files,
    rules: &UploadRules<'_>,
    context: &FileContext,
    Upload { name, file_type, body }: Upload<'_>,
) -> Result<Received> {
    let id = storage_id()?;
    let mut meter = Meter::new(rules.max_bytes);
    let pieces = body.map(|piece| meter.pass(piece));
    let written = match files.put(&id, context, Box::pin(pieces)).await {
        Ok(written) => written,
        Err(FileFault::Cut(_)) if meter.is_over => return Err(too_large(rules.max_bytes).into()),
        Err(fault) => return Err(file_fault(fault)),
    };
    if written.size != meter.size {
        files.delete(&id).await.map_err(file_fault)?;
        return Err(Error::internal("the document store reports another size"));
    }
    let sha256 = meter.hash();
    if rules.sha256.is_some_and(|declared| declared != sha256) {
        files.delete(&id).await.map_err(file_fault)?;
        return Err(Refusal::ChecksumMismatch.into());
    }
    let stored = StoredFile { id, context: context.clone(), sealed_key: written.sealed_key };
    Ok(Received { stored, file_name: name, file_type, size: written.size, sha256 })
}

/// Reads enough non-empty chunks to detect the file type.
async fn read_start(body: &mut Pieces<'_>) -> Result<Vec<Bytes>> {
    let (mut pieces, mut length) = (Vec::new(), 0);
    while length < SNIFF_LENGTH {
        let Some(piece) = body.next().await else { break };
        let piece = piece.map_err(|error| file_fault(FileFault::Cut(error)))?;
        length += piece.len();
        if !piece.is_empty() {
            pieces.push(piece);
        }
    }
    Ok(pieces)
}

fn sniffed(pieces: &[Bytes]) -> Vec<u8> {
    pieces.iter().flatten().take(SNIFF_LENGTH).copied().collect()
}

pub(crate) fn too_large(max: u64) -> Refusal {
    Refusal::TooLarge(Message::plain("fileTooLarge").with("max", max.div_ceil(MIB)))
}

/// Counts and hashes the bytes that pass through.
struct Meter {
    max: u64,
    size: u64,
    is_over: bool,
    sha256: Sha256,
}

impl Meter {
    fn new(max: u64) -> Meter {
        Meter { max, size: 0, is_over: false, sha256: Sha256::new() }
    }

    fn pass(&mut self, piece: io::Result<Bytes>) -> io::Result<Bytes> {
        let piece = piece?;
        self.size += piece.len() as u64;
        if self.size > self.max {
            self.is_over = true;
            return Err(io::Error::other("too large"));
        }
        self.sha256.update(&piece);
        Ok(piece)
    }

    fn hash(self) -> String {
        hex::encode(self.sha256.finalize())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use integrations::files::FilesMemory;
    use integrations::inspector::InProcess;

    use super::*;

    const PDF: &[u8] = b"%PDF-1.7\n";

    fn rules(file_name: &str) -> UploadRules<'_> {
        UploadRules { file_name, accepted: "pdf,png", max_bytes: 2 * MIB, sha256: None }
    }

    fn context() -> FileContext {
        let [country, entity, txn_ref_no, file_id] = ["IN", "NGB", "N2611150000011", "1"].map(str::to_owned);
        FileContext { country, entity, txn_ref_no, document: 1, file_id }
    }

    async fn receive(
        files: &dyn Files,
        rules: &UploadRules<'_>,
        context: &FileContext,
        body: Pieces<'_>,
    ) -> Result<Received> {
        write(files, rules, context, begin(rules, body).await?).await
    }

    async fn send(files: &FilesMemory, name: &str, pieces: Vec<io::Result<Bytes>>) -> Result<Received> {
        receive(files, &rules(name), &context(), Box::pin(stream::iter(pieces))).await
    }

    /// Uploads must be able to move between threads.
    fn sendable<T: Send>(future: T) -> T {
        future
    }

    fn refusal<T: std::fmt::Debug>(result: Result<T>) -> Refusal {
        match result {
            Err(Error::Refused(refusal)) => refusal,
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn a_file_is_stored_with_size_hash_and_clean_name() {
        let files = FilesMemory::default();
        // One byte per chunk at first; the type is detected nevertheless.
        let mut pieces: Vec<_> = PDF.iter().map(|byte| Ok(Bytes::from(vec![*byte]))).collect();
        pieces.extend((0..100).map(|_| Ok(Bytes::from(vec![b'x'; 10_000]))));
        let received = send(&files, "../My PAN.PDF", pieces).await.unwrap();
        let whole = [PDF, &vec![b'x'; 1_000_000]].concat();
        assert_eq!((received.file_name.as_str(), received.file_type), ("My PAN.PDF", FileType::Pdf));
        assert_eq!(received.size, whole.len() as u64);
        let hash = hex::encode(Sha256::digest(&whole));
        assert_eq!(received.sha256, hash);
        assert!(ports::files::is_storage_id(&received.stored.id));
        assert_eq!(files.ids(), std::slice::from_ref(&received.stored.id));
        let again = send(&files, "My PAN.pdf", vec![Ok(Bytes::from_static(PDF))]).await.unwrap();
        assert_ne!(again.stored.id, received.stored.id);
    }

    #[tokio::test]
    async fn refused_files_leave_nothing_behind() {
        let files = FilesMemory::default();
        for empty in [vec![], vec![Ok(Bytes::new()), Ok(Bytes::new())]] {
            let Refusal::Invalid(errors) = refusal(send(&files, "a.pdf", empty).await) else { panic!() };
            assert_eq!((errors[0].field.as_str(), errors[0].message.key), ("file", "fileEmpty"));
        }
        let html = || vec![Ok(Bytes::from_static(b"<html><script>alert(1)</script>"))];
        assert_eq!(refusal(send(&files, "a.png", html()).await), Refusal::UnsupportedFormat);
        assert_eq!(refusal(send(&files, "a.html", html()).await), Refusal::UnsupportedFormat);
        let gif = vec![Ok(Bytes::from_static(b"GIF89a\x01\0\x01\0"))];
        assert_eq!(refusal(send(&files, "a.gif", gif).await), Refusal::UnsupportedFormat, "it is not accepted");
        let edge = |more: usize| {
            vec![Ok(Bytes::from_static(PDF)), Ok(Bytes::from(vec![0; 2 * 1024 * 1024 - PDF.len() + more]))]
        };
        let Refusal::TooLarge(message) = refusal(send(&files, "a.pdf", edge(1)).await) else { panic!() };
        assert_eq!((message.key, message.args), ("fileTooLarge", vec![("max", "2".to_owned())]));
        assert_eq!(files.ids(), [""; 0]);
        send(&files, "a.pdf", edge(0)).await.unwrap();
    }

    /// An endless upload is stopped at the limit.
    #[tokio::test]
    async fn an_endless_file_is_stopped_at_its_limit() {
        let files = FilesMemory::default();
        let taken = AtomicU64::new(0);
        let endless = stream::iter(std::iter::repeat_with(|| {
            taken.fetch_add(1, Ordering::Relaxed);
            Ok(Bytes::from([PDF, &vec![0; 100_000]].concat()))
        }));
        let (rules, context) = (rules("a.pdf"), context());
        let refused = refusal(sendable(receive(&files, &rules, &context, Box::pin(endless))).await);
        assert!(matches!(refused, Refusal::TooLarge(_)));
        assert!(taken.load(Ordering::Relaxed) < 25, "at most one chunk beyond the limit is read");
        assert_eq!(files.ids(), [""; 0]);
    }

    #[tokio::test]
    async fn a_file_that_only_starts_like_a_picture_is_removed() {
        let files = FilesMemory::default();
        let send = async |bytes: &[u8], inspector: &dyn Inspector| {
            let body: Pieces = Box::pin(stream::once(std::future::ready(Ok(Bytes::copy_from_slice(bytes)))));
            let received = receive(&files, &rules("a.png"), &context(), body).await?;
            let facts = inspect_received(&files, inspector, async { Ok(()) }, &received).await?;
            Ok::<_, Error>((received, facts))
        };
        let html = b"\x89PNG\r\n\x1A\n<script>alert(1)</script>";
        assert_eq!(refusal(send(html, &InProcess).await), Refusal::UnsupportedFormat);
        let mut white = Vec::new();
        let encoder = png::Encoder::new(&mut white, 1, 1);
        encoder.write_header().unwrap().write_image_data(&[255]).unwrap();
        assert!(matches!(send(&white, &ports::NoInspector).await, Err(Error::Unavailable(_))), "there is no inspector");
        assert_eq!(files.ids(), [""; 0]);
        let (received, facts) = send(&white, &InProcess).await.unwrap();
        assert_eq!((facts.pages, facts.width, facts.height), (Some(1), Some(1), Some(1)));
        assert_eq!(files.ids(), [received.stored.id]);
    }

    #[tokio::test]
    async fn an_upload_interrupted_at_any_stage_leaves_nothing() {
        let files = FilesMemory::default();
        let whole: Vec<Bytes> =
            std::iter::once(Bytes::from_static(PDF)).chain((0..20).map(|_| Bytes::from(vec![b'x'; 1000]))).collect();
        for stage in 0..=whole.len() {
            let mut pieces: Vec<io::Result<Bytes>> = whole[..stage].iter().cloned().map(Ok).collect();
            pieces.push(Err(io::Error::from(io::ErrorKind::ConnectionReset)));
            assert!(matches!(refusal(send(&files, "a.pdf", pieces).await), Refusal::BadRequest(_)), "stage {stage}");
        }
        assert_eq!(files.ids(), [""; 0]);
    }
}
