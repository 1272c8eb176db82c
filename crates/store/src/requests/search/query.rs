//! The filters and the order of a list of requests.

use domain::request::RequestStatus;

/// The customer has documents to submit.
const OWING: [RequestStatus; 3] = [RequestStatus::Requested, RequestStatus::Pending, RequestStatus::Modified];

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SortBy {
    #[default]
    Created,
    Updated,
    Due,
    Expires,
    Name,
    Reference,
    Status,
}

impl SortBy {
    pub const NAMES: &[(&str, SortBy)] = &[
        ("createdOn", SortBy::Created),
        ("updatedOn", SortBy::Updated),
        ("documentDueDate", SortBy::Due),
        ("expiresOn", SortBy::Expires),
        ("customerName", SortBy::Name),
        ("txnRefNo", SortBy::Reference),
        ("transactionStatus", SortBy::Status),
        ("latestActionOn", SortBy::Updated),
    ];

    /// The columns of the order; the reference makes it total.
    pub(super) fn columns(self) -> &'static [&'static str] {
        match self {
            SortBy::Created => &["created_on", "txn_ref_no"],
            SortBy::Updated => &["updated_on", "txn_ref_no"],
            SortBy::Due => &["document_due_date", "txn_ref_no"],
            SortBy::Expires => &["expires_on", "txn_ref_no"],
            SortBy::Name => &["name_sort", "txn_ref_no"],
            SortBy::Reference => &["txn_ref_no"],
            SortBy::Status => &["status", "created_on", "txn_ref_no"],
        }
    }

    /// True when an index holds a tenant's requests in this order.
    pub(super) fn is_indexed(self) -> bool {
        matches!(self, SortBy::Created | SortBy::Updated | SortBy::Due | SortBy::Reference)
    }
}

/// A state of a request's documents that few requests of a tenant have, or that most have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Having {
    Accepted,
    /// Open, with documents to come or in review.
    Pending,
    ToCome,
    InReview,
    Rejected,
    NotRequired,
    /// Open, with a rejected document to submit again.
    Resubmission,
    /// A claim or a waiver waits for an answer.
    Claim,
    /// Nothing is left to submit or to review.
    Decision,
}

impl Having {
    pub const NAMES: &[(&str, Having)] = &[
        ("accepted", Having::Accepted),
        ("pending", Having::Pending),
        ("toCome", Having::ToCome),
        ("inReview", Having::InReview),
        ("rejected", Having::Rejected),
        ("notRequired", Having::NotRequired),
        ("resubmission", Having::Resubmission),
        ("claim", Having::Claim),
        ("decision", Having::Decision),
    ];

    /// The index that holds only such requests, if there are few of them.
    pub(super) fn index(self) -> Option<&'static str> {
        match self {
            Having::Accepted => None,
            Having::Pending | Having::ToCome => Some("docrequest_by_pending"),
            Having::InReview => Some("docrequest_by_review"),
            Having::Rejected => Some("docrequest_by_rejection"),
            Having::NotRequired => Some("docrequest_by_waiver"),
            Having::Resubmission => Some("docrequest_by_resubmission"),
            Having::Claim => Some("docrequest_by_claim"),
            Having::Decision => Some("docrequest_by_decision"),
        }
    }

    /// Implies the condition of the index.
    pub(super) fn condition(self) -> &'static str {
        match self {
            Having::Accepted => "r.documents_accepted > 0",
            Having::Pending => "r.documents_pending > 0",
            Having::ToCome => "r.documents_pending > 0 AND r.documents_pending > r.documents_in_review",
            Having::InReview => "r.documents_in_review > 0",
            Having::Rejected => "r.documents_rejected > 0",
            Having::NotRequired => "r.documents_not_required > 0",
            Having::Resubmission => "r.open_until IS NOT NULL AND r.documents_rejected > 0",
            Having::Claim => "r.documents_claimed > 0",
            Having::Decision => "r.status = 'Waiting' AND r.documents_in_review = 0",
        }
    }
}

/// The filters and the order of a list. Times and days are compared as texts.
#[derive(Debug, Clone, Default)]
pub struct SearchQuery {
    pub statuses: Vec<RequestStatus>,
    pub from: Option<String>,
    pub to: Option<String>,
    pub due_from: Option<String>,
    pub due_to: Option<String>,
    pub branch: Option<String>,
    pub category: Option<String>,
    pub customer_type: Option<String>,
    pub owner: Option<String>,
    pub reference: Option<String>,
    /// Past the due date, with documents still to submit.
    pub overdue: bool,
    pub having: Option<Having>,
    /// When the request was decided.
    pub closed_from: Option<String>,
    pub closed_to: Option<String>,
    /// The first and last of the days until which the documents are kept. What is held is left out. It takes an owner.
    pub purge: Option<(String, String)>,
    /// Every word must be the beginning of a word of the request.
    pub words: Vec<String>,
    /// The same, in the reference and customer name only: what a party may search. A party has few requests, so this
    /// needs no index.
    pub names: Vec<String>,
    pub sort: SortBy,
    pub ascending: bool,
}

impl SearchQuery {
    /// The statuses to search, each once; empty for all, `None` when no request can match.
    pub(super) fn wanted_statuses(&self) -> Option<Vec<RequestStatus>> {
        if self.statuses.is_empty() && !self.overdue {
            return Some(Vec::new());
        }
        let possible: &[RequestStatus] = if self.overdue { &OWING } else { &RequestStatus::ALL };
        let is_wanted = |status: &RequestStatus| self.statuses.is_empty() || self.statuses.contains(status);
        Some(possible.iter().copied().filter(is_wanted).collect::<Vec<_>>()).filter(|wanted| !wanted.is_empty())
    }

    pub(super) fn order(&self) -> String {
        let direction = if self.ascending { "ASC" } else { "DESC" };
        let columns: Vec<String> = self.sort.columns().iter().map(|name| format!("r.{name} {direction}")).collect();
        format!(" ORDER BY {}", columns.join(", "))
    }
}
