//! Reads logs page by page, newest first; a count stops at a limit.

use domain::access::{AppCode, Permit, View};
use domain::logs::{CUSTOMER_ACTIONS, DEBUG, LOGINS, Log, permission_of, screen_of};
use domain::master_data::Value;
use serde_json::{Map, Value as Json};

use crate::audit::shown_detail;
use crate::keys::EntityKey;
use crate::row::{Record, int_of};
use crate::sql::Sql;
use crate::{Result, Row, Store};

/// Totals are exact up to here; larger ones are reported as "at least".
pub const COUNTED: i64 = 10_000;

/// Prefix of a customer as an actor; a staff user may have the same id.
const CUSTOMER: &str = "customer:";

/// The filters of a log.
#[derive(Debug, Clone, Default)]
pub struct LogQuery {
    pub filters: Vec<(&'static str, String)>,
    /// Inclusive bounds of the time.
    pub from: Option<String>,
    pub to: Option<String>,
}

#[derive(Debug)]
pub struct LogPage {
    pub rows: Vec<Map<String, Json>>,
    pub total: i64,
}

/// One part of the log, and where the next part begins.
#[derive(Debug)]
pub struct LogPiece {
    pub rows: Vec<Map<String, Json>>,
    pub last: Option<Vec<Value>>,
}

/// The table behind a log.
struct Source {
    name: &'static str,
    table: &'static str,
    time: &'static str,
    /// Columns that order entries of the same time.
    ties: &'static [&'static str],
    columns: &'static [(&'static str, &'static str)],
}

/// Sessions and failed logins as one log. Each half uses its own index.
const SESSIONS: Source = Source {
    name: "session",
    table: "(SELECT country_code, entity_code, session_id, created_on, user_id, user_type, tenant_code, branch_code, \
        ip_address, place, time_zone, device, ended_on, 'success' AS outcome FROM session \
        UNION ALL SELECT country_code, entity_code, login_id, created_on, user_id, user_type, tenant_code, '', \
        ip_address, place, time_zone, device, NULL, outcome FROM failed_login) AS login",
    time: "created_on",
    ties: &["session_id"],
    columns: &[
        ("loginDateTime", "created_on"),
        ("userId", "user_id"),
        ("outcome", "outcome"),
        ("userType", "user_type"),
        ("tenantCode", "tenant_code"),
        (
            "homeBranch",
            "(SELECT u.default_branch_code FROM staff_user u WHERE u.country_code = login.country_code \
                AND u.entity_code = login.entity_code AND u.user_id = login.user_id)",
        ),
        ("loginBranch", "branch_code"),
        ("ipAddress", "ip_address"),
        ("loggedFromLocation", "place"),
        ("locationTimeZone", "time_zone"),
        ("device", "device"),
        ("logoutDateTime", "ended_on"),
    ],
};

const CALLS: Source = Source {
    name: "user_debug_log",
    table: "user_debug_log",
    time: "at",
    ties: &["entry_id"],
    columns: &[
        ("actionDateTime", "at"),
        ("userId", "user_id"),
        ("moduleCode", "module_code"),
        ("route", "route"),
        ("operation", "operation"),
        ("status", "status"),
        ("durationMs", "duration_ms"),
        ("debugLevel", "debug_level"),
        ("requestId", "request_id"),
        ("debugMessage", "detail"),
    ],
};

const ACTIONS: Source = Source {
    name: "audit_log",
    table: "audit_log",
    time: "at",
    ties: &["shard", "seq"],
    columns: &[
        ("actionDateTime", "at"),
        ("userId", "actor"),
        ("actionPerformed", "action"),
        ("resource", "resource"),
        ("auditMessage", "detail"),
    ],
};

fn source(log: &Log) -> &'static Source {
    match log.resource {
        name if name == LOGINS.resource => &SESSIONS,
        name if name == DEBUG.resource => &CALLS,
        _ => &ACTIONS,
    }
}

impl Source {
    /// All columns under their readable names, then time and tie-breakers.
    fn select(&self) -> String {
        let columns = self.columns.iter().map(|(name, column)| format!("{column} AS \"{name}\", "));
        format!("SELECT {}{}, {}", columns.collect::<String>(), self.time, self.ties.join(", "))
    }

    fn order(&self) -> String {
        let names = std::iter::once(&self.time).chain(self.ties);
        names.map(|name| format!("{name} DESC")).collect::<Vec<_>>().join(", ")
    }

    fn cursor(&self, row: &dyn Row) -> Result<Vec<Value>> {
        std::iter::once(&self.time).chain(self.ties).map(|name| self.column_value(row, name)).collect()
    }

    /// Log columns are texts or numbers.
    fn column_value(&self, row: &dyn Row, name: &str) -> Result<Value> {
        let record = self.record(row);
        let text = record.optional_str(name).map(|text| text.map(Value::text));
        let value = text.or_else(|_| record.optional_int(name).map(|number| number.map(Value::Int)));
        Ok(value?.unwrap_or(Value::Null))
    }

    fn record<'a>(&self, row: &'a dyn Row) -> Record<'a> {
        Record::new(row, self.name, self.time)
    }
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
        let source = source(log);
        let mut sql = filtered(permit, log, query, &source.select());
        sql.push(&format!(" ORDER BY {} LIMIT ", source.order())).bind(Value::Int(size));
        sql.push(" OFFSET ").bind(Value::Int(page.saturating_mul(size).min(COUNTED)));
        let key = self.entity_key(permit.scope()).await?;
        let rows = self.decoded(permit, &sql, |row| to_json(row, source, &key)).await?;
        let mut inner = filtered(permit, log, query, "SELECT 1 AS one");
        inner.push(" LIMIT ").bind(Value::Int(COUNTED + 1));
        let count = Sql::new(format!("SELECT count(*) AS n FROM ({}) AS found", inner.text), inner.values);
        let total = self.first_decoded(permit, &count, int_of(source.name, "n")).await?.unwrap_or(0);
        Ok(LogPage { rows, total })
    }

    /// The next entries after the end of the last part. Entries written meanwhile shift nothing.
    pub async fn next_log_entries(
        &self,
        permit: &Permit<View>,
        log: &'static Log,
        query: &LogQuery,
        after: Option<&[Value]>,
        size: i64,
    ) -> Result<LogPiece> {
        let source = source(log);
        let mut sql = filtered(permit, log, query, &source.select());
        if let Some(after) = after {
            let names: Vec<&str> = std::iter::once(source.time).chain(source.ties.iter().copied()).collect();
            sql.push(&format!(" AND ({}) < (", names.join(", ")));
            for (at, value) in after.iter().enumerate() {
                sql.push(if at == 0 { "" } else { ", " }).bind(value.clone());
            }
            sql.push(")");
        }
        sql.push(&format!(" ORDER BY {} LIMIT ", source.order())).bind(Value::Int(size));
        let key = self.entity_key(permit.scope()).await?;
        let found = self.decoded(permit, &sql, |row| Ok((to_json(row, source, &key)?, source.cursor(row)?))).await?;
        let last = found.last().map(|(_, cursor)| cursor.clone());
        Ok(LogPiece { rows: found.into_iter().map(|(row, _)| row).collect(), last })
    }
}

fn filtered(permit: &Permit<View>, log: &'static Log, query: &LogQuery, select: &str) -> Sql {
    let scope = permit.scope();
    let source = source(log);
    let values = vec![Value::text(&scope.country), Value::text(&scope.entity)];
    let mut sql =
        Sql::new(format!("{select} FROM {} WHERE country_code = $1 AND entity_code = $2", source.table), values);
    if source.table == ACTIONS.table {
        let kind = if log.resource == CUSTOMER_ACTIONS.resource { "customer" } else { "staff" };
        sql.and_equals("actor_kind", Value::text(kind));
    }
    for (name, value) in &query.filters {
        if let Some((_, column)) = source.columns.iter().find(|(known, _)| known == name) {
            let is_customer = *name == "userId" && log.resource == CUSTOMER_ACTIONS.resource;
            let value = if is_customer { format!("{CUSTOMER}{value}") } else { value.clone() };
            sql.and_equals(column, Value::Text(value));
        }
    }
    for (bound, sign) in [(&query.from, ">="), (&query.to, "<=")] {
        if let Some(bound) = bound {
            sql.push(&format!(" AND {} {sign} ", source.time)).bind(Value::text(bound));
        }
    }
    sql
}

/// A row in readable form; the sealed detail of an audit entry is decrypted into its key and message.
fn to_json(row: &dyn Row, source: &Source, key: &EntityKey) -> Result<Map<String, Json>> {
    let mut map = Map::new();
    for (name, _) in source.columns {
        match source.column_value(row, name)? {
            Value::Text(sealed) if *name == "auditMessage" => {
                let opened = shown_detail(key, &sealed, || source.record(row).unreadable("detail"));
                open(&mut map, opened);
            }
            Value::Text(text) if *name == "userId" => {
                map.insert((*name).to_owned(), text.strip_prefix(CUSTOMER).unwrap_or(&text).into());
            }
            Value::Text(text) => drop(map.insert((*name).to_owned(), text.into())),
            Value::Int(number) => drop(map.insert((*name).to_owned(), number.into())),
            _ => drop(map.insert((*name).to_owned(), Json::Null)),
        }
    }
    Ok(map)
}

fn open(map: &mut Map<String, Json>, mut opened: Json) {
    let text = |name: &str| map.get(name).and_then(Json::as_str).unwrap_or_default();
    let permission = permission_of(text("actionPerformed"));
    let is_request = text("resource") == "docrequest";
    let screen = opened["screen"].as_str().or(screen_of(text("resource")));
    let app = screen.and_then(AppCode::of_screen).map(AppCode::code);
    let screen = screen.map(str::to_owned);
    let (key, mut detail) = (opened["key"].take(), opened["detail"].take());
    // A customer has no branch; the request has one.
    let of_request = |detail: &mut Json, name: &str| {
        let own = detail.as_object_mut().filter(|_| is_request);
        own.and_then(|own| own.remove(name)).unwrap_or_default()
    };
    let (txn_id, branch) = (of_request(&mut detail, "txnId"), of_request(&mut detail, "branchCode"));
    let home = opened["homeBranch"].take();
    map.insert("txnRefNo".into(), if is_request { key.clone() } else { Json::Null });
    map.insert("txnId".into(), txn_id);
    map.insert("recordKey".into(), key);
    map.insert("roleCode".into(), opened["roles"].take());
    map.insert("homeBranch".into(), if home.is_null() { branch } else { home });
    map.insert("actionCode".into(), permission.into());
    map.insert("screenCode".into(), screen.into());
    map.insert("appCode".into(), app.into());
    map.insert("auditMessage".into(), detail.to_string().into());
}
