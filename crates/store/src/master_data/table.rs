use std::collections::HashMap;
use std::sync::OnceLock;

use domain::master_data::{ALL, Definition, Field, Kind};

use crate::Result;
use crate::row::{Record, Row};

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
    /// The name in the result.
    name: String,
    shape: Shape,
}

/// The columns of a definition.
#[derive(Debug)]
pub struct Table {
    pub definition: &'static Definition,
    pub name: &'static str,
    /// In the order of the stored fields.
    columns: Vec<String>,
    light: Vec<Column>,
    full: Vec<Column>,
    /// `SELECT` with its columns, without `FROM`.
    pub(super) columns_light: String,
    pub(super) find: String,
}

/// The columns at the end of every master data table.
const TRAIL: &[(&str, &str, Shape)] = &[
    ("versionNumber", "version_number", Shape::Int),
    ("createdOn", "created_on", Shape::Text),
    ("createdBy", "created_by", Shape::Text),
    ("updatedOn", "updated_on", Shape::Text),
    ("updatedBy", "updated_by", Shape::Text),
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

    /// The stored fields with their columns.
    pub(crate) fn stored(&self) -> impl Iterator<Item = (&str, &'static Field)> {
        self.columns.iter().map(String::as_str).zip(self.definition.stored())
    }

    pub(crate) fn key(&self) -> impl Iterator<Item = (&str, &'static Field)> {
        self.stored().filter(|(_, field)| field.key)
    }

    fn new(definition: &'static Definition) -> Table {
        let name = definition.table;
        let keys = definition.key().map(Table::key_expression).enumerate();
        let by_key = keys.map(|(at, key)| format!(" AND {key} = ${}", at + 3)).collect::<String>();
        let (light, select_light) = select(definition, true);
        let (full, select_full) = select(definition, false);
        Table {
            find: format!("{select_full} FROM {name} WHERE country_code = $1 AND entity_code = $2{by_key}"),
            columns_light: select_light,
            columns: definition.stored().map(|field| Table::column(field.name)).collect(),
            light,
            full,
            name,
            definition,
        }
    }

    /// Writes a row of `columns_light` or `find` as a JSON object.
    pub(super) fn write_json(&self, row: &dyn Row, full: bool, out: &mut Vec<u8>) -> Result<()> {
        let columns = if full { &self.full } else { &self.light };
        let record = self.record(row);
        out.push(b'{');
        for (at, column) in columns.iter().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            out.extend_from_slice(column.json_name.as_bytes());
            write_value(record, column, out)?;
        }
        out.push(b'}');
        Ok(())
    }

    /// Errors name the record by the last field of its key.
    pub(super) fn record<'a>(&'a self, row: &'a dyn Row) -> Record<'a> {
        Record::new(row, self.name, self.key().last().map_or("entity_code", |(column, _)| column))
    }
}

fn select(definition: &Definition, light: bool) -> (Vec<Column>, String) {
    let mut columns = Vec::new();
    let mut terms = Vec::new();
    let mut add = |json_name: &str, name: String, term: Option<String>, shape| {
        terms.push(term.map_or_else(|| name.clone(), |term| format!("{term} AS {name}")));
        columns.push(Column { json_name: format!("\"{json_name}\":"), name, shape });
    };
    add("countryCode", "country_code".to_owned(), None, Shape::Text);
    add("entityCode", "entity_code".to_owned(), None, Shape::Text);
    for field in definition.stored().filter(|field| !(light && field.kind.is_heavy())) {
        let name = Table::column(field.name);
        if field.kind.is_secret() {
            // Clients may know whether a secret is set, but never its value.
            let is_set = format!("(coalesce({name}, '') <> '')");
            add(&format!("{}Set", field.name), format!("{name}_set"), Some(is_set), Shape::Flag);
        } else {
            let shape = match field.kind {
                Kind::Int { .. } => Shape::Int,
                Kind::Bool => Shape::Flag,
                _ => Shape::Text,
            };
            add(field.name, name, None, shape);
        }
    }
    for (field, column, shape) in TRAIL {
        add(field, (*column).to_owned(), None, *shape);
    }
    (columns, format!("SELECT {}", terms.join(", ")))
}

fn write_value(record: Record, column: &Column, out: &mut Vec<u8>) -> Result<()> {
    use std::io::Write;
    let name = column.name.as_str();
    // Writing to memory does not fail.
    let written = match column.shape {
        Shape::Text => record.optional_str(name)?.map(|text| drop(serde_json::to_writer(&mut *out, text))),
        Shape::Int => record.optional_int::<i64>(name)?.map(|number| drop(write!(out, "{number}"))),
        Shape::Flag => record.optional_flag(name)?.map(|flag| drop(write!(out, "{flag}"))),
    };
    if written.is_none() {
        out.extend_from_slice(b"null");
    }
    Ok(())
}
