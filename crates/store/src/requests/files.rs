//! Staged files. They are stored without touching the request, so that uploads never wait for each other.

use std::collections::HashSet;

use domain::Refusal;
use domain::access::{Change, Permit, RequestAccess, Scope, Side, system};
use domain::document::Scan;
use domain::master_data::Value;
use domain::request::RequestAction;
use serde_json::json;

use super::aggregate::{FileRow, RequestAggregate};
use super::rows::Writer;
use super::uploads::finish_upload;
use crate::audit::Entry;
use crate::batch::Batch;
use crate::row::{Record, text_of};
use crate::sql::{Sql, scoped};
use crate::statement::{Filter, Statement};
use crate::table::Table;
use crate::{Error, Result, Row, Store};

fn entry(action: RequestAction, aggregate: &RequestAggregate, file: &FileRow) -> Entry {
    let title = aggregate.document(file.document).map(|document| document.title.clone());
    let more = json!({ "fileName": file.file_name, "size": file.size, "sha256": file.sha256 });
    let request = &aggregate.request;
    let detail = json!({
        "txnId": request.txn_id, "branchCode": request.branch_code, "documentNo": file.document, "documentTitle": title,
        "more": more,
    });
    Entry { action: action.name(), resource: "docrequest", key: request.txn_ref_no.clone(), detail }
}

/// The record of a sample's file, with the owner's name in the place of the request.
pub(crate) const SAMPLE_RECORD: &str = "country_code, entity_code, 'rule:' || rule_code AS txn_ref_no, \
    sample_id AS file_id, CAST(0 AS BIGINT) AS document_no, uploaded_on, size, sha256, storage_id, sealed_key, \
    CAST(NULL AS TEXT) AS purged_on";

/// Storage ids per query.
const AT_ONCE: usize = 50;

/// A file of any entity, with what is needed to compare it with the stored content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileRecord {
    pub country: String,
    pub entity: String,
    pub txn_ref_no: String,
    pub file_id: String,
    pub document: u32,
    pub uploaded_on: String,
    pub size: i64,
    pub sha256: String,
    pub storage_id: String,
    pub sealed_key: Option<String>,
    pub is_purged: bool,
}

const RECORD: &str = "country_code, entity_code, txn_ref_no, file_id, document_no, uploaded_on, size, sha256, \
    storage_id, sealed_key, purged_on";

/// Records what a scan found.
pub fn set_scan(permit: &Permit<Change>, txn_ref_no: &str, file_id: &str, scan: Scan) -> Statement {
    let filter = Filter::of(permit).text("txn_ref_no", txn_ref_no).text("file_id", file_id);
    Statement::update("docrequest_file", [("scan", Value::text(scan.name()))], filter)
}

pub(crate) fn record(row: &dyn Row) -> Result<FileRecord> {
    let row = Record::new(row, "docrequest_file", "file_id");
    Ok(FileRecord {
        country: row.text("country_code")?,
        entity: row.text("entity_code")?,
        txn_ref_no: row.text("txn_ref_no")?,
        file_id: row.text("file_id")?,
        document: row.int("document_no")?,
        uploaded_on: row.text("uploaded_on")?,
        size: row.int("size")?,
        sha256: row.text("sha256")?,
        storage_id: row.text("storage_id")?,
        sealed_key: row.optional_text("sealed_key")?,
        is_purged: row.optional_str("purged_on")?.is_some(),
    })
}

impl Store {
    /// Those storage ids that some record refers to: a file of a document, a piece of an upload, or a sample of a rule.
    pub async fn named_files(&self, storage_ids: &[String]) -> Result<HashSet<String>> {
        let mut named = HashSet::new();
        for some in storage_ids.chunks(AT_ONCE) {
            for table in ["docrequest_file", "upload_piece", "rule_sample"] {
                let mut sql = Sql::new(format!("SELECT storage_id FROM {table} WHERE storage_id IN ("), Vec::new());
                // Pad with the last id: one prepared statement for any number.
                for at in 0..AT_ONCE {
                    sql.push(if at > 0 { ", " } else { "" }).bind(Value::text(&some[at.min(some.len() - 1)]));
                }
                sql.push(")");
                named.extend(self.decoded(&system::audit_reader(), &sql, text_of(table, "storage_id")).await?);
            }
        }
        Ok(named)
    }

    /// Files of all entities that are not purged, in key order: the next ones after `after`, or the first ones.
    pub async fn file_records(&self, after: Option<&FileRecord>, most: u32) -> Result<Vec<FileRecord>> {
        self.records_after("purged_on IS NULL AND ", after, most).await
    }

    /// The same for those that were not scanned for malware.
    pub async fn files_to_scan(&self, after: Option<&FileRecord>, most: u32) -> Result<Vec<FileRecord>> {
        self.records_after("scan = 'notScanned' AND purged_on IS NULL AND ", after, most).await
    }

    async fn records_after(&self, which: &str, after: Option<&FileRecord>, most: u32) -> Result<Vec<FileRecord>> {
        let key = after.map_or([""; 4], |last| [&last.country, &last.entity, &last.txn_ref_no, &last.file_id]);
        let mut values: Vec<Value> = key.into_iter().map(Value::text).collect();
        values.push(Value::Int(most.into()));
        let sql = Sql::new(
            format!(
                r#"SELECT {RECORD}
                    FROM docrequest_file
                    WHERE {which}(country_code, entity_code, txn_ref_no, file_id) > ($1, $2, $3, $4)
                    ORDER BY country_code, entity_code, txn_ref_no, file_id
                    LIMIT $5"#
            ),
            values,
        );
        self.rows(&system::audit_reader(), &sql, record).await?.into_iter().collect()
    }

    /// Files of all entities that are stored in plain, in key order: the next ones after `after`, or the first ones.
    pub async fn plain_files(&self, after: Option<&FileRecord>, most: u32) -> Result<Vec<FileRecord>> {
        self.records_after("sealed_key IS NULL AND purged_on IS NULL AND ", after, most).await
    }

    /// Where the file of a record is stored now.
    pub async fn current_place(&self, scope: &Scope, txn_ref_no: &str, file_id: &str) -> Result<Option<FileRecord>> {
        let permit = system::requests(&scope.country, &scope.entity);
        let sql = Sql::new(
            format!(
                r#"SELECT {RECORD} FROM docrequest_file
                   WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no = $3 AND file_id = $4
                   UNION ALL SELECT {SAMPLE_RECORD} FROM rule_sample
                   WHERE country_code = $1 AND entity_code = $2 AND 'rule:' || rule_code = $3 AND sample_id = $4"#
            ),
            scoped(&permit, &[txn_ref_no, file_id]),
        );
        self.first_decoded(&permit, &sql, record).await
    }

    /// Refers a record to the encrypted copy of its file. False when the record refers to something else by now.
    pub async fn switch_file(&self, record: &FileRecord, storage_id: &str, sealed_key: &str) -> Result<bool> {
        let permit = system::requests(&record.country, &record.entity);
        let switch = Statement::update(
            "docrequest_file",
            [("storage_id", Value::text(storage_id)), ("sealed_key", Value::text(sealed_key))],
            Filter::of(&permit)
                .text("txn_ref_no", &record.txn_ref_no)
                .text("file_id", &record.file_id)
                .text("storage_id", &record.storage_id)
                .and("sealed_key IS NULL")
                .and("purged_on IS NULL"),
        );
        match self.commit_unaudited(&permit, vec![switch.or_refuse(Refusal::Stale)]).await {
            Ok(()) => Ok(true),
            Err(Error::Refused(Refusal::Stale)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Puts a file into quarantine, with further statements. A new file has no record yet.
    pub async fn quarantine_file(
        &self,
        access: &RequestAccess<Change>,
        aggregate: &RequestAggregate,
        file: &FileRow,
        signature: &str,
        more: Vec<Statement>,
        is_new: bool,
    ) -> Result<()> {
        let infected = FileRow { scan: Scan::Infected, ..file.clone() };
        let mut found = entry(RequestAction::Quarantine, aggregate, &infected);
        found.detail["more"]["signature"] = json!(signature);
        found.detail["more"]["uploadedBy"] = json!(file.uploaded_by);
        let mut batch = Batch::audited(found);
        if is_new {
            let insert = Writer { access, aggregate }.insert::<FileRow>(vec![infected.columns()]);
            batch.statements.push(insert.into());
        } else {
            let txn_ref_no = &aggregate.request.txn_ref_no;
            batch.statements.push(set_scan(access.permit(), txn_ref_no, &file.file_id, Scan::Infected));
        }
        batch.statements.extend(more);
        self.commit(access.permit(), batch).await
    }

    /// Stores a staged file, unless the document already has the most it accepts. With an upload, the upload is
    /// finished by it.
    pub async fn stage_file(
        &self,
        access: &RequestAccess<Change>,
        aggregate: &RequestAggregate,
        file: &FileRow,
        most: i64,
        upload_id: Option<&str>,
    ) -> Result<()> {
        let permit = access.permit();
        // Each side stages its own files and has its own limit.
        let same = if file.side() == Side::Customer { "=" } else { "<>" };
        let row = Writer { access, aggregate }.row(file.columns());
        let names: Vec<_> = row.iter().map(|(name, _)| *name).collect();
        let mut insert = Sql::new(format!("INSERT INTO docrequest_file ({}) SELECT ", names.join(", ")), Vec::new());
        for (at, (_, value)) in row.into_iter().enumerate() {
            insert.push(if at > 0 { ", " } else { "" }).bind(value);
        }
        insert.push(" WHERE (SELECT count(*) FROM docrequest_file s WHERE s.version_no = 0 AND s.scan <> 'infected'");
        insert.push(&format!(" AND substr(s.uploaded_by, 1, 9) {same} 'customer:'"));
        let request = ["s.country_code", "s.entity_code", "s.txn_ref_no"];
        for (column, value) in request.into_iter().zip(scoped(permit, &[&aggregate.request.txn_ref_no])) {
            insert.and_equals(column, value);
        }
        insert.and_equals("s.document_no", Value::Int(file.document.into())).push(") < ").bind(Value::Int(most));
        let insert = Statement::raw_sql("docrequest_file", insert);
        let full = Refusal::field("files", domain::message::Message::plain("tooManyFiles").with("max", most));
        let mut batch = Batch::audited(entry(RequestAction::Stage, aggregate, file)).and(insert.or_refuse(full));
        batch.statements.extend(upload_id.map(|upload_id| finish_upload(permit, upload_id, file)));
        self.commit(permit, batch).await
    }

    pub async fn unstage_file(
        &self,
        access: &RequestAccess<Change>,
        aggregate: &RequestAggregate,
        file: &FileRow,
    ) -> Result<()> {
        let mut values = scoped(access.permit(), &[&aggregate.request.txn_ref_no, &file.file_id]);
        values.push(Value::Int(0));
        let gone = Statement::raw(
            "docrequest_file",
            r#"DELETE FROM docrequest_file
                WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no = $3 AND file_id = $4 AND version_no = $5"#,
            values,
        );
        let batch =
            Batch::audited(entry(RequestAction::Unstage, aggregate, file)).and(gone.or_refuse(Refusal::NotFound));
        self.commit(access.permit(), batch).await
    }
}
