//! Files that no record names go to the trash, and a wrong database or store stops the sweep.

use std::path::PathBuf;

use app::documents::sweep;
use app::files::trash;
use app::jobs::{Accepted, Pass, Stop, find, run_trusting};
use futures_util::TryStreamExt;
use integrations::files::FilesFolder;
use jiff::Timestamp;
use ports::Files;
use testkit::{INSTALLATION, TestApp, ended_after, on_both_databases, on_sqlite};

use super::{Desk, png};

on_both_databases!(
    lost_files_wait_in_the_trash_for_a_week,
    a_file_that_is_named_again_comes_back,
    many_lost_files_are_moved_only_when_told_to,
);
on_sqlite!(
    a_sweep_may_end_anywhere,
    emptying_the_trash_may_end_anywhere,
    bringing_files_back_may_end_anywhere,
    a_file_that_somebody_else_brings_back_is_passed_over,
    a_foreign_store_is_refused_by_each_pass,
);

const DAY: i64 = 24 * 60 * 60;

fn never() -> Stop {
    Stop::new(tokio::sync::watch::channel(false).1)
}

fn lost(number: usize) -> String {
    format!("lost0000000000000{number:03}")
}

fn root(app: &TestApp) -> PathBuf {
    app.folder.path().join("files")
}

/// Files as an interrupted upload leaves them, beside two documents.
async fn with_lost_files(app: &TestApp, count: usize) {
    let txn = Desk::staff(app, "BANKER1").await.sent().await;
    let meena = Desk::customer(app, "meena@example.com").await;
    meena.upload_and_submit(&txn, 1).await.expect(200);
    meena.upload(&txn, 2, "a.png", png()).await.expect(200);
    std::fs::create_dir_all(root(app).join("lo")).unwrap();
    for number in 0..count {
        std::fs::write(root(app).join("lo").join(lost(number)), "lost").unwrap();
    }
    std::fs::create_dir_all(root(app).join("pu")).unwrap();
    std::fs::write(root(app).join("pu/purgejournal0000000001"), "").unwrap();
}

async fn trashed(app: &TestApp) -> Vec<String> {
    let files = trash::list(app.app().places[0].as_ref()).await.unwrap();
    files.into_iter().map(|file| file.id).collect()
}

async fn stored(app: &TestApp) -> Vec<String> {
    let files = FilesFolder::open(&root(app)).unwrap();
    let mut ids: Vec<String> = files.older_than(Timestamp::MAX).try_collect().await.unwrap();
    ids.sort();
    ids
}

async fn actions(app: &TestApp) -> Vec<String> {
    app.texts("SELECT action FROM audit_log WHERE entity_code = '*' ORDER BY seq").await
}

async fn lost_files_wait_in_the_trash_for_a_week(app: TestApp) {
    with_lost_files(&app, 2).await;
    let before = stored(&app).await;
    assert_eq!(app.sweep_files(Timestamp::MAX).await, 2);
    assert_eq!(trashed(&app).await, [lost(0), lost(1)]);
    let left: Vec<String> = before.into_iter().filter(|id| !id.starts_with("lost")).collect();
    assert_eq!(stored(&app).await, left, "documents and the journal stay");
    assert!(left.len() == 3 && root(&app).join("installation").exists());
    app.clock.advance_seconds(7 * DAY - 1);
    assert_eq!(app.sweep_files(Timestamp::MAX).await, 0);
    assert_eq!(trashed(&app).await.len(), 2);
    app.clock.advance_seconds(2);
    assert_eq!(app.sweep_files(Timestamp::MAX).await, 2);
    assert!(trashed(&app).await.is_empty());
    assert_eq!(actions(&app).await, ["trash", "empty-trash"]);
    let verdict = app.app().store.verify_audit(&domain::access::system::audit_reader()).await.unwrap();
    assert!(verdict.faults.is_empty(), "{:?}", verdict.faults);
}

/// An older database was in use for a while: the sweep moved a document, and the right database is back.
async fn a_file_that_is_named_again_comes_back(app: TestApp) {
    with_lost_files(&app, 0).await;
    let id = app.texts("SELECT storage_id FROM docrequest_file WHERE document_no = 2").await.remove(0);
    let all = stored(&app).await;
    let rename =
        |from: &str, to: &str| format!("UPDATE docrequest_file SET storage_id = '{to}' WHERE storage_id = '{from}'");
    app.run_sql_directly(&rename(&id, "unknown000000000000")).await;
    app.sweep_files(Timestamp::MAX).await;
    assert_eq!(trashed(&app).await, std::slice::from_ref(&id));
    app.run_sql_directly(&rename("unknown000000000000", &id)).await;
    app.clock.advance_seconds(30 * DAY);
    app.sweep_files(Timestamp::MAX).await;
    assert_eq!((stored(&app).await, trashed(&app).await.len()), (all.clone(), 0), "it is not destroyed");
    app.run_sql_directly(&rename(&id, "unknown000000000000")).await;
    app.sweep_files(Timestamp::MAX).await;
    let moved_on = ports::Clock::now(app.clock.as_ref());
    let later = moved_on + jiff::SignedDuration::from_secs(1);
    assert_eq!(trash::restore(app.app(), None, true).await.unwrap(), 0, "no record names it");
    assert_eq!(trash::restore(app.app(), Some(later), false).await.unwrap(), 0, "it was moved before");
    assert_eq!(trash::restore(app.app(), Some(moved_on), false).await.unwrap(), 1);
    assert_eq!(stored(&app).await, all);
}

async fn many_lost_files_are_moved_only_when_told_to(app: TestApp) {
    with_lost_files(&app, 21).await;
    app.clock.advance_seconds(20 * 365 * DAY);
    let job = find("sweep-files").unwrap();
    let refused = run_trusting(app.app(), job, &never(), Accepted { clock: true, amount: false }).await.unwrap();
    assert!(!refused.is_ok() && trashed(&app).await.is_empty(), "{refused:?}");
    let why = &refused.report.failed[0].error;
    assert!(why.contains("21 of 23 stored files") && why.contains("--accept-amount"), "{why}");
    let told = run_trusting(app.app(), job, &never(), Accepted { clock: true, amount: true }).await.unwrap();
    assert!(told.is_ok() && told.report.done == 21, "{told:?}");
    assert_eq!(trashed(&app).await.len(), 21);
}

/// Ends the sweep after one step, after two steps and so on, as a killed process does, until it comes to its end.
async fn a_sweep_may_end_anywhere(app: TestApp) {
    with_lost_files(&app, 5).await;
    let all = stored(&app).await;
    let mut steps = 0;
    loop {
        steps += 1;
        let mut pass = Pass::new(never());
        let has_ended = ended_after(steps, sweep(app.app(), Timestamp::MAX, &mut pass)).await;
        let mut found = [stored(&app).await, trashed(&app).await].concat();
        found.sort();
        assert_eq!(found, all, "after {steps} steps");
        if has_ended.is_some() {
            break;
        }
    }
    assert!(steps > 1, "the sweep was ended at least once");
    assert_eq!(trashed(&app).await.len(), 5);
}

/// A document that is named again comes back and is never destroyed, wherever the pass ends.
async fn emptying_the_trash_may_end_anywhere(app: TestApp) {
    with_lost_files(&app, 5).await;
    let id = app.texts("SELECT storage_id FROM docrequest_file WHERE document_no = 2").await.remove(0);
    let all = stored(&app).await;
    let named: Vec<String> = all.iter().filter(|id| !id.starts_with("lost")).cloned().collect();
    app.run_sql_directly(&format!(
        "UPDATE docrequest_file SET storage_id = 'unknown000000000000' WHERE storage_id = '{id}'"
    ))
    .await;
    app.sweep_files(Timestamp::MAX).await;
    assert_eq!(trashed(&app).await.len(), 6);
    app.run_sql_directly(&format!(
        "UPDATE docrequest_file SET storage_id = '{id}' WHERE storage_id = 'unknown000000000000'"
    ))
    .await;
    app.clock.advance_seconds(8 * DAY);
    let mut steps = 0;
    loop {
        steps += 1;
        let mut pass = Pass::new(never());
        let has_ended = ended_after(steps, sweep(app.app(), Timestamp::MAX, &mut pass)).await;
        let found = [stored(&app).await, trashed(&app).await].concat();
        assert!(named.iter().all(|id| found.contains(id)), "after {steps} steps: {found:?}");
        if has_ended.is_some() {
            break;
        }
    }
    assert!(steps > 1, "the pass was ended at least once");
    assert_eq!((stored(&app).await, trashed(&app).await.len()), (named, 0));
}

async fn bringing_files_back_may_end_anywhere(app: TestApp) {
    with_lost_files(&app, 15).await;
    let all = stored(&app).await;
    app.sweep_files(Timestamp::MAX).await;
    let mut steps = 0;
    loop {
        steps += 1;
        let has_ended = ended_after(steps, trash::restore(app.app(), None, false)).await;
        let mut found = [stored(&app).await, trashed(&app).await].concat();
        found.sort();
        assert_eq!(found, all, "after {steps} steps");
        if has_ended.is_some() {
            break;
        }
    }
    assert!(steps > 1, "it was ended at least once");
    assert_eq!((stored(&app).await, trashed(&app).await.len()), (all, 0));
}

async fn a_file_that_somebody_else_brings_back_is_passed_over(app: TestApp) {
    with_lost_files(&app, 10).await;
    let all = stored(&app).await;
    app.sweep_files(Timestamp::MAX).await;
    let (one, other) = tokio::join!(trash::restore(app.app(), None, false), trash::restore(app.app(), None, false));
    assert_eq!(one.unwrap() + other.unwrap(), 10);
    assert_eq!((stored(&app).await, trashed(&app).await.len()), (all, 0));
}

async fn a_foreign_store_is_refused_by_each_pass(app: TestApp) {
    with_lost_files(&app, 3).await;
    let all = stored(&app).await;
    let other = "00000000-0000-4000-8000-000000000000";
    for marker in [Some(other), None] {
        match marker {
            Some(id) => std::fs::write(root(&app).join("installation"), id).unwrap(),
            None => std::fs::remove_file(root(&app).join("installation")).unwrap(),
        }
        app.clock.advance_seconds(20 * 365 * DAY);
        for name in ["sweep-files", "purge", "encrypt"] {
            let clock = Accepted { clock: true, amount: false };
            let run = run_trusting(app.app(), find(name).unwrap(), &never(), clock).await.unwrap();
            let error = run.error.unwrap_or_default();
            let found = marker.unwrap_or("no installation");
            assert!(error.contains(INSTALLATION) && error.contains(found), "{name}: {error}");
        }
    }
    assert_eq!((stored(&app).await, trashed(&app).await.len()), (all, 0));
}
