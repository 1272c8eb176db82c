//! Databases of released schemas, filled and frozen in `tests/frozen`, upgrade to the newest schema and work.
//!
//! When a schema is released, freeze it: `cargo test -p testkit --test product freeze -- --ignored`.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::json;
use store::SCHEMA_VERSION;
use testkit::{Client, Database, Server, TestApp, on_both_databases};

use crate::api::requests::Desk;

on_both_databases!(every_frozen_database_upgrades_and_works);

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/frozen")
}

fn ending(database: Database) -> &'static str {
    match database {
        Database::Sqlite => ".sqlite.gz",
        Database::Postgres => ".postgres.sql.gz",
    }
}

/// The frozen files of a database, by schema.
fn frozen(database: Database) -> Vec<PathBuf> {
    let files = fs::read_dir(folder()).expect("a folder").flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.to_string_lossy().ends_with(ending(database))).collect();
    files.sort();
    files
}

fn unpacked(file: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    GzDecoder::new(fs::File::open(file).expect("a file")).read_to_end(&mut bytes).expect("gzip");
    bytes
}

/// Replaces the test's database by a frozen one.
async fn thaw(app: TestApp, file: &Path) -> TestApp {
    let bytes = unpacked(file);
    let place = match app.database {
        Database::Sqlite => {
            let place = app.folder.path().join("frozen.sqlite");
            fs::write(&place, bytes).expect("a file");
            place.display().to_string()
        }
        Database::Postgres => {
            let server = Server::shared();
            let url = server.url(&server.create(None).await);
            let mut restore = Command::new(server.program("psql"))
                .args(["--quiet", "--set", "ON_ERROR_STOP=1", "--dbname", &url])
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .spawn()
                .expect("psql");
            restore.stdin.take().expect("a pipe").write_all(&bytes).expect("all of it");
            assert!(restore.wait().expect("an end").success());
            url
        }
    };
    TestApp { place, ..app }.with_parts(|_| ()).await
}

async fn every_frozen_database_upgrades_and_works(app: TestApp) {
    let files = frozen(app.database);
    assert!(!files.is_empty(), "no schema is frozen");
    let mut app = app;
    for file in files {
        app = thaw(app, &file).await;
        assert_eq!(app.count("SELECT max(version) FROM schema_migration").await, SCHEMA_VERSION, "{}", file.display());
        verify_sealed_log(&app).await;
        let banker = Desk::staff(&app, "BANKER1").await;
        let found = banker.get("docrequest/search", "q=krishnan").await.expect(200);
        assert_eq!(found.total(), 1, "{}", file.display());
        let txn = found.content()[0]["txnRefNo"].as_str().expect("a reference").to_owned();
        let request = banker.find(&txn).await.expect(200);
        assert_eq!(request.record()["parties"][0]["documents"][0]["status"], "Uploaded");
        let queue = Desk::staff(&app, "CHECKER1").await.get("document/queue", "").await.expect(200);
        assert_eq!((queue.total(), &queue.content()[0]["partyName"]), (1, &json!("Meena Krishnan")));
        banker.act(&txn, "extend", json!({ "expiresOn": app.day(90) })).await.expect(200);
        banker.sent().await;
        let admin: Client = app.log_in("NGB", "ADMIN").await;
        admin.get("admin", "admin/branchmaster", "page=0&size=5").await.expect(200);
    }
}

/// The log from before heads existed gets them once, and its end is guarded from then on.
async fn verify_sealed_log(app: &TestApp) {
    let faults = || async {
        app.app().store.verify_audit(&domain::access::system::audit_reader()).await.expect("a verdict").faults
    };
    assert_eq!(faults().await, Vec::<String>::new());
    let sealed = "SELECT count(*) FROM audit_log WHERE entity_code = 'NGB' AND action = 'audit-sealed'";
    assert_eq!(app.count(sealed).await, 1);
    assert_eq!(faults().await, Vec::<String>::new());
    assert_eq!(app.count(sealed).await, 1);
    app.run_sql_directly("CREATE TABLE kept_log AS SELECT * FROM audit_log").await;
    app.run_sql_directly("DELETE FROM audit_log WHERE entity_code = 'NGB' AND shard = 0 AND seq > 30").await;
    let found = faults().await;
    assert!(found.iter().any(|fault| fault.contains("the entries 31 to ")), "{found:?}");
    app.run_sql_directly("DELETE FROM audit_log; INSERT INTO audit_log SELECT * FROM kept_log").await;
}

/// Writes the frozen files of the newest schema.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "run by hand when a schema is released"]
async fn freeze() {
    for database in [Database::Sqlite, Database::Postgres] {
        let app = TestApp::start(database).await;
        let txn = Desk::staff(&app, "BANKER1").await.sent().await;
        Desk::customer(&app, "meena@example.com").await.upload_and_submit(&txn, 1).await.expect(200);
        let bytes = match database {
            Database::Sqlite => {
                let copy = app.folder.path().join("copy.sqlite");
                app.app().store.copy_to(&copy).expect("a copy");
                fs::read(copy).expect("bytes")
            }
            Database::Postgres => {
                let dump = Command::new(Server::shared().program("pg_dump")).args(["--dbname", &app.place]).output();
                let dump = dump.expect("pg_dump");
                assert!(dump.status.success(), "{}", String::from_utf8_lossy(&dump.stderr));
                dump.stdout
            }
        };
        let file = folder().join(format!("{SCHEMA_VERSION:04}{}", ending(database)));
        let mut packed = GzEncoder::new(fs::File::create(file).expect("a file"), Compression::best());
        packed.write_all(&bytes).expect("all of it");
        packed.finish().expect("an end");
    }
}
