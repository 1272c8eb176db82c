//! Record counts, updated with each change, so a list never has to count.

use domain::access::{Reach, Scope};
use domain::master_data::{Definition, Record, Value};

use crate::sql::Sql;
use crate::statement::{Bind, Insert, Statement};

const ADD: &str = r#"(country_code, entity_code, resource, tenant_code, shard) DO UPDATE
    SET n = record_count.n + excluded.n"#;

pub(super) fn counted(definition: &'static Definition, scope: &Scope, record: &Record, by: i64) -> Statement {
    let tenant =
        if definition.is_tenant_scoped() { record.get(definition, "tenantCode").as_text().unwrap_or("") } else { "" };
    counted_in(definition, scope, tenant, by)
}

pub(super) fn counted_in(definition: &'static Definition, scope: &Scope, tenant: &str, by: i64) -> Statement {
    let key = [scope.country.as_str(), scope.entity.as_str(), definition.resource, tenant].map(Value::text);
    let row = key.map(Bind::Value).into_iter().chain([Bind::Shard, Value::Int(by).into()]).collect();
    Insert {
        table: "record_count",
        columns: vec!["country_code", "entity_code", "resource", "tenant_code", "shard", "n"],
        rows: vec![row],
        conflict: Some(ADD.into()),
    }
    .into()
}

pub(super) fn total(definition: &Definition, scope: &Scope) -> Sql {
    let mut sql = Sql::new(
        r#"SELECT CAST(coalesce(sum(n), 0) AS BIGINT) AS total
            FROM record_count
            WHERE country_code = $1 AND entity_code = $2 AND resource = $3"#,
        vec![Value::text(&scope.country), Value::text(&scope.entity), Value::text(definition.resource)],
    );
    if definition.is_tenant_scoped() {
        within_tenants(&mut sql, &scope.tenants);
    }
    sql
}

/// ` AND tenant_code IN (…)`: limits a query to the caller's tenants.
pub(crate) fn within_tenants(sql: &mut Sql, tenants: &Reach) {
    let Reach::Only(tenants) = tenants else { return };
    if tenants.is_empty() {
        sql.push(" AND 1 = 0");
        return;
    }
    sql.push(" AND tenant_code IN (");
    for (at, tenant) in tenants.iter().enumerate() {
        sql.push(if at > 0 { ", " } else { "" }).bind(Value::text(tenant));
    }
    sql.push(")");
}
