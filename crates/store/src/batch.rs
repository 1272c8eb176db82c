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

/// Stands for the audit lane of whoever will write the statement: counters are kept per lane, so that two writers
/// never wait for one row.
pub(crate) const LANE_MARKER: Value = Value::Int(i64::MIN);

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

    /// Puts the writer's own lane where a statement left room for it.
    pub fn settle(&mut self, lane: i64) {
        let values = self.statements.iter_mut().flat_map(|statement| &mut statement.sql.values);
        values.filter(|value| **value == LANE_MARKER).for_each(|value| *value = Value::Int(lane));
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
