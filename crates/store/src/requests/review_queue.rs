//! The review queue: documents of open requests that wait for a reviewer. Every change of a request keeps its rows up
//! to date, so that the queue never reads decided requests.

use domain::access::{RequestAccess, View, Viewer};
use domain::master_data::Value;
use domain::request::Reviewer;
use domain::verification::RuleVerdict;

use super::access::push_visible;
use super::aggregate::{DocumentRow, RequestAggregate};
use super::rows::{Writer, text};
use crate::row::{Record, int_of};
use crate::sql::{Sql, scoped};
use crate::statement::{Columns, Insert, Statement};
use crate::{Result, Row, Store};

/// Totals are exact up to here, or to the end of the page.
const COUNTED: i64 = 1_000;

/// Nobody reviews their own upload, or a version that they reviewed at another level.
const OWN_FILE: &str = " AND NOT EXISTS (SELECT 1 FROM docrequest_file f WHERE f.country_code = r.country_code \
    AND f.entity_code = r.entity_code AND f.txn_ref_no = r.txn_ref_no AND f.document_no = r.document_no \
    AND f.version_no = r.version_no AND f.uploaded_by = ";
const OTHER_LEVEL: &str = ") AND NOT EXISTS (SELECT 1 FROM docrequest_review w \
    WHERE w.country_code = r.country_code AND w.entity_code = r.entity_code AND w.txn_ref_no = r.txn_ref_no \
    AND w.document_no = r.document_no AND w.version_no = r.version_no AND r.level > 0 AND w.level <> r.level \
    AND w.reviewed_by = ";

/// Around a page of the queue: what a reviewer sees of each document before opening it.
const WITH_SIGHT: &str = r#"SELECT q.*, c.verdict,
        coalesce((SELECT max(w.reviewed_on) FROM docrequest_review w
            WHERE w.country_code = q.country_code AND w.entity_code = q.entity_code AND w.txn_ref_no = q.txn_ref_no
                AND w.document_no = q.document_no AND w.version_no = q.version_no), q.uploaded_on) AS waiting_since,
        (SELECT f.file_id FROM docrequest_file f
            WHERE f.country_code = q.country_code AND f.entity_code = q.entity_code AND f.txn_ref_no = q.txn_ref_no
                AND f.document_no = q.document_no AND f.version_no = q.version_no
                AND f.scan <> 'infected' AND f.purged_on IS NULL
            ORDER BY f.uploaded_on, f.file_id LIMIT 1) AS file_id
    FROM ("#;
const OF_PAGE: &str = r#") q
    LEFT JOIN document_verification c ON c.country_code = q.country_code AND c.entity_code = q.entity_code
        AND c.txn_ref_no = q.txn_ref_no AND c.document_no = q.document_no AND c.version_no = q.version_no
        AND c.rule_code <> ''
    ORDER BY q.due_on, q.txn_ref_no, q.document_no"#;

/// A document that waits for a reviewer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueueItem {
    pub txn_ref_no: String,
    pub document: u32,
    pub version: u32,
    /// The level that has to act; 0 if the request has no levels and the verification rules left it open.
    pub level: u8,
    pub due_on: String,
    pub uploaded_on: String,
    pub title: String,
    pub party_name: String,
    pub customer_name: String,
    pub category: String,
    pub branch_code: String,
    /// Since the upload, or the decision on the level before.
    pub waiting_since: String,
    /// What the rules of the document say; none without a rule.
    pub verdict: RuleVerdict,
    /// The first file that can be shown.
    pub file_id: Option<String>,
}

#[derive(Debug, Clone, Default)]
pub struct QueueFilter {
    pub branch: Option<String>,
    pub category: Option<String>,
    pub level: Option<u8>,
}

/// One page of the queue.
#[derive(Debug, Clone, Default)]
pub struct QueuePage {
    pub items: Vec<QueueItem>,
    /// Up to the counting limit.
    pub total: i64,
}

impl Writer<'_> {
    /// Statements that replace the queue's rows of documents that changed.
    pub(super) fn review_queue(&self, before: &RequestAggregate) -> Vec<Statement> {
        let rows = |aggregate: &RequestAggregate| {
            let writer = Writer { access: self.access, aggregate };
            let waiting = |document: &DocumentRow| Some((document.number, writer.waiting(document)?));
            aggregate.documents.iter().filter_map(waiting).collect::<Vec<_>>()
        };
        let (old, new) = (rows(before), rows(self.aggregate));
        let gone = old.iter().filter(|(number, _)| !new.iter().any(|(known, _)| known == number)).map(|(number, _)| {
            Statement::delete("docrequest_waiting", self.keyed([("document_no", Value::Int((*number).into()))]))
        });
        let fresh = new.iter().filter(|row| !old.contains(row)).map(|(_, values)| values.clone());
        let kept = Insert::of_columns("docrequest_waiting", fresh);
        let kept = Insert { conflict: Some(replace(&kept.columns).into()), ..kept };
        gone.chain(kept.statements()).collect()
    }

    /// The row of a document that waits for a reviewer.
    fn waiting(&self, document: &DocumentRow) -> Option<Columns> {
        let request = &self.aggregate.request;
        if !request.is_running() || !document.status.is_in_review() {
            return None;
        }
        let versions = self.aggregate.versions.iter().filter(|version| version.document == document.number);
        let newest = versions.max_by_key(|version| version.number)?;
        let party = self.aggregate.party(document.party)?;
        Some(self.row([
            ("document_no", Value::Int(document.number.into())),
            ("version_no", Value::Int(newest.number.into())),
            ("level", Value::Int((document.accepted_levels + 1).min(request.levels).into())),
            ("due_on", Value::text(document.due.as_ref().unwrap_or(&request.document_due_date))),
            ("uploaded_on", Value::text(&newest.uploaded_on)),
            ("uploaded_by", Value::text(&newest.uploaded_by)),
            ("document_title", Value::text(&document.title)),
            ("party_name", Value::text(party.full_name())),
            ("customer_name", Value::text(&request.customer.customer_name)),
            ("request_category", Value::text(&request.customer.request_category)),
            ("branch_code", Value::text(&request.branch_code)),
            ("owner", Value::text(&request.owner)),
            ("forwarded_to", text(&request.forwarded_to)),
        ]))
    }
}

/// One statement inserts or replaces a row, because the statements of a batch must not depend on their order.
fn replace(columns: &[&str]) -> String {
    let set: Vec<String> = columns.iter().skip(5).map(|name| format!("{name} = excluded.{name}")).collect();
    let key = "country_code, entity_code, txn_ref_no, document_no";
    format!("({key}) DO UPDATE SET {}", set.join(", "))
}

fn item(row: &dyn Row) -> Result<QueueItem> {
    let row = Record::new(row, "docrequest_waiting", "txn_ref_no");
    Ok(QueueItem {
        txn_ref_no: row.text("txn_ref_no")?,
        document: row.int("document_no")?,
        version: row.int("version_no")?,
        level: row.int("level")?,
        due_on: row.text("due_on")?,
        uploaded_on: row.text("uploaded_on")?,
        title: row.text("document_title")?,
        party_name: row.text("party_name")?,
        customer_name: row.text("customer_name")?,
        category: row.text("request_category")?,
        branch_code: row.text("branch_code")?,
        waiting_since: row.text("waiting_since")?,
        verdict: row.optional_parsed("verdict", RuleVerdict::parse)?.unwrap_or(RuleVerdict::None),
        file_id: row.optional_text("file_id")?,
    })
}

/// `select` of the documents that the reviewer may decide now.
fn push_queue(
    sql: &mut Sql,
    access: &RequestAccess<View>,
    by: &Reviewer,
    filter: &QueueFilter,
    (select, today): (&str, &str),
) {
    let me = Value::Text(by.person.name());
    push_visible(sql, access, &format!("{select} FROM docrequest_waiting r"), today, "r.level >= 0");
    sql.push(" AND r.level <= ").bind(Value::Int(by.level.into())).push(" AND r.uploaded_by <> ").bind(me.clone());
    sql.push(OWN_FILE).bind(me.clone()).push(OTHER_LEVEL).bind(me).push(")");
    for (column, value) in [("r.branch_code", &filter.branch), ("r.request_category", &filter.category)] {
        if let Some(value) = value {
            sql.and_equals(column, Value::text(value));
        }
    }
    if let Some(level) = filter.level {
        sql.and_equals("r.level", Value::Int(level.into()));
    }
}

impl Store {
    /// A page of the documents that this reviewer may decide now, the oldest due date first.
    pub async fn review_queue(
        &self,
        access: &RequestAccess<View>,
        by: &Reviewer,
        filter: &QueueFilter,
        today: &str,
        (offset, size): (i64, i64),
    ) -> Result<QueuePage> {
        if !matches!(access.viewer(), Viewer::Staff { .. }) {
            return Ok(QueuePage::default());
        }
        let select = r#"SELECT r.country_code, r.entity_code, r.txn_ref_no, r.document_no, r.version_no, r.level,
            r.due_on, r.uploaded_on,
                r.document_title, r.party_name, r.customer_name, r.request_category, r.branch_code"#;
        let mut page = Sql::new(WITH_SIGHT, scoped(access.permit(), &[]));
        push_queue(&mut page, access, by, filter, (select, today));
        page.push(" ORDER BY r.due_on, r.txn_ref_no, r.document_no LIMIT ").bind(Value::Int(size));
        page.push(" OFFSET ").bind(Value::Int(offset)).push(OF_PAGE);
        let items = self.readable(access.permit(), &page, item).await?;
        let found = items.len() as i64;
        if found < size && (found > 0 || offset == 0) {
            return Ok(QueuePage { items, total: offset + found });
        }
        let mut count = Sql::new("SELECT count(*) AS n FROM (", scoped(access.permit(), &[]));
        push_queue(&mut count, access, by, filter, ("SELECT 1", today));
        count.push(" LIMIT ").bind(Value::Int(COUNTED.max(offset + size + 1))).push(") counted");
        let total = self.first_decoded(access.permit(), &count, int_of("docrequest_waiting", "n")).await?;
        Ok(QueuePage { items, total: total.unwrap_or(0) })
    }
}
