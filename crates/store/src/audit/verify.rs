//! Verifies the audit log: every link, detail, head and checkpoint, and that nothing is missing.

use std::collections::BTreeSet;

use domain::access::{Permit, Reach, Scope, View};
use domain::master_data::Value;

use super::Register;
use super::heads::Head;
use super::walk::{Seen, Stored, TEXTS, Walk};
use crate::entity_keys::installation;
use crate::keys::EntityKey;
use crate::row::{Record, int_of};
use crate::sql::Sql;
use crate::{Result, Row, Store};

/// The result of `docz audit verify`.
#[derive(Debug, Default, Clone)]
pub struct Verdict {
    pub entries: u64,
    pub shards: u64,
    pub faults: Vec<String>,
}

const PAGE: i64 = 1000;
const ROW: &str = r#"SELECT seq, at, actor, actor_kind, action, resource, record_key, detail, detail_hash, prev, mac
    FROM audit_log
    WHERE country_code = $1 AND entity_code = $2 AND shard = $3 AND seq > $4
    ORDER BY seq
    LIMIT $5"#;

/// The numbers that an entity's register had before and after everything was counted. Saves go on meanwhile.
struct Bounds(Option<Register>, Option<Register>);

impl Bounds {
    fn check(&self, name: &str, what: &str, of: fn(&Register) -> i64, found: i64) -> Option<String> {
        let Bounds(Some(before), Some(after)) = self else { return None };
        let (least, most) = (of(before), of(after));
        if found < least {
            return Some(format!("{name}: {} of {least} {what} are missing", least - found));
        }
        (found > most).then(|| format!("{name}: there are {found} {what}, and {most} are registered"))
    }
}

impl Store {
    /// Checks each link, detail, head and checkpoint of every shard, and that no shard and no entity is missing.
    pub async fn verify_audit(&self, permit: &Permit<View>) -> Result<Verdict> {
        let mut verdict = Verdict::default();
        let keyed = self.keyed_entities().await?;
        // Using a key seals the heads of a log from before they existed.
        for (country, entity) in &keyed {
            self.entity_key(&scope_of(country, entity)).await?;
        }
        self.verify_entities(&mut verdict).await?;
        let sql = Sql::fixed(
            r#"
            SELECT country_code, entity_code, MAX(is_master) AS is_master FROM (
                SELECT country_code, entity_code, CAST(1 AS BIGINT) AS is_master FROM entity_master
                UNION SELECT country_code, entity_code, 0 FROM entity_key
                UNION SELECT country_code, entity_code, 0 FROM audit_log
                UNION SELECT country_code, entity_code, 0 FROM audit_head
                UNION SELECT country_code, entity_code, 0 FROM audit_checkpoint
                UNION SELECT country_code, entity_code, 0 FROM audit_register WHERE entity_code <> ''
            ) AS known GROUP BY country_code, entity_code ORDER BY country_code, entity_code
            "#,
        );
        let entity = |row: &dyn Row| {
            let row = Record::new(row, "audit_log", "entity_code");
            Ok((row.text("country_code")?, row.text("entity_code")?, row.int::<i64>("is_master")? == 1))
        };
        for (country, entity, is_master) in self.decoded(permit, &sql, entity).await? {
            if keyed.contains(&(country.clone(), entity.clone())) {
                self.verify_entity(permit, &scope_of(&country, &entity), is_master, &mut verdict).await?;
            } else {
                verdict.faults.push(format!("{country}/{entity}: its keys are missing, and with them its audit log"));
            }
        }
        Ok(verdict)
    }

    async fn keyed_entities(&self) -> Result<BTreeSet<(String, String)>> {
        let all = self.wrapped_keys().await?;
        Ok(all.into_iter().map(|(scope, ..)| (scope.country, scope.entity)).collect())
    }

    /// Compares the number of entities with the register of the installation.
    async fn verify_entities(&self, verdict: &mut Verdict) -> Result<()> {
        let (key, scope) = (self.keys.of_installation(), installation());
        let before = self.register(&key, &scope).await?;
        let found = self.keyed_entities().await?.len() as i64;
        let bounds = Bounds(before, self.register(&key, &scope).await?);
        if bounds.0.is_none() && found > 0 {
            verdict.faults.push("the register of the entities is missing or was changed".to_owned());
        }
        verdict.faults.extend(bounds.check("installation", "entities", |own| own.parts, found));
        Ok(())
    }

    async fn verify_entity(
        &self,
        permit: &Permit<View>,
        scope: &Scope,
        is_master: bool,
        verdict: &mut Verdict,
    ) -> Result<()> {
        let name = format!("{}/{}", scope.country, scope.entity);
        let key = self.entity_key(scope).await?;
        let before = self.register(&key, scope).await?;
        let heads = self.heads(scope).await?;
        let mut seen = Seen::default();
        for shard in self.shards_of(permit, scope).await? {
            let head = heads.iter().find(|head| head.shard == shard);
            seen += self.verify_shard(permit, (scope, &key), (shard, head), verdict).await?;
        }
        let bounds = Bounds(before, self.register(&key, scope).await?);
        if bounds.0.is_none() {
            verdict.faults.push(format!("{name}: the register of its shards is missing or was changed"));
        }
        verdict.faults.extend(bounds.check(&name, "shards", |own| own.parts, heads.len() as i64));
        verdict.faults.extend(bounds.check(&name, "checkpoints", |own| own.checkpoints, seen.checkpoints));
        if is_master && seen.entries == 0 {
            verdict.faults.push(format!("{name}: has no audit log"));
        }
        if seen.sealings > 1 {
            verdict.faults.push(format!("{name}: its heads were sealed {} times", seen.sealings));
        }
        verdict.entries += seen.entries;
        Ok(())
    }

    async fn shards_of(&self, permit: &Permit<View>, scope: &Scope) -> Result<Vec<i64>> {
        let sql = Sql::new(
            r#"
            SELECT shard FROM audit_log WHERE country_code = $1 AND entity_code = $2
            UNION SELECT shard FROM audit_head WHERE country_code = $1 AND entity_code = $2
            UNION SELECT shard FROM audit_checkpoint WHERE country_code = $1 AND entity_code = $2
            ORDER BY shard
            "#,
            vec![Value::text(&scope.country), Value::text(&scope.entity)],
        );
        self.decoded(permit, &sql, int_of("audit_log", "shard")).await
    }

    async fn verify_shard(
        &self,
        permit: &Permit<View>,
        (scope, key): (&Scope, &EntityKey),
        (shard, head): (i64, Option<&Head>),
        verdict: &mut Verdict,
    ) -> Result<Seen> {
        let mut walk = Walk::new(scope, key, shard, head, self.checkpoints(scope, shard).await?);
        loop {
            let values = vec![
                Value::text(&scope.country),
                Value::text(&scope.entity),
                Value::Int(shard),
                Value::Int(walk.tip.seq),
                Value::Int(PAGE),
            ];
            let page = self.decoded(permit, &Sql::new(ROW, values), stored).await?;
            page.iter().for_each(|row| walk.step(row));
            if page.len() < PAGE as usize {
                break;
            }
        }
        verdict.shards += 1;
        // Read after the entries: the head is never behind an entry that can be read.
        let after = self.heads(scope).await?.into_iter().find(|head| head.shard == shard);
        let (faults, seen) = walk.end(after.as_ref());
        verdict.faults.extend(faults);
        Ok(seen)
    }
}

fn scope_of(country: &str, entity: &str) -> Scope {
    Scope { country: country.to_owned(), entity: entity.to_owned(), tenants: Reach::Every }
}

fn stored(row: &dyn Row) -> Result<Stored> {
    let row = Record::new(row, "audit_log", "seq");
    let mut stored = Stored { seq: row.int("seq")?, text: Default::default() };
    for (text, name) in stored.text.iter_mut().zip(TEXTS) {
        *text = row.text(name)?;
    }
    Ok(stored)
}
