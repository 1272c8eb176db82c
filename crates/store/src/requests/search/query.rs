//! What a list of requests shall show, and in which order.

use domain::request::RequestStatus;

/// Something is still expected of the customer.
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

    /// What time, or something else, runs through: within a status the newest stand in order.
    pub(super) fn running(self) -> &'static str {
        if self == SortBy::Status { SortBy::Created.column() } else { self.column() }
    }

    pub(super) fn column(self) -> &'static str {
        match self {
            SortBy::Created => "r.created_on",
            SortBy::Updated => "r.updated_on",
            SortBy::Due => "r.document_due_date",
            SortBy::Expires => "r.expires_on",
            SortBy::Name => "r.name_sort",
            SortBy::Reference => "r.txn_ref_no",
            SortBy::Status => "r.status",
        }
    }
}

/// What a list of requests shall show.
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
    /// Still owed by the customer on a later day than it was due.
    pub overdue: bool,
    pub words: Vec<String>,
    /// The same, asked only of the reference and of the customer's name: the few requests of one party need no index.
    pub names: Vec<String>,
    pub sort: SortBy,
    pub ascending: bool,
}

impl SearchQuery {
    /// The statuses that are asked for, each once; none when all are welcome, `None` when no request can have them.
    pub(super) fn asked(&self) -> Option<Vec<RequestStatus>> {
        if self.statuses.is_empty() && !self.overdue {
            return Some(Vec::new());
        }
        let possible: &[RequestStatus] = if self.overdue { &OWING } else { &RequestStatus::ALL };
        let is_asked = |status: &RequestStatus| self.statuses.is_empty() || self.statuses.contains(status);
        Some(possible.iter().copied().filter(is_asked).collect::<Vec<_>>()).filter(|asked| !asked.is_empty())
    }

    /// Words aside, is it narrowed by no more than the index of branches holds?
    pub(super) fn is_plain(&self) -> bool {
        self.statuses.is_empty() && !self.is_by_due() && self.category.is_none() && self.customer_type.is_none()
    }

    pub(super) fn is_by_due(&self) -> bool {
        self.overdue || self.due_from.is_some() || self.due_to.is_some()
    }

    /// Is there an index that goes straight to what the filters leave, and has it in the order that is wanted?
    pub(super) fn is_in_order(&self) -> bool {
        let Self { from, to, branch, category, customer_type, owner, .. } = self;
        let none = |filters: &[&Option<String>]| filters.iter().all(|filter| filter.is_none());
        let is_by_due = self.is_by_due();
        let is_by_kind = !none(&[branch, category, customer_type, owner]);
        match self.sort {
            SortBy::Created => !is_by_due && (self.statuses.is_empty() || !is_by_kind),
            SortBy::Due => !is_by_kind && none(&[from, to]),
            SortBy::Updated | SortBy::Status => !is_by_due && !is_by_kind && none(&[from, to]),
            _ => !is_by_due && !is_by_kind && none(&[from, to]) && self.statuses.is_empty(),
        }
    }

    pub(super) fn order(&self) -> String {
        let direction = if self.ascending { "ASC" } else { "DESC" };
        let column = self.sort.column();
        match self.sort {
            SortBy::Reference => format!(" ORDER BY {column} {direction}"),
            SortBy::Status => {
                format!(" ORDER BY {column} {direction}, r.created_on {direction}, r.txn_ref_no {direction}")
            }
            _ => format!(" ORDER BY {column} {direction}, r.txn_ref_no {direction}"),
        }
    }
}
