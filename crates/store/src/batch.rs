use domain::access::{Change, Permit, Scope};

use crate::audit::{Entry, Sealed, seal};
use crate::keys::EntityKey;
use crate::statement::{Insert, Kind, Statement};

/// Well below the parameter limit of either database.
const MOST_VALUES: usize = 6_000;

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

    /// Merges plain inserts into one statement per table, for callers that add many rows at once.
    pub fn gathered(self) -> Batch {
        let mut others: Vec<Statement> = Vec::new();
        let mut inserts: Vec<Insert> = Vec::new();
        for statement in self.statements {
            let insert = match statement {
                Statement { kind: Kind::Insert(insert), expect: None, definition: None }
                    if insert.conflict.is_none() =>
                {
                    insert
                }
                other => {
                    others.push(other);
                    continue;
                }
            };
            let is_same = |known: &&mut Insert| (known.table, &known.columns) == (insert.table, &insert.columns);
            match inserts.iter_mut().find(is_same) {
                Some(known) => known.rows.extend(insert.rows),
                None => inserts.push(insert),
            }
        }
        let chunks = |insert: Insert| {
            let most = MOST_VALUES / insert.columns.len().max(1);
            insert.in_chunks(most)
        };
        let statements = inserts.into_iter().flat_map(chunks).chain(others).collect();
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
    /// True when the batch can run as one statement. There PostgreSQL may touch a row only once (new rows are touched
    /// by nobody else), a raw text must be the first one to number placeholders, and a violated constraint must belong
    /// to one statement.
    pub fn is_foldable(&self) -> bool {
        let tables = || self.statements.iter().filter(|statement| !statement.is_plain_insert()).map(Statement::table);
        let repeats = tables().enumerate().any(|(at, table)| tables().take(at).any(|earlier| earlier == table));
        let raw = self.statements.iter().filter(|statement| statement.is_raw()).count();
        let defined = self.statements.iter().filter(|statement| statement.definition.is_some()).count();
        !repeats && raw + defined <= 1 && self.entries.len() == 1 && self.statements.len() <= 8
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
    use domain::master_data::Value;

    use super::*;
    use crate::statement::Filter;

    #[test]
    fn rows_of_one_table_are_gathered_and_everything_else_keeps_its_order() {
        let row = |name: &str| vec![Value::text(name), Value::Int(1)];
        let rows = |rows: &[&str]| Insert::new("t", &["a", "b"], rows.iter().map(|name| row(name)));
        let update = || Statement::update("t", [("a", Value::text("x"))], Filter::default().and("b = 1"));
        let upsert = || rows(&["zero"]).on_conflict("DO NOTHING").into();
        let statements = [
            rows(&["one", "two"]).statements(),
            vec![upsert(), update()],
            rows(&["three"]).statements(),
            vec![Insert::new("t", &["b"], [[Value::Int(2)]]).into(), upsert()],
        ];
        let batch = Batch::unaudited(statements.concat()).gathered();
        let texts: Vec<_> = batch.statements.iter().map(|statement| statement.text(1)).collect();
        assert_eq!(texts[0], "INSERT INTO t (a, b) VALUES ($1, $2), ($3, $4), ($5, $6)");
        assert_eq!(texts[1], "INSERT INTO t (b) VALUES ($1)");
        assert_eq!(texts[2..], [upsert().text(1), update().text(1), upsert().text(1)]);
        let values = [row("one"), row("two"), row("three")].concat();
        assert_eq!(batch.statements[0].values(&Value::Null), values.iter().collect::<Vec<_>>());
    }
}
