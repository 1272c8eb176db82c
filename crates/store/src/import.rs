//! Imports many rows as one change: every faulty row is reported, and one fault rejects all.

use domain::Refusal;
use domain::access::{Change, Permit};

use crate::batch::{Batch, BoundBatch};
use crate::keys::EntityKey;
use crate::{Backend, Error, Result, Store};

/// Most faults reported in one response.
const MOST_FAULTS: usize = 1000;

/// A row as the caller parsed it: its line, and either its change or its fault.
pub struct ImportRow {
    pub line: u64,
    pub change: std::result::Result<Batch, Refusal>,
}

#[derive(Debug, Clone)]
pub struct RowFault {
    pub line: u64,
    pub refusal: Refusal,
}

#[derive(Debug, Default)]
pub struct ImportOutcome {
    pub rows: u64,
    pub faults: Vec<RowFault>,
    pub more_faults: u64,
    pub dry_run: bool,
}

impl ImportOutcome {
    pub fn is_kept(&self) -> bool {
        self.faults.is_empty() && !self.dry_run
    }
}

type Rows = Box<dyn Iterator<Item = Result<ImportRow>> + Send>;

pub(crate) struct ImportJob {
    rows: Rows,
    permit: Permit<Change>,
    key: EntityKey,
    outcome: ImportOutcome,
}

impl ImportJob {
    pub fn scope(&self) -> &domain::access::Scope {
        self.permit.scope()
    }

    pub fn key(&self) -> &EntityKey {
        &self.key
    }

    /// The next row to try; faulty rows before it are recorded.
    pub fn next_row(&mut self) -> Result<Option<(u64, BoundBatch)>> {
        for row in self.rows.by_ref() {
            let row = row?;
            self.outcome.rows += 1;
            match row.change {
                Ok(batch) => return Ok(Some((row.line, batch.bind(&self.permit, self.key.clone())))),
                Err(refusal) => note_fault(&mut self.outcome, row.line, refusal),
            }
        }
        Ok(None)
    }

    pub fn note(&mut self, line: u64, outcome: Result<()>) -> Result<()> {
        match outcome {
            Err(Error::Refused(refusal)) => note_fault(&mut self.outcome, line, refusal),
            other => return other,
        }
        Ok(())
    }

    pub fn finish(self) -> ImportOutcome {
        self.outcome
    }
}

fn note_fault(outcome: &mut ImportOutcome, line: u64, refusal: Refusal) {
    if outcome.faults.len() < MOST_FAULTS {
        outcome.faults.push(RowFault { line, refusal });
    } else {
        outcome.more_faults += 1;
    }
}

impl Store {
    /// Applies the rows as one transaction. A dry run does the same and rolls back.
    pub async fn import(&self, permit: &Permit<Change>, rows: Rows, dry_run: bool) -> Result<ImportOutcome> {
        let key = self.entity_key(permit.scope()).await?;
        let outcome = ImportOutcome { dry_run, ..ImportOutcome::default() };
        let job = ImportJob { rows, permit: permit.clone(), key, outcome };
        let imported = match &*self.backend {
            Backend::Sqlite(sqlite) => sqlite.import(job).await,
            Backend::Postgres(postgres) => postgres.import(job).await,
        };
        self.caches.forget(true);
        imported
    }
}
