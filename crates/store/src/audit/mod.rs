//! The audit log: shards of entries per entity, chained by keyed hashes. A shard has one writer, which keeps the tip
//! of its chain in memory, so commits take no lock and run in parallel.

mod chain;
mod checkpoints;
mod export;
mod heads;
mod verify;
mod walk;

use std::collections::HashMap;

use domain::access::{Origin, Permit, Scope, View};
use domain::master_data::Value;

use crate::batch::BoundBatch;
use crate::keys::{self, EntityKey};
use crate::row::Record;
use crate::sql::Sql;
use crate::statement::{Columns, Insert};
use crate::{Error, Result, Row, Statement, Store};

pub use chain::{ChainEntry, ShardTip};
pub use export::{Cursor, EntityHeads, ExportedEntry};
pub(crate) use heads::{Register, head, insert_head, known_tip, load_tip, open_shard};
pub use verify::Verdict;

/// The entry of a log whose heads were sealed after an upgrade.
pub(crate) const SEALED_ACTION: &str = "audit-sealed";

/// One change, as the audit log records it.
#[derive(Debug, Clone)]
pub struct Entry {
    pub action: &'static str,
    pub resource: &'static str,
    /// The record's readable key. Stored encrypted; found by its keyed hash.
    pub key: String,
    pub detail: serde_json::Value,
}

/// The current time in the format of every table: UTC with milliseconds, sortable as text.
pub fn now() -> String {
    stamp(jiff::Timestamp::now())
}

pub fn stamp(at: jiff::Timestamp) -> String {
    let at = jiff::tz::Offset::UTC.to_datetime(at);
    let mut text = String::with_capacity(24);
    let mut put = |number: u32, digits: u32, then: char| {
        for place in (0..digits).rev() {
            text.push(char::from(b'0' + (number / 10u32.pow(place) % 10) as u8));
        }
        text.push(then);
    };
    put(at.year().unsigned_abs().into(), 4, '-');
    put(at.month().unsigned_abs().into(), 2, '-');
    put(at.day().unsigned_abs().into(), 2, 'T');
    put(at.hour().unsigned_abs().into(), 2, ':');
    put(at.minute().unsigned_abs().into(), 2, ':');
    put(at.second().unsigned_abs().into(), 2, '.');
    put(at.millisecond().unsigned_abs().into(), 3, 'Z');
    text
}

pub fn days_before(stamped: &str, days: i64) -> String {
    let at: jiff::Timestamp = stamped.parse().unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    stamp(at.checked_sub(jiff::SignedDuration::from_hours(24 * days)).unwrap_or(jiff::Timestamp::UNIX_EPOCH))
}

/// The last entry of a shard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ChainTip {
    pub seq: i64,
    pub mac: String,
}

impl ChainTip {
    pub fn start() -> ChainTip {
        ChainTip { seq: 0, mac: String::new() }
    }
}

/// The chain tips of one writer's shard, by country and entity.
pub(crate) type ChainTips = HashMap<(String, String), ChainTip>;

pub(crate) fn tip_key(scope: &Scope) -> (String, String) {
    (scope.country.clone(), scope.entity.clone())
}

pub(crate) fn tip(row: &dyn Row) -> Result<ChainTip> {
    let row = Record::new(row, "audit_log", "seq");
    Ok(ChainTip { seq: row.int("seq")?, mac: row.text("mac")? })
}

/// An entry before its position in the chain is known.
pub(crate) struct Sealed {
    action: &'static str,
    resource: &'static str,
    record_key: String,
    detail: String,
    detail_hash: String,
}

/// Hashes and encrypts an entry. This is the expensive part, so the caller does it and not the single writer.
pub(crate) fn seal(key: &EntityKey, entry: &Entry, origin: &Origin) -> Sealed {
    let (salt, nonce) = keys::salt_and_nonce();
    let text = |text: &str| serde_json::Value::from(text);
    let mut detail = format!("{{\"key\":{},\"detail\":{}", text(&entry.key), entry.detail);
    for (name, value) in
        [("roles", &origin.role_codes), ("homeBranch", &origin.home_branch), ("screen", &origin.screen)]
    {
        if !value.is_empty() {
            detail += &format!(",\"{name}\":{}", text(value));
        }
    }
    detail.push('}');
    Sealed {
        action: entry.action,
        resource: entry.resource,
        record_key: record_hash(key, entry.resource, &entry.key),
        detail_hash: keys::salted_hash(&salt, detail.as_bytes()),
        detail: key.seal_with(nonce, "audit", &[&salt[..], detail.as_bytes()].concat()),
    }
}

/// The statements that append a batch's entries to a shard and advance its head, and the tip after them.
pub(crate) fn link(bound: &BoundBatch, shard: i64, before: ChainTip) -> (Vec<Statement>, ChainTip) {
    let (at, mut tip) = (now(), before.clone());
    let mut rows = Vec::with_capacity(bound.entries.len());
    for entry in &bound.entries {
        let row = HashedRow {
            scope: &bound.scope,
            shard,
            seq: tip.seq + 1,
            at: &at,
            actor: &bound.actor,
            actor_kind: bound.actor_kind,
            action: entry.action,
            resource: entry.resource,
            record_key: &entry.record_key,
            detail_hash: &entry.detail_hash,
            prev: &tip.mac,
        };
        let mac = row.mac(&bound.key);
        rows.push(row.columns(&entry.detail, &mac));
        tip = ChainTip { seq: row.seq, mac };
    }
    let mut statements = Insert::of_columns("audit_log", rows).statements();
    statements.push(heads::advance(&bound.key, &bound.scope, shard, &before, &tip));
    (statements, tip)
}

fn record_hash(key: &EntityKey, resource: &str, record: &str) -> String {
    let mut hash = key.mac(&[b"record", resource.as_bytes(), record.as_bytes()]);
    hash.truncate(32);
    hash
}

/// The parts of a row that its hash covers.
struct HashedRow<'a> {
    scope: &'a Scope,
    shard: i64,
    seq: i64,
    at: &'a str,
    actor: &'a str,
    actor_kind: &'a str,
    action: &'a str,
    resource: &'a str,
    record_key: &'a str,
    detail_hash: &'a str,
    prev: &'a str,
}

impl HashedRow<'_> {
    fn mac(&self, key: &EntityKey) -> String {
        key.mac(&[
            self.scope.country.as_bytes(),
            self.scope.entity.as_bytes(),
            &self.shard.to_be_bytes(),
            &self.seq.to_be_bytes(),
            self.at.as_bytes(),
            self.actor.as_bytes(),
            self.actor_kind.as_bytes(),
            self.action.as_bytes(),
            self.resource.as_bytes(),
            self.record_key.as_bytes(),
            self.detail_hash.as_bytes(),
            self.prev.as_bytes(),
        ])
    }

    fn columns(&self, sealed: &str, mac: &str) -> Columns {
        vec![
            ("country_code", Value::text(&self.scope.country)),
            ("entity_code", Value::text(&self.scope.entity)),
            ("shard", Value::Int(self.shard)),
            ("seq", Value::Int(self.seq)),
            ("at", Value::text(self.at)),
            ("actor", Value::text(self.actor)),
            ("actor_kind", Value::text(self.actor_kind)),
            ("action", Value::text(self.action)),
            ("resource", Value::text(self.resource)),
            ("record_key", Value::text(self.record_key)),
            ("detail", Value::text(sealed)),
            ("detail_hash", Value::text(self.detail_hash)),
            ("prev", Value::text(self.prev)),
            ("mac", Value::text(mac)),
        ]
    }
}

#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HistoryEntry {
    pub at: String,
    pub actor: String,
    pub action: String,
    pub detail: serde_json::Value,
}

impl Store {
    /// The newest entries about one record, newest first.
    pub async fn history(
        &self,
        permit: &Permit<View>,
        resource: &'static str,
        record: &str,
    ) -> Result<Vec<HistoryEntry>> {
        let scope = permit.scope();
        let key = self.entity_key(scope).await?;
        let sql = Sql::new(
            r#"SELECT seq, at, actor, action, detail
                FROM audit_log
                WHERE country_code = $1 AND entity_code = $2 AND resource = $3 AND record_key = $4
                ORDER BY at DESC, seq DESC
                LIMIT 200"#,
            vec![
                Value::text(&scope.country),
                Value::text(&scope.entity),
                Value::text(resource),
                Value::Text(record_hash(&key, resource, record)),
            ],
        );
        self.decoded(permit, &sql, |row| {
            let row = Record::new(row, "audit_log", "seq");
            Ok(HistoryEntry {
                at: row.text("at")?,
                actor: row.text("actor")?,
                action: row.text("action")?,
                detail: shown_detail(&key, row.str("detail")?, || row.unreadable("detail"))["detail"].take(),
            })
        })
        .await
    }
}

/// The decrypted key and detail of an entry: null when erased, reported and null when damaged.
pub(crate) fn shown_detail(key: &EntityKey, sealed: &str, damaged: impl FnOnce() -> Error) -> serde_json::Value {
    let opened = open_detail(key, sealed).and_then(|(_, text)| serde_json::from_str(&text).ok());
    opened.unwrap_or_else(|| {
        if !sealed.is_empty() {
            damaged().report();
        }
        serde_json::Value::Null
    })
}

pub(crate) fn open_detail(key: &EntityKey, sealed: &str) -> Option<(Vec<u8>, String)> {
    let plain = key.open("audit", sealed)?;
    let (salt, text) = plain.split_at_checked(16)?;
    Some((salt.to_vec(), String::from_utf8(text.to_vec()).ok()?))
}
