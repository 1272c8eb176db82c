use domain::access::Side;
use domain::document::Scan;
use domain::request::{
    Customer, Decision, Document, DocumentStatus, NotificationSettings, Person, Request, RequestStatus, Review,
    Verdict, Version,
};
use domain::verification::aadhaar::locator_version;
use domain::verification::{Covered, RuleVerdict};
use jiff::civil::Date;
use serde::Serialize;

use crate::table::table;

table! {
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct RequestRow in "docrequest" as "r" with 1 keys {
        pub txn_ref_no: String = "txn_ref_no",
        pub tenant_code: String = "tenant_code",
        pub branch_code: String = "branch_code",
        pub txn_id: String = "txn_id",
        pub customer: Customer = _,
        pub notification: NotificationSettings = _,
        pub referred_by: Option<String> = "referred_by",
        pub user_reference: Option<String> = "user_reference",
        pub status: RequestStatus = "status",
        pub decision: Option<Decision> = "decision",
        pub is_sent: bool = "is_sent",
        pub is_modified: bool = "is_modified",
        pub is_expired: bool = "is_expired",
        pub latest_action: String = "latest_action",
        pub latest_action_by: String = "latest_action_by",
        pub latest_action_on: String = "latest_action_on",
        pub reason: Option<String> = "reason",
        pub owner: String = "owner",
        pub forwarded_to: Option<String> = "forwarded_to",
        pub levels: u8 = "verification_levels",
        pub document_due_date: String = "document_due_date",
        pub expiry_days: i64 = "expiry_days",
        pub expires_on: Date = "expires_on",
        pub purge_days: i64 = "purge_days",
        pub requested: i64 = "documents_requested",
        pub accepted: i64 = "documents_accepted",
        pub rejected: i64 = "documents_rejected",
        pub not_required: i64 = "documents_not_required",
        /// 0 unless the request is running.
        pub in_review: i64 = "documents_in_review",
        /// Documents with a claim or a waiver to answer; 0 unless the request is running.
        pub claimed: i64 = "documents_claimed",
        pub sent_on: Option<String> = "sent_on",
        pub closed_on: Option<String> = "closed_on",
        pub version_number: i64 = "version_number",
        pub created_on: String = "created_on",
        pub created_by: String = "created_by",
        pub updated_on: String = "updated_on",
        pub updated_by: String = "updated_by",
        /// The caller sees it as the owner's stand-in.
        pub is_forwarded: bool = _,
        /// The highest numbers ever given; a number is never reused.
        pub last_document: u32 = _,
        pub last_party: u32 = _,
        /// The name of the party that took the latest action.
        pub latest_party: Option<String> = _,
        /// When the parties are told of changes that they do not know yet.
        pub notify_on: Option<String> = "notify_on",
    }
}

impl RequestRow {
    /// Sent, and neither decided nor expired.
    pub fn is_running(&self) -> bool {
        self.is_sent && !self.is_expired && self.decision.is_none()
    }

    /// Documents still to come or in review; a closed or expired request has none.
    pub fn pending(&self) -> i64 {
        if self.is_expired || self.decision.is_some() {
            0
        } else {
            self.requested - self.accepted - self.rejected - self.not_required
        }
    }

    /// The state the domain rules need when documents do not matter.
    pub fn state(&self) -> Request {
        Request {
            levels: self.levels,
            // Matters for documents only.
            four_eyes: false,
            is_sent: self.is_sent,
            is_modified: self.is_modified,
            is_expired: self.is_expired,
            expires_on: self.expires_on,
            decision: self.decision,
            documents: Vec::new(),
        }
    }
}

table! {
    /// Serialized as callers see it.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct PartyRow in "docrequest_party" as "p" with 1 keys {
        #[serde(rename = "partySeqNo")]
        pub seq_no: u32 = "party_seq_no",
        #[serde(skip)]
        pub user_id: String = "user_id",
        pub party_type: String = "party_type",
        pub first_name: String = "first_name",
        pub second_name: Option<String> = "second_name",
        pub last_name: String = "last_name",
        pub mobile_number: Option<String> = "mobile_number",
        pub email_address: Option<String> = "email_address",
        pub primary_party: bool = "primary_party",
        pub authorize_other_pty: bool = "authorize_other_pty",
        pub email_notification: bool = "email_notification",
        pub sms_notification: bool = "sms_notification",
        pub request_remarks: Option<String> = "request_remarks",
        pub same_remarks_to_all_pty: bool = "same_remarks_to_all_pty",
        pub relationship: Option<String> = "relationship",
        pub relationship_desc: Option<String> = (
            r#"(SELECT l.relationship_desc FROM party_relationship l WHERE l.country_code = p.country_code
                AND l.entity_code = p.entity_code AND l.relationship_code = p.relationship)"#
        ),
        pub auth_party_seq_no: Option<u32> = "auth_party_seq_no",
        pub auth_level: Option<u8> = "auth_level",
        /// The record of the master that the level was chosen from.
        #[serde(skip)]
        pub auth_level_code: Option<String> = "auth_level_code",
        pub lang_code: String = "lang_code",
        /// The day on which the party was first asked for documents.
        #[serde(skip)]
        pub asked_on: Option<Date> = "asked_on",
        #[serde(skip)]
        pub reminded_on: Vec<Date> = "reminded_on",
        /// Days of reminders that staff left out.
        #[serde(skip)]
        pub skipped_on: Vec<Date> = "skipped_on",
    }
}

impl PartyRow {
    pub fn full_name(&self) -> String {
        [Some(&self.first_name), self.second_name.as_ref(), Some(&self.last_name)]
            .into_iter()
            .flatten()
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join(" ")
    }
}

table! {
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct DocumentRow in "docrequest_document" as "d" with 1 keys {
        pub number: u32 = "document_no",
        pub party: u32 = "party_seq_no",
        pub document_code: String = "document_code",
        pub template_code: Option<String> = "template_code",
        pub title: String = "document_title",
        pub category: String = "document_category",
        pub types: String = "document_types",
        pub max_size_mb: i64 = "max_size_mb",
        pub max_files: i64 = "max_files",
        /// Photographs are not scaled down before they are sent.
        pub keep_original: bool = "keep_original",
        pub compliance_applicable: Option<String> = "compliance_applicable",
        pub mandatory: bool = "mandatory",
        pub instructions: Option<String> = "instructions",
        pub due: Option<String> = "document_due_date",
        pub status: DocumentStatus = "status",
        pub accepted_levels: u8 = "accepted_levels",
        pub claim_by: Option<String> = "claim_by",
        pub claim_reason: Option<String> = "claim_reason",
        pub claim_on: Option<String> = "claim_on",
        /// The staff member who asked for a waiver, until a second one has answered.
        pub waiver_by: Option<String> = "waiver_by",
        pub waiver_reason: Option<String> = "waiver_reason",
        pub waiver_on: Option<String> = "waiver_on",
    }
}

table! {
    #[derive(Debug, Clone, PartialEq)]
    pub struct VersionRow in "docrequest_version" as "v" with 2 keys {
        pub document: u32 = "document_no",
        pub number: u32 = "version_no",
        pub uploaded_by: String = "uploaded_by",
        pub uploaded_on: String = "uploaded_on",
        /// When its files were destroyed at the end of their retention.
        pub purged_on: Option<String> = "purged_on",
        /// `None` for a version without a rule.
        pub verification: Option<VerificationRow> = _,
    }
}

/// The automatic verification of a version.
#[derive(Debug, Clone, PartialEq)]
pub struct VerificationRow {
    pub rule_code: String,
    pub verdict: RuleVerdict,
    pub read_on: Option<String>,
    /// What the rule's details found, as JSON; stored encrypted.
    pub evidence: Option<String>,
    /// The parts of its pages to be covered.
    pub covered: Vec<Covered>,
    /// Files that are shown only as originals: a number was expected and not found.
    pub original_only: Vec<String>,
    /// The version of the search for numbers; 0 before the first one.
    pub locator_version: i64,
}

/// Instead of the code of a rule: the version is only read, so that numbers in it can be covered.
pub const NO_RULE: &str = "";

impl VerificationRow {
    pub fn has_rule(&self) -> bool {
        self.rule_code != NO_RULE
    }

    /// A version that is still to be read.
    pub fn waiting(rule_code: &str) -> VerificationRow {
        VerificationRow {
            rule_code: rule_code.to_owned(),
            verdict: RuleVerdict::Waiting,
            read_on: None,
            evidence: None,
            covered: Vec::new(),
            original_only: Vec::new(),
            locator_version: 0,
        }
    }

    /// True when the numbers in it were located, by the present search. Where pictures cannot be recognised, nobody can
    /// wait for that.
    pub fn is_located(&self) -> bool {
        self.verdict != RuleVerdict::Waiting && self.locator_version >= locator_version(false)
    }
}

table! {
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct FileRow in "docrequest_file" as "f" with 1 keys {
        pub file_id: String = "file_id",
        pub document: u32 = "document_no",
        /// 0 while the file is only staged.
        pub version: u32 = "version_no",
        pub uploaded_by: String = "uploaded_by",
        pub uploaded_on: String = "uploaded_on",
        pub file_name: String = "file_name",
        pub content_type: String = "content_type",
        pub size: i64 = "size",
        pub pages: Option<i64> = "pages",
        pub sha256: String = "sha256",
        pub storage_id: String = "storage_id",
        /// The file's own key, when documents are stored encrypted.
        pub sealed_key: Option<String> = "sealed_key",
        pub scan: Scan = "scan",
        /// When the file was destroyed at the end of its retention; it has neither key nor name since.
        pub purged_on: Option<String> = "purged_on",
    }
}

impl FileRow {
    /// An infected file is stored and never shown.
    pub fn is_infected(&self) -> bool {
        self.scan == Scan::Infected
    }

    /// The side that uploaded the file.
    pub fn side(&self) -> Side {
        if self.uploaded_by.starts_with("customer:") { Side::Customer } else { Side::Staff }
    }
}

table! {
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct ReviewRow in "docrequest_review" as "w" with 3 keys {
        pub document: u32 = "document_no",
        pub version: u32 = "version_no",
        pub number: u32 = "review_no",
        pub level: u8 = "level",
        pub reviewed_by: String = "reviewed_by",
        pub reviewed_on: String = "reviewed_on",
        pub verdict: Verdict = "verdict",
        pub reason_code: Option<String> = "reason_code",
        pub remark: Option<String> = "remark",
    }
}

/// A request with everything that belongs to it.
#[derive(Debug, Clone, PartialEq)]
pub struct RequestAggregate {
    /// The entity's current setting; not a column of the request.
    pub four_eyes: bool,
    pub request: RequestRow,
    /// The next day on which a party is reminded.
    pub remind_on: Option<Date>,
    pub parties: Vec<PartyRow>,
    pub documents: Vec<DocumentRow>,
    pub versions: Vec<VersionRow>,
    pub files: Vec<FileRow>,
    pub reviews: Vec<ReviewRow>,
}

/// The display name of a stored person: a customer without the `customer:` prefix.
pub fn person_name(stored: &str) -> &str {
    stored.strip_prefix("customer:").unwrap_or(stored)
}

impl RequestAggregate {
    /// The state the domain rules need.
    pub fn state(&self) -> Request {
        let documents = self.documents.iter().map(|row| self.document_state(row)).collect();
        Request { four_eyes: self.four_eyes, documents, ..self.request.state() }
    }

    fn document_state(&self, row: &DocumentRow) -> Document {
        let versions = self.versions.iter().filter(|version| version.document == row.number);
        Document {
            number: row.number,
            party: row.party,
            is_required: row.mandatory,
            status: row.status,
            accepted_levels: row.accepted_levels,
            versions: versions.map(|version| self.version_state(version)).collect(),
            claim: row.claim_by.as_deref().map(Person::parse),
            waiver: row.waiver_by.as_deref().map(Person::parse),
        }
    }

    fn version_state(&self, version: &VersionRow) -> Version {
        let is_of = |review: &&ReviewRow| review.document == version.document && review.version == version.number;
        let review =
            |row: &ReviewRow| Review { level: row.level, by: Person::parse(&row.reviewed_by), verdict: row.verdict };
        let files =
            self.files.iter().filter(|file| file.document == version.document && file.version == version.number);
        Version {
            number: version.number,
            uploaded_by: Person::parse(&version.uploaded_by),
            files_by: files.map(|file| Person::parse(&file.uploaded_by)).collect(),
            reviews: self.reviews.iter().filter(is_of).map(review).collect(),
        }
    }

    /// The highest document number ever given.
    pub fn last_document(&self) -> u32 {
        self.documents.iter().map(|row| row.number).chain([self.request.last_document]).max().unwrap_or(0)
    }

    pub fn last_party(&self) -> u32 {
        self.parties.iter().map(|row| row.seq_no).chain([self.request.last_party]).max().unwrap_or(0)
    }

    pub fn document(&self, number: u32) -> Option<&DocumentRow> {
        self.documents.iter().find(|document| document.number == number)
    }

    pub fn party(&self, seq_no: u32) -> Option<&PartyRow> {
        self.parties.iter().find(|party| party.seq_no == seq_no)
    }

    /// Files uploaded for a document but not submitted, of one side. Neither side sees the other's.
    pub fn staged(&self, document: u32, by: Side) -> impl Iterator<Item = &FileRow> {
        let is_staged = move |file: &&FileRow| file.document == document && file.version == 0 && !file.is_infected();
        self.files.iter().filter(is_staged).filter(move |file| file.side() == by)
    }
}
