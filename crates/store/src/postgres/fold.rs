//! Folds several statements into one, and finds the statement an error belongs to.

use std::borrow::Cow;

use domain::master_data::Value;

use crate::statement::Statement;
use crate::{Error, constraint};

/// The SQLSTATE of `refuse_commit`, whose detail is the place of the statement that hit other rows than it must.
const REFUSED: &str = "DZ001";

/// `WITH s0 AS (… RETURNING 1), s1 AS (…) SELECT 1, CASE …` with its values. A raw text, of which there is at most one,
/// keeps its placeholders, so its values come first.
pub(super) fn fold<'a>(all: &[&'a Statement], shard: &'a Value) -> (String, Vec<&'a Value>) {
    let mut values: Vec<&Value> = Vec::new();
    let (mut parts, mut checks) = (Vec::new(), "1".to_owned());
    debug_assert!(all.iter().filter(|statement| statement.is_raw()).count() <= 1, "{all:?}");
    let mut ordered: Vec<_> = all.iter().enumerate().collect();
    ordered.sort_by_key(|(_, statement)| !statement.is_raw());
    for (at, statement) in ordered {
        parts.push(format!("s{at} AS ({} RETURNING 1)", statement.text(values.len() + 1)));
        values.extend(statement.values(shard));
        if let Some(expect) = &statement.expect {
            checks.push_str(&format!(", {}", check(&format!("(SELECT count(*) FROM s{at})"), expect.rows, at)));
        }
    }
    (format!("WITH {} SELECT {checks}", parts.join(", ")), values)
}

/// Aborts the transaction unless the count is the wanted one.
fn check(count: &str, wanted: u64, at: usize) -> String {
    format!("CASE {count} WHEN {wanted} THEN 1 ELSE refuse_commit({at}) END")
}

/// The text of a statement that runs alone.
pub(super) fn guarded_text(statement: &Statement) -> Cow<'_, str> {
    let text = statement.text(1);
    match &statement.expect {
        None => text,
        Some(expect) => {
            let check = check("count(*)", expect.rows, 0);
            format!("WITH hit AS ({text} RETURNING 1) SELECT {check} FROM hit").into()
        }
    }
}

/// The refusal of the statement that caused an error, or the error.
pub(super) fn fault_of(all: &[&Statement], error: tokio_postgres::Error) -> Error {
    let refused = error.as_db_error().filter(|db| db.code().code() == REFUSED);
    let place = refused.and_then(|db| db.detail()?.parse::<usize>().ok());
    match place.and_then(|at| all.get(at)?.expect.as_ref()) {
        Some(expect) => expect.refusal.clone().into(),
        None => constraint::of_postgres(all, error),
    }
}
