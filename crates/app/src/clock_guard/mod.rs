//! One guard for everything that acts on time by itself. It compares the machine's clock with the newest time that was
//! recorded while the clock was trusted, with the clocks of the database and of other nodes, and with how long this
//! process runs.

mod confirm;
mod report;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use domain::clock::{Cause, ClockWatch, Moment, OtherNode, Reading, Recorded, TimeUse, Verdict, Wait};
use jiff::{SignedDuration, Timestamp};
use parking_lot::Mutex;
use ports::{Clock, DatabaseClock, DatabaseTimeFuture};
use store::Store;
use store::clock::ClockNode;

use crate::{App, Error, Result};

pub use confirm::{Confirmed, confirm};

/// A trusted time is recorded at most this often.
const RECORD_EVERY: SignedDuration = SignedDuration::from_secs(30);
/// A node that noted nothing for this long is not running.
const NODE_IS_GONE: SignedDuration = SignedDuration::from_mins(3);
const FORGET_NODE: SignedDuration = SignedDuration::from_hours(24);
/// What the operator does when the clock is right.
pub const NEXT_STEP: &str = "set the clock right, or confirm that it is right with docz jobs accept-clock";

/// Asks the database.
struct StoreClock(Store);

impl DatabaseClock for StoreClock {
    fn now(&self) -> DatabaseTimeFuture<'_> {
        Box::pin(async { self.0.database_now().await.map_err(|error| error.to_string()) })
    }
}

pub struct ClockGuard {
    store: Store,
    clock: Arc<dyn Clock>,
    database: Arc<dyn DatabaseClock>,
    node: String,
    watch: tokio::sync::Mutex<ClockWatch>,
    latest: Mutex<Option<Verdict>>,
    /// Milliseconds by which this machine's clock is ahead of the database's.
    ahead: AtomicI64,
    report: Mutex<report::Reported>,
}

impl ClockGuard {
    pub fn new(store: Store, clock: Arc<dyn Clock>) -> ClockGuard {
        let database = Arc::new(StoreClock(store.clone()));
        ClockGuard::with_database(store, clock, database)
    }

    pub fn with_database(store: Store, clock: Arc<dyn Clock>, database: Arc<dyn DatabaseClock>) -> ClockGuard {
        ClockGuard {
            watch: tokio::sync::Mutex::new(ClockWatch::start(clock.moment())),
            node: format!("{}-{:08x}", clock.machine(), uuid::Uuid::new_v4().as_fields().0),
            store,
            clock,
            database,
            latest: Mutex::default(),
            ahead: AtomicI64::new(0),
            report: Mutex::default(),
        }
    }

    /// Reads all clocks, and records the time if it is trusted.
    pub async fn judge(&self) -> Result<Verdict> {
        self.decide(true).await
    }

    /// The same for a command that only reports: it records nothing.
    pub async fn look(&self) -> Result<Verdict> {
        self.decide(false).await
    }

    async fn decide(&self, records: bool) -> Result<Verdict> {
        let mut watch = self.watch.lock().await;
        let recorded = self.recorded(records).await?;
        let reading = self.read().await?;
        let verdict = watch.judge(&reading, recorded.as_ref());
        if verdict.doubt.is_none() && records {
            self.record(&verdict, recorded).await?;
        }
        self.report.lock().tell(&verdict);
        *self.latest.lock() = Some(verdict.clone());
        Ok(verdict)
    }

    /// Why something that depends on the time like this has to wait.
    pub async fn wait(&self, time_use: TimeUse) -> Result<Option<Wait>> {
        Ok(self.judge().await?.wait(time_use))
    }

    /// The last verdict, without a new reading.
    pub fn latest(&self) -> Option<Verdict> {
        self.latest.lock().clone()
    }

    /// The time by which nodes share work: that of a database with a clock of its own. Also while this machine's clock
    /// is wrong, because it would take what others hold.
    pub fn shared(&self, machine: Timestamp) -> Timestamp {
        machine.saturating_sub(self.ahead()).unwrap_or(machine)
    }

    /// Measures the difference to the database's clock anew, for a process that has asked nothing yet.
    pub async fn measure(&self) -> Result<()> {
        self.database_time().await.map(drop)
    }

    /// How far this machine's clock was ahead of the database's at the last reading.
    fn ahead(&self) -> SignedDuration {
        SignedDuration::from_millis(self.ahead.load(Ordering::Relaxed))
    }

    /// Notes the clock of this server for the others and for operators. Called every minute.
    pub async fn note(&self) -> Result<Verdict> {
        let verdict = self.judge().await?;
        let seen_on = verdict.clock().saturating_sub(self.ahead()).unwrap_or(verdict.clock());
        // A doubt that another node told is not told on: both would doubt for ever.
        let own = verdict.doubt.as_ref().filter(|doubt| !matches!(doubt.cause, Cause::Told { .. }));
        let doubt = own.map(ToString::to_string);
        let node = ClockNode { name: self.node.clone(), ahead: self.ahead(), seen_on, doubt };
        // Of several servers on SQLite only one runs.
        let kept = match self.store.dialect() {
            store::Dialect::Sqlite => SignedDuration::ZERO,
            store::Dialect::Postgres => FORGET_NODE,
        };
        self.store.note_clock(&node, seen_on.saturating_sub(kept).unwrap_or(seen_on)).await?;
        let steady = self.clock.steady();
        let is_due = self.report.lock().asks_kernel(steady);
        if is_due {
            let is_synchronised = self.clock.synchronised().await;
            self.report.lock().tell_synchronised(is_synchronised);
        }
        Ok(verdict)
    }

    /// Whether a time service keeps the machine's clock right, if the kernel says.
    pub async fn is_synchronised(&self) -> Option<bool> {
        self.clock.synchronised().await
    }

    /// This server stops.
    pub async fn end(&self) -> Result<()> {
        self.store.forget_clock(&self.node).await
    }

    /// The recorded time. A database without one gets the newest time in it, before this process writes anything.
    async fn recorded(&self, records: bool) -> Result<Option<Recorded>> {
        if let Some(recorded) = self.store.recorded_time().await? {
            return Ok(Some(recorded));
        }
        let Some(newest) = self.store.newest_written().await? else { return Ok(None) };
        let recorded = Recorded { newest, destroy_from: None, slow_until: None, confirmed: 0 };
        if records {
            self.store.record_time(&recorded).await?;
        }
        Ok(Some(recorded))
    }

    async fn record(&self, verdict: &Verdict, recorded: Option<Recorded>) -> Result<()> {
        let now = Recorded {
            newest: verdict.clock(),
            destroy_from: verdict.destroy_from.filter(|_| verdict.waits_for_night()),
            slow_until: verdict.slow_until.filter(|_| verdict.is_catching_up()),
            confirmed: recorded.map_or(0, |recorded| recorded.confirmed),
        };
        let is_known = recorded.is_some_and(|known| {
            let is_recent = now.newest.duration_since(known.newest) < RECORD_EVERY;
            is_recent && (now.destroy_from, now.slow_until) == (known.destroy_from, known.slow_until)
        });
        if is_known { Ok(()) } else { self.store.record_time(&now).await }
    }

    async fn read(&self) -> Result<Reading> {
        let (moment, database) = self.database_time().await?;
        Ok(Reading { moment, database, nodes: self.others(database.unwrap_or(moment.wall)).await? })
    }

    async fn database_time(&self) -> Result<(Moment, Option<Timestamp>)> {
        let database = self.database.now().await.map_err(Error::Unavailable)?;
        let moment = self.clock.moment();
        if let Some(at) = database {
            let ahead = moment.wall.duration_since(at);
            self.ahead.store(i64::try_from(ahead.as_millis()).unwrap_or_default(), Ordering::Relaxed);
        }
        Ok((moment, database))
    }

    /// The other running nodes.
    async fn others(&self, database: Timestamp) -> Result<Vec<OtherNode>> {
        let is_running = |node: &ClockNode| database.duration_since(node.seen_on).abs() <= NODE_IS_GONE;
        let others = self.store.clock_nodes().await?.into_iter();
        let others = others.filter(|node| node.name != self.node && is_running(node));
        let shown = |node: ClockNode| OtherNode {
            wall: database.saturating_add(node.ahead).unwrap_or(database),
            name: node.name,
            doubt: node.doubt,
        };
        Ok(others.map(shown).collect())
    }
}

/// The minute's work of the guard: notes the clock, and makes due what a wrong clock put off.
pub async fn keep_time(app: &App, is_vouched: bool) -> Result<bool> {
    if is_vouched {
        // The time of this run was set by hand.
        return Ok(false);
    }
    let verdict = app.clock_guard.note().await?;
    // In a demo, times ahead are there on purpose (`--now`).
    if verdict.doubt.is_none() && !app.settings.demo {
        app.store.bound_due_times(app.shared_now()).await?;
    }
    Ok(verdict.doubt.is_none())
}
