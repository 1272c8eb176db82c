//! Sample documents of a verification rule, on which drafts are tried. They are test data and belong to no request.

use domain::Refusal;
use domain::access::{Change, Permit, system};
use domain::document::Scan;
use domain::master_data::Value;
use domain::message::Message;
use domain::verification::DocumentText;
use serde_json::json;

use crate::audit::Entry;
use crate::batch::Batch;
use crate::requests::{FileRecord, FileRow, SAMPLE_RECORD, record};
use crate::row::Record;
use crate::sql::{Sql, scoped};
use crate::statement::Statement;
use crate::{Error, Result, Row, Store};

/// A sample with its stored file.
#[derive(Debug, Clone, PartialEq)]
pub struct RuleSample {
    pub rule_code: String,
    pub file: FileRow,
    /// Its words, once they were read.
    pub text: Option<DocumentText>,
}

/// A sample of any entity that waits to be read or is too old.
#[derive(Debug, Clone, PartialEq)]
pub struct DueSample {
    pub country: String,
    pub entity: String,
    pub tries: i64,
    pub sample: RuleSample,
}

const SAMPLE: &str = "country_code, entity_code, rule_code, sample_id, file_name, content_type, size, pages, sha256, \
    storage_id, sealed_key, uploaded_by, uploaded_on, tries, words";

/// The owner of the files of a rule.
pub fn owner(rule_code: &str) -> String {
    format!("rule:{rule_code}")
}

/// Binds encrypted words to their sample.
fn label(rule_code: &str, sample_id: &str) -> String {
    format!("rule-sample.words|{rule_code}|{sample_id}")
}

/// A sample, and its encrypted words.
fn due(row: &dyn Row) -> Result<(DueSample, Option<String>)> {
    let row = Record::new(row, "rule_sample", "sample_id");
    let file = FileRow {
        file_id: row.text("sample_id")?,
        document: 0,
        version: 0,
        uploaded_by: row.text("uploaded_by")?,
        uploaded_on: row.text("uploaded_on")?,
        file_name: row.text("file_name")?,
        content_type: row.text("content_type")?,
        size: row.int("size")?,
        pages: row.optional_int("pages")?,
        sha256: row.text("sha256")?,
        storage_id: row.text("storage_id")?,
        sealed_key: row.optional_text("sealed_key")?,
        scan: Scan::NotScanned,
        purged_on: None,
    };
    let due = DueSample {
        country: row.text("country_code")?,
        entity: row.text("entity_code")?,
        tries: row.int("tries")?,
        sample: RuleSample { rule_code: row.text("rule_code")?, file, text: None },
    };
    Ok((due, row.optional_text("words")?))
}

fn entry(action: &'static str, sample: &RuleSample) -> Entry {
    let FileRow { file_name, size, sha256, .. } = &sample.file;
    let detail = json!({ "sampleId": sample.file.file_id, "fileName": file_name, "size": size, "sha256": sha256 });
    Entry { action, resource: "adminentitydocumentverficationrulemaster", key: sample.rule_code.clone(), detail }
}

/// An upload in which malware was found. Nothing of it is kept.
pub fn infected_sample(sample: &RuleSample, signature: &str) -> Batch {
    let mut found = entry("quarantine", sample);
    found.detail["signature"] = json!(signature);
    Batch::audited(found)
}

fn key<Kind>(permit: &Permit<Kind>, sample: &RuleSample) -> Vec<Value> {
    scoped(permit, &[&sample.rule_code, &sample.file.file_id])
}

impl Store {
    /// The samples of a rule, newest first.
    pub async fn rule_samples<Kind>(&self, permit: &Permit<Kind>, rule_code: &str) -> Result<Vec<RuleSample>> {
        let text = format!(
            r#"SELECT {SAMPLE} FROM rule_sample WHERE country_code = $1 AND entity_code = $2 AND rule_code = $3
               ORDER BY uploaded_on DESC, sample_id DESC"#
        );
        let sql = Sql::new(text, scoped(permit, &[rule_code]));
        let mut samples = Vec::new();
        for (due, sealed) in self.decoded(permit, &sql, due).await? {
            let mut sample = due.sample;
            if let Some(sealed) = sealed {
                let plain = self.unseal(permit.scope(), &label(rule_code, &sample.file.file_id), &sealed).await?;
                sample.text = Some(serde_json::from_str(&plain).map_err(Error::internal)?);
            }
            samples.push(sample);
        }
        Ok(samples)
    }

    /// Adds a sample, unless the rule has the most it may have.
    pub async fn add_rule_sample(&self, permit: &Permit<Change>, sample: &RuleSample, most: i64) -> Result<()> {
        let file = &sample.file;
        let mut values = key(permit, sample);
        values.extend([&file.file_name, &file.content_type, &file.sha256, &file.storage_id].map(Value::text));
        values.push(file.sealed_key.as_ref().map_or(Value::Null, Value::text));
        values.extend([&file.uploaded_by, &file.uploaded_on, &file.uploaded_on].map(Value::text));
        values.extend([Value::Int(file.size), file.pages.map_or(Value::Null, Value::Int), Value::Int(most)]);
        let add = Statement::raw(
            "rule_sample",
            r#"INSERT INTO rule_sample (country_code, entity_code, rule_code, sample_id, file_name, content_type,
                sha256,
                   storage_id, sealed_key, uploaded_by, uploaded_on, next_try_on, tries, size, pages)
               SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS TEXT),
                   CAST($6 AS TEXT), CAST($7 AS TEXT), CAST($8 AS TEXT), CAST($9 AS TEXT), CAST($10 AS TEXT),
                   CAST($11 AS TEXT), CAST($12 AS TEXT), 0, CAST($13 AS BIGINT), CAST($14 AS BIGINT)
               WHERE (SELECT count(*) FROM rule_sample s
                   WHERE s.country_code = $1 AND s.entity_code = $2 AND s.rule_code = $3) < $15"#,
            values,
        );
        let full = Refusal::field("file", Message::plain("tooManyFiles").with("max", most));
        self.commit(permit, Batch::audited(entry("add-sample", sample)).and(add.or_refuse(full))).await
    }

    /// Removes the record of a sample. Its file is left.
    pub async fn remove_rule_sample(&self, permit: &Permit<Change>, sample: &RuleSample) -> Result<()> {
        let gone = Statement::raw(
            "rule_sample",
            r#"DELETE FROM rule_sample
               WHERE country_code = $1 AND entity_code = $2 AND rule_code = $3 AND sample_id = $4"#,
            key(permit, sample),
        );
        let batch = Batch::audited(entry("remove-sample", sample)).and(gone.or_refuse(Refusal::NotFound));
        self.commit(permit, batch).await
    }

    /// Samples of all entities that wait to be read.
    pub async fn due_rule_samples(&self, now: &str, most: i64) -> Result<Vec<DueSample>> {
        let text = format!(
            "SELECT {SAMPLE} FROM rule_sample WHERE read_on IS NULL AND next_try_on <= $1 ORDER BY next_try_on LIMIT $2"
        );
        self.samples_of_all(Sql::new(text, vec![Value::text(now), Value::Int(most)])).await
    }

    /// Samples of all entities from before a time.
    pub async fn old_rule_samples(&self, before: &str, most: i64) -> Result<Vec<DueSample>> {
        let text = format!("SELECT {SAMPLE} FROM rule_sample WHERE uploaded_on < $1 ORDER BY uploaded_on LIMIT $2");
        self.samples_of_all(Sql::new(text, vec![Value::text(before), Value::Int(most)])).await
    }

    async fn samples_of_all(&self, sql: Sql) -> Result<Vec<DueSample>> {
        let found = self.decoded(&system::housekeeping(), &sql, due).await?;
        Ok(found.into_iter().map(|(due, _)| due).collect())
    }

    /// Claims a sample until a time: of several nodes one succeeds, the others are refused as stale.
    pub async fn claim_rule_sample(&self, permit: &Permit<Change>, due: &DueSample, until: &str) -> Result<()> {
        let mut values = vec![Value::text(until)];
        values.extend(key(permit, &due.sample));
        values.push(Value::Int(due.tries));
        let claim = Statement::raw(
            "rule_sample",
            r#"UPDATE rule_sample SET tries = tries + 1, next_try_on = $1
               WHERE country_code = $2 AND entity_code = $3 AND rule_code = $4 AND sample_id = $5
                   AND read_on IS NULL AND tries = $6"#,
            values,
        );
        self.commit_unaudited(permit, vec![claim.or_refuse(Refusal::Stale)]).await
    }

    /// Sets when a sample that this node has claimed may be claimed again. False: another node has claimed it.
    pub async fn renew_rule_sample(&self, permit: &Permit<Change>, due: &DueSample, until: &str) -> Result<bool> {
        let mut values = vec![Value::text(until)];
        values.extend(key(permit, &due.sample));
        values.push(Value::Int(due.tries + 1));
        let renew = Statement::raw(
            "rule_sample",
            r#"UPDATE rule_sample SET next_try_on = $1
               WHERE country_code = $2 AND entity_code = $3 AND rule_code = $4 AND sample_id = $5
                   AND read_on IS NULL AND tries = $6"#,
            values,
        );
        match self.commit_unaudited(permit, vec![renew.or_refuse(Refusal::Stale)]).await {
            Ok(()) => Ok(true),
            Err(Error::Refused(Refusal::Stale)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Stores the words of a sample, encrypted. A sample that was removed meanwhile is left alone.
    pub async fn store_sample_text(
        &self,
        permit: &Permit<Change>,
        sample: &RuleSample,
        text: &DocumentText,
        now: &str,
    ) -> Result<()> {
        let plain = serde_json::to_string(text).map_err(Error::internal)?;
        let label = label(&sample.rule_code, &sample.file.file_id);
        let sealed = self.seal(permit.scope(), &label, &plain).await?;
        let mut values = vec![Value::text(sealed), Value::text(now)];
        values.extend(key(permit, sample));
        let read = Statement::raw(
            "rule_sample",
            r#"UPDATE rule_sample SET words = $1, read_on = $2
               WHERE country_code = $3 AND entity_code = $4 AND rule_code = $5 AND sample_id = $6"#,
            values,
        );
        self.commit_unaudited(permit, vec![read]).await
    }

    /// The files of all samples, to compare them with what is stored.
    pub async fn sample_records(&self) -> Result<Vec<FileRecord>> {
        let text = format!("SELECT {SAMPLE_RECORD} FROM rule_sample ORDER BY country_code, entity_code, rule_code");
        self.decoded(&system::audit_reader(), &Sql::new(text, Vec::new()), record).await
    }
}
