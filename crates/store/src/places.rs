//! Names that may be read before login.

use domain::access::{Permit, View};
use domain::master_data::Value;

use crate::row::{Record, text_of};
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
    /// The version of the entity, where it has a logo.
    #[serde(skip)]
    pub logo_version: Option<i64>,
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
            r#"SELECT country_code, entity_code, entity_name, display_name, entity_type,
                    CASE WHEN logo <> '' THEN version_number END AS logo_version
                FROM entity_master
                WHERE country_code = $1 AND status = 'Active'
                ORDER BY entity_code
                LIMIT 1000"#,
            vec![Value::text(country)],
        );
        self.decoded(permit, &sql, |row| {
            let row = Record::new(row, "entity_master", "entity_code");
            Ok(EntityName {
                country_code: row.text("country_code")?,
                entity_code: row.text("entity_code")?,
                entity_name: row.text("entity_name")?,
                display_name: row.text("display_name")?,
                entity_type: row.text("entity_type")?,
                logo_version: row.optional_int("logo_version")?,
            })
        })
        .await
    }

    /// Every entity of every country, for system jobs.
    pub async fn all_entities(&self, permit: &Permit<View>) -> Result<Vec<(String, String)>> {
        let sql = Sql::fixed("SELECT country_code, entity_code FROM entity_master ORDER BY country_code, entity_code");
        self.decoded(permit, &sql, |row| {
            let row = Record::new(row, "entity_master", "entity_code");
            Ok((row.text("country_code")?, row.text("entity_code")?))
        })
        .await
    }

    /// The country of an entity by its code alone, because the country is not known before login.
    pub async fn country_of(&self, permit: &Permit<View>, entity: &str) -> Result<Option<String>> {
        let sql = Sql::new(
            "SELECT country_code FROM entity_master WHERE entity_code = $1 ORDER BY country_code LIMIT 1",
            vec![Value::text(entity)],
        );
        self.first_decoded(permit, &sql, text_of("entity_master", "country_code")).await
    }

    /// Active tenants of an entity.
    pub async fn tenant_names(&self, permit: &Permit<View>, country: &str, entity: &str) -> Result<Vec<TenantName>> {
        let sql = Sql::new(
            r#"SELECT tenant_code, tenant_name
                FROM tenant
                WHERE country_code = $1 AND entity_code = $2 AND status = 'Active'
                ORDER BY tenant_code
                LIMIT 1000"#,
            vec![Value::text(country), Value::text(entity)],
        );
        self.decoded(permit, &sql, |row| {
            let row = Record::new(row, "tenant", "tenant_code");
            Ok(TenantName { tenant_code: row.text("tenant_code")?, tenant_name: row.text("tenant_name")? })
        })
        .await
    }
}
