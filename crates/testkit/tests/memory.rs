//! One test in a process of its own: how much memory a large file takes on its way in, through the parser and out.

use std::time::Duration;

use app::archive::Archive;
use app::documents::intake::{UploadRules, begin, write};
use app::files::MIB;
use bytes::Bytes;
use domain::document::FileType;
use futures_util::{StreamExt, stream};
use integrations::files::FilesFolder;
use integrations::inspector::Subprocess;
use ports::{FileContext, Files, Inspector, WHOLE};

fn status(name: &str) -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = text.lines().find(|line| line.starts_with(name)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}

#[tokio::test]
async fn a_large_file_is_never_held_in_memory() {
    const SIZE: u64 = 190 * MIB;
    let place = tempfile::tempdir().unwrap();
    let files = FilesFolder::open(place.path()).unwrap().with_reserve(100, 0);
    let before = status("VmRSS:");
    let head = stream::iter([Ok(Bytes::from_static(b"%PDF-1.7\n"))]);
    let body = head.chain(stream::iter((0..SIZE / MIB - 1).map(|_| Ok(Bytes::from(vec![b'x'; MIB as usize])))));
    let wanted = UploadRules { file_name: "large.pdf", accepted: "pdf", max_bytes: SIZE, sha256: None };
    let [country, entity, txn_ref_no, file_id] = ["IN", "NGB", "N2611150000011", "1"].map(str::to_owned);
    let context = FileContext { country, entity, txn_ref_no, document: 1, file_id };
    let upload = begin(&wanted, Box::pin(body)).await.unwrap();
    let received = write(&files, &wanted, &context, upload).await.unwrap();
    let inspector = Subprocess::new(testkit::binary()).with_timeout(Duration::from_secs(120));
    let file = files.open(&received.stored, WHOLE).await.unwrap();
    // The result does not matter.
    let _ = inspector.inspect(FileType::Pdf, file.pieces).await;
    let mut archive = Archive::start().unwrap();
    let file = files.open(&received.stored, WHOLE).await.unwrap();
    archive.add(&["large.pdf"], file.pieces).await.unwrap();
    let mut sent = archive.finish().await.unwrap();
    let mut length = 0;
    while let Some(piece) = sent.pieces.next().await {
        length += piece.unwrap().len() as u64;
    }
    assert!(length == sent.size && length > received.size);
    let grown = status("VmHWM:").saturating_sub(before);
    assert!(grown < 64 * MIB, "{} MiB more at the peak", grown / MIB);
}
