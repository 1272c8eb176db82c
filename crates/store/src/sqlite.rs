//! SQLite: many readers, and one writer thread that commits what is waiting as one group, so that a group costs one fsync.

use std::fs::{File, TryLockError};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

use parking_lot::Mutex;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, params_from_iter};
use tokio::sync::oneshot;

use crate::audit::{self, ChainTip, ChainTips};
use crate::batch::{BoundBatch, Expect, Statement};
use crate::import::{ImportJob, ImportOutcome};
use crate::row::Cells;
use crate::sql::{BoundValue, Sql};
use crate::{Error, Pool, Result, constraint, migrate};

const GROUP: usize = 256;
const STATEMENTS: usize = 256;
/// Pages in the log before they are copied into the file: the same few pages change with every group, so a longer log
/// copies them less often.
const LOG_PAGES: i64 = 4000;

/// Which of two indexes leads to fewer rows is worked out from a sample of those tables that have grown since it was last.
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
        // SQLite gives its log and shared memory the mode that the database has.
        make(file).map_err(unavailable)?;
        let mut connection = connect(file, OpenFlags::default())?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", if settings.sqlite_sync { "FULL" } else { "OFF" })?;
        connection.pragma_update(None, "wal_autocheckpoint", LOG_PAGES)?;
        migrate(&mut connection)?;
        connection.execute_batch(STATISTICS)?;
        let (writer, jobs) = mpsc::channel();
        let (shard, lock) = claim_lane(file)?;
        let work = move || Writer { connection, heads: ChainTips::new(), shard, _lock: lock }.work(&jobs);
        std::thread::Builder::new().name("docz-writer".into()).spawn(work).map_err(Error::internal)?;
        Ok(Sqlite { file: file.to_owned(), readers: Mutex::default(), idle_readers: settings.sqlite_readers, writer })
    }

    /// Short reads run where they are asked: they take microseconds, a thread hop takes more.
    pub fn visit(&self, sql: &Sql, each: &mut (dyn FnMut(&dyn Cells) + Send)) -> Result<()> {
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
        self.writer.send(Job::Commit(batch, reply)).map_err(|_| gone())?;
        done.await.map_err(|_| gone())?
    }

    pub fn refresh_statistics(&self) -> Result<()> {
        Ok(self.reader_writer()?.execute_batch(STATISTICS)?)
    }

    /// A consistent copy of the whole database in a new file.
    pub fn copy_to(&self, target: &Path) -> Result<()> {
        // An empty file is what VACUUM fills.
        make(target).map_err(unavailable)?;
        let target = target.to_str().ok_or_else(|| Error::internal("the target's name is not text"))?;
        self.reader_writer()?.execute("VACUUM INTO ?1", [target])?;
        Ok(())
    }

    fn reader_writer(&self) -> Result<Connection> {
        connect(&self.file, OpenFlags::default())
    }

    pub async fn import(&self, job: ImportJob) -> Result<ImportOutcome> {
        let (reply, done) = oneshot::channel();
        self.writer.send(Job::Import(job, reply)).map_err(|_| gone())?;
        done.await.map_err(|_| gone())?
    }
}

fn gone() -> Error {
    Error::Unavailable("the database writer has stopped".into())
}

fn connect(file: &Path, flags: OpenFlags) -> Result<Connection> {
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    // One plan for all values, made once: else a statement is planned again whenever it is asked with others, which took most of its time.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    Ok(connection)
}

/// The lowest audit shard that no other process (a command beside the server) writes to now.
fn claim_lane(file: &Path) -> Result<(i64, File)> {
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

/// Makes an empty file that only its owner may read. One that is there is not even opened: to close a database file
/// drops the locks that other connections of this process hold on it.
fn make(file: &Path) -> std::io::Result<()> {
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
    for migration in migrate::pending(current)? {
        let transaction = connection.transaction()?;
        transaction.execute_batch(migration.sqlite)?;
        transaction.execute(
            "INSERT INTO schema_migration (version, name, applied_on) VALUES (?1, ?2, ?3)",
            (migration.version, migration.name, audit::now()),
        )?;
        transaction.commit()?;
    }
    Ok(())
}

pub(crate) fn visit(connection: &Connection, sql: &Sql, each: &mut (dyn FnMut(&dyn Cells) + Send)) -> Result<()> {
    let mut statement = connection.prepare_cached(&sql.text)?;
    let mut rows = statement.query(params_from_iter(sql.values.iter().map(BoundValue)))?;
    while let Some(row) = rows.next()? {
        each(row);
    }
    Ok(())
}

/// Runs one statement; a broken constraint or a missed row becomes a refusal.
pub(crate) fn execute(connection: &Connection, statement: &Statement) -> Result<()> {
    let sql = &statement.sql;
    let outcome = connection
        .prepare_cached(&sql.text)
        .and_then(|mut prepared| prepared.execute(params_from_iter(sql.values.iter().map(BoundValue))));
    match (outcome, &statement.expect) {
        (Ok(1), _) | (Ok(_), Expect::Anything) => Ok(()),
        (Ok(_), Expect::One(refusal)) => Err(refusal.clone().into()),
        (Err(error), _) => Err(constraint::of_sqlite(connection, statement, error)),
    }
}

/// The one writer.
struct Writer {
    connection: Connection,
    heads: ChainTips,
    shard: i64,
    /// Held as long as the shard is ours.
    _lock: File,
}

/// What waits for the group's commit.
enum Waiting {
    Commit(oneshot::Sender<Result<()>>),
    Import(oneshot::Sender<Result<ImportOutcome>>, ImportOutcome),
    /// Told with the rest: whoever looks why must find what the others of the group did.
    Refused(oneshot::Sender<Result<()>>, Error),
}

impl Waiting {
    fn tell(self, outcome: std::result::Result<(), &str>) {
        // Whoever asked may have gone; the change stands all the same.
        let failed = |text: &str| Error::Unavailable(text.to_owned());
        match self {
            Waiting::Commit(reply) => drop(reply.send(outcome.map_err(failed))),
            Waiting::Refused(reply, error) => drop(reply.send(Err(error))),
            Waiting::Import(reply, done) => drop(reply.send(outcome.map(|()| done).map_err(failed))),
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
                    self.give_up();
                    group.into_iter().for_each(|job| refuse(job, &error.to_string()));
                    continue;
                }
            };
            let outcome = self.turn("COMMIT").map_err(|error| error.to_string());
            if let Err(error) = &outcome {
                tracing::error!(%error, "a group of changes could not be committed");
                self.give_up();
            }
            for one in waiting {
                one.tell(outcome.as_ref().copied().map_err(String::as_str));
            }
        }
    }

    fn turn(&self, sql: &str) -> rusqlite::Result<()> {
        self.connection.prepare_cached(sql)?.execute([]).map(drop)
    }

    fn give_up(&mut self) {
        let _ = self.connection.execute_batch("ROLLBACK");
        self.heads.clear();
    }

    /// Runs what is waiting in one transaction. Savepoints cost a copy of every page they touch, so they are set only
    /// when some job of the group has failed and the others have to be kept apart from it.
    fn attempt(&mut self, group: &mut Vec<Job>, jobs: &mpsc::Receiver<Job>) -> Result<Vec<Waiting>> {
        let heads = self.heads.clone();
        self.turn("BEGIN IMMEDIATE")?;
        let mut at = 0;
        while at < group.len() {
            let done = match &mut group[at] {
                Job::Commit(batch, _) => self.run(batch).is_ok(),
                Job::Import(..) => false,
            };
            if !done {
                self.connection.execute_batch("ROLLBACK; BEGIN IMMEDIATE")?;
                self.heads = heads;
                return self.carefully(std::mem::take(group));
            }
            at += 1;
            if group.len() < GROUP {
                group.extend(jobs.try_recv());
            }
        }
        let waiting = |job| match job {
            Job::Commit(_, reply) => Some(Waiting::Commit(reply)),
            Job::Import(..) => None,
        };
        Ok(std::mem::take(group).into_iter().filter_map(waiting).collect())
    }

    /// Each job behind a savepoint of its own: it stands or falls alone.
    fn carefully(&mut self, group: Vec<Job>) -> Result<Vec<Waiting>> {
        let mut waiting = Vec::new();
        for job in group {
            match job {
                Job::Commit(mut batch, reply) => match self.guarded("job", |writer| writer.run(&mut batch)) {
                    Ok(()) => waiting.push(Waiting::Commit(reply)),
                    Err(error) => waiting.push(Waiting::Refused(reply, error)),
                },
                Job::Import(import, reply) => match self.guarded("job", |writer| writer.import(import)) {
                    Ok(outcome) => waiting.push(Waiting::Import(reply, outcome)),
                    Err(error) => drop(reply.send(Err(error))),
                },
            }
        }
        Ok(waiting)
    }

    fn guarded<T>(&mut self, name: &str, job: impl FnOnce(&mut Writer) -> Result<T>) -> Result<T> {
        let run = |writer: &Writer, sql: &str| writer.connection.execute_batch(&sql.replace('?', name));
        let heads = self.heads.clone();
        run(self, "SAVEPOINT ?")?;
        let outcome = job(self);
        if outcome.is_err() {
            self.heads = heads;
            run(self, "ROLLBACK TO ?")?;
        }
        run(self, "RELEASE ?")?;
        outcome
    }

    fn run(&mut self, bound: &mut BoundBatch) -> Result<()> {
        bound.settle(self.shard);
        for statement in &bound.statements {
            execute(&self.connection, statement)?;
        }
        if bound.entries.is_empty() {
            return Ok(());
        }
        let (statements, tip) = audit::link(bound, self.shard, self.tip(bound)?);
        for statement in &statements {
            execute(&self.connection, statement)?;
        }
        self.heads.insert(audit::head_key(&bound.scope), tip);
        Ok(())
    }

    fn tip(&self, bound: &BoundBatch) -> Result<ChainTip> {
        if let Some(tip) = self.heads.get(&audit::head_key(&bound.scope)) {
            return Ok(tip.clone());
        }
        let mut tip = Ok(ChainTip::start());
        visit(&self.connection, &audit::load_tip(&bound.scope, self.shard), &mut |row| tip = audit::tip(row))?;
        tip
    }

    /// Takes every row it can, so that all faults are known; one fault undoes them all.
    fn import(&mut self, mut job: ImportJob) -> Result<ImportOutcome> {
        while let Some((line, mut batch)) = job.next_row()? {
            let outcome = self.guarded("one", |writer| writer.run(&mut batch));
            job.note(line, outcome)?;
        }
        let outcome = job.finish();
        if !outcome.is_kept() {
            self.heads.clear();
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
