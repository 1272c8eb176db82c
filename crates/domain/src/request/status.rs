use crate::named_enum::named_enum;

named_enum! {
    /// The status of a document. The names are the spec's labels.
    pub enum DocumentStatus {
        New = "New",
        Requested = "Requested",
        Uploaded = "Uploaded",
        Waiting = "Waiting",
        Accepted = "Accepted",
        Rejected = "Rejected",
        NotRequired = "Not Required",
        Expired = "Expired",
    }
}

impl DocumentStatus {
    /// True when the customer has to supply it.
    pub fn is_owed(self) -> bool {
        matches!(self, DocumentStatus::Requested | DocumentStatus::Rejected)
    }

    /// True when a submitted file waits for a reviewer.
    pub fn is_in_review(self) -> bool {
        matches!(self, DocumentStatus::Uploaded | DocumentStatus::Waiting)
    }

    /// True when nothing is left to do.
    pub fn is_settled(self) -> bool {
        matches!(self, DocumentStatus::Accepted | DocumentStatus::NotRequired)
    }
}

named_enum! {
    /// The status of a request; computed, never set.
    pub enum RequestStatus {
        New = "New",
        Requested = "Requested",
        Pending = "Pending",
        Waiting = "Waiting",
        Modified = "Modified",
        Accepted = "Accepted",
        Rejected = "Rejected",
        Expired = "Expired",
    }
}

impl RequestStatus {
    /// Decided: the request no longer changes.
    pub fn is_closed(self) -> bool {
        matches!(self, RequestStatus::Accepted | RequestStatus::Rejected)
    }
}

named_enum! {
    /// What has to happen next, and so who has to act.
    pub enum NextAction {
        Send = "send",
        Customer = "customer",
        Review = "review",
        Decide = "decide",
        None = "none",
    }
}

/// The number of documents of a request, by status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    pub requested: i64,
    pub in_review: i64,
    pub accepted: i64,
    pub rejected: i64,
    pub not_required: i64,
}

impl Counts {
    pub fn of(statuses: impl Iterator<Item = DocumentStatus>) -> Counts {
        let mut counts = Counts::default();
        for status in statuses {
            counts.requested += 1;
            match status {
                DocumentStatus::Accepted => counts.accepted += 1,
                DocumentStatus::Rejected => counts.rejected += 1,
                DocumentStatus::NotRequired => counts.not_required += 1,
                DocumentStatus::Uploaded | DocumentStatus::Waiting => counts.in_review += 1,
                _ => {}
            }
        }
        counts
    }

    /// Documents that are neither accepted, rejected nor waived.
    pub fn pending(&self) -> i64 {
        self.requested - self.accepted - self.rejected - self.not_required
    }
}
