//! What the document store holds, what is shown of it, and what takes it away.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use bytes::Bytes;
use domain::document::FileType;
use futures_util::future::join_all;
use futures_util::stream;
use integrations::inspector::InProcess;
use jiff::Timestamp;
use ports::{Facts, Inspecting, Inspector, Picture, Pieces, Rows};
use testkit::{TestApp, documents, on_both_databases};
use tokio::sync::Notify;

use super::{Desk, party, png, wish, with};

on_both_databases!(
    files_that_no_record_names_are_swept,
    a_page_is_rendered_once_and_goes_with_its_file,
    who_floods_previews_is_held_back_and_nobody_else_is,
    files_that_act_or_hide_others_are_refused_with_a_reason,
);

/// The usual inspector, which counts the pages it renders and can be made to take for ever.
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
    fn look<'a>(&'a self, kind: FileType, file: Pieces<'a>) -> Inspecting<'a, Facts> {
        InProcess.look(kind, file)
    }

    fn picture<'a>(&'a self, kind: FileType, file: Pieces<'a>, page: u32, width: u32) -> Inspecting<'a, Picture> {
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

    fn rows<'a>(&'a self, file: Pieces<'a>) -> Inspecting<'a, Rows> {
        InProcess.rows(file)
    }
}

/// Uploads a PDF of these many pages; where it is found.
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
        while counting.rendered() == 0 {
            tokio::task::yield_now().await;
        }
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
    // As a page leaves it that is rendered while its file is removed.
    let lost = ports::PreviewKey { storage_id: "0123456789abcdef0123".to_owned(), page: 1, width: 100 };
    app.app().previews.keep(&lost, &Err(ports::InspectFault::TooMuch)).await.unwrap();
    assert_eq!(kept(), 1);
    app::documents::sweep(app.app(), Timestamp::UNIX_EPOCH).await.unwrap();
    assert_eq!(kept(), 0, "and what is left behind is swept");
}

async fn who_floods_previews_is_held_back_and_nobody_else_is(app: TestApp) {
    let counting = Arc::new(Counting::default());
    let own = counting.clone();
    let app = app.with_parts(move |app| app.inspector = own).await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let others = party("Arjun", "arjun@example.com", "+919841030002", &["PAN"]);
    let parties = serde_json::json!([wish()["parties"][0], others]);
    let made = banker.save(&with(with(wish(), "parties", parties), "send", serde_json::json!(true))).await.expect(200);
    let txn = made.record()["txnRefNo"].as_str().unwrap().to_owned();
    let meena = Desk::customer(&app, "meena@example.com").await;
    let arjun = Desk::customer(&app, "arjun@example.com").await;
    let (hers, his) = (upload_pdf(&meena, &txn, 1, 40).await, upload_pdf(&arjun, &txn, 3, 1).await);
    counting.is_stuck.store(true, Ordering::SeqCst);
    let pages: Vec<String> = (1..=40).map(|page| format!("{hers}&page={page}")).collect();
    let flood = join_all(pages.iter().map(|place| meena.get("document/preview", place)));
    let meanwhile = async {
        while counting.rendered() < 1 {
            tokio::task::yield_now().await;
        }
        let look = arjun.get("document/preview", &his);
        let work = async {
            arjun.upload(&txn, 3, "a.png", png()).await.expect(200);
            meena.upload(&txn, 2, "a.png", png()).await.expect(200);
            while counting.rendered() < 2 {
                tokio::task::yield_now().await;
            }
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

async fn files_that_act_or_hide_others_are_refused_with_a_reason(app: TestApp) {
    let txn = Desk::staff(&app, "BANKER1").await.sent().await;
    let mut meena = Desk::customer(&app, "meena@example.com").await;
    let before = app.files_kept();
    let script = documents::packed_pdf_with("/OpenAction << /S /JavaScript /JS (app.alert(1)) >>", "", &[]);
    let answer = meena.upload(&txn, 1, "form.pdf", script.clone()).await.expect(422);
    assert_eq!((answer.code(), answer.fields()), ("fileActive", vec!["file"]));
    assert!(answer.error().starts_with("This PDF Holds A Script"), "{}", answer.error());
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
    meena.supply(&txn, 1).await.expect(200);
    meena.upload(&txn, 2, "a.png", png()).await.expect(200);
    let named = app.files_kept();
    // As an upload leaves it that ends between the file and its record.
    let lost = stream::iter([Ok(Bytes::from_static(b"lost"))]);
    app.app().files.put("0123456789abcdef0123", Box::pin(lost)).await.unwrap();
    let long_ago = Timestamp::UNIX_EPOCH;
    assert_eq!(app::documents::sweep(app.app(), long_ago).await.unwrap(), 0, "it may be on its way");
    assert_eq!(app::documents::sweep(app.app(), Timestamp::MAX).await.unwrap(), 1);
    assert_eq!(app.files_kept(), named, "what a record names stays, staged or handed in");
}
