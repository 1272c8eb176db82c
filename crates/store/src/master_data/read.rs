use domain::access::{Permit, View};
use domain::master_data::{Definition, Value};

use super::Table;
use super::count::within_tenants;
use super::write::comparable;
use crate::row::Record;
use crate::sql::Sql;
use crate::{Result, Store};

#[derive(Debug, Clone)]
pub struct Found {
    pub json: Vec<u8>,
}

impl Found {
    pub fn to_map(&self) -> serde_json::Map<String, serde_json::Value> {
        serde_json::from_slice(&self.json).unwrap_or_default()
    }
}

impl Store {
    /// One record by its key, in the caller's scope.
    pub async fn find_record<Kind>(
        &self,
        permit: &Permit<Kind>,
        definition: &'static Definition,
        key: &[Value],
    ) -> Result<Option<Found>> {
        let table = Table::of(definition);
        let scope = permit.scope();
        let mut values = vec![Value::text(&scope.country), Value::text(&scope.entity)];
        values.extend(comparable(key));
        let mut sql = Sql::new(table.find.as_str(), values);
        if definition.is_tenant_scoped() {
            within_tenants(&mut sql, &scope.tenants);
        }
        let write = |row: &dyn crate::Row| {
            let mut json = Vec::with_capacity(512);
            table.write_json(row, true, &mut json)?;
            Ok(Found { json })
        };
        self.first_decoded(permit, &sql, write).await
    }

    /// Keys and names for a selection list: at most `most`, filtered by `q`.
    pub async fn look_up(
        &self,
        permit: &Permit<View>,
        definition: &'static Definition,
        q: Option<&str>,
        most: i64,
    ) -> Result<Vec<serde_json::Map<String, serde_json::Value>>> {
        let scope = permit.scope();
        let mut fields: Vec<&'static str> = definition.key().map(|field| field.name).collect();
        let more = definition.stored().filter(|field| field.in_choices).map(|field| field.name);
        for name in std::iter::once(definition.label).chain(more) {
            if !fields.contains(&name) {
                fields.push(name);
            }
        }
        let columns: Vec<String> = fields.iter().map(|field| Table::column(field)).collect();
        let text = format!(
            "SELECT {} FROM {} WHERE country_code = $1 AND entity_code = $2",
            columns.join(", "),
            definition.table
        );
        let mut sql = Sql::new(text, vec![Value::text(&scope.country), Value::text(&scope.entity)]);
        if definition.is_tenant_scoped() {
            within_tenants(&mut sql, &scope.tenants);
        }
        if let Some(q) = q {
            let tamil = definition.translated().filter(|(name, _)| fields.contains(name));
            let searched: Vec<String> =
                columns.iter().cloned().chain(tamil.map(|(_, name)| Table::column(name))).collect();
            super::list::contains(&mut sql, self.dialect(), &searched, q);
        }
        let order: Vec<String> = definition.key().map(Table::key_expression).collect();
        if !order.is_empty() {
            sql.push(" ORDER BY ").push(&order.join(", "));
        }
        sql.push(" LIMIT ").bind(Value::Int(most));
        let entry = |row: &dyn crate::Row| {
            let pairs = fields.iter().zip(&columns).map(|(field, column)| {
                let record = Record::new(row, definition.table, &columns[0]);
                // A key may be a number.
                let text = record.optional_str(column).map(Into::into);
                let value = text.or_else(|_| record.optional_int::<i64>(column).map(Into::into));
                value.map(|value| ((*field).to_owned(), value))
            });
            pairs.collect()
        };
        self.decoded(permit, &sql, entry).await
    }
}
