//! Resumable uploads (tus 1.0): what arrived is kept, and finishing is the same as a plain upload.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::Body;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use futures_util::future::join_all;
use futures_util::stream;
use integrations::files::{FilesFolder, FilesMemory};
use jiff::{SignedDuration, Timestamp};
use ports::{FileContext, FileFault, FileFuture, Files, Ids, OpenFile, Pieces, StoredFile, WrittenFile};
use serde_json::json;
use sha2::{Digest, Sha256};
use testkit::{Answer, TestApp, documents, on_both_databases, on_sqlite};

use super::{Desk, document, party, png, request_input, with};

on_both_databases!(
    an_upload_goes_on_where_it_stopped_after_a_restart,
    of_two_senders_at_the_same_offset_one_wins,
    abandoned_uploads_are_swept_after_a_day,
    another_user_finds_no_upload,
);

on_sqlite!(
    a_finished_upload_answers_like_a_plain_one,
    the_same_file_chosen_again_continues,
    wrong_calls_are_refused,
    a_wrong_checksum_leaves_nothing,
    what_the_checks_refuse_leaves_nothing,
    unusual_files_are_accepted,
    an_upload_cut_at_every_stage_keeps_what_arrived,
    a_request_that_closed_meanwhile_refuses_the_rest,
    a_full_or_absent_store_keeps_the_part,
    a_full_disk_takes_no_piece,
    of_many_unfinished_uploads_the_oldest_are_dropped,
);

const TUS: (&str, &str) = ("tus-resumable", "1.0.0");

fn hash(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// A PDF of about this many bytes.
fn paper(bytes: usize) -> Vec<u8> {
    documents::pdf(&[&"x".repeat(bytes)])
}

fn metadata(txn: &str, document: u32, name: &str, sha256: Option<&str>) -> String {
    let mut pairs = vec![("txnRefNo", txn.to_owned()), ("documentNo", document.to_string()), ("fileName", name.into())];
    pairs.extend(sha256.map(|hash| ("sha256", hash.to_owned())));
    pairs.iter().map(|(name, value)| format!("{name} {}", STANDARD.encode(value))).collect::<Vec<_>>().join(",")
}

fn header<'a>(answer: &'a Answer, name: &str) -> &'a str {
    answer.headers.get(name).map_or("", |value| value.to_str().unwrap())
}

impl Desk {
    fn tus_path(&self, query: &str) -> String {
        let header = self.client.header_json(None);
        format!("/api/{}/v1/docz/banking/transaction/document/upload@{header}{query}", self.service)
    }

    async fn declare(&self, length: u64, metadata: &str) -> Answer {
        let length = length.to_string();
        let headers = [TUS, ("upload-length", &length), ("upload-metadata", metadata)];
        self.client.send("POST", &self.tus_path(""), &headers, Body::empty()).await
    }

    /// Begins an upload of this file; returns the query of its address.
    pub async fn begin(&self, txn: &str, document: u32, name: &str, whole: &[u8]) -> String {
        let sha256 = hash(whole);
        let made = self.declare(whole.len() as u64, &metadata(txn, document, name, Some(&sha256))).await.expect(201);
        assert_eq!(header(&made, "tus-resumable"), "1.0.0");
        let (path, query) = header(&made, "location").split_once('?').unwrap();
        assert_eq!(path, format!("/api/{}/v1/docz/banking/transaction/document/upload", self.service));
        format!("?{query}")
    }

    async fn append(&self, place: &str, offset: usize, bytes: impl Into<Body>) -> Answer {
        let offset = offset.to_string();
        let headers = [TUS, ("upload-offset", &offset), ("content-type", "application/offset+octet-stream")];
        self.client.send("PATCH", &self.tus_path(place), &headers, bytes.into()).await
    }

    async fn ask(&self, method: &str, place: &str) -> Answer {
        self.client.send(method, &self.tus_path(place), &[TUS], Body::empty()).await
    }

    async fn offset(&self, place: &str) -> usize {
        header(&self.ask("HEAD", place).await.expect(200), "upload-offset").parse().unwrap()
    }
}

/// A body that breaks off.
fn cut(bytes: &[u8]) -> Body {
    let pieces: Vec<Result<Bytes, std::io::Error>> =
        vec![Ok(Bytes::copy_from_slice(bytes)), Err(std::io::ErrorKind::ConnectionReset.into())];
    Body::from_stream(stream::iter(pieces))
}

async fn customer_and_request(app: &TestApp) -> (Desk, String) {
    let txn = Desk::staff(app, "BANKER1").await.sent().await;
    (Desk::customer(app, "meena@example.com").await, txn)
}

async fn an_upload_goes_on_where_it_stopped_after_a_restart(app: TestApp) {
    let (meena, txn) = customer_and_request(&app).await;
    let whole = paper(2_500_000);
    let place = meena.begin(&txn, 1, "paper.pdf", &whole).await;
    let part = meena.append(&place, 0, whole[..1_500_000].to_vec()).await.expect(204);
    assert_eq!(header(&part, "upload-offset"), "1500000");
    // Another process, with nothing in memory.
    let app = app.with_parts(|_| {}).await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    let state = meena.ask("HEAD", &place).await.expect(200);
    assert_eq!(
        (header(&state, "upload-offset"), header(&state, "upload-length")),
        ("1500000", &*whole.len().to_string())
    );
    let done = meena.append(&place, 1_500_000, whole[1_500_000..].to_vec()).await.expect(200);
    assert_eq!(done.record()["sha256"], hash(&whole));
    assert_eq!(app.count("SELECT count(*) FROM upload_piece").await, 0);
    assert_eq!(app.files_kept(), 1, "only the joined file remains");
    meena.submit(&txn, json!({ "documents": [1] })).await.expect(200);
    let query = format!("txnRefNo={txn}&documentNo=1&fileId={}", done.record()["fileId"].as_str().unwrap());
    assert!(meena.get("document/content", &query).await.expect(200).bytes == whole);
    assert_eq!(app.sweep_files(Timestamp::now() + SignedDuration::from_hours(1)).await, 1, "the upload's own row");
    assert_eq!(app.files_kept(), 1);
}

async fn a_finished_upload_answers_like_a_plain_one(app: TestApp) {
    let (meena, txn) = customer_and_request(&app).await;
    let plain = meena.upload(&txn, 1, "card.png", png()).await.expect(200);
    let place = meena.begin(&txn, 2, "../../card\r\n.png", &png()).await;
    let done = meena.append(&place, 0, png()).await.expect(200);
    let mut expected = plain.json.clone();
    for (name, value) in [("fileId", &done.record()["fileId"]), ("fileName", &json!("card.png"))] {
        expected["data"]["record"][name] = value.clone();
    }
    assert_eq!(done.json, expected);
    assert_eq!(header(&done, "upload-offset"), png().len().to_string());
    // A sender that lost the answer asks again and gets the same.
    assert_eq!(meena.offset(&place).await, png().len());
    assert_eq!(meena.append(&place, png().len(), Body::empty()).await.expect(200).json, done.json);
    let found = meena.find(&txn).await.expect(200);
    assert_eq!(document(&found, 2)["staged"].as_array().unwrap().len(), 1, "stored once");
    assert_eq!(document(&found, 2)["staged"][0], *done.record());
    assert_eq!(document(&found, 2)["staged"][0]["scan"], "notScanned");
    // A sender that cancels too late takes the file back.
    meena.ask("DELETE", &place).await.expect(204);
    assert_eq!(document(&meena.find(&txn).await.expect(200), 2)["staged"], json!([]));
    let place = meena.begin(&txn, 2, "card.png", &png()).await;
    meena.append(&place, 0, png()).await.expect(200);
    meena.submit(&txn, json!({ "documents": [2] })).await.expect(200);
    meena.ask("DELETE", &place).await.expect(204);
    let found = meena.find(&txn).await.expect(200);
    assert_eq!(document(&found, 2)["versions"][0]["files"].as_array().unwrap().len(), 1, "what is submitted stays");
}

async fn the_same_file_chosen_again_continues(app: TestApp) {
    let (meena, txn) = customer_and_request(&app).await;
    let whole = paper(1_200_000);
    let place = meena.begin(&txn, 1, "paper.pdf", &whole).await;
    meena.append(&place, 0, whole[..1_100_000].to_vec()).await.expect(204);
    let sha256 = hash(&whole);
    let again = meena.declare(whole.len() as u64, &metadata(&txn, 1, "paper.pdf", Some(&sha256))).await.expect(201);
    assert!(header(&again, "location").ends_with(&place));
    assert_eq!(header(&again, "upload-offset"), "1100000");
    // Another file, document or name is another upload.
    let other = paper(1_200_001);
    for (document, name, whole) in [(1, "paper.pdf", &other), (2, "paper.pdf", &whole), (1, "other.pdf", &whole)] {
        assert_ne!(meena.begin(&txn, document, name, whole).await, place);
    }
    let unknown = meena.declare(whole.len() as u64, &metadata(&txn, 1, "paper.pdf", None)).await.expect(201);
    assert!(!header(&unknown, "location").ends_with(&place), "without a hash it may be another file");
}

async fn wrong_calls_are_refused(app: TestApp) {
    let (meena, txn) = customer_and_request(&app).await;
    let about = metadata(&txn, 1, "a.png", None);
    let options = meena.client.send("OPTIONS", &meena.tus_path(""), &[], Body::empty()).await.expect(204);
    let told = ["tus-version", "tus-extension", "tus-max-size"].map(|name| header(&options, name));
    assert_eq!(told, ["1.0.0", "creation,termination", "209715200"]);
    let two_gigabytes = 2 * 1024 * 1024 * 1024;
    assert_eq!(meena.declare(two_gigabytes, &about).await.expect(413).code(), "fileTooLarge");
    assert_eq!(meena.declare(0, &about).await.expect(422).code(), "fileEmpty");
    meena.declare(9, "txnRefNo not-base64").await.expect(400);
    meena.declare(9, &metadata(&txn, 1, "a.png", Some("abc"))).await.expect(400);
    meena.declare(9, &metadata(&txn, 77, "a.png", None)).await.expect(404);
    meena.declare(9, &metadata("N0", 1, "a.png", None)).await.expect(404);
    let place = meena.begin(&txn, 1, "a.png", &png()).await;
    for version in ["0.2.2", ""] {
        let headers = [("tus-resumable", version)];
        let answer = meena.client.send("HEAD", &meena.tus_path(&place), &headers, Body::empty()).await.expect(412);
        assert_eq!(header(&answer, "tus-version"), "1.0.0");
    }
    let moved = meena.append(&place, 5, png()).await.expect(409);
    assert_eq!((moved.code(), header(&moved, "tus-resumable")), ("uploadMoved", "1.0.0"));
    let wrong_type = [TUS, ("upload-offset", "0"), ("content-type", "image/png")];
    meena.client.send("PATCH", &meena.tus_path(&place), &wrong_type, png().into()).await.expect(415);
    let more = [png(), png()].concat();
    meena.append(&place, 0, more).await.expect(413);
    assert_eq!(meena.offset(&place).await, 0);
    meena.ask("DELETE", &place).await.expect(204);
    for method in ["HEAD", "DELETE"] {
        meena.ask(method, &place).await.expect(404);
    }
    meena.append(&place, 0, png()).await.expect(404);
    meena.client.send("PUT", &meena.tus_path(&place), &[TUS], Body::empty()).await.expect(400);
    assert_eq!(app.files_kept(), 0);
}

async fn a_wrong_checksum_leaves_nothing(app: TestApp) {
    let (meena, txn) = customer_and_request(&app).await;
    let place = meena.begin(&txn, 1, "a.png", &[png().as_slice(), b"x"].concat()).await;
    let refused = meena.append(&place, 0, [png().as_slice(), b"y"].concat()).await.expect(460);
    assert_eq!((refused.code(), refused.fields()), ("checksumMismatch", vec!["file"]));
    meena.ask("HEAD", &place).await.expect(404);
    assert_eq!(app.files_kept(), 0);
    assert_eq!(app.count("SELECT count(*) FROM upload_piece").await, 0);
}

/// Every kind of bad file, as a plain upload and as a resumable one.
async fn what_the_checks_refuse_leaves_nothing(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let parties = json!([party("Meena", "meena@example.com", "+919841030001", &["PAN", "PROJREP"])]);
    let made = banker.save(&with(with(request_input(), "parties", parties), "send", json!(true))).await.expect(200);
    let txn = made.record()["txnRefNo"].as_str().unwrap().to_owned();
    let meena = Desk::customer(&app, "meena@example.com").await;
    let script = documents::packed_pdf_with("/OpenAction << /S /JavaScript /JS (app.alert(1)) >>", "", &[]);
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>".to_vec();
    let archive = documents::zip(&[("Evil.class", b"x")]);
    let zeros = vec![0; 12 * 1024 * 1024];
    let bomb = documents::zip(&[("[Content_Types].xml", b""), ("word/document.xml", &zeros)]);
    let broken = documents::pdf(&["x"]);
    let heic = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic".to_vec();
    for (document, name, bytes, status, code) in [
        (1, "form.pdf", script, 422, "fileActive"),
        (1, "a.png", b"<!doctype html><script>alert(1)</script>".to_vec(), 415, "unsupportedFormat"),
        (1, "a.png", svg, 415, "unsupportedFormat"),
        (1, "a.exe", b"MZ".to_vec(), 415, "unsupportedFormat"),
        (1, "a.png", [png(), archive].concat(), 422, "fileMixed"),
        (1, "a.png", documents::png_that_claims(50_000, 50_000), 413, "imageTooLarge"),
        (1, "a.pdf", broken[..broken.len() / 2].to_vec(), 415, "unsupportedFormat"),
        (2, "a.docx", bomb, 413, "tooLarge"),
        (1, "photo.png", documents::png_that_claims(8_000, 6_250), 413, "imageTooLarge"),
        (1, "IMG_1.HEIC", heic.clone(), 422, "fileHeic"),
        (1, "IMG_1.png", heic, 422, "fileHeic"),
        (1, "locked.pdf", documents::protected_pdf(), 422, "fileLocked"),
    ] {
        let plain = meena.upload(&txn, document, name, bytes.clone()).await.expect(status);
        assert_eq!(plain.code(), code, "{name}");
        let place = meena.begin(&txn, document, name, &bytes).await;
        let refused = meena.append(&place, 0, bytes).await.expect(status);
        assert_eq!(refused.json, plain.json, "{name}");
        meena.ask("HEAD", &place).await.expect(404);
    }
    assert_eq!(app.files_kept(), 0);
}

/// Files that look alarming and are accepted: reviewers decide.
async fn unusual_files_are_accepted(app: TestApp) {
    let (meena, txn) = customer_and_request(&app).await;
    let long = documents::pdf(&vec!["Page"; 1000]);
    let place = meena.begin(&txn, 2, "long\r\nSet-Cookie: a=b\".pdf", &long).await;
    let done = meena.append(&place, 0, long).await.expect(200);
    assert_eq!(done.record()["pages"], 1000);
    let query = format!("txnRefNo={txn}&documentNo=2&fileId={}", done.record()["fileId"].as_str().unwrap());
    meena.get("document/preview", &format!("{query}&page=1000")).await.expect(200);
    let sent = meena.get("document/content", &query).await.expect(200);
    assert!(!sent.headers.contains_key("set-cookie"));
    assert!(header(&sent, "content-disposition").starts_with("attachment; filename=\"long"), "{:?}", sent.headers);
}

async fn of_two_senders_at_the_same_offset_one_wins(app: TestApp) {
    let (meena, txn) = customer_and_request(&app).await;
    let whole = paper(1_500_000);
    let place = meena.begin(&txn, 1, "paper.pdf", &whole).await;
    let half = whole.len() / 2;
    for (from, to, good) in [(0, half, 204), (half, whole.len(), 200)] {
        let answers = join_all((0..4).map(|_| meena.append(&place, from, whole[from..to].to_vec()))).await;
        let count = |status: u16| answers.iter().filter(|answer| answer.status.as_u16() == status).count();
        assert_eq!((count(good), count(409)), (1, 3), "{:?}", answers.iter().map(|a| a.status).collect::<Vec<_>>());
    }
    let found = meena.find(&txn).await.expect(200);
    assert_eq!(document(&found, 1)["staged"].as_array().unwrap().len(), 1);
    assert_eq!(document(&found, 1)["staged"][0]["sha256"], hash(&whole));
    assert_eq!(app.files_kept(), 1, "nothing of the others remains");
}

async fn an_upload_cut_at_every_stage_keeps_what_arrived(app: TestApp) {
    let (meena, txn) = customer_and_request(&app).await;
    let whole = paper(2_300_000);
    let place = meena.begin(&txn, 1, "paper.pdf", &whole).await;
    let mut offset = 0;
    for length in [0, 1, 10, 1_000, 1_048_576, 1_048_577] {
        let end = offset + length;
        let answer = meena.append(&place, offset, cut(&whole[offset..end])).await;
        assert_eq!(answer.status.as_u16(), 204, "{length}");
        assert_eq!(meena.offset(&place).await, end, "{length}");
        offset = end;
    }
    let done = meena.append(&place, offset, whole[offset..].to_vec()).await.expect(200);
    assert_eq!(done.record()["sha256"], hash(&whole));
}

async fn another_user_finds_no_upload(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let others = party("Arjun", "arjun@example.com", "+919841030002", &["PAN"]);
    let parties = json!([request_input()["parties"][0], others]);
    let made = banker.save(&with(with(request_input(), "parties", parties), "send", json!(true))).await.expect(200);
    let txn = made.record()["txnRefNo"].as_str().unwrap().to_owned();
    let meena = Desk::customer(&app, "meena@example.com").await;
    let arjun = Desk::customer(&app, "arjun@example.com").await;
    // Another party's document does not exist.
    let theirs = arjun.declare(9, &metadata(&txn, 1, "a.png", None)).await.expect(404);
    let nothing = arjun.declare(9, &metadata(&txn, 99, "a.png", None)).await.expect(404);
    assert_eq!(theirs.bytes, nothing.bytes);
    let place = meena.begin(&txn, 1, "a.png", &png()).await;
    for desk in [&arjun, &banker] {
        desk.ask("HEAD", &place).await.expect(404);
        desk.append(&place, 0, png()).await.expect(404);
        desk.ask("DELETE", &place).await.expect(404);
    }
    let viewer = Desk::staff(&app, "VIEWER").await;
    viewer.ask("HEAD", &place).await.expect(403);
    assert_eq!(meena.offset(&place).await, 0);
    meena.append(&place, 0, png()).await.expect(200);
}

async fn a_request_that_closed_meanwhile_refuses_the_rest(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let (meena, txn) = customer_and_request(&app).await;
    let place = meena.begin(&txn, 1, "a.png", &png()).await;
    meena.append(&place, 0, png()[..20].to_vec()).await.expect(204);
    // Accepted meanwhile.
    meena.upload_and_submit(&txn, 1).await.expect(200);
    for user in ["CHECKER1", "CHECKER2"] {
        Desk::staff(&app, user).await.review(&txn, 1, "accept", json!({})).await.expect(200);
    }
    let plain = meena.upload(&txn, 1, "a.png", png()).await.expect(409);
    assert_eq!(meena.append(&place, 20, png()[20..].to_vec()).await.expect(409).json, plain.json);
    assert_eq!(meena.declare(9, &metadata(&txn, 1, "b.png", None)).await.expect(409).json, plain.json);
    // Expired meanwhile.
    let other = meena.begin(&txn, 2, "a.png", &png()).await;
    app.clock.advance_seconds(400 * 24 * 3600);
    app.run_job("expire").await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    let plain = meena.upload(&txn, 2, "a.png", png()).await;
    assert!(plain.status.is_client_error());
    let late = meena.append(&other, 0, png()).await.expect(plain.status.as_u16());
    assert_eq!(late.json, plain.json);
    drop(banker);
}

async fn abandoned_uploads_are_swept_after_a_day(app: TestApp) {
    let (meena, txn) = customer_and_request(&app).await;
    let whole = paper(1_500_000);
    let place = meena.begin(&txn, 1, "paper.pdf", &whole).await;
    meena.append(&place, 0, whole[..1_200_000].to_vec()).await.expect(204);
    assert_eq!(app.files_kept(), 2);
    app.clock.advance_seconds(23 * 3600);
    app.run_job("sweep-files").await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    assert_eq!(meena.offset(&place).await, 1_200_000);
    app.clock.advance_seconds(2 * 3600);
    app.run_job("sweep-files").await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.ask("HEAD", &place).await.expect(404);
    assert_eq!(app.files_kept(), 0);
    assert_eq!(app.count("SELECT count(*) FROM upload").await, 0);
}

/// A store that can be full or down.
struct Failing {
    files: FilesMemory,
    is_full: AtomicBool,
    is_down: AtomicBool,
}

fn full<'a, T: Send + 'a>() -> FileFuture<'a, T> {
    Box::pin(std::future::ready(Err(FileFault::Unavailable("no space left".to_owned()))))
}

impl Files for Failing {
    fn put<'a>(&'a self, id: &'a str, context: &'a FileContext, pieces: Pieces<'a>) -> FileFuture<'a, WrittenFile> {
        if self.is_full.load(Ordering::SeqCst) { full() } else { self.files.put(id, context, pieces) }
    }

    fn open<'a>(&'a self, file: &'a StoredFile, range: std::ops::Range<u64>) -> FileFuture<'a, OpenFile> {
        if self.is_down.load(Ordering::SeqCst) { full() } else { self.files.open(file, range) }
    }

    fn delete<'a>(&'a self, id: &'a str) -> FileFuture<'a, ()> {
        self.files.delete(id)
    }

    fn older_than(&self, before: Timestamp) -> Ids<'_> {
        self.files.older_than(before)
    }

    fn drop_unfinished(&self, before: Timestamp) -> FileFuture<'_, u64> {
        self.files.drop_unfinished(before)
    }
}

async fn a_full_or_absent_store_keeps_the_part(app: TestApp) {
    let failing = Arc::new(Failing {
        files: FilesMemory::default(),
        is_full: AtomicBool::new(false),
        is_down: AtomicBool::new(false),
    });
    let own = failing.clone();
    let app = app.with_parts(move |app| app.files = own).await;
    let (meena, txn) = customer_and_request(&app).await;
    let whole = paper(1_500_000);
    let place = meena.begin(&txn, 1, "paper.pdf", &whole).await;
    meena.append(&place, 0, whole[..1_000_000].to_vec()).await.expect(204);
    failing.is_full.store(true, Ordering::SeqCst);
    let refused = meena.append(&place, 1_000_000, whole[1_000_000..].to_vec()).await.expect(503);
    assert!(refused.headers.contains_key("retry-after"));
    assert_eq!(meena.offset(&place).await, 1_000_000);
    // Down while the pieces are joined.
    failing.is_full.store(false, Ordering::SeqCst);
    failing.is_down.store(true, Ordering::SeqCst);
    meena.append(&place, 1_000_000, whole[1_000_000..].to_vec()).await.expect(503);
    assert_eq!(meena.offset(&place).await, whole.len());
    failing.is_down.store(false, Ordering::SeqCst);
    let done = meena.append(&place, whole.len(), Body::empty()).await.expect(200);
    assert_eq!(done.record()["sha256"], hash(&whole));
    assert_eq!(failing.files.ids().len(), 1);
}

async fn a_full_disk_takes_no_piece(app: TestApp) {
    // With these settings every disk counts as full.
    let folder = FilesFolder::open(&app.folder.path().join("files")).unwrap().with_reserve(0, u64::MAX);
    let app = app.with_parts(move |app| app.files = Arc::new(folder)).await;
    let (meena, txn) = customer_and_request(&app).await;
    let place = meena.begin(&txn, 1, "a.png", &png()).await;
    meena.append(&place, 0, png()).await.expect(503);
    assert_eq!((meena.offset(&place).await, app.files_kept()), (0, 0));
}

async fn of_many_unfinished_uploads_the_oldest_are_dropped(app: TestApp) {
    let (meena, txn) = customer_and_request(&app).await;
    let place = meena.begin(&txn, 1, "a.png", &png()).await;
    for number in 0..25 {
        app.clock.advance_seconds(1);
        meena.begin(&txn, 1, &format!("{number}.png"), &png()).await;
    }
    assert_eq!(app.count("SELECT count(*) FROM upload").await, 20);
    meena.ask("HEAD", &place).await.expect(404);
}
