use std::borrow::Cow;

use domain::access::{Change, Permit, Scope};
use domain::master_data::{Definition, Value};
use domain::refusal::Refusal;

use crate::audit::{Entry, Sealed, seal};
use crate::keys::EntityKey;
use crate::sql::Sql;

/// What a statement must achieve for its batch to be committed.
#[derive(Debug, Clone)]
pub enum Expect {
    Anything,
    /// Exactly one row; otherwise the whole batch is refused with this.
    One(Refusal),
}

/// One statement of a batch.
#[derive(Debug, Clone)]
pub struct Statement {
    pub sql: Sql,
    pub expect: Expect,
    /// Whose constraints it may break.
    pub definition: Option<&'static Definition>,
}

impl Statement {
    pub fn new(text: impl Into<Cow<'static, str>>, values: Vec<Value>) -> Statement {
        Statement { sql: Sql::new(text, values), expect: Expect::Anything, definition: None }
    }

    pub fn or_refuse(mut self, refusal: Refusal) -> Statement {
        self.expect = Expect::One(refusal);
        self
    }

    pub fn of(mut self, definition: &'static Definition) -> Statement {
        self.definition = Some(definition);
        self
    }
}

/// Rows of one table in as few statements as make sense.
pub(crate) fn insert_rows(table: &str, columns: &str, rows: &[Vec<Value>]) -> Vec<Statement> {
    rows.chunks(20).map(|rows| insert_all(&format!("INSERT INTO {table} ({columns})"), rows)).collect()
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
    Statement { sql, expect: Expect::Anything, definition: None }
}

/// Stands for the audit shard of whoever will write the statement: counters are kept per shard, so that two writers
/// never wait for one row.
pub(crate) const LANE_MARKER: Value = Value::Int(i64::MIN);

/// Values of one statement, well below what either database takes.
const MOST_VALUES: usize = 6_000;

/// `INSERT INTO table (columns)` and how many columns, of a statement that does nothing else.
fn plain_insert(statement: &Statement) -> Option<(String, usize)> {
    let Expect::Anything = statement.expect else { return None };
    let (into, rest) = statement.sql.text.split_once(" VALUES ")?;
    let is_plain = into.starts_with("INSERT INTO ") && statement.definition.is_none() && !rest.contains("ON CONFLICT");
    is_plain.then(|| (into.to_owned(), into.split(',').count()))
}

/// A change and its audit entries; the only thing that is ever committed.
#[derive(Debug, Default)]
pub struct Batch {
    pub statements: Vec<Statement>,
    pub entries: Vec<Entry>,
}

impl Batch {
    /// There is no change without an entry.
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

    /// The same rows with one statement for each table instead of one for each row, for whoever adds many at once.
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
        let entries = self.entries.iter().map(|entry| seal(&key, entry)).collect();
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
    /// Can it be one statement? That may touch a row once only, so nothing may repeat.
    pub fn is_foldable(&self) -> bool {
        let texts = || self.statements.iter().map(|statement| &*statement.sql.text);
        let repeats = texts().enumerate().any(|(at, text)| texts().take(at).any(|earlier| earlier == text));
        !repeats && self.entries.len() == 1 && self.statements.len() <= 8
    }

    /// Puts the writer's own shard where a statement left room for it.
    pub fn settle(&mut self, shard: i64) {
        let values = self.statements.iter_mut().flat_map(|statement| &mut statement.sql.values);
        values.filter(|value| **value == LANE_MARKER).for_each(|value| *value = Value::Int(shard));
    }
}

/// A batch that knows whose it is.
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
