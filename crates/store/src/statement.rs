//! Statements that write. They stay data until a database runs them: placeholders are numbered when the text is made.

use std::borrow::Cow;
use std::fmt::{self, Write};

use domain::access::{Permit, Scope};
use domain::master_data::{Definition, Value};
use domain::refusal::Refusal;

use crate::sql::Sql;

/// Rows of one insert. It also limits how many different texts are prepared.
const ROWS_OF_AN_INSERT: usize = 20;

/// What is bound to a placeholder.
#[derive(Clone, PartialEq)]
pub(crate) enum Bind {
    Value(Value),
    /// The writer's audit shard. Counters are kept per shard, so two writers never wait for the same row.
    Shard,
}

impl From<Value> for Bind {
    fn from(value: Value) -> Bind {
        Bind::Value(value)
    }
}

/// Columns with their values.
pub(crate) type Columns = Vec<(&'static str, Value)>;

/// A row of the permit's entity with these texts.
pub(crate) fn text_row<Kind>(permit: &Permit<Kind>, texts: &[(&'static str, &str)]) -> Columns {
    let scope = permit.scope();
    let scope = [("country_code", scope.country.as_str()), ("entity_code", scope.entity.as_str())];
    scope.iter().chain(texts).map(|(name, text)| (*name, Value::text(*text))).collect()
}

/// New rows. Rows that exist already are an error unless there is a conflict clause.
#[derive(Clone)]
pub(crate) struct Insert {
    pub table: &'static str,
    pub columns: Vec<&'static str>,
    pub rows: Vec<Vec<Bind>>,
    /// What follows `ON CONFLICT`.
    pub conflict: Option<Cow<'static, str>>,
}

impl Insert {
    pub fn new<Row: IntoIterator<Item = Value>>(
        table: &'static str,
        columns: &[&'static str],
        rows: impl IntoIterator<Item = Row>,
    ) -> Insert {
        let row = |row: Row| row.into_iter().map(Bind::Value).collect();
        Insert { table, columns: columns.to_vec(), rows: rows.into_iter().map(row).collect(), conflict: None }
    }

    /// Rows of which every value names its column; all have the same columns.
    pub fn of_columns(table: &'static str, rows: impl IntoIterator<Item = Columns>) -> Insert {
        let mut rows = rows.into_iter().peekable();
        let columns: Vec<_> = rows.peek().into_iter().flatten().map(|(name, _)| *name).collect();
        Insert::new(table, &columns, rows.map(|row| row.into_iter().map(|(_, value)| value)))
    }

    pub fn on_conflict(mut self, clause: impl Into<Cow<'static, str>>) -> Insert {
        self.conflict = Some(clause.into());
        self
    }

    /// One statement for every `most` rows, none without rows.
    pub fn in_chunks(mut self, most: usize) -> Vec<Statement> {
        let mut rows = std::mem::take(&mut self.rows).into_iter().peekable();
        let mut all = Vec::new();
        while rows.peek().is_some() {
            let chunk = rows.by_ref().take(most.max(1)).collect();
            all.push(Insert { rows: chunk, ..self.clone() }.into());
        }
        all
    }

    pub fn statements(self) -> Vec<Statement> {
        self.in_chunks(ROWS_OF_AN_INSERT)
    }
}

/// The new content of a column.
#[derive(Clone)]
pub(crate) enum Set {
    Value(Value),
    /// Added to what is stored.
    Add(Value),
}

impl Set {
    pub fn add(by: i64) -> Set {
        Set::Add(Value::Int(by))
    }
}

impl From<Value> for Set {
    fn from(value: Value) -> Set {
        Set::Value(value)
    }
}

#[derive(Clone)]
enum Condition {
    Equals(&'static str, Value),
    /// Null counts as an empty text.
    EqualsOrEmpty(&'static str, Value),
    /// A condition without values.
    Fixed(&'static str),
}

/// Which rows a statement is about. All conditions apply.
#[derive(Clone, Default)]
pub(crate) struct Filter(Vec<Condition>);

impl Filter {
    /// The rows of the permit's entity.
    pub fn of<Kind>(permit: &Permit<Kind>) -> Filter {
        Filter::in_scope(permit.scope())
    }

    pub fn in_scope(scope: &Scope) -> Filter {
        Filter::default().text("country_code", &scope.country).text("entity_code", &scope.entity)
    }

    pub fn equals(mut self, column: &'static str, value: Value) -> Filter {
        self.0.push(Condition::Equals(column, value));
        self
    }

    pub fn text(self, column: &'static str, value: &str) -> Filter {
        self.equals(column, Value::text(value))
    }

    pub fn equals_or_empty(mut self, column: &'static str, value: Value) -> Filter {
        self.0.push(Condition::EqualsOrEmpty(column, value));
        self
    }

    pub fn and(mut self, condition: &'static str) -> Filter {
        self.0.push(Condition::Fixed(condition));
        self
    }

    fn values(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.0.iter().filter_map(|condition| match condition {
            Condition::Equals(column, value) | Condition::EqualsOrEmpty(column, value) => Some((*column, value)),
            Condition::Fixed(_) => None,
        })
    }
}

#[derive(Clone)]
pub(crate) enum Kind {
    Insert(Insert),
    Update {
        table: &'static str,
        set: Vec<(&'static str, Set)>,
        filter: Filter,
    },
    Delete {
        table: &'static str,
        filter: Filter,
    },
    /// A text with its own placeholders, which begin with `$1`.
    Raw {
        table: &'static str,
        sql: Sql,
    },
}

/// The number of rows that a statement must hit; otherwise its batch is refused.
#[derive(Debug, Clone)]
pub(crate) struct Expect {
    pub rows: u64,
    pub refusal: Refusal,
}

#[derive(Clone)]
pub struct Statement {
    pub(crate) kind: Kind,
    pub(crate) expect: Option<Expect>,
    /// The definition whose constraints the statement may violate.
    pub(crate) definition: Option<&'static Definition>,
}

/// Omits the values, which may be personal data, hashes or keys.
impl fmt::Debug for Statement {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text(1))
    }
}

impl From<Kind> for Statement {
    fn from(kind: Kind) -> Statement {
        Statement { kind, expect: None, definition: None }
    }
}

impl From<Insert> for Statement {
    fn from(insert: Insert) -> Statement {
        Kind::Insert(insert).into()
    }
}

impl Statement {
    /// A statement that no other kind can express, and the table that it writes.
    pub(crate) fn raw(table: &'static str, text: impl Into<Cow<'static, str>>, values: Vec<Value>) -> Statement {
        Statement::raw_sql(table, Sql::new(text, values))
    }

    pub(crate) fn raw_sql(table: &'static str, sql: Sql) -> Statement {
        Kind::Raw { table, sql }.into()
    }

    pub(crate) fn update<To: Into<Set>>(
        table: &'static str,
        set: impl IntoIterator<Item = (&'static str, To)>,
        filter: Filter,
    ) -> Statement {
        let set = set.into_iter().map(|(column, to)| (column, to.into())).collect();
        Kind::Update { table, set, filter }.into()
    }

    pub(crate) fn delete(table: &'static str, filter: Filter) -> Statement {
        Kind::Delete { table, filter }.into()
    }

    /// Refuses the batch unless the statement hits exactly one row.
    pub fn or_refuse(self, refusal: Refusal) -> Statement {
        self.rows_or_refuse(1, refusal)
    }

    /// Refuses the batch unless the statement hits exactly this many rows.
    pub fn rows_or_refuse(self, rows: u64, refusal: Refusal) -> Statement {
        Statement { expect: Some(Expect { rows, refusal }), ..self }
    }

    pub(crate) fn of(self, definition: &'static Definition) -> Statement {
        Statement { definition: Some(definition), ..self }
    }

    pub(crate) fn is_raw(&self) -> bool {
        matches!(self.kind, Kind::Raw { .. })
    }

    /// Adds rows, and never touches one that exists.
    pub(crate) fn is_plain_insert(&self) -> bool {
        matches!(&self.kind, Kind::Insert(insert) if insert.conflict.is_none())
    }

    pub(crate) fn is_delete(&self) -> bool {
        matches!(self.kind, Kind::Delete { .. })
    }

    /// The table that is written.
    pub(crate) fn table(&self) -> &'static str {
        match &self.kind {
            Kind::Insert(Insert { table, .. })
            | Kind::Update { table, .. }
            | Kind::Delete { table, .. }
            | Kind::Raw { table, .. } => table,
        }
    }

    /// What a column of the one row is set to or compared with.
    pub(crate) fn value_of(&self, column: &str) -> Option<&Value> {
        let named = |(name, _): &(&'static str, &Value)| *name == column;
        match &self.kind {
            Kind::Insert(Insert { columns, rows, .. }) => {
                let at = columns.iter().position(|name| *name == column)?;
                match rows.first()?.get(at)? {
                    Bind::Value(value) => Some(value),
                    Bind::Shard => None,
                }
            }
            Kind::Update { set, filter, .. } => {
                let set = set.iter().filter_map(|(name, to)| match to {
                    Set::Value(value) => Some((*name, value)),
                    Set::Add(_) => None,
                });
                set.chain(filter.values()).find(named).map(|(_, value)| value)
            }
            Kind::Delete { filter, .. } => filter.values().find(named).map(|(_, value)| value),
            Kind::Raw { .. } => None,
        }
    }

    /// The text, its placeholders numbered from `first`. A raw text always begins with `$1`.
    pub(crate) fn text(&self, first: usize) -> Cow<'_, str> {
        let mut text = Text { out: String::new(), next: first };
        match &self.kind {
            Kind::Raw { sql, .. } => return sql.text.as_ref().into(),
            Kind::Insert(insert) => text.insert(insert),
            Kind::Update { table, set, filter } => text.update(table, set, filter),
            Kind::Delete { table, filter } => {
                text.push(["DELETE FROM ", table]);
                text.filter(filter);
            }
        }
        text.out.into()
    }

    /// The values in the order of the placeholders.
    pub(crate) fn values<'a>(&'a self, shard: &'a Value) -> Vec<&'a Value> {
        match &self.kind {
            Kind::Raw { sql, .. } => sql.values.iter().collect(),
            Kind::Insert(insert) => {
                let value = |bind: &'a Bind| match bind {
                    Bind::Value(value) => value,
                    Bind::Shard => shard,
                };
                insert.rows.iter().flatten().map(value).collect()
            }
            Kind::Update { set, filter, .. } => {
                let set = set.iter().map(|(_, Set::Value(value) | Set::Add(value))| value);
                set.chain(filter.values().map(|(_, value)| value)).collect()
            }
            Kind::Delete { filter, .. } => filter.values().map(|(_, value)| value).collect(),
        }
    }
}

/// A text in the making.
struct Text {
    out: String,
    next: usize,
}

impl Text {
    fn push<'a>(&mut self, parts: impl IntoIterator<Item = &'a str>) {
        self.out.extend(parts);
    }

    fn placeholder(&mut self) {
        // Writing to a text does not fail.
        let _ = write!(self.out, "${}", self.next);
        self.next += 1;
    }

    /// `each` for every item, with `between` in between.
    fn join<T>(&mut self, items: &[T], between: &str, mut each: impl FnMut(&mut Text, &T)) {
        for (at, item) in items.iter().enumerate() {
            self.push((at > 0).then_some(between));
            each(self, item);
        }
    }

    fn insert(&mut self, insert: &Insert) {
        self.push(["INSERT INTO ", insert.table, " ("]);
        self.join(&insert.columns, ", ", |text, column| text.push([*column]));
        self.push([") VALUES "]);
        self.join(&insert.rows, ", ", |text, row| {
            text.push(["("]);
            text.join(row, ", ", |text, _| text.placeholder());
            text.push([")"]);
        });
        self.push(insert.conflict.iter().flat_map(|clause| [" ON CONFLICT ", clause]));
    }

    fn update(&mut self, table: &str, set: &[(&'static str, Set)], filter: &Filter) {
        self.push(["UPDATE ", table, " SET "]);
        self.join(set, ", ", |text, (column, to)| {
            text.push([*column, " = "]);
            if let Set::Add(_) = to {
                text.push([*column, " + "]);
            }
            text.placeholder();
        });
        self.filter(filter);
    }

    fn filter(&mut self, filter: &Filter) {
        self.push([" WHERE "]);
        self.join(&filter.0, " AND ", |text, condition| match condition {
            Condition::Equals(column, _) => {
                text.push([*column, " = "]);
                text.placeholder();
            }
            Condition::EqualsOrEmpty(column, _) => {
                text.push(["coalesce(", *column, ", '') = "]);
                text.placeholder();
            }
            Condition::Fixed(condition) => text.push([*condition]),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_numbered_from_the_given_one() {
        let row = |name: &str| [Value::text(name), Value::Int(1)];
        let insert: Statement =
            Insert::new("t", &["a", "b"], [row("one"), row("two")]).on_conflict("DO NOTHING").into();
        assert_eq!(insert.text(4), "INSERT INTO t (a, b) VALUES ($4, $5), ($6, $7) ON CONFLICT DO NOTHING");
        let filter = || Filter::default().text("a", "x").and("c IS NULL").equals_or_empty("d", Value::text(""));
        let set = [("a", Set::Value(Value::Int(2))), ("n", Set::add(-1))];
        let update = Statement::update("t", set, filter());
        assert_eq!(
            update.text(9),
            "UPDATE t SET a = $9, n = n + $10 WHERE a = $11 AND c IS NULL AND coalesce(d, '') = $12"
        );
        assert_eq!(
            Statement::delete("t", filter()).text(1),
            "DELETE FROM t WHERE a = $1 AND c IS NULL AND coalesce(d, '') = $2"
        );
        assert_eq!(update.values(&Value::Null), [&Value::Int(2), &Value::Int(-1), &Value::text("x"), &Value::text("")]);
    }

    #[test]
    fn the_shard_is_the_writers() {
        let rows = vec![vec![Value::text("x").into(), Bind::Shard]];
        let statement: Statement = Insert { table: "t", columns: vec!["a", "shard"], rows, conflict: None }.into();
        assert_eq!(statement.values(&Value::Int(7)), [&Value::text("x"), &Value::Int(7)]);
        assert_eq!((statement.value_of("a"), statement.value_of("shard")), (Some(&Value::text("x")), None));
    }

    #[test]
    fn debug_output_hides_values() {
        let statement = Statement::update("t", [("a", Value::text("canary"))], Filter::default().text("b", "canary"));
        assert_eq!(format!("{statement:?}"), "UPDATE t SET a = $1 WHERE b = $2");
    }
}
