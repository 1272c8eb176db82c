//! Reading logs: newest first, a page at a time, never counting further than anyone pages.

use domain::access::{Permit, View};
use domain::logs::{CUSTOMER_ACTIONS, LOGINS, Log};
use domain::master_data::Value;
use serde_json::{Map, Value as Json};

use crate::sql::Sql;
use crate::{Cells, Result, Store};

/// Totals are exact up to here; beyond, they say "at least".
pub const COUNTED: i64 = 10_000;

/// What of a log is asked for.
#[derive(Debug, Clone, Default)]
pub struct LogQuery {
    pub filters: Vec<(&'static str, String)>,
    /// From this time on, and up to this one.
    pub from: Option<String>,
    pub to: Option<String>,
}

#[derive(Debug)]
pub struct LogPage {
    pub rows: Vec<Map<String, Json>>,
    pub total: i64,
}

/// Where a log's columns are kept.
fn source(log: &Log) -> (&'static str, &'static str, &'static [(&'static str, &'static str)]) {
    if log.resource == LOGINS.resource {
        let columns = &[
            ("loginDateTime", "created_on"),
            ("userId", "user_id"),
            ("tenantCode", "tenant_code"),
            ("loginBranch", "branch_code"),
            ("ipAddress", "ip_address"),
            ("device", "device"),
            ("logoutDateTime", "ended_on"),
        ];
        return ("session", "created_on", columns);
    }
    let columns = &[
        ("actionDateTime", "at"),
        ("userId", "actor"),
        ("actionPerformed", "action"),
        ("resource", "resource"),
        ("auditMessage", "detail"),
    ];
    ("audit_log", "at", columns)
}

impl Store {
    pub async fn read_log(
        &self,
        permit: &Permit<View>,
        log: &'static Log,
        query: &LogQuery,
        page: i64,
        size: i64,
    ) -> Result<LogPage> {
        let (_, time, columns) = source(log);
        let names = columns.iter().map(|(_, column)| *column).collect::<Vec<_>>().join(", ");
        let mut sql = narrowed(permit, log, query, &format!("SELECT {names}"));
        sql.push(&format!(" ORDER BY {time} DESC LIMIT ")).bind(Value::Int(size));
        sql.push(" OFFSET ").bind(Value::Int(page.saturating_mul(size).min(COUNTED)));
        let key = self.entity_key(permit.scope()).await?;
        let rows = self.rows(permit, &sql, |row| shown(row, columns, &key)).await?;
        let mut inner = narrowed(permit, log, query, "SELECT 1 AS one");
        inner.push(" LIMIT ").bind(Value::Int(COUNTED + 1));
        let count = Sql::new(format!("SELECT count(*) FROM ({}) AS found", inner.text), inner.values);
        let total = self.first(permit, &count, |row| row.int(0).unwrap_or(0)).await?.unwrap_or(0);
        Ok(LogPage { rows, total })
    }
}

fn narrowed(permit: &Permit<View>, log: &'static Log, query: &LogQuery, select: &str) -> Sql {
    let scope = permit.scope();
    let (table, time, columns) = source(log);
    let values = vec![Value::text(&scope.country), Value::text(&scope.entity)];
    let mut sql = Sql::new(format!("{select} FROM {table} WHERE country_code = $1 AND entity_code = $2"), values);
    if table == "audit_log" {
        let kind = if log.resource == CUSTOMER_ACTIONS.resource { "customer" } else { "staff" };
        sql.and_equals("actor_kind", Value::text(kind));
    }
    for (name, value) in &query.filters {
        if let Some((_, column)) = columns.iter().find(|(known, _)| known == name) {
            sql.and_equals(column, Value::text(value));
        }
    }
    for (bound, sign) in [(&query.from, ">="), (&query.to, "<=")] {
        if let Some(bound) = bound {
            sql.push(&format!(" AND {time} {sign} ")).bind(Value::text(bound));
        }
    }
    sql
}

/// A row as people read it; the sealed detail is opened into its key and its message.
fn shown(row: &dyn Cells, columns: &[(&str, &str)], key: &crate::keys::EntityKey) -> Map<String, Json> {
    let mut map = Map::new();
    for (at, (name, column)) in columns.iter().enumerate() {
        let Some(text) = row.text(at) else {
            map.insert((*name).to_owned(), Json::Null);
            continue;
        };
        if *column != "detail" {
            map.insert((*name).to_owned(), text.into());
            continue;
        }
        let opened =
            crate::audit::open_detail(key, text).and_then(|(_, text)| serde_json::from_str::<Json>(&text).ok());
        let mut opened = opened.unwrap_or(Json::Null);
        map.insert("recordKey".into(), opened["key"].take());
        map.insert((*name).to_owned(), opened["detail"].take().to_string().into());
    }
    map
}
