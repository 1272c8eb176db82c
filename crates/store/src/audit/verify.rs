//! Verifies the audit log: every link, detail and checkpoint.

use domain::access::{Permit, Scope, View};
use domain::master_data::Value;

use super::{ChainTip, HashedRow, now, open_detail};
use crate::keys::{self, EntityKey};
use crate::row::Record;
use crate::sql::Sql;
use crate::{Result, Row, Statement, Store};

/// The result of `docz audit verify`.
#[derive(Debug, Default, Clone)]
pub struct Verdict {
    pub entries: u64,
    pub shards: u64,
    pub faults: Vec<String>,
}

const PAGE: i64 = 1000;
const ROW: &str = "SELECT seq, at, actor, actor_kind, action, resource, record_key, detail, detail_hash, prev, mac FROM audit_log WHERE country_code = $1 AND entity_code = $2 AND shard = $3 AND seq > $4 ORDER BY seq LIMIT $5";

const TEXTS: [&str; 10] =
    ["at", "actor", "actor_kind", "action", "resource", "record_key", "detail", "detail_hash", "prev", "mac"];

/// A stored row, with its texts in the order of [`TEXTS`].
struct Stored {
    seq: i64,
    text: [String; 10],
}

fn shard_of(row: &dyn Row) -> Result<(String, String, i64)> {
    let row = Record::new(row, "audit_log", "entity_code");
    Ok((row.text("country_code")?, row.text("entity_code")?, row.int("shard")?))
}

impl Store {
    /// Checks each link, detail and checkpoint of every shard.
    pub async fn verify_audit(&self, permit: &Permit<View>) -> Result<Verdict> {
        let shards = Sql::fixed("SELECT DISTINCT country_code, entity_code, shard FROM audit_log");
        let mut all = self.decoded(permit, &shards, shard_of).await?;
        let sealed = Sql::fixed("SELECT DISTINCT country_code, entity_code, shard FROM audit_checkpoint");
        all.extend(self.decoded(permit, &sealed, shard_of).await?);
        all.sort();
        all.dedup();
        let mut verdict = Verdict::default();
        for (country, entity, shard) in all {
            let scope = Scope { country, entity, tenants: domain::access::Reach::Every };
            self.verify_shard(permit, &scope, shard, &mut verdict).await?;
            verdict.shards += 1;
        }
        Ok(verdict)
    }

    async fn verify_shard(
        &self,
        permit: &Permit<View>,
        scope: &Scope,
        shard: i64,
        verdict: &mut Verdict,
    ) -> Result<()> {
        let key = self.entity_key(scope).await?;
        let mut checkpoints = self.checkpoints(permit, scope, shard).await?.into_iter().peekable();
        let mut tip = ChainTip::start();
        let name = |seq: i64| format!("{}/{} shard {shard} entry {seq}", scope.country, scope.entity);
        loop {
            let values = vec![
                Value::text(&scope.country),
                Value::text(&scope.entity),
                Value::Int(shard),
                Value::Int(tip.seq),
                Value::Int(PAGE),
            ];
            let page = self.decoded(permit, &Sql::new(ROW, values), stored).await?;
            for row in &page {
                if let Some(fault) = check(&key, scope, shard, &tip, row) {
                    verdict.faults.push(format!("{}: {fault}", name(row.seq)));
                }
                while let Some((_, mac, seal)) = checkpoints.next_if(|(seq, _, _)| *seq <= row.seq) {
                    if mac != row.text[9] || seal != checkpoint_seal(&key, scope, shard, row.seq, &mac) {
                        verdict.faults.push(format!("{}: differs from its checkpoint", name(row.seq)));
                    }
                }
                verdict.entries += 1;
                tip = ChainTip { seq: row.seq, mac: row.text[9].clone() };
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

    async fn checkpoints(
        &self,
        permit: &Permit<View>,
        scope: &Scope,
        shard: i64,
    ) -> Result<Vec<(i64, String, String)>> {
        let sql = Sql::new(
            "SELECT seq, mac, seal FROM audit_checkpoint WHERE country_code = $1 AND entity_code = $2 AND shard = $3 ORDER BY seq",
            vec![Value::text(&scope.country), Value::text(&scope.entity), Value::Int(shard)],
        );
        self.decoded(permit, &sql, |row| {
            let row = Record::new(row, "audit_checkpoint", "seq");
            Ok((row.int("seq")?, row.text("mac")?, row.text("seal")?))
        })
        .await
    }

    /// Stores the current tip of each shard, sealed with the audit key.
    pub async fn write_checkpoints(&self) -> Result<u64> {
        let mut written = 0;
        let mut last = (String::new(), String::new(), -1);
        while let Some((country, entity, shard, seq, mac)) = self.tip_of_shard_after(&last).await? {
            last = (country.clone(), entity.clone(), shard);
            let scope = Scope { country, entity, tenants: domain::access::Reach::Every };
            let seal = checkpoint_seal(&self.entity_key(&scope).await?, &scope, shard, seq, &mac);
            let insert = Statement::new(
                "INSERT INTO audit_checkpoint (country_code, entity_code, shard, seq, at, mac, seal) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
                vec![
                    Value::text(&scope.country),
                    Value::text(&scope.entity),
                    Value::Int(shard),
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

    /// The tip of the first shard after this one. Going from shard to shard keeps the cost independent of their
    /// length.
    async fn tip_of_shard_after(
        &self,
        (country, entity, shard): &(String, String, i64),
    ) -> Result<Option<(String, String, i64, i64, String)>> {
        let sql = Sql::new(
            "SELECT a.country_code, a.entity_code, a.shard, a.seq, a.mac FROM audit_log a WHERE (a.country_code, a.entity_code, a.shard) = (SELECT n.country_code, n.entity_code, n.shard FROM audit_log n WHERE (n.country_code, n.entity_code, n.shard) > ($1, $2, $3) ORDER BY n.country_code, n.entity_code, n.shard LIMIT 1) ORDER BY a.seq DESC LIMIT 1",
            vec![Value::text(country), Value::text(entity), Value::Int(*shard)],
        );
        let end = |row: &dyn Row| {
            let (country, entity, shard) = shard_of(row)?;
            let ChainTip { seq, mac } = super::tip(row)?;
            Ok((country, entity, shard, seq, mac))
        };
        self.first_decoded(&domain::access::system::audit_reader(), &sql, end).await
    }
}

fn checkpoint_seal(key: &EntityKey, scope: &Scope, shard: i64, seq: i64, mac: &str) -> String {
    let (country, entity) = (scope.country.as_bytes(), scope.entity.as_bytes());
    key.mac(&[b"checkpoint", country, entity, &shard.to_be_bytes(), &seq.to_be_bytes(), mac.as_bytes()])
}

fn stored(row: &dyn Row) -> Result<Stored> {
    let row = Record::new(row, "audit_log", "seq");
    let mut stored = Stored { seq: row.int("seq")?, text: Default::default() };
    for (text, name) in stored.text.iter_mut().zip(TEXTS) {
        *text = row.text(name)?;
    }
    Ok(stored)
}

/// What is wrong with a row, given the previous one.
fn check(key: &EntityKey, scope: &Scope, shard: i64, tip: &ChainTip, stored: &Stored) -> Option<&'static str> {
    let [at, actor, actor_kind, action, resource, record_key, detail, detail_hash, prev, mac] = &stored.text;
    let row = HashedRow {
        scope,
        shard,
        seq: stored.seq,
        at,
        actor,
        actor_kind,
        action,
        resource,
        record_key,
        detail_hash,
        prev,
    };
    if stored.seq != tip.seq + 1 {
        return Some("entries before it are missing");
    }
    if *prev != tip.mac {
        return Some("does not follow the entry before it");
    }
    if row.mac(key) != *mac {
        return Some("was changed");
    }
    // An erased detail keeps its hash; a stored one must match it.
    match (detail.is_empty(), open_detail(key, detail)) {
        (true, _) => None,
        (false, Some((salt, text))) if keys::salted_hash(&salt, text.as_bytes()) == *detail_hash => None,
        _ => Some("has a changed detail"),
    }
}
