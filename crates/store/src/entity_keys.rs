//! The keys of the entities in the database, wrapped by the root key, and the registers that belong to them.

use domain::Refusal;
use domain::access::{Reach, Scope, system};
use domain::master_data::Value;
use serde_json::json;

use crate::audit::{self, ChainTip, Register};
use crate::keys::{EntityKey, Keys, RootKey};
use crate::row::Record;
use crate::sql::Sql;
use crate::{Batch, Entry, Error, Result, Row, Statement, Store};

/// Entities that may be created at the same moment.
const ATTEMPTS: usize = 64;

/// The register that counts the entities has no codes.
pub(crate) fn installation() -> Scope {
    Scope { country: String::new(), entity: String::new(), tenants: Reach::Every }
}

impl Store {
    /// True when the root key unwraps every entity key. A database without entities accepts any key.
    pub async fn root_key_fits(&self) -> Result<bool> {
        let all = self.wrapped_keys().await?;
        Ok(all.iter().all(|(scope, _, wrapped)| self.keys.unwrap(scope, wrapped).is_some()))
    }

    pub(crate) async fn wrapped_keys(&self) -> Result<Vec<(Scope, i64, String)>> {
        let sql = Sql::fixed(
            r#"
            SELECT country_code, entity_code, key_version, wrapped FROM entity_key
            ORDER BY country_code, entity_code, key_version
            "#,
        );
        let decode = |row: &dyn Row| {
            let row = Record::new(row, "entity_key", "entity_code");
            let (country, entity) = (row.text("country_code")?, row.text("entity_code")?);
            Ok((Scope { country, entity, tenants: Reach::Every }, row.int("key_version")?, row.text("wrapped")?))
        };
        self.decoded(&system::audit_reader(), &sql, decode).await
    }

    /// Wraps every entity's keys under a new root in one commit. Sealed data does not change.
    pub async fn rotate_root(&self, next: &RootKey) -> Result<usize> {
        let next = Keys::new(next.clone());
        let mut statements = Vec::new();
        for (scope, version, wrapped) in self.wrapped_keys().await? {
            let fresh = self.keys.rewrap(&scope, &wrapped, &next);
            let fresh = fresh.ok_or_else(|| Error::internal("the root key does not fit this database"))?;
            statements.push(Statement::raw(
                "entity_key",
                "UPDATE entity_key SET wrapped = $1 WHERE country_code = $2 AND entity_code = $3 AND key_version = $4",
                vec![Value::Text(fresh), Value::Text(scope.country), Value::Text(scope.entity), Value::Int(version)],
            ));
        }
        let count = statements.len();
        let (own, next) = (self.keys.of_installation(), next.of_installation());
        // A register that is not genuine stays as it is, and verification goes on naming it.
        if let Some(register) = self.register(&own, &installation()).await? {
            statements.push(register.reseal(&register, (&own, &next), &installation()));
        }
        self.commit_unaudited(&system::housekeeping(), statements).await?;
        Ok(count)
    }

    /// The stored register, if it is as it was sealed.
    pub(crate) async fn register(&self, key: &EntityKey, scope: &Scope) -> Result<Option<Register>> {
        let decode = |row: &dyn Row| Register::genuine(row, key, scope);
        Ok(self.first_decoded(&system::audit_reader(), &Register::load(scope), decode).await?.flatten())
    }

    /// The entity's keys: cached, loaded, or created now.
    pub(crate) async fn entity_key(&self, scope: &Scope) -> Result<EntityKey> {
        match self.keys.cached(scope) {
            Some(key) => Ok(key),
            None => Box::pin(self.load_entity_key(scope)).await,
        }
    }

    async fn load_entity_key(&self, scope: &Scope) -> Result<EntityKey> {
        let permit = system::identity(&scope.country, &scope.entity, "system:keys");
        let load = Sql::new(
            r#"
            SELECT entity_code, wrapped FROM entity_key WHERE country_code = $1 AND entity_code = $2
            ORDER BY key_version DESC LIMIT 1
            "#,
            vec![Value::text(&scope.country), Value::text(&scope.entity)],
        );
        let wrapped = |row: &dyn Row| Record::new(row, "entity_key", "entity_code").text("wrapped");
        for _ in 0..ATTEMPTS {
            let Some(wrapped) = self.first_decoded(&permit, &load, wrapped).await? else {
                unless_stale(self.create_entity_key(scope).await)?;
                continue;
            };
            let Some((key, has_heads)) = self.keys.unwrap(scope, &wrapped) else {
                return Err(Error::internal(
                    "the root key does not fit this database: is root.key the one it was made with?",
                ));
            };
            if has_heads {
                self.keys.cache(scope, key.clone());
                return Ok(key);
            }
            unless_stale(self.seal_existing_log(scope, &key, &wrapped).await)?;
        }
        Err(Error::internal("the entity key could not be stored"))
    }

    async fn create_entity_key(&self, scope: &Scope) -> Result<()> {
        let wrapped = self.keys.wrap_new(scope);
        let (key, _) = self.keys.unwrap(scope, &wrapped).ok_or_else(|| Error::internal("a new key cannot be read"))?;
        let insert = Statement::raw(
            "entity_key",
            r#"
            INSERT INTO entity_key (country_code, entity_code, key_version, wrapped, created_on)
            VALUES ($1, $2, 1, $3, $4) ON CONFLICT DO NOTHING
            "#,
            vec![
                Value::text(&scope.country),
                Value::text(&scope.entity),
                Value::Text(wrapped),
                Value::Text(audit::now()),
            ],
        );
        let mut statements = vec![insert.or_refuse(Refusal::Stale), Register::new(0, 0).insert(&key, scope)];
        statements.extend(self.count_entity().await?);
        self.commit_unaudited(&system::housekeeping(), statements).await
    }

    /// Seals the ends of a log from before heads existed. The new label of the wrapped keys makes this happen once.
    async fn seal_existing_log(&self, scope: &Scope, key: &EntityKey, wrapped: &str) -> Result<()> {
        let permit = system::identity(&scope.country, &scope.entity, "system:keys");
        let tips = self.chain_tips(&permit).await?;
        let marked = self.keys.mark_heads(scope, wrapped).ok_or_else(|| Error::internal("a key cannot be read"))?;
        let mark = Statement::raw(
            "entity_key",
            r#"
            UPDATE entity_key SET wrapped = $1 WHERE country_code = $2 AND entity_code = $3 AND wrapped = $4
            "#,
            vec![Value::Text(marked), Value::text(&scope.country), Value::text(&scope.entity), Value::text(wrapped)],
        );
        let mut statements = vec![mark.or_refuse(Refusal::Stale)];
        statements.extend(self.count_entity().await?);
        let checkpoints = self.count_checkpoints(scope).await?;
        statements.push(Register::new(tips.len() as i64, checkpoints).insert(key, scope));
        for tip in &tips {
            let end = ChainTip { seq: tip.seq, mac: tip.mac.clone() };
            statements.push(audit::insert_head(key, scope, tip.shard, &end));
        }
        self.commit_unaudited(&system::housekeeping(), statements).await?;
        self.keys.cache(scope, key.clone());
        let entry = Entry {
            action: audit::SEALED_ACTION,
            resource: "audit",
            key: scope.entity.clone(),
            detail: json!({ "shards": tips.len(), "entries": tips.iter().map(|tip| tip.seq).sum::<i64>() }),
        };
        self.commit(&permit, Batch::audited(entry)).await
    }

    /// Counts a further entity. Nothing is written when the count was removed or changed, so that this stays visible.
    async fn count_entity(&self) -> Result<Option<Statement>> {
        let (key, scope) = (self.keys.of_installation(), installation());
        if let Some(register) = self.register(&key, &scope).await? {
            return Ok(Some(register.replace(&register.with_parts(1), &key, &scope)));
        }
        let all = self.wrapped_keys().await?;
        let has_heads =
            |(scope, _, wrapped): &(Scope, i64, String)| self.keys.unwrap(scope, wrapped).is_none_or(|own| own.1);
        if all.iter().any(has_heads) {
            return Ok(None);
        }
        Ok(Some(Register::new(1, 0).insert(&key, &scope).or_refuse(Refusal::Stale)))
    }
}

/// A faster writer is no failure: its result is loaded next.
fn unless_stale(done: Result<()>) -> Result<()> {
    match done {
        Err(Error::Refused(Refusal::Stale)) => Ok(()),
        other => other,
    }
}
