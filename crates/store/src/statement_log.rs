//! Records the statements that run, for tests that read query plans. Off by default.

use std::collections::BTreeSet;
use std::sync::{Mutex, OnceLock};

use crate::Sql;
use crate::statement::Statement;

#[derive(Default)]
pub(crate) struct StatementLog(OnceLock<Mutex<BTreeSet<String>>>);

impl StatementLog {
    pub fn open(&self) {
        self.0.get_or_init(Mutex::default);
    }

    pub fn note(&self, sql: &Sql) {
        self.add(|| sql.text.to_string());
    }

    pub fn note_all(&self, statements: &[Statement]) {
        statements.iter().for_each(|statement| self.add(|| statement.text(1).into_owned()));
    }

    fn add(&self, text: impl FnOnce() -> String) {
        if let Some(Ok(mut texts)) = self.0.get().map(Mutex::lock) {
            texts.insert(text());
        }
    }

    pub fn read(&self) -> Vec<String> {
        let texts = self.0.get().and_then(|texts| texts.lock().ok());
        texts.map(|texts| texts.iter().cloned().collect()).unwrap_or_default()
    }
}
