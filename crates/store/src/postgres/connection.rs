//! One connection: its prepared statements, its audit shard, and its current row-level security scope.

use std::collections::HashMap;
use std::time::Duration;

use domain::access::{Reach, Scope, system};
use tokio::task::AbortHandle;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config};

use super::open::{LOCKS, connect};
use crate::audit::ChainTips;
use crate::sql::{BoundValue, Sql};
use crate::{Error, Result};

const CACHED_STATEMENTS: usize = 512;

/// The lowest shard that no other connection of any node holds.
async fn claim_shard(client: &Client) -> Result<i64> {
    for shard in 0..1024i32 {
        let row = client.query_one("SELECT pg_try_advisory_lock($1, $2)", &[&LOCKS, &shard]).await?;
        if row.get(0) {
            return Ok(shard.into());
        }
    }
    Err(Error::Unavailable("all audit shards are taken".into()))
}

pub(super) struct Connection {
    pub client: Client,
    /// The task that reads and writes the socket.
    driver: AbortHandle,
    /// Longest wait for a response.
    timeout: Duration,
    pub statements: HashMap<String, tokio_postgres::Statement>,
    /// The scope that row-level security currently enforces on this connection.
    scope: Option<Scope>,
    pub shard: i64,
    pub tips: ChainTips,
}

/// First and last country, first and last entity, tenants. As a range the scope can be an index condition.
fn scope_settings(scope: &Scope) -> [String; 5] {
    let tenants = match &scope.tenants {
        Reach::Every => "*".to_owned(),
        Reach::Only(tenants) => tenants.join(","),
    };
    if scope.entity == system::EVERY {
        let [first, last] = ["", "\u{10ffff}"].map(str::to_owned);
        return [first.clone(), last.clone(), first, last, tenants];
    }
    let (country, entity) = (scope.country.clone(), scope.entity.clone());
    [country.clone(), country, entity.clone(), entity, tenants]
}

const SETTINGS: &str = "SET ROLE docz_app; SET lock_timeout = '5s'; SET jit = off";
const SET_SCOPE: &str = r#"SELECT set_config('docz.country', $1, false), set_config('docz.country_last', $2, false),
        set_config('docz.entity', $3, false), set_config('docz.entity_last', $4, false), set_config('docz.tenants', $5,
        false)"#;

impl Connection {
    pub async fn open(config: &Config, timeout: Duration) -> Result<Connection> {
        let (client, driver) = connect(config).await?;
        let shard = claim_shard(&client).await?;
        // Slightly shorter than ours, so that a working server cancels a slow statement itself and the connection
        // survives.
        let own_limit = timeout.as_millis() * 9 / 10;
        client.batch_execute(&format!("{SETTINGS}; SET statement_timeout = {own_limit}")).await?;
        let (statements, tips) = (HashMap::new(), ChainTips::new());
        Ok(Connection { client, driver, timeout, statements, scope: None, shard, tips })
    }

    /// Waits for the server up to the timeout, then closes the connection, which ends the work with an error.
    pub async fn within_timeout<T>(&self, work: impl Future<Output = T>) -> T {
        tokio::pin!(work);
        match tokio::time::timeout(self.timeout, &mut work).await {
            Ok(done) => done,
            Err(_) => {
                tracing::warn!("the database did not respond in time; closing its connection");
                self.driver.abort();
                work.await
            }
        }
    }

    pub async fn prepare(&mut self, text: &str) -> Result<tokio_postgres::Statement> {
        if let Some(statement) = self.statements.get(text) {
            return Ok(statement.clone());
        }
        // Evicts any statement, not the oldest: a cycle over more statements than fit would otherwise never hit.
        if self.statements.len() >= CACHED_STATEMENTS {
            let any = self.statements.keys().next().cloned();
            any.and_then(|text| self.statements.remove(&text));
        }
        let statement = self.within_timeout(self.client.prepare(text)).await?;
        self.statements.insert(text.to_owned(), statement.clone());
        Ok(statement)
    }

    /// The statement and values that set the row-level security scope; `None` when it is already set.
    pub async fn prepare_scope(&mut self, scope: &Scope) -> Result<Option<(tokio_postgres::Statement, [String; 5])>> {
        if self.scope.as_ref() == Some(scope) {
            return Ok(None);
        }
        let statement = self.prepare(SET_SCOPE).await?;
        self.scope = Some(scope.clone());
        Ok(Some((statement, scope_settings(scope))))
    }

    pub async fn rows(&mut self, scope: &Scope, sql: &Sql) -> Result<Vec<tokio_postgres::Row>> {
        let statement = self.prepare(&sql.text).await?;
        let pending = self.prepare_scope(scope).await?;
        let values: Vec<BoundValue> = sql.values.iter().map(BoundValue).collect();
        let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| value as _).collect();
        let Some((set_scope, settings)) = pending else {
            return Ok(self.within_timeout(self.client.query(&statement, &values)).await?);
        };
        let settings = settings.each_ref().map(|setting| setting as &(dyn ToSql + Sync));
        let both =
            async { tokio::join!(self.client.query(&set_scope, &settings), self.client.query(&statement, &values)) };
        let (scope_set, rows) = self.within_timeout(both).await;
        if scope_set.is_err() {
            self.scope = None;
        }
        scope_set?;
        Ok(rows?)
    }

    pub async fn set_scope(&mut self, scope: &Scope) -> Result<()> {
        if let Some((statement, settings)) = self.prepare_scope(scope).await? {
            let settings = settings.each_ref().map(|setting| setting as &(dyn ToSql + Sync));
            let scope_set = self.within_timeout(self.client.query(&statement, &settings)).await;
            if scope_set.is_err() {
                self.scope = None;
            }
            scope_set?;
        }
        Ok(())
    }
}
