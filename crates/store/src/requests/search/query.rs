//! What a list of requests shows, and in which order.

use domain::request::RequestStatus;

/// The customer still owes something.
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

    /// Whether an index has the requests of a tenant in this order.
    pub(super) fn is_indexed(self) -> bool {
        matches!(self, SortBy::Created | SortBy::Updated | SortBy::Due | SortBy::Reference)
    }
}

/// The filters and the order of a list. Moments and days are compared as texts.
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
    /// Still owed by the customer after its due date.
    pub overdue: bool,
    /// Every word must begin a word of the request.
    pub words: Vec<String>,
    /// The same, but only of the reference and the customer's name: what a party may search. Its few requests need no index.
    pub names: Vec<String>,
    pub sort: SortBy,
    pub ascending: bool,
}

impl SearchQuery {
    /// The statuses to look for, each once; empty when all are allowed, `None` when no request can match.
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
