//! Destroys versions and records. The first statement of each batch checks everything that could forbid it, so that
//! a hold set in the meantime is never overlooked.

use std::collections::HashMap;

use domain::Refusal;
use domain::access::{Change, Permit, RequestAccess};
use domain::master_data::Value;
use domain::request::RequestAction;
use domain::retention::Kind;
use jiff::tz::TimeZone;
use serde_json::json;

use super::dates::KeptRow;
use crate::audit::Entry;
use crate::batch::Batch;
use crate::requests::{HELD, RequestAggregate, push_list, uncount, uncount_customer};
use crate::row::{Record, text_of};
use crate::sql::{Sql, scoped};
use crate::statement::{Columns, Filter, Insert, Set, Statement};
use crate::table::Column;
use crate::{Result, Row, Store};

/// By what right something is destroyed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// It is due by the settings that this version of the Entity Master has.
    Due { entity_version: i64 },
    /// It was destroyed before, and a restore brought it back.
    Replay,
}

/// Where a list of due requests goes on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DueRow {
    pub last_day: String,
    pub txn_ref_no: String,
}

/// A file of a request whose documents are destroyed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PurgedFile {
    pub txn_ref_no: String,
    pub file_id: String,
    pub document: u32,
    pub title: String,
    /// 0 for a file that was never submitted.
    pub version: u32,
    pub sha256: String,
    /// Empty once the stored bytes are gone.
    pub storage_id: String,
    pub is_purged: bool,
}

/// What a batch destroys, as the run and the audit log list it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DestroyedItem {
    pub kind: Kind,
    pub document: Option<u32>,
    pub version: Option<u32>,
    pub title: String,
    pub sha256: String,
}

/// A run, the number of its next item, and the time.
#[derive(Debug, Clone, Copy)]
pub struct InRun<'a> {
    pub run_id: &'a str,
    pub next_item: i64,
    pub now: &'a str,
}

const FILE: &str = r#"SELECT f.txn_ref_no, f.file_id, f.document_no, f.version_no, f.sha256, f.storage_id, f.purged_on,
        d.document_title
    FROM docrequest_file f
    JOIN docrequest_document d ON d.country_code = f.country_code AND d.entity_code = f.entity_code
        AND d.txn_ref_no = f.txn_ref_no AND d.document_no = f.document_no
    WHERE f.country_code = $1 AND f.entity_code = $2"#;

fn purged_file(row: &dyn Row) -> Result<PurgedFile> {
    let row = Record::new(row, "docrequest_file", "file_id");
    Ok(PurgedFile {
        txn_ref_no: row.text("txn_ref_no")?,
        file_id: row.text("file_id")?,
        document: row.int("document_no")?,
        title: row.text("document_title")?,
        version: row.int("version_no")?,
        sha256: row.text("sha256")?,
        storage_id: row.text("storage_id")?,
        is_purged: row.optional_str("purged_on")?.is_some(),
    })
}

fn due_row(row: &dyn Row) -> Result<DueRow> {
    let row = Record::new(row, "docrequest", "txn_ref_no");
    Ok(DueRow { last_day: row.text("last_day")?, txn_ref_no: row.text("txn_ref_no")? })
}

impl Store {
    /// The next requests of which something of this kind was kept until before today, in the order of that day.
    /// `Documents` also finds requests without a version.
    pub async fn due_requests<K>(
        &self,
        permit: &Permit<K>,
        kind: Kind,
        today: &str,
        after: &DueRow,
        most: u32,
    ) -> Result<Vec<DueRow>> {
        let (table, column, rest) = match kind {
            Kind::Rejected => ("docrequest_version", "purge_after", "purged_on IS NULL"),
            Kind::Documents => ("docrequest", "purge_after", "purged_on IS NULL"),
            Kind::Records => ("docrequest", "record_purge_after", "purged_on IS NOT NULL"),
        };
        let text = format!(
            r#"SELECT DISTINCT {column} AS last_day, txn_ref_no
                FROM {table}
                WHERE country_code = $1 AND entity_code = $2 AND {column} IS NOT NULL AND {rest} AND {column} < $3
                    AND ({column}, txn_ref_no) > ($4, $5)
                ORDER BY {column}, txn_ref_no
                LIMIT "#
        );
        let mut sql = Sql::new(text, scoped(permit, &[today, &after.last_day, &after.txn_ref_no]));
        sql.bind(Value::Int(most.into()));
        self.decoded(permit, &sql, due_row).await
    }

    /// All files of a request.
    pub async fn files_of_request<K>(&self, permit: &Permit<K>, txn_ref_no: &str) -> Result<Vec<PurgedFile>> {
        let text =
            format!("{FILE} AND f.txn_ref_no = $3 ORDER BY f.document_no, f.version_no, f.uploaded_on, f.file_id");
        self.decoded(permit, &Sql::new(text, scoped(permit, &[txn_ref_no])), purged_file).await
    }

    /// All files of several requests, by request.
    pub async fn files_of_requests<K>(
        &self,
        permit: &Permit<K>,
        references: &[String],
    ) -> Result<HashMap<String, Vec<PurgedFile>>> {
        let mut sql = Sql::new(format!("{FILE} AND f.txn_ref_no IN "), scoped(permit, &[]));
        push_list(&mut sql, references);
        sql.push(" ORDER BY f.txn_ref_no, f.document_no, f.version_no, f.uploaded_on, f.file_id");
        let mut all: HashMap<String, Vec<PurgedFile>> = HashMap::new();
        for file in self.decoded(permit, &sql, purged_file).await? {
            all.entry(file.txn_ref_no.clone()).or_default().push(file);
        }
        Ok(all)
    }

    /// Purged files whose bytes are still to be removed: the next ones after a request and file.
    pub async fn files_to_remove<K>(
        &self,
        permit: &Permit<K>,
        (txn_ref_no, file_id): (&str, &str),
        most: u32,
    ) -> Result<Vec<PurgedFile>> {
        let text = format!(
            "{FILE} AND f.purged_on IS NOT NULL AND f.storage_id <> '' \
                AND (f.txn_ref_no, f.file_id) > ($3, $4) ORDER BY f.txn_ref_no, f.file_id LIMIT "
        );
        let mut sql = Sql::new(text, scoped(permit, &[txn_ref_no, file_id]));
        sql.bind(Value::Int(most.into()));
        self.decoded(permit, &sql, purged_file).await
    }

    /// True when a kept customer has no other request.
    pub async fn is_only_request<K>(&self, permit: &Permit<K>, aggregate: &RequestAggregate) -> Result<bool> {
        let request = &aggregate.request;
        let sql = Sql::new(
            r#"SELECT c.email_address
                FROM docrequest_customer c
                WHERE c.country_code = $1 AND c.entity_code = $2 AND c.tenant_code = $3 AND c.email_address = $4
                    AND NOT EXISTS (SELECT 1 FROM docrequest o WHERE o.country_code = c.country_code
                    AND o.entity_code = c.entity_code AND o.email_address = c.email_address
                    AND o.tenant_code = c.tenant_code AND o.txn_ref_no <> $5)"#,
            scoped(permit, &[&request.tenant_code, &request.customer.email_address, &request.txn_ref_no]),
        );
        let found = self.first_decoded(permit, &sql, text_of("docrequest_customer", "email_address")).await?;
        Ok(found.is_some())
    }
}

/// The conditions on a request `r` that is destroyed; a version of the Entity Master and a bracket follow.
fn may_be_destroyed() -> String {
    format!(
        "r.closed_on IS NOT NULL AND r.customer_reference IS NOT NULL AND NOT {HELD} AND EXISTS (SELECT 1 \
            FROM entity_master e WHERE e.country_code = r.country_code AND e.entity_code = r.entity_code \
            AND e.version_number = "
    )
}

/// Refused as stale when a hold, a change of the settings or a change of the request came first.
fn claim(permit: &Permit<Change>, claim: Claim, row: &KeptRow, purged_on: Option<&str>, and: &str) -> Statement {
    let mut values = vec![purged_on.map_or(Value::Null, Value::text)];
    values.extend(scoped(permit, &[&row.txn_ref_no]));
    let mut sql = Sql::new(
        format!(
            r#"UPDATE docrequest AS r
                SET purged_on = coalesce(r.purged_on, $1)
                WHERE r.country_code = $2 AND r.entity_code = $3 AND r.txn_ref_no = $4{and}"#
        ),
        values,
    );
    if let Claim::Due { entity_version } = claim {
        sql.and_equals("r.version_number", Value::Int(row.version_number));
        sql.push(&format!(" AND {}", may_be_destroyed()));
        sql.bind(Value::Int(entity_version)).push(")");
    }
    Statement::raw_sql("docrequest", sql).or_refuse(Refusal::Stale)
}

fn entry(row: &KeptRow, items: &[DestroyedItem], claim: Claim, run_id: &str) -> Entry {
    let listed = |item: &DestroyedItem| {
        json!({ "kind": item.kind, "documentNo": item.document,
        "versionNo": item.version, "title": item.title, "sha256": item.sha256 })
    };
    let more = json!({ "runId": run_id, "isReplay": claim == Claim::Replay,
        "items": items.iter().map(listed).collect::<Vec<_>>() });
    Entry {
        action: RequestAction::Purge.name(),
        resource: "docrequest",
        key: row.txn_ref_no.clone(),
        detail: json!({ "more": more }),
    }
}

/// The row of an item; `at` counts the items of the batch.
fn item_row(permit: &Permit<Change>, row: &KeptRow, item: &DestroyedItem, run: InRun, at: usize) -> Columns {
    let scope = permit.scope();
    vec![
        ("country_code", Value::text(&scope.country)),
        ("entity_code", Value::text(&scope.entity)),
        ("tenant_code", Value::text(&row.tenant_code)),
        ("run_id", Value::text(run.run_id)),
        ("item_no", Value::Int(run.next_item + at as i64)),
        ("kind", Value::text(item.kind.name())),
        ("txn_ref_no", Value::text(&row.txn_ref_no)),
        ("document_no", item.document.value()),
        ("version_no", item.version.value()),
        ("title", Value::text(&item.title)),
        ("sha256", Value::text(&item.sha256)),
        ("purged_on", Value::text(run.now)),
    ]
}

/// The rows of a request's items, and their number in the run.
fn items_of(permit: &Permit<Change>, row: &KeptRow, items: &[DestroyedItem], run: InRun) -> Vec<Statement> {
    let rows: Vec<_> = items.iter().enumerate().map(|(at, item)| item_row(permit, row, item, run, at)).collect();
    insert_items(permit, rows, run)
}

fn insert_items(permit: &Permit<Change>, rows: Vec<Columns>, run: InRun) -> Vec<Statement> {
    let destroyed = Set::add(rows.len() as i64);
    let mut all = Insert::of_columns("purge_item", rows).statements();
    let filter = Filter::of(permit).text("run_id", run.run_id);
    all.push(Statement::update("purge_run", [("destroyed", destroyed)], filter));
    all
}

/// Destroys the keys and names of versions' files, and what was read from them. Version 0 is what was never submitted.
/// With `is_last`, the request has no other documents.
pub fn destroy_versions(
    permit: &Permit<Change>,
    by: Claim,
    row: &KeptRow,
    items: &[DestroyedItem],
    is_last: bool,
    run: InRun,
) -> Batch {
    let mut batch = if items.is_empty() { Batch::default() } else { Batch::audited(entry(row, items, by, run.run_id)) };
    batch.statements.push(claim(permit, by, row, is_last.then_some(run.now), ""));
    for item in items {
        let key = || {
            let mut key = scoped(permit, &[&row.txn_ref_no]);
            key.extend([item.document, item.version].map(|number| Value::Int(number.unwrap_or(0).into())));
            key
        };
        let set = || [vec![Value::text(run.now)], key()].concat();
        if item.version != Some(0) {
            let version = Statement::raw(
                "docrequest_version",
                r#"UPDATE docrequest_version
                    SET purged_on = $1
                    WHERE country_code = $2 AND entity_code = $3 AND txn_ref_no = $4 AND document_no = $5
                        AND version_no = $6 AND purged_on IS NULL"#,
                set(),
            );
            batch.statements.push(version.or_refuse(Refusal::Stale));
        }
        batch.statements.push(Statement::raw(
            "docrequest_file",
            r#"UPDATE docrequest_file
                SET purged_on = $1, sealed_key = NULL, file_name = ''
                WHERE country_code = $2 AND entity_code = $3 AND txn_ref_no = $4 AND document_no = $5
                    AND version_no = $6 AND purged_on IS NULL"#,
            set(),
        ));
        batch.statements.push(Statement::raw(
            "document_verification",
            r#"UPDATE document_verification
                SET words = NULL, evidence = NULL, covered = NULL,
                    verdict = CASE verdict WHEN 'Waiting' THEN 'None' ELSE verdict END
                WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no = $3 AND document_no = $4
                    AND version_no = $5"#,
            key(),
        ));
        batch.statements.push(Statement::raw(
            "document_share",
            r#"DELETE FROM document_share
                WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no = $3 AND document_no = $4
                    AND version_no = $5 AND state <> 'shared'"#,
            key(),
        ));
    }
    batch.statements.extend(items_of(permit, row, items, run));
    batch
}

/// Destroys all documents of several requests in one commit, refused as stale when one of them may not be destroyed.
/// The items of a request name each version that is left, and what was never submitted.
pub fn destroy_documents(
    permit: &Permit<Change>,
    entity_version: i64,
    all: &[(KeptRow, Vec<DestroyedItem>)],
    run: InRun,
) -> Batch {
    let by = Claim::Due { entity_version };
    let references: Vec<String> = all.iter().map(|(row, _)| row.txn_ref_no.clone()).collect();
    let items = || all.iter().flat_map(|(_, items)| items);
    let versions = items().filter(|item| item.version != Some(0)).count() as u64;
    let of_all = |text: &str, first: Option<&str>| {
        let values = first.map(Value::text).into_iter().chain(scoped(permit, &[])).collect();
        let mut sql = Sql::new(text.to_owned(), values);
        push_list(&mut sql, &references);
        sql
    };
    let mut batch = Batch::default();
    batch.statements.push(claim_all(permit, entity_version, all, run.now));
    let version = of_all(
        r#"UPDATE docrequest_version
            SET purged_on = $1
            WHERE country_code = $2 AND entity_code = $3 AND purged_on IS NULL AND txn_ref_no IN "#,
        Some(run.now),
    );
    batch.statements.push(Statement::raw_sql("docrequest_version", version).rows_or_refuse(versions, Refusal::Stale));
    batch.statements.push(Statement::raw_sql(
        "docrequest_file",
        of_all(
            r#"UPDATE docrequest_file
            SET purged_on = $1, sealed_key = NULL, file_name = ''
            WHERE country_code = $2 AND entity_code = $3 AND purged_on IS NULL AND txn_ref_no IN "#,
            Some(run.now),
        ),
    ));
    batch.statements.push(Statement::raw_sql(
        "document_verification",
        of_all(
            r#"UPDATE document_verification
            SET words = NULL, evidence = NULL, covered = NULL,
                verdict = CASE verdict WHEN 'Waiting' THEN 'None' ELSE verdict END
            WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no IN "#,
            None,
        ),
    ));
    batch.statements.push(Statement::raw_sql(
        "document_share",
        of_all(
            r#"DELETE FROM document_share
            WHERE country_code = $1 AND entity_code = $2 AND state <> 'shared' AND txn_ref_no IN "#,
            None,
        ),
    ));
    let mut rows = Vec::new();
    for (row, items) in all.iter().filter(|(_, items)| !items.is_empty()) {
        batch.entries.push(entry(row, items, by, run.run_id));
        for item in items {
            rows.push(item_row(permit, row, item, run, rows.len()));
        }
    }
    batch.statements.extend(insert_items(permit, rows, run));
    batch
}

/// Claims several requests, of which all documents are destroyed.
fn claim_all(
    permit: &Permit<Change>,
    entity_version: i64,
    all: &[(KeptRow, Vec<DestroyedItem>)],
    now: &str,
) -> Statement {
    let text = "UPDATE docrequest AS r SET purged_on = coalesce(r.purged_on, $1) FROM (VALUES ";
    let mut sql = Sql::new(text, vec![Value::text(now)]);
    for (at, (row, _)) in all.iter().enumerate() {
        // The first row tells PostgreSQL the types.
        let [text, number] = if at > 0 { ["(", ", "] } else { ["(CAST(", " AS TEXT), CAST("] };
        sql.push(if at > 0 { ", " } else { "" }).push(text).bind(Value::text(&row.txn_ref_no));
        sql.push(number).bind(Value::Int(row.version_number)).push(if at > 0 { ")" } else { " AS BIGINT))" });
    }
    sql.push(") AS k WHERE r.txn_ref_no = k.column1 AND r.version_number = k.column2");
    let scope = permit.scope();
    sql.and_equals("r.country_code", Value::text(&scope.country))
        .and_equals("r.entity_code", Value::text(&scope.entity));
    sql.push(&format!(" AND {}", may_be_destroyed()));
    sql.bind(Value::Int(entity_version)).push(")");
    Statement::raw_sql("docrequest", sql).rows_or_refuse(all.len() as u64, Refusal::Stale)
}

/// Records that the bytes of purged files are gone.
pub fn files_are_gone(permit: &Permit<Change>, storage_ids: &[String]) -> Statement {
    let mut sql = Sql::new(
        r#"UPDATE docrequest_file
            SET storage_id = ''
            WHERE country_code = $1 AND entity_code = $2 AND purged_on IS NOT NULL AND storage_id IN "#,
        scoped(permit, &[]),
    );
    push_list(&mut sql, storage_ids);
    Statement::raw_sql("docrequest_file", sql)
}

/// Tables with rows of a request, children first. Other tables follow the request by themselves.
const TABLES: [&str; 11] = [
    "docrequest_review",
    "document_verification",
    "docrequest_version",
    "docrequest_waiting",
    "docrequest_file",
    "docrequest_document",
    "document_share",
    "outbox",
    "notification",
    "webhook_delivery",
    "docrequest",
];

/// Deletes everything about a request whose documents are destroyed. The audit log stays.
pub fn destroy_record(
    access: &RequestAccess<Change>,
    by: Claim,
    row: &KeptRow,
    aggregate: &RequestAggregate,
    is_only_request: bool,
    zone: &TimeZone,
    run: InRun,
) -> Batch {
    let permit = access.permit();
    let item = DestroyedItem {
        kind: Kind::Records,
        document: None,
        version: None,
        title: aggregate.request.customer.request_category.clone(),
        sha256: String::new(),
    };
    let items = [item];
    let bytes_are_gone = " AND NOT EXISTS (SELECT 1 FROM docrequest_file f WHERE f.country_code = r.country_code \
        AND f.entity_code = r.entity_code AND f.txn_ref_no = r.txn_ref_no AND (f.storage_id <> '' \
        OR f.purged_on IS NULL)) AND NOT EXISTS (SELECT 1 FROM docrequest_version v \
        WHERE v.country_code = r.country_code AND v.entity_code = r.entity_code AND v.txn_ref_no = r.txn_ref_no \
        AND v.purged_on IS NULL)";
    let mut batch = Batch::audited(entry(row, &items, by, run.run_id));
    batch.statements.push(claim(permit, by, row, Some(run.now), bytes_are_gone));
    let uploads = "upload_id IN (SELECT u.upload_id FROM upload u WHERE u.country_code = $1 \
        AND u.entity_code = $2 AND u.txn_ref_no = $3)";
    batch.statements.push(Statement::raw(
        "upload_piece",
        format!("DELETE FROM upload_piece WHERE country_code = $1 AND entity_code = $2 AND {uploads}"),
        scoped(permit, &[&row.txn_ref_no]),
    ));
    for table in std::iter::once("upload").chain(TABLES) {
        let of_request = Filter::of(permit).text("txn_ref_no", &row.txn_ref_no);
        batch.statements.push(Statement::delete(table, of_request));
    }
    batch.statements.extend(uncount(permit.scope(), &aggregate.request, zone));
    if is_only_request {
        let request = &aggregate.request;
        let customer = Filter::of(permit)
            .text("tenant_code", &request.tenant_code)
            .text("email_address", &request.customer.email_address);
        batch.statements.push(Statement::delete("docrequest_customer", customer).or_refuse(Refusal::Stale));
        batch.statements.extend(uncount_customer(permit.scope(), &request.tenant_code));
    }
    batch.statements.extend(items_of(permit, row, &items, run));
    batch
}
