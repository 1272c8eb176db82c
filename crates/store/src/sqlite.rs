//! SQLite: many readers, and one writer thread that commits waiting jobs as a group, so that a group costs one fsync.

use std::fs::{File, TryLockError};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

use domain::master_data::Value;
use parking_lot::Mutex;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, params_from_iter};
use tokio::sync::oneshot;

use crate::audit::{self, ChainTip, ChainTips, Register};
use crate::batch::BoundBatch;
use crate::import::{ImportJob, ImportOutcome};
use crate::row::Row;
use crate::sql::{BoundValue, Sql};
use crate::statement::Statement;
use crate::{Error, Pool, Result, constraint, migrate};

const MOST_JOBS_IN_GROUP: usize = 256;
const CACHED_STATEMENTS: usize = 256;
/// WAL pages before a checkpoint. The same few pages change with every group, so a longer log copies them less often.
const LOG_PAGES: i64 = 4000;

/// Samples the tables that have grown, so that the planner can choose between indexes.
const STATISTICS: &str = "PRAGMA analysis_limit = 1000; PRAGMA optimize = 0x10002;";

enum Job {
    Commit(BoundBatch, oneshot::Sender<Result<()>>),
    Import(ImportJob, oneshot::Sender<Result<ImportOutcome>>),
}

pub(crate) struct Sqlite {
    file: PathBuf,
    readers: Mutex<Vec<Connection>>,
    /// Readers that stay open between calls.
    idle_readers: usize,
    writer: mpsc::Sender<Job>,
}

impl Sqlite {
    pub fn open(file: &Path, settings: &Pool) -> Result<Sqlite> {
        // SQLite gives its WAL and shared memory the mode of the database file.
        create_private_file(file).map_err(unavailable)?;
        let mut connection = connect(file, OpenFlags::default())?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", if settings.sqlite_sync { "FULL" } else { "OFF" })?;
        connection.pragma_update(None, "wal_autocheckpoint", LOG_PAGES)?;
        migrate(&mut connection)?;
        connection.execute_batch(STATISTICS)?;
        let (writer, jobs) = mpsc::channel();
        let (shard, lock) = claim_shard(file)?;
        let work = move || Writer { connection, tips: ChainTips::new(), shard, _lock: lock }.work(&jobs);
        std::thread::Builder::new().name("docz-writer".into()).spawn(work).map_err(Error::internal)?;
        Ok(Sqlite { file: file.to_owned(), readers: Mutex::default(), idle_readers: settings.sqlite_readers, writer })
    }

    /// Reads run on the caller's thread: they take microseconds, less than a thread switch.
    pub fn visit(&self, sql: &Sql, each: &mut (dyn FnMut(&dyn Row) + Send)) -> Result<()> {
        let idle = self.readers.lock().pop();
        let connection = match idle {
            Some(connection) => connection,
            None => self.reader()?,
        };
        let outcome = visit(&connection, sql, each);
        let mut readers = self.readers.lock();
        if readers.len() < self.idle_readers {
            readers.push(connection);
        }
        outcome
    }

    fn reader(&self) -> Result<Connection> {
        let connection = connect(&self.file, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        connection.pragma_update(None, "query_only", true)?;
        Ok(connection)
    }

    pub async fn commit(&self, batch: BoundBatch) -> Result<()> {
        let (reply, done) = oneshot::channel();
        self.writer.send(Job::Commit(batch, reply)).map_err(|_| writer_stopped())?;
        done.await.map_err(|_| writer_stopped())?
    }

    pub fn refresh_statistics(&self) -> Result<()> {
        Ok(self.writable_connection()?.execute_batch(STATISTICS)?)
    }

    /// Writes a consistent copy of the whole database to a new file.
    pub fn copy_to(&self, target: &Path) -> Result<()> {
        // VACUUM INTO accepts an empty file.
        create_private_file(target).map_err(unavailable)?;
        let target = target.to_str().ok_or_else(|| Error::internal("the target's name is not text"))?;
        self.writable_connection()?.execute("VACUUM INTO ?1", [target])?;
        Ok(())
    }

    fn writable_connection(&self) -> Result<Connection> {
        connect(&self.file, OpenFlags::default())
    }

    pub async fn import(&self, job: ImportJob) -> Result<ImportOutcome> {
        let (reply, done) = oneshot::channel();
        self.writer.send(Job::Import(job, reply)).map_err(|_| writer_stopped())?;
        done.await.map_err(|_| writer_stopped())?
    }
}

fn writer_stopped() -> Error {
    Error::Unavailable("the database writer has stopped".into())
}

fn connect(file: &Path, flags: OpenFlags) -> Result<Connection> {
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.set_prepared_statement_cache_capacity(CACHED_STATEMENTS);
    // One plan for all values. Otherwise a statement is planned again when its values change, which took most of its
    // time.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    Ok(connection)
}

/// The lowest audit shard that no other process (such as a command next to the server) writes to.
fn claim_shard(file: &Path) -> Result<(i64, File)> {
    for shard in 0..64 {
        let path = file.with_extension(format!("shard{shard}"));
        let lock = File::options().create(true).truncate(false).write(true).mode(0o600).open(path);
        let lock = lock.map_err(unavailable)?;
        match lock.try_lock() {
            Ok(()) => return Ok((shard, lock)),
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => return Err(unavailable(error)),
        }
    }
    Err(Error::Unavailable("all audit shards are taken".into()))
}

/// Creates an empty file that only its owner may read. An existing file is not even opened, because closing it would
/// drop the locks that other connections of this process hold on it.
fn create_private_file(file: &Path) -> std::io::Result<()> {
    match File::options().write(true).create_new(true).mode(0o600).open(file) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

fn unavailable(error: std::io::Error) -> Error {
    Error::Unavailable(error.to_string())
}

fn migrate(connection: &mut Connection) -> Result<()> {
    connection.execute_batch(migrate::LEDGER)?;
    let current =
        connection.query_row("SELECT coalesce(max(version), 0) FROM schema_migration", [], |row| row.get(0))?;
    // A table that gets a reference is rebuilt, which is possible only while references are not enforced.
    connection.pragma_update(None, "foreign_keys", false)?;
    for migration in migrate::pending(current)? {
        let transaction = connection.transaction()?;
        transaction.execute_batch(migration.sqlite)?;
        if transaction.prepare("PRAGMA foreign_key_check")?.exists([])? {
            return Err(Error::internal(format!("migration {} leaves a broken reference", migration.name)));
        }
        transaction.execute(
            "INSERT INTO schema_migration (version, name, applied_on) VALUES (?1, ?2, ?3)",
            (migration.version, migration.name, audit::now()),
        )?;
        transaction.commit()?;
    }
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(())
}

pub(crate) fn visit(connection: &Connection, sql: &Sql, each: &mut (dyn FnMut(&dyn Row) + Send)) -> Result<()> {
    let mut statement = connection.prepare_cached(&sql.text)?;
    let mut rows = statement.query(params_from_iter(sql.values.iter().map(BoundValue)))?;
    while let Some(row) = rows.next()? {
        each(row);
    }
    Ok(())
}

/// Runs one statement; a violated constraint or a missed row becomes a refusal.
fn execute(connection: &Connection, statement: &Statement, shard: &Value) -> Result<()> {
    let outcome = connection.prepare_cached(&statement.text(1)).and_then(|mut prepared| {
        prepared.execute(params_from_iter(statement.values(shard).into_iter().map(BoundValue)))
    });
    match (outcome, &statement.expect) {
        (Ok(rows), Some(expect)) if rows as u64 != expect.rows => Err(expect.refusal.clone().into()),
        (Ok(_), _) => Ok(()),
        (Err(error), _) => Err(constraint::of_sqlite(connection, statement, error)),
    }
}

struct Writer {
    connection: Connection,
    tips: ChainTips,
    shard: i64,
    /// Held for as long as the shard is in use.
    _lock: File,
}

/// A caller waiting for the group's commit.
enum WaitingCaller {
    Commit(oneshot::Sender<Result<()>>),
    Import(oneshot::Sender<Result<ImportOutcome>>, ImportOutcome),
    /// Sent after the commit: a caller that looks for the reason must see the group's other changes.
    Refused(oneshot::Sender<Result<()>>, Error),
}

impl WaitingCaller {
    fn reply(self, outcome: std::result::Result<(), &str>) {
        // The caller may be gone; the change is committed anyway.
        let failed = |text: &str| Error::Unavailable(text.to_owned());
        match self {
            WaitingCaller::Commit(reply) => drop(reply.send(outcome.map_err(failed))),
            WaitingCaller::Refused(reply, error) => drop(reply.send(Err(error))),
            WaitingCaller::Import(reply, done) => drop(reply.send(outcome.map(|()| done).map_err(failed))),
        }
    }
}

impl Writer {
    fn work(mut self, jobs: &mpsc::Receiver<Job>) {
        while let Ok(first) = jobs.recv() {
            let mut group = vec![first];
            let waiting = match self.attempt(&mut group, jobs) {
                Ok(waiting) => waiting,
                Err(error) => {
                    self.roll_back();
                    group.into_iter().for_each(|job| refuse(job, &error.to_string()));
                    continue;
                }
            };
            let outcome = self.command("COMMIT").map_err(|error| error.to_string());
            if let Err(error) = &outcome {
                tracing::error!(%error, "failed to commit a group of changes");
                self.roll_back();
            }
            for caller in waiting {
                caller.reply(outcome.as_ref().copied().map_err(String::as_str));
            }
        }
    }

    fn command(&self, sql: &str) -> rusqlite::Result<()> {
        self.connection.prepare_cached(sql)?.execute([]).map(drop)
    }

    fn roll_back(&mut self) {
        let _ = self.connection.execute_batch("ROLLBACK");
        self.tips.clear();
    }

    /// Runs the waiting jobs in one transaction. Savepoints copy every page they touch, so they are used only after a
    /// job of the group has failed.
    fn attempt(&mut self, group: &mut Vec<Job>, jobs: &mpsc::Receiver<Job>) -> Result<Vec<WaitingCaller>> {
        let tips = self.tips.clone();
        self.command("BEGIN IMMEDIATE")?;
        let mut at = 0;
        while at < group.len() {
            let done = match &group[at] {
                Job::Commit(batch, _) => self.run(batch).is_ok(),
                Job::Import(..) => false,
            };
            if !done {
                self.connection.execute_batch("ROLLBACK; BEGIN IMMEDIATE")?;
                self.tips = tips;
                return self.run_with_savepoints(std::mem::take(group));
            }
            at += 1;
            if group.len() < MOST_JOBS_IN_GROUP {
                group.extend(jobs.try_recv());
            }
        }
        let waiting = |job| match job {
            Job::Commit(_, reply) => Some(WaitingCaller::Commit(reply)),
            Job::Import(..) => None,
        };
        Ok(std::mem::take(group).into_iter().filter_map(waiting).collect())
    }

    /// Runs each job under its own savepoint, so that it fails alone.
    fn run_with_savepoints(&mut self, group: Vec<Job>) -> Result<Vec<WaitingCaller>> {
        let mut waiting = Vec::new();
        for job in group {
            match job {
                Job::Commit(batch, reply) => match self.with_savepoint("job", |writer| writer.run(&batch)) {
                    Ok(()) => waiting.push(WaitingCaller::Commit(reply)),
                    Err(error) => waiting.push(WaitingCaller::Refused(reply, error)),
                },
                Job::Import(import, reply) => match self.with_savepoint("job", |writer| writer.import(import)) {
                    Ok(outcome) => waiting.push(WaitingCaller::Import(reply, outcome)),
                    Err(error) => drop(reply.send(Err(error))),
                },
            }
        }
        Ok(waiting)
    }

    fn with_savepoint<T>(&mut self, name: &str, job: impl FnOnce(&mut Writer) -> Result<T>) -> Result<T> {
        let run = |writer: &Writer, sql: &str| writer.connection.execute_batch(&sql.replace('?', name));
        let tips = self.tips.clone();
        run(self, "SAVEPOINT ?")?;
        let outcome = job(self);
        if outcome.is_err() {
            self.tips = tips;
            run(self, "ROLLBACK TO ?")?;
        }
        run(self, "RELEASE ?")?;
        outcome
    }

    fn execute(&self, statement: &Statement) -> Result<()> {
        execute(&self.connection, statement, &Value::Int(self.shard))
    }

    fn run(&mut self, bound: &BoundBatch) -> Result<()> {
        for statement in &bound.statements {
            self.execute(statement)?;
        }
        if bound.entries.is_empty() {
            return Ok(());
        }
        let tip = self.tip(bound)?;
        let (statements, tip) = audit::link(bound, self.shard, tip);
        for statement in &statements {
            self.execute(statement)?;
        }
        self.tips.insert(audit::tip_key(&bound.scope), tip);
        Ok(())
    }

    fn tip(&self, bound: &BoundBatch) -> Result<ChainTip> {
        let (scope, key) = (&bound.scope, &bound.key);
        if let Some(tip) = self.tips.get(&audit::tip_key(scope)) {
            return Ok(tip.clone());
        }
        let rows = self.rows(&audit::load_tip(scope, self.shard), audit::head)?;
        if let Some(tip) = audit::known_tip(rows, key, scope) {
            return Ok(tip);
        }
        let stored = self.rows(&Register::load(scope), |row| Register::genuine(row, key, scope))?;
        let register = stored.into_iter().flatten().next();
        for statement in audit::open_shard(register.as_ref(), key, scope, self.shard) {
            self.execute(&statement)?;
        }
        Ok(ChainTip::start())
    }

    fn rows<T: Send>(&self, sql: &Sql, decode: impl Fn(&dyn Row) -> Result<T> + Send + Sync) -> Result<Vec<T>> {
        let mut rows = Vec::new();
        visit(&self.connection, sql, &mut |row| rows.push(decode(row)))?;
        rows.into_iter().collect()
    }

    /// Tries every row, so all faults are reported; one fault rolls back everything.
    fn import(&mut self, mut job: ImportJob) -> Result<ImportOutcome> {
        while let Some((line, batch)) = job.next_row()? {
            let outcome = self.with_savepoint("one", |writer| writer.run(&batch));
            job.note(line, outcome)?;
        }
        let outcome = job.finish();
        if !outcome.is_kept() {
            self.tips.clear();
            self.connection.execute_batch("ROLLBACK TO job")?;
        }
        Ok(outcome)
    }
}

fn refuse(job: Job, error: &str) {
    let error = Error::Unavailable(error.to_owned());
    match job {
        Job::Commit(_, reply) => drop(reply.send(Err(error))),
        Job::Import(_, reply) => drop(reply.send(Err(error))),
    }
}
