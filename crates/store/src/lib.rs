//! The only crate with SQL. Every query is limited to the scope of its `Permit`, and every write commits its audit
//! entry with it. SQLite and PostgreSQL share the statements.

pub mod access;
pub mod access_guard;
pub mod audit;
mod batch;
pub mod bulk_send;
mod channels;
pub mod clock;
pub mod codes;
mod constraint;
pub mod debug_log;
mod entity_keys;
mod error;
pub mod failed_login;
pub mod four_eyes;
pub mod identity;
mod import;
mod installation;
pub mod jobs;
mod keys;
mod links;
pub mod logs;
mod look;
pub mod master_data;
mod migrate;
pub mod people;
pub mod places;
mod postgres;
pub mod proposals;
pub mod requests;
pub mod retention;
mod row;
pub mod rule_samples;
pub mod second_factor;
mod setup;
mod signing;
mod sql;
mod sqlite;
mod sso;
mod statement;
mod statement_log;
mod table;
pub mod webhooks;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use domain::access::{Change, Permit, Scope};

pub use audit::Entry;
pub use batch::Batch;
pub use error::{Error, Result};
pub use import::{ImportOutcome, ImportRow, RowFault};
pub use keys::{Keys, RootKey, derive};
pub use links::keep_customer_link;
pub use look::Look;
pub use migrate::SCHEMA_VERSION;
pub use postgres::{after_restore, before_restore, read_url as read_postgres_url};
pub use row::Row;
pub use signing::Signer;
pub use sql::Sql;
pub use statement::Statement;

/// For the few places where the SQL differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    Sqlite,
    Postgres,
}

impl Dialect {
    /// Case-insensitive pattern match.
    pub fn like(self) -> &'static str {
        match self {
            Dialect::Sqlite => "LIKE",
            Dialect::Postgres => "ILIKE",
        }
    }
}

/// How many connections to open, and how long to wait for a response.
#[derive(Debug, Clone)]
pub struct Pool {
    pub postgres_connections: usize,
    /// SQLite readers that stay open between calls.
    pub sqlite_readers: usize,
    /// Longest wait for one PostgreSQL response.
    pub timeout: Duration,
    /// A commit to SQLite waits until the disk has it. Only tests can do without.
    pub sqlite_sync: bool,
}

impl Default for Pool {
    fn default() -> Pool {
        Pool { postgres_connections: 24, sqlite_readers: 8, timeout: Duration::from_secs(10), sqlite_sync: true }
    }
}

/// Rights of the database login that serving does not need.
#[derive(Debug, Clone, Copy)]
pub struct LoginRights {
    /// A superuser, or exempt from row-level security.
    pub is_unrestricted: bool,
    pub owns_schema: bool,
}

enum Backend {
    Sqlite(sqlite::Sqlite),
    Postgres(postgres::Postgres),
}

/// An open database with its keys. Clones share both.
#[derive(Clone)]
pub struct Store {
    backend: Arc<Backend>,
    keys: Arc<Keys>,
    statement_log: Arc<statement_log::StatementLog>,
    caches: Arc<requests::Caches>,
}

/// Precedes every sealed file key, so that another way of sealing can be told apart.
const FILE_KEY_FORMAT: &str = "1.";

impl Store {
    /// Opens (and creates) an SQLite file and migrates its schema.
    pub async fn open_sqlite(file: &Path, root: RootKey) -> Result<Store> {
        Store::open_sqlite_with(file, root, &Pool::default()).await
    }

    pub async fn open_sqlite_with(file: &Path, root: RootKey, pool: &Pool) -> Result<Store> {
        Ok(Store::new(Backend::Sqlite(sqlite::Sqlite::open(file, pool)?), root))
    }

    /// Connects to PostgreSQL and migrates its schema.
    pub async fn open_postgres(url: &str, root: RootKey) -> Result<Store> {
        Store::open_postgres_with(url, root, &Pool::default()).await
    }

    pub async fn open_postgres_with(url: &str, root: RootKey, pool: &Pool) -> Result<Store> {
        Ok(Store::new(Backend::Postgres(postgres::Postgres::open(url, pool).await?), root))
    }

    fn new(backend: Backend, root: RootKey) -> Store {
        let (backend, keys) = (Arc::new(backend), Arc::new(Keys::new(root)));
        Store { backend, keys, statement_log: Arc::default(), caches: Arc::default() }
    }

    pub fn dialect(&self) -> Dialect {
        match &*self.backend {
            Backend::Sqlite(_) => Dialect::Sqlite,
            Backend::Postgres(_) => Dialect::Postgres,
        }
    }

    /// Fails when the database does not respond.
    pub async fn ping(&self) -> Result<()> {
        let permit = domain::access::system::public_names();
        self.visit(&permit, &Sql::fixed("SELECT 1"), &mut |_| ()).await
    }

    /// What the database login may do; `None` for SQLite, which has no logins.
    pub async fn login_rights(&self) -> Result<Option<LoginRights>> {
        if self.dialect() == Dialect::Sqlite {
            return Ok(None);
        }
        let decode = |row: &dyn Row| {
            let row = row::Record::new(row, "pg_roles", "rolname");
            let is_unrestricted = row.flag("is_superuser")? || row.flag("bypasses_rls")?;
            Ok(LoginRights { is_unrestricted, owns_schema: row.flag("owns_schema")? })
        };
        self.first_decoded(&domain::access::system::public_names(), &Sql::fixed(postgres::LOGIN), decode).await
    }

    /// The clock of a database on a machine of its own; SQLite has none.
    pub async fn database_now(&self) -> Result<Option<jiff::Timestamp>> {
        if self.dialect() == Dialect::Sqlite {
            return Ok(None);
        }
        let text = r#"SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS now"#;
        let permit = domain::access::system::public_names();
        let decode = |row: &dyn Row| row::Record::new(row, "clock", "now").parsed("now", |text| text.parse().ok());
        let now = self.first_decoded(&permit, &Sql::fixed(text), decode).await?;
        now.map(Some).ok_or_else(|| Error::internal("the database does not know the time"))
    }

    /// Runs a query inside the permit's scope and passes each row to `each`.
    async fn visit<Kind>(
        &self,
        permit: &Permit<Kind>,
        sql: &Sql,
        each: &mut (dyn FnMut(&dyn Row) + Send),
    ) -> Result<()> {
        self.statement_log.note(sql);
        match &*self.backend {
            Backend::Sqlite(sqlite) => sqlite.visit(sql, each),
            // Boxed, here and below: a PostgreSQL call is a large future, and moving it copies all of it.
            Backend::Postgres(postgres) => Box::pin(postgres.visit(permit.scope(), sql, each)).await,
        }
    }

    /// The first row of a query, mapped.
    async fn first<Kind, T: Send>(
        &self,
        permit: &Permit<Kind>,
        sql: &Sql,
        map: impl Fn(&dyn Row) -> T + Send + Sync,
    ) -> Result<Option<T>> {
        let mut found = None;
        self.visit(permit, sql, &mut |row| {
            if found.is_none() {
                found = Some(map(row));
            }
        })
        .await?;
        Ok(found)
    }

    /// All rows of a query, mapped. For queries with small results.
    async fn rows<Kind, T: Send>(
        &self,
        permit: &Permit<Kind>,
        sql: &Sql,
        map: impl Fn(&dyn Row) -> T + Send + Sync,
    ) -> Result<Vec<T>> {
        let mut all = Vec::new();
        self.visit(permit, sql, &mut |row| all.push(map(row))).await?;
        Ok(all)
    }

    /// All rows of a query, decoded; fails on the first unreadable row.
    async fn decoded<Kind, T: Send>(
        &self,
        permit: &Permit<Kind>,
        sql: &Sql,
        decode: impl Fn(&dyn Row) -> Result<T> + Send + Sync,
    ) -> Result<Vec<T>> {
        self.rows(permit, sql, decode).await?.into_iter().collect()
    }

    /// The readable rows of a query; an unreadable one is reported and skipped.
    async fn readable<Kind, T: Send>(
        &self,
        permit: &Permit<Kind>,
        sql: &Sql,
        decode: impl Fn(&dyn Row) -> Result<T> + Send + Sync,
    ) -> Result<Vec<T>> {
        let all = self.rows(permit, sql, decode).await?;
        Ok(all.into_iter().filter_map(|one| one.inspect_err(Error::report).ok()).collect())
    }

    /// The first row of a query, decoded.
    async fn first_decoded<Kind, T: Send>(
        &self,
        permit: &Permit<Kind>,
        sql: &Sql,
        decode: impl Fn(&dyn Row) -> Result<T> + Send + Sync,
    ) -> Result<Option<T>> {
        self.first(permit, sql, decode).await?.transpose()
    }

    /// Commits a change and its audit entries atomically.
    pub async fn commit(&self, permit: &Permit<Change>, batch: Batch) -> Result<()> {
        let key = self.entity_key(permit.scope()).await?;
        self.write(batch.bind(permit, key)).await
    }

    /// Runs statements that need no audit entry (expired rows, spent tickets).
    pub async fn commit_unaudited(&self, permit: &Permit<Change>, statements: Vec<Statement>) -> Result<()> {
        self.write(Batch::unaudited(statements).bind(permit, keys::EntityKey::none())).await
    }

    async fn write(&self, batch: batch::BoundBatch) -> Result<()> {
        self.statement_log.note_all(&batch.statements);
        let is_about_requests = batch.statements.iter().any(requests::is_about_requests);
        let written = match &*self.backend {
            Backend::Sqlite(sqlite) => sqlite.commit(batch).await,
            Backend::Postgres(postgres) => Box::pin(postgres.commit(batch)).await,
        };
        self.caches.forget(is_about_requests);
        written
    }

    /// Starts recording every statement, for tests that read query plans.
    pub fn note_statements(&self) {
        self.statement_log.open();
    }

    /// The distinct statements recorded so far.
    pub fn noted_statements(&self) -> Vec<String> {
        self.statement_log.read()
    }

    /// Notifies all nodes, including this one. SQLite has one node only, so nothing is sent.
    pub async fn notify(&self, payload: &str) -> Result<()> {
        match &*self.backend {
            Backend::Sqlite(_) => Ok(()),
            Backend::Postgres(postgres) => Box::pin(postgres.notify(payload)).await,
        }
    }

    /// Notifications from all nodes, until the receiver is dropped. `None` means that some may have been missed.
    pub fn listen(&self) -> Option<tokio::sync::mpsc::Receiver<Option<String>>> {
        match &*self.backend {
            Backend::Sqlite(_) => None,
            Backend::Postgres(postgres) => Some(postgres.listen()),
        }
    }

    /// Copies an SQLite database while it is in use; false for PostgreSQL, which has its own tools.
    pub fn copy_to(&self, target: &Path) -> Result<bool> {
        match &*self.backend {
            Backend::Sqlite(sqlite) => sqlite.copy_to(target).map(|()| true),
            Backend::Postgres(_) => Ok(false),
        }
    }

    /// Updates SQLite's planner statistics; PostgreSQL does so by itself.
    pub fn refresh_statistics(&self) -> Result<()> {
        match &*self.backend {
            Backend::Sqlite(sqlite) => sqlite.refresh_statistics(),
            Backend::Postgres(_) => Ok(()),
        }
    }

    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// Encrypts a secret field with the entity's key.
    pub async fn seal(&self, scope: &Scope, label: &str, plain: &str) -> Result<String> {
        Ok(self.entity_key(scope).await?.seal(label, plain.as_bytes()))
    }

    /// Decrypts a text made by [`Store::seal`].
    pub async fn unseal(&self, scope: &Scope, label: &str, sealed: &str) -> Result<String> {
        let plain =
            self.entity_key(scope).await?.open(label, sealed).ok_or_else(|| Error::internal("unsealing failed"))?;
        String::from_utf8(plain).map_err(|_| Error::internal("sealed text is not text"))
    }

    /// Encrypts the key of a file with the entity's key. The label names the file.
    pub async fn seal_file_key(&self, scope: &Scope, label: &str, key: &[u8; 32]) -> Result<String> {
        Ok(format!("{FILE_KEY_FORMAT}{}", self.entity_key(scope).await?.seal(label, key)))
    }

    /// The key of a file; `None` when it was changed or belongs to another file.
    pub async fn open_file_key(
        &self,
        scope: &Scope,
        label: &str,
        sealed: &str,
    ) -> Result<Option<zeroize::Zeroizing<[u8; 32]>>> {
        let Some(sealed) = sealed.strip_prefix(FILE_KEY_FORMAT) else { return Ok(None) };
        let plain = self.entity_key(scope).await?.open(label, sealed).map(zeroize::Zeroizing::new);
        Ok(plain.and_then(|plain| plain.as_slice().try_into().ok().map(zeroize::Zeroizing::new)))
    }
}
