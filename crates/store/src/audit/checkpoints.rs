//! Checkpoints: the head of each shard from time to time, each sealed together with the one before it.

use domain::Refusal;
use domain::access::{Scope, system};
use domain::master_data::Value;

use super::heads::{self, Head};
use super::{Register, now};
use crate::keys::EntityKey;
use crate::row::{Record, int_of};
use crate::sql::Sql;
use crate::{Error, Result, Row, Statement, Store};

/// Nodes that may write checkpoints of an entity at the same moment.
const ATTEMPTS: usize = 16;

pub(super) struct Checkpoint {
    pub seq: i64,
    mac: String,
    /// The seal of the one before; absent in those from before they were chained.
    prev: Option<String>,
    pub seal: String,
}

impl Checkpoint {
    fn new(key: &EntityKey, scope: &Scope, head: &Head, before: Option<&Checkpoint>) -> Checkpoint {
        let prev = Some(before.map(|before| before.seal.clone()).unwrap_or_default());
        let mut made = Checkpoint { seq: head.tip.seq, mac: head.tip.mac.clone(), prev, seal: String::new() };
        made.seal = made.right_seal(key, scope, head.shard);
        made
    }

    fn right_seal(&self, key: &EntityKey, scope: &Scope, shard: i64) -> String {
        let (country, entity) = (scope.country.as_bytes(), scope.entity.as_bytes());
        let (shard, seq) = (shard.to_be_bytes(), self.seq.to_be_bytes());
        let unchained: [&[u8]; 6] = [b"checkpoint", country, entity, &shard, &seq, self.mac.as_bytes()];
        match &self.prev {
            None => key.mac(&unchained),
            Some(prev) => key.mac(&[&unchained[..], &[prev.as_bytes()]].concat()),
        }
    }

    pub fn is_genuine(&self, key: &EntityKey, scope: &Scope, shard: i64, mac: &str) -> bool {
        self.mac == mac && self.seal == self.right_seal(key, scope, shard)
    }

    /// False when a checkpoint between the two was removed.
    pub fn follows(&self, before: Option<&str>) -> bool {
        self.prev.as_deref().is_none_or(|prev| prev == before.unwrap_or_default())
    }

    fn insert(&self, scope: &Scope, shard: i64) -> Statement {
        Statement::raw(
            "audit_checkpoint",
            r#"
            INSERT INTO audit_checkpoint (country_code, entity_code, shard, seq, at, mac, prev, seal)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING
            "#,
            vec![
                Value::text(&scope.country),
                Value::text(&scope.entity),
                Value::Int(shard),
                Value::Int(self.seq),
                Value::Text(now()),
                Value::text(&self.mac),
                self.prev.as_deref().map_or(Value::Null, Value::text),
                Value::text(&self.seal),
            ],
        )
    }
}

fn checkpoint(row: &dyn Row) -> Result<Checkpoint> {
    let row = Record::new(row, "audit_checkpoint", "seq");
    let (seq, mac) = (row.int("seq")?, row.text("mac")?);
    Ok(Checkpoint { seq, mac, prev: row.optional_text("prev")?, seal: row.text("seal")? })
}

impl Store {
    /// All checkpoints of a shard, oldest first.
    pub(super) async fn checkpoints(&self, scope: &Scope, shard: i64) -> Result<Vec<Checkpoint>> {
        let sql = Sql::new(
            r#"
            SELECT seq, mac, prev, seal FROM audit_checkpoint
            WHERE country_code = $1 AND entity_code = $2 AND shard = $3 ORDER BY seq
            "#,
            vec![Value::text(&scope.country), Value::text(&scope.entity), Value::Int(shard)],
        );
        self.decoded(&system::audit_reader(), &sql, checkpoint).await
    }

    pub(super) async fn last_checkpoint(&self, scope: &Scope, shard: i64) -> Result<Option<Checkpoint>> {
        let sql = Sql::new(
            r#"
            SELECT seq, mac, prev, seal FROM audit_checkpoint
            WHERE country_code = $1 AND entity_code = $2 AND shard = $3 ORDER BY seq DESC LIMIT 1
            "#,
            vec![Value::text(&scope.country), Value::text(&scope.entity), Value::Int(shard)],
        );
        self.first_decoded(&system::audit_reader(), &sql, checkpoint).await
    }

    pub(crate) async fn count_checkpoints(&self, scope: &Scope) -> Result<i64> {
        let sql = Sql::new(
            "SELECT COUNT(*) AS n FROM audit_checkpoint WHERE country_code = $1 AND entity_code = $2",
            vec![Value::text(&scope.country), Value::text(&scope.entity)],
        );
        let counted = self.first_decoded(&system::audit_reader(), &sql, int_of("audit_checkpoint", "n")).await?;
        Ok(counted.unwrap_or(0))
    }

    pub(super) async fn heads(&self, scope: &Scope) -> Result<Vec<Head>> {
        self.decoded(&system::audit_reader(), &heads::load_heads(scope), heads::head).await
    }

    /// Stores the head of each shard that has advanced.
    pub async fn write_checkpoints(&self) -> Result<u64> {
        let mut written = 0;
        for (scope, ..) in self.wrapped_keys().await? {
            written += self.write_checkpoints_of(&scope).await?;
        }
        Ok(written)
    }

    async fn write_checkpoints_of(&self, scope: &Scope) -> Result<u64> {
        let key = self.entity_key(scope).await?;
        for _ in 0..ATTEMPTS {
            let register = self.register(&key, scope).await?;
            let mut inserts = self.new_checkpoints(&key, scope).await?;
            let count = inserts.len();
            if count == 0 {
                return Ok(0);
            }
            // The register first: it makes nodes that do this at the same time take turns.
            let counted = |own: &Register| own.replace(&own.with_checkpoints(count as i64), &key, scope);
            inserts.splice(0..0, register.as_ref().map(counted));
            match self.commit_unaudited(&system::housekeeping(), inserts).await {
                Err(Error::Refused(Refusal::Stale)) => {}
                done => return done.map(|()| count as u64),
            }
        }
        Err(Error::Unavailable("the audit checkpoints could not be written".into()))
    }

    async fn new_checkpoints(&self, key: &EntityKey, scope: &Scope) -> Result<Vec<Statement>> {
        let mut inserts = Vec::new();
        for head in self.heads(scope).await? {
            let before = self.last_checkpoint(scope, head.shard).await?;
            let is_new = head.tip.seq > before.as_ref().map_or(0, |before| before.seq);
            if is_new && head.is_genuine(key, scope) {
                inserts.push(Checkpoint::new(key, scope, &head, before.as_ref()).insert(scope, head.shard));
            }
        }
        Ok(inserts)
    }
}
