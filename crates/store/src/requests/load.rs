use std::collections::HashMap;

use domain::access::{Change, Permit, RequestAccess, Viewer};
use domain::master_data::Value;
use domain::verification::RuleVerdict;
use jiff::civil::Date;

use super::access::visible_requests;
use super::aggregate::{
    DocumentRow, FileRow, PartyRow, RequestAggregate, RequestRow, ReviewRow, VerificationRow, VersionRow,
};
use crate::row::{Record, text_of};
use crate::sql::{Sql, scoped};
use crate::table::Table;
use crate::{Result, Row, Store};

/// The next reminder, which no list shows.
const REMIND_ON: &str = r#", (SELECT m.remind_on FROM docrequest_reminder m WHERE m.country_code = r.country_code
    AND m.entity_code = r.entity_code AND m.txn_ref_no = r.txn_ref_no) AS remind_on"#;

/// The columns of a request, and more.
pub(super) fn select_request(more: &str) -> String {
    format!("SELECT r.country_code, r.details{}{more} FROM docrequest r", RequestRow::LIST)
}

/// The parts of a request that no list filters by.
#[derive(serde::Serialize, serde::Deserialize, Default)]
pub(super) struct Details {
    pub customer: domain::request::Customer,
    pub notification: domain::request::NotificationSettings,
    #[serde(default)]
    pub last_document: u32,
    #[serde(default)]
    pub last_party: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest_party: Option<String>,
}

pub(super) fn request(row: &dyn Row) -> Result<RequestRow> {
    let record = Record::new(row, RequestRow::NAME, "txn_ref_no");
    let Details { customer, notification, last_document, last_party, latest_party } =
        record.parsed("details", |text| serde_json::from_str(text).ok())?;
    Ok(RequestRow { customer, notification, last_document, last_party, latest_party, ..RequestRow::decode(row)? })
}

/// A request and its next reminder.
fn with_reminder(row: &dyn Row) -> Result<(RequestRow, Option<Date>)> {
    let remind_on = Record::new(row, "docrequest", "txn_ref_no");
    let remind_on = remind_on.optional_parsed("remind_on", |text| text.parse().ok())?;
    Ok((request(row)?, remind_on))
}

/// How the rows that belong to requests are read.
#[derive(Clone, Copy)]
struct Part {
    /// Columns of other tables.
    more: &'static str,
    join: &'static str,
    order: &'static str,
}

const PARTIES: Part = Part { more: "", join: "", order: "p.party_seq_no" };
const DOCUMENTS: Part = Part { more: "", join: "", order: "d.document_no" };
const VERSIONS: Part = Part {
    more: ", c.rule_code, c.verdict, c.read_on, c.evidence, c.covered, c.original_only, c.locator_version",
    join: r#" LEFT JOIN document_verification c ON c.country_code = v.country_code AND c.entity_code = v.entity_code
        AND c.txn_ref_no = v.txn_ref_no AND c.document_no = v.document_no AND c.version_no = v.version_no"#,
    order: "v.document_no, v.version_no",
};
const FILES: Part = Part { more: "", join: "", order: "f.document_no, f.version_no, f.uploaded_on, f.file_id" };
const REVIEWS: Part = Part { more: "", join: "", order: "w.document_no, w.version_no, w.review_no" };

/// The requests that rows belong to.
#[derive(Clone, Copy)]
enum Of<'a> {
    One(&'a str),
    Many(&'a [String]),
}

impl Part {
    fn select<T: Table, K>(self, permit: &Permit<K>, of: Of) -> Sql {
        let (name, alias, list) = (T::NAME, T::ALIAS, T::LIST);
        let text = format!(
            r#"SELECT {alias}.txn_ref_no{list}{} FROM {name} {alias}{}
                WHERE {alias}.country_code = $1 AND {alias}.entity_code = $2 AND {alias}.txn_ref_no"#,
            self.more, self.join
        );
        let mut sql = Sql::new(text, scoped(permit, &[]));
        match of {
            Of::One(reference) => drop(sql.push(" = ").bind(Value::text(reference))),
            Of::Many(references) => push_list(sql.push(" IN "), references),
        }
        sql.push(" ORDER BY ").push(self.order);
        sql
    }
}

fn version(row: &dyn Row) -> Result<VersionRow> {
    let record = Record::new(row, VersionRow::NAME, "document_no");
    let Some(verdict) = record.optional_parsed("verdict", RuleVerdict::parse)? else {
        return VersionRow::decode(row);
    };
    let verification = VerificationRow {
        rule_code: record.text("rule_code")?,
        verdict,
        read_on: record.optional_text("read_on")?,
        evidence: record.optional_text("evidence")?,
        covered: record.optional_parsed("covered", |text| serde_json::from_str(text).ok())?.unwrap_or_default(),
        original_only: record
            .optional_parsed("original_only", |text| serde_json::from_str(text).ok())?
            .unwrap_or_default(),
        locator_version: record.int("locator_version")?,
    };
    Ok(VersionRow { verification: Some(verification), ..VersionRow::decode(row)? })
}

pub(crate) fn push_list(sql: &mut Sql, references: &[String]) {
    for (at, reference) in references.iter().enumerate() {
        sql.push(if at > 0 { ", " } else { "(" }).bind(Value::text(reference));
    }
    sql.push(")");
}

impl Store {
    /// A request the caller may see, or `None`. The caller passes the entity's four-eyes setting, so that it cannot be
    /// forgotten.
    pub async fn request<Kind>(
        &self,
        access: &RequestAccess<Kind>,
        txn_ref_no: &str,
        today: &str,
        four_eyes: bool,
    ) -> Result<Option<RequestAggregate>> {
        let mut sql = visible_requests(access, &select_request(REMIND_ON), today);
        sql.and_equals("r.txn_ref_no", Value::text(txn_ref_no));
        let found = self.first_decoded(access.permit(), &sql, with_reminder).await?;
        let Some((mut found, remind_on)) = found else { return Ok(None) };
        found.is_forwarded = self.is_forwarded(access, &found, today).await?;
        let permit = access.permit();
        let of = Of::One(txn_ref_no);
        let versions = self.decoded(permit, &VERSIONS.select::<VersionRow, _>(permit, of), version).await?;
        Ok(Some(RequestAggregate {
            four_eyes,
            request: found,
            remind_on,
            parties: self.rows_of(permit, PARTIES, of).await?,
            documents: self.rows_of(permit, DOCUMENTS, of).await?,
            versions: self.with_evidence(permit, txn_ref_no, versions).await?,
            files: self.rows_of(permit, FILES, of).await?,
            reviews: self.rows_of(permit, REVIEWS, of).await?,
        }))
    }

    async fn rows_of<T: Table + Send, K>(&self, permit: &Permit<K>, part: Part, of: Of<'_>) -> Result<Vec<T>> {
        self.decoded(permit, &part.select::<T, K>(permit, of), T::decode).await
    }

    /// Several requests of an entity for a job, in no order. One that cannot be read makes the whole call fail.
    pub async fn requests(
        &self,
        access: &RequestAccess<Change>,
        references: &[String],
        today: &str,
        four_eyes: bool,
    ) -> Result<Vec<RequestAggregate>> {
        let permit = access.permit();
        let mut sql = visible_requests(access, &select_request(REMIND_ON), today);
        sql.push(" AND r.txn_ref_no IN ");
        push_list(&mut sql, references);
        let found = self.decoded(permit, &sql, with_reminder).await?;
        let mut parties = self.parts(permit, PARTIES, references, PartyRow::decode).await?;
        let mut documents = self.parts(permit, DOCUMENTS, references, DocumentRow::decode).await?;
        let mut versions = self.parts(permit, VERSIONS, references, version).await?;
        let mut files = self.parts(permit, FILES, references, FileRow::decode).await?;
        let mut reviews = self.parts(permit, REVIEWS, references, ReviewRow::decode).await?;
        let mut all = Vec::with_capacity(found.len());
        for (request, remind_on) in found {
            let key = request.txn_ref_no.clone();
            let versions = versions.remove(&key).unwrap_or_default();
            all.push(RequestAggregate {
                four_eyes,
                remind_on,
                parties: parties.remove(&key).unwrap_or_default(),
                documents: documents.remove(&key).unwrap_or_default(),
                versions: self.with_evidence(permit, &key, versions).await?,
                files: files.remove(&key).unwrap_or_default(),
                reviews: reviews.remove(&key).unwrap_or_default(),
                request,
            });
        }
        Ok(all)
    }

    /// Parts of several requests, by request.
    async fn parts<T: Table + Send>(
        &self,
        permit: &Permit<Change>,
        part: Part,
        references: &[String],
        decode: impl Fn(&dyn Row) -> Result<T> + Send + Sync,
    ) -> Result<HashMap<String, Vec<T>>> {
        let sql = part.select::<T, _>(permit, Of::Many(references));
        let keyed = |row: &dyn Row| Ok((text_of("docrequest", "txn_ref_no")(row)?, decode(row)?));
        let mut all: HashMap<String, Vec<T>> = HashMap::new();
        for (key, part) in self.decoded(permit, &sql, keyed).await? {
            all.entry(key).or_default().push(part);
        }
        Ok(all)
    }

    /// True when the caller stands in for the owner.
    async fn is_forwarded<Kind>(
        &self,
        access: &RequestAccess<Kind>,
        request: &RequestRow,
        today: &str,
    ) -> Result<bool> {
        let Viewer::Staff { user_id, .. } = access.viewer() else { return Ok(false) };
        if request.owner == *user_id {
            return Ok(false);
        }
        if request.forwarded_to.as_deref() == Some(user_id) {
            return Ok(true);
        }
        let sql = Sql::new(
            r#"SELECT 1
                FROM request_forward
                WHERE country_code = $1 AND entity_code = $2 AND from_user_id = $3 AND to_user_id = $4
                    AND coalesce(start_date, '') <= $5 AND coalesce(expiry_date, '9999') >= $6"#,
            scoped(access.permit(), &[&request.owner, user_id, today, today]),
        );
        Ok(self.first(access.permit(), &sql, |_| ()).await?.is_some())
    }
}
