//! The entries about one record, with all that is needed to check them outside of the database.

use domain::access::{Permit, Scope, View};
use domain::master_data::Value;
use serde::{Deserialize, Serialize};

use super::{ChainTip, HashedRow, open_detail, record_hash, tip};
use crate::keys;
use crate::row::Record;
use crate::sql::{Sql, scoped};
use crate::{Result, Row, Store};

/// An entry of the audit log with its place in the chain.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChainEntry {
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
    /// Absent when the detail was erased or is withheld; its hash stays.
    pub salt: Option<String>,
    pub detail: Option<String>,
}

impl ChainEntry {
    /// True when the detail is absent, or is the one that the hash was made of.
    pub fn has_true_detail(&self) -> bool {
        match (&self.salt, &self.detail) {
            (None, None) => true,
            (Some(salt), Some(detail)) => {
                hex::decode(salt).is_ok_and(|salt| keys::salted_hash(&salt, detail.as_bytes()) == self.detail_hash)
            }
            _ => false,
        }
    }

    /// The detail as JSON, null when absent.
    pub fn parsed(&self) -> serde_json::Value {
        let parsed = self.detail.as_deref().and_then(|text| serde_json::from_str::<serde_json::Value>(text).ok());
        parsed.unwrap_or_default()["detail"].take()
    }

    fn hashed<'a>(&'a self, scope: &'a Scope) -> HashedRow<'a> {
        HashedRow {
            scope,
            shard: self.shard,
            seq: self.seq,
            at: &self.at,
            actor: &self.actor,
            actor_kind: &self.actor_kind,
            action: &self.action,
            resource: &self.resource,
            record_key: &self.record_key,
            detail_hash: &self.detail_hash,
            prev: &self.prev,
        }
    }

    /// Leaves the detail out and keeps its hash.
    pub fn withhold(&mut self) {
        (self.salt, self.detail) = (None, None);
    }
}

/// Where a shard of the audit log ended.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ShardTip {
    pub shard: i64,
    pub seq: i64,
    pub mac: String,
}

impl Store {
    /// Every entry about a record, by shard and position. A changed entry is an error, so that nothing is signed that
    /// the chain does not confirm.
    pub async fn chain_of(
        &self,
        permit: &Permit<View>,
        resource: &'static str,
        record: &str,
    ) -> Result<Vec<ChainEntry>> {
        let scope = permit.scope();
        let key = self.entity_key(scope).await?;
        let sql = Sql::new(
            r#"SELECT shard, seq, at, actor, actor_kind, action, resource, record_key, detail, detail_hash, prev, mac
                FROM audit_log
                WHERE country_code = $1 AND entity_code = $2 AND resource = $3 AND record_key = $4
                ORDER BY shard, seq"#,
            scoped(permit, &[resource, &record_hash(&key, resource, record)]),
        );
        self.decoded(permit, &sql, |row| {
            let row = Record::new(row, "audit_log", "seq");
            let sealed = row.str("detail")?;
            let opened = open_detail(&key, sealed);
            if opened.is_none() && !sealed.is_empty() {
                return Err(row.unreadable("detail"));
            }
            let (salt, detail) = opened.map(|(salt, text)| (hex::encode(salt), text)).unzip();
            let entry = ChainEntry {
                shard: row.int("shard")?,
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
                salt,
                detail,
            };
            if entry.has_true_detail() && entry.hashed(scope).mac(&key) == entry.mac {
                Ok(entry)
            } else {
                Err(row.unreadable("mac"))
            }
        })
        .await
    }

    /// Where each shard of the entity ends now.
    pub async fn chain_tips<Kind>(&self, permit: &Permit<Kind>) -> Result<Vec<ShardTip>> {
        let mut all: Vec<ShardTip> = Vec::new();
        loop {
            let mut values = scoped(permit, &[]);
            values.push(Value::Int(all.last().map_or(-1, |last| last.shard)));
            let sql = Sql::new(
                r#"SELECT a.shard, a.seq, a.mac
                    FROM audit_log a
                    WHERE a.country_code = $1 AND a.entity_code = $2
                        AND a.shard = (SELECT MIN(n.shard) FROM audit_log n WHERE n.country_code = $1
                        AND n.entity_code = $2 AND n.shard > $3)
                    ORDER BY a.seq DESC
                    LIMIT 1"#,
                values,
            );
            let next = |row: &dyn Row| {
                let ChainTip { seq, mac } = tip(row)?;
                Ok(ShardTip { shard: Record::new(row, "audit_log", "seq").int("shard")?, seq, mac })
            };
            match self.first_decoded(permit, &sql, next).await? {
                Some(found) => all.push(found),
                None => return Ok(all),
            }
        }
    }
}
