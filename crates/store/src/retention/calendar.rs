//! What will be destroyed on which day.

use domain::access::{Permit, Reach};
use domain::master_data::Value;
use domain::retention::Kind;
use serde::Serialize;

use crate::requests::HELD;
use crate::row::{Record, int_of};
use crate::sql::{Sql, scoped};
use crate::{Result, Row, Store};

/// How much of one kind is kept until a day. What is held counts too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RetentionDay {
    pub date: String,
    pub kind: Kind,
    pub requests: i64,
    /// Versions of documents; 0 for records.
    pub documents: i64,
    /// True for what a hold keeps although the day and those before it have passed.
    #[serde(rename = "isHeld", skip_serializing_if = "std::ops::Not::not")]
    pub is_held: bool,
}

/// What the calendar lists: one kind between two days (`YYYY-MM-DD`, both included).
#[derive(Debug, Clone, Copy)]
pub struct KeptUntil<'a> {
    pub from: &'a str,
    pub to: &'a str,
    pub kind: Kind,
    /// Only what is under a hold.
    pub is_held: bool,
}

/// A version of a document, or the record of a request, that is kept until a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RetentionItem {
    pub date: String,
    pub kind: Kind,
    pub txn_ref_no: String,
    pub document_no: Option<i64>,
    pub version_no: Option<i64>,
    pub document_title: Option<String>,
    pub customer_name: String,
    pub customer_reference: Option<String>,
    pub tenant_code: String,
    pub branch_code: String,
    pub owner: String,
    pub closed_on: String,
    pub is_held: bool,
}

/// ` AND alias.tenant_code IN (…)` for a permit that does not reach all tenants.
pub(super) fn push_tenants<Kind>(sql: &mut Sql, permit: &Permit<Kind>, alias: &str) {
    let Reach::Only(tenants) = &permit.scope().tenants else { return };
    sql.push(&format!(" AND {alias}.tenant_code IN (''"));
    for tenant in tenants {
        sql.push(", ").bind(Value::text(tenant));
    }
    sql.push(")");
}

fn retention_day(row: &dyn Row) -> Result<RetentionDay> {
    let row = Record::new(row, "docrequest_version", "day");
    Ok(RetentionDay {
        date: row.text("day")?,
        kind: row.parsed("kind", Kind::parse)?,
        requests: row.int("requests")?,
        documents: row.int("documents")?,
        is_held: false,
    })
}

fn retention_item(row: &dyn Row) -> Result<RetentionItem> {
    let row = Record::new(row, "docrequest", "txn_ref_no");
    Ok(RetentionItem {
        date: row.text("day")?,
        kind: row.parsed("kind", Kind::parse)?,
        txn_ref_no: row.text("txn_ref_no")?,
        document_no: row.optional_int("document_no")?,
        version_no: row.optional_int("version_no")?,
        document_title: row.optional_text("document_title")?,
        customer_name: row.text("customer_name")?,
        customer_reference: row.optional_text("customer_reference")?,
        tenant_code: row.text("tenant_code")?,
        branch_code: row.text("branch_code")?,
        owner: row.text("owner")?,
        closed_on: row.text("closed_on")?,
        is_held: row.int::<i64>("held")? == 1,
    })
}

/// `FROM … WHERE` the versions, or the records, that are kept until a day between two. The first two values are country
/// and entity.
fn push_kept<K>(sql: &mut Sql, permit: &Permit<K>, KeptUntil { from, to, kind, is_held }: KeptUntil<'_>) {
    match kind {
        Kind::Records => {
            sql.push(
                " FROM docrequest r WHERE r.country_code = $1 AND r.entity_code = $2 \
                AND r.record_purge_after IS NOT NULL AND r.record_purge_after >= ",
            );
            sql.bind(Value::text(from)).push(" AND r.record_purge_after <= ").bind(Value::text(to));
            push_tenants(sql, permit, "r");
        }
        Kind::Rejected | Kind::Documents => {
            sql.push(
                " FROM docrequest_version v JOIN docrequest r ON r.country_code = v.country_code \
                AND r.entity_code = v.entity_code AND r.txn_ref_no = v.txn_ref_no JOIN docrequest_document d \
                ON d.country_code = v.country_code AND d.entity_code = v.entity_code \
                AND d.txn_ref_no = v.txn_ref_no AND d.document_no = v.document_no WHERE v.country_code = $1 \
                AND v.entity_code = $2 AND v.purge_after IS NOT NULL AND v.purged_on IS NULL AND v.purge_after >= ",
            );
            sql.bind(Value::text(from)).push(" AND v.purge_after <= ").bind(Value::text(to));
            sql.and_equals("v.purge_kind", Value::text(kind.name()));
            push_tenants(sql, permit, "v");
        }
    }
    if is_held {
        sql.push(" AND ").push(HELD);
    }
}

impl Store {
    /// What is kept until each day between two (`YYYY-MM-DD`, both included), per kind.
    pub async fn retention_days<K>(&self, permit: &Permit<K>, from: &str, to: &str) -> Result<Vec<RetentionDay>> {
        let mut sql = Sql::new(
            r#"SELECT v.purge_after AS day, v.purge_kind AS kind, count(DISTINCT v.txn_ref_no) AS requests,
                    count(*) AS documents
                FROM docrequest_version v
                WHERE v.country_code = $1 AND v.entity_code = $2 AND v.purge_after IS NOT NULL AND v.purged_on IS NULL
                    AND v.purge_after >= "#,
            scoped(permit, &[]),
        );
        sql.bind(Value::text(from)).push(" AND v.purge_after <= ").bind(Value::text(to));
        push_tenants(&mut sql, permit, "v");
        sql.push(" GROUP BY v.purge_after, v.purge_kind");
        let mut all = self.decoded(permit, &sql, retention_day).await?;
        let mut sql = Sql::new(
            r#"SELECT r.record_purge_after AS day, 'records' AS kind, count(*) AS requests,
                    CAST(0 AS BIGINT) AS documents"#,
            scoped(permit, &[]),
        );
        push_kept(&mut sql, permit, KeptUntil { from, to, kind: Kind::Records, is_held: false });
        sql.push(" GROUP BY r.record_purge_after");
        all.extend(self.decoded(permit, &sql, retention_day).await?);
        all.sort_by(|a, b| (&a.date, a.kind).cmp(&(&b.date, b.kind)));
        Ok(all)
    }

    /// What holds keep although its day is `to` or before, per kind.
    pub async fn held_past<K>(&self, permit: &Permit<K>, to: &str) -> Result<Vec<RetentionDay>> {
        let mut all = Vec::new();
        for kind in [Kind::Rejected, Kind::Documents, Kind::Records] {
            let documents = if kind == Kind::Records { "CAST(0 AS BIGINT)" } else { "count(*)" };
            let mut sql = Sql::new(
                format!("SELECT count(DISTINCT r.txn_ref_no) AS requests, {documents} AS documents"),
                scoped(permit, &[]),
            );
            push_kept(&mut sql, permit, KeptUntil { from: "", to, kind, is_held: true });
            let group = |row: &dyn Row| {
                let row = Record::new(row, "docrequest_version", "requests");
                let (requests, documents) = (row.int("requests")?, row.int("documents")?);
                Ok(RetentionDay { date: to.to_owned(), kind, requests, documents, is_held: true })
            };
            all.extend(self.decoded(permit, &sql, group).await?);
        }
        all.retain(|group| group.requests > 0);
        Ok(all)
    }

    /// What exactly is kept until a day, `size` items of page `page` (from 0), and how many there are in all.
    pub async fn retention_items<K>(
        &self,
        permit: &Permit<K>,
        kept: KeptUntil<'_>,
        (page, size): (u32, u32),
    ) -> Result<(Vec<RetentionItem>, i64)> {
        let (what, day, order) = match kept.kind {
            Kind::Records => (
                "CAST(NULL AS BIGINT) AS document_no, CAST(NULL AS BIGINT) AS version_no, CAST(NULL AS TEXT) AS \
                    document_title",
                "r.record_purge_after",
                "r.record_purge_after, r.txn_ref_no",
            ),
            Kind::Rejected | Kind::Documents => (
                "v.document_no, v.version_no, d.document_title",
                "v.purge_after",
                "v.purge_after, v.purge_kind, v.txn_ref_no, v.document_no, v.version_no",
            ),
        };
        let mut sql = Sql::new(
            format!(
                r#"SELECT {day} AS day, '{}' AS kind, r.txn_ref_no, {what}, r.customer_name, r.customer_reference,
                        r.tenant_code, r.branch_code, r.owner, r.closed_on,
                        CAST(CASE WHEN {HELD} THEN 1 ELSE 0 END AS BIGINT) AS held"#,
                kept.kind.name()
            ),
            scoped(permit, &[]),
        );
        push_kept(&mut sql, permit, kept);
        sql.push(&format!(" ORDER BY {order} LIMIT ")).bind(Value::Int(size.into()));
        sql.push(" OFFSET ").bind(Value::Int(i64::from(page) * i64::from(size)));
        let items = self.decoded(permit, &sql, retention_item).await?;
        let mut sql = Sql::new("SELECT count(*) AS n", scoped(permit, &[]));
        push_kept(&mut sql, permit, kept);
        let total = self.first_decoded(permit, &sql, int_of("docrequest_version", "n")).await?.unwrap_or(0);
        Ok((items, total))
    }
}
