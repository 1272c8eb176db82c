//! PostgreSQL: a bounded pool of connections that work as a role under row-level security. Each connection owns an
//! audit lane (by an advisory lock), so a save is one round trip and waits for no other save.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use deadpool::managed::{self, Metrics, Object, Pool, QueueMode, RecycleError};
use domain::access::{Reach, Scope, system};
use futures_util::future::join_all;
use tokio_postgres::config::SslMode;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::audit::{self, Head, Heads};
use crate::batch::{BoundBatch, Expect, Statement};
use crate::cells::Cells;
use crate::import::{ImportJob, ImportOutcome};
use crate::sql::{BoundValue, Sql};
use crate::{Error, Result, constraint, migrate};

type PgResult<T> = std::result::Result<T, tokio_postgres::Error>;

const CONNECTIONS: usize = 24;
const STATEMENTS: usize = 512;
const PATIENCE: Duration = Duration::from_secs(5);
/// The number space of our advisory locks.
const LOCKS: i32 = 0x646f_637a;
/// Statements sent in one go; more than that are sent in turns.
const PIPELINE: usize = 24;

pub(crate) struct Postgres {
    pool: Pool<Manager>,
}

impl Postgres {
    pub async fn open(url: &str) -> Result<Postgres> {
        let config: Config = url.parse().map_err(|_| Error::Unavailable("DOCZ_DATABASE_URL cannot be read".into()))?;
        migrate(&config).await?;
        let pool = Pool::builder(Manager { config })
            .max_size(CONNECTIONS)
            .wait_timeout(Some(PATIENCE))
            .create_timeout(Some(PATIENCE))
            .runtime(deadpool::Runtime::Tokio1)
            // The one used last is the one whose caches are warm.
            .queue_mode(QueueMode::Lifo)
            .build()
            .map_err(Error::internal)?;
        Ok(Postgres { pool })
    }

    async fn connection(&self) -> Result<Object<Manager>> {
        self.pool.get().await.map_err(|error| Error::Unavailable(format!("no database connection: {error}")))
    }

    pub async fn visit(&self, scope: &Scope, sql: &Sql, each: &mut (dyn FnMut(&dyn Cells) + Send)) -> Result<()> {
        let mut connection = self.connection().await?;
        connection.rows(scope, sql).await?.iter().for_each(|row| each(row));
        Ok(())
    }

    /// A caller who goes away cannot leave a commit half sent: one statement is sent whole or not at all, and several
    /// run apart from him.
    pub async fn commit(&self, mut batch: BoundBatch) -> Result<()> {
        let mut connection = self.connection().await?;
        if batch.is_foldable() {
            return connection.commit(&mut batch).await;
        }
        let work = async move {
            let (mut connection, mut batch) = (connection, batch);
            connection.commit(&mut batch).await
        };
        tokio::spawn(work).await.map_err(Error::internal)?
    }

    pub async fn import(&self, job: ImportJob) -> Result<ImportOutcome> {
        let connection = self.connection().await?;
        let work = async move {
            let mut connection = connection;
            let outcome = connection.import(job).await;
            connection.heads.clear();
            if outcome.is_err() {
                // Whatever state the transaction is in, it ends with the connection.
                drop(Object::take(connection));
            }
            outcome
        };
        tokio::spawn(work).await.map_err(Error::internal)?
    }
}

async fn connect(config: &Config) -> Result<Client> {
    let mut config = config.clone();
    config.application_name("docz").connect_timeout(PATIENCE);
    if config.get_ssl_mode() == SslMode::Disable {
        let (client, connection) = config.connect(NoTls).await?;
        tokio::spawn(connection);
        return Ok(client);
    }
    let mut roots = rustls::RootCertStore::empty();
    for certificate in rustls_native_certs::load_native_certs().certs {
        let _ = roots.add(certificate);
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(Error::internal)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let (client, connection) = config.connect(MakeRustlsConnect::new(tls)).await?;
    tokio::spawn(connection);
    Ok(client)
}

/// As the owner, under a lock, so that two nodes starting at once migrate once.
async fn migrate(config: &Config) -> Result<()> {
    let mut client = connect(config).await?;
    client.execute("SELECT pg_advisory_lock($1, -1)", &[&LOCKS]).await?;
    client.batch_execute(&format!("SET client_min_messages = warning; {}", migrate::LEDGER)).await?;
    let current: i64 = client.query_one("SELECT coalesce(max(version), 0) FROM schema_migration", &[]).await?.get(0);
    for migration in migrate::pending(current)? {
        let transaction = client.transaction().await?;
        transaction.batch_execute(migration.postgres).await?;
        let insert = "INSERT INTO schema_migration (version, name, applied_on) VALUES ($1, $2, $3)";
        transaction.execute(insert, &[&migration.version, &migration.name, &audit::now()]).await?;
        transaction.commit().await?;
    }
    Ok(())
}

struct Manager {
    config: Config,
}

impl managed::Manager for Manager {
    type Type = Connection;
    type Error = Error;

    /// Boxed, like everything here that is seldom done: whoever waits for a connection carries room for making one.
    async fn create(&self) -> Result<Connection> {
        Box::pin(Connection::open(&self.config)).await
    }

    async fn recycle(&self, connection: &mut Connection, _: &Metrics) -> managed::RecycleResult<Error> {
        match connection.client.is_closed() {
            true => Err(RecycleError::message("closed")),
            false => Ok(()),
        }
    }
}

/// The lowest lane that no other connection of any node holds.
async fn claim_lane(client: &Client) -> Result<i64> {
    for lane in 0..1024i32 {
        let row = client.query_one("SELECT pg_try_advisory_lock($1, $2)", &[&LOCKS, &lane]).await?;
        if row.get(0) {
            return Ok(lane.into());
        }
    }
    Err(Error::Unavailable("all audit lanes are taken".into()))
}

struct Connection {
    client: Client,
    statements: HashMap<String, tokio_postgres::Statement>,
    /// What the database's second wall is set to.
    scope: Option<Scope>,
    lane: i64,
    heads: Heads,
}

/// First and last country, first and last entity, tenants: as a range, the wall is part of an index's condition.
fn scope_settings(scope: &Scope) -> [String; 5] {
    let tenants = match &scope.tenants {
        Reach::Every => "*".to_owned(),
        Reach::Only(tenants) => format!(",{},", tenants.join(",")),
    };
    if scope.entity == system::EVERY {
        let [first, last] = ["", "\u{10ffff}"].map(str::to_owned);
        return [first.clone(), last.clone(), first, last, tenants];
    }
    let (country, entity) = (scope.country.clone(), scope.entity.clone());
    [country.clone(), country, entity.clone(), entity, tenants]
}

const SET_SCOPE: &str = "SELECT set_config('docz.country', $1, false), set_config('docz.country_last', $2, false), set_config('docz.entity', $3, false), set_config('docz.entity_last', $4, false), set_config('docz.tenants', $5, false)";

impl Connection {
    async fn open(config: &Config) -> Result<Connection> {
        let client = connect(config).await?;
        let lane = claim_lane(&client).await?;
        client.batch_execute("SET ROLE docz_app; SET statement_timeout = '30s'; SET lock_timeout = '5s'").await?;
        Ok(Connection { client, statements: HashMap::new(), scope: None, lane, heads: Heads::new() })
    }

    async fn prepare(&mut self, text: &str) -> Result<tokio_postgres::Statement> {
        if let Some(statement) = self.statements.get(text) {
            return Ok(statement.clone());
        }
        if self.statements.len() >= STATEMENTS {
            self.statements.clear();
        }
        let statement = Box::pin(self.client.prepare(text)).await?;
        self.statements.insert(text.to_owned(), statement.clone());
        Ok(statement)
    }

    /// Points the second wall at a scope; the next statement on this connection is already behind it.
    async fn enter(&mut self, scope: &Scope) -> Result<Option<(tokio_postgres::Statement, [String; 5])>> {
        if self.scope.as_ref() == Some(scope) {
            return Ok(None);
        }
        let statement = self.prepare(SET_SCOPE).await?;
        self.scope = Some(scope.clone());
        Ok(Some((statement, scope_settings(scope))))
    }

    async fn rows(&mut self, scope: &Scope, sql: &Sql) -> Result<Vec<tokio_postgres::Row>> {
        let statement = self.prepare(&sql.text).await?;
        let entering = self.enter(scope).await?;
        let values: Vec<BoundValue> = sql.values.iter().map(BoundValue).collect();
        let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| value as _).collect();
        let Some((enter, settings)) = entering else {
            return Ok(self.client.query(&statement, &values).await?);
        };
        let settings = settings.each_ref().map(|setting| setting as &(dyn ToSql + Sync));
        let both = async { tokio::join!(self.client.query(&enter, &settings), self.client.query(&statement, &values)) };
        let (entered, rows) = Box::pin(both).await;
        if entered.is_err() {
            self.scope = None;
        }
        entered?;
        Ok(rows?)
    }

    async fn commit(&mut self, bound: &mut BoundBatch) -> Result<()> {
        bound.settle(self.lane);
        let (links, head) = self.link(bound).await?;
        let all: Vec<&Statement> = bound.statements.iter().chain(&links).collect();
        self.enter_now(&bound.scope).await?;
        // Until the answer is here nobody knows where the lane ends.
        let heads = std::mem::take(&mut self.heads);
        if bound.is_foldable() {
            self.folded(&all).await?;
        } else if all.len() <= PIPELINE {
            Box::pin(self.pipeline(&all)).await?;
        } else {
            Box::pin(self.in_turns(&all)).await?;
        }
        self.heads = heads;
        if let Some(head) = head {
            self.heads.insert(audit::head_key(&bound.scope), head);
        }
        Ok(())
    }

    async fn enter_now(&mut self, scope: &Scope) -> Result<()> {
        if let Some((statement, settings)) = self.enter(scope).await? {
            let settings = settings.each_ref().map(|setting| setting as &(dyn ToSql + Sync));
            let entered = Box::pin(self.client.query(&statement, &settings)).await;
            if entered.is_err() {
                self.scope = None;
            }
            entered?;
        }
        Ok(())
    }

    async fn link(&mut self, bound: &BoundBatch) -> Result<(Vec<Statement>, Option<Head>)> {
        if bound.entries.is_empty() {
            return Ok((Vec::new(), None));
        }
        let head = match self.heads.get(&audit::head_key(&bound.scope)) {
            Some(head) => head.clone(),
            None => {
                let load = audit::load_head(&bound.scope, self.lane);
                let rows = Box::pin(self.rows(&bound.scope, &load)).await?;
                let read = |row: &tokio_postgres::Row| Head { seq: row.get(0), mac: row.get(1) };
                rows.first().map_or_else(Head::start, read)
            }
        };
        let (statements, head) = audit::link(bound, self.lane, head);
        Ok((statements, Some(head)))
    }

    /// Everything as one statement, which is a transaction by itself: a third of the work of several.
    async fn folded(&mut self, all: &[&Statement]) -> Result<()> {
        let key = all.iter().fold(String::with_capacity(1024), |key, statement| key + ";" + &statement.sql.text);
        let prepared = match self.statements.get(&key) {
            Some(prepared) => prepared.clone(),
            None => {
                let prepared = Box::pin(self.client.prepare(&fold(all))).await?;
                self.statements.insert(key, prepared.clone());
                prepared
            }
        };
        let values: Vec<BoundValue> = all.iter().flat_map(|statement| &statement.sql.values).map(BoundValue).collect();
        let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| value as _).collect();
        self.client.execute(&prepared, &values).await.map(drop).map_err(|error| fault_of(all, error))
    }

    /// BEGIN, everything, COMMIT in one round trip: a statement that fails makes the COMMIT a ROLLBACK.
    async fn pipeline(&mut self, all: &[&Statement]) -> Result<()> {
        let mut prepared = Vec::with_capacity(all.len());
        for statement in all {
            prepared.push(self.prepare(&guarded_text(statement)).await?);
        }
        let client = &self.client;
        let runs = all.iter().zip(&prepared).map(|(statement, prepared)| run(client, statement, prepared));
        let (begun, done, ended) = tokio::join!(
            biased;
            client.batch_execute("BEGIN"),
            join_all(runs),
            client.batch_execute("COMMIT"),
        );
        for (statement, outcome) in all.iter().zip(done) {
            outcome.map_err(|error| fault(statement, error))?;
        }
        begun?;
        Ok(ended?)
    }

    async fn in_turns(&mut self, all: &[&Statement]) -> Result<()> {
        self.client.batch_execute("BEGIN").await?;
        for statement in all {
            if let Err(error) = self.execute(statement).await {
                self.client.batch_execute("ROLLBACK").await?;
                return Err(error);
            }
        }
        Ok(self.client.batch_execute("COMMIT").await?)
    }

    async fn execute(&mut self, statement: &Statement) -> Result<()> {
        let prepared = self.prepare(&guarded_text(statement)).await?;
        run(&self.client, statement, &prepared).await.map(drop).map_err(|error| fault(statement, error))
    }

    /// Takes every row it can, so that all faults are known; one fault undoes them all.
    async fn import(&mut self, mut job: ImportJob) -> Result<ImportOutcome> {
        // Before the transaction: a setting made inside of one is undone with it.
        self.enter_now(job.scope()).await?;
        self.client.batch_execute("BEGIN").await?;
        while let Some((line, mut batch)) = job.next_row()? {
            let outcome = self.import_row(&mut batch).await;
            job.note(line, outcome)?;
        }
        let outcome = job.finish();
        self.client.batch_execute(if outcome.is_kept() { "COMMIT" } else { "ROLLBACK" }).await?;
        Ok(outcome)
    }

    async fn import_row(&mut self, bound: &mut BoundBatch) -> Result<()> {
        bound.settle(self.lane);
        let (links, head) = self.link(bound).await?;
        let all = bound.statements.iter().chain(&links);
        self.client.batch_execute("SAVEPOINT one").await?;
        for statement in all {
            if let Err(error) = self.execute(statement).await {
                self.client.batch_execute("ROLLBACK TO one").await?;
                return Err(error);
            }
        }
        self.client.batch_execute("RELEASE one").await?;
        if let Some(head) = head {
            self.heads.insert(audit::head_key(&bound.scope), head);
        }
        Ok(())
    }
}

async fn run(client: &Client, statement: &Statement, prepared: &tokio_postgres::Statement) -> PgResult<u64> {
    let values: Vec<BoundValue> = statement.sql.values.iter().map(BoundValue).collect();
    let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| value as _).collect();
    client.execute(prepared, &values).await
}

/// `WITH s0 AS (… RETURNING 1), s1 AS (…) SELECT 1, 1 / (SELECT count(*) FROM s1)`: a miss divides by nothing.
fn fold(all: &[&Statement]) -> String {
    let mut parts = Vec::new();
    let mut checks = "1".to_owned();
    let mut before = 0;
    for (at, statement) in all.iter().enumerate() {
        parts.push(format!("s{at} AS ({} RETURNING 1)", shifted(&statement.sql.text, before)));
        if let Expect::One(_) = statement.expect {
            checks.push_str(&format!(", 1 / (SELECT count(*) FROM s{at})"));
        }
        before += statement.sql.values.len();
    }
    format!("WITH {} SELECT {checks}", parts.join(", "))
}

/// The same text with every `$n` moved on.
fn shifted(text: &str, by: usize) -> String {
    let mut parts = text.split('$');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        let number: usize = part[..digits].parse().unwrap_or(0);
        out.push_str(&format!("${}{}", number + by, &part[digits..]));
    }
    out
}

/// Which of the folded statements an error is about.
fn fault_of(all: &[&Statement], error: tokio_postgres::Error) -> Error {
    let missed = error.code().is_some_and(|code| code.code() == "22012");
    let table = error.as_db_error().and_then(|db| db.table()).map(str::to_owned);
    let expects = |statement: &&&Statement| matches!(statement.expect, Expect::One(_));
    let owns = |statement: &&&Statement| statement.definition.is_some_and(|own| Some(own.table) == table.as_deref());
    let blamed = match missed {
        true => all.iter().find(expects),
        false => all.iter().find(owns).or_else(|| all.iter().find(|statement| statement.definition.is_some())),
    };
    match blamed {
        Some(statement) => fault(statement, error),
        None => error.into(),
    }
}

/// A statement that must hit one row divides by the number it hit: none is an error, and the transaction is off.
fn guarded_text(statement: &Statement) -> std::borrow::Cow<'_, str> {
    match statement.expect {
        Expect::Anything => (&*statement.sql.text).into(),
        Expect::One(_) => {
            format!("WITH hit AS ({} RETURNING 1) SELECT 1 / count(*) FROM hit", statement.sql.text).into()
        }
    }
}

fn fault(statement: &Statement, error: tokio_postgres::Error) -> Error {
    match (&statement.expect, error.code().map(|code| code.code())) {
        (Expect::One(refusal), Some("22012")) => refusal.clone().into(),
        _ => constraint::of_postgres(statement, error),
    }
}
