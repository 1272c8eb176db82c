//! The last run of each job, and the lease that lets one node at a time run it.

use domain::Refusal;
use domain::access::system;
use domain::master_data::Value;

use crate::row::Record;
use crate::sql::{Sql, scoped};
use crate::statement::{Filter, Statement};
use crate::{Error, Result, Row, Store};

/// The stored state of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobRow {
    pub name: String,
    pub started_on: String,
    pub ended_on: Option<String>,
    pub outcome: Option<String>,
    pub done: i64,
    pub skipped: i64,
    pub failed: i64,
    pub detail: Option<String>,
    pub next_due: Option<String>,
    pub lease_holder: Option<String>,
    pub lease_until: Option<String>,
}

#[derive(Debug, Clone)]
pub struct JobRun {
    pub started_on: String,
    pub ended_on: String,
    pub outcome: &'static str,
    pub done: i64,
    pub skipped: i64,
    pub failed: i64,
    pub detail: Option<String>,
    /// When the job is due again; `None` after a manual run, which leaves the schedule unchanged.
    pub next_due: Option<String>,
}

#[derive(Debug, Clone)]
pub struct JobLease<'a> {
    pub holder: &'a str,
    pub now: &'a str,
    pub until: &'a str,
    /// No lease lasts longer: a later end comes from a wrong clock, and does not count.
    pub latest_end: &'a str,
    /// With it the job has to be due. No job is due later than this: a later time comes from a wrong clock.
    pub latest_due: Option<&'a str>,
}

fn job_row(row: &dyn Row) -> Result<JobRow> {
    let row = Record::new(row, "job", "name");
    Ok(JobRow {
        name: row.text("name")?,
        started_on: row.text("started_on")?,
        ended_on: row.optional_text("ended_on")?,
        outcome: row.optional_text("outcome")?,
        done: row.int("done")?,
        skipped: row.int("skipped")?,
        failed: row.int("failed")?,
        detail: row.optional_text("detail")?,
        next_due: row.optional_text("next_due")?,
        lease_holder: row.optional_text("lease_holder")?,
        lease_until: row.optional_text("lease_until")?,
    })
}

fn optional(text: Option<&String>) -> Value {
    text.map_or(Value::Null, Value::text)
}

impl Store {
    /// Every job that ever ran. An unreadable row is reported and left out, so the job counts as due and the others
    /// still run.
    pub async fn job_rows(&self) -> Result<Vec<JobRow>> {
        let permit = system::housekeeping();
        let sql = Sql::new(
            r#"SELECT name, started_on, ended_on, outcome, done, skipped, failed, detail, next_due, lease_holder,
                    lease_until
                FROM job
                WHERE country_code = $1 AND entity_code = $2
                ORDER BY name"#,
            scoped(&permit, &[]),
        );
        self.readable(&permit, &sql, job_row).await
    }

    /// Takes the lease unless another node holds it or the job is not due.
    pub async fn take_job(&self, name: &str, lease: &JobLease<'_>) -> Result<bool> {
        let permit = system::housekeeping();
        let JobLease { holder, now, until, latest_end, latest_due } = lease;
        // Without a latest time every time is later, so the job counts as due.
        let texts = [name, now, holder, until, now, latest_end, now, latest_due.unwrap_or("")];
        let take = Statement::raw(
            "job",
            r#"INSERT INTO job (country_code, entity_code, name, started_on, lease_holder, lease_until)
            VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (country_code, entity_code, name) DO UPDATE
            SET started_on = excluded.started_on, lease_holder = excluded.lease_holder,
                lease_until = excluded.lease_until
            WHERE (job.lease_until IS NULL OR job.lease_until < $7 OR job.lease_until > $8)
                AND (job.next_due IS NULL OR job.next_due <= $9 OR job.next_due > $10)"#,
            scoped(&permit, &texts),
        );
        Store::is_taken(self.commit_unaudited(&permit, vec![take.or_refuse(Refusal::Stale)]).await)
    }

    fn is_taken(outcome: Result<()>) -> Result<bool> {
        match outcome {
            Ok(()) => Ok(true),
            Err(Error::Refused(Refusal::Stale)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Extends the lease of a running job. False: another node has taken it over.
    pub async fn renew_job(&self, name: &str, holder: &str, until: &str) -> Result<bool> {
        let permit = system::housekeeping();
        let renew = Statement::update(
            "job",
            [("lease_until", Value::text(until))],
            Filter::of(&permit).text("name", name).text("lease_holder", holder),
        );
        Store::is_taken(self.commit_unaudited(&permit, vec![renew.or_refuse(Refusal::Stale)]).await)
    }

    /// Gives back a lease without a run.
    pub async fn release_job(&self, name: &str, holder: &str) -> Result<()> {
        let permit = system::housekeeping();
        let release = Statement::raw(
            "job",
            r#"UPDATE job
                SET lease_holder = NULL, lease_until = NULL
                WHERE country_code = $1 AND entity_code = $2 AND name = $3 AND lease_holder = $4"#,
            scoped(&permit, &[name, holder]),
        );
        self.commit_unaudited(&permit, vec![release]).await
    }

    /// Stores the result of a run and releases its lease. Without a holder there was no lease.
    pub async fn end_job(&self, name: &str, holder: Option<&str>, run: &JobRun) -> Result<()> {
        let permit = system::housekeeping();
        let counts = [run.done, run.skipped, run.failed].map(Value::Int);
        let statement = match holder {
            Some(holder) => {
                let mut values = vec![Value::text(&run.ended_on), Value::text(run.outcome)];
                values.extend(counts);
                values.extend([optional(run.detail.as_ref()), optional(run.next_due.as_ref())]);
                values.extend(scoped(&permit, &[name, holder]));
                Statement::raw(
                    "job",
                    r#"UPDATE job
                        SET ended_on = $1, outcome = $2, done = $3, skipped = $4, failed = $5, detail = $6,
                            next_due = coalesce($7, next_due), lease_holder = NULL, lease_until = NULL
                        WHERE country_code = $8 AND entity_code = $9 AND name = $10 AND lease_holder = $11"#,
                    values,
                )
            }
            None => {
                let mut values = scoped(&permit, &[name, &run.started_on, &run.ended_on, run.outcome]);
                values.extend(counts);
                values.extend([optional(run.detail.as_ref()), optional(run.next_due.as_ref())]);
                Statement::raw(
                    "job",
                    r#"INSERT INTO job (country_code, entity_code, name, started_on, ended_on, outcome, done, skipped,
                            failed, detail, next_due)
                        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
                        ON CONFLICT (country_code, entity_code, name) DO UPDATE
                        SET started_on = excluded.started_on, ended_on = excluded.ended_on, outcome = excluded.outcome,
                            done = excluded.done, skipped = excluded.skipped, failed = excluded.failed,
                            detail = excluded.detail, next_due = coalesce(excluded.next_due, job.next_due)"#,
                    values,
                )
            }
        };
        self.commit_unaudited(&permit, vec![statement]).await
    }

    /// Releases every lease of a node that stops.
    pub async fn release_jobs(&self, holder: &str) -> Result<()> {
        let permit = system::housekeeping();
        let release = Statement::raw(
            "job",
            r#"UPDATE job
                SET lease_holder = NULL, lease_until = NULL
                WHERE country_code = $1 AND entity_code = $2 AND lease_holder = $3"#,
            scoped(&permit, &[holder]),
        );
        self.commit_unaudited(&permit, vec![release]).await
    }
}
