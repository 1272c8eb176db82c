//! Heads and entries for keeping elsewhere, and the comparison of the database with such heads. Neither holds personal
//! details.

use domain::access::{Reach, Scope, system};
use domain::master_data::Value;
use serde::{Deserialize, Serialize};

use super::{ShardTip, now};
use crate::row::{Record, text_of};
use crate::sql::Sql;
use crate::{Error, Result, Row, Store};

const TYPE: &str = "docz.audit-heads";
const PAGE: i64 = 1000;

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LastCheckpoint {
    pub shard: i64,
    pub seq: i64,
    pub seal: String,
}

/// Where the audit log of an entity ended at a moment, signed with the entity's key.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EntityHeads {
    pub r#type: String,
    pub version: u32,
    pub at: String,
    pub country_code: String,
    pub entity_code: String,
    /// The heads are sealed since this time.
    pub since: String,
    pub shards: Vec<ShardTip>,
    pub checkpoints: i64,
    pub last_checkpoints: Vec<LastCheckpoint>,
    pub signature: String,
}

impl EntityHeads {
    fn scope(&self) -> Scope {
        let (country, entity) = (self.country_code.clone(), self.entity_code.clone());
        Scope { country, entity, tenants: Reach::Every }
    }

    fn signed_bytes(&self) -> Result<Vec<u8>> {
        serde_json::to_vec(&EntityHeads { signature: String::new(), ..self.clone() }).map_err(Error::internal)
    }
}

/// The last exported entry of a shard.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Cursor {
    pub country_code: String,
    pub entity_code: String,
    pub shard: i64,
    pub seq: i64,
}

/// An entry without its detail, which is encrypted in the database.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExportedEntry {
    pub country_code: String,
    pub entity_code: String,
    pub shard: i64,
    pub seq: i64,
    pub at: String,
    pub actor: String,
    pub actor_kind: String,
    pub action: String,
    pub resource: String,
    pub record_key: String,
    pub detail_hash: String,
    pub prev: String,
    pub mac: String,
}

impl Store {
    /// The heads of every entity. A register that was removed or changed is an error.
    pub async fn export_heads(&self) -> Result<Vec<EntityHeads>> {
        let mut all = Vec::new();
        for (scope, ..) in self.wrapped_keys().await? {
            all.push(self.export_heads_of(&scope).await?);
        }
        Ok(all)
    }

    async fn export_heads_of(&self, scope: &Scope) -> Result<EntityHeads> {
        let key = self.entity_key(scope).await?;
        let damaged = || {
            let name = format!("{}/{}", scope.country, scope.entity);
            Error::Unavailable(format!("the audit log of {name} is damaged: run docz audit verify"))
        };
        let register = self.register(&key, scope).await?.ok_or_else(damaged)?;
        let (mut shards, mut last_checkpoints) = (Vec::new(), Vec::new());
        for head in self.heads(scope).await? {
            if !head.is_genuine(&key, scope) {
                return Err(damaged());
            }
            if let Some(last) = self.last_checkpoint(scope, head.shard).await? {
                last_checkpoints.push(LastCheckpoint { shard: head.shard, seq: last.seq, seal: last.seal });
            }
            shards.push(ShardTip { shard: head.shard, seq: head.tip.seq, mac: head.tip.mac });
        }
        let mut heads = EntityHeads {
            r#type: TYPE.to_owned(),
            version: 1,
            at: now(),
            country_code: scope.country.clone(),
            entity_code: scope.entity.clone(),
            since: register.since,
            shards,
            checkpoints: register.checkpoints,
            last_checkpoints,
            signature: String::new(),
        };
        heads.signature = hex::encode(self.signer(scope).await?.sign(&heads.signed_bytes()?));
        Ok(heads)
    }

    /// What the exported heads know and the database does not.
    pub async fn compare_with_heads(&self, kept: &EntityHeads) -> Result<Vec<String>> {
        let scope = kept.scope();
        let name = format!("{}/{}", scope.country, scope.entity);
        if kept.r#type != TYPE || kept.version != 1 {
            return Ok(vec![format!("{name}: the file is not an export of audit heads of this version")]);
        }
        let keys = self.wrapped_keys().await?;
        if !keys.iter().any(|(known, ..)| (&known.country, &known.entity) == (&scope.country, &scope.entity)) {
            return Ok(vec![format!("{name}: the entity is missing, it was there at {}", kept.at)]);
        }
        // Ed25519 signs the same bytes in the same way every time.
        if hex::encode(self.signer(&scope).await?.sign(&kept.signed_bytes()?)) != kept.signature {
            return Ok(vec![format!("{name}: the exported heads of {} are not signed by this entity", kept.at)]);
        }
        let mut faults = self.compare_entries(kept, &scope).await?;
        faults.extend(self.compare_checkpoints(kept, &scope).await?);
        let register = self.register(&self.entity_key(&scope).await?, &scope).await?;
        if register.is_some_and(|own| own.since != kept.since) {
            faults.push("the heads were sealed anew".to_owned());
        }
        Ok(faults.into_iter().map(|fault| format!("{name}: {fault}; exported at {}", kept.at)).collect())
    }

    async fn compare_entries(&self, kept: &EntityHeads, scope: &Scope) -> Result<Vec<String>> {
        let mut faults = Vec::new();
        for ShardTip { shard, seq, mac } in kept.shards.iter().filter(|tip| tip.seq > 0) {
            match self.stored_text("audit_log", "mac", scope, (*shard, *seq)).await? {
                None => faults.push(format!("shard {shard} entry {seq} is missing")),
                Some(found) if found != *mac => faults.push(format!("shard {shard} entry {seq} is another one")),
                Some(_) => {}
            }
        }
        Ok(faults)
    }

    async fn compare_checkpoints(&self, kept: &EntityHeads, scope: &Scope) -> Result<Vec<String>> {
        let mut faults = Vec::new();
        let found = self.count_checkpoints(scope).await?;
        if found < kept.checkpoints {
            faults.push(format!("{} of {} checkpoints are missing", kept.checkpoints - found, kept.checkpoints));
        }
        for LastCheckpoint { shard, seq, seal } in &kept.last_checkpoints {
            if self.stored_text("audit_checkpoint", "seal", scope, (*shard, *seq)).await?.as_ref() != Some(seal) {
                faults.push(format!("the checkpoint of shard {shard} at entry {seq} is missing"));
            }
        }
        Ok(faults)
    }

    async fn stored_text(
        &self,
        table: &'static str,
        column: &'static str,
        scope: &Scope,
        (shard, seq): (i64, i64),
    ) -> Result<Option<String>> {
        let sql = Sql::new(
            format!(
                "SELECT {column} FROM {table} WHERE country_code = $1 AND entity_code = $2 AND shard = $3 AND seq = $4"
            ),
            vec![Value::text(&scope.country), Value::text(&scope.entity), Value::Int(shard), Value::Int(seq)],
        );
        self.first_decoded(&system::audit_reader(), &sql, text_of(table, column)).await
    }

    /// The start of every shard.
    pub async fn audit_shards(&self) -> Result<Vec<Cursor>> {
        let sql = Sql::fixed(
            r#"
            SELECT country_code, entity_code, shard FROM audit_head ORDER BY country_code, entity_code, shard
            "#,
        );
        let decode = |row: &dyn Row| {
            let row = Record::new(row, "audit_head", "shard");
            let (country_code, entity_code) = (row.text("country_code")?, row.text("entity_code")?);
            Ok(Cursor { country_code, entity_code, shard: row.int("shard")?, seq: 0 })
        };
        self.decoded(&system::audit_reader(), &sql, decode).await
    }

    /// The next entries of a shard, oldest first; none at its end.
    pub async fn audit_entries(&self, after: &Cursor, since: &str) -> Result<Vec<ExportedEntry>> {
        let sql = Sql::new(
            r#"
            SELECT seq, at, actor, actor_kind, action, resource, record_key, detail_hash, prev, mac FROM audit_log
            WHERE country_code = $1 AND entity_code = $2 AND shard = $3 AND seq > $4 AND at >= $5
            ORDER BY seq LIMIT $6
            "#,
            vec![
                Value::text(&after.country_code),
                Value::text(&after.entity_code),
                Value::Int(after.shard),
                Value::Int(after.seq),
                Value::text(since),
                Value::Int(PAGE),
            ],
        );
        let decode = |row: &dyn Row| {
            let row = Record::new(row, "audit_log", "seq");
            Ok(ExportedEntry {
                country_code: after.country_code.clone(),
                entity_code: after.entity_code.clone(),
                shard: after.shard,
                seq: row.int("seq")?,
                at: row.text("at")?,
                actor: row.text("actor")?,
                actor_kind: row.text("actor_kind")?,
                action: row.text("action")?,
                resource: row.text("resource")?,
                record_key: row.text("record_key")?,
                detail_hash: row.text("detail_hash")?,
                prev: row.text("prev")?,
                mac: row.text("mac")?,
            })
        };
        self.decoded(&system::audit_reader(), &sql, decode).await
    }
}
