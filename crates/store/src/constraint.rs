//! Maps a violated constraint to the spec's message. Constraints are named after the definition: `<table>_key`,
//! `<table>_<column>_unique`, `<table>_<column>_ref`.

use domain::Refusal;
use domain::master_data::{Definition, Value};
use domain::message::{Label, Message};
use rusqlite::Connection;
use rusqlite::ffi::{SQLITE_CONSTRAINT_FOREIGNKEY, SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE};
use tokio_postgres::error::SqlState;

use crate::master_data::Table;
use crate::row::Record;
use crate::statement::Statement;
use crate::{Error, Result, Row, Sql, sqlite};

/// Prefix of the request tables; a record used there has its own message.
const REQUEST_TABLES: &str = "docrequest";

fn duplicate(definition: &'static Definition, column: Option<&str>, statement: &Statement) -> Refusal {
    let by_column = definition.stored().find(|field| column == Some(&Table::column(field.name)) && field.unique);
    let field = by_column.map_or(definition.naming_key(), |field| field.name);
    let label = Label { resource: definition.resource, field };
    if !definition.is_mapping() {
        return Refusal::Duplicate(label);
    }
    let parts = definition.key().filter_map(|field| statement.value_of(&Table::column(field.name))?.as_text());
    Refusal::DuplicatePair(label, parts.map(str::to_owned).collect())
}

fn unknown_reference(definition: &'static Definition, field: &'static str) -> Refusal {
    Refusal::field(field, Message::about("selectValid", definition.resource, field))
}

fn in_use(table: &str) -> Refusal {
    Refusal::InUse { in_requests: table.starts_with(REQUEST_TABLES) }
}

/// One of the statements failed; at most one of them writes a record of a definition.
pub(crate) fn of_postgres(all: &[&Statement], error: tokio_postgres::Error) -> Error {
    let defined = all.iter().find_map(|statement| Some((*statement, statement.definition?)));
    let (Some(db), Some((statement, definition))) = (error.as_db_error(), defined) else { return error.into() };
    let name = db.constraint().unwrap_or_default();
    let column = name.strip_prefix(definition.table).and_then(|rest| rest.strip_prefix('_'));
    if *db.code() == SqlState::UNIQUE_VIOLATION && db.table() == Some(definition.table) {
        return duplicate(definition, column.and_then(|rest| rest.strip_suffix("_unique")), statement).into();
    }
    if *db.code() != SqlState::FOREIGN_KEY_VIOLATION {
        return error.into();
    }
    if db.table() != Some(definition.table) {
        // Only a deletion fails because of a row of another table.
        let user = db.table().filter(|_| statement.is_delete());
        return match user {
            Some(user) => in_use(user).into(),
            None => error.into(),
        };
    }
    let column = column.and_then(|rest| rest.strip_suffix("_ref"));
    match definition.stored().find(|field| column == Some(&Table::column(field.name))) {
        Some(field) => unknown_reference(definition, field.name).into(),
        None => error.into(),
    }
}

pub(crate) fn of_sqlite(connection: &Connection, statement: &Statement, error: rusqlite::Error) -> Error {
    let (rusqlite::Error::SqliteFailure(failure, Some(text)), Some(definition)) = (&error, statement.definition) else {
        return error.into();
    };
    match failure.extended_code {
        SQLITE_CONSTRAINT_PRIMARYKEY => duplicate(definition, None, statement).into(),
        SQLITE_CONSTRAINT_UNIQUE => {
            duplicate(definition, text.rsplit_once('.').map(|(_, column)| column), statement).into()
        }
        SQLITE_CONSTRAINT_FOREIGNKEY => foreign_key(connection, statement, definition).unwrap_or_else(|| error.into()),
        _ => error.into(),
    }
}

/// SQLite does not say which foreign key failed, so the statement's values are checked one by one.
fn foreign_key(connection: &Connection, statement: &Statement, definition: &'static Definition) -> Option<Error> {
    let table = Table::of(definition);
    if statement.is_delete() {
        return users_of(connection, table, statement).map(|user| in_use(&user).into());
    }
    for field in definition.stored() {
        let Some(reference) = field.reference else { continue };
        let target = Table::of(domain::master_data::find(reference.resource)?);
        let mut sql = Sql::new(format!("SELECT 1 FROM {} WHERE 1 = 1", target.name), Vec::new());
        for scope in ["country_code", "entity_code"] {
            sql.and_equals(scope, statement.value_of(scope)?.clone());
        }
        let mut is_empty = false;
        for (own, remote) in reference.pairs {
            let value = statement.value_of(&Table::column(own))?;
            is_empty |= *value == Value::Null;
            sql.and_equals(&Table::column(remote), value.clone());
        }
        let mut found = false;
        sqlite::visit(connection, &sql, &mut |_| found = true).ok()?;
        if !is_empty && !found {
            return Some(unknown_reference(definition, field.name).into());
        }
    }
    None
}

/// A foreign key: its table, and its columns with the columns they reference.
struct Link {
    table: String,
    id: i64,
    pairs: Vec<(String, String)>,
}

/// The table that still references the record that a statement deletes.
fn users_of(connection: &Connection, table: &Table, statement: &Statement) -> Option<String> {
    let keys = Sql::new(
        "SELECT m.name AS name, f.\"from\" AS own, f.\"to\" AS remote, f.id AS id FROM sqlite_schema m \
            JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table' AND f.\"table\" = $1 \
            ORDER BY m.name, f.id, f.seq",
        vec![Value::text(table.name)],
    );
    let mut found = Vec::new();
    let column = |row: &dyn Row| {
        let row = Record::new(row, "sqlite_schema", "name");
        Ok((row.text("name")?, row.int("id")?, (row.text("own")?, row.text("remote")?)))
    };
    sqlite::visit(connection, &keys, &mut |row| found.push(column(row))).ok()?;
    let found: Result<Vec<_>> = found.into_iter().collect();
    let mut links: Vec<Link> = Vec::new();
    for (name, id, pair) in found.inspect_err(Error::report).ok()? {
        match links.last_mut().filter(|link| link.table == name && link.id == id) {
            Some(link) => link.pairs.push(pair),
            None => links.push(Link { table: name, id, pairs: vec![pair] }),
        }
    }
    for link in links {
        let mut sql = Sql::new(format!("SELECT 1 FROM {} WHERE 1 = 1", link.table), Vec::new());
        for (own, remote) in &link.pairs {
            sql.and_equals(own, statement.value_of(remote)?.clone());
        }
        sql.push(" LIMIT 1");
        let mut found = false;
        sqlite::visit(connection, &sql, &mut |_| found = true).ok()?;
        if found {
            return Some(link.table);
        }
    }
    None
}
