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
