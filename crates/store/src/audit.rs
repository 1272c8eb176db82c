//! The audit log: per entity, lanes of entries chained by keyed hashes. A lane has one writer at a time, which keeps
//! the end of the chain in memory; so a save needs no lock, and commits of many writers go on side by side.

use std::collections::HashMap;

use domain::access::{Permit, Scope, View};
use domain::master_data::Value;

use crate::batch::{BoundBatch, insert_rows};
use crate::keys::{self, EntityKey};
use crate::sql::Sql;
use crate::{Result, Statement, Store};

/// What happened, in the words of the one who did it.
#[derive(Debug, Clone)]
pub struct Entry {
    pub action: &'static str,
    pub resource: &'static str,
    /// The key of the record, readable; kept encrypted, and findable by its keyed hash.
    pub key: String,
    pub detail: serde_json::Value,
}

/// The time as every table keeps it: UTC, milliseconds, sorts as it reads.
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

/// A stamp some days earlier.
pub fn days_before(stamped: &str, days: i64) -> String {
    let at: jiff::Timestamp = stamped.parse().unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    stamp(at.checked_sub(jiff::SignedDuration::from_hours(24 * days)).unwrap_or(jiff::Timestamp::UNIX_EPOCH))
}

/// The end of a lane.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Head {
    pub seq: i64,
    pub mac: String,
}

impl Head {
    pub fn start() -> Head {
        Head { seq: 0, mac: String::new() }
    }
}

/// The ends of the lanes that one writer holds, by country and entity.
pub(crate) type Heads = HashMap<(String, String), Head>;

pub(crate) fn head_key(scope: &Scope) -> (String, String) {
    (scope.country.clone(), scope.entity.clone())
}

pub(crate) fn load_head(scope: &Scope, lane: i64) -> Sql {
    Sql::new(
        "SELECT seq, mac FROM audit_log WHERE country_code = $1 AND entity_code = $2 AND lane = $3 ORDER BY seq DESC LIMIT 1",
        vec![Value::text(&scope.country), Value::text(&scope.entity), Value::Int(lane)],
    )
}

const COLUMNS: &str = "country_code, entity_code, lane, seq, at, actor, actor_kind, action, resource, record_key, detail, detail_hash, prev, mac";
/// Of one entry, which is nearly always all there is.
const INSERT: &str = "INSERT INTO audit_log (country_code, entity_code, lane, seq, at, actor, actor_kind, action, resource, record_key, detail, detail_hash, prev, mac) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)";

/// An entry with everything that can be worked out before its place in the chain is known.
pub(crate) struct Sealed {
    action: &'static str,
    resource: &'static str,
    record_key: String,
    detail: String,
    detail_hash: String,
}

/// Hashes and seals an entry: the costly part, done by whoever asks and not by the one writer.
pub(crate) fn seal(key: &EntityKey, entry: &Entry) -> Sealed {
    let (salt, nonce) = keys::salt_and_nonce();
    let key_text = serde_json::Value::from(entry.key.as_str());
    let detail = format!("{{\"key\":{key_text},\"detail\":{}}}", entry.detail);
    Sealed {
        action: entry.action,
        resource: entry.resource,
        record_key: record_hash(key, entry.resource, &entry.key),
        detail_hash: keys::salted_hash(&salt, detail.as_bytes()),
        detail: key.seal_with(nonce, "audit", &[&salt[..], detail.as_bytes()].concat()),
    }
}

/// The statements that write a batch's entries to the end of a lane, and the end after them.
pub(crate) fn link(bound: &BoundBatch, lane: i64, mut head: Head) -> (Vec<Statement>, Head) {
    let at = now();
    let mut rows = Vec::with_capacity(bound.entries.len());
    for entry in &bound.entries {
        let row = Row {
            scope: &bound.scope,
            lane,
            seq: head.seq + 1,
            at: &at,
            actor: &bound.actor,
            actor_kind: bound.actor_kind,
            action: entry.action,
            resource: entry.resource,
            record_key: &entry.record_key,
            detail_hash: &entry.detail_hash,
            prev: &head.mac,
        };
        let mac = row.mac(&bound.key);
        rows.push(row.values(&entry.detail, &mac));
        head = Head { seq: row.seq, mac };
    }
    let statements = match rows.len() {
        0 | 1 => rows.into_iter().map(|row| Statement::new(INSERT, row)).collect(),
        _ => insert_rows("audit_log", COLUMNS, &rows),
    };
    (statements, head)
}

fn record_hash(key: &EntityKey, resource: &str, record: &str) -> String {
    let mut hash = key.mac(&[b"record", resource.as_bytes(), record.as_bytes()]);
    hash.truncate(32);
    hash
}

/// A row as its hash sees it.
struct Row<'a> {
    scope: &'a Scope,
    lane: i64,
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

impl Row<'_> {
    fn mac(&self, key: &EntityKey) -> String {
        key.mac(&[
            self.scope.country.as_bytes(),
            self.scope.entity.as_bytes(),
            &self.lane.to_be_bytes(),
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

    fn values(&self, sealed: &str, mac: &str) -> Vec<Value> {
        vec![
            Value::text(&self.scope.country),
            Value::text(&self.scope.entity),
            Value::Int(self.lane),
            Value::Int(self.seq),
            Value::text(self.at),
            Value::text(self.actor),
            Value::text(self.actor_kind),
            Value::text(self.action),
            Value::text(self.resource),
            Value::text(self.record_key),
            Value::text(sealed),
            Value::text(self.detail_hash),
            Value::text(self.prev),
            Value::text(mac),
        ]
    }
}

/// One entry of a record's history.
#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HistoryEntry {
    pub at: String,
    pub actor: String,
    pub action: String,
    pub detail: serde_json::Value,
}

/// What `docz audit verify` found.
#[derive(Debug, Default, Clone)]
pub struct Verdict {
    pub entries: u64,
    pub lanes: u64,
    pub faults: Vec<String>,
}

const PAGE: i64 = 1000;
const ROW: &str = "SELECT seq, at, actor, actor_kind, action, resource, record_key, detail, detail_hash, prev, mac FROM audit_log WHERE country_code = $1 AND entity_code = $2 AND lane = $3 AND seq > $4 ORDER BY seq LIMIT $5";

/// A stored row, owned.
struct Stored {
    seq: i64,
    text: [String; 10],
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
            "SELECT at, actor, action, detail FROM audit_log WHERE country_code = $1 AND entity_code = $2 AND resource = $3 AND record_key = $4 ORDER BY at DESC, seq DESC LIMIT 200",
            vec![
                Value::text(&scope.country),
                Value::text(&scope.entity),
                Value::text(resource),
                Value::Text(record_hash(&key, resource, record)),
            ],
        );
        self.rows(permit, &sql, |row| HistoryEntry {
            at: row.string(0),
            actor: row.string(1),
            action: row.string(2),
            detail: open_detail(&key, row.text(3).unwrap_or_default()).map_or(
                serde_json::Value::Null,
                |(_, detail)| {
                    serde_json::from_str::<serde_json::Value>(&detail)
                        .map(|mut all| all["detail"].take())
                        .unwrap_or_default()
                },
            ),
        })
        .await
    }

    /// Walks every lane of every entity and checks each link, each detail and each checkpoint.
    pub async fn verify_audit(&self, permit: &Permit<View>) -> Result<Verdict> {
        let lanes = Sql::fixed("SELECT DISTINCT country_code, entity_code, lane FROM audit_log");
        let mut all = self.rows(permit, &lanes, |row| (row.string(0), row.string(1), row.int(2).unwrap_or(0))).await?;
        let sealed = Sql::fixed("SELECT DISTINCT country_code, entity_code, lane FROM audit_checkpoint");
        all.extend(self.rows(permit, &sealed, |row| (row.string(0), row.string(1), row.int(2).unwrap_or(0))).await?);
        all.sort();
        all.dedup();
        let mut verdict = Verdict::default();
        for (country, entity, lane) in all {
            let scope = Scope { country, entity, tenants: domain::access::Reach::Every };
            self.verify_lane(permit, &scope, lane, &mut verdict).await?;
            verdict.lanes += 1;
        }
        Ok(verdict)
    }

    async fn verify_lane(&self, permit: &Permit<View>, scope: &Scope, lane: i64, verdict: &mut Verdict) -> Result<()> {
        let key = self.entity_key(scope).await?;
        let mut checkpoints = self.checkpoints(permit, scope, lane).await?.into_iter().peekable();
        let mut head = Head::start();
        let name = |seq: i64| format!("{}/{} lane {lane} entry {seq}", scope.country, scope.entity);
        loop {
            let values = vec![
                Value::text(&scope.country),
                Value::text(&scope.entity),
                Value::Int(lane),
                Value::Int(head.seq),
                Value::Int(PAGE),
            ];
            let page = self.rows(permit, &Sql::new(ROW, values), stored).await?;
            for row in &page {
                if let Some(fault) = check(&key, scope, lane, &head, row) {
                    verdict.faults.push(format!("{}: {fault}", name(row.seq)));
                }
                while let Some((_, mac, seal)) = checkpoints.next_if(|(seq, _, _)| *seq <= row.seq) {
                    if mac != row.text[9] || seal != checkpoint_seal(&key, scope, lane, row.seq, &mac) {
                        verdict.faults.push(format!("{}: differs from its checkpoint", name(row.seq)));
                    }
                }
                verdict.entries += 1;
                head = Head { seq: row.seq, mac: row.text[9].clone() };
            }
            if page.len() < PAGE as usize {
                break;
            }
        }
        verdict
            .faults
            .extend(checkpoints.map(|(seq, _, _)| format!("{}: is missing, a checkpoint knows it", name(seq))));
        Ok(())
    }

    async fn checkpoints(&self, permit: &Permit<View>, scope: &Scope, lane: i64) -> Result<Vec<(i64, String, String)>> {
        let sql = Sql::new(
            "SELECT seq, mac, seal FROM audit_checkpoint WHERE country_code = $1 AND entity_code = $2 AND lane = $3 ORDER BY seq",
            vec![Value::text(&scope.country), Value::text(&scope.entity), Value::Int(lane)],
        );
        self.rows(permit, &sql, |row| (row.int(0).unwrap_or(0), row.string(1), row.string(2))).await
    }

    /// Writes down where each lane ends now, sealed with the audit key.
    pub async fn write_checkpoints(&self) -> Result<u64> {
        let reader = domain::access::system::audit_reader();
        let ends = Sql::fixed(
            "SELECT a.country_code, a.entity_code, a.lane, a.seq, a.mac FROM audit_log a JOIN (SELECT country_code, entity_code, lane, max(seq) AS seq FROM audit_log GROUP BY country_code, entity_code, lane) e ON e.country_code = a.country_code AND e.entity_code = a.entity_code AND e.lane = a.lane AND e.seq = a.seq",
        );
        let ends = self
            .rows(&reader, &ends, |row| {
                (row.string(0), row.string(1), row.int(2).unwrap_or(0), row.int(3).unwrap_or(0), row.string(4))
            })
            .await?;
        let mut written = 0;
        for (country, entity, lane, seq, mac) in ends {
            let scope = Scope { country, entity, tenants: domain::access::Reach::Every };
            let seal = checkpoint_seal(&self.entity_key(&scope).await?, &scope, lane, seq, &mac);
            let insert = Statement::new(
                "INSERT INTO audit_checkpoint (country_code, entity_code, lane, seq, at, mac, seal) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
                vec![
                    Value::text(&scope.country),
                    Value::text(&scope.entity),
                    Value::Int(lane),
                    Value::Int(seq),
                    Value::Text(now()),
                    Value::Text(mac),
                    Value::Text(seal),
                ],
            );
            self.commit_unaudited(&domain::access::system::housekeeping(), vec![insert]).await?;
            written += 1;
        }
        Ok(written)
    }
}

fn checkpoint_seal(key: &EntityKey, scope: &Scope, lane: i64, seq: i64, mac: &str) -> String {
    let (country, entity) = (scope.country.as_bytes(), scope.entity.as_bytes());
    key.mac(&[b"checkpoint", country, entity, &lane.to_be_bytes(), &seq.to_be_bytes(), mac.as_bytes()])
}

fn stored(row: &dyn crate::Cells) -> Stored {
    Stored { seq: row.int(0).unwrap_or(0), text: std::array::from_fn(|at| row.string(at + 1)) }
}

/// What is wrong with a row, given the one before it.
fn check(key: &EntityKey, scope: &Scope, lane: i64, head: &Head, stored: &Stored) -> Option<&'static str> {
    let [at, actor, actor_kind, action, resource, record_key, detail, detail_hash, prev, mac] = &stored.text;
    let row =
        Row { scope, lane, seq: stored.seq, at, actor, actor_kind, action, resource, record_key, detail_hash, prev };
    if stored.seq != head.seq + 1 {
        return Some("entries before it are missing");
    }
    if *prev != head.mac {
        return Some("does not follow the entry before it");
    }
    if row.mac(key) != *mac {
        return Some("was changed");
    }
    // An erased detail leaves its hash behind; what is there must fit it.
    match (detail.is_empty(), open_detail(key, detail)) {
        (true, _) => None,
        (false, Some((salt, text))) if keys::salted_hash(&salt, text.as_bytes()) == *detail_hash => None,
        _ => Some("has a changed detail"),
    }
}

pub(crate) fn open_detail(key: &EntityKey, sealed: &str) -> Option<(Vec<u8>, String)> {
    let plain = key.open("audit", sealed)?;
    let (salt, text) = plain.split_at_checked(16)?;
    Some((salt.to_vec(), String::from_utf8(text.to_vec()).ok()?))
}
