//! Folds several statements into one, and finds the statement an error belongs to.

use crate::batch::{Expect, Statement};
use crate::{Error, constraint};

/// `WITH s0 AS (… RETURNING 1), s1 AS (…) SELECT 1, 1 / (SELECT count(*) FROM s1)`: no row means a division by zero.
pub(super) fn fold(all: &[&Statement]) -> String {
    let mut parts = Vec::new();
    let mut checks = "1".to_owned();
    let mut before = 0;
    for (at, statement) in all.iter().enumerate() {
        parts.push(format!("s{at} AS ({} RETURNING 1)", shifted(&statement.sql.text, before)));
        if let Some(check) = check(&statement.expect) {
            checks.push_str(&format!(", 1 / (SELECT {check} FROM s{at})"));
        }
        before += statement.sql.values.len();
    }
    format!("WITH {} SELECT {checks}", parts.join(", "))
}

/// Zero for a statement that did not hit the rows it must.
fn check(expect: &Expect) -> Option<String> {
    match expect {
        Expect::Anything => None,
        Expect::One(_) => Some("count(*)".to_owned()),
        Expect::Rows(rows, _) => Some(format!("CAST(count(*) = {rows} AS INT)")),
    }
}

/// The same text with every `$n` increased.
fn shifted(text: &str, by: usize) -> String {
    let mut parts = text.split('$');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        let number: usize = part[..digits].parse().unwrap_or(0);
        out.push_str(&format!("${}{}", number + by, &part[digits..]));
    }
    out
}

/// The error of the folded statement that caused it.
pub(super) fn fault_of(all: &[&Statement], error: tokio_postgres::Error) -> Error {
    let missed = error.code().is_some_and(|code| code.code() == "22012");
    let table = error.as_db_error().and_then(|db| db.table()).map(str::to_owned);
    let expects = |statement: &&&Statement| !matches!(statement.expect, Expect::Anything);
    let owns = |statement: &&&Statement| statement.definition.is_some_and(|own| Some(own.table) == table.as_deref());
    let blamed = if missed {
        all.iter().find(expects)
    } else {
        all.iter().find(owns).or_else(|| all.iter().find(|statement| statement.definition.is_some()))
    };
    match blamed {
        Some(statement) => fault(statement, error),
        None => error.into(),
    }
}

/// A statement that must hit rows divides by a check of their count: zero raises an error and aborts the transaction.
pub(super) fn guarded_text(statement: &Statement) -> std::borrow::Cow<'_, str> {
    match check(&statement.expect) {
        None => (&*statement.sql.text).into(),
        Some(check) => format!("WITH hit AS ({} RETURNING 1) SELECT 1 / {check} FROM hit", statement.sql.text).into(),
    }
}

pub(super) fn fault(statement: &Statement, error: tokio_postgres::Error) -> Error {
    match (&statement.expect, error.code().map(|code| code.code())) {
        (Expect::One(refusal) | Expect::Rows(_, refusal), Some("22012")) => refusal.clone().into(),
        _ => constraint::of_postgres(statement, error),
    }
}
