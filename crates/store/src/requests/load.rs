use std::collections::HashMap;

use domain::access::{Change, Permit, RequestAccess, Viewer};
use domain::document::Scan;
use domain::master_data::Value;
use domain::request::{Decision, DocumentStatus, RequestStatus, Verdict};
use domain::verification::RuleVerdict;
use jiff::civil::Date;

use super::access::visible_requests;
use super::aggregate::{
    DocumentRow, FileRow, PartyRow, RequestAggregate, RequestRow, ReviewRow, VerificationRow, VersionRow,
};
use crate::row::{Record, text_of};
use crate::sql::{Sql, scoped};
use crate::{Result, Row, Store};

/// The columns of a request, and more.
macro_rules! select_request {
    ($more:literal) => {
        concat!(
            r#"SELECT r.tenant_code, r.branch_code, r.txn_ref_no, r.txn_id, r.details, r.referred_by, r.user_reference,
                    r.status, r.decision, r.is_sent, r.is_modified, r.is_expired, r.latest_action, r.latest_action_by,
                    r.latest_action_on, r.reason, r.owner, r.forwarded_to, r.verification_levels, r.document_due_date,
                    r.expiry_days, r.expires_on, r.purge_days, r.documents_requested, r.documents_accepted,
                    r.documents_rejected, r.documents_not_required, r.documents_in_review, r.documents_claimed,
                    r.sent_on, r.closed_on, r.version_number, r.created_on, r.created_by, r.updated_on, r.updated_by,
                    r.notify_on"#,
            $more,
            " FROM docrequest r"
        )
    };
}

pub(super) const SELECT_REQUEST: &str = select_request!("");
/// With the next reminder, which no list shows.
const SELECT_WITH_REMINDER: &str = select_request!(
    ", (SELECT m.remind_on FROM docrequest_reminder m WHERE m.country_code = r.country_code AND m.entity_code = r.entity_code AND m.txn_ref_no = r.txn_ref_no) AS remind_on"
);

/// The parts of a request that no list filters by.
#[derive(serde::Serialize, serde::Deserialize, Default)]
pub(super) struct Details {
    pub customer: domain::request::Customer,
    pub notification: domain::request::NotificationSettings,
    #[serde(default)]
    pub last_document: u32,
    #[serde(default)]
    pub last_party: u32,
}

pub(super) fn request(row: &dyn Row) -> Result<RequestRow> {
    let row = Record::new(row, "docrequest", "txn_ref_no");
    let details: Details = row.parsed("details", |text| serde_json::from_str(text).ok())?;
    Ok(RequestRow {
        tenant_code: row.text("tenant_code")?,
        branch_code: row.text("branch_code")?,
        txn_ref_no: row.text("txn_ref_no")?,
        txn_id: row.text("txn_id")?,
        customer: details.customer,
        notification: details.notification,
        referred_by: row.optional_text("referred_by")?,
        user_reference: row.optional_text("user_reference")?,
        status: row.parsed("status", RequestStatus::parse)?,
        decision: row.optional_parsed("decision", Decision::parse)?,
        is_sent: row.flag("is_sent")?,
        is_modified: row.flag("is_modified")?,
        is_expired: row.flag("is_expired")?,
        latest_action: row.text("latest_action")?,
        latest_action_by: row.text("latest_action_by")?,
        latest_action_on: row.text("latest_action_on")?,
        reason: row.optional_text("reason")?,
        owner: row.text("owner")?,
        forwarded_to: row.optional_text("forwarded_to")?,
        levels: row.int("verification_levels")?,
        document_due_date: row.text("document_due_date")?,
        expiry_days: row.int("expiry_days")?,
        expires_on: row.parsed("expires_on", |text| text.parse().ok())?,
        purge_days: row.int("purge_days")?,
        requested: row.int("documents_requested")?,
        accepted: row.int("documents_accepted")?,
        rejected: row.int("documents_rejected")?,
        not_required: row.int("documents_not_required")?,
        in_review: row.int("documents_in_review")?,
        claimed: row.int("documents_claimed")?,
        sent_on: row.optional_text("sent_on")?,
        closed_on: row.optional_text("closed_on")?,
        version_number: row.int("version_number")?,
        created_on: row.text("created_on")?,
        created_by: row.text("created_by")?,
        updated_on: row.text("updated_on")?,
        updated_by: row.text("updated_by")?,
        is_forwarded: false,
        last_document: details.last_document,
        last_party: details.last_party,
        notify_on: row.optional_text("notify_on")?,
    })
}

/// A request and its next reminder.
fn with_reminder(row: &dyn Row) -> Result<(RequestRow, Option<Date>)> {
    let remind_on = Record::new(row, "docrequest", "txn_ref_no");
    let remind_on = remind_on.optional_parsed("remind_on", |text| text.parse().ok())?;
    Ok((request(row)?, remind_on))
}

/// What belongs to requests, in its order.
#[derive(Clone, Copy)]
struct Part {
    /// Ends with the column of the request.
    select: &'static str,
    order: &'static str,
}

impl Part {
    /// The values are country, entity and reference.
    fn of_one(self, values: Vec<Value>) -> Sql {
        Sql::new(format!("{} = $3 ORDER BY {}", self.select, self.order), values)
    }

    /// The values are country and entity.
    fn of_many(self, values: Vec<Value>, references: &[String]) -> Sql {
        let mut sql = Sql::new(format!("{} IN ", self.select), values);
        push_list(&mut sql, references);
        sql.push(&format!(" ORDER BY {}", self.order));
        sql
    }
}

const PARTIES: Part = Part {
    select: r#"SELECT p.txn_ref_no, p.party_seq_no, p.user_id, p.party_type, p.first_name, p.second_name,
        p.last_name, p.mobile_number, p.email_address, p.primary_party, p.authorize_other_pty, p.email_notification,
        p.sms_notification, p.request_remarks, p.same_remarks_to_all_pty, p.relationship, p.auth_party_seq_no,
        p.auth_level, p.auth_level_code, p.lang_code, p.asked_on, p.reminded_on, p.skipped_on,
        (SELECT l.relationship_desc FROM party_relationship l WHERE l.country_code = p.country_code
        AND l.entity_code = p.entity_code AND l.relationship_code = p.relationship) AS relationship_desc
    FROM docrequest_party p
    WHERE p.country_code = $1 AND p.entity_code = $2 AND p.txn_ref_no"#,
    order: "p.party_seq_no",
};

/// Days separated by commas.
fn days(text: &str) -> Option<Vec<Date>> {
    text.split(',').filter(|day| !day.is_empty()).map(|day| day.parse().ok()).collect()
}

fn party(row: &dyn Row) -> Result<PartyRow> {
    let row = Record::new(row, "docrequest_party", "party_seq_no");
    Ok(PartyRow {
        seq_no: row.int("party_seq_no")?,
        user_id: row.text("user_id")?,
        party_type: row.text("party_type")?,
        first_name: row.text("first_name")?,
        second_name: row.optional_text("second_name")?,
        last_name: row.text("last_name")?,
        mobile_number: row.optional_text("mobile_number")?,
        email_address: row.optional_text("email_address")?,
        primary_party: row.flag("primary_party")?,
        authorize_other_pty: row.flag("authorize_other_pty")?,
        email_notification: row.flag("email_notification")?,
        sms_notification: row.flag("sms_notification")?,
        request_remarks: row.optional_text("request_remarks")?,
        same_remarks_to_all_pty: row.flag("same_remarks_to_all_pty")?,
        relationship: row.optional_text("relationship")?,
        auth_party_seq_no: row.optional_int("auth_party_seq_no")?,
        auth_level: row.optional_int("auth_level")?,
        auth_level_code: row.optional_text("auth_level_code")?,
        lang_code: row.text("lang_code")?,
        relationship_desc: row.optional_text("relationship_desc")?,
        asked_on: row.optional_parsed("asked_on", |text| text.parse().ok())?,
        reminded_on: row.parsed("reminded_on", days)?,
        skipped_on: row.parsed("skipped_on", days)?,
    })
}

const DOCUMENTS: Part = Part {
    select: r#"SELECT txn_ref_no, document_no, party_seq_no, document_code, template_code, document_title,
        document_category, document_types, max_size_mb, max_files, keep_original, compliance_applicable, mandatory,
        instructions, document_due_date, status, accepted_levels, claim_by, claim_reason, claim_on, waiver_by,
        waiver_reason, waiver_on
    FROM docrequest_document
    WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no"#,
    order: "document_no",
};

fn document(row: &dyn Row) -> Result<DocumentRow> {
    let row = Record::new(row, "docrequest_document", "document_no");
    Ok(DocumentRow {
        number: row.int("document_no")?,
        party: row.int("party_seq_no")?,
        document_code: row.text("document_code")?,
        template_code: row.optional_text("template_code")?,
        title: row.text("document_title")?,
        category: row.text("document_category")?,
        types: row.text("document_types")?,
        max_size_mb: row.int("max_size_mb")?,
        max_files: row.int("max_files")?,
        keep_original: row.flag("keep_original")?,
        compliance_applicable: row.optional_text("compliance_applicable")?,
        mandatory: row.flag("mandatory")?,
        instructions: row.optional_text("instructions")?,
        due: row.optional_text("document_due_date")?,
        status: row.parsed("status", DocumentStatus::parse)?,
        accepted_levels: row.int("accepted_levels")?,
        claim_by: row.optional_text("claim_by")?,
        claim_reason: row.optional_text("claim_reason")?,
        claim_on: row.optional_text("claim_on")?,
        waiver_by: row.optional_text("waiver_by")?,
        waiver_reason: row.optional_text("waiver_reason")?,
        waiver_on: row.optional_text("waiver_on")?,
    })
}

const VERSIONS: Part = Part {
    select: r#"SELECT v.txn_ref_no, v.document_no, v.version_no, v.uploaded_by, v.uploaded_on, v.purged_on,
        c.rule_code, c.verdict, c.read_on, c.evidence, c.covered, c.original_only, c.locator_version
    FROM docrequest_version v
    LEFT JOIN document_verification c ON c.country_code = v.country_code AND c.entity_code = v.entity_code
        AND c.txn_ref_no = v.txn_ref_no AND c.document_no = v.document_no AND c.version_no = v.version_no
    WHERE v.country_code = $1 AND v.entity_code = $2 AND v.txn_ref_no"#,
    order: "v.document_no, v.version_no",
};

const FILES: Part = Part {
    select: r#"SELECT txn_ref_no, file_id, document_no, version_no, uploaded_by, uploaded_on, file_name,
        content_type, size, pages, sha256, storage_id, sealed_key, scan, purged_on
    FROM docrequest_file
    WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no"#,
    order: "document_no, version_no, uploaded_on, file_id",
};

const REVIEWS: Part = Part {
    select: r#"SELECT txn_ref_no, document_no, version_no, review_no, level, reviewed_by, reviewed_on,
        verdict, reason_code, remark
    FROM docrequest_review
    WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no"#,
    order: "document_no, version_no, review_no",
};

fn version(row: &dyn Row) -> Result<VersionRow> {
    let row = Record::new(row, "docrequest_version", "document_no");
    Ok(VersionRow {
        document: row.int("document_no")?,
        number: row.int("version_no")?,
        uploaded_by: row.text("uploaded_by")?,
        uploaded_on: row.text("uploaded_on")?,
        purged_on: row.optional_text("purged_on")?,
        verification: match row.optional_parsed("verdict", RuleVerdict::parse)? {
            Some(verdict) => Some(VerificationRow {
                rule_code: row.text("rule_code")?,
                verdict,
                read_on: row.optional_text("read_on")?,
                evidence: row.optional_text("evidence")?,
                covered: row.optional_parsed("covered", |text| serde_json::from_str(text).ok())?.unwrap_or_default(),
                original_only: row
                    .optional_parsed("original_only", |text| serde_json::from_str(text).ok())?
                    .unwrap_or_default(),
                locator_version: row.int("locator_version")?,
            }),
            None => None,
        },
    })
}

fn file(row: &dyn Row) -> Result<FileRow> {
    let row = Record::new(row, "docrequest_file", "file_id");
    Ok(FileRow {
        file_id: row.text("file_id")?,
        document: row.int("document_no")?,
        version: row.int("version_no")?,
        uploaded_by: row.text("uploaded_by")?,
        uploaded_on: row.text("uploaded_on")?,
        file_name: row.text("file_name")?,
        content_type: row.text("content_type")?,
        size: row.int("size")?,
        pages: row.optional_int("pages")?,
        sha256: row.text("sha256")?,
        storage_id: row.text("storage_id")?,
        sealed_key: row.optional_text("sealed_key")?,
        scan: row.parsed("scan", Scan::parse)?,
        purged_on: row.optional_text("purged_on")?,
    })
}

fn review(row: &dyn Row) -> Result<ReviewRow> {
    let row = Record::new(row, "docrequest_review", "document_no");
    Ok(ReviewRow {
        document: row.int("document_no")?,
        version: row.int("version_no")?,
        number: row.int("review_no")?,
        level: row.int("level")?,
        reviewed_by: row.text("reviewed_by")?,
        reviewed_on: row.text("reviewed_on")?,
        verdict: row.parsed("verdict", Verdict::parse)?,
        reason_code: row.optional_text("reason_code")?,
        remark: row.optional_text("remark")?,
    })
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
        let mut sql = visible_requests(access, SELECT_WITH_REMINDER, today);
        sql.and_equals("r.txn_ref_no", Value::text(txn_ref_no));
        let found = self.first_decoded(access.permit(), &sql, with_reminder).await?;
        let Some((mut found, remind_on)) = found else { return Ok(None) };
        found.is_forwarded = self.is_forwarded(access, &found, today).await?;
        let permit = access.permit();
        let of = |part: Part| part.of_one(scoped(permit, &[txn_ref_no]));
        Ok(Some(RequestAggregate {
            four_eyes,
            request: found,
            remind_on,
            parties: self.decoded(permit, &of(PARTIES), party).await?,
            documents: self.decoded(permit, &of(DOCUMENTS), document).await?,
            versions: self
                .with_evidence(permit, txn_ref_no, self.decoded(permit, &of(VERSIONS), version).await?)
                .await?,
            files: self.decoded(permit, &of(FILES), file).await?,
            reviews: self.decoded(permit, &of(REVIEWS), review).await?,
        }))
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
        let mut sql = visible_requests(access, SELECT_WITH_REMINDER, today);
        sql.push(" AND r.txn_ref_no IN ");
        push_list(&mut sql, references);
        let found = self.decoded(permit, &sql, with_reminder).await?;
        let mut parties = self.parts(permit, PARTIES, references, party).await?;
        let mut documents = self.parts(permit, DOCUMENTS, references, document).await?;
        let mut versions = self.parts(permit, VERSIONS, references, version).await?;
        let mut files = self.parts(permit, FILES, references, file).await?;
        let mut reviews = self.parts(permit, REVIEWS, references, review).await?;
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
    async fn parts<T: Send>(
        &self,
        permit: &Permit<Change>,
        part: Part,
        references: &[String],
        decode: impl Fn(&dyn Row) -> Result<T> + Send + Sync,
    ) -> Result<HashMap<String, Vec<T>>> {
        let sql = part.of_many(scoped(permit, &[]), references);
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
