//! Databases of released schemas, filled and frozen in `tests/frozen`, upgrade to the newest schema and work.
//!
//! When a schema is released, freeze it: `cargo test --workspace --test product freeze -- --ignored`.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::json;
use store::SCHEMA_VERSION;
use testkit::{Database, Server, TestApp, documents, on_both_databases};
use zip::ZipArchive;

use crate::api::requests::{Desk, png};

on_both_databases!(every_frozen_database_upgrades_and_works);

/// The entry of a frozen file that is the database; the others are stored documents.
const DATABASE: &str = "database";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/frozen")
}

fn ending(database: Database) -> &'static str {
    match database {
        Database::Sqlite => ".sqlite.zip",
        Database::Postgres => ".postgres.zip",
    }
}

/// The frozen files of a database, by schema.
fn frozen(database: Database) -> Vec<PathBuf> {
    let files = fs::read_dir(folder()).expect("a folder").flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.to_string_lossy().ends_with(ending(database))).collect();
    files.sort();
    files
}

/// Replaces the test's database and documents by frozen ones. The database is not opened yet.
async fn thaw(app: TestApp, file: &Path) -> TestApp {
    let mut archive = ZipArchive::new(fs::File::open(file).expect("a file")).expect("a zip");
    let mut bytes = Vec::new();
    for at in 0..archive.len() {
        let mut entry = archive.by_index(at).expect("an entry");
        let name = entry.name().expect("a name").into_owned();
        if name == DATABASE {
            entry.read_to_end(&mut bytes).expect("the database");
        } else {
            let target = app.folder.path().join(name);
            fs::create_dir_all(target.parent().expect("a folder")).expect("a folder");
            std::io::copy(&mut entry, &mut fs::File::create(target).expect("a file")).expect("a document");
        }
    }
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
    TestApp { place, ..app }
}

/// The tables with their columns, as `name type` and in order. What only serves the full-text search is left out.
pub async fn tables(app: &TestApp) -> BTreeMap<String, Vec<String>> {
    let sql = match app.database {
        Database::Sqlite => {
            "SELECT t.name || ' ' || c.name || ' ' || c.type FROM sqlite_master t, pragma_table_info(t.name) c
             WHERE t.type = 'table' AND t.name NOT LIKE 'docrequest_search%' AND t.name NOT LIKE 'sqlite_%'
             ORDER BY t.name, c.cid"
        }
        Database::Postgres => {
            "SELECT c.table_name || ' ' || c.column_name || ' ' || c.data_type
             FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
             WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
             ORDER BY c.table_name, c.ordinal_position"
        }
    };
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in app.texts(sql).await {
        let (table, column) = line.split_once(' ').expect("a column");
        all.entry(table.to_owned()).or_default().push(column.to_owned());
    }
    all
}

/// The rows of every table in these columns.
async fn rows(app: &TestApp, tables: &BTreeMap<String, Vec<String>>) -> BTreeMap<String, Vec<String>> {
    let mut all = BTreeMap::new();
    for (table, columns) in tables {
        let names: Vec<&str> = columns.iter().filter_map(|column| column.split(' ').next()).collect();
        let row = match app.database {
            Database::Sqlite => {
                names.iter().map(|name| format!("quote({name})")).collect::<Vec<_>>().join(" || '|' || ")
            }
            Database::Postgres => format!("ROW({})::TEXT", names.join(", ")),
        };
        all.insert(table.clone(), app.texts(&format!("SELECT {row} FROM {table} ORDER BY 1")).await);
    }
    all
}

async fn every_frozen_database_upgrades_and_works(app: TestApp) {
    let files = frozen(app.database);
    assert!(!files.is_empty(), "no schema is frozen");
    let mut app = app;
    for file in files {
        app = thaw(app, &file).await;
        let (tables, file) = (tables(&app).await, file.display());
        let before = rows(&app, &tables).await;
        for (table, rows) in &before {
            assert!(!rows.is_empty(), "{table} has no rows in {file}");
        }
        app = app.with_parts(|_| ()).await;
        for (table, after) in rows(&app, &tables).await {
            // The ledger gets the new migrations.
            let is_kept = |row: &String| after.contains(row);
            let is_same =
                if table == "schema_migration" { before[&table].iter().all(is_kept) } else { after == before[&table] };
            assert!(is_same, "{table} of {file}\n{:#?}\n{after:#?}", before[&table]);
        }
        assert_eq!(app.count("SELECT max(version) FROM schema_migration").await, SCHEMA_VERSION, "{file}");
        verify_log(&app).await;
        work(&app).await;
        verify_log(&app).await;
    }
}

async fn verify_log(app: &TestApp) {
    let verdict = app.app().store.verify_audit(&domain::access::system::audit_reader()).await.expect("a verdict");
    assert_eq!(verdict.faults, Vec::<String>::new());
}

/// The request that `freeze` made is found, its document opens, and work goes on.
async fn work(app: &TestApp) {
    let banker = Desk::staff(app, "BANKER1").await;
    let found = banker.get("docrequest/search", "q=krishnan&having=inReview").await.expect(200);
    assert_eq!(found.total(), 1);
    let txn = found.content()[0]["txnRefNo"].as_str().expect("a reference").to_owned();
    let request = banker.find(&txn).await.expect(200);
    let document = &request.record()["parties"][0]["documents"][0];
    assert_eq!(document["status"], "Uploaded");
    let query = format!(
        "txnRefNo={txn}&documentNo=1&fileId={}",
        document["versions"][0]["files"][0]["fileId"].as_str().expect("an id")
    );
    assert_eq!(banker.get("document/content", &query).await.expect(200).bytes, png());
    let queue = Desk::staff(app, "CHECKER1").await.get("document/queue", "").await.expect(200);
    assert!(queue.content().iter().any(|waiting| waiting["txnRefNo"] == json!(txn)));
    banker.act(&txn, "extend", json!({ "expiresOn": app.day(90) })).await.expect(200);
    banker.sent().await;
    app.log_in("NGB", "ADMIN").await.get("admin", "admin/branchmaster", "page=0&size=5").await.expect(200);
}

/// Writes the frozen files of the newest schema.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "run by hand when a schema is released"]
async fn freeze() {
    for database in [Database::Sqlite, Database::Postgres] {
        let app = TestApp::start(database).await;
        // The details of the demo's log are most of a database.
        app.run_sql_directly("UPDATE audit_log SET detail = '' WHERE seq > 20").await;
        let txn = fill(&app).await;
        fill_empty(&app, &txn).await;
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
        let stored = stored_files(&app.folder.path().join("files"), "files");
        let mut entries = vec![(DATABASE, bytes.as_slice())];
        entries.extend(stored.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())));
        let file = folder().join(format!("{SCHEMA_VERSION:04}{}", ending(database)));
        fs::write(file, documents::zip(&entries)).expect("a file");
    }
}

fn stored_files(folder: &Path, name: &str) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let name = format!("{name}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            all.extend(stored_files(&entry.path(), &name));
        } else {
            all.push((name, fs::read(entry.path()).expect("bytes")));
        }
    }
    all
}

/// What people and jobs do; the number of a request with a document in review.
async fn fill(app: &TestApp) -> String {
    super::requests::plans::walk(app).await;
    let txn = Desk::staff(app, "BANKER1").await.sent_without_aadhaar().await;
    Desk::customer(app, "meena@example.com").await.upload_and_submit(&txn, 1).await.expect(200);
    app.app().store.write_checkpoints().await.expect("checkpoints");
    app.run_job("purge").await;
    txn
}

/// A row in each empty table.
pub async fn fill_empty(app: &TestApp, txn: &str) {
    // These refer to a row of another table.
    let refers = |table: &str| table.ends_with("_item") || table.ends_with("_piece");
    let (referring, others): (Vec<_>, Vec<_>) = tables(app).await.into_iter().partition(|(table, _)| refers(table));
    for (table, columns) in others.into_iter().chain(referring) {
        if app.count(&format!("SELECT count(*) FROM {table}")).await == 0 {
            app.run_sql_directly(&any_row(&table, &columns, txn)).await;
        }
    }
}

/// A row for a table that nothing else fills: valid references, and otherwise anything.
fn any_row(table: &str, columns: &[String], txn: &str) -> String {
    let value = |name: &str, kind: &str| match name {
        "country_code" => "'IN'".to_owned(),
        "entity_code" => "'NGB'".to_owned(),
        "user_id" if table == "verified_address" => "'meena@example.com'".to_owned(),
        // Nobody else has to sign in in another way.
        "user_id" => "'VIEWER'".to_owned(),
        "role_code" => "'VIEWER'".to_owned(),
        "upload_id" => "coalesce((SELECT min(upload_id) FROM upload), '1')".to_owned(),
        "tenant_code" => "(SELECT min(tenant_code) FROM docrequest WHERE entity_code = 'NGB')".to_owned(),
        "txn_ref_no" => format!("'{txn}'"),
        "rule_code" => "(SELECT min(rule_code) FROM verification_rule WHERE entity_code = 'NGB')".to_owned(),
        "run_id" => "coalesce((SELECT min(run_id) FROM purge_run WHERE entity_code = 'NGB'), '1')".to_owned(),
        "operation" => "'U'".to_owned(),
        "kind" | "period" => "'records'".to_owned(),
        "target" => "'drive'".to_owned(),
        "what" => "'reset'".to_owned(),
        _ if name.ends_with("_on") || name == "at" || name == "until" => "'2026-11-15T06:00:00.000Z'".to_owned(),
        _ => match kind.to_lowercase().as_str() {
            "boolean" => "true".to_owned(),
            "bigint" | "integer" => "1".to_owned(),
            _ => "'waiting'".to_owned(),
        },
    };
    let pairs: Vec<(&str, &str)> = columns.iter().map(|column| column.split_once(' ').expect("a type")).collect();
    let names: Vec<&str> = pairs.iter().map(|(name, _)| *name).collect();
    let values: Vec<String> = pairs.iter().map(|(name, kind)| value(name, kind)).collect();
    format!("INSERT INTO {table} ({}) VALUES ({})", names.join(", "), values.join(", "))
}
