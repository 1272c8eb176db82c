//! One connection: its prepared statements, its audit shard, and where the second wall stands.

use std::collections::HashMap;
use std::time::Duration;

use domain::access::{Reach, Scope, system};
use tokio::task::AbortHandle;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config};

use super::LOCKS;
use super::open::connect;
use crate::audit::ChainTips;
use crate::sql::{BoundValue, Sql};
use crate::{Error, Result};

const STATEMENTS: usize = 512;

/// The lowest shard that no other connection of any node holds.
async fn claim_lane(client: &Client) -> Result<i64> {
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
    /// Longest wait for the server's answer.
    timeout: Duration,
    pub statements: HashMap<String, tokio_postgres::Statement>,
    /// What the database's second wall is set to.
    scope: Option<Scope>,
    pub shard: i64,
    pub heads: ChainTips,
}

/// First and last country, first and last entity, tenants: as a range, the wall is part of an index's condition.
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
const SET_SCOPE: &str = "SELECT set_config('docz.country', $1, false), set_config('docz.country_last', $2, false), set_config('docz.entity', $3, false), set_config('docz.entity_last', $4, false), set_config('docz.tenants', $5, false)";

impl Connection {
    pub async fn open(config: &Config, timeout: Duration) -> Result<Connection> {
        let (client, driver) = connect(config).await?;
        let shard = claim_lane(&client).await?;
        // A server that works ends a slow statement itself, a little earlier, and keeps the connection.
        let own_limit = timeout.as_millis() * 9 / 10;
        client.batch_execute(&format!("{SETTINGS}; SET statement_timeout = {own_limit}")).await?;
        let (statements, heads) = (HashMap::new(), ChainTips::new());
        Ok(Connection { client, driver, timeout, statements, scope: None, shard, heads })
    }

    /// Waits for the server within the limit. After it the connection is given up, which ends the work with an error.
    pub async fn answered<T>(&self, work: impl Future<Output = T>) -> T {
        tokio::pin!(work);
        match tokio::time::timeout(self.timeout, &mut work).await {
            Ok(done) => done,
            Err(_) => {
                tracing::warn!("the database did not answer in time; its connection was given up");
                self.driver.abort();
                work.await
            }
        }
    }

    pub async fn prepare(&mut self, text: &str) -> Result<tokio_postgres::Statement> {
        if let Some(statement) = self.statements.get(text) {
            return Ok(statement.clone());
        }
        // Any of them makes room, not the oldest: who asks for more than are kept, one after the other, would find none of them again.
        if self.statements.len() >= STATEMENTS {
            let any = self.statements.keys().next().cloned();
            any.and_then(|text| self.statements.remove(&text));
        }
        let statement = Box::pin(self.answered(self.client.prepare(text))).await?;
        self.statements.insert(text.to_owned(), statement.clone());
        Ok(statement)
    }

    /// Points the second wall at a scope; the next statement on this connection is already behind it.
    pub async fn enter(&mut self, scope: &Scope) -> Result<Option<(tokio_postgres::Statement, [String; 5])>> {
        if self.scope.as_ref() == Some(scope) {
            return Ok(None);
        }
        let statement = self.prepare(SET_SCOPE).await?;
        self.scope = Some(scope.clone());
        Ok(Some((statement, scope_settings(scope))))
    }

    pub async fn rows(&mut self, scope: &Scope, sql: &Sql) -> Result<Vec<tokio_postgres::Row>> {
        let statement = self.prepare(&sql.text).await?;
        let entering = self.enter(scope).await?;
        let values: Vec<BoundValue> = sql.values.iter().map(BoundValue).collect();
        let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| value as _).collect();
        let Some((enter, settings)) = entering else {
            return Ok(self.answered(self.client.query(&statement, &values)).await?);
        };
        let settings = settings.each_ref().map(|setting| setting as &(dyn ToSql + Sync));
        let both = async { tokio::join!(self.client.query(&enter, &settings), self.client.query(&statement, &values)) };
        let (entered, rows) = Box::pin(self.answered(both)).await;
        if entered.is_err() {
            self.scope = None;
        }
        entered?;
        Ok(rows?)
    }

    pub async fn enter_now(&mut self, scope: &Scope) -> Result<()> {
        if let Some((statement, settings)) = self.enter(scope).await? {
            let settings = settings.each_ref().map(|setting| setting as &(dyn ToSql + Sync));
            let entered = Box::pin(self.answered(self.client.query(&statement, &settings))).await;
            if entered.is_err() {
                self.scope = None;
            }
            entered?;
        }
        Ok(())
    }
}
