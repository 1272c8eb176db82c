//! Commits a change and its audit entries atomically.

use domain::access::Scope;
use domain::master_data::Value;
use futures_util::future::join_all;
use tokio_postgres::Client;
use tokio_postgres::types::ToSql;

use super::connection::Connection;
use super::fold::{fault_of, fold, guarded_text};
use crate::audit::{self, ChainTip, Register};
use crate::batch::BoundBatch;
use crate::import::{ImportJob, ImportOutcome};
use crate::keys::EntityKey;
use crate::sql::BoundValue;
use crate::statement::Statement;
use crate::{Error, Result};

type PgResult<T> = std::result::Result<T, tokio_postgres::Error>;

/// The most statements sent in one round trip.
const PIPELINE: usize = 24;
/// Connections of all nodes that may open a shard of one entity at the same moment.
const OPENINGS_AT_ONCE: usize = 1024;

impl Connection {
    pub async fn commit(&mut self, bound: &BoundBatch) -> Result<()> {
        let (links, tip) = self.link(bound).await?;
        let all: Vec<&Statement> = bound.statements.iter().chain(&links).collect();
        self.set_scope(&bound.scope).await?;
        // Until the commit is confirmed the chain tips are unknown, so a failure leaves none cached.
        let tips = std::mem::take(&mut self.tips);
        if bound.is_foldable() {
            self.run_folded(&all).await?;
        } else if all.len() <= PIPELINE {
            self.pipeline(&all).await?;
        } else {
            self.in_chunks(&all).await?;
        }
        self.tips = tips;
        if let Some(tip) = tip {
            self.tips.insert(audit::tip_key(&bound.scope), tip);
        }
        Ok(())
    }

    async fn link(&mut self, bound: &BoundBatch) -> Result<(Vec<Statement>, Option<ChainTip>)> {
        if bound.entries.is_empty() {
            return Ok((Vec::new(), None));
        }
        let tip = self.tip(&bound.scope, &bound.key).await?;
        let (statements, tip) = audit::link(bound, self.shard, tip);
        Ok((statements, Some(tip)))
    }

    async fn tip(&mut self, scope: &Scope, key: &EntityKey) -> Result<ChainTip> {
        match self.tips.get(&audit::tip_key(scope)) {
            Some(tip) => Ok(tip.clone()),
            None => self.load_tip(scope, key).await,
        }
    }

    async fn load_tip(&mut self, scope: &Scope, key: &EntityKey) -> Result<ChainTip> {
        let rows = self.rows(scope, &audit::load_tip(scope, self.shard)).await?;
        let rows = rows.iter().map(|row| audit::head(row)).collect::<Result<_>>()?;
        match audit::known_tip(rows, key, scope) {
            Some(tip) => Ok(tip),
            None => self.open_shard(scope, key).await,
        }
    }

    /// Gives the entity this connection's shard. Connections that do so at the same time take turns.
    async fn open_shard(&mut self, scope: &Scope, key: &EntityKey) -> Result<ChainTip> {
        for _ in 0..OPENINGS_AT_ONCE {
            let stored = self.rows(scope, &Register::load(scope)).await?;
            let register = stored.first().map(|row| Register::genuine(row, key, scope)).transpose()?.flatten();
            let statements = audit::open_shard(register.as_ref(), key, scope, self.shard);
            match self.run_folded(&statements.iter().collect::<Vec<_>>()).await {
                Err(Error::Refused(_)) => {}
                done => return done.map(|()| ChainTip::start()),
            }
        }
        Err(Error::Unavailable("the audit log could not be extended by a shard".into()))
    }

    /// Runs everything as one statement, which is its own transaction and costs a third of several.
    async fn run_folded(&mut self, all: &[&Statement]) -> Result<()> {
        let shard = Value::Int(self.shard);
        let (text, values) = fold(all, &shard);
        let prepared = self.prepare(&text).await?;
        let done = self.within_timeout(run(&self.client, &prepared, values)).await;
        done.map(drop).map_err(|error| fault_of(all, error))
    }

    /// Sends BEGIN, the statements and COMMIT in one round trip: a failed statement turns COMMIT into ROLLBACK.
    async fn pipeline(&mut self, all: &[&Statement]) -> Result<()> {
        let prepared = self.prepared(all).await?;
        let (client, shard) = (&self.client, Value::Int(self.shard));
        let round_trip = async {
            tokio::join!(
                biased;
                client.batch_execute("BEGIN"),
                join_all(runs(client, all, &prepared, &shard)),
                client.batch_execute("COMMIT"),
            )
        };
        let (begun, done, ended) = self.within_timeout(round_trip).await;
        first_fault(all, done)?;
        begun?;
        Ok(ended?)
    }

    /// Sends many statements in several round trips, which limits the data in flight.
    async fn in_chunks(&mut self, all: &[&Statement]) -> Result<()> {
        let prepared = self.prepared(all).await?;
        let shard = Value::Int(self.shard);
        self.command("BEGIN").await?;
        for (some, prepared) in all.chunks(PIPELINE).zip(prepared.chunks(PIPELINE)) {
            let done = self.within_timeout(join_all(runs(&self.client, some, prepared, &shard))).await;
            if let Err(fault) = first_fault(some, done) {
                self.command("ROLLBACK").await?;
                return Err(fault);
            }
        }
        Ok(self.command("COMMIT").await?)
    }

    async fn command(&self, text: &str) -> PgResult<()> {
        self.within_timeout(self.client.batch_execute(text)).await
    }

    async fn prepared(&mut self, all: &[&Statement]) -> Result<Vec<tokio_postgres::Statement>> {
        let mut prepared = Vec::with_capacity(all.len());
        for statement in all {
            prepared.push(self.prepare(&guarded_text(statement)).await?);
        }
        Ok(prepared)
    }

    async fn execute(&mut self, statement: &Statement) -> Result<()> {
        let prepared = self.prepare(&guarded_text(statement)).await?;
        let shard = Value::Int(self.shard);
        let done = self.within_timeout(run(&self.client, &prepared, statement.values(&shard))).await;
        done.map(drop).map_err(|error| fault_of(&[statement], error))
    }

    /// Tries every row, so all faults are reported; one fault rolls back everything.
    pub async fn import(&mut self, mut job: ImportJob) -> Result<ImportOutcome> {
        // Before the transaction: a rollback would undo the setting.
        self.set_scope(job.scope()).await?;
        // Also before it: a new shard of the entity is opened at once and not held until the end.
        let tip = self.tip(job.scope(), job.key()).await?;
        self.tips.insert(audit::tip_key(job.scope()), tip);
        self.command("BEGIN").await?;
        while let Some((line, batch)) = job.next_row()? {
            let outcome = self.import_row(&batch).await;
            job.note(line, outcome)?;
        }
        let outcome = job.finish();
        self.command(if outcome.is_kept() { "COMMIT" } else { "ROLLBACK" }).await?;
        Ok(outcome)
    }

    async fn import_row(&mut self, bound: &BoundBatch) -> Result<()> {
        let (links, tip) = self.link(bound).await?;
        let all = bound.statements.iter().chain(&links);
        self.command("SAVEPOINT one").await?;
        for statement in all {
            if let Err(error) = self.execute(statement).await {
                self.command("ROLLBACK TO one").await?;
                return Err(error);
            }
        }
        self.command("RELEASE one").await?;
        if let Some(tip) = tip {
            self.tips.insert(audit::tip_key(&bound.scope), tip);
        }
        Ok(())
    }
}

async fn run(client: &Client, prepared: &tokio_postgres::Statement, values: Vec<&Value>) -> PgResult<u64> {
    let values: Vec<BoundValue> = values.into_iter().map(BoundValue).collect();
    let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| value as _).collect();
    client.execute(prepared, &values).await
}

fn runs<'a>(
    client: &'a Client,
    all: &'a [&Statement],
    prepared: &'a [tokio_postgres::Statement],
    shard: &'a Value,
) -> impl Iterator<Item = impl Future<Output = PgResult<u64>>> {
    all.iter().zip(prepared).map(|(statement, prepared)| run(client, prepared, statement.values(shard)))
}

/// The first failure is the cause; later ones only report the aborted transaction.
fn first_fault(all: &[&Statement], done: Vec<PgResult<u64>>) -> Result<()> {
    for (statement, outcome) in all.iter().zip(done) {
        outcome.map_err(|error| fault_of(&[statement], error))?;
    }
    Ok(())
}
