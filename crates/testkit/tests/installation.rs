//! A wrong, new or older database beside the documents: nothing is lost, and the operator is told what is wrong.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use docz::config::Config;
use docz::installation::claim_later;
use docz::locations::Locations;
use testkit::servers::S3Server;

use crate::command::{CREATE, docz, files_below, seed, text};

/// All commands that could write, create or sweep.
const COMMANDS: [&[&str]; 6] = [
    &["serve", "--listen", "127.0.0.1:0"],
    &["jobs", "run", "sweep-files"],
    &["migrate"],
    &["keys", "rotate"],
    &["doctor"],
    &["audit", "verify"],
];

/// Every file below the documents' folder with its content.
fn documents(data: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    files_below(&data.join("files")).into_iter().map(|path| (path.clone(), std::fs::read(path).unwrap())).collect()
}

/// A sweep looks only at files older than a day.
fn age(data: &Path) {
    let before = SystemTime::now() - Duration::from_secs(3 * 24 * 60 * 60);
    for path in files_below(&data.join("files")) {
        std::fs::File::options().write(true).open(path).unwrap().set_modified(before).unwrap();
    }
}

fn seeded(data: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    seed(data);
    age(data);
    documents(data)
}

fn sql(data: &Path, sql: &str) {
    rusqlite::Connection::open(data.join("docz.sqlite")).unwrap().execute_batch(sql).unwrap();
}

/// A copy of an SQLite database with what is in its log.
fn copy_database(from: &Path, to: &Path) {
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", to.display()));
    }
    let to = to.to_str().unwrap();
    rusqlite::Connection::open(from).unwrap().execute("VACUUM INTO ?1", [to]).unwrap();
}

fn marker(data: &Path) -> String {
    std::fs::read_to_string(data.join("files/installation")).unwrap().trim().to_owned()
}

fn database_id(data: &Path) -> String {
    let connection = rusqlite::Connection::open(data.join("docz.sqlite")).unwrap();
    connection.query_row("SELECT installation_id FROM installation", [], |row| row.get(0)).unwrap()
}

fn refused(data: &Path, arguments: &[&str], causes: &[&str]) {
    let output = docz(data, arguments, "Strong@2026\n");
    let said = text(&output);
    assert!(!output.status.success(), "{arguments:?}: {said}");
    for cause in causes {
        assert!(said.contains(cause), "{arguments:?} does not say {cause}: {said}");
    }
}

fn done(data: &Path, arguments: &[&str]) -> String {
    let output = docz(data, arguments, "Strong@2026\n");
    assert!(output.status.success(), "{arguments:?}: {}", text(&output));
    text(&output)
}

#[test]
fn a_missing_or_empty_database_beside_documents_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let before = seeded(data);
    let (database, id) = (data.join("docz.sqlite"), database_id(data));
    assert_eq!(marker(data), id);
    std::fs::rename(&database, data.join("kept.sqlite")).unwrap();
    for is_empty in [false, true] {
        if is_empty {
            std::fs::write(&database, "").unwrap();
        }
        for command in COMMANDS.iter().chain([&&CREATE[..], &&["seed"][..]]) {
            refused(data, command, &["is new or empty", &id, "root.key", "--new-installation", "docz restore"]);
        }
        assert_eq!(database.exists(), is_empty, "nothing was created");
        assert!(!is_empty || std::fs::metadata(&database).unwrap().len() == 0, "no schema was created");
        assert_eq!(documents(data), before);
    }
    std::fs::rename(data.join("kept.sqlite"), &database).unwrap();
    done(data, &["jobs", "run", "sweep-files"]);
    assert_eq!(documents(data), before, "with its own database nothing is unknown");
}

#[test]
fn a_foreign_database_is_refused_with_both_ids() {
    let folder = tempfile::tempdir().unwrap();
    let (data, other) = (folder.path().join("data"), folder.path().join("other"));
    let before = seeded(&data);
    done(&other, &CREATE);
    let ids = [database_id(&data), database_id(&other)];
    assert_ne!(ids[0], ids[1]);
    copy_database(&other.join("docz.sqlite"), &data.join("docz.sqlite"));
    std::fs::remove_file(data.join("root.key")).unwrap();
    std::fs::copy(other.join("root.key"), data.join("root.key")).unwrap();
    let places = [data.join("docz.sqlite").display().to_string(), data.join("files").display().to_string()];
    for command in COMMANDS {
        refused(&data, command, &[&ids[0], &ids[1], &places[0], &places[1]]);
    }
    refused(&data, &["migrate", "--new-installation"], &[&ids[0], &ids[1]]);
    // A foreign database from before the ids: it names none of the documents.
    sql(&data, "DELETE FROM installation");
    refused(&data, &["jobs", "run", "sweep-files"], &["no installation", &ids[0], "other documents"]);
    let connection = rusqlite::Connection::open(data.join("docz.sqlite")).unwrap();
    let ids = connection.query_row("SELECT count(*) FROM installation", [], |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(ids, 0, "it got no id");
    assert_eq!(documents(&data), before);
}

#[test]
fn a_new_installation_is_created_when_it_is_meant_and_keeps_the_old_documents() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let before = seeded(data);
    std::fs::remove_file(data.join("docz.sqlite")).unwrap();
    let said = done(data, &["migrate", "--new-installation"]);
    assert!(said.contains("are kept in"), "{said}");
    let aside = std::fs::read_dir(data).unwrap().flatten().map(|entry| entry.path());
    let aside = aside.into_iter().find(|path| path.display().to_string().contains("files.before-")).expect("a folder");
    let kept: Vec<Vec<u8>> = files_below(&aside).into_iter().map(|path| std::fs::read(path).unwrap()).collect();
    assert_eq!(kept.len(), before.len());
    assert!(before.values().all(|content| kept.contains(content)));
    assert_eq!(marker(data), database_id(data));
    done(data, &CREATE);
    done(data, &["jobs", "run", "sweep-files"]);
    assert_eq!(files_below(&aside).len(), before.len());
    // A key that the operator gives is a sign of another database, too.
    let fresh = folder.path().join("fresh");
    std::fs::create_dir(&fresh).unwrap();
    std::fs::copy(data.join("root.key"), fresh.join("root.key")).unwrap();
    refused(&fresh, &CREATE, &["root.key", "--new-installation"]);
    assert!(!fresh.join("docz.sqlite").exists());
    done(&fresh, &["migrate", "--new-installation"]);
    done(&fresh, &CREATE);
}

#[test]
fn a_first_start_that_was_killed_starts_again() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    done(data, &["migrate"]);
    let id = database_id(data);
    let marker_file = data.join("files/installation");
    // After the id, before the root key and the marker.
    std::fs::remove_file(data.join("root.key")).unwrap();
    std::fs::remove_file(&marker_file).unwrap();
    done(data, &["migrate"]);
    assert_eq!((marker(data), database_id(data)), (id.clone(), id));
    // After the root key, before the marker.
    std::fs::remove_file(&marker_file).unwrap();
    done(data, &["migrate"]);
    // After the schema, before the id.
    sql(data, "DELETE FROM installation");
    std::fs::remove_file(data.join("root.key")).unwrap();
    std::fs::remove_file(&marker_file).unwrap();
    done(data, &["migrate"]);
    assert_eq!(marker(data), database_id(data));
    done(data, &CREATE);
}

#[test]
fn an_installation_from_before_the_ids_gets_one() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    seeded(data);
    sql(data, "DELETE FROM installation");
    std::fs::remove_file(data.join("files/installation")).unwrap();
    done(data, &["migrate"]);
    assert_eq!(marker(data), database_id(data));
    let said = done(data, &["doctor"]);
    assert!(said.contains(&format!("installation  {}", marker(data))), "{said}");
    assert!(said.contains("the same installation") && said.contains("its trash is empty"), "{said}");
}

#[test]
fn an_older_database_moves_nothing_and_the_trash_brings_everything_back() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let before = seeded(data);
    copy_database(&data.join("docz.sqlite"), &data.join("newer.sqlite"));
    sql(data, "DELETE FROM docrequest_file WHERE entity_code = 'NGB'");
    refused(data, &["jobs", "run", "sweep-files"], &["stored files are not named", "--accept-amount"]);
    assert_eq!(documents(data), before);
    assert!(text(&docz(data, &["doctor"], "")).contains("WARN          job sweep-files"));
    done(data, &["jobs", "run", "sweep-files", "--accept-amount"]);
    let moved = files_below(&data.join("files/trash")).len();
    assert!(moved > 20 && documents(data).len() == before.len(), "{moved} files");
    copy_database(&data.join("newer.sqlite"), &data.join("docz.sqlite"));
    refused(data, &["doctor", "--files"], &["docz files restore-trash", &format!("its trash: {moved} files")]);
    let later = docz(data, &["files", "restore-trash", "--since", "2099-01-01T00:00:00Z"], "");
    assert!(text(&later).contains("0 files were brought back"), "{}", text(&later));
    let back = done(data, &["files", "restore-trash", "--named"]);
    assert!(back.contains(&format!("{moved} files were brought back")) && back.contains("0 files are still"), "{back}");
    assert_eq!(documents(data), before);
    done(data, &["doctor", "--files"]);
    done(data, &["audit", "verify"]);
}

#[test]
fn a_restore_that_was_not_completed_is_repeated_before_anything_else() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy"));
    seeded(&data);
    done(&data, &["backup", "--to", copy.to_str().unwrap()]);
    std::fs::remove_file(data.join("docz.sqlite")).unwrap();
    let from = ["restore", "--from", copy.to_str().unwrap()];
    done(&data, &from);
    let manifest: serde_json::Value =
        serde_json::from_slice(&std::fs::read(copy.join("manifest.json")).unwrap()).unwrap();
    let hash = manifest["sha256"].as_str().unwrap();
    // Killed before and after the database was in its place, and before purges were repeated.
    for note in [hash.to_owned(), format!("{hash}\nplaced")] {
        std::fs::write(data.join("restore-unfinished"), note).unwrap();
        for command in [&["jobs", "list"][..], &["audit", "verify"], &["migrate"]] {
            refused(&data, command, &["a restore was begun and not completed", "docz restore"]);
        }
        done(&data, &from);
        done(&data, &["audit", "verify"]);
        refused(&data, &from, &["exists already"]);
    }
    std::fs::write(data.join("restore-unfinished"), "other").unwrap();
    refused(&data, &from, &["another copy was begun"]);
}

#[test]
fn an_older_copy_is_restored_under_newer_documents_and_names_what_it_does_not_know() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy, other) = (folder.path().join("data"), folder.path().join("copy"), folder.path().join("other"));
    seeded(&data);
    let id = database_id(&data);
    done(&data, &["backup", "--to", copy.to_str().unwrap()]);
    // A document that was uploaded after the backup.
    let newer = "newer00000000000000";
    std::fs::create_dir_all(data.join("files/ne")).unwrap();
    std::fs::write(data.join("files/ne").join(newer), "newer").unwrap();
    age(&data);
    let before = documents(&data);
    std::fs::remove_file(data.join("docz.sqlite")).unwrap();
    let restore = ["restore", "--from", copy.to_str().unwrap()];
    // The store of another installation.
    std::fs::write(data.join("files/installation"), "00000000-0000-4000-8000-000000000000\n").unwrap();
    refused(&data, &restore, &[&id, "00000000-0000-4000-8000-000000000000", "Nothing was changed"]);
    assert!(!data.join("docz.sqlite").exists());
    std::fs::write(data.join("files/installation"), format!("{id}\n")).unwrap();
    let said = done(&data, &restore);
    assert!(said.contains("1 stored files are not named by the restored database") && said.contains(newer), "{said}");
    assert_eq!((documents(&data), database_id(&data)), (before.clone(), id.clone()));
    done(&data, &["jobs", "run", "sweep-files"]);
    assert_eq!(documents(&data).len(), before.len(), "it is in the trash");
    assert!(files_below(&data.join("files/trash")).len() == 1);
    // An empty place gets the id of the copy.
    std::fs::create_dir(&other).unwrap();
    std::fs::copy(data.join("root.key"), other.join("root.key")).unwrap();
    let said = done(&other, &restore);
    assert!(said.contains("Every stored file is named"), "{said}");
    assert_eq!((marker(&other), database_id(&other)), (id.clone(), id));
}

/// As when a disk is not mounted, or the folder of a bucket is wrong.
#[test]
fn an_empty_place_beside_a_database_with_documents_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let before = seeded(data);
    let id = database_id(data);
    std::fs::rename(data.join("files"), data.join("unmounted")).unwrap();
    for command in [&["jobs", "list"][..], &["jobs", "run", "sweep-files"], &["serve", "--listen", "127.0.0.1:0"]] {
        refused(data, command, &["none of them is stored", &id, "is mounted", "a file named installation"]);
    }
    assert!(files_below(&data.join("files")).is_empty(), "it was not claimed");
    std::fs::write(data.join("files/installation"), format!("{id}\n")).unwrap();
    done(data, &["jobs", "list"]);
    std::fs::remove_dir_all(data.join("files")).unwrap();
    std::fs::rename(data.join("unmounted"), data.join("files")).unwrap();
    // A new bucket beside the folder with the documents.
    let server = S3Server::start();
    server.configure(data, "s3");
    done(data, &["jobs", "list"]);
    assert_eq!((server.keys(), documents(data)), (vec!["installation".to_owned()], before));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bucket_that_was_down_is_claimed_when_it_answers() {
    let mut server = S3Server::start();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    done(data, &CREATE);
    server.stop();
    server.configure(data, "folder");
    done(data, &["jobs", "list"]);
    refused(data, &["files", "move", "--to", "s3"], &["the document store", "Connection refused"]);
    let place = Locations { data: data.to_owned(), database_url: None, files_url: None, root_key_file: None };
    let config = Config::of(place).unwrap();
    let opened = docz::wiring::open_app(&config).await.unwrap();
    assert!(!opened.is_complete);
    let (store, places) = (&opened.app.store, &opened.app.places);
    assert!(app::installation::check(&opened.app).await.is_err());
    server.start_again();
    let claiming = claim_later(&config, store, places, Duration::from_millis(200));
    tokio::time::timeout(Duration::from_secs(60), claiming).await.unwrap();
    assert_eq!(server.keys(), ["installation"]);
    app::installation::check(&opened.app).await.unwrap();
}

#[tokio::test]
async fn a_postgres_restore_that_cannot_succeed_is_not_begun_and_one_that_was_killed_goes_on() {
    let server = testkit::Server::shared();
    let folder = tempfile::tempdir().unwrap();
    let (data, copy, other) = (folder.path().join("data"), folder.path().join("copy"), folder.path().join("other"));
    let urls = [
        server.url(&server.create(None).await),
        server.url(&server.create(None).await),
        server.url(&server.create(None).await),
    ];
    let run = |data: &Path, url: &str, arguments: &[&str]| {
        let output = docz(data, &[arguments, &["--database-url", url]].concat(), "Strong@2026\n");
        (output.status.success(), text(&output))
    };
    for (data, url) in [(&data, &urls[0]), (&other, &urls[2])] {
        let made = run(data, url, &CREATE);
        assert!(made.0, "{}", made.1);
    }
    let made = run(&data, &urls[0], &["backup", "--to", copy.to_str().unwrap()]);
    assert!(made.0, "{}", made.1);
    let (from, note) = (["restore", "--from", copy.to_str().unwrap()], data.join("restore-unfinished"));
    // Into the database that is in use.
    let refused = run(&data, &urls[0], &from);
    assert!(!refused.0 && refused.1.contains("is not empty"), "{}", refused.1);
    assert!(!note.exists(), "the installation is not locked");
    assert!(run(&data, &urls[0], &["jobs", "list"]).0);
    // Killed before `pg_restore`, with the wrong database afterwards.
    let manifest = std::fs::read(copy.join("manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
    let begun = || std::fs::write(&note, manifest["sha256"].as_str().unwrap()).unwrap();
    begun();
    let foreign = run(&data, &urls[2], &from);
    assert!(!foreign.0 && foreign.1.contains("holds another installation"), "{}", foreign.1);
    let restored = run(&data, &urls[1], &from);
    assert!(restored.0 && !note.exists(), "{}", restored.1);
    // Killed after `pg_restore`, before it was noted.
    begun();
    let (is_open, said) = run(&data, &urls[1], &["jobs", "list"]);
    assert!(!is_open && said.contains("a restore was begun"), "{said}");
    let restored = run(&data, &urls[1], &from);
    assert!(restored.0 && restored.1.contains("Going on") && !note.exists(), "{}", restored.1);
    assert!(run(&data, &urls[1], &["audit", "verify"]).0);
}

#[tokio::test]
async fn a_wrong_postgres_database_is_refused_and_stays_empty() {
    let server = testkit::Server::shared();
    let folder = tempfile::tempdir().unwrap();
    let (data, other) = (folder.path().join("data"), folder.path().join("other"));
    let urls = [server.url(&server.create(None).await), server.url(&server.create(None).await)];
    let run = |data: &Path, url: &str, arguments: &[&str]| {
        docz(data, &[arguments, &["--database-url", url]].concat(), "Strong@2026\n")
    };
    let made = run(&data, &urls[0], &CREATE);
    assert!(made.status.success(), "{}", text(&made));
    let id = marker(&data);
    for command in COMMANDS {
        let output = run(&data, &urls[1], command);
        let said = text(&output);
        assert!(!output.status.success() && said.contains("is new or empty") && said.contains(&id), "{said}");
    }
    // Without a url the command opens the SQLite file in the data folder, which does not exist.
    refused(&data, &["jobs", "run", "sweep-files"], &["is new or empty", &id]);
    assert!(!data.join("docz.sqlite").exists());
    let (client, connection) = tokio_postgres::connect(&urls[1], tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    let tables = "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace";
    assert_eq!(client.query_one(tables, &[]).await.unwrap().get::<_, i64>(0), 0, "no schema was created");
    let made = run(&other, &urls[1], &CREATE);
    assert!(made.status.success(), "{}", text(&made));
    let foreign = run(&data, &urls[1], &["jobs", "run", "sweep-files"]);
    let said = text(&foreign);
    assert!(!foreign.status.success() && said.contains(&id) && said.contains(&marker(&other)), "{said}");
}

#[test]
fn a_bucket_of_another_installation_is_refused() {
    let server = S3Server::start();
    let folder = tempfile::tempdir().unwrap();
    let (data, other) = (folder.path().join("data"), folder.path().join("other"));
    server.configure(&data, "s3");
    done(&data, &CREATE);
    assert_eq!(server.keys(), ["installation"]);
    server.configure(&other, "s3");
    refused(&other, &CREATE, &["is new or empty", &database_id(&data), "bucket documents"]);
    assert!(!other.join("docz.sqlite").exists());
    std::fs::remove_file(other.join("docz.toml")).unwrap();
    done(&other, &CREATE);
    server.configure(&other, "s3");
    for arguments in [&["jobs", "run", "sweep-files"] as &[&str], &["files", "move", "--to", "s3"]] {
        refused(&other, arguments, &[&database_id(&data), &database_id(&other), "bucket documents"]);
    }
}
