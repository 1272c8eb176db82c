//! Encryption of stored documents.

use std::path::Path;
use std::sync::Arc;

use app::files::{check_files, encrypt_plain};
use app::jobs::{Pass, Stop};
use integrations::files::FilesFolder;
use jiff::Timestamp;
use testkit::{TestApp, ended_after, on_both_databases, on_sqlite};

use super::{Desk, document, png};

on_both_databases!(
    documents_are_encrypted_and_read_as_sent,
    old_documents_are_encrypted_by_a_job_that_may_end_anywhere,
    two_nodes_encrypt_each_document_once,
);
on_sqlite!(
    an_exchanged_document_is_damaged,
    a_document_is_found_when_it_is_encrypted_meanwhile,
    a_damaged_old_document_stays_as_it_is,
);

fn all_bytes(folder: &Path) -> Vec<Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap().flatten();
    let files = entries.map(|entry| match entry.path() {
        path if path.is_dir() => all_bytes(&path),
        path => vec![std::fs::read(path).unwrap()],
    });
    files.flatten().collect()
}

/// How many stored files can be read without a key, apart from those in the trash.
fn readable_files(app: &TestApp) -> usize {
    let folders = std::fs::read_dir(app.folder.path().join("files")).unwrap().flatten().map(|entry| entry.path());
    let folders = folders.filter(|path| path.is_dir() && !path.ends_with("trash"));
    let files: Vec<Vec<u8>> = folders.flat_map(|folder| all_bytes(&folder)).collect();
    files.iter().filter(|bytes| bytes.windows(4).any(|part| part == b"IHDR")).count()
}

/// The queries for the first file of documents 1 and 2.
async fn queries(desk: &Desk, txn: &str) -> Vec<String> {
    let found = desk.find(txn).await.expect(200);
    let query = |number: usize| {
        let file = document(&found, number)["versions"][0]["files"][0]["fileId"].as_str().unwrap().to_owned();
        format!("txnRefNo={txn}&documentNo={number}&fileId={file}")
    };
    [1, 2].map(query).to_vec()
}

async fn read_all(desk: &Desk, queries: &[String]) {
    for query in queries {
        assert_eq!(desk.get("document/content", query).await.expect(200).bytes, png());
    }
}

async fn two_documents(app: &TestApp) -> (Desk, Vec<String>) {
    let banker = Desk::staff(app, "BANKER1").await;
    let txn = banker.sent_without_aadhaar().await;
    let meena = Desk::customer(app, "meena@example.com").await;
    for number in [1, 2] {
        meena.upload_and_submit(&txn, number).await.expect(200);
    }
    let queries = queries(&banker, &txn).await;
    (banker, queries)
}

/// The product as it was before documents were encrypted, with two documents, and then as it is now.
async fn with_plain_documents(app: TestApp) -> (TestApp, Desk, Vec<String>) {
    let folder = FilesFolder::open(&app.folder.path().join("files")).unwrap().with_reserve(100, 0);
    let app = app.with_parts(|parts| parts.files = Arc::new(folder)).await;
    let (_, queries) = two_documents(&app).await;
    assert_eq!(readable_files(&app), 2);
    let app = app.with_parts(|_| {}).await;
    let banker = Desk::staff(&app, "BANKER1").await;
    read_all(&banker, &queries).await;
    (app, banker, queries)
}

fn pass() -> Pass {
    Pass::new(Stop::new(tokio::sync::watch::channel(false).1))
}

async fn documents_are_encrypted_and_read_as_sent(app: TestApp) {
    let (banker, queries) = two_documents(&app).await;
    assert_eq!((app.files_kept(), readable_files(&app)), (2, 0));
    read_all(&banker, &queries).await;
    for resource in ["document/preview", "document/archive"] {
        banker.get(resource, &queries[0]).await.expect(200);
    }
    let damaged = |damage: app::files::FileDamage| panic!("{}", damage.what);
    assert_eq!(check_files(&app.app().store, app.app().files.as_ref(), "2999", damaged).await.unwrap(), 2);
    let keys = app.texts("SELECT sealed_key FROM docrequest_file").await;
    assert!(keys.len() == 2 && keys[0] != keys[1] && keys.iter().all(|key| key.starts_with("1.")), "{keys:?}");
    let txn = queries[0].split(['=', '&']).nth(1).unwrap();
    let found = banker.find(txn).await.expect(200).json.to_string();
    assert!(keys.iter().all(|key| !found.contains(key)), "the key stays on the server");
    // Without its key, nobody reads the file again.
    app.run_sql_directly("UPDATE docrequest_file SET sealed_key = NULL WHERE document_no = 1").await;
    assert_eq!(banker.get("document/content", &queries[0]).await.expect(503).code(), "documentDamaged");
}

async fn an_exchanged_document_is_damaged(app: TestApp) {
    let (banker, queries) = two_documents(&app).await;
    let ids = app.texts("SELECT storage_id FROM docrequest_file ORDER BY document_no").await;
    let keys = app.texts("SELECT sealed_key FROM docrequest_file ORDER BY document_no").await;
    // Both have the same content, so size and hash of the records fit.
    let exchange = format!(
        "UPDATE docrequest_file SET storage_id = '{}', sealed_key = '{}' WHERE document_no = 1",
        ids[1], keys[1]
    );
    app.run_sql_directly(&exchange).await;
    assert_eq!(banker.get("document/content", &queries[0]).await.expect(503).code(), "documentDamaged");
    banker.get("document/content", &queries[1]).await.expect(200);
}

/// Ends the job after one step, after two steps and so on, as a killed process does, until it comes to its end.
async fn old_documents_are_encrypted_by_a_job_that_may_end_anywhere(app: TestApp) {
    let (app, banker, queries) = with_plain_documents(app).await;
    let mut steps = 0;
    loop {
        steps += 1;
        let mut pass = pass();
        let has_ended = ended_after(steps, encrypt_plain(app.app(), &mut pass)).await;
        read_all(&banker, &queries).await;
        if let Some(ended) = has_ended {
            ended.unwrap();
            break;
        }
    }
    assert!(steps > 1, "the job was ended at least once");
    app.sweep_files(Timestamp::MAX).await;
    assert_eq!((app.files_kept(), readable_files(&app)), (2, 0));
    assert_eq!(app.texts("SELECT storage_id FROM docrequest_file WHERE sealed_key IS NULL").await.len(), 0);
    read_all(&banker, &queries).await;
}

async fn two_nodes_encrypt_each_document_once(app: TestApp) {
    let (app, banker, queries) = with_plain_documents(app).await;
    let mut second = app.app().clone();
    second.store = app.second_store().await;
    // Past the lease, as after a long pause of one node.
    let (mut one, mut other) = (pass(), pass());
    let (first, then) =
        futures_util::future::join(encrypt_plain(app.app(), &mut one), encrypt_plain(&second, &mut other)).await;
    first.and(then).unwrap();
    assert_eq!(one.report.done + other.report.done, 2, "{:?} {:?}", one.report, other.report);
    read_all(&banker, &queries).await;
    assert_eq!((app.files_kept(), readable_files(&app)), (2, 0), "no file is left over");
}

/// The record was read before the job, and the file is read after it.
async fn a_document_is_found_when_it_is_encrypted_meanwhile(app: TestApp) {
    let (app, _, _) = with_plain_documents(app).await;
    let record = app.app().store.plain_files(None, 1).await.unwrap().remove(0);
    assert!(app.run_job("encrypt").await.is_ok());
    let context = ports::FileContext {
        country: record.country,
        entity: record.entity,
        txn_ref_no: record.txn_ref_no,
        document: record.document,
        file_id: record.file_id,
    };
    let stored = ports::StoredFile { id: record.storage_id, context, sealed_key: None };
    let file = app::files::RecordedFile { stored, size: u64::try_from(record.size).unwrap(), sha256: record.sha256 };
    let opened = app::files::open(app.app(), &file).await.unwrap();
    assert_eq!(opened.size, png().len() as u64);
}

async fn a_damaged_old_document_stays_as_it_is(app: TestApp) {
    let (app, _, _) = with_plain_documents(app).await;
    let id = app.texts("SELECT storage_id FROM docrequest_file WHERE document_no = 1").await.remove(0);
    let path = app.folder.path().join("files").join(&id[..2]).join(&id);
    let mut bytes = std::fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let run = app.run_job("encrypt").await;
    assert_eq!((run.report.done, run.report.failures), (1, 1), "{:?}", run.report);
    assert_eq!(std::fs::read(&path).unwrap(), bytes, "it may still be repaired");
    assert_eq!(app.texts("SELECT storage_id FROM docrequest_file WHERE sealed_key IS NULL").await, [id]);
}
