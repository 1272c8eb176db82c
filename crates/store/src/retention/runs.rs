//! Runs of the job `purge`, and what each destroyed.

use domain::Refusal;
use domain::access::{Change, Permit};
use domain::master_data::Value;
use domain::retention::Kind;
use serde::Serialize;

use super::calendar::push_tenants;
use crate::row::Record;
use crate::sql::{Sql, scoped};
use crate::statement::{Filter, Statement};
use crate::{Result, Row, Store};

/// Most runs returned, newest first.
const MOST_RUNS: i64 = 400;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PurgeRun {
    pub run_id: String,
    pub started_on: String,
    pub ended_on: Option<String>,
    pub destroyed: i64,
    /// Versions and records that are due and kept because of a hold.
    pub kept: i64,
    pub failed: i64,
    /// Why the run destroyed nothing: the clock was not plausible.
    pub refused: Option<String>,
    pub certificate_id: Option<String>,
}

/// Something that a run destroyed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PurgeItem {
    pub item_no: i64,
    pub kind: Kind,
    pub txn_ref_no: String,
    pub document_no: Option<i64>,
    /// 0 for files that were never submitted.
    pub version_no: Option<i64>,
    pub title: String,
    /// Of each file, separated by spaces.
    pub sha256: String,
    pub purged_on: String,
}

/// An item that the journal beside the documents does not have yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalItem {
    pub run_id: String,
    pub item: PurgeItem,
}

const RUN: &str = r#"SELECT run_id, started_on, ended_on, destroyed, kept, failed, refused, certificate_id
    FROM purge_run
    WHERE country_code = $1 AND entity_code = $2"#;
const ITEM: &str = r#"SELECT run_id, item_no, kind, txn_ref_no, document_no, version_no, title, sha256, purged_on
    FROM purge_item
    WHERE country_code = $1 AND entity_code = $2"#;

fn purge_run(row: &dyn Row) -> Result<PurgeRun> {
    let row = Record::new(row, "purge_run", "run_id");
    Ok(PurgeRun {
        run_id: row.text("run_id")?,
        started_on: row.text("started_on")?,
        ended_on: row.optional_text("ended_on")?,
        destroyed: row.int("destroyed")?,
        kept: row.int("kept")?,
        failed: row.int("failed")?,
        refused: row.optional_text("refused")?,
        certificate_id: row.optional_text("certificate_id")?,
    })
}

/// The kinds of actors in the audit log, whose index begins with them.
pub(super) const ACTOR_KINDS: [&str; 3] = ["staff", "customer", "system"];

fn purge_item(row: &dyn Row) -> Result<JournalItem> {
    let row = Record::new(row, "purge_item", "run_id");
    let item = PurgeItem {
        item_no: row.int("item_no")?,
        kind: row.parsed("kind", Kind::parse)?,
        txn_ref_no: row.text("txn_ref_no")?,
        document_no: row.optional_int("document_no")?,
        version_no: row.optional_int("version_no")?,
        title: row.text("title")?,
        sha256: row.text("sha256")?,
        purged_on: row.text("purged_on")?,
    };
    Ok(JournalItem { run_id: row.text("run_id")?, item })
}

impl Store {
    /// The newest runs first.
    pub async fn purge_runs<K>(&self, permit: &Permit<K>) -> Result<Vec<PurgeRun>> {
        let mut sql = Sql::new(format!("{RUN} ORDER BY started_on DESC, run_id DESC LIMIT "), scoped(permit, &[]));
        sql.bind(Value::Int(MOST_RUNS));
        self.decoded(permit, &sql, purge_run).await
    }

    /// The last run that trusted its clock, which the next one compares its own with.
    pub async fn last_purge_run<K>(&self, permit: &Permit<K>) -> Result<Option<PurgeRun>> {
        let text = format!("{RUN} AND refused IS NULL ORDER BY started_on DESC, run_id DESC LIMIT 1");
        self.first_decoded(permit, &Sql::new(text, scoped(permit, &[])), purge_run).await
    }

    /// The time of the newest entry in the audit log.
    pub async fn last_entry_on<K>(&self, permit: &Permit<K>) -> Result<Option<String>> {
        let newest = |kind: &str| {
            format!(
                r#"SELECT max(at) AS at
                    FROM audit_log
                    WHERE country_code = $1 AND entity_code = $2 AND actor_kind = '{kind}'"#
            )
        };
        let all = ACTOR_KINDS.map(newest).join(" UNION ALL ");
        let sql = Sql::new(format!("SELECT max(at) AS at FROM ({all}) AS newest"), scoped(permit, &[]));
        let at =
            self.first_decoded(permit, &sql, |row| Record::new(row, "audit_log", "at").optional_text("at")).await?;
        Ok(at.flatten())
    }

    /// The next items of a run after `after` (0 for the first ones).
    pub async fn purge_items<K>(
        &self,
        permit: &Permit<K>,
        run_id: &str,
        after: i64,
        most: u32,
    ) -> Result<Vec<PurgeItem>> {
        let mut sql = Sql::new(format!("{ITEM} AND run_id = $3 AND item_no > "), scoped(permit, &[run_id]));
        sql.bind(Value::Int(after));
        push_tenants(&mut sql, permit, "purge_item");
        sql.push(" ORDER BY item_no LIMIT ").bind(Value::Int(most.into()));
        Ok(self.decoded(permit, &sql, purge_item).await?.into_iter().map(|found| found.item).collect())
    }

    /// The next items after one of a run that the journal does not have yet.
    pub async fn items_to_journal<K>(
        &self,
        permit: &Permit<K>,
        (run_id, item_no): (&str, i64),
        most: u32,
    ) -> Result<Vec<JournalItem>> {
        let text = format!("{ITEM} AND journaled_on IS NULL AND (run_id, item_no) > ($3, ");
        let mut sql = Sql::new(text, scoped(permit, &[run_id]));
        sql.bind(Value::Int(item_no)).push(") ORDER BY run_id, item_no LIMIT ").bind(Value::Int(most.into()));
        self.decoded(permit, &sql, purge_item).await
    }

    /// Notes that the journal has these items, which follow one another.
    pub async fn journaled(&self, permit: &Permit<Change>, items: &[JournalItem], now: &str) -> Result<()> {
        let done = |of_run: &[JournalItem]| {
            let mut values = vec![Value::text(now)];
            values.extend(scoped(permit, &[&of_run[0].run_id]));
            values.extend([&of_run[0], &of_run[of_run.len() - 1]].map(|item| Value::Int(item.item.item_no)));
            let update = Statement::raw(
                "purge_item",
                r#"UPDATE purge_item
                    SET journaled_on = $1
                    WHERE country_code = $2 AND entity_code = $3 AND run_id = $4 AND item_no >= $5 AND item_no <= $6
                        AND journaled_on IS NULL"#,
                values,
            );
            update.rows_or_refuse(of_run.len() as u64, Refusal::Stale)
        };
        let runs = items.chunk_by(|one, next| one.run_id == next.run_id);
        self.commit_unaudited(permit, runs.map(done).collect()).await
    }

    /// The highest number of an item of a run.
    pub async fn last_item_no<K>(&self, permit: &Permit<K>, run_id: &str) -> Result<i64> {
        let text = r#"SELECT coalesce(max(item_no), 0) AS n
            FROM purge_item
            WHERE country_code = $1 AND entity_code = $2 AND run_id = $3"#;
        let sql = Sql::new(text, scoped(permit, &[run_id]));
        Ok(self.first_decoded(permit, &sql, crate::row::int_of("purge_item", "n")).await?.unwrap_or(0))
    }

    pub async fn start_purge_run(
        &self,
        permit: &Permit<Change>,
        run_id: &str,
        now: &str,
        refused: Option<&str>,
    ) -> Result<()> {
        let mut values = scoped(permit, &[run_id, now]);
        values.push(refused.map_or(Value::Null, |_| Value::text(now)));
        values.push(refused.map_or(Value::Null, Value::text));
        let start = Statement::raw(
            "purge_run",
            r#"INSERT INTO purge_run (country_code, entity_code, run_id, started_on, ended_on, refused, destroyed, kept,
                    failed)
                VALUES ($1, $2, $3, $4, $5, $6, 0, 0, 0)"#,
            values,
        );
        self.commit_unaudited(permit, vec![start]).await
    }

    /// Ends a run. What it destroyed was counted item by item.
    pub async fn end_purge_run(
        &self,
        permit: &Permit<Change>,
        run_id: &str,
        now: &str,
        kept: i64,
        failed: i64,
    ) -> Result<()> {
        let end = Statement::update(
            "purge_run",
            [("ended_on", Value::text(now)), ("kept", Value::Int(kept)), ("failed", Value::Int(failed))],
            Filter::of(permit).text("run_id", run_id).and("ended_on IS NULL"),
        );
        self.commit_unaudited(permit, vec![end.or_refuse(Refusal::Stale)]).await
    }

    /// A run that was interrupted; the next one goes on with it.
    pub async fn open_purge_run<K>(&self, permit: &Permit<K>) -> Result<Option<PurgeRun>> {
        let text = format!("{RUN} AND ended_on IS NULL ORDER BY started_on DESC, run_id DESC LIMIT 1");
        self.first_decoded(permit, &Sql::new(text, scoped(permit, &[])), purge_run).await
    }
}
