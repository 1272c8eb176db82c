use domain::access::{Eyes, Sight};
use domain::master_data::Value;
use domain::request::{Decision, DocumentStatus, RequestStatus, Verdict};

use super::case::{Case, DocumentRow, FileRow, Head, PartyRow, ReviewRow, VersionRow};
use super::sight::seen;
use crate::sql::{Sql, scoped};
use crate::{Cells, Error, Result, Store};

pub(super) const HEAD: &str = "SELECT r.tenant_code, r.branch_code, r.txn_ref_no, r.txn_id, r.details, r.referred_by, r.user_reference, r.status, r.decision, r.is_sent, r.is_modified, r.is_expired, r.latest_action, r.latest_action_by, r.latest_action_on, r.reason, r.owner, r.forwarded_to, r.verification_levels, r.document_due_date, r.expiry_days, r.expires_on, r.purge_days, r.documents_requested, r.documents_accepted, r.documents_rejected, r.documents_not_required, r.sent_on, r.closed_on, r.version_number, r.created_on, r.created_by, r.updated_on, r.updated_by FROM docrequest r";

fn opt(row: &dyn Cells, at: usize) -> Option<String> {
    row.text(at).map(str::to_owned)
}

fn number(row: &dyn Cells, at: usize) -> i64 {
    row.int(at).unwrap_or(0)
}

fn small(row: &dyn Cells, at: usize) -> u32 {
    u32::try_from(number(row, at)).unwrap_or(0)
}

fn flag(row: &dyn Cells, at: usize) -> bool {
    row.flag(at).unwrap_or(false)
}

/// The parts of a request that no list is narrowed by.
#[derive(serde::Serialize, serde::Deserialize, Default)]
pub(super) struct Details {
    pub customer: domain::request::Customer,
    pub notification: domain::request::NotificationSettings,
    #[serde(default)]
    pub last_document: u32,
    #[serde(default)]
    pub last_party: u32,
}

pub(super) fn head(row: &dyn Cells) -> Option<Head> {
    let details: Details = serde_json::from_str(row.text(4)?).ok()?;
    Some(Head {
        tenant_code: row.string(0),
        branch_code: row.string(1),
        txn_ref_no: row.string(2),
        txn_id: row.string(3),
        customer: details.customer,
        notification: details.notification,
        referred_by: opt(row, 5),
        user_reference: opt(row, 6),
        status: RequestStatus::parse(row.text(7)?)?,
        decision: row.text(8).and_then(Decision::parse),
        is_sent: flag(row, 9),
        is_modified: flag(row, 10),
        is_expired: flag(row, 11),
        latest_action: row.string(12),
        latest_action_by: row.string(13),
        latest_action_on: row.string(14),
        reason: opt(row, 15),
        owner: row.string(16),
        forwarded_to: opt(row, 17),
        levels: u8::try_from(number(row, 18)).unwrap_or(1),
        document_due_date: row.string(19),
        expiry_days: number(row, 20),
        expires_on: row.text(21)?.parse().ok()?,
        purge_days: number(row, 22),
        requested: number(row, 23),
        accepted: number(row, 24),
        rejected: number(row, 25),
        not_required: number(row, 26),
        sent_on: opt(row, 27),
        closed_on: opt(row, 28),
        version_number: number(row, 29),
        created_on: row.string(30),
        created_by: row.string(31),
        updated_on: row.string(32),
        updated_by: row.string(33),
        is_forwarded: false,
        last_document: details.last_document,
        last_party: details.last_party,
    })
}

const PARTIES: &str = "SELECT p.party_seq_no, p.user_id, p.party_type, p.first_name, p.second_name, p.last_name, p.mobile_number, p.email_address, p.primary_party, p.authorize_other_pty, p.email_notification, p.sms_notification, p.request_remarks, p.same_remarks_to_all_pty, p.relationship, p.auth_party_seq_no, p.auth_level, p.lang_code, (SELECT l.relationship_desc FROM party_relationship l WHERE l.country_code = p.country_code AND l.entity_code = p.entity_code AND l.relationship_code = p.relationship) FROM docrequest_party p WHERE p.country_code = $1 AND p.entity_code = $2 AND p.txn_ref_no = $3 ORDER BY p.party_seq_no";

fn party(row: &dyn Cells) -> PartyRow {
    PartyRow {
        seq_no: small(row, 0),
        user_id: row.string(1),
        party_type: row.string(2),
        first_name: row.string(3),
        second_name: opt(row, 4),
        last_name: row.string(5),
        mobile_number: opt(row, 6),
        email_address: opt(row, 7),
        primary_party: flag(row, 8),
        authorize_other_pty: flag(row, 9),
        email_notification: flag(row, 10),
        sms_notification: flag(row, 11),
        request_remarks: opt(row, 12),
        same_remarks_to_all_pty: flag(row, 13),
        relationship: opt(row, 14),
        auth_party_seq_no: row.int(15).and_then(|seq| u32::try_from(seq).ok()),
        auth_level: row.int(16).and_then(|level| u8::try_from(level).ok()),
        lang_code: row.string(17),
        relationship_desc: opt(row, 18),
    }
}

const DOCUMENTS: &str = "SELECT document_no, party_seq_no, document_code, template_code, document_title, document_category, document_types, max_size_mb, max_files, compliance_applicable, mandatory, instructions, document_due_date, status, accepted_levels, claim_by, claim_reason, claim_on, waiver_by, waiver_reason, waiver_on FROM docrequest_document WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no = $3 ORDER BY document_no";

fn document(row: &dyn Cells) -> DocumentRow {
    DocumentRow {
        number: small(row, 0),
        party: small(row, 1),
        document_code: row.string(2),
        template_code: opt(row, 3),
        title: row.string(4),
        category: row.string(5),
        types: row.string(6),
        max_size_mb: number(row, 7),
        max_files: number(row, 8),
        compliance_applicable: opt(row, 9),
        mandatory: flag(row, 10),
        instructions: opt(row, 11),
        due: opt(row, 12),
        status: row.text(13).and_then(DocumentStatus::parse).unwrap_or(DocumentStatus::New),
        accepted_levels: u8::try_from(number(row, 14)).unwrap_or(0),
        claim_by: opt(row, 15),
        claim_reason: opt(row, 16),
        claim_on: opt(row, 17),
        waiver_by: opt(row, 18),
        waiver_reason: opt(row, 19),
        waiver_on: opt(row, 20),
    }
}

const VERSIONS: &str = "SELECT document_no, version_no, uploaded_by, uploaded_on FROM docrequest_version WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no = $3 ORDER BY document_no, version_no";
const FILES: &str = "SELECT file_id, document_no, version_no, uploaded_by, uploaded_on, file_name, content_type, size, pages, sha256, storage_id FROM docrequest_file WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no = $3 ORDER BY document_no, version_no, uploaded_on, file_id";
const REVIEWS: &str = "SELECT document_no, version_no, review_no, level, reviewed_by, reviewed_on, verdict, reason_code, remark FROM docrequest_review WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no = $3 ORDER BY document_no, version_no, review_no";

fn version(row: &dyn Cells) -> VersionRow {
    VersionRow {
        document: small(row, 0),
        number: small(row, 1),
        uploaded_by: row.string(2),
        uploaded_on: row.string(3),
    }
}

fn file(row: &dyn Cells) -> FileRow {
    FileRow {
        file_id: row.string(0),
        document: small(row, 1),
        version: small(row, 2),
        uploaded_by: row.string(3),
        uploaded_on: row.string(4),
        file_name: row.string(5),
        content_type: row.string(6),
        size: number(row, 7),
        pages: row.int(8),
        sha256: row.string(9),
        storage_id: row.string(10),
    }
}

fn review(row: &dyn Cells) -> Option<ReviewRow> {
    Some(ReviewRow {
        document: small(row, 0),
        version: small(row, 1),
        number: small(row, 2),
        level: u8::try_from(number(row, 3)).unwrap_or(0),
        reviewed_by: row.string(4),
        reviewed_on: row.string(5),
        verdict: Verdict::parse(row.text(6)?)?,
        reason_code: opt(row, 7),
        remark: opt(row, 8),
    })
}

impl Store {
    /// A request as this sight shows it, or nothing: another's request does not exist. Whether the entity wants four eyes is the
    /// caller's to say, so that nobody forgets it.
    pub async fn request<Kind>(
        &self,
        sight: &Sight<Kind>,
        txn_ref_no: &str,
        today: &str,
        four_eyes: bool,
    ) -> Result<Option<Case>> {
        let mut sql = seen(sight, HEAD, today);
        sql.and_equals("r.txn_ref_no", Value::text(txn_ref_no));
        let found = self.first(sight.permit(), &sql, head).await?;
        let Some(found) = found else { return Ok(None) };
        let mut found = found.ok_or_else(|| Error::internal("a request's row cannot be read"))?;
        found.is_forwarded = self.is_forwarded(sight, &found, today).await?;
        let permit = sight.permit();
        let of = |text: &'static str| Sql::new(text, scoped(permit, &[txn_ref_no]));
        Ok(Some(Case {
            four_eyes,
            head: found,
            parties: self.rows(permit, &of(PARTIES), party).await?,
            documents: self.rows(permit, &of(DOCUMENTS), document).await?,
            versions: self.rows(permit, &of(VERSIONS), version).await?,
            files: self.rows(permit, &of(FILES), file).await?,
            reviews: self.rows(permit, &of(REVIEWS), review).await?.into_iter().flatten().collect(),
        }))
    }

    /// Does the reader stand in for the owner?
    async fn is_forwarded<Kind>(&self, sight: &Sight<Kind>, head: &Head, today: &str) -> Result<bool> {
        let Eyes::Staff { user_id, .. } = sight.eyes() else { return Ok(false) };
        if head.owner == *user_id {
            return Ok(false);
        }
        if head.forwarded_to.as_deref() == Some(user_id) {
            return Ok(true);
        }
        let sql = Sql::new(
            "SELECT 1 FROM request_forward WHERE country_code = $1 AND entity_code = $2 AND from_user_id = $3 AND to_user_id = $4 AND coalesce(start_date, '') <= $5 AND coalesce(expiry_date, '9999') >= $6",
            scoped(sight.permit(), &[&head.owner, user_id, today, today]),
        );
        Ok(self.first(sight.permit(), &sql, |_| ()).await?.is_some())
    }
}
