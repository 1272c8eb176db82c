use std::borrow::Cow;

use domain::access::{Change, Permit, Scope};
use domain::master_data::{Definition, Value};
use domain::refusal::Refusal;

use crate::audit::{Entry, Sealed, seal};
use crate::keys::EntityKey;
use crate::sql::Sql;

/// What a statement must achieve for its batch to commit.
#[derive(Debug, Clone)]
pub enum Expect {
    Anything,
    /// Exactly one row; otherwise the batch is refused with this.
    One(Refusal),
    /// Exactly this many rows; otherwise the batch is refused with this.
    Rows(u64, Refusal),
}

#[derive(Debug, Clone)]
pub struct Statement {
    pub sql: Sql,
    pub expect: Expect,
    /// The definition whose constraints the statement may violate.
    pub definition: Option<&'static Definition>,
    pub written: Written,
}

/// What a statement does to a record of a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    Insert,
    Update,
    Delete,
    /// Not a record of a definition.
    Other,
}

impl Statement {
    pub fn new(text: impl Into<Cow<'static, str>>, values: Vec<Value>) -> Statement {
        Sql::new(text, values).into()
    }

    pub fn or_refuse(mut self, refusal: Refusal) -> Statement {
        self.expect = Expect::One(refusal);
        self
    }

    pub fn rows_or_refuse(mut self, rows: u64, refusal: Refusal) -> Statement {
        self.expect = Expect::Rows(rows, refusal);
        self
    }

    pub fn of(self, definition: &'static Definition, written: Written) -> Statement {
        Statement { definition: Some(definition), written, ..self }
    }
}

impl From<Sql> for Statement {
    fn from(sql: Sql) -> Statement {
        Statement { sql, expect: Expect::Anything, definition: None, written: Written::Other }
    }
}

/// Inserts rows in few statements, at most 20 rows each.
pub(crate) fn insert_rows(table: &str, columns: &str, rows: &[Vec<Value>]) -> Vec<Statement> {
    rows.chunks(20).map(|rows| insert_all(&format!("INSERT INTO {table} ({columns})"), rows)).collect()
}

pub(crate) fn insert_row(table: &str, columns: &str, row: Vec<Value>) -> Statement {
    insert_all(&format!("INSERT INTO {table} ({columns})"), &[row])
}

fn insert_all(into: &str, rows: &[Vec<Value>]) -> Statement {
    let mut sql = Sql::new(format!("{into} VALUES "), Vec::with_capacity(rows.iter().map(Vec::len).sum()));
    for (at, row) in rows.iter().enumerate() {
        sql.push(if at > 0 { ", (" } else { "(" });
        for (at, value) in row.iter().enumerate() {
            sql.push(if at > 0 { ", " } else { "" }).bind(value.clone());
        }
        sql.push(")");
    }
    sql.into()
}

/// A placeholder for the writer's audit shard. Counters are kept per shard, so two writers never wait for the same
/// row.
pub(crate) const SHARD_PLACEHOLDER: Value = Value::Int(i64::MIN);

/// Well below the parameter limit of either database.
const MOST_VALUES: usize = 6_000;

/// `INSERT INTO table (columns)` and the number of columns, if the statement is a plain insert.
fn plain_insert(statement: &Statement) -> Option<(String, usize)> {
    let Expect::Anything = statement.expect else { return None };
    let (into, rest) = statement.sql.text.split_once(" VALUES ")?;
    let is_plain = into.starts_with("INSERT INTO ") && statement.definition.is_none() && !rest.contains("ON CONFLICT");
    is_plain.then(|| (into.to_owned(), into.split(',').count()))
}

/// A change and its audit entries, committed together.
#[derive(Debug, Default)]
pub struct Batch {
    pub statements: Vec<Statement>,
    pub entries: Vec<Entry>,
}

impl Batch {
    pub fn audited(entry: Entry) -> Batch {
        Batch { statements: Vec::new(), entries: vec![entry] }
    }

    pub(crate) fn unaudited(statements: Vec<Statement>) -> Batch {
        Batch { statements, entries: Vec::new() }
    }

    pub fn and(mut self, statement: Statement) -> Batch {
        self.statements.push(statement);
        self
    }

    pub fn join(mut self, other: Batch) -> Batch {
        self.statements.extend(other.statements);
        self.entries.extend(other.entries);
        self
    }

    /// Merges the inserts into one statement per table, for callers that add many rows at once.
    pub fn gathered(self) -> Batch {
        let mut gathered: Vec<Statement> = Vec::new();
        let mut tables: Vec<(String, usize, Vec<Vec<Value>>)> = Vec::new();
        for statement in self.statements {
            let Some((into, width)) = plain_insert(&statement) else {
                gathered.push(statement);
                continue;
            };
            let rows = statement.sql.values.chunks(width).map(<[Value]>::to_vec);
            match tables.iter_mut().find(|(known, ..)| *known == into) {
                Some((_, _, known)) => known.extend(rows),
                None => tables.push((into, width, rows.collect())),
            }
        }
        let inserts = tables.iter().flat_map(|(into, width, rows)| {
            rows.chunks((MOST_VALUES / width).max(1)).map(|rows| insert_all(into, rows))
        });
        let statements = inserts.chain(gathered).collect();
        Batch { statements, entries: self.entries }
    }

    pub(crate) fn bind(self, permit: &Permit<Change>, key: EntityKey) -> BoundBatch {
        let entries = self.entries.iter().map(|entry| seal(&key, entry, permit.origin())).collect();
        BoundBatch {
            statements: self.statements,
            entries,
            scope: permit.scope().clone(),
            actor: permit.actor().to_owned(),
            actor_kind: permit.actor_kind(),
            key,
        }
    }
}

impl BoundBatch {
    /// True when the batch can run as one statement, in which PostgreSQL may touch a row only once.
    pub fn is_foldable(&self) -> bool {
        let texts = || self.statements.iter().map(|statement| &*statement.sql.text);
        let repeats = texts().enumerate().any(|(at, text)| texts().take(at).any(|earlier| earlier == text));
        !repeats && self.entries.len() == 1 && self.statements.len() <= 8
    }

    /// Replaces the shard placeholder by the writer's shard.
    pub fn set_shard(&mut self, shard: i64) {
        let values = self.statements.iter_mut().flat_map(|statement| &mut statement.sql.values);
        values.filter(|value| **value == SHARD_PLACEHOLDER).for_each(|value| *value = Value::Int(shard));
    }
}

/// A batch with its scope, actor and key.
pub(crate) struct BoundBatch {
    pub statements: Vec<Statement>,
    pub entries: Vec<Sealed>,
    pub scope: Scope,
    pub actor: String,
    pub actor_kind: &'static str,
    pub key: EntityKey,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_one_table_are_gathered_and_everything_else_keeps_its_order() {
        let row = |name: &str| vec![Value::text(name), Value::Int(1)];
        let update = || Statement::new("UPDATE t SET a = $1", vec![Value::text("x")]);
        let upsert = || Statement::new("INSERT INTO c (n) VALUES ($1) ON CONFLICT DO NOTHING", vec![Value::Int(1)]);
        let statements = [
            insert_rows("t", "a, b", &[row("one"), row("two")]),
            vec![upsert(), update()],
            insert_rows("t", "a, b", &[row("three")]),
            vec![upsert()],
        ];
        let batch = Batch::unaudited(statements.concat()).gathered();
        let texts: Vec<&str> = batch.statements.iter().map(|statement| &*statement.sql.text).collect();
        assert_eq!(texts[0], "INSERT INTO t (a, b) VALUES ($1, $2), ($3, $4), ($5, $6)");
        assert_eq!(texts[1..], [&*upsert().sql.text, &*update().sql.text, &*upsert().sql.text]);
        assert_eq!(batch.statements[0].sql.values, [row("one"), row("two"), row("three")].concat());
    }
}
