//! Destruction certificates: signed, verified without a database, and never handed out changed.

use std::io::Cursor;

use app::evidence::{certify, verify};
use domain::access::system;
use testkit::{TestApp, on_both_databases, on_sqlite};

on_both_databases!(a_run_is_certified_once_and_verifies, a_changed_item_is_never_handed_out,);

on_sqlite!(
    every_change_of_a_certificate_is_found,
    a_run_of_many_items_is_certified_page_by_page,
    the_pdf_is_in_the_language_of_the_page,
);

const TITLES: [&str; 3] = ["PAN card", "மீனாட்சியின் கடவுச்சீட்டு", "Bank \"statement\" \\ 2026\n</script>"];

/// A run that destroyed this many items.
async fn run(app: &TestApp, run_id: &str, items: usize) {
    let run = format!(
        "INSERT INTO purge_run (country_code, entity_code, run_id, started_on, ended_on, destroyed, kept, failed) \
         VALUES ('IN', 'NGB', '{run_id}', '2031-11-17T20:00:00.000Z', '2031-11-17T20:03:00.000Z', {items}, 2, 0)"
    );
    app.run_sql_directly(&run).await;
    let numbers: Vec<usize> = (1..=items).collect();
    for numbers in numbers.chunks(1000) {
        let item = |number: &usize| {
            let kind = ["rejected", "documents", "records"][number % 3];
            let title = TITLES[number % 3].replace('\'', "''");
            format!(
                "('IN', 'NGB', 'T1', '{run_id}', {number}, '{kind}', 'N26111700{number:05}', 1, 2, '{title}', \
                 '{:064x}', '2031-11-17T20:01:00.000Z')",
                number
            )
        };
        let rows: Vec<String> = numbers.iter().map(item).collect();
        app.run_sql_directly(&format!(
            "INSERT INTO purge_item (country_code, entity_code, tenant_code, run_id, item_no, kind, txn_ref_no, \
             document_no, version_no, title, sha256, purged_on) VALUES {}",
            rows.join(", ")
        ))
        .await;
    }
}

async fn file(app: &TestApp, id: &str, format: &str) -> Vec<u8> {
    let admin = app.log_in("NGB", "ADMIN").await;
    let query = format!("certificateId={id}&format={format}");
    admin.get("admin", "admin/retention/certificate", &query).await.expect(200).bytes.to_vec()
}

fn faults(certificate: &[u8]) -> Vec<String> {
    verify(&mut Cursor::new(certificate), None).unwrap().faults
}

/// What can be searched and copied in a PDF.
pub(super) fn text_of_pdf(bytes: &[u8]) -> String {
    let place = tempfile::tempdir().unwrap();
    let pdf = place.path().join("file.pdf");
    std::fs::write(&pdf, bytes).unwrap();
    let text = std::process::Command::new("pdftotext").arg("-layout").arg(&pdf).arg("-").output().unwrap();
    String::from_utf8_lossy(&text.stdout).into_owned()
}

async fn a_run_is_certified_once_and_verifies(app: TestApp) {
    run(&app, "R1", 7).await;
    let permit = system::requests("IN", "NGB");
    let id = certify(app.app(), &permit, "R1").await.unwrap();
    app.clock.advance_seconds(100);
    assert_eq!(certify(app.app(), &permit, "R1").await.unwrap(), id, "a certificate stays as it is");
    let certificate = file(&app, &id, "json").await;
    assert_eq!(faults(&certificate), Vec::<String>::new());
    let json: serde_json::Value = serde_json::from_slice(&certificate).unwrap();
    assert_eq!(json["entity"]["entityCode"], "NGB");
    assert_eq!(
        json["totals"],
        serde_json::json!({ "items": 7, "rejected": 2, "documents": 3, "records": 2, "kept": 2 })
    );
    let titles: Vec<&str> =
        json["items"].as_array().unwrap().iter().map(|item| item["title"].as_str().unwrap()).collect();
    assert_eq!(titles[1..4], [TITLES[2], TITLES[0], TITLES[1]]);
    let pdf = file(&app, &id, "pdf").await;
    assert!(pdf.starts_with(b"%PDF-") && pdf.len() < 200_000, "{} bytes", pdf.len());

    let admin = app.log_in("NGB", "ADMIN").await;
    admin.get("admin", "admin/retention/certificate", "certificateId=DC-R2").await.expect(404);
    let query = format!("certificateId={id}&format=xls");
    admin.get("admin", "admin/retention/certificate", &query).await.expect(400);
    let other = app.log_in("KALVI", "ADMIN").await;
    other.get("admin", "admin/retention/certificate", &format!("certificateId={id}")).await.expect(404);
}

async fn a_changed_item_is_never_handed_out(app: TestApp) {
    run(&app, "R1", 3).await;
    let id = certify(app.app(), &system::requests("IN", "NGB"), "R1").await.unwrap();
    file(&app, &id, "json").await;
    app.run_sql_directly("UPDATE purge_item SET title = 'Something else' WHERE item_no = 2").await;
    let admin = app.log_in("NGB", "ADMIN").await;
    for format in ["json", "pdf"] {
        let query = format!("certificateId={id}&format={format}");
        let answer = admin.get("admin", "admin/retention/certificate", &query).await.expect(503);
        assert_eq!(answer.code(), "documentDamaged");
    }
}

async fn every_change_of_a_certificate_is_found(app: TestApp) {
    run(&app, "R1", 5).await;
    let id = certify(app.app(), &system::requests("IN", "NGB"), "R1").await.unwrap();
    let certificate = file(&app, &id, "json").await;
    for at in 0..certificate.len() {
        let mut changed = certificate.clone();
        changed[at] ^= 0x04;
        assert!(!faults(&changed).is_empty(), "byte {at}");
    }
    let text = String::from_utf8(certificate.clone()).unwrap();
    let edited = faults(text.replace("\"items\":5,\"rejected\"", "\"items\":4,\"rejected\"").as_bytes());
    assert_eq!(edited, ["it was changed after it was signed", "its totals say 4 items, its list has 5"]);
    let fewer: String =
        text.lines().filter(|line| !line.contains("\"itemNo\":3")).map(|line| format!("{line}\n")).collect();
    assert_eq!(faults(fewer.as_bytes())[1], "its totals say 5 items, its list has 4");
    assert!(!faults([text.as_bytes(), b" "].concat().as_slice()).is_empty());
    for length in [0, 1, 50, 400, text.len() / 2, text.len() - 1] {
        let cut = verify(&mut Cursor::new(&certificate[..length]), None);
        assert!(cut.is_err() || !cut.unwrap().faults.is_empty(), "{length} bytes");
    }
}

async fn a_run_of_many_items_is_certified_page_by_page(app: TestApp) {
    run(&app, "R1", 2_500).await;
    let id = certify(app.app(), &system::requests("IN", "NGB"), "R1").await.unwrap();
    let certificate = file(&app, &id, "json").await;
    let checked = verify(&mut Cursor::new(&certificate), None).unwrap();
    assert_eq!((checked.faults.len(), checked.about[1].as_str()), (0, "2500 items destroyed"));
    let text = text_of_pdf(&file(&app, &id, "pdf").await);
    assert!(text.contains("the first 2000 of 2500 items"), "the PDF says what it leaves out");
    assert!(text.contains("N2611170002000") && !text.contains("N2611170002001"));
    assert!(text.contains(&id) && text.contains("Page 1 of "));
}

/// The page tells its language with each call; the user's own is only for calls that do not.
async fn the_pdf_is_in_the_language_of_the_page(app: TestApp) {
    run(&app, "R1", 3).await;
    let id = certify(app.app(), &system::requests("IN", "NGB"), "R1").await.unwrap();
    app.run_sql_directly("UPDATE staff_user SET user_language = 'ta' WHERE user_id = 'ADMIN'").await;
    let mut admin = app.log_in("NGB", "ADMIN").await;
    let mut files = Vec::new();
    for (language, title, destroyed_on) in [
        (Some("en"), "Destruction certificate", "18 Nov 2031, 01:30"),
        (Some("ta"), "அழிப்புச் சான்றிதழ்", "18 நவ. 2031, 01:30"),
        (None, "அழிப்புச் சான்றிதழ்", "18 நவ. 2031, 01:30"),
    ] {
        admin.language = language;
        let get = async |format: &str| {
            let query = format!("certificateId={id}&format={format}");
            admin.get("admin", "admin/retention/certificate", &query).await.expect(200).bytes
        };
        let text = text_of_pdf(&get("pdf").await);
        assert!(text.contains(title) && text.contains(destroyed_on), "{language:?}: {text}");
        files.push(get("json").await);
    }
    assert!(files.iter().all(|json| *json == files[0] && faults(json).is_empty()), "the JSON has no language");
}
