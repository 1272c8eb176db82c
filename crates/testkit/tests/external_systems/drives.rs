//! Accepted documents copied to a real WebDAV server and a real S3 server.

use std::sync::Arc;
use std::time::Duration;

use domain::drive::{Drive, DriveKind};
use domain::secret::Secret;
use integrations::drives::HttpDrives;
use integrations::outbound::{Limits, TargetKind};
use ports::{DriveFile, Drives};
use serde_json::{Value, json};
use testkit::servers::{DRIVE_PASSWORD, DRIVE_USER, S3Server, WebDavServer, outbound, outbound_by, outbound_rules};
use testkit::sso::change;
use testkit::{PATIENCE, TestApp, on_both_databases, on_sqlite, until};

use crate::api::requests::{Desk, document, png};

on_both_databases!(accepted_documents_are_copied_to_both_services,);
on_sqlite!(
    a_dead_drive_is_tried_again_and_given_up_after_three_days,
    an_infected_document_is_not_copied,
    a_document_that_is_shown_only_as_original_is_not_copied,
    a_drive_that_never_answers_delays_no_other,
    a_drive_that_the_operator_does_not_allow_is_not_contacted,
    the_secrets_of_a_drive_are_never_shown,
    http_is_used_only_where_the_operator_allows_it,
    a_changed_drive_clears_its_secret,
    an_address_that_leads_elsewhere_is_refused,
);

async fn with_drives(app: TestApp, hosts: &[&str]) -> TestApp {
    let outbound = outbound(hosts, "");
    app.with_parts(|parts| parts.drives = Arc::new(HttpDrives::new(outbound))).await
}

/// Only https can be saved; inside a private network the server may be plain.
async fn point_to(app: &TestApp, column: &str, url: &str) {
    app.without_four_eyes().await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let fields = match column {
        "file_sharing_url" => json!({
            "fileSharingIntegration": true, "fileSharingUrl": "https://files.test/",
            "fileSharingUser": DRIVE_USER, "fileSharingPassword": DRIVE_PASSWORD,
        }),
        _ => json!({
            "driveIntegration": true, "driveKind": "S3", "driveUrl": "https://drive.test/documents",
            "driveUser": DRIVE_USER, "driveSecret": DRIVE_PASSWORD,
        }),
    };
    change(&admin, "master", json!({}), fields).await;
    app.run_sql_directly(&format!("UPDATE entity_master SET {column} = '{url}' WHERE entity_code = 'NGB'")).await;
}

/// A request whose first document is accepted on both levels.
async fn accepted(app: &TestApp) -> (Desk, String) {
    accepted_document(app, 1).await
}

async fn accepted_document(app: &TestApp, number: u32) -> (Desk, String) {
    let banker = Desk::staff(app, "BANKER1").await;
    let txn = banker.sent().await;
    Desk::customer(app, "meena@example.com").await.upload_and_submit(&txn, number).await.expect(200);
    for user in ["CHECKER1", "CHECKER2"] {
        Desk::staff(app, user).await.review(&txn, number, "accept", json!({})).await.expect(200);
    }
    (banker, txn)
}

async fn shares(desk: &Desk, txn: &str) -> Value {
    document(&desk.find(txn).await.expect(200), 1)["shares"].clone()
}

async fn accepted_documents_are_copied_to_both_services(app: TestApp) {
    let (dav, s3) = (WebDavServer::start(), S3Server::start());
    let app = with_drives(app, &["127.0.0.1"]).await;
    point_to(&app, "file_sharing_url", &dav.url()).await;
    point_to(&app, "drive_url", &s3.drive("accepted")).await;
    let (banker, txn) = accepted(&app).await;
    let waiting = shares(&banker, &txn).await;
    assert_eq!((&waiting[0]["target"], &waiting[0]["state"]), (&json!("drive"), &json!("waiting")));
    let run = app.run_job("share").await;
    assert_eq!((run.report.done, run.report.failures), (2, 0), "{:?}", run.report);
    let title = document(&banker.find(&txn).await.expect(200), 1)["documentTitle"].as_str().unwrap().to_owned();
    let name = format!("{txn}/01-1-1 {title} - card.png");
    assert_eq!(dav.files(), [(name.clone(), png())]);
    assert_eq!(s3.keys(), [format!("accepted/{name}")]);
    let shared = shares(&banker, &txn).await;
    let states: Vec<&Value> = shared.as_array().unwrap().iter().map(|share| &share["state"]).collect();
    assert_eq!(states, ["shared", "shared"], "{shared}");
    let logged = app.texts("SELECT action FROM audit_log WHERE action = 'document-shared'").await;
    assert_eq!(logged.len(), 2);
    assert_eq!(app.run_job("share").await.report.done, 0, "each once");
    let meena = Desk::customer(&app, "meena@example.com").await;
    assert!(document(&meena.find(&txn).await.expect(200), 1)["shares"].is_null(), "customers do not see it");
}

async fn a_dead_drive_is_tried_again_and_given_up_after_three_days(app: TestApp) {
    let mut dead = S3Server::start();
    let dav = WebDavServer::start();
    let app = with_drives(app, &["127.0.0.1"]).await;
    point_to(&app, "file_sharing_url", &dav.url()).await;
    point_to(&app, "drive_url", &dead.drive("accepted")).await;
    dead.stop();
    let (banker, txn) = accepted(&app).await;
    let run = app.run_job("share").await;
    assert_eq!((run.report.done, run.report.failures), (1, 1), "the other service got its copy");
    assert_eq!(dav.files().len(), 1);
    let drive = shares(&banker, &txn).await[0].clone();
    assert_eq!((&drive["target"], &drive["state"]), (&json!("drive"), &json!("waiting")), "{drive}");
    assert!(drive["fault"].as_str().unwrap().contains("refused"), "{drive}");
    assert_eq!(app.run_job("share").await.report.failures, 0, "not before its time");
    for _ in 0..80 {
        app.clock.advance_seconds(3601);
        app.run_job("share").await;
    }
    let given_up = app.texts("SELECT state FROM document_share WHERE target = 'drive'").await;
    assert_eq!(given_up, ["failed"]);
    assert_eq!(app.texts("SELECT action FROM audit_log WHERE action = 'document-not-shared'").await.len(), 1);
}

async fn an_infected_document_is_not_copied(app: TestApp) {
    let dav = WebDavServer::start();
    let app = with_drives(app, &["127.0.0.1"]).await;
    point_to(&app, "file_sharing_url", &dav.url()).await;
    let (banker, txn) = accepted(&app).await;
    app.run_sql_directly("UPDATE docrequest_file SET scan = 'infected'").await;
    assert_eq!(app.run_job("share").await.report.done, 0);
    assert!(dav.files().is_empty());
    assert_eq!(shares(&banker, &txn).await[0]["fault"], "malware was found in the document");
}

/// No reader is configured, so the number of the Aadhaar card is not found.
async fn a_document_that_is_shown_only_as_original_is_not_copied(app: TestApp) {
    let dav = WebDavServer::start();
    let app = with_drives(app, &["127.0.0.1"]).await;
    point_to(&app, "file_sharing_url", &dav.url()).await;
    let (banker, txn) = accepted_document(&app, 2).await;
    let run = app.run_job("share").await;
    assert_eq!((run.report.done, run.report.failures), (1, 0), "the drive is not at fault: {:?}", run.report);
    assert!(dav.files().is_empty());
    let share = document(&banker.find(&txn).await.expect(200), 2)["shares"][0].clone();
    assert_eq!(share["state"], "failed", "{share}");
    assert!(share["fault"].as_str().unwrap().contains("shown only as original: card.png"), "{share}");
    assert_eq!(app.run_job("share").await.report.done, 0, "not tried again");
}

async fn a_drive_that_never_answers_delays_no_other(app: TestApp) {
    let (silent, dav) = (std::net::TcpListener::bind("127.0.0.1:0").unwrap(), WebDavServer::start());
    let app = with_drives(app, &["127.0.0.1"]).await;
    point_to(&app, "file_sharing_url", &dav.url()).await;
    let url = format!("http://127.0.0.1:{}/documents", silent.local_addr().unwrap().port());
    point_to(&app, "drive_url", &url).await;
    accepted(&app).await;
    // The job waits for the silent drive, and a document that is accepted meanwhile is still copied to the other.
    let meanwhile = async {
        accepted(&app).await;
        until("both documents are copied", PATIENCE, async || dav.files().len() == 2).await;
    };
    tokio::select! {
        run = app.run_job("share") => panic!("it did not wait: {:?}", run.report),
        () = meanwhile => {}
    }
    let silent = app.texts("SELECT state FROM document_share WHERE target = 'drive'").await;
    assert_eq!(silent, ["waiting", "waiting"]);
}

async fn a_drive_that_the_operator_does_not_allow_is_not_contacted(app: TestApp) {
    let dav = WebDavServer::start();
    let app = with_drives(app, &["files.test"]).await;
    point_to(&app, "file_sharing_url", &dav.url()).await;
    let (banker, txn) = accepted(&app).await;
    app.run_job("share").await;
    let fault = shares(&banker, &txn).await[0]["fault"].as_str().unwrap().to_owned();
    assert!(fault.contains("is not on the list of outbound hosts"), "{fault}");
    assert!(dav.files().is_empty());
}

async fn http_is_used_only_where_the_operator_allows_it(app: TestApp) {
    let dav = WebDavServer::start();
    let mut rules = outbound_rules(&["127.0.0.1"], "");
    rules.clear_text.clear();
    let app = app.with_parts(|parts| parts.drives = Arc::new(HttpDrives::new(Arc::new(outbound_by(rules))))).await;
    point_to(&app, "file_sharing_url", &dav.url()).await;
    let (banker, txn) = accepted(&app).await;
    app.run_job("share").await;
    let fault = shares(&banker, &txn).await[0]["fault"].as_str().unwrap().to_owned();
    assert!(fault.contains("without encryption"), "{fault}");
    assert!(dav.files().is_empty());
}

async fn a_changed_drive_clears_its_secret(app: TestApp) {
    let dav = WebDavServer::start();
    let app = with_drives(app, &["127.0.0.1"]).await;
    point_to(&app, "file_sharing_url", &dav.url()).await;
    point_to(&app, "drive_url", "https://drive.test/documents").await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let master = domain::master_data::find("master").unwrap();
    let update = async |fields: Value| {
        let mut record = admin.operate(master, "F", &json!({})).await.expect(200).record().clone();
        for (name, value) in fields.as_object().unwrap() {
            record[name] = value.clone();
        }
        admin.operate(master, "U", &record).await.expect(200)
    };
    for (name, value, secret) in [
        ("driveUrl", "https://drive.test/other", "driveSecret"),
        ("driveUrl", "http://127.0.0.1/other", "driveSecret"),
        ("driveKind", "WebDAV", "driveSecret"),
        ("fileSharingUrl", "https://files.test/", "fileSharingPassword"),
    ] {
        let cleared = update(json!({ name: value })).await;
        assert_eq!((cleared.last_code(), cleared.fields()), ("secretCleared", vec![secret]), "{value}");
        assert_eq!(cleared.record()[format!("{secret}Set")], false);
        let key = json!({ "entityCode": "NGB" }).to_string();
        let log = admin.verb(master, "/history", "", "POST", &[], key.into()).await.expect(200);
        assert_eq!(log.content()[0]["detail"]["changed"][secret], "(cleared)");
        if secret == "driveSecret" {
            update(json!({ secret: DRIVE_PASSWORD })).await;
        }
    }
    // Without its password nothing is sent, not even the user's name.
    let moved = format!("UPDATE entity_master SET file_sharing_url = '{}', drive_integration = 0", dav.url());
    app.run_sql_directly(&moved).await;
    accepted(&app).await;
    let run = app.run_job("share").await;
    assert!(run.report.failed[0].error.contains("no password"), "{:?}", run.report);
    assert!(dav.files().is_empty());
}

async fn an_address_that_leads_elsewhere_is_refused(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let master = domain::master_data::find("master").unwrap();
    let record = admin.operate(master, "F", &json!({})).await.expect(200).record().clone();
    for field in ["driveUrl", "fileSharingUrl"] {
        for part in ["?a=b", "#x", "/../x", "/%2e%2e/x", "/a/%252e./x"] {
            let mut wrong = record.clone();
            wrong[field] = json!(format!("https://drive.test/documents{part}"));
            let refused = admin.operate(master, "U", &wrong).await.expect(422);
            assert_eq!((refused.fields(), refused.code()), (vec![field], "driveAddress"), "{part}");
        }
    }
}

async fn the_secrets_of_a_drive_are_never_shown(app: TestApp) {
    point_to(&app, "drive_url", "https://drive.test/documents").await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let master = domain::master_data::find("master").unwrap();
    let found = admin.operate(master, "F", &json!({})).await.expect(200).json.to_string();
    assert!(found.contains("drive.test") && !found.contains(DRIVE_PASSWORD), "{found}");
    let stored = app.texts("SELECT drive_secret FROM entity_master WHERE entity_code = 'NGB'").await.remove(0);
    assert!(!stored.is_empty() && !stored.contains("canary"));
}

/// Answers the first request of a connection with this and then says nothing more.
fn answering_once(answer: &'static [u8]) -> std::net::SocketAddr {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        let mut open = Vec::new();
        for connection in listener.incoming().flatten() {
            let mut connection = connection;
            let mut start = [0; 1024];
            let _ = std::io::Read::read(&mut connection, &mut start);
            let _ = std::io::Write::write_all(&mut connection, answer);
            open.push(connection);
        }
    });
    address
}

#[tokio::test]
async fn a_copy_that_takes_too_long_is_remembered() {
    let address = answering_once(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n");
    let limits = |kind: TargetKind| Limits { total: Duration::from_millis(500), ..kind.limits() };
    let outbound = Arc::new(outbound_by(outbound_rules(&["127.0.0.1"], "")).with_limits(limits));
    let drives = HttpDrives::new(outbound);
    let drive = Drive {
        entity: "IN/NGB".into(),
        kind: DriveKind::WebDav,
        url: format!("http://{address}/documents"),
        region: String::new(),
        user: String::new(),
        secret: Secret::new(""),
    };
    let copy = async || {
        let pieces = futures_util::stream::iter([Ok(bytes::Bytes::from_static(b"file"))]);
        let file = DriveFile { folder: "N1".into(), name: "a.pdf".into(), size: 4, pieces: Box::pin(pieces) };
        drives.put(&drive, file).await.unwrap_err()
    };
    // It makes the folder and then hangs. The limit of the copy ends when that of its last call does, or before.
    let first = copy().await;
    assert!(first.contains("did not answer in time") || first.contains("gave no answer"), "{first}");
    let second = copy().await;
    assert!(second.contains("is left alone"), "{second}");
}
