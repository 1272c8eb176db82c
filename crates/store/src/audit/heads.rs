//! The end of each shard and the number of shards, sealed with the audit key. A seal is replaced only where the stored
//! one is the expected one, so that a removed or changed head is never written again and stays visible.

use domain::Refusal;
use domain::access::Scope;
use domain::master_data::Value;

use super::{ChainTip, now};
use crate::keys::EntityKey;
use crate::row::Record;
use crate::sql::Sql;
use crate::statement::{Filter, Insert};
use crate::{Result, Row, Statement};

fn place(scope: &Scope) -> Vec<Value> {
    vec![Value::text(&scope.country), Value::text(&scope.entity)]
}

fn shard_place(scope: &Scope, shard: i64) -> Vec<Value> {
    [place(scope), vec![Value::Int(shard)]].concat()
}

fn seal(key: &EntityKey, scope: &Scope, shard: i64, tip: &ChainTip) -> String {
    let (country, entity) = (scope.country.as_bytes(), scope.entity.as_bytes());
    key.mac(&[b"head", country, entity, &shard.to_be_bytes(), &tip.seq.to_be_bytes(), tip.mac.as_bytes()])
}

/// A stored head of a shard.
pub(crate) struct Head {
    pub(super) shard: i64,
    pub(super) tip: ChainTip,
    seal: String,
}

impl Head {
    pub fn is_genuine(&self, key: &EntityKey, scope: &Scope) -> bool {
        self.seal == seal(key, scope, self.shard, &self.tip)
    }
}

pub(super) fn load_heads(scope: &Scope) -> Sql {
    Sql::new(
        "SELECT shard, seq, mac, seal FROM audit_head WHERE country_code = $1 AND entity_code = $2 ORDER BY shard",
        place(scope),
    )
}

pub(crate) fn head(row: &dyn Row) -> Result<Head> {
    let row = Record::new(row, "audit_head", "shard");
    let tip = ChainTip { seq: row.int("seq")?, mac: row.text("mac")? };
    Ok(Head { shard: row.int("shard")?, tip, seal: row.text("seal")? })
}

/// The head and the last entry of a shard.
pub(crate) fn load_tip(scope: &Scope, shard: i64) -> Sql {
    Sql::new(
        r#"
        SELECT shard, seq, mac, seal FROM audit_head WHERE country_code = $1 AND entity_code = $2 AND shard = $3
        UNION ALL
        SELECT shard, seq, mac, '' AS seal FROM (
            SELECT shard, seq, mac FROM audit_log WHERE country_code = $1 AND entity_code = $2 AND shard = $3
            ORDER BY seq DESC LIMIT 1
        ) AS last
        "#,
        shard_place(scope, shard),
    )
}

/// Where to go on writing, from the rows of [`load_tip`]; `None` for a shard that the entity does not have yet. After a
/// truncation this is the head, so that the gap stays visible.
pub(crate) fn known_tip(rows: Vec<Head>, key: &EntityKey, scope: &Scope) -> Option<ChainTip> {
    let (heads, entries): (Vec<Head>, Vec<Head>) = rows.into_iter().partition(|row| !row.seal.is_empty());
    let head = heads.into_iter().find(|head| head.is_genuine(key, scope)).map(|head| head.tip);
    let entry = entries.into_iter().next().map(|entry| entry.tip);
    if head.clone().filter(|head| head.seq > 0) != entry {
        tracing::error!(entity = %scope.entity, "the audit log does not end at its head: run docz audit verify");
    }
    [head, entry].into_iter().flatten().max_by_key(|tip| tip.seq)
}

/// Moves the head of a shard from one entry to a later one.
pub(super) fn advance(key: &EntityKey, scope: &Scope, shard: i64, from: &ChainTip, to: &ChainTip) -> Statement {
    let set = [
        ("seq", Value::Int(to.seq)),
        ("mac", Value::text(&to.mac)),
        ("seal", Value::Text(seal(key, scope, shard, to))),
    ];
    let filter =
        Filter::in_scope(scope).equals("shard", Value::Int(shard)).text("seal", &seal(key, scope, shard, from));
    Statement::update("audit_head", set, filter)
}

pub(crate) fn insert_head(key: &EntityKey, scope: &Scope, shard: i64, tip: &ChainTip) -> Statement {
    let row = vec![
        ("country_code", Value::text(&scope.country)),
        ("entity_code", Value::text(&scope.entity)),
        ("shard", Value::Int(shard)),
        ("seq", Value::Int(tip.seq)),
        ("mac", Value::text(&tip.mac)),
        ("seal", Value::Text(seal(key, scope, shard, tip))),
    ];
    Insert::of_columns("audit_head", [row]).on_conflict("DO NOTHING").into()
}

/// How much there must be: the shards and checkpoints of an entity, or the entities of the installation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Register {
    pub parts: i64,
    pub checkpoints: i64,
    /// Heads are sealed since this time.
    pub since: String,
}

impl Register {
    pub fn new(parts: i64, checkpoints: i64) -> Register {
        Register { parts, checkpoints, since: now() }
    }

    pub fn with_parts(&self, more: i64) -> Register {
        Register { parts: self.parts + more, ..self.clone() }
    }

    pub fn with_checkpoints(&self, more: i64) -> Register {
        Register { checkpoints: self.checkpoints + more, ..self.clone() }
    }

    pub fn load(scope: &Scope) -> Sql {
        Sql::new(
            r#"
            SELECT entity_code, parts, checkpoints, since, seal FROM audit_register
            WHERE country_code = $1 AND entity_code = $2
            "#,
            place(scope),
        )
    }

    /// `None` when the stored row is not as it was sealed.
    pub fn genuine(row: &dyn Row, key: &EntityKey, scope: &Scope) -> Result<Option<Register>> {
        let row = Record::new(row, "audit_register", "entity_code");
        let (parts, checkpoints, since) = (row.int("parts")?, row.int("checkpoints")?, row.text("since")?);
        let stored = Register { parts, checkpoints, since };
        Ok((stored.seal(key, scope) == row.str("seal")?).then_some(stored))
    }

    fn seal(&self, key: &EntityKey, scope: &Scope) -> String {
        let counts = [self.parts.to_be_bytes(), self.checkpoints.to_be_bytes()].concat();
        key.mac(&[b"register", scope.country.as_bytes(), scope.entity.as_bytes(), &counts, self.since.as_bytes()])
    }

    pub fn insert(&self, key: &EntityKey, scope: &Scope) -> Statement {
        let row = vec![
            ("country_code", Value::text(&scope.country)),
            ("entity_code", Value::text(&scope.entity)),
            ("parts", Value::Int(self.parts)),
            ("checkpoints", Value::Int(self.checkpoints)),
            ("since", Value::text(&self.since)),
            ("seal", Value::Text(self.seal(key, scope))),
        ];
        Insert::of_columns("audit_register", [row]).on_conflict("DO NOTHING").into()
    }

    /// Refused as stale when another writer was faster.
    pub fn replace(&self, next: &Register, key: &EntityKey, scope: &Scope) -> Statement {
        self.reseal(next, (key, key), scope)
    }

    /// The same under another key.
    pub fn reseal(&self, next: &Register, (key, next_key): (&EntityKey, &EntityKey), scope: &Scope) -> Statement {
        let set = [
            ("parts", Value::Int(next.parts)),
            ("checkpoints", Value::Int(next.checkpoints)),
            ("seal", Value::Text(next.seal(next_key, scope))),
        ];
        let filter = Filter::in_scope(scope).text("seal", &self.seal(key, scope));
        Statement::update("audit_register", set, filter).or_refuse(Refusal::Stale)
    }
}

/// The statements that give an entity a further shard. A register that is not genuine stays as it is.
pub(crate) fn open_shard(register: Option<&Register>, key: &EntityKey, scope: &Scope, shard: i64) -> Vec<Statement> {
    let counted = register.map(|register| register.replace(&register.with_parts(1), key, scope));
    counted.into_iter().chain([insert_head(key, scope, shard, &ChainTip::start())]).collect()
}
