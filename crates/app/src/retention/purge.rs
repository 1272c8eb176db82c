//! Destroys what is due. A commit destroys the keys of a page of requests, or of one; the stored bytes follow. Every
//! step can be repeated, so a pass goes on wherever an earlier one was interrupted.

use domain::Refusal;
use domain::access::{Change, RequestAccess, system};
use domain::clock::Wait;
use domain::retention::{Due, Kind, dates, due};
use jiff::Timestamp;
use store::audit::stamp;
use store::retention::{
    Claim, DestroyedItem, DueRow, InRun, KeptRow, PurgedFile, RetentionSettings, destroy_documents, destroy_record,
    destroy_versions, files_are_gone, set_dates,
};

use super::dates::recompute;
use super::journal;
use crate::context::{EntityClock, Pass, entity_clock, load};
use crate::evidence::certify_ended;
use crate::files::remove_file;
use crate::notifications::warn_owners;
use crate::{App, Error, Result, installation};

/// Requests held in memory at a time.
const PAGE: u32 = 100;
/// A scheduled pass works before this hour of the entity's day.
const END_OF_NIGHT: i8 = 6;

/// Destroys what is due in every entity. An entity or a request that fails is reported and does not stop the others.
pub async fn purge_due(app: &App, pass: &mut Pass) -> Result<()> {
    installation::check(app).await?;
    for (country, entity) in app.store.all_entities(&system::public_names()).await? {
        if pass.is_stopping() {
            return Ok(());
        }
        let access = RequestAccess::system(&country, &entity);
        if let Err(error) = purge_entity(app, &access, pass).await {
            pass.count(&format!("{country}/{entity}"), Err(error))?;
        }
    }
    Ok(())
}

async fn purge_entity(app: &App, access: &RequestAccess<Change>, pass: &mut Pass) -> Result<()> {
    let permit = access.permit();
    let at = entity_clock(app, access).await?;
    // Dates follow the settings at once, so that the calendar is right by day too.
    let settings = app.store.retention_settings(permit).await?.ok_or(Refusal::NotFound)?;
    if !recompute(app, access, &settings, &at.zone, pass).await? {
        return Ok(());
    }
    if pass.is_scheduled && is_day(app, &at) {
        return Ok(());
    }
    // What an interrupted pass destroyed already.
    remove_leftovers(app, access, pass).await?;
    journal::write(app, access).await?;
    certify_ended(app, permit).await?;
    let last_run = app.store.last_purge_run(permit).await?;
    let last_run = last_run.and_then(|run| run.started_on.parse::<Timestamp>().ok());
    warn_owners(app, access, &at, pass).await?;
    if let Err(error) = shorten_logs(app, access, pass).await {
        pass.count(&format!("logs {}/{}", permit.scope().country, permit.scope().entity), Err(error))?;
    }
    let ran_today = last_run.is_some_and(|last| last.to_zoned(at.zone.clone()).date() == at.today);
    let is_interrupted = app.store.open_purge_run(permit).await?.is_some();
    if ran_today && !is_interrupted && (pass.is_scheduled || !has_due(app, access, &at).await?) {
        return Ok(());
    }
    let mut run = EntityRun::start(app, access, at, settings).await?;
    run.purge(pass).await?;
    journal::write(app, access).await?;
    if pass.is_stopping() {
        return Ok(());
    }
    match app.store.end_purge_run(permit, &run.run_id, &run.at.now, run.kept, run.failed).await {
        // A pass that was interrupted in its commit has ended the run.
        Ok(()) | Err(Error::Refused(Refusal::Stale)) => certify_ended(app, permit).await,
        Err(error) => Err(error),
    }
}

/// Removes what the logs keep no longer.
async fn shorten_logs(app: &App, access: &RequestAccess<Change>, pass: &Pass) -> Result<()> {
    let (permit, now) = (access.permit(), stamp(app.clock.now()));
    app.store.sweep_logs(permit, &now).await?;
    while !pass.is_stopping() && app.store.erase_old_details(permit, &now).await? {}
    Ok(())
}

/// Notes in every entity, once a day, that nothing was destroyed because of the clock. A scheduled run is noted when it
/// would have worked.
pub async fn note_refusal(app: &App, wait: &Wait, is_scheduled: bool) -> Result<()> {
    for (country, entity) in app.store.all_entities(&system::public_names()).await? {
        let access = RequestAccess::system(&country, &entity);
        let at = entity_clock(app, &access).await?;
        if is_scheduled && is_day(app, &at) {
            continue;
        }
        let newest = app.store.purge_runs(access.permit()).await?.into_iter().next();
        let is_noted = newest.is_some_and(|run| run.refused.is_some() && at.day_of(&run.started_on) == at.today);
        if !is_noted {
            let run_id = uuid::Uuid::now_v7().to_string();
            app.store.start_purge_run(access.permit(), &run_id, &at.now, Some(&wait.to_string())).await?;
        }
    }
    Ok(())
}

fn is_day(app: &App, at: &EntityClock) -> bool {
    app.clock.now().to_zoned(at.zone.clone()).hour() >= END_OF_NIGHT
}

/// Removes the bytes of files whose keys are destroyed. One that cannot be removed is tried again in the next pass.
pub(super) async fn remove_leftovers(app: &App, access: &RequestAccess<Change>, pass: &mut Pass) -> Result<()> {
    let mut last = (String::new(), String::new());
    loop {
        let files = app.store.files_to_remove(access.permit(), (&last.0, &last.1), PAGE).await?;
        let Some(end) = files.last() else { return Ok(()) };
        last = (end.txn_ref_no.clone(), end.file_id.clone());
        if pass.is_stopping() {
            return Ok(());
        }
        for (file, error) in remove_bytes(app, access, &files).await? {
            pass.count(&format!("{}/{}", file.txn_ref_no, file.file_id), Err(error))?;
        }
    }
}

/// Removes the bytes of purged files, and returns those that could not be removed. A document store that is down does
/// not keep the keys of other documents from being destroyed.
async fn remove_bytes<'a>(
    app: &App,
    access: &RequestAccess<Change>,
    files: &'a [PurgedFile],
) -> Result<Vec<(&'a PurgedFile, Error)>> {
    let (mut gone, mut failed) = (Vec::new(), Vec::new());
    for file in files.iter().filter(|file| !file.storage_id.is_empty()) {
        match remove_file(app, &file.storage_id).await {
            Ok(()) => gone.push(file.storage_id.clone()),
            Err(error) => failed.push((file, Error::internal(error))),
        }
    }
    if !gone.is_empty() {
        app.store.commit_unaudited(access.permit(), vec![files_are_gone(access.permit(), &gone)]).await?;
    }
    Ok(failed)
}

/// The kinds in the order in which they are destroyed. The first finds all due versions.
const ORDER: [Kind; 3] = [Kind::Rejected, Kind::Documents, Kind::Records];

async fn has_due(app: &App, access: &RequestAccess<Change>, at: &EntityClock) -> Result<bool> {
    let today = at.today.to_string();
    for kind in ORDER {
        if !app.store.due_requests(access.permit(), kind, &today, &DueRow::default(), 1).await?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What is destroyed of one request: versions, and files that were never submitted.
pub(super) fn items(row: &KeptRow, due: &Due, files: &[PurgedFile]) -> Vec<DestroyedItem> {
    let hashes = |document: u32, version: u32| {
        let own = files.iter().filter(|file| file.document == document && file.version == version && !file.is_purged);
        own.map(|file| file.sha256.as_str()).collect::<Vec<_>>().join(" ")
    };
    let title = |document: u32| {
        let mut versions = row.kept.versions.iter().zip(&row.versions);
        let version = versions.find(|(version, _)| version.document == document).map(|(_, stored)| &stored.title);
        let file = files.iter().find(|file| file.document == document).map(|file| &file.title);
        version.or(file).cloned().unwrap_or_default()
    };
    let mut all: Vec<DestroyedItem> = Vec::new();
    for (document, version, kind) in &due.versions {
        all.push(DestroyedItem {
            kind: *kind,
            document: Some(*document),
            version: Some(*version),
            title: title(*document),
            sha256: hashes(*document, *version),
        });
    }
    if due.documents {
        let mut staged: Vec<u32> =
            files.iter().filter(|file| file.version == 0 && !file.is_purged).map(|file| file.document).collect();
        staged.dedup();
        all.extend(staged.into_iter().map(|document| DestroyedItem {
            kind: Kind::Documents,
            document: Some(document),
            version: Some(0),
            title: title(document),
            sha256: hashes(document, 0),
        }));
    }
    all
}

/// How much a hold keeps of what was found due: versions with this last day, or a record.
fn kept_items(row: &KeptRow, found: &DueRow, kind: Kind) -> i64 {
    let is_found = |day: Option<jiff::civil::Date>| day.is_some_and(|day| day.to_string() == found.last_day);
    let versions = row.kept.versions.iter().zip(&row.versions);
    let kept = versions.filter(|(version, stored)| !version.is_purged && is_found(stored.purge_after)).count();
    match kind {
        Kind::Rejected => kept as i64,
        // Counted as versions above.
        Kind::Documents => 0,
        Kind::Records => 1,
    }
}

/// One run for one entity.
pub(super) struct EntityRun<'a> {
    pub app: &'a App,
    pub access: &'a RequestAccess<Change>,
    pub at: EntityClock,
    pub settings: RetentionSettings,
    pub run_id: String,
    pub next_item: i64,
    kept: i64,
    failed: i64,
}

impl<'a> EntityRun<'a> {
    /// Starts a run, or goes on with an interrupted one.
    pub async fn start(
        app: &'a App,
        access: &'a RequestAccess<Change>,
        at: EntityClock,
        settings: RetentionSettings,
    ) -> Result<EntityRun<'a>> {
        let permit = access.permit();
        let (run_id, next_item) = match app.store.open_purge_run(permit).await? {
            Some(open) => {
                let last = app.store.last_item_no(permit, &open.run_id).await?;
                (open.run_id, last + 1)
            }
            None => {
                let run_id = uuid::Uuid::now_v7().to_string();
                app.store.start_purge_run(permit, &run_id, &at.now, None).await?;
                (run_id, 1)
            }
        };
        Ok(EntityRun { app, access, at, settings, run_id, next_item, kept: 0, failed: 0 })
    }

    async fn purge(&mut self, pass: &mut Pass) -> Result<()> {
        let today = self.at.today.to_string();
        for kind in ORDER {
            let mut last = DueRow::default();
            loop {
                let page = self.app.store.due_requests(self.access.permit(), kind, &today, &last, PAGE).await?;
                let Some(end) = page.last() else { break };
                last = end.clone();
                let left = match kind {
                    Kind::Records => page,
                    Kind::Rejected | Kind::Documents => self.purge_together(page, pass).await?,
                };
                for row in &left {
                    if pass.is_stopping() {
                        return Ok(());
                    }
                    let outcome = self.purge_request(row, kind).await;
                    self.count(pass, &row.txn_ref_no, outcome)?;
                }
                if pass.is_stopping() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn count(&mut self, pass: &mut Pass, txn_ref_no: &str, outcome: Result<bool>) -> Result<()> {
        self.failed += i64::from(outcome.is_err());
        let scope = self.access.permit().scope();
        pass.count(&format!("{}/{}/{txn_ref_no}", scope.country, scope.entity), outcome)
    }

    /// Destroys in one commit the documents of those requests that keep none, and returns the other requests.
    async fn purge_together(&mut self, page: Vec<DueRow>, pass: &mut Pass) -> Result<Vec<DueRow>> {
        let (app, permit) = (self.app, self.access.permit());
        let references: Vec<String> = page.iter().map(|row| row.txn_ref_no.clone()).collect();
        let mut files = app.store.files_of_requests(permit, &references).await?;
        let mut all = Vec::new();
        for (txn_ref_no, row) in app.store.kept_requests(permit, &references, &self.at.zone).await? {
            let own = files.get(&txn_ref_no).map_or(&[][..], Vec::as_slice);
            all.extend(row.ok().and_then(|row| self.whole_request(row, own)));
        }
        if all.is_empty() {
            return Ok(page);
        }
        let batch = destroy_documents(permit, self.settings.entity_version, &all, self.in_run());
        match app.store.commit(permit, batch).await {
            Ok(()) => {}
            Err(error @ Error::Unavailable(_)) => return Err(error),
            // One of them may not be destroyed; it is found by trying each alone.
            Err(_) => return Ok(page),
        }
        self.next_item += all.iter().map(|(_, items)| items.len() as i64).sum::<i64>();
        let destroyed: Vec<&str> = all.iter().map(|(row, _)| row.txn_ref_no.as_str()).collect();
        let removed: Vec<PurgedFile> =
            destroyed.iter().flat_map(|txn_ref_no| files.remove(*txn_ref_no)).flatten().collect();
        let mut failed = remove_bytes(app, self.access, &removed).await?;
        for (row, items) in &all {
            let fault = failed.iter().position(|(file, _)| file.txn_ref_no == row.txn_ref_no);
            let outcome = fault.map_or(Ok(!items.is_empty()), |at| Err(failed.swap_remove(at).1));
            self.count(pass, &row.txn_ref_no, outcome)?;
        }
        Ok(page.into_iter().filter(|row| !destroyed.contains(&row.txn_ref_no.as_str())).collect())
    }

    /// A request with the items of its documents, if all of them are due and its dates are stored.
    fn whole_request(&self, row: KeptRow, files: &[PurgedFile]) -> Option<(KeptRow, Vec<DestroyedItem>)> {
        let due = due(&self.settings.periods, &row.kept, row.is_held, self.at.today);
        let left = row.kept.versions.iter().filter(|version| !version.is_purged).count();
        let is_whole = due.documents && due.versions.len() == left && row.purged_on.is_none();
        let items = items(&row, &due, files);
        (is_whole && row.has(&dates(&self.settings.periods, &row.kept))).then_some((row, items))
    }

    /// Destroys what is due of one request; false when nothing is, or a hold keeps it.
    async fn purge_request(&mut self, found: &DueRow, kind: Kind) -> Result<bool> {
        let (permit, txn_ref_no) = (self.access.permit(), found.txn_ref_no.as_str());
        let Some(row) = self.app.store.kept_request(permit, txn_ref_no, &self.at.zone).await? else { return Ok(false) };
        if row.is_held {
            self.kept += kept_items(&row, found, kind);
            return Ok(false);
        }
        let dates = dates(&self.settings.periods, &row.kept);
        if !row.has(&dates) {
            let statements = set_dates(permit, txn_ref_no, &row.customer_reference, &row.kept, &dates);
            self.app.store.commit_unaudited(permit, statements).await?;
        }
        let due = due(&self.settings.periods, &row.kept, row.is_held, self.at.today);
        let claim = Claim::Due { entity_version: self.settings.entity_version };
        let is_done = match kind {
            Kind::Records if due.records => self.destroy_record(&row, claim).await,
            Kind::Records => return Ok(false),
            Kind::Rejected | Kind::Documents => self.destroy_documents(&row, &due, claim).await,
        };
        match is_done {
            // A hold, new settings or another node came first.
            Err(Error::Refused(Refusal::Stale | Refusal::NotFound)) => Ok(false),
            other => other,
        }
    }

    fn in_run(&self) -> InRun<'_> {
        InRun { run_id: &self.run_id, next_item: self.next_item, now: &self.at.now }
    }

    /// Destroys the keys, and then the bytes. Bytes that cannot be removed now are removed in the next pass.
    pub async fn destroy_documents(&mut self, row: &KeptRow, due: &Due, claim: Claim) -> Result<bool> {
        let permit = self.access.permit();
        let files = self.app.store.files_of_request(permit, &row.txn_ref_no).await?;
        let items = items(row, due, &files);
        if items.is_empty() && !(due.documents && row.purged_on.is_none()) {
            return Ok(false);
        }
        let batch = destroy_versions(permit, claim, row, &items, due.documents, self.in_run());
        self.app.store.commit(permit, batch).await?;
        self.next_item += items.len() as i64;
        let is_destroyed = |file: &&PurgedFile| {
            items.iter().any(|item| item.document == Some(file.document) && item.version == Some(file.version))
        };
        let destroyed: Vec<PurgedFile> = files.iter().filter(is_destroyed).cloned().collect();
        match remove_bytes(self.app, self.access, &destroyed).await?.pop() {
            Some((_, error)) => Err(error),
            None => Ok(!items.is_empty()),
        }
    }

    pub async fn destroy_record(&mut self, row: &KeptRow, claim: Claim) -> Result<bool> {
        let (app, access) = (self.app, self.access);
        let aggregate = load(app, access, &row.txn_ref_no, &self.at).await?;
        let is_only = app.store.is_only_request(access.permit(), &aggregate).await?;
        let batch = destroy_record(access, claim, row, &aggregate, is_only, &self.at.zone, self.in_run());
        app.store.commit(access.permit(), batch).await?;
        self.next_item += 1;
        Ok(true)
    }
}
