//! Takes in what a stranger sends, a piece at a time: counted, hashed, and kept only when it is what was asked for.

use std::io;

use bytes::Bytes;
use domain::Refusal;
use domain::document::file_type::{SNIFF_LENGTH, decide};
use domain::document::{FileType, file_name};
use domain::message::Message;
use futures_util::{StreamExt, stream};
use ports::{FileContext, FileFacts, FileFault, Files, Inspector, Pieces, StoredFile, WHOLE};
use sha2::{Digest, Sha256};

use super::{file_fault, inspect_fault};
use crate::{Error, Result};

pub const MIB: u64 = 1024 * 1024;

/// What a document may be.
pub struct UploadRules<'a> {
    /// As the sender calls it.
    pub file_name: &'a str,
    /// `pdf,png,jpg`
    pub asked_for: &'a str,
    pub most_bytes: u64,
}

/// A file that is in the store, and that no record names yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Received {
    pub stored: StoredFile,
    /// Fit to be shown and to be sent back.
    pub file_name: String,
    pub file_type: FileType,
    pub size: u64,
    pub sha256: String,
}

/// Keeps a file and has it parsed: name, first bytes and the whole of it agree, or nothing of it stays. Parsing waits
/// for its turn, which is not taken while the bytes are still coming.
pub async fn take<T>(
    files: &dyn Files,
    inspector: &dyn Inspector,
    turn: impl Future<Output = Result<T>>,
    wanted: &UploadRules<'_>,
    context: &FileContext,
    body: Pieces<'_>,
) -> Result<(Received, FileFacts)> {
    let received = receive(files, wanted, context, body).await?;
    let looked = async {
        let _turn = turn.await?;
        inspect(files, inspector, &received).await
    };
    match looked.await {
        Ok(facts) => Ok((received, facts)),
        Err(error) => {
            files.delete(&received.stored.id).await.map_err(file_fault)?;
            Err(error)
        }
    }
}

async fn inspect(files: &dyn Files, inspector: &dyn Inspector, received: &Received) -> Result<FileFacts> {
    let file = files.open(&received.stored, WHOLE).await.map_err(file_fault)?;
    let looked = inspector.look(received.file_type, file.pieces).await;
    looked.map_err(|fault| inspect_fault(received.file_type, &fault))
}

/// Keeps a file. Refused are: 0 bytes, more than may be, and what is not of the type that its name says or that was
/// asked for. Nothing stays of what was refused or cut short.
pub async fn receive(
    files: &dyn Files,
    wanted: &UploadRules<'_>,
    context: &FileContext,
    mut body: Pieces<'_>,
) -> Result<Received> {
    let name = file_name::clean(wanted.file_name);
    let first = beginning(&mut body).await?;
    if first.is_empty() {
        return Err(Refusal::field("file", Message::plain("fileEmpty")).into());
    }
    // Before anything is written: most of what is wrong never meets the disk.
    let file_type = decide(&name, wanted.asked_for, &sniffed(&first))?;
    let id = storage_id()?;
    let mut meter = Meter::new(wanted.most_bytes);
    let pieces = stream::iter(first.into_iter().map(Ok)).chain(body).map(|piece| meter.pass(piece));
    let kept = match files.put(&id, context, Box::pin(pieces)).await {
        Ok(kept) => kept,
        Err(FileFault::Cut(_)) if meter.is_over => return Err(too_large(wanted.most_bytes).into()),
        Err(fault) => return Err(file_fault(fault)),
    };
    if kept.size != meter.size {
        files.delete(&id).await.map_err(file_fault)?;
        return Err(Error::internal("the document store kept another size"));
    }
    let stored = StoredFile { id, context: context.clone(), sealed_key: kept.sealed_key };
    Ok(Received { stored, file_name: name, file_type, size: kept.size, sha256: meter.hash() })
}

/// As many pieces as are needed to tell a file's type; none of them empty.
async fn beginning(body: &mut Pieces<'_>) -> Result<Vec<Bytes>> {
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

pub(super) fn too_large(most: u64) -> Refusal {
    Refusal::TooLarge(Message::plain("fileTooLarge").with("max", most.div_ceil(MIB)))
}

/// 160 random bits in small notifications and digits.
fn storage_id() -> Result<String> {
    const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let mut bytes = [0u8; 32];
    getrandom::fill(&mut bytes).map_err(Error::internal)?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

/// Watches what goes by.
struct Meter {
    most: u64,
    size: u64,
    is_over: bool,
    sha256: Sha256,
}

impl Meter {
    fn new(most: u64) -> Meter {
        Meter { most, size: 0, is_over: false, sha256: Sha256::new() }
    }

    fn pass(&mut self, piece: io::Result<Bytes>) -> io::Result<Bytes> {
        let piece = piece?;
        self.size += piece.len() as u64;
        if self.size > self.most {
            self.is_over = true;
            return Err(io::Error::other("too large"));
        }
        self.sha256.update(&piece);
        Ok(piece)
    }

    fn hash(self) -> String {
        self.sha256.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use integrations::files::FilesMemory;
    use integrations::inspector::InProcess;

    use super::*;

    const PDF: &[u8] = b"%PDF-1.7\n";

    fn wanted(file_name: &str) -> UploadRules<'_> {
        UploadRules { file_name, asked_for: "pdf,png", most_bytes: 2 * MIB }
    }

    fn context() -> FileContext {
        let [country, entity, txn_ref_no, file_id] = ["IN", "NGB", "N2611150000011", "1"].map(str::to_owned);
        FileContext { country, entity, txn_ref_no, document: 1, file_id }
    }

    async fn send(files: &FilesMemory, name: &str, pieces: Vec<io::Result<Bytes>>) -> Result<Received> {
        receive(files, &wanted(name), &context(), Box::pin(stream::iter(pieces))).await
    }

    /// What a server does with it has to move between threads.
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
    async fn a_file_is_kept_with_its_size_its_hash_and_a_clean_name() {
        let files = FilesMemory::default();
        // One byte a piece at first: the type is told all the same.
        let mut pieces: Vec<_> = PDF.iter().map(|byte| Ok(Bytes::from(vec![*byte]))).collect();
        pieces.extend((0..100).map(|_| Ok(Bytes::from(vec![b'x'; 10_000]))));
        let received = send(&files, "../My PAN.PDF", pieces).await.unwrap();
        let whole = [PDF, &vec![b'x'; 1_000_000]].concat();
        assert_eq!((received.file_name.as_str(), received.file_type), ("My PAN.PDF", FileType::Pdf));
        assert_eq!(received.size, whole.len() as u64);
        let hash: String = Sha256::digest(&whole).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(received.sha256, hash);
        assert!(ports::files::is_storage_id(&received.stored.id));
        assert_eq!(files.ids(), std::slice::from_ref(&received.stored.id));
        let again = send(&files, "My PAN.pdf", vec![Ok(Bytes::from_static(PDF))]).await.unwrap();
        assert_ne!(again.stored.id, received.stored.id);
    }

    #[tokio::test]
    async fn what_is_empty_too_large_or_of_another_type_leaves_nothing() {
        let files = FilesMemory::default();
        for empty in [vec![], vec![Ok(Bytes::new()), Ok(Bytes::new())]] {
            let Refusal::Invalid(errors) = refusal(send(&files, "a.pdf", empty).await) else { panic!() };
            assert_eq!((errors[0].field.as_str(), errors[0].message.key), ("file", "fileEmpty"));
        }
        let html = || vec![Ok(Bytes::from_static(b"<html><script>alert(1)</script>"))];
        assert_eq!(refusal(send(&files, "a.png", html()).await), Refusal::UnsupportedFormat);
        assert_eq!(refusal(send(&files, "a.html", html()).await), Refusal::UnsupportedFormat);
        let gif = vec![Ok(Bytes::from_static(b"GIF89a\x01\0\x01\0"))];
        assert_eq!(refusal(send(&files, "a.gif", gif).await), Refusal::UnsupportedFormat, "it was not asked for");
        let edge = |more: usize| {
            vec![Ok(Bytes::from_static(PDF)), Ok(Bytes::from(vec![0; 2 * 1024 * 1024 - PDF.len() + more]))]
        };
        let Refusal::TooLarge(message) = refusal(send(&files, "a.pdf", edge(1)).await) else { panic!() };
        assert_eq!((message.key, message.args), ("fileTooLarge", vec![("max", "2".to_owned())]));
        assert_eq!(files.ids(), [""; 0]);
        send(&files, "a.pdf", edge(0)).await.unwrap();
    }

    /// A sender that never ends is stopped at the limit, not at the end.
    #[tokio::test]
    async fn an_endless_file_is_stopped_at_its_limit() {
        let files = FilesMemory::default();
        let taken = AtomicU64::new(0);
        let endless = stream::iter(std::iter::repeat_with(|| {
            taken.fetch_add(1, Ordering::Relaxed);
            Ok(Bytes::from([PDF, &vec![0; 100_000]].concat()))
        }));
        let (wanted, context) = (wanted("a.pdf"), context());
        let refused = refusal(sendable(receive(&files, &wanted, &context, Box::pin(endless))).await);
        assert!(matches!(refused, Refusal::TooLarge(_)));
        assert!(taken.load(Ordering::Relaxed) < 25, "no more is read than the limit and a piece");
        assert_eq!(files.ids(), [""; 0]);
    }

    #[tokio::test]
    async fn what_only_begins_like_a_picture_does_not_stay() {
        let files = FilesMemory::default();
        let send = async |bytes: &[u8], inspector: &dyn Inspector| {
            let body: Pieces = Box::pin(stream::once(std::future::ready(Ok(Bytes::copy_from_slice(bytes)))));
            take(&files, inspector, async { Ok(()) }, &wanted("a.png"), &context(), body).await
        };
        let html = b"\x89PNG\r\n\x1A\n<script>alert(1)</script>";
        assert_eq!(refusal(send(html, &InProcess).await), Refusal::UnsupportedFormat);
        let mut white = Vec::new();
        let encoder = png::Encoder::new(&mut white, 1, 1);
        encoder.write_header().unwrap().write_image_data(&[255]).unwrap();
        assert!(matches!(send(&white, &ports::NoInspector).await, Err(Error::Unavailable(_))), "nobody could look");
        assert_eq!(files.ids(), [""; 0]);
        let (received, facts) = send(&white, &InProcess).await.unwrap();
        assert_eq!((facts.pages, facts.width, facts.height), (Some(1), Some(1), Some(1)));
        assert_eq!(files.ids(), [received.stored.id]);
    }

    #[tokio::test]
    async fn a_connection_cut_at_any_stage_leaves_nothing() {
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
