//! Automatic verification with the real `pdftotext` and `tesseract`.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use app::jobs::{Scheduler, find};
use app::live::Broadcast;
use domain::access::RequestAccess;
use domain::document::FileType;
use domain::verification::{WHOLE_PAGE, verify};
use integrations::inspector::InProcess;
use integrations::text_reader::{TextTools, Tools};
use ports::{FileText, TextFuture, TextReader, UnreadFile};
use serde_json::{Value, json};
use store::audit::stamp;
use testkit::documents::{letter, picture, scan};
use testkit::{TestApp, on_both_databases, on_sqlite, until};

use crate::api::requests::{Desk, document, recipients, with};

on_both_databases!(
    a_text_gets_a_verdict_with_evidence,
    a_failed_document_is_rejected_by_a_rule_that_may,
    without_levels_the_rule_accepts_what_passes,
    without_levels_a_person_decides_what_the_rule_leaves_open,
    two_nodes_verify_a_document_once,
    a_node_that_dies_leaves_its_document_to_another,
    a_tenant_with_many_documents_does_not_delay_another,
    a_verdict_about_an_old_version_decides_nothing,
    a_reader_that_cannot_be_started_costs_no_try,
);
on_sqlite!(
    a_submitted_document_is_verified_at_once,
    a_scan_is_read,
    a_tamil_scan_is_read,
    a_turned_scan_is_read,
    what_cannot_be_read_is_never_rejected,
    a_hanging_program_is_ended_with_all_it_started,
    a_page_of_more_words_than_are_kept_was_not_read,
    a_number_that_is_read_again_when_it_is_covered_hides_the_page,
    without_the_programs_documents_are_unreadable,
    bad_rules_are_refused_beside_the_field,
);

const PAN: &[&str] = &["INCOME TAX DEPARTMENT", "Permanent Account Number", "ABCPK1234F", "MEENA KRISHNAN"];
const OTHER: &[&str] = &["ELECTRICITY BOARD", "Consumer number 0471 1234", "Amount due 1 250"];

async fn with_tools(app: TestApp, tools: TextTools) -> TestApp {
    app.with_parts(|parts| parts.text_reader = Arc::new(Tools::new(&tools, Arc::new(InProcess)))).await
}

async fn ready(app: TestApp) -> (TestApp, Desk, String) {
    let app = with_tools(app, TextTools::default()).await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    (app, banker, txn)
}

async fn send(app: &TestApp, txn: &str, number: u32, name: &str, bytes: Vec<u8>) -> Desk {
    let customer = Desk::customer(app, "meena@example.com").await;
    customer.upload(txn, number, name, bytes).await.expect(200);
    customer.submit(txn, json!({ "documents": [number] })).await.expect(200);
    customer
}

async fn verdict(desk: &Desk, txn: &str, number: usize) -> Value {
    document(&desk.find(txn).await.expect(200), number)["verification"].clone()
}

/// The verdict about this file as document 1.
async fn verdict_about(app: &TestApp, banker: &Desk, name: &str, bytes: Vec<u8>) -> Value {
    let txn = banker.sent().await;
    send(app, &txn, 1, name, bytes).await;
    assert_eq!(app.run_job("verify").await.report.failures, 0);
    verdict(banker, &txn, 1).await
}

async fn a_text_gets_a_verdict_with_evidence(app: TestApp) {
    let (app, banker, txn) = ready(app).await;
    let customer = send(&app, &txn, 1, "pan.pdf", letter(PAN)).await;
    let before = banker.find(&txn).await.expect(200);
    assert_eq!(document(&before, 1)["verification"]["verdict"], "Waiting");
    assert_eq!(document(&before, 2)["verification"]["verdict"], "None", "nothing is submitted");

    let mut events = app.app().live.subscribe();
    let run = app.run_job("verify").await;
    assert_eq!((run.report.done, run.report.failures), (1, 0), "{:?}", run.report);
    assert!(matches!(events.try_recv(), Ok(Broadcast::Event(_))), "open pages are informed");
    assert_eq!(app.run_job("verify").await.report.done, 0, "once");
    let after = banker.find(&txn).await.expect(200);
    let shown = &document(&after, 1)["verification"];
    assert_eq!((&shown["verdict"], &shown["code"]), (&json!("Pass"), &json!("EnTxn0044")));
    assert_eq!(shown["details"][1]["found"], "ABCPK1234F");
    assert_eq!((&shown["details"][1]["ruleCode"], &shown["details"][1]["page"]), (&json!("PAN"), &json!(1)));
    let area: Vec<f64> =
        shown["details"][1]["box"].as_array().unwrap().iter().map(|part| part.as_f64().unwrap()).collect();
    assert!(area.iter().all(|part| (0.0..=1.0).contains(part)) && area[2] > 0.05 && area[3] > 0.005, "{area:?}");
    assert_eq!(before.record()["versionNumber"], after.record()["versionNumber"], "nobody is disturbed");
    assert_eq!(verdict(&customer, &txn, 1).await, json!({ "verdict": "Pass", "code": "EnTxn0044" }));
    let timeline = banker.get("docrequest/timeline", &format!("txnRefNo={txn}")).await.expect(200);
    assert_eq!(timeline.content()[0]["action"], "verify");

    let stored = app.texts("SELECT words || evidence FROM document_verification").await;
    assert!(stored.len() == 1 && !stored[0].contains("ABCPK1234F"), "stored encrypted");
    let access = RequestAccess::system("IN", "NGB");
    let seen = access.clone().into();
    let texts = app.app().store.texts_of_rule(&seen, "PAN", &app.day(0), 10).await.unwrap();
    let rule = app.app().store.rule(access.permit(), "PAN").await.unwrap();
    assert_eq!((texts.len(), texts[0].txn_ref_no.as_str()), (1, txn.as_str()));
    assert_eq!(verify(&rule.details, &texts[0].text).verdict, texts[0].verdict, "a rule runs again without OCR");
}

async fn a_failed_document_is_rejected_by_a_rule_that_may(app: TestApp) {
    let (app, banker, txn) = ready(app).await;
    send(&app, &txn, 1, "bill.pdf", letter(OTHER)).await;
    app.run_job("verify").await;
    let advised = banker.find(&txn).await.expect(200);
    assert_eq!(document(&advised, 1)["status"], "Uploaded", "a rule advises unless it may do more");
    assert_eq!(document(&advised, 1)["verification"]["code"], "EnTxn0055");

    app.run_sql_directly("UPDATE verification_rule SET rule_mode = 'autoReject', reject_reason = 'WRONG'").await;
    let txn = banker.sent().await;
    send(&app, &txn, 1, "bill.pdf", letter(OTHER)).await;
    app.run_job("verify").await;
    let rejected = banker.find(&txn).await.expect(200);
    let shown = document(&rejected, 1);
    assert_eq!((&shown["status"], &shown["reasonCode"]), (&json!("Rejected"), &json!("WRONG")));
    assert_eq!(shown["verification"]["verdict"], "Fail");
    assert_eq!(shown["versions"][0]["reviews"][0]["by"], "system");
    assert_eq!(recipients(&app, &txn, "DocumentRejected").await, ["meena@example.com"]);
    send(&app, &txn, 1, "blank.png", picture(FileType::Png, 400, 400)).await;
    app.run_job("verify").await;
    let unread = banker.find(&txn).await.expect(200);
    assert_eq!(document(&unread, 1)["verification"]["verdict"], "Unreadable");
    assert_eq!(document(&unread, 1)["status"], "Uploaded", "text that cannot be read rejects nothing");
}

async fn without_levels_the_rule_accepts_what_passes(app: TestApp) {
    app.run_sql_directly("UPDATE entity_master SET verification_levels = 0").await;
    let (app, banker, _) = ready(app).await;
    for mode in ["advise", "autoAccept", "autoReject"] {
        let set = format!("UPDATE verification_rule SET rule_mode = '{mode}', reject_reason = 'WRONG'");
        app.run_sql_directly(&set).await;
        let txn = banker.sent().await;
        let customer = send(&app, &txn, 1, "pan.pdf", letter(PAN)).await;
        for desk in [&banker, &customer] {
            let shown = desk.find(&txn).await.expect(200);
            let shown = document(&shown, 1);
            assert_eq!((&shown["status"], &shown["verification"]["verdict"]), (&json!("Uploaded"), &json!("Waiting")));
        }
        assert_eq!(waiting_notices(&app, &txn).await, 0, "{mode}: nobody is told before the rule has decided");
        app.run_job("verify").await;
        let shown = banker.find(&txn).await.expect(200);
        assert_eq!(document(&shown, 1)["status"], "Accepted", "{mode}");
        assert_eq!(document(&shown, 1)["versions"][0]["reviews"][0]["by"], "system");
        assert_eq!(waiting_notices(&app, &txn).await, 0, "{mode}");
    }
    app.run_sql_directly("UPDATE document_definition SET rule_code = NULL").await;
    let txn = banker.sent().await;
    send(&app, &txn, 1, "pan.pdf", letter(PAN)).await;
    let shown = banker.find(&txn).await.expect(200);
    assert_eq!(document(&shown, 1)["status"], "Accepted", "no rule objects");
}

async fn without_levels_a_person_decides_what_the_rule_leaves_open(app: TestApp) {
    app.run_sql_directly("UPDATE entity_master SET verification_levels = 0").await;
    app.run_sql_directly("UPDATE role_definition SET auth_level_code = NULL").await;
    let (app, banker, _) = ready(app).await;
    let checker = Desk::staff(&app, "CHECKER1").await;
    let left_open = [
        ("advise", "bill.pdf", letter(OTHER), "Fail"),
        ("autoAccept", "bill.pdf", letter(OTHER), "Fail"),
        ("advise", "blank.png", picture(FileType::Png, 400, 400), "Unreadable"),
        ("autoReject", "blank.png", picture(FileType::Png, 400, 400), "Unreadable"),
    ];
    for (mode, name, bytes, verdict) in left_open {
        let set = format!("UPDATE verification_rule SET rule_mode = '{mode}', reject_reason = 'WRONG'");
        app.run_sql_directly(&set).await;
        let txn = banker.sent().await;
        send(&app, &txn, 1, name, bytes).await;
        app.run_job("verify").await;
        let shown = banker.find(&txn).await.expect(200);
        let shown = document(&shown, 1);
        assert_eq!((&shown["status"], &shown["verification"]["verdict"]), (&json!("Uploaded"), &json!(verdict)));
        assert!(waiting_notices(&app, &txn).await > 0, "{mode} {verdict}: a person has to decide and is told");
        // No role has an authorization level, and the document can be decided nevertheless.
        let queue = checker.get("document/queue", "").await.expect(200);
        let queued = queue.content().iter().find(|item| item["txnRefNo"] == json!(txn)).cloned();
        assert_eq!(queued.expect("in the queue")["level"], 0);
        checker.review(&txn, 1, "accept", json!({})).await.expect(200);
        checker.review(&txn, 1, "undo", json!({ "remark": "too fast" })).await.expect(200);
        checker.review(&txn, 1, "accept", json!({})).await.expect(200);
        assert_eq!(document(&banker.find(&txn).await.expect(200), 1)["status"], "Accepted");
    }
    let txn = banker.sent().await;
    send(&app, &txn, 1, "bill.pdf", letter(OTHER)).await;
    app.run_job("verify").await;
    let rejected = banker.find(&txn).await.expect(200);
    assert_eq!(document(&rejected, 1)["status"], "Rejected", "a rule that may rejects what fails");
}

async fn waiting_notices(app: &TestApp, txn: &str) -> usize {
    let told = format!("SELECT event FROM notification WHERE txn_ref_no = '{txn}' AND event = 'ReviewWaiting'");
    app.texts(&told).await.len()
}

async fn two_nodes_verify_a_document_once(app: TestApp) {
    let (app, banker, txn) = ready(app).await;
    send(&app, &txn, 1, "pan.pdf", letter(PAN)).await;
    let mut other = app.app().clone();
    other.store = app.second_store().await;
    let stop = app::jobs::Stop::new(tokio::sync::watch::channel(false).1);
    let job = find("verify").unwrap();
    let (one, two) = tokio::join!(app.run_job("verify"), app::jobs::run_manually(&other, job, &stop));
    assert_eq!(one.report.done + two.unwrap().report.done, 1);
    assert_eq!(verdict(&banker, &txn, 1).await["verdict"], "Pass");
    assert_eq!(app.count("SELECT count(*) FROM audit_log WHERE action = 'verify'").await, 1);
}

async fn a_node_that_dies_leaves_its_document_to_another(app: TestApp) {
    let (app, banker, txn) = ready(app).await;
    send(&app, &txn, 1, "pan.pdf", letter(PAN)).await;
    let access = RequestAccess::system("IN", "NGB");
    for attempt in 0..4 {
        let now = app.app().clock.now();
        let due = app.app().store.due_verifications(&stamp(now), 10).await.unwrap().remove(0).unwrap();
        let until = stamp(now + jiff::SignedDuration::from_secs(180));
        // The node dies after it has claimed the document.
        app.app()
            .store
            .claim_verification(access.permit(), &due, domain::verification::aadhaar::LOCATOR_VERSION, &until)
            .await
            .unwrap();
        assert_eq!(app.run_job("verify").await.report.done, 0, "reserved");
        assert_eq!(verdict(&banker, &txn, 1).await["verdict"], "Waiting");
        app.clock.advance_seconds(181);
        if attempt == 1 {
            assert_eq!(app.run_job("verify").await.report.done, 1);
            assert_eq!(verdict(&banker, &txn, 1).await["verdict"], "Pass");
            send(&app, &txn, 1, "pan.pdf", letter(PAN)).await;
        }
    }
    app.run_sql_directly("UPDATE document_verification SET tries = 3 WHERE verdict = 'Waiting'").await;
    assert_eq!(app.run_job("verify").await.report.done, 1);
    assert_eq!(verdict(&banker, &txn, 1).await["verdict"], "Unreadable", "a document that ends processes is given up");
}

/// Fails five times.
struct Failing {
    tries: AtomicU32,
    tools: Tools,
}

impl TextReader for Failing {
    fn read(&self, file: UnreadFile) -> TextFuture<'_> {
        if self.tries.fetch_add(1, Ordering::SeqCst) < 5 {
            return Box::pin(std::future::ready(Err("no process can be started".to_owned())));
        }
        self.tools.read(file)
    }
}

async fn a_reader_that_cannot_be_started_costs_no_try(app: TestApp) {
    let tools = Tools::new(&TextTools::default(), Arc::new(InProcess));
    let reader = Arc::new(Failing { tries: AtomicU32::new(0), tools });
    let app = app.with_parts(|parts| parts.text_reader = reader).await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    send(&app, &txn, 1, "pan.pdf", letter(PAN)).await;
    for _ in 0..5 {
        assert_eq!(app.run_job("verify").await.report.failed.len(), 1);
        app.clock.advance_seconds(241);
    }
    let banker = Desk::staff(&app, "BANKER1").await;
    assert_eq!(verdict(&banker, &txn, 1).await["verdict"], "Waiting");
    assert_eq!(app.run_job("verify").await.report.done, 1);
    assert_eq!(verdict(&banker, &txn, 1).await["verdict"], "Pass", "it was never read before");
}

async fn a_tenant_with_many_documents_does_not_delay_another(app: TestApp) {
    let (app, banker, _) = ready(app).await;
    for _ in 0..3 {
        let txn = banker.sent().await;
        send(&app, &txn, 1, "pan.pdf", letter(PAN)).await;
    }
    let txn = banker.sent().await;
    send(&app, &txn, 1, "pan.pdf", letter(PAN)).await;
    let other = format!("UPDATE document_verification SET tenant_code = 'SME' WHERE txn_ref_no = '{txn}'");
    app.run_sql_directly(&other).await;
    let due = app.app().store.due_verifications(&stamp(app.app().clock.now()), 2).await.unwrap();
    let numbers: Vec<String> = due.into_iter().map(|due| due.unwrap().txn_ref_no).collect();
    assert!(numbers.contains(&txn), "each tenant has a turn: {numbers:?}");
}

async fn a_verdict_about_an_old_version_decides_nothing(app: TestApp) {
    let (app, banker, txn) = ready(app).await;
    app.run_sql_directly("UPDATE verification_rule SET rule_mode = 'autoReject', reject_reason = 'WRONG'").await;
    send(&app, &txn, 1, "bill.pdf", letter(OTHER)).await;
    send(&app, &txn, 1, "pan.pdf", letter(PAN)).await;
    assert_eq!(app.run_job("verify").await.report.done, 2);
    let shown = banker.find(&txn).await.expect(200);
    assert_eq!(
        (&document(&shown, 1)["status"], &document(&shown, 1)["verification"]["verdict"]),
        (&json!("Uploaded"), &json!("Pass"))
    );
}

async fn a_submitted_document_is_verified_at_once(app: TestApp) {
    let (app, banker, txn) = ready(app).await;
    let jobs = Scheduler::start_these(app.app(), std::slice::from_ref(find("verify").unwrap()));
    // Time is the subject: the first pass finds nothing, and the next would come after 15 seconds.
    tokio::time::sleep(Duration::from_millis(500)).await;
    send(&app, &txn, 1, "pan.pdf", letter(PAN)).await;
    let is_verified = async || verdict(&banker, &txn, 1).await["verdict"] == "Pass";
    until("the job is woken", Duration::from_secs(10), is_verified).await;
    jobs.stop().await;
}

async fn a_scan_is_read(app: TestApp) {
    let (app, banker, _) = ready(app).await;
    let shown = verdict_about(&app, &banker, "pan.png", scan(PAN)).await;
    assert_eq!(shown["verdict"], "Pass", "{shown}");
    let failed = verdict_about(&app, &banker, "bill.png", scan(OTHER)).await;
    assert_eq!(failed["verdict"], "Fail", "{failed}");
}

async fn a_tamil_scan_is_read(app: TestApp) {
    let (app, banker, _) = ready(app).await;
    app.run_sql_directly("DELETE FROM verification_rule_detail WHERE rule_code = 'PAN' AND sequence_no = 2").await;
    app.run_sql_directly("UPDATE verification_rule_detail SET keywords = 'வருமான வரித் துறை' WHERE rule_code = 'PAN'")
        .await;
    let tamil = include_bytes!("../../fixtures/tamil-card.png");
    let shown = verdict_about(&app, &banker, "card.png", tamil.to_vec()).await;
    assert_eq!(shown["verdict"], "Pass", "{shown}");
    let pdf = include_bytes!("../../fixtures/tamil-letter.pdf");
    let shown = verdict_about(&app, &banker, "letter.pdf", pdf.to_vec()).await;
    assert_eq!(shown["verdict"], "Pass", "{shown}");
}

async fn a_turned_scan_is_read(app: TestApp) {
    let (app, banker, _) = ready(app).await;
    let lines: Vec<&str> = PAN.iter().chain(OTHER).chain(PAN).copied().collect();
    let upright = image::load_from_memory(&scan(&lines)).unwrap();
    let mut turned = std::io::Cursor::new(Vec::new());
    upright.rotate90().write_to(&mut turned, image::ImageFormat::Png).unwrap();
    let shown = verdict_about(&app, &banker, "pan.png", turned.into_inner()).await;
    assert_eq!(shown["verdict"], "Pass", "{shown}");
}

async fn what_cannot_be_read_is_never_rejected(app: TestApp) {
    let (app, banker, txn) = ready(app).await;
    app.run_sql_directly("UPDATE verification_rule SET rule_mode = 'autoReject', reject_reason = 'WRONG'").await;
    let blank = picture(FileType::Png, 600, 400);
    assert_eq!(verdict_about(&app, &banker, "blank.png", blank).await["verdict"], "Unreadable");
    // A file that was damaged on the disk.
    send(&app, &txn, 1, "pan.pdf", letter(PAN)).await;
    app.run_sql_directly("UPDATE docrequest_file SET size = size + 1").await;
    assert_eq!(app.run_job("verify").await.report.failures, 0);
    let damaged = banker.find(&txn).await.expect(200);
    assert_eq!(document(&damaged, 1)["verification"]["verdict"], "Unreadable");
    assert_eq!(document(&damaged, 1)["status"], "Uploaded");
}

/// A program that does this.
fn program(app: &TestApp, script: &str) -> PathBuf {
    let path = app.folder.path().join("fake-tesseract");
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// A program that recognises these words, given as the rows of its answer, whatever it is shown.
fn recognising(app: &TestApp, rows: &str) -> Tools {
    let page = r"printf 'level\n1\t1\t0\t0\t0\t0\t0\t0\t400\t400\t-1\t\n'";
    let tools = TextTools { tesseract: program(app, &format!("{page}; {rows}")), ..TextTools::default() };
    Tools::new(&tools, Arc::new(InProcess))
}

async fn read_scan(tools: Tools) -> FileText {
    let bytes = scan(PAN).into();
    let file = UnreadFile { kind: FileType::Png, bytes, pages: Some(1), expects_number: false, needs_words: false };
    tools.read(file).await.unwrap()
}

/// The words that are left out may be a number, so the page is not shown.
async fn a_page_of_more_words_than_are_kept_was_not_read(app: TestApp) {
    let unread = async |words: usize| {
        let word = r"5\t1\t1\t1\t1\t1\t10\t10\t20\t20\t90\tword";
        let read = read_scan(recognising(&app, &format!(r#"yes "$(printf '{word}')" | head -n {words}"#))).await;
        (read.unread, read.is_complete)
    };
    assert_eq!(unread(4_999).await, (vec![], true));
    assert_eq!(unread(5_000).await, (vec![1], false));
}

/// The covered picture is read again; here the number is found however much of it is covered.
async fn a_number_that_is_read_again_when_it_is_covered_hides_the_page(app: TestApp) {
    let row = |at: u32, text: &str| format!(r"5\t1\t1\t1\t1\t{at}\t{}\t10\t40\t20\t90\t{text}\n", 50 * at);
    let rows = ["2345", "6789", "0124"].iter().zip(1..).map(|(text, at)| row(at, text)).collect::<String>();
    let read = read_scan(recognising(&app, &format!("printf '{rows}'"))).await;
    assert!(read.has_number && read.covered.contains(&(1, WHOLE_PAGE)), "{:?}", read.covered);
}

async fn a_hanging_program_is_ended_with_all_it_started(app: TestApp) {
    let marker = app.folder.path().join("child");
    let tesseract = program(&app, &format!("sleep 600 & echo $! >> {}; wait", marker.display()));
    let tools = TextTools { tesseract, time_limit: Duration::from_secs(1), ..TextTools::default() };
    let app = with_tools(app, tools).await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let (slow, quick) = (banker.sent().await, banker.sent().await);
    send(&app, &slow, 1, "pan.png", scan(PAN)).await;
    send(&app, &quick, 1, "pan.pdf", letter(PAN)).await;
    let run = tokio::time::timeout(Duration::from_secs(60), app.run_job("verify")).await.expect("the pass ends");
    assert_eq!((run.report.done, run.report.failures), (2, 0));
    // What a page shows is not known then, so its text layer says nothing either.
    for txn in [&slow, &quick] {
        assert_eq!(verdict(&banker, txn, 1).await["verdict"], "Unreadable");
    }
    let children = std::fs::read_to_string(marker).unwrap();
    for child in children.lines() {
        let state = std::fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
        assert!(state.is_empty() || state.contains(") Z "), "what it started is ended too: {state}");
    }
}

async fn without_the_programs_documents_are_unreadable(app: TestApp) {
    let missing = || PathBuf::from("/nonexistent/program");
    let tools = TextTools { tesseract: missing(), pdftotext: missing(), ..TextTools::default() };
    let app = with_tools(app, tools).await;
    let banker = Desk::staff(&app, "BANKER1").await;
    for (name, bytes) in [("pan.png", scan(PAN)), ("pan.pdf", letter(PAN))] {
        assert_eq!(verdict_about(&app, &banker, name, bytes).await["verdict"], "Unreadable", "{name}");
    }
}

async fn bad_rules_are_refused_beside_the_field(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let save = async |more: Value| {
        let body = json!({ "ruleCode": "PAN", "sequenceNo": 9, "keywords": "PAN", "keywordType": "ANY" });
        let mut body = body.as_object().cloned().unwrap();
        body.extend(more.as_object().cloned().unwrap());
        admin.post("admin", "admin/adminentitydocumentverficationrule", Some("S"), &Value::Object(body)).await
    };
    let bad = [
        (json!({ "keywordType": "REGEX", "keywords": "(unclosed" }), "keywords"),
        (json!({ "keywordType": "REGEX", "keywords": "(\\w{1000}){1000}" }), "keywords"),
        (json!({ "keywordType": "MASK" }), "characterMask"),
        (json!({ "keywordType": "MASK", "characterMask": "999#crc" }), "characterMask"),
        (json!({ "keywordType": "SOUNDS" }), "keywordType"),
        (json!({ "keywords": " | " }), "keywords"),
    ];
    for (more, field) in bad {
        assert_eq!(save(more.clone()).await.expect(422).fields(), [field], "{more}");
    }
    save(json!({ "keywordType": "REGEX", "keywords": "(a+)+$" })).await.expect(200);
    let rule = json!({ "ruleCode": "STRICT", "ruleDesc": "Strict", "ruleMode": "autoReject" });
    let resource = "admin/adminentitydocumentverficationrulemaster";
    assert_eq!(admin.post("admin", resource, Some("S"), &rule).await.expect(422).fields(), ["rejectReason"]);
    admin.post("admin", resource, Some("S"), &with(rule, "rejectReason", json!("WRONG"))).await.expect(200);
}
