use domain::access::Side;
use domain::document::Scan;
use domain::request::{
    Customer, Decision, Document, DocumentStatus, NotificationSettings, Person, Request, RequestStatus, Review,
    Verdict, Version,
};
use domain::verification::aadhaar::locator_version;
use domain::verification::{Covered, RuleVerdict};
use jiff::civil::Date;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestRow {
    pub tenant_code: String,
    pub branch_code: String,
    pub txn_ref_no: String,
    pub txn_id: String,
    pub customer: Customer,
    pub notification: NotificationSettings,
    pub referred_by: Option<String>,
    pub user_reference: Option<String>,
    pub status: RequestStatus,
    pub decision: Option<Decision>,
    pub is_sent: bool,
    pub is_modified: bool,
    pub is_expired: bool,
    pub latest_action: String,
    pub latest_action_by: String,
    pub latest_action_on: String,
    pub reason: Option<String>,
    pub owner: String,
    pub forwarded_to: Option<String>,
    pub levels: u8,
    pub document_due_date: String,
    pub expiry_days: i64,
    pub expires_on: Date,
    pub purge_days: i64,
    pub requested: i64,
    pub accepted: i64,
    pub rejected: i64,
    pub not_required: i64,
    /// 0 unless the request is running.
    pub in_review: i64,
    /// Documents with a claim or a waiver to answer; 0 unless the request is running.
    pub claimed: i64,
    pub sent_on: Option<String>,
    pub closed_on: Option<String>,
    pub version_number: i64,
    pub created_on: String,
    pub created_by: String,
    pub updated_on: String,
    pub updated_by: String,
    /// The caller sees it as the owner's stand-in.
    pub is_forwarded: bool,
    /// The highest numbers ever given; a number is never reused.
    pub last_document: u32,
    pub last_party: u32,
    /// When the parties are told of changes that they do not know yet.
    pub notify_on: Option<String>,
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

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartyRow {
    pub seq_no: u32,
    pub user_id: String,
    pub party_type: String,
    pub first_name: String,
    pub second_name: Option<String>,
    pub last_name: String,
    pub mobile_number: Option<String>,
    pub email_address: Option<String>,
    pub primary_party: bool,
    pub authorize_other_pty: bool,
    pub email_notification: bool,
    pub sms_notification: bool,
    pub request_remarks: Option<String>,
    pub same_remarks_to_all_pty: bool,
    pub relationship: Option<String>,
    pub relationship_desc: Option<String>,
    pub auth_party_seq_no: Option<u32>,
    pub auth_level: Option<u8>,
    /// The record of the master that the level was chosen from.
    pub auth_level_code: Option<String>,
    pub lang_code: String,
    /// The day on which the party was first asked for documents.
    pub asked_on: Option<Date>,
    pub reminded_on: Vec<Date>,
    /// Days of reminders that staff left out.
    pub skipped_on: Vec<Date>,
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

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentRow {
    pub number: u32,
    pub party: u32,
    pub document_code: String,
    pub template_code: Option<String>,
    pub title: String,
    pub category: String,
    pub types: String,
    pub max_size_mb: i64,
    pub max_files: i64,
    /// Photographs are not scaled down before they are sent.
    pub keep_original: bool,
    pub compliance_applicable: Option<String>,
    pub mandatory: bool,
    pub instructions: Option<String>,
    pub due: Option<String>,
    pub status: DocumentStatus,
    pub accepted_levels: u8,
    pub claim_by: Option<String>,
    pub claim_reason: Option<String>,
    pub claim_on: Option<String>,
    /// The staff member who asked for a waiver, until a second one has answered.
    pub waiver_by: Option<String>,
    pub waiver_reason: Option<String>,
    pub waiver_on: Option<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct VersionRow {
    pub document: u32,
    pub number: u32,
    pub uploaded_by: String,
    pub uploaded_on: String,
    /// When its files were destroyed at the end of their retention.
    pub purged_on: Option<String>,
    /// `None` for a version without a rule.
    pub verification: Option<VerificationRow>,
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

    /// True when the numbers in it were located, by the present search. Where pictures cannot be recognised, nobody can wait
    /// for that.
    pub fn is_located(&self) -> bool {
        self.verdict != RuleVerdict::Waiting && self.locator_version >= locator_version(false)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileRow {
    pub file_id: String,
    pub document: u32,
    /// 0 while the file is only staged.
    pub version: u32,
    pub uploaded_by: String,
    pub uploaded_on: String,
    pub file_name: String,
    pub content_type: String,
    pub size: i64,
    pub pages: Option<i64>,
    pub sha256: String,
    pub storage_id: String,
    /// The file's own key, when documents are stored encrypted.
    pub sealed_key: Option<String>,
    pub scan: Scan,
    /// When the file was destroyed at the end of its retention; it has neither key nor name since.
    pub purged_on: Option<String>,
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

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewRow {
    pub document: u32,
    pub version: u32,
    pub number: u32,
    pub level: u8,
    pub reviewed_by: String,
    pub reviewed_on: String,
    pub verdict: Verdict,
    pub reason_code: Option<String>,
    pub remark: Option<String>,
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
