//! Files that no record names go to the trash, and a wrong database or store stops the sweep.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use app::App;
use app::documents::sweep;
use app::files::trash;
use app::jobs::{Accepted, Pass, Stop, find, run_trusting};
use futures_util::TryStreamExt;
use integrations::files::FilesFolder;
use jiff::Timestamp;
use ports::files::{TrashedFile, TrashedFiles};
use ports::{FileContext, FileFuture, FilePlace, Files, Ids, OpenFile, Pieces, StoredFile, WrittenFile};
use testkit::{INSTALLATION, TestApp, on_both_databases, on_sqlite};
use tokio::sync::Notify;

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

/// A place where the work ends before or after one of the moves, as in a killed process.
struct Ending {
    place: Arc<dyn FilePlace>,
    /// Steps until the end.
    left: AtomicUsize,
    end: Notify,
}

impl Ending {
    /// A move that may end before it begins, or when it is done.
    fn moved<'a>(&'a self, work: FileFuture<'a, ()>) -> FileFuture<'a, ()> {
        let step = async || {
            if self.left.fetch_sub(1, Ordering::SeqCst) == 1 {
                self.end.notify_one();
                std::future::pending().await
            }
        };
        Box::pin(async move {
            step().await;
            work.await?;
            step().await;
            Ok(())
        })
    }
}

impl Files for Ending {
    fn put<'a>(&'a self, id: &'a str, context: &'a FileContext, pieces: Pieces<'a>) -> FileFuture<'a, WrittenFile> {
        self.place.put(id, context, pieces)
    }

    fn open<'a>(&'a self, file: &'a StoredFile, range: std::ops::Range<u64>) -> FileFuture<'a, OpenFile> {
        self.place.open(file, range)
    }

    fn delete<'a>(&'a self, id: &'a str) -> FileFuture<'a, ()> {
        self.place.delete(id)
    }

    fn older_than(&self, before: Timestamp) -> Ids<'_> {
        self.place.older_than(before)
    }

    fn drop_unfinished(&self, before: Timestamp) -> FileFuture<'_, u64> {
        self.place.drop_unfinished(before)
    }
}

impl FilePlace for Ending {
    fn name(&self) -> String {
        self.place.name()
    }

    fn owner(&self) -> FileFuture<'_, Option<String>> {
        self.place.owner()
    }

    fn claim<'a>(&'a self, installation_id: &'a str) -> FileFuture<'a, ()> {
        self.place.claim(installation_id)
    }

    fn discard<'a>(&'a self, id: &'a str, now: Timestamp) -> FileFuture<'a, ()> {
        self.moved(self.place.discard(id, now))
    }

    fn trash(&self) -> TrashedFiles<'_> {
        self.place.trash()
    }

    fn recover<'a>(&'a self, file: &'a TrashedFile) -> FileFuture<'a, ()> {
        self.moved(self.place.recover(file))
    }

    fn destroy<'a>(&'a self, file: &'a TrashedFile) -> FileFuture<'a, ()> {
        self.moved(self.place.destroy(file))
    }
}

/// Ends the work at its first step, then at its second and so on, until it comes to its end. After each, `check` looks
/// at what is there. Returns how often it was ended.
async fn ended_at_each_step(app: &TestApp, work: impl AsyncFn(App), check: impl AsyncFn(usize)) -> usize {
    let mut ends = 0;
    loop {
        let ending = Arc::new(Ending {
            place: app.app().places[0].clone(),
            left: AtomicUsize::new(ends + 1),
            end: Notify::new(),
        });
        let mut own = app.app().clone();
        own.places = vec![ending.clone()];
        let has_ended = tokio::select! {
            () = work(own) => true,
            () = ending.end.notified() => false,
        };
        check(ends).await;
        if has_ended {
            return ends;
        }
        ends += 1;
    }
}

async fn swept(app: App) {
    let mut pass = Pass::new(never());
    sweep(&app, Timestamp::MAX, &mut pass).await.unwrap();
    assert!(pass.report.failed.is_empty(), "{:?}", pass.report);
}

async fn a_sweep_may_end_anywhere(app: TestApp) {
    with_lost_files(&app, 9).await;
    let all = stored(&app).await;
    let whole = async |ends: usize| {
        let mut found = [stored(&app).await, trashed(&app).await].concat();
        found.sort();
        assert_eq!(found, all, "after {ends} ends");
    };
    let ends = ended_at_each_step(&app, swept, whole).await;
    assert!(ends > 4, "{ends}");
    assert_eq!(trashed(&app).await.len(), 9);
}

/// A document that is named again comes back and is never destroyed, wherever the pass ends.
async fn emptying_the_trash_may_end_anywhere(app: TestApp) {
    with_lost_files(&app, 9).await;
    let id = app.texts("SELECT storage_id FROM docrequest_file WHERE document_no = 2").await.remove(0);
    let named: Vec<String> = stored(&app).await.into_iter().filter(|id| !id.starts_with("lost")).collect();
    let rename =
        |from: &str, to: &str| format!("UPDATE docrequest_file SET storage_id = '{to}' WHERE storage_id = '{from}'");
    app.run_sql_directly(&rename(&id, "unknown000000000000")).await;
    app.sweep_files(Timestamp::MAX).await;
    assert_eq!(trashed(&app).await.len(), 10);
    app.run_sql_directly(&rename("unknown000000000000", &id)).await;
    app.clock.advance_seconds(8 * DAY);
    let kept = async |ends: usize| {
        let found = [stored(&app).await, trashed(&app).await].concat();
        assert!(named.iter().all(|id| found.contains(id)), "after {ends} ends: {found:?}");
    };
    let ends = ended_at_each_step(&app, swept, kept).await;
    assert!(ends > 4, "{ends}");
    assert_eq!((stored(&app).await, trashed(&app).await.len()), (named, 0));
}

async fn bringing_files_back_may_end_anywhere(app: TestApp) {
    with_lost_files(&app, 9).await;
    let all = stored(&app).await;
    app.sweep_files(Timestamp::MAX).await;
    let whole = async |ends: usize| {
        let mut found = [stored(&app).await, trashed(&app).await].concat();
        found.sort();
        assert_eq!(found, all, "after {ends} ends");
    };
    let restore = async |app: App| assert!(trash::restore(&app, None, false).await.is_ok());
    let ends = ended_at_each_step(&app, restore, whole).await;
    assert!(ends > 4, "{ends}");
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
