//! Documents in a real S3 server.

use std::io;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::{TryStreamExt, stream};
use integrations::files::{FilePlaces, FilesFolder, FilesS3};
use jiff::Timestamp;
use ports::{FileContext, FileFault, FilePlace, Files, Pieces, StoredFile, TrashedFile, WHOLE};
use testkit::servers::{S3Server, outbound};
use testkit::{Database, PATIENCE, TestApp, on_sqlite, until};

use crate::api::requests::{Desk, document, png};
use crate::api::retention::{after_days, closed, with_short_periods};

on_sqlite!(
    documents_in_s3_are_encrypted,
    a_store_that_is_down_is_503_and_leaves_nothing,
    a_purge_goes_on_when_the_store_is_back,
);

const ID: &str = "3kq9z0m1x7c5v2b8";
const OTHER: &str = "4kq9z0m1x7c5v2b8";

fn file(id: &str) -> StoredFile {
    let [country, entity, txn_ref_no, file_id] = ["IN", "NGB", "N2611150000011", "1"].map(str::to_owned);
    let context = FileContext { country, entity, txn_ref_no, document: 1, file_id };
    StoredFile { id: id.to_owned(), context, sealed_key: None }
}

/// Larger than two parts of an upload.
fn large() -> Vec<u8> {
    (0..12_000_000u32).map(|at| (at % 251) as u8).collect()
}

fn pieces(content: &[u8]) -> Pieces<'static> {
    let all: Vec<io::Result<Bytes>> = content.chunks(300_000).map(|part| Ok(Bytes::copy_from_slice(part))).collect();
    Box::pin(stream::iter(all))
}

async fn read(files: &dyn Files, id: &str, range: std::ops::Range<u64>) -> Result<Vec<u8>, FileFault> {
    let opened = files.open(&file(id), range).await?;
    let whole: Vec<Bytes> = opened.pieces.try_collect().await.unwrap();
    Ok(whole.concat())
}

#[tokio::test]
async fn an_s3_store_writes_in_parts_reads_ranges_lists_and_deletes() {
    let server = S3Server::start();
    let files = server.files();
    files.check().await.unwrap();
    let content = large();
    let written = files.put(ID, &file(ID).context, pieces(&content)).await.unwrap();
    assert_eq!(written.size, content.len() as u64);
    assert_eq!(server.keys(), [format!("stored/{}/{ID}", &ID[..2])]);
    assert!(matches!(files.put(ID, &file(ID).context, pieces(b"x")).await, Err(FileFault::Exists)));
    assert!(read(&files, ID, WHOLE).await.unwrap() == content);
    assert!(read(&files, ID, 5_000_000..6_000_001).await.unwrap() == content[5_000_000..6_000_001]);
    assert!(read(&files, ID, 11_999_999..WHOLE.end).await.unwrap() == content[11_999_999..]);
    assert!(read(&files, ID, 12_000_000..WHOLE.end).await.unwrap().is_empty());
    files.put(OTHER, &file(OTHER).context, pieces(b"")).await.unwrap();
    assert!(read(&files, OTHER, WHOLE).await.unwrap().is_empty());
    let listed: Vec<String> = files.older_than(Timestamp::MAX).try_collect().await.unwrap();
    assert_eq!(listed, [ID, OTHER]);
    assert!(files.older_than(Timestamp::UNIX_EPOCH).try_next().await.unwrap().is_none());
    for _ in 0..2 {
        files.delete(ID).await.unwrap();
    }
    assert!(matches!(read(&files, ID, WHOLE).await, Err(FileFault::Missing)));
    assert!(matches!(read(&files, "../etc/passwd", WHOLE).await, Err(FileFault::BadId)));
}

#[tokio::test]
async fn a_bucket_belongs_to_one_installation_and_has_a_trash() {
    let server = S3Server::start();
    let files = server.files();
    assert_eq!(files.owner().await.unwrap(), None);
    for _ in 0..2 {
        files.claim("one").await.unwrap();
    }
    assert!(files.claim("other").await.is_err(), "an id is never replaced");
    assert_eq!(files.owner().await.unwrap().as_deref(), Some("one"));
    let content = large();
    files.put(ID, &file(ID).context, pieces(&content)).await.unwrap();
    files.put(OTHER, &file(OTHER).context, pieces(b"other")).await.unwrap();
    let now: Timestamp = "2026-11-18T09:55:00Z".parse().unwrap();
    files.discard(ID, now).await.unwrap();
    assert_eq!(
        server.keys(),
        [format!("stored/4k/{OTHER}"), "stored/installation".to_owned(), format!("stored/trash/20261118T095500Z/{ID}")]
    );
    let listed: Vec<String> = files.older_than(Timestamp::MAX).try_collect().await.unwrap();
    assert_eq!(listed, [OTHER], "neither the marker nor the trash");
    assert!(matches!(read(&files, ID, WHOLE).await, Err(FileFault::Missing)));
    assert!(matches!(files.discard(ID, now).await, Err(FileFault::Missing)));
    let trash: Vec<TrashedFile> = files.trash().try_collect().await.unwrap();
    assert_eq!(trash, [TrashedFile { id: ID.to_owned(), moved_on: now, size: content.len() as u64 }]);
    // A process that was killed after the copy leaves both; the next attempt completes it.
    files.put(ID, &file(ID).context, pieces(&content)).await.unwrap();
    files.recover(&trash[0]).await.unwrap();
    assert!(read(&files, ID, WHOLE).await.unwrap() == content);
    assert!(files.trash().try_next().await.unwrap().is_none());
    files.discard(OTHER, now).await.unwrap();
    let trash: Vec<TrashedFile> = files.trash().try_collect().await.unwrap();
    files.destroy(&trash[0]).await.unwrap();
    assert_eq!(server.keys(), [format!("stored/3k/{ID}"), "stored/installation".to_owned()]);
}

/// A move deletes the file in its old place at any moment.
#[tokio::test]
async fn a_file_that_was_opened_is_read_to_its_end() {
    let server = S3Server::start();
    let files = server.files();
    let content = large();
    files.put(ID, &file(ID).context, pieces(&content)).await.unwrap();
    let opened = files.open(&file(ID), WHOLE).await.unwrap();
    files.delete(ID).await.unwrap();
    let read: Vec<Bytes> = opened.pieces.try_collect().await.unwrap();
    assert!(read.concat() == content);
}

#[tokio::test]
async fn an_interrupted_upload_leaves_no_parts() {
    let server = S3Server::start();
    let files = server.files();
    let cut = || {
        let mut all: Vec<io::Result<Bytes>> =
            large().chunks(1_000_000).map(|part| Ok(Bytes::copy_from_slice(part))).collect();
        all.push(Err(io::Error::from(io::ErrorKind::ConnectionReset)));
        stream::iter(all)
    };
    let failed = files.put(ID, &file(ID).context, Box::pin(cut())).await;
    assert!(matches!(failed, Err(FileFault::Cut(_))));
    let has_none = async || !server.request("GET", "/documents?uploads").contains("<UploadId>");
    until("the parts are discarded", PATIENCE, has_none).await;
    assert!(server.keys().is_empty());
}

#[tokio::test]
async fn only_the_configured_host_is_contacted() {
    let server = S3Server::start();
    let files = FilesS3::open(&server.settings(), outbound(&["s3.test"], "")).unwrap();
    let Err(FileFault::Unavailable(fault)) = files.check().await else { panic!("it was reached") };
    assert!(fault.contains("is not on the list of outbound hosts"), "{fault}");
}

#[tokio::test]
async fn a_file_is_found_in_either_place() {
    let (server, folder) = (S3Server::start(), tempfile::tempdir().unwrap());
    let s3 = Arc::new(server.files());
    let local = Arc::new(FilesFolder::open(folder.path()).unwrap().with_reserve(100, 0));
    let both = FilePlaces::new(s3.clone(), local.clone());
    local.put(ID, &file(ID).context, pieces(b"local")).await.unwrap();
    both.put(OTHER, &file(OTHER).context, pieces(b"new")).await.unwrap();
    assert_eq!(server.keys().len(), 1, "new files go to the first place");
    assert_eq!(read(&both, ID, WHOLE).await.unwrap(), b"local");
    assert_eq!(read(&both, OTHER, 1..3).await.unwrap(), b"ew");
    let mut listed: Vec<String> = both.older_than(Timestamp::MAX).try_collect().await.unwrap();
    listed.sort();
    assert_eq!(listed, [ID, OTHER]);
    for id in [ID, OTHER] {
        both.delete(id).await.unwrap();
        assert!(matches!(read(&both, id, WHOLE).await, Err(FileFault::Missing)));
    }
}

/// The same product with its documents in this bucket.
async fn on_s3(app: TestApp, server: &S3Server) -> TestApp {
    let files = Arc::new(server.files());
    app.with_parts(|parts| parts.files = docz::wiring::sealed(files, &parts.store)).await
}

async fn content(desk: &Desk, txn: &str) -> testkit::Answer {
    let found = desk.find(txn).await.expect(200);
    let file = document(&found, 1)["versions"][0]["files"][0]["fileId"].as_str().unwrap().to_owned();
    desk.get("document/content", &format!("txnRefNo={txn}&documentNo=1&fileId={file}")).await
}

async fn documents_in_s3_are_encrypted(app: TestApp) {
    let server = S3Server::start();
    let app = on_s3(app, &server).await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    Desk::customer(&app, "meena@example.com").await.upload_and_submit(&txn, 1).await.expect(200);
    assert_eq!(content(&banker, &txn).await.expect(200).bytes, png());
    let keys = server.keys();
    assert_eq!(keys.len(), 1);
    assert!(!server.request("GET", &format!("/documents/{}", keys[0])).contains("PNG"));
}

async fn a_store_that_is_down_is_503_and_leaves_nothing(app: TestApp) {
    let mut server = S3Server::start();
    let app = on_s3(app, &server).await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.upload_and_submit(&txn, 1).await.expect(200);
    server.stop();
    meena.upload(&txn, 2, "scan.png", png()).await.expect(503);
    content(&banker, &txn).await.expect(503);
    assert_eq!(app.texts("SELECT file_id FROM docrequest_file").await.len(), 1, "no record without its file");
}

async fn a_purge_goes_on_when_the_store_is_back(app: TestApp) {
    let (server, mut dead) = (S3Server::start(), S3Server::start());
    dead.stop();
    let app = on_s3(app, &server).await;
    with_short_periods(&app).await;
    closed(&app).await;
    let documents = || server.keys().into_iter().filter(|key| !key.contains("purgejournal")).count();
    assert_eq!(documents(), 4);
    let app = on_s3(app, &dead).await;
    assert!(!after_days(&app, 61).await.is_ok());
    assert_eq!(app.count("SELECT count(*) FROM docrequest_file WHERE sealed_key IS NOT NULL").await, 0);
    assert_eq!((app.count("SELECT count(*) FROM docrequest_file WHERE storage_id <> ''").await, documents()), (4, 4));
    let app = on_s3(app, &server).await;
    assert!(after_days(&app, 1).await.is_ok());
    assert_eq!((app.count("SELECT count(*) FROM docrequest_file WHERE storage_id <> ''").await, documents()), (0, 0));
}

#[tokio::test]
async fn two_nodes_serve_each_others_documents() {
    let server = S3Server::start();
    TestApp::run(Database::Postgres, async |app| {
        let first = on_s3(app, &server).await;
        let banker = Desk::staff(&first, "BANKER1").await;
        let txn = banker.sent().await;
        Desk::customer(&first, "meena@example.com").await.upload_and_submit(&txn, 1).await.expect(200);
        // Another process has its own folder, connections and caches.
        let folder = Arc::new(tempfile::tempdir().unwrap());
        let second = on_s3(TestApp { folder, ..first }, &server).await;
        let other = Desk::staff(&second, "BANKER1").await;
        assert_eq!(content(&other, &txn).await.expect(200).bytes, png());
        assert_eq!(second.files_kept(), 0, "nothing is in the node's own folder");
    })
    .await;
}
