//! Stored documents: what is kept, shown, checked and removed.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use app::documents::Inspections;
use app::files::inspection_queue::{InspectionQueue, Limits};
use axum::body::Body;
use bytes::Bytes;
use domain::document::FileType;
use futures_util::future::join_all;
use futures_util::stream;
use http_body_util::BodyExt;
use integrations::inspector::InProcess;
use jiff::Timestamp;
use ports::{Cover, FileContext, FileFacts, InspectFuture, Inspector, Picture, Pieces, Rows};
use serde_json::json;
use testkit::documents::pdf;
use testkit::{PATIENCE, TestApp, documents, on_both_databases, on_sqlite, until};
use tokio::sync::Notify;

use super::{Desk, document, party, png, request_input, with};

on_both_databases!(
    files_that_no_record_names_are_swept,
    a_changed_or_missing_file_is_not_served,
    a_check_finds_every_file_that_is_not_what_its_record_says,
    an_archive_lists_the_hashes_of_its_files,
);

on_sqlite!(
    a_large_file_that_was_changed_breaks_off,
    a_page_is_rendered_once_and_goes_with_its_file,
    a_user_who_floods_previews_is_held_back_and_others_are_not,
    files_with_scripts_or_other_files_are_refused_with_a_reason,
);

/// The usual inspector, which counts rendered pages and can be blocked.
#[derive(Default)]
struct Counting {
    rendered: AtomicUsize,
    is_stuck: AtomicBool,
    freed: Notify,
}

impl Counting {
    fn rendered(&self) -> usize {
        self.rendered.load(Ordering::SeqCst)
    }

    fn free(&self) {
        self.is_stuck.store(false, Ordering::SeqCst);
        self.freed.notify_waiters();
    }
}

impl Inspector for Counting {
    fn inspect<'a>(&'a self, kind: FileType, file: Pieces<'a>) -> InspectFuture<'a, FileFacts> {
        InProcess.inspect(kind, file)
    }

    fn picture<'a>(&'a self, kind: FileType, file: Pieces<'a>, page: u32, width: u32) -> InspectFuture<'a, Picture> {
        Box::pin(async move {
            let freed = self.freed.notified();
            tokio::pin!(freed);
            freed.as_mut().enable();
            self.rendered.fetch_add(1, Ordering::SeqCst);
            if self.is_stuck.load(Ordering::SeqCst) {
                freed.await;
            }
            InProcess.picture(kind, file, page, width).await
        })
    }

    fn png<'a>(&'a self, kind: FileType, file: Pieces<'a>) -> InspectFuture<'a, Picture> {
        InProcess.png(kind, file)
    }

    fn cover<'a>(&'a self, kind: FileType, page: Pieces<'a>, covers: &'a [Cover]) -> InspectFuture<'a, Picture> {
        InProcess.cover(kind, page, covers)
    }

    fn rows<'a>(&'a self, file: Pieces<'a>) -> InspectFuture<'a, Rows> {
        InProcess.rows(file)
    }
}

/// Uploads a PDF of this number of pages; returns its query.
async fn upload_pdf(desk: &Desk, txn: &str, document: u32, pages: usize) -> String {
    let file = documents::pdf(&vec!["Page"; pages]);
    let answer = desk.upload(txn, document, "paper.pdf", file).await.expect(200);
    let id = answer.record()["fileId"].as_str().unwrap();
    format!("txnRefNo={txn}&documentNo={document}&fileId={id}")
}

async fn a_page_is_rendered_once_and_goes_with_its_file(app: TestApp) {
    let counting = Arc::new(Counting::default());
    let own = counting.clone();
    let app = app.with_parts(move |app| app.inspector = own).await;
    let txn = Desk::staff(&app, "BANKER1").await.sent().await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    let place = upload_pdf(&meena, &txn, 1, 2).await;
    counting.is_stuck.store(true, Ordering::SeqCst);
    let together = join_all((0..30).map(|_| meena.get("document/preview", &place)));
    let free = async {
        until("a page is rendered", PATIENCE, async || counting.rendered() > 0).await;
        counting.free();
    };
    let (answers, ()) = futures_util::future::join(together, free).await;
    let first = answers[0].bytes.clone();
    assert!(!first.is_empty());
    for answer in answers {
        assert!(answer.expect(200).bytes == first && counting.rendered() == 1, "all share one rendering");
    }
    let again = meena.get("document/preview", &place).await.expect(200);
    assert!(again.bytes == first, "the same picture");
    assert_eq!((again.headers["x-pages"].to_str().unwrap(), counting.rendered()), ("2", 1));
    meena.get("document/preview", &format!("{place}&page=2")).await.expect(200);
    assert_eq!(counting.rendered(), 2);
    for page in [3, 4_000_000] {
        meena.get("document/preview", &format!("{place}&page={page}")).await.expect(404);
    }
    assert_eq!(counting.rendered(), 2, "what is not there takes nobody's time");
    let kept = || std::fs::read_dir(app.folder.path().join("previews")).unwrap().count();
    assert_eq!(kept(), 2);
    let id = place.rsplit('=').next().unwrap();
    let body = serde_json::json!({ "txnRefNo": txn, "documentNo": 1, "fileId": id });
    meena.call("document/upload", "D", &body).await.expect(200);
    assert_eq!(kept(), 0, "it goes with the file");
    // The state after a page is rendered while its file is removed.
    let lost = ports::PreviewKey { storage_id: "0123456789abcdef0123".to_owned(), page: 1, width: 100, covers: None };
    app.app().previews.store(&lost, &Err(ports::InspectFault::TooMuch)).await.unwrap();
    assert_eq!(kept(), 1);
    app.sweep_files(Timestamp::UNIX_EPOCH).await;
    assert_eq!(kept(), 0, "and what is left behind is swept");
}

async fn a_user_who_floods_previews_is_held_back_and_others_are_not(app: TestApp) {
    let counting = Arc::new(Counting::default());
    let own = counting.clone();
    // Nobody gives up waiting, however busy the machine is.
    let limits = Limits { timeout: Duration::from_secs(3600), ..Limits::DEFAULT };
    let mut inspections = Inspections::default();
    inspections.previews = InspectionQueue::new(limits);
    let app = app.with_parts(move |app| (app.inspector, app.inspections) = (own, Arc::new(inspections))).await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let others = party("Arjun", "arjun@example.com", "+919841030002", &["PAN"]);
    let parties = serde_json::json!([request_input()["parties"][0], others]);
    let made = banker
        .save(&with(with(request_input(), "parties", parties), "send", serde_json::json!(true)))
        .await
        .expect(200);
    let txn = made.record()["txnRefNo"].as_str().unwrap().to_owned();
    let meena = Desk::customer(&app, "meena@example.com").await;
    let arjun = Desk::customer(&app, "arjun@example.com").await;
    let (hers, his) = (upload_pdf(&meena, &txn, 1, 40).await, upload_pdf(&arjun, &txn, 3, 1).await);
    counting.is_stuck.store(true, Ordering::SeqCst);
    let pages: Vec<String> = (1..=40).map(|page| format!("{hers}&page={page}")).collect();
    let flood = join_all(pages.iter().map(|place| meena.get("document/preview", place)));
    let meanwhile = async {
        until("a page is rendered", PATIENCE, async || counting.rendered() > 0).await;
        let look = arjun.get("document/preview", &his);
        let work = async {
            arjun.upload(&txn, 3, "a.png", png()).await.expect(200);
            meena.upload(&txn, 2, "a.png", png()).await.expect(200);
            until("the other's page is rendered", PATIENCE, async || counting.rendered() > 1).await;
            assert_eq!(counting.rendered(), 2, "one page of hers, one of his");
            counting.free();
        };
        futures_util::future::join(look, work).await.0.expect(200);
    };
    let (answers, ()) = futures_util::future::join(flood, meanwhile).await;
    let count = |status: u16| answers.iter().filter(|answer| answer.status.as_u16() == status).count();
    assert_eq!((count(200), count(429)), (21, 19), "one at once and twenty that wait");
    let refused = answers.iter().find(|answer| answer.status.as_u16() == 429).unwrap();
    assert!(refused.headers.contains_key("retry-after"));
    meena.get("document/preview", &pages[39]).await.expect(200);
}

async fn files_with_scripts_or_other_files_are_refused_with_a_reason(app: TestApp) {
    let txn = Desk::staff(&app, "BANKER1").await.sent().await;
    let mut meena = Desk::customer(&app, "meena@example.com").await;
    let before = app.files_kept();
    let script = documents::packed_pdf_with("/OpenAction << /S /JavaScript /JS (app.alert(1)) >>", "", &[]);
    let answer = meena.upload(&txn, 1, "form.pdf", script.clone()).await.expect(422);
    assert_eq!((answer.code(), answer.fields()), ("fileActive", vec!["file"]));
    assert!(answer.error().starts_with("This PDF contains scripts"), "{}", answer.error());
    let archive = documents::zip(&[("Evil.class", b"x")]);
    let answer = meena.upload(&txn, 1, "card.png", [png(), archive].concat()).await.expect(422);
    assert_eq!((answer.code(), answer.fields()), ("fileMixed", vec!["file"]));
    meena.upload(&txn, 1, "form.pdf", [b"\n".as_slice(), &documents::pdf(&["x"])].concat()).await.expect(415);
    meena.client.language = Some("ta");
    let tamil = meena.upload(&txn, 1, "form.pdf", script).await.expect(422);
    assert!(tamil.error().starts_with("இந்த PDF"), "{}", tamil.error());
    assert_eq!(app.files_kept(), before, "nothing of them stays");
}

async fn files_that_no_record_names_are_swept(app: TestApp) {
    let txn = Desk::staff(&app, "BANKER1").await.sent().await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.upload_and_submit(&txn, 1).await.expect(200);
    meena.upload(&txn, 2, "a.png", png()).await.expect(200);
    let named = app.files_kept();
    // The state after an upload that ends between the file and its record.
    let lost = stream::iter([Ok(Bytes::from_static(b"lost"))]);
    let [country, entity, txn_ref_no, file_id] = ["IN", "NGB", &txn, "1"].map(str::to_owned);
    let context = FileContext { country, entity, txn_ref_no, document: 1, file_id };
    app.app().files.put("0123456789abcdef0123", &context, Box::pin(lost)).await.unwrap();
    let long_ago = Timestamp::UNIX_EPOCH;
    assert_eq!(app.sweep_files(long_ago).await, 0, "it may be on its way");
    assert_eq!(app.sweep_files(Timestamp::MAX).await, 1);
    assert_eq!(app.files_kept(), named, "what a record names stays, staged or handed in");
}

/// Where the bytes of a document's only file are, and the query that asks for it.
async fn place(app: &TestApp, desk: &Desk, txn: &str, number: usize) -> (PathBuf, String) {
    let found = desk.find(txn).await.expect(200);
    let file = document(&found, number)["versions"][0]["files"][0]["fileId"].as_str().unwrap().to_owned();
    let id = app.texts(&format!("SELECT storage_id FROM docrequest_file WHERE file_id = '{file}'")).await.remove(0);
    let path = app.folder.path().join("files").join(&id[..2]).join(&id);
    (path, format!("txnRefNo={txn}&documentNo={number}&fileId={file}"))
}

async fn a_changed_or_missing_file_is_not_served(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    Desk::customer(&app, "meena@example.com").await.upload_and_submit(&txn, 1).await.expect(200);
    let (path, query) = place(&app, &banker, &txn, 1).await;
    let whole = std::fs::read(&path).unwrap();
    assert_eq!(banker.get("document/content", &query).await.expect(200).bytes, png());
    let mut changed = whole.clone();
    *changed.last_mut().unwrap() ^= 1;
    let longer = [whole.as_slice(), b"x"].concat();
    let storage_id = path.file_name().unwrap().to_str().unwrap();
    for stored in [Some(changed), Some(longer), Some(Vec::new()), None] {
        match &stored {
            Some(bytes) => std::fs::write(&path, bytes).unwrap(),
            None => std::fs::remove_file(&path).unwrap(),
        }
        for resource in ["document/content", "document/preview", "document/archive"] {
            let refused = banker.get(resource, &query).await.expect(503);
            assert_eq!(refused.code(), "documentDamaged", "{resource}");
            assert!(refused.error().starts_with("The stored file of this document is damaged"), "{}", refused.error());
            assert!(refused.headers.contains_key("retry-after"));
            assert!(!String::from_utf8_lossy(&refused.bytes).contains(storage_id), "no trace of where it is stored");
        }
    }
    std::fs::write(&path, &whole).unwrap();
    banker.get("document/archive", &query).await.expect(200);
}

async fn an_archive_lists_the_hashes_of_its_files(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent_without_aadhaar().await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    for name in ["card.png", "card.png", "%E0%AE%AA%E0%AE%BE%E0%AE%A9%E0%AF%8D%5C%0A%20%20x.png"] {
        meena.upload(&txn, 2, name, png()).await.expect(200);
        meena.submit(&txn, json!({ "documents": [2] })).await.expect(200);
    }
    meena.upload_and_submit(&txn, 1).await.expect(200);
    let archive = banker.get("document/archive", &format!("txnRefNo={txn}")).await.expect(200);
    let place = tempfile::tempdir().unwrap();
    zip::ZipArchive::new(std::io::Cursor::new(archive.bytes)).unwrap().extract(place.path()).unwrap();
    let check = || {
        let mut command = std::process::Command::new("sha256sum");
        let checked = command.args(["--check", "--strict", "SHA256SUMS"]).current_dir(place.path().join(&txn)).output();
        checked.expect("sha256sum is part of every Debian")
    };
    let checked = check();
    let lines = String::from_utf8(checked.stdout).unwrap();
    assert!(checked.status.success(), "{lines}");
    assert_eq!(lines.lines().filter(|line| line.ends_with(": OK")).count(), 2, "{lines}");
    let first =
        std::fs::read_dir(place.path().join(&txn)).unwrap().flatten().find(|file| file.file_name() != "SHA256SUMS");
    std::fs::write(first.unwrap().path(), "changed").unwrap();
    assert!(!check().status.success(), "a changed file is noticed");
}

async fn a_large_file_that_was_changed_breaks_off(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    let whole = pdf(&[&"x".repeat(1_500_000)]);
    meena.upload(&txn, 1, "large.pdf", whole.clone()).await.expect(200);
    meena.submit(&txn, json!({ "documents": [1] })).await.expect(200);
    let (path, query) = place(&app, &banker, &txn, 1).await;
    let read = async || {
        let header = banker.client.header_json(None);
        let path = format!("/api/banker/v1/docz/banking/transaction/document/content@{header}?{query}");
        let response = banker.client.open(&path).await;
        assert_eq!(response.headers()["content-length"], whole.len().to_string());
        let mut body: Body = response.into_body();
        let mut received = Vec::new();
        while let Some(frame) = body.frame().await {
            match frame {
                Ok(frame) => received.extend_from_slice(&frame.into_data().unwrap()),
                Err(_) => return (received, false),
            }
        }
        (received, true)
    };
    assert_eq!(read().await, (whole.clone(), true));
    let mut changed = std::fs::read(&path).unwrap();
    changed[700_000] ^= 1;
    std::fs::write(&path, &changed).unwrap();
    let (received, is_complete) = read().await;
    assert!(!is_complete && received.len() < whole.len(), "the client sees that the end is missing");
    for resource in ["document/preview", "document/archive"] {
        assert_eq!(banker.get(resource, &query).await.expect(503).code(), "documentDamaged", "{resource}");
    }
}

async fn a_check_finds_every_file_that_is_not_what_its_record_says(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    let mut places = Vec::new();
    for _ in 0..2 {
        let txn = banker.sent().await;
        for number in [1, 2] {
            meena.upload_and_submit(&txn, number).await.expect(200);
            places.push((txn.clone(), number, place(&app, &banker, &txn, number as usize).await.0));
        }
    }
    let check = async |before: &str| {
        let mut found = Vec::new();
        let (store, files) = (&app.app().store, app.app().files.as_ref());
        let report = |damage: app::files::FileDamage| {
            found.push((damage.record.txn_ref_no, damage.record.document, damage.what));
        };
        let compared = app::files::check_files(store, files, before, report).await.unwrap();
        (compared, found)
    };
    let later = "2999";
    assert_eq!(check(later).await, (4, vec![]));
    let mut changed = std::fs::read(&places[0].2).unwrap();
    changed[20] ^= 1;
    std::fs::write(&places[0].2, changed).unwrap();
    let whole = std::fs::read(&places[1].2).unwrap();
    std::fs::write(&places[1].2, &whole[..whole.len() - 1]).unwrap();
    std::fs::remove_file(&places[2].2).unwrap();
    let (compared, mut found) = check(later).await;
    found.sort();
    let expected = [(0, "has other content"), (1, "has another size"), (2, "is missing")];
    let mut expected: Vec<(String, u32, String)> =
        expected.iter().map(|(at, what)| (places[*at].0.clone(), places[*at].1, (*what).to_owned())).collect();
    expected.sort();
    assert_eq!((compared, found), (4, expected));
    assert_eq!(check("2026-01-01").await, (0, vec![]), "what came later is not looked for");
}
