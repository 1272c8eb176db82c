//! Aadhaar numbers are covered in previews, downloads and archives, with the real programs that read documents.

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use domain::document::FileType;
use integrations::inspector::InProcess;
use integrations::text_reader::{TextTools, Tools};
use ports::{Cover, FileFacts, InspectFault, InspectFuture, Inspector, Picture, Pieces, Rows};
use serde_json::json;
use testkit::documents::{letter, letters, pdf_of, scan};
use testkit::{TestApp, on_both_databases, on_sqlite, specimens};

use crate::api::requests::{Desk, document, party, request_input, with};

on_both_databases!(
    an_aadhaar_number_is_covered_everywhere,
    a_document_without_a_rule_is_read_too,
    a_document_in_which_no_number_is_found_is_shown_only_as_original,
    documents_of_an_older_search_are_located_again,
    a_kind_that_expects_a_number_later_hides_what_was_shown,
    staff_see_no_number_in_a_file_that_was_only_staged,
    documents_are_located_again_once_pictures_can_be_recognised
);
on_sqlite!(
    turned_and_cropped_pages_are_covered,
    a_number_on_the_last_page_is_covered,
    a_page_that_was_not_read_is_not_shown,
    a_scan_is_covered_too,
    staff_never_see_a_number_before_the_job_has_read_it,
    other_documents_are_left_alone,
    an_evidence_pack_waits_for_a_busy_inspector,
    each_file_needs_its_own_number,
    what_cannot_be_drawn_is_not_shown,
    a_long_file_with_a_covered_part_is_left_out_of_copies
);

const AADHAAR: &[&str] = &["GOVERNMENT OF INDIA", "Aadhaar", "MEENA KRISHNAN", "2345 6789 0124", "DOB 12/04/1990"];
/// An Aadhaar card, and a document of another kind.
const DOCUMENT: u32 = 2;
const OTHER: u32 = 1;

async fn submitted(app: TestApp, name: &str, bytes: Vec<u8>) -> (TestApp, Desk, Desk, String, String) {
    submitted_as(app, DOCUMENT, name, bytes).await
}

async fn submitted_as(app: TestApp, number: u32, name: &str, bytes: Vec<u8>) -> (TestApp, Desk, Desk, String, String) {
    let tools = Arc::new(Tools::new(&TextTools::default(), Arc::new(InProcess)));
    let app = app.with_parts(|parts| parts.text_reader = tools).await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let customer = Desk::customer(&app, "meena@example.com").await;
    let sent = customer.upload(&txn, number, name, bytes).await.expect(200);
    let file = sent.record()["fileId"].as_str().unwrap().to_owned();
    customer.submit(&txn, json!({ "documents": [number] })).await.expect(200);
    (app, banker, customer, txn, file)
}

fn query(txn: &str, file: &str) -> String {
    query_of(txn, DOCUMENT, file)
}

fn query_of(txn: &str, number: u32, file: &str) -> String {
    format!("txnRefNo={txn}&documentNo={number}&fileId={file}")
}

/// The answer once the file is read: on a busy machine that takes longer than one call waits.
async fn settled(desk: &Desk, path: &str, query: &str) -> testkit::Answer {
    for _ in 0..20 {
        let answer = desk.get(path, query).await;
        if answer.status != 409 || answer.code() != "fileNotReadYet" {
            return answer;
        }
    }
    panic!("it is still being read");
}

/// What tesseract reads on the first page of a file.
fn words(kind: FileType, bytes: &[u8]) -> String {
    let page = parsing::picture(kind, bytes.to_vec(), 1, 1600).expect("a page");
    let mut program = Command::new("tesseract")
        .args(["stdin", "stdout", "-l", "eng"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("tesseract starts");
    program.stdin.take().unwrap().write_all(&page.bytes).unwrap();
    String::from_utf8(program.wait_with_output().unwrap().stdout).unwrap()
}

fn is_masked(text: &str) -> bool {
    text.contains("KRISHNAN") && !text.contains("2345") && !text.contains("6789")
}

async fn an_aadhaar_number_is_covered_everywhere(app: TestApp) {
    let paper = letter(AADHAAR);
    let (app, banker, customer, txn, file) = submitted(app, "aadhaar.pdf", paper.clone()).await;
    let query = query(&txn, &file);
    assert!(app.run_job("verify").await.is_ok());
    let shown = banker.find(&txn).await.expect(200);
    let checked = document(&shown, DOCUMENT as usize);
    assert_eq!(checked["versions"][0]["files"][0]["isMasked"], true);
    let found: Vec<&str> =
        checked["verification"]["details"].as_array().unwrap().iter().filter_map(|one| one["found"].as_str()).collect();
    assert!(found.contains(&"XXXX XXXX 0124") && !found.iter().any(|text| text.contains("2345")), "{found:?}");

    for desk in [&banker, &customer] {
        let preview = desk.get("document/preview", &query).await.expect(200);
        assert_eq!(preview.headers["content-type"], "image/jpeg");
        let text = words(FileType::Jpg, &preview.bytes);
        assert!(is_masked(&text), "{text}");
        let content = desk.get("document/content", &query).await.expect(200);
        assert_eq!(content.headers["content-type"], "application/pdf");
        let name = content.headers["content-disposition"].to_str().unwrap();
        assert!(name.contains("aadhaar masked.pdf"), "{name}");
        let text = words(FileType::Pdf, &content.bytes);
        assert!(is_masked(&text), "{text}");
    }
    let archive = banker.get("document/archive", &format!("txnRefNo={txn}")).await.expect(200);
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(archive.bytes.to_vec())).unwrap();
    let names: Vec<String> = zip.file_names().map(|name| name.unwrap().into_owned()).collect();
    let inner = names.iter().find(|name| name.ends_with("aadhaar masked.pdf")).expect("the masked copy");
    let mut copy = Vec::new();
    std::io::copy(&mut zip.by_name(inner).unwrap(), &mut copy).unwrap();
    assert!(is_masked(&words(FileType::Pdf, &copy)));

    // The original takes a permission and a reason.
    let body = |reason: &str| json!({ "txnRefNo": txn, "documentNo": DOCUMENT, "fileId": file, "reason": reason });
    banker.call("document/original", "F", &body("curious")).await.expect(403);
    customer.call("document/original", "F", &body("mine")).await.expect(403);
    let checker = Desk::staff(&app, "CHECKER2").await;
    let allowed = document(&checker.find(&txn).await.expect(200), DOCUMENT as usize)["allowed"].clone();
    assert!(allowed.as_array().unwrap().contains(&json!("original")), "{allowed}");
    assert_eq!(checker.call("document/original", "F", &body(" ")).await.expect(422).fields(), ["reason"]);
    assert_eq!(checker.call("document/original", "F", &body(&"x".repeat(501))).await.expect(422).fields(), ["reason"]);
    let original = checker.call("document/original", "F", &body("Number differs from the form")).await.expect(200);
    assert_eq!(original.bytes, paper);
    let timeline = checker.get("docrequest/timeline", &format!("txnRefNo={txn}")).await.expect(200);
    let entries: Vec<_> = timeline.content().iter().filter(|entry| entry["action"] == "original").collect();
    assert_eq!(entries.len(), 1, "one call succeeded");
    assert_eq!(entries[0]["detail"]["reason"], "Number differs from the form");
    // The page that is shown stays covered.
    let again = checker.get("document/preview", &query).await.expect(200);
    assert!(is_masked(&words(FileType::Jpg, &again.bytes)));
}

async fn a_number_on_the_last_page_is_covered(app: TestApp) {
    let mut pages: Vec<&[&str]> = vec![&["Terms and conditions"]; 3];
    pages.push(AADHAAR);
    let (app, banker, _, txn, file) = submitted(app, "long.pdf", letters(&pages)).await;
    let query = query(&txn, &file);
    // A caller who does not wait is told to ask again, and the file is read meanwhile.
    let first = banker.get("document/preview", &format!("{query}&page=4&wait=0")).await.expect(202);
    assert!(first.bytes.is_empty() && first.headers["retry-after"] == "1");
    let before = settled(&banker, "document/preview", &format!("{query}&page=4")).await.expect(200);
    let again = banker.get("document/preview", &format!("{query}&page=4&wait=0")).await.expect(200);
    assert_eq!(again.bytes, before.bytes);
    assert!(is_masked(&words(FileType::Jpg, &before.bytes)), "before the job has read it");
    assert!(app.run_job("verify").await.is_ok());
    let after = banker.get("document/preview", &format!("{query}&page=4")).await.expect(200);
    assert!(is_masked(&words(FileType::Jpg, &after.bytes)));
    banker.get("document/preview", &format!("{query}&page=3")).await.expect(200);
}

/// The reader cannot draw page 4.
async fn a_page_that_was_not_read_is_not_shown(app: TestApp) {
    let mut pages: Vec<&[&str]> = vec![&["Terms and conditions"]; 3];
    pages.push(&["4"]);
    let inspector = OtherInspector { has_no_page: Some(4), ..OtherInspector::default() };
    let reader = Arc::new(Tools::new(&TextTools::default(), Arc::new(inspector)));
    let (app, _, _, txn, file) = submitted_as(app, OTHER, "long.pdf", letters(&pages)).await;
    let app = app.with_parts(|parts| parts.text_reader = reader).await;
    let query = query_of(&txn, OTHER, &file);
    let (banker, checker) = (Desk::staff(&app, "BANKER1").await, Desk::staff(&app, "CHECKER2").await);
    for _ in 0..2 {
        settled(&banker, "document/preview", &format!("{query}&page=3")).await.expect(200);
        let refused = banker.get("document/preview", &format!("{query}&page=4")).await.expect(409);
        assert_eq!(refused.code(), "pageNotRead", "before and after the job");
        assert!(app.run_job("verify").await.is_ok());
    }
    let shown = banker.find(&txn).await.expect(200);
    assert_eq!(document(&shown, OTHER as usize)["versions"][0]["files"][0]["isMasked"], true);
    let copy = banker.get("document/content", &query).await.expect(200);
    let name = copy.headers["content-disposition"].to_str().unwrap();
    assert!(name.contains("long masked.pdf"), "{name}");
    let last = parsing::picture(FileType::Pdf, copy.bytes.to_vec(), 4, 200).unwrap();
    let pixels = image::load_from_memory(&last.bytes).unwrap().to_luma8();
    assert!(pixels.pixels().all(|pixel| pixel.0[0] < 80), "nothing of it can be seen");
    let body = json!({ "txnRefNo": txn, "documentNo": OTHER, "fileId": file, "reason": "Page 4" });
    let original = checker.call("document/original", "F", &body).await.expect(200);
    assert_eq!(original.bytes, letters(&pages));
    // Nothing was located in it, so it is searched again when its kind expects a number.
    declare_aadhaar(&app, &banker, &txn, OTHER).await;
    assert_eq!(
        settled(&banker, "document/preview", &format!("{query}&page=3")).await.expect(409).code(),
        "originalOnly"
    );
}

async fn declare_aadhaar(app: &TestApp, banker: &Desk, txn: &str, number: u32) {
    let code = document(&banker.find(txn).await.expect(200), number as usize)["documentCode"].clone();
    let code = code.as_str().unwrap();
    let declare = format!(
        "UPDATE document_definition SET contains_aadhaar = true WHERE entity_code = 'NGB' AND document_code = '{code}'"
    );
    app.run_sql_directly(&declare).await;
}

async fn a_scan_is_covered_too(app: TestApp) {
    let (app, banker, _, txn, file) = submitted(app, "aadhaar.png", scan(AADHAAR)).await;
    assert!(app.run_job("verify").await.is_ok());
    let content = banker.get("document/content", &query(&txn, &file)).await.expect(200);
    assert_eq!(content.headers["content-type"], "image/jpeg");
    let text = words(FileType::Jpg, &content.bytes);
    assert!(is_masked(&text), "{text}");
}

async fn staff_never_see_a_number_before_the_job_has_read_it(app: TestApp) {
    let paper = letter(AADHAAR);
    let (app, banker, customer, txn, file) = submitted(app, "aadhaar.pdf", paper.clone()).await;
    let query = query(&txn, &file);
    let content = banker.get("document/content", &query).await.expect(200);
    let text = words(FileType::Pdf, &content.bytes);
    assert!(is_masked(&text), "{text}");
    let preview = banker.get("document/preview", &query).await.expect(200);
    let text = words(FileType::Jpg, &preview.bytes);
    assert!(is_masked(&text), "{text}");
    let archive = banker.get("document/archive", &format!("txnRefNo={txn}")).await.expect(200);
    let names = zip::ZipArchive::new(std::io::Cursor::new(archive.bytes.to_vec())).unwrap();
    let names: Vec<String> = names.file_names().map(|name| name.unwrap().into_owned()).collect();
    assert!(names.iter().any(|name| name.ends_with("aadhaar masked.pdf")), "{names:?}");
    assert_eq!(customer.get("document/content", &query).await.expect(200).bytes, paper, "their own, just sent");
    // What was shown did not count as the verification.
    let verdict = document(&banker.find(&txn).await.expect(200), DOCUMENT as usize)["verification"]["verdict"].clone();
    assert_eq!(verdict, "Waiting");
    assert!(app.run_job("verify").await.is_ok());
    assert!(is_masked(&words(FileType::Pdf, &customer.get("document/content", &query).await.expect(200).bytes)));
}

async fn a_document_without_a_rule_is_read_too(app: TestApp) {
    let tools = Arc::new(Tools::new(&TextTools::default(), Arc::new(InProcess)));
    let app = app.with_parts(|parts| parts.text_reader = tools).await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut body = with(request_input(), "send", json!(true));
    body["parties"] = json!([party("Meena", "meena@example.com", "+919841030001", &["PHOTO"])]);
    let txn = banker.save(&body).await.expect(200).record()["txnRefNo"].as_str().unwrap().to_owned();
    let customer = Desk::customer(&app, "meena@example.com").await;
    let sent = customer.upload(&txn, 1, "card.png", scan(AADHAAR)).await.expect(200);
    let file = sent.record()["fileId"].as_str().unwrap().to_owned();
    customer.submit(&txn, json!({ "documents": [1] })).await.expect(200);
    let unruled = |shown: &testkit::Answer| {
        let verification = &document(shown, 1)["verification"];
        assert_eq!((&verification["verdict"], &verification["readOn"]), (&json!("None"), &json!(null)));
    };
    unruled(&banker.find(&txn).await.expect(200));
    assert!(app.run_job("verify").await.is_ok());
    let shown = banker.find(&txn).await.expect(200);
    unruled(&shown);
    assert_eq!(document(&shown, 1)["versions"][0]["files"][0]["isMasked"], true);
    let query = format!("txnRefNo={txn}&documentNo=1&fileId={file}");
    for desk in [&banker, &customer] {
        let content = desk.get("document/content", &query).await.expect(200);
        let text = words(FileType::Jpg, &content.bytes);
        assert!(is_masked(&text), "{text}");
    }
}

async fn other_documents_are_left_alone(app: TestApp) {
    let paper = letter(&["ELECTRICITY BOARD", "Consumer number 0471 1234", "Amount due 1 250"]);
    let (app, banker, _, txn, file) = submitted_as(app, OTHER, "bill.pdf", paper.clone()).await;
    let query = query_of(&txn, OTHER, &file);
    assert!(app.run_job("verify").await.is_ok());
    assert_eq!(banker.get("document/content", &query).await.expect(200).bytes, paper);
    banker.get("document/preview", &query).await.expect(200);
}

/// Pages on which the old search covered nothing, or something else.
async fn turned_and_cropped_pages_are_covered(app: TestApp) {
    let wanted = ["text, rotated 90", "text, crop box", "scan with a line of the scanner"];
    let (mut app, mut seen) = (Some(app), 0);
    for specimen in specimens::with_numbers().into_iter().filter(|one| wanted.contains(&one.name)) {
        let (own, banker, _, txn, file) = submitted_as(app.take().unwrap(), OTHER, "card.pdf", specimen.bytes).await;
        assert!(own.run_job("verify").await.is_ok());
        let shown = banker.find(&txn).await.expect(200);
        assert_eq!(document(&shown, OTHER as usize)["versions"][0]["files"][0]["isMasked"], true, "{}", specimen.name);
        let preview = banker.get("document/preview", &query_of(&txn, OTHER, &file)).await.expect(200);
        let page = image::load_from_memory(&preview.bytes).unwrap().to_luma8();
        for quad in &specimen.secrets[0].1 {
            assert!(quad.black_part(&page) > 0.97, "{}", specimen.name);
        }
        (app, seen) = (Some(own), seen + 1);
    }
    assert_eq!(seen, wanted.len());
}

async fn a_document_in_which_no_number_is_found_is_shown_only_as_original(app: TestApp) {
    let paper = letter(&["GOVERNMENT OF INDIA", "MEENA KRISHNAN", "DOB 12/04/1990"]);
    let (app, banker, customer, txn, file) = submitted(app, "card.pdf", paper.clone()).await;
    let (query, archive) = (query(&txn, &file), format!("txnRefNo={txn}"));
    for _ in 0..2 {
        for path in ["document/preview", "document/content"] {
            let refused = settled(&banker, path, &query).await.expect(409);
            assert_eq!(refused.code(), "originalOnly", "before and after the job");
        }
        let names = names_in(&banker.get("document/archive", &archive).await.expect(200).bytes);
        assert!(names.iter().any(|name| name.ends_with("NOT-INCLUDED.txt")), "{names:?}");
        assert!(!names.iter().any(|name| name.contains("card")), "{names:?}");
        assert_eq!(customer.get("document/content", &query).await.expect(200).bytes, paper, "what they sent");
        customer.get("document/preview", &query).await.expect(200);
        assert!(app.run_job("verify").await.is_ok());
    }
    let stored = |shown: &testkit::Answer| document(shown, DOCUMENT as usize)["versions"][0]["files"][0].clone();
    assert_eq!(stored(&banker.find(&txn).await.expect(200))["isOriginalOnly"], true);
    assert_eq!(stored(&customer.find(&txn).await.expect(200))["isOriginalOnly"], false);
    let pack = banker.get("document/evidence", &archive).await.expect(200);
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(pack.bytes.to_vec())).unwrap();
    let manifest: serde_json::Value = serde_json::from_reader(zip.by_name("manifest.json").unwrap()).unwrap();
    assert_eq!(manifest["absent"][0]["reason"], "originalOnly");
    assert!(!names_in(&pack.bytes).iter().any(|name| name.contains("card")));
    let body = json!({ "txnRefNo": txn, "documentNo": DOCUMENT, "fileId": file, "reason": "To check the card" });
    banker.call("document/original", "F", &body).await.expect(403);
    let checker = Desk::staff(&app, "CHECKER2").await;
    let allowed = document(&checker.find(&txn).await.expect(200), DOCUMENT as usize)["allowed"].clone();
    assert!(allowed.as_array().unwrap().contains(&json!("original")), "{allowed}");
    assert_eq!(checker.call("document/original", "F", &body).await.expect(200).bytes, paper);
}

async fn a_kind_that_expects_a_number_later_hides_what_was_shown(app: TestApp) {
    let paper = letter(&["GOVERNMENT OF INDIA", "MEENA KRISHNAN", "DOB 12/04/1990"]);
    let (app, banker, _, txn, file) = submitted_as(app, OTHER, "card.pdf", paper).await;
    assert!(app.run_job("verify").await.is_ok());
    let query = query_of(&txn, OTHER, &file);
    banker.get("document/content", &query).await.expect(200);
    declare_aadhaar(&app, &banker, &txn, OTHER).await;
    assert_eq!(settled(&banker, "document/content", &query).await.expect(409).code(), "originalOnly");
    app.clock.advance_seconds(60);
    assert!(app.run_job("verify").await.is_ok());
    let shown = banker.find(&txn).await.expect(200);
    assert_eq!(document(&shown, OTHER as usize)["versions"][0]["files"][0]["isOriginalOnly"], true);
    assert_eq!(banker.get("document/preview", &query).await.expect(409).code(), "originalOnly");
}

async fn staff_see_no_number_in_a_file_that_was_only_staged(app: TestApp) {
    let tools = Arc::new(Tools::new(&TextTools::default(), Arc::new(InProcess)));
    let app = app.with_parts(|parts| parts.text_reader = tools).await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let sent = banker.upload(&txn, DOCUMENT, "aadhaar.pdf", letter(AADHAAR)).await.expect(200);
    let file = sent.record()["fileId"].as_str().unwrap().to_owned();
    let checker = Desk::staff(&app, "CHECKER2").await;
    for desk in [&checker, &banker] {
        let preview = settled(desk, "document/preview", &query(&txn, &file)).await.expect(200);
        assert!(is_masked(&words(FileType::Jpg, &preview.bytes)));
        let content = settled(desk, "document/content", &query(&txn, &file)).await.expect(200);
        assert!(is_masked(&words(FileType::Pdf, &content.bytes)));
    }
}

async fn each_file_needs_its_own_number(app: TestApp) {
    let tools = Arc::new(Tools::new(&TextTools::default(), Arc::new(InProcess)));
    let app = app.with_parts(|parts| parts.text_reader = tools).await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let customer = Desk::customer(&app, "meena@example.com").await;
    let mut files = Vec::new();
    for (name, lines) in [("front.pdf", AADHAAR), ("back.pdf", &["GOVERNMENT OF INDIA", "12 Temple Street", "Chennai"])]
    {
        let sent = customer.upload(&txn, DOCUMENT, name, letter(lines)).await.expect(200);
        files.push(sent.record()["fileId"].as_str().unwrap().to_owned());
    }
    customer.submit(&txn, json!({ "documents": [DOCUMENT] })).await.expect(200);
    for _ in 0..2 {
        let front = settled(&banker, "document/content", &query(&txn, &files[0])).await.expect(200);
        assert!(is_masked(&words(FileType::Pdf, &front.bytes)));
        let back = settled(&banker, "document/content", &query(&txn, &files[1])).await.expect(409);
        assert_eq!(back.code(), "originalOnly", "before and after the job");
        assert!(app.run_job("verify").await.is_ok());
    }
}

/// A page with a picture of an unknown kind, and a picture with two frames, of which one is shown.
async fn what_cannot_be_drawn_is_not_shown(app: TestApp) {
    let content = "BT /F1 14 Tf 50 500 Td (Terms and conditions) Tj ET q 200 0 0 100 50 50 cm /P Do Q";
    let resources = "/Resources << /Font << /F1 5 0 R >> /XObject << /P 6 0 R >> >>";
    let picture = "/Type /XObject /Subtype /Image /Width 400 /Height 200 /ColorSpace /DeviceGray /BitsPerComponent 8 \
                   /Filter /JPXDecode";
    let undrawn = pdf_of(
        &[
            "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
            format!("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] {resources} /Contents 4 0 R >>"),
            format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()),
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
            format!("<< /Length 9 {picture} >>\nstream\nnot a JPX\nendstream"),
        ],
        "",
    );
    let frames = [&["Terms and conditions"], &["2345 6789 0124"]].map(|lines| {
        let frame = image::load_from_memory(&scan(lines)).unwrap().thumbnail(600, 800);
        image::Frame::new(frame.to_rgba8())
    });
    let mut animated = Vec::new();
    image::codecs::gif::GifEncoder::new_with_speed(&mut animated, 30).encode_frames(frames).unwrap();
    assert!(parsing::picture(FileType::Gif, animated, 1, 600).unwrap().is_partial);
    let (app, banker, _, txn, file) = submitted_as(app, OTHER, "terms.pdf", undrawn.clone()).await;
    let query = query_of(&txn, OTHER, &file);
    assert!(app.run_job("verify").await.is_ok());
    assert_eq!(banker.get("document/preview", &query).await.expect(409).code(), "pageNotRead");
    let copy = banker.get("document/content", &query).await.expect(200);
    assert_ne!(copy.bytes, undrawn);
}

async fn a_long_file_with_a_covered_part_is_left_out_of_copies(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let customer = Desk::customer(&app, "meena@example.com").await;
    let pages: Vec<&[&str]> = vec![&["Terms"]; 101];
    let sent = customer.upload(&txn, OTHER, "long.pdf", letters(&pages)).await.expect(200);
    let file = sent.record()["fileId"].as_str().unwrap().to_owned();
    customer.submit(&txn, json!({ "documents": [OTHER] })).await.expect(200);
    assert!(app.run_job("verify").await.is_ok());
    let covered = json!([{ "file_id": file, "page": 101, "area": [0.1, 0.1, 0.2, 0.1] }]);
    app.run_sql_directly(&format!("UPDATE document_verification SET covered = '{covered}'")).await;
    let refused = banker.get("document/content", &query_of(&txn, OTHER, &file)).await.expect(409);
    assert_eq!(refused.code(), "tooLongToMask");
    let archive = format!("txnRefNo={txn}");
    let names = names_in(&banker.get("document/archive", &archive).await.expect(200).bytes);
    assert!(names.iter().any(|name| name.ends_with("NOT-INCLUDED.txt")), "{names:?}");
    assert!(!names.iter().any(|name| name.contains("long")), "{names:?}");
    let pack = banker.get("document/evidence", &archive).await.expect(200);
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(pack.bytes.to_vec())).unwrap();
    let manifest: serde_json::Value = serde_json::from_reader(zip.by_name("manifest.json").unwrap()).unwrap();
    assert_eq!(manifest["absent"][0]["reason"], "originalOnly");
}

async fn documents_are_located_again_once_pictures_can_be_recognised(app: TestApp) {
    let missing = TextTools { tesseract: "/no/such/program".into(), ..TextTools::default() };
    let missing = Arc::new(Tools::new(&missing, Arc::new(InProcess)));
    let app = app.with_parts(|parts| parts.text_reader = missing).await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let customer = Desk::customer(&app, "meena@example.com").await;
    let mut files = Vec::new();
    for (name, bytes) in [("layer.pdf", letter(AADHAAR)), ("card.png", scan(AADHAAR))] {
        let sent = customer.upload(&txn, OTHER, name, bytes).await.expect(200);
        files.push(sent.record()["fileId"].as_str().unwrap().to_owned());
    }
    customer.submit(&txn, json!({ "documents": [OTHER] })).await.expect(200);
    // The second run finds nothing to do again.
    for _ in 0..2 {
        assert!(app.run_job("verify").await.is_ok());
        app.clock.advance_seconds(60);
    }
    let layer = banker.get("document/content", &query_of(&txn, OTHER, &files[0])).await.expect(200);
    assert!(is_masked(&words(FileType::Pdf, &layer.bytes)), "what the layer has is covered");
    let card = banker.get("document/content", &query_of(&txn, OTHER, &files[1])).await.expect(200);
    assert_eq!(card.bytes, scan(AADHAAR), "nobody could look at any picture");

    let tools = Arc::new(Tools::new(&TextTools::default(), Arc::new(InProcess)));
    let app = app.with_parts(|parts| parts.text_reader = tools).await;
    let (banker, customer) = (Desk::staff(&app, "BANKER1").await, Desk::customer(&app, "meena@example.com").await);
    let query = query_of(&txn, OTHER, &files[1]);
    let card = settled(&banker, "document/content", &query).await.expect(200);
    assert!(is_masked(&words(FileType::Jpg, &card.bytes)), "before the job");
    assert!(app.run_job("verify").await.is_ok());
    let card = customer.get("document/content", &query).await.expect(200);
    assert!(is_masked(&words(FileType::Jpg, &card.bytes)), "after the job");
}

fn names_in(zip: &[u8]) -> Vec<String> {
    let zip = zip::ZipArchive::new(std::io::Cursor::new(zip.to_vec())).unwrap();
    zip.file_names().map(|name| name.unwrap().into_owned()).collect()
}

async fn documents_of_an_older_search_are_located_again(app: TestApp) {
    let (app, banker, customer, txn, file) = submitted(app, "aadhaar.pdf", letter(AADHAAR)).await;
    assert!(app.run_job("verify").await.is_ok());
    let before = document(&banker.find(&txn).await.expect(200), DOCUMENT as usize)["verification"].clone();
    app.run_sql_directly("UPDATE document_verification SET locator_version = 0, covered = '[]'").await;
    let query = query(&txn, &file);
    // The claim of the first reading ends.
    app.clock.advance_seconds(60);
    // Staff wait for the new search, whatever the old one said.
    let preview = settled(&banker, "document/preview", &query).await.expect(200);
    assert!(is_masked(&words(FileType::Jpg, &preview.bytes)));
    assert!(app.run_job("verify").await.is_ok());
    let content = customer.get("document/content", &query).await.expect(200);
    assert!(is_masked(&words(FileType::Pdf, &content.bytes)));
    let shown = banker.find(&txn).await.expect(200);
    assert_eq!(document(&shown, DOCUMENT as usize)["verification"], before, "verdict and evidence stay");
    let timeline = banker.get("docrequest/timeline", &format!("txnRefNo={txn}")).await.expect(200);
    assert_eq!(timeline.content().iter().filter(|entry| entry["action"] == "verify").count(), 1, "verified once");
}

/// An inspector that has no time for the first masked page, or cannot draw a page.
#[derive(Default)]
struct OtherInspector {
    is_busy: bool,
    was_asked: AtomicBool,
    has_no_page: Option<u32>,
}

impl Inspector for OtherInspector {
    fn inspect<'a>(&'a self, kind: FileType, file: Pieces<'a>) -> InspectFuture<'a, FileFacts> {
        InProcess.inspect(kind, file)
    }

    fn picture<'a>(&'a self, kind: FileType, file: Pieces<'a>, page: u32, width: u32) -> InspectFuture<'a, Picture> {
        match self.has_no_page {
            Some(number) if number == page => Box::pin(std::future::ready(Err(InspectFault::TooMuch))),
            _ => InProcess.picture(kind, file, page, width),
        }
    }

    fn png<'a>(&'a self, kind: FileType, file: Pieces<'a>) -> InspectFuture<'a, Picture> {
        InProcess.png(kind, file)
    }

    fn cover<'a>(&'a self, kind: FileType, page: Pieces<'a>, covers: &'a [Cover]) -> InspectFuture<'a, Picture> {
        match self.was_asked.swap(true, Ordering::Relaxed) {
            was_asked if was_asked || !self.is_busy => InProcess.cover(kind, page, covers),
            _ => Box::pin(std::future::ready(Err(InspectFault::Unavailable("busy".to_owned())))),
        }
    }

    fn rows<'a>(&'a self, file: Pieces<'a>) -> InspectFuture<'a, Rows> {
        InProcess.rows(file)
    }
}

async fn an_evidence_pack_waits_for_a_busy_inspector(app: TestApp) {
    let (app, _, _, txn, _) = submitted(app, "aadhaar.pdf", letter(AADHAAR)).await;
    assert!(app.run_job("verify").await.is_ok());
    let busy = Arc::new(OtherInspector { is_busy: true, ..OtherInspector::default() });
    let app = app.with_parts(|parts| parts.inspector = busy.clone()).await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let pack = banker.get("document/evidence", &format!("txnRefNo={txn}")).await.expect(200);
    assert!(busy.was_asked.load(Ordering::Relaxed));
    let zip = zip::ZipArchive::new(std::io::Cursor::new(pack.bytes.to_vec())).unwrap();
    assert!(zip.file_names().any(|name| name.unwrap().ends_with("aadhaar masked.pdf")));
    let timeline = banker.get("docrequest/timeline", &format!("txnRefNo={txn}")).await.expect(200);
    let taken = timeline.content().iter().filter(|entry| entry["action"] == "evidence");
    assert_eq!(taken.count(), 1, "audited once");
}
