//! PostgreSQL: a bounded pool of connections under a role with row-level security. Each connection holds an audit
//! shard (by an advisory lock), so a save is one round trip and waits for no other save.

mod commit;
mod connection;
mod fold;
mod notify;
mod open;
mod roles;
mod schema;

use std::time::Duration;

use deadpool::managed::{self, Metrics, Object, Pool, QueueMode, RecycleError};
use domain::access::Scope;
use tokio_postgres::Config;

use crate::batch::BoundBatch;
use crate::import::{ImportJob, ImportOutcome};
use crate::row::Row;
use crate::sql::Sql;
use crate::{Error, Pool as PoolSettings, Result};
use connection::Connection;
use open::CONNECT_TIMEOUT;
pub(crate) use open::connect;
pub use open::read_url;
pub use roles::{after_restore, before_restore};
pub(crate) use schema::{EVERY_ROW, LOGIN};

pub(crate) struct Postgres {
    pool: Pool<Manager>,
    config: Box<Config>,
}

impl Postgres {
    pub async fn open(url: &str, settings: &PoolSettings) -> Result<Postgres> {
        let config = read_url(url, settings.timeout)?;
        schema::migrate(&config).await?;
        let pool = Pool::builder(Manager { config: config.clone(), timeout: settings.timeout })
            .max_size(settings.postgres_connections)
            .wait_timeout(Some(CONNECT_TIMEOUT.min(settings.timeout)))
            .create_timeout(Some(CONNECT_TIMEOUT.min(settings.timeout)))
            .runtime(deadpool::Runtime::Tokio1)
            // The most recently used connection has the warmest caches.
            .queue_mode(QueueMode::Lifo)
            .build()
            .map_err(Error::internal)?;
        Ok(Postgres { pool, config: Box::new(config) })
    }

    async fn connection(&self) -> Result<Object<Manager>> {
        self.pool.get().await.map_err(|error| Error::Unavailable(format!("no database connection: {error}")))
    }

    pub async fn visit(&self, scope: &Scope, sql: &Sql, each: &mut (dyn FnMut(&dyn Row) + Send)) -> Result<()> {
        let mut connection = self.connection().await?;
        connection.rows(scope, sql).await?.iter().for_each(|row| each(row));
        Ok(())
    }

    /// A cancelled call cannot leave a commit half sent: a single statement is sent whole or not at all, and several
    /// run in their own task.
    pub async fn commit(&self, batch: BoundBatch) -> Result<()> {
        let mut connection = self.connection().await?;
        if batch.is_foldable() {
            return connection.commit(&batch).await;
        }
        let work = async move {
            let (mut connection, batch) = (connection, batch);
            connection.commit(&batch).await
        };
        tokio::spawn(work).await.map_err(Error::internal)?
    }

    pub async fn import(&self, job: ImportJob) -> Result<ImportOutcome> {
        let connection = self.connection().await?;
        let work = async move {
            let mut connection = connection;
            let outcome = connection.import(job).await;
            connection.tips.clear();
            if outcome.is_err() {
                // Closing the connection ends the transaction, whatever its state.
                drop(Object::take(connection));
            }
            outcome
        };
        tokio::spawn(work).await.map_err(Error::internal)?
    }
}

struct Manager {
    config: Config,
    timeout: Duration,
}

impl managed::Manager for Manager {
    type Type = Connection;
    type Error = Error;

    /// Boxed because it is rare: otherwise every future that waits for a connection reserves room for opening one.
    async fn create(&self) -> Result<Connection> {
        Box::pin(Connection::open(&self.config, self.timeout)).await
    }

    async fn recycle(&self, connection: &mut Connection, _: &Metrics) -> managed::RecycleResult<Error> {
        if connection.client.is_closed() { Err(RecycleError::message("closed")) } else { Ok(()) }
    }
}
