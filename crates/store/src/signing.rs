//! Signatures that can be checked without the database: one Ed25519 key per entity.

use domain::access::{Reach, Scope, system};
use ed25519_dalek::{Signer as _, SigningKey};

use crate::row::Record;
use crate::sql::Sql;
use crate::{Result, Row, Store};

/// Signs for one entity.
pub struct Signer(SigningKey);

impl Signer {
    pub fn public_key(&self) -> [u8; 32] {
        self.0.verifying_key().to_bytes()
    }

    pub fn sign(&self, message: &[u8]) -> [u8; 64] {
        self.0.sign(message).to_bytes()
    }
}

impl Store {
    pub async fn signer(&self, scope: &Scope) -> Result<Signer> {
        Ok(Signer(SigningKey::from_bytes(&self.entity_key(scope).await?.signing_seed())))
    }

    /// Country, entity and public key of every entity that has keys.
    pub async fn public_keys(&self) -> Result<Vec<(String, String, [u8; 32])>> {
        // Entries about all entities have a key too, and sign nothing.
        let sql = Sql::fixed(
            r#"SELECT DISTINCT country_code, entity_code FROM entity_key
               WHERE entity_code <> '*' ORDER BY country_code, entity_code"#,
        );
        let entity = |row: &dyn Row| {
            let row = Record::new(row, "entity_key", "entity_code");
            Ok((row.text("country_code")?, row.text("entity_code")?))
        };
        let mut all = Vec::new();
        for (country, entity) in self.decoded(&system::audit_reader(), &sql, entity).await? {
            let scope = Scope { country: country.clone(), entity: entity.clone(), tenants: Reach::Every };
            all.push((country, entity, self.signer(&scope).await?.public_key()));
        }
        Ok(all)
    }
}
