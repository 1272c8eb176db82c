use domain::access::{Permit, Scope, View};
use domain::master_data::{Definition, Field, Kind, Value};

use super::Table;
use super::count::{total, within_tenants};
use crate::row::{Record, int_of};
use crate::sql::{Sql, scoped};
use crate::{Dialect, Result, Row, Store};

/// A field that must equal, or for free texts contain, a value.
#[derive(Debug, Clone)]
pub struct Filter {
    pub field: &'static Field,
    pub value: Value,
}

#[derive(Debug, Clone)]
pub struct Sort {
    /// `None` sorts by time of the last change.
    pub field: Option<&'static Field>,
    pub descending: bool,
}

/// The filters and order of a list, already checked against the definition.
#[derive(Debug, Clone, Default)]
pub struct ListQuery {
    pub filters: Vec<Filter>,
    pub q: Option<String>,
    pub sort: Option<Sort>,
}

impl ListQuery {
    fn is_narrowed(&self) -> bool {
        !self.filters.is_empty() || self.q.is_some()
    }
}

/// Records as JSON, separated by commas.
#[derive(Debug, Default)]
pub struct Page {
    pub json: Vec<u8>,
    pub rows: u64,
    pub total: i64,
    /// The key of the last row; the next page starts after it.
    last_key: Vec<Value>,
}

impl Store {
    /// One page and the total, in one query.
    pub async fn list_page(
        &self,
        permit: &Permit<View>,
        definition: &'static Definition,
        query: &ListQuery,
        page: i64,
        size: i64,
    ) -> Result<Page> {
        let table = Table::of(definition);
        let count = self.count(permit, definition, query);
        let select = format!("{}, ({}) AS total FROM {}", table.columns_light, count.text, table.name);
        let mut sql = self.filtered(definition, query, permit.scope(), Sql::new(select, count.values.clone()));
        order(&mut sql, definition, query);
        limit(&mut sql, size, page.saturating_mul(size));
        let mut shown = self.collect(permit, definition, &sql, size, true).await?;
        if shown.rows == 0 {
            shown.total = self.first_decoded(permit, &count, int_of(definition.table, "total")).await?.unwrap_or(0);
        }
        Ok(shown)
    }

    fn count(&self, permit: &Permit<View>, definition: &'static Definition, query: &ListQuery) -> Sql {
        if !query.is_narrowed() {
            return total(definition, permit.scope());
        }
        let select = format!("SELECT count(*) AS total FROM {}", definition.table);
        self.filtered(definition, query, permit.scope(), Sql::new(select, scoped(permit, &[])))
    }

    /// The next rows of the whole list. Key order returns no row twice, and no connection is held while the client
    /// reads.
    pub async fn list_next(
        &self,
        permit: &Permit<View>,
        definition: &'static Definition,
        query: &ListQuery,
        before: Option<&Page>,
        size: i64,
    ) -> Result<Page> {
        let table = Table::of(definition);
        let select = format!("{} FROM {}", table.columns_light, table.name);
        let mut sql = self.filtered(definition, query, permit.scope(), Sql::new(select, scoped(permit, &[])));
        let by_key = query.sort.is_none() && definition.key().next().is_some();
        let offset = match before {
            Some(page) if by_key => {
                after(&mut sql, definition, &page.last_key);
                0
            }
            Some(page) => page.total,
            None => 0,
        };
        order(&mut sql, definition, query);
        limit(&mut sql, size, offset);
        let mut page = self.collect(permit, definition, &sql, size, false).await?;
        page.total = before.map_or(0, |page| page.total) + page.rows as i64;
        Ok(page)
    }

    async fn collect(
        &self,
        permit: &Permit<View>,
        definition: &'static Definition,
        sql: &Sql,
        size: i64,
        with_total: bool,
    ) -> Result<Page> {
        let table = Table::of(definition);
        let mut page = Page { json: Vec::with_capacity(size.clamp(1, 200) as usize * 256), ..Page::default() };
        let mut add = |row: &dyn Row| -> Result<()> {
            if page.rows > 0 {
                page.json.push(b',');
            } else if with_total {
                page.total = int_of(definition.table, "total")(row)?;
            }
            page.rows += 1;
            table.write_json(row, false, &mut page.json)?;
            if page.rows as i64 == size {
                let record = table.record(row);
                page.last_key = table.key().map(|key| key_value(record, key)).collect::<Result<_>>()?;
            }
            Ok(())
        };
        let mut outcome = Ok(());
        self.visit(permit, sql, &mut |row| {
            if outcome.is_ok() {
                outcome = add(row);
            }
        })
        .await?;
        outcome.map(|()| page)
    }

    /// Adds the scope and the filters to a select whose values begin with country and entity.
    fn filtered(&self, definition: &'static Definition, query: &ListQuery, scope: &Scope, select: Sql) -> Sql {
        let mut sql = select;
        sql.push(" WHERE country_code = $1 AND entity_code = $2");
        if definition.is_tenant_scoped() {
            within_tenants(&mut sql, &scope.tenants);
        }
        for filter in &query.filters {
            let column = Table::column(filter.field.name);
            match (&filter.value, filter.field.kind) {
                (Value::Null, _) => drop(sql.push(" AND ").push(&column).push(" IS NULL")),
                (Value::Text(text), Kind::Text | Kind::Email | Kind::Mobile | Kind::Url | Kind::Ip) => {
                    contains(&mut sql, self.dialect(), &[column], text);
                }
                (value, _) => drop(sql.and_equals(&column, value.clone())),
            }
        }
        if let Some(q) = &query.q {
            let searched = definition
                .stored()
                .filter(|field| matches!(field.kind, Kind::Code | Kind::Text | Kind::Email | Kind::Mobile));
            let columns: Vec<String> = searched.map(|field| Table::column(field.name)).collect();
            contains(&mut sql, self.dialect(), &columns, q);
        }
        sql
    }
}

/// ` AND (a LIKE … OR b LIKE …)`
pub(super) fn contains(sql: &mut Sql, dialect: Dialect, columns: &[String], text: &str) {
    let escaped = text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    sql.push(" AND (");
    for (at, column) in columns.iter().enumerate() {
        sql.push(if at > 0 { " OR " } else { "" }).push(column).push(" ").push(dialect.like()).push(" ");
        sql.bind(Value::Text(format!("%{escaped}%"))).push(" ESCAPE '\\'");
    }
    sql.push(if columns.is_empty() { "1 = 0)" } else { ")" });
}

fn order(sql: &mut Sql, definition: &'static Definition, query: &ListQuery) {
    let keys: Vec<String> = definition.key().map(Table::key_expression).collect();
    let mut terms = Vec::new();
    if let Some(sort) = &query.sort {
        let direction = if sort.descending { "DESC" } else { "ASC" };
        match sort.field {
            None => terms.push(format!("updated_on {direction}")),
            Some(field) if field.key => terms.push(format!("{} {direction}", Table::key_expression(field))),
            Some(field) => {
                let column = Table::column(field.name);
                let nulls = if sort.descending { "LAST" } else { "FIRST" };
                let is_text = !matches!(field.kind, Kind::Int { .. } | Kind::Bool);
                let value = if is_text { format!("lower({column})") } else { column };
                terms.push(format!("{value} {direction} NULLS {nulls}"));
            }
        }
    }
    terms.extend(keys);
    if !terms.is_empty() {
        sql.push(" ORDER BY ").push(&terms.join(", "));
    }
}

/// Literals, not parameters: a plan that knows how few rows are needed can be reused.
fn limit(sql: &mut Sql, size: i64, offset: i64) {
    sql.push(&format!(" LIMIT {size}"));
    if offset > 0 {
        sql.push(" OFFSET ").bind(Value::Int(offset));
    }
}

/// ` AND (key) > (last key)`
fn after(sql: &mut Sql, definition: &'static Definition, key: &[Value]) {
    let columns: Vec<String> = definition.key().map(Table::key_expression).collect();
    sql.push(" AND (").push(&columns.join(", ")).push(") > (");
    for (at, value) in key.iter().enumerate() {
        sql.push(if at > 0 { ", " } else { "" }).bind(value.clone());
    }
    sql.push(")");
}

/// An empty part of a key is stored as null.
fn key_value(record: Record, (column, field): (&str, &Field)) -> Result<Value> {
    match field.kind {
        Kind::Int { .. } => record.int(column).map(Value::Int),
        _ => Ok(Value::text(record.optional_str(column)?.unwrap_or_default())),
    }
}
