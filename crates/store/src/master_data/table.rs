use std::collections::HashMap;
use std::sync::OnceLock;

use domain::master_data::{ALL, Definition, Field, Kind, Value};

use crate::batch::{Statement, Written};
use crate::row::{Record, Row, WrongType};
use crate::{Error, Result};

/// The JSON type of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Text,
    Int,
    Flag,
}

#[derive(Debug)]
struct Column {
    /// `"branchCode":`, ready to write.
    json_name: String,
    shape: Shape,
}

/// The SQL statements of a definition.
#[derive(Debug)]
pub struct Table {
    pub definition: &'static Definition,
    pub name: String,
    light: Vec<Column>,
    full: Vec<Column>,
    /// `SELECT` with its columns, without `FROM`.
    pub(super) columns_light: String,
    pub(super) find: String,
    pub(super) insert: String,
    pub(super) update: String,
    pub(super) by_key: String,
}

/// The columns at the end of every master data table.
const TRAIL: &[(&str, &str)] = &[
    ("versionNumber", "version_number"),
    ("createdOn", "created_on"),
    ("createdBy", "created_by"),
    ("updatedOn", "updated_on"),
    ("updatedBy", "updated_by"),
];

impl Table {
    pub fn of(definition: &'static Definition) -> &'static Table {
        static TABLES: OnceLock<HashMap<&'static str, Table>> = OnceLock::new();
        let make = || ALL.iter().map(|definition| (definition.resource, Table::new(definition))).collect();
        &TABLES.get_or_init(make)[definition.resource]
    }

    /// `branchCode` is stored in `branch_code`.
    pub fn column(field: &str) -> String {
        field.chars().fold(String::new(), |mut name, character| {
            if character.is_ascii_uppercase() {
                name.push('_');
            }
            name.push(character.to_ascii_lowercase());
            name
        })
    }

    /// How a key field is compared: an empty part of a key means "any" and is stored as null.
    pub(crate) fn key_expression(field: &Field) -> String {
        let column = Table::column(field.name);
        if field.required { column } else { format!("coalesce({column}, '')") }
    }

    /// Country, entity and the key fields, as columns.
    pub(crate) fn key_columns(&self) -> impl Iterator<Item = String> {
        let scope = ["country_code", "entity_code"].map(str::to_owned);
        scope.into_iter().chain(self.definition.key().map(|field| Table::column(field.name)))
    }

    fn new(definition: &'static Definition) -> Table {
        let name = definition.table.to_owned();
        let fields: Vec<&Field> = definition.stored().collect();
        let columns: Vec<String> = fields.iter().map(|field| Table::column(field.name)).collect();
        let scoped = "country_code, entity_code, ";
        let trail = TRAIL.iter().map(|(_, column)| *column).collect::<Vec<_>>().join(", ");
        let holders = (1..=columns.len() + 7).map(|n| format!("${n}")).collect::<Vec<_>>().join(", ");
        let keys = definition.key().map(Table::key_expression).collect::<Vec<_>>();
        let by_key =
            keys.iter().enumerate().fold("country_code = $1 AND entity_code = $2".to_owned(), |text, (at, key)| {
                format!("{text} AND {key} = ${}", at + 3)
            });
        let (light, select_light) = select(&fields, true);
        let (full, select_full) = select(&fields, false);
        Table {
            insert: format!("INSERT INTO {name} ({scoped}{}, {trail}) VALUES ({holders})", columns.join(", ")),
            update: update(definition, &name),
            columns_light: format!("SELECT {scoped}{select_light}{trail}"),
            find: format!("SELECT {scoped}{select_full}{trail} FROM {name} WHERE {by_key}"),
            light,
            full,
            by_key,
            name,
            definition,
        }
    }

    /// Writes a row of `columns_light` or `find` as a JSON object.
    pub(super) fn write_json(&self, row: &dyn Row, full: bool, out: &mut Vec<u8>) -> Result<()> {
        let columns = if full { &self.full } else { &self.light };
        out.push(b'{');
        for (at, column) in columns.iter().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            out.extend_from_slice(column.json_name.as_bytes());
            write_value(row, at, column.shape, out).map_err(|WrongType| self.unreadable(row, &column.json_name))?;
        }
        out.push(b'}');
        Ok(())
    }

    /// Names the record by the last field of its key.
    pub(super) fn unreadable(&self, row: &dyn Row, column: &str) -> Error {
        let key =
            self.definition.key().last().map_or_else(|| "entity_code".to_owned(), |field| Table::column(field.name));
        Record::new(row, self.definition.table, &key).unreadable(column.trim_matches(['"', ':']))
    }

    /// The values of an insert or update by field, to find out which reference is invalid.
    pub(crate) fn values_of<'a>(&self, statement: &'a Statement) -> Option<RowValues<'a>> {
        let values = &statement.sql.values;
        let named = |fields: Vec<&'static Field>, values: &'a [Value]| {
            fields.into_iter().map(|field| field.name).zip(values).collect::<Vec<_>>()
        };
        let stored: Vec<_> = self.definition.stored().collect();
        if statement.written == Written::Insert {
            return Some(RowValues {
                country: values.first()?,
                entity: values.get(1)?,
                fields: named(stored, values.get(2..)?),
            });
        }
        let (keys, rest): (Vec<_>, Vec<_>) = stored.into_iter().partition(|field| field.key);
        let scope = rest.len() + 2;
        let mut fields = named(rest, values);
        fields.extend(named(keys, values.get(scope + 2..)?));
        Some(RowValues { country: values.get(scope)?, entity: values.get(scope + 1)?, fields })
    }
}

pub(crate) struct RowValues<'a> {
    pub country: &'a Value,
    pub entity: &'a Value,
    fields: Vec<(&'static str, &'a Value)>,
}

impl<'a> RowValues<'a> {
    pub fn get(&self, field: &str) -> Option<&'a Value> {
        self.fields.iter().find(|(name, _)| *name == field).map(|(_, value)| *value)
    }
}

fn select(fields: &[&Field], light: bool) -> (Vec<Column>, String) {
    let column = |name: &str, shape| Column { json_name: format!("\"{name}\":"), shape };
    let mut columns = vec![column("countryCode", Shape::Text), column("entityCode", Shape::Text)];
    let mut text = String::new();
    for field in fields.iter().filter(|field| !(light && field.kind.is_heavy())) {
        let name = Table::column(field.name);
        if field.kind.is_secret() {
            // Clients may know whether a secret is set, but never its value.
            columns.push(column(&format!("{}Set", field.name), Shape::Flag));
            text.push_str(&format!("(coalesce({name}, '') <> ''), "));
        } else {
            let shape = match field.kind {
                Kind::Int { .. } => Shape::Int,
                Kind::Bool => Shape::Flag,
                _ => Shape::Text,
            };
            columns.push(column(field.name, shape));
            text.push_str(&format!("{name}, "));
        }
    }
    columns.push(column("versionNumber", Shape::Int));
    columns.extend(TRAIL[1..].iter().map(|(name, _)| column(name, Shape::Text)));
    (columns, text)
}

/// Values in this order: non-key fields, time, actor, country, entity, key, version.
fn update(definition: &Definition, name: &str) -> String {
    let mut next = 0;
    let mut holder = || {
        next += 1;
        format!("${next}")
    };
    let mut sets = Vec::new();
    for field in definition.stored().filter(|field| !field.key) {
        let column = Table::column(field.name);
        sets.push(if field.kind.is_secret() {
            // An omitted secret stays unchanged.
            format!("{column} = coalesce({}, {column})", holder())
        } else {
            format!("{column} = {}", holder())
        });
    }
    sets.push(format!("updated_on = {}", holder()));
    sets.push(format!("updated_by = {}", holder()));
    sets.push("version_number = version_number + 1".to_owned());
    let mut matching = vec![format!("country_code = {}", holder()), format!("entity_code = {}", holder())];
    matching.extend(definition.key().map(|field| format!("{} = {}", Table::key_expression(field), holder())));
    matching.push(format!("version_number = {}", holder()));
    format!("UPDATE {name} SET {} WHERE {}", sets.join(", "), matching.join(" AND "))
}

fn write_value(row: &dyn Row, at: usize, shape: Shape, out: &mut Vec<u8>) -> std::result::Result<(), WrongType> {
    use std::io::Write;
    let null = || b"null".to_vec();
    match shape {
        // Writing to memory does not fail.
        Shape::Text => match row.text(at)? {
            Some(text) => drop(serde_json::to_writer(out, text)),
            None => out.extend(null()),
        },
        Shape::Int => match row.int(at)? {
            Some(number) => drop(write!(out, "{number}")),
            None => out.extend(null()),
        },
        Shape::Flag => out.extend_from_slice(match row.flag(at)? {
            Some(true) => b"true",
            Some(false) => b"false",
            None => b"null",
        }),
    }
    Ok(())
}
