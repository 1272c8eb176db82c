//! Names that may be read before login.

use domain::access::{Permit, View};
use domain::master_data::Value;

use crate::sql::Sql;
use crate::{Result, Store};

#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EntityName {
    pub country_code: String,
    pub entity_code: String,
    pub entity_name: String,
    pub display_name: String,
    pub entity_type: String,
}

#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TenantName {
    pub tenant_code: String,
    pub tenant_name: String,
}

impl Store {
    /// Active entities of a country.
    pub async fn entity_names(&self, permit: &Permit<View>, country: &str) -> Result<Vec<EntityName>> {
        let sql = Sql::new(
            "SELECT country_code, entity_code, entity_name, display_name, entity_type FROM entity_master WHERE country_code = $1 AND status = 'Active' ORDER BY entity_code LIMIT 1000",
            vec![Value::text(country)],
        );
        self.rows(permit, &sql, |row| EntityName {
            country_code: row.string(0),
            entity_code: row.string(1),
            entity_name: row.string(2),
            display_name: row.string(3),
            entity_type: row.string(4),
        })
        .await
    }

    /// Every entity of every country, for what we do by ourselves.
    pub async fn all_entities(&self, permit: &Permit<View>) -> Result<Vec<(String, String)>> {
        let sql = Sql::fixed("SELECT country_code, entity_code FROM entity_master ORDER BY country_code, entity_code");
        self.rows(permit, &sql, |row| (row.string(0), row.string(1))).await
    }

    /// The country of an entity, looked up by its code alone (before login the country is not known).
    pub async fn country_of(&self, permit: &Permit<View>, entity: &str) -> Result<Option<String>> {
        let sql = Sql::new(
            "SELECT country_code FROM entity_master WHERE entity_code = $1 ORDER BY country_code LIMIT 1",
            vec![Value::text(entity)],
        );
        self.first(permit, &sql, |row| row.string(0)).await
    }

    /// Active tenants of an entity.
    pub async fn tenant_names(&self, permit: &Permit<View>, country: &str, entity: &str) -> Result<Vec<TenantName>> {
        let sql = Sql::new(
            "SELECT tenant_code, tenant_name FROM tenant WHERE country_code = $1 AND entity_code = $2 AND status = 'Active' ORDER BY tenant_code LIMIT 1000",
            vec![Value::text(country), Value::text(entity)],
        );
        self.rows(permit, &sql, |row| TenantName { tenant_code: row.string(0), tenant_name: row.string(1) }).await
    }
}
