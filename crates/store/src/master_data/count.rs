//! Record counts, updated with each change, so a list never has to count.

use domain::access::{Reach, Scope};
use domain::master_data::{Definition, Record, Value};

use crate::batch::{SHARD_PLACEHOLDER, Statement};
use crate::sql::Sql;

pub(super) fn counted(definition: &'static Definition, scope: &Scope, record: &Record, by: i64) -> Statement {
    let tenant =
        if definition.is_tenant_scoped() { record.get(definition, "tenantCode").as_text().unwrap_or("") } else { "" };
    counted_in(definition, scope, tenant, by)
}

pub(super) fn counted_in(definition: &'static Definition, scope: &Scope, tenant: &str, by: i64) -> Statement {
    Statement::new(
        r#"INSERT INTO record_count (country_code, entity_code, resource, tenant_code, shard, n)
            VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (country_code, entity_code, resource, tenant_code, shard) DO UPDATE
            SET n = record_count.n + excluded.n"#,
        vec![
            Value::text(&scope.country),
            Value::text(&scope.entity),
            Value::text(definition.resource),
            Value::text(tenant),
            SHARD_PLACEHOLDER,
            Value::Int(by),
        ],
    )
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
