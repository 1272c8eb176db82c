/// How a document stands. The names are the spec's labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DocumentStatus {
    New,
    Requested,
    Uploaded,
    Waiting,
    Accepted,
    Rejected,
    NotRequired,
    Expired,
}

impl DocumentStatus {
    pub const ALL: [DocumentStatus; 8] = [
        DocumentStatus::New,
        DocumentStatus::Requested,
        DocumentStatus::Uploaded,
        DocumentStatus::Waiting,
        DocumentStatus::Accepted,
        DocumentStatus::Rejected,
        DocumentStatus::NotRequired,
        DocumentStatus::Expired,
    ];

    pub fn name(self) -> &'static str {
        match self {
            DocumentStatus::New => "New",
            DocumentStatus::Requested => "Requested",
            DocumentStatus::Uploaded => "Uploaded",
            DocumentStatus::Waiting => "Waiting",
            DocumentStatus::Accepted => "Accepted",
            DocumentStatus::Rejected => "Rejected",
            DocumentStatus::NotRequired => "Not Required",
            DocumentStatus::Expired => "Expired",
        }
    }

    pub fn parse(name: &str) -> Option<DocumentStatus> {
        DocumentStatus::ALL.into_iter().find(|status| status.name() == name)
    }

    /// Is it now the customer's turn with it?
    pub fn is_owed(self) -> bool {
        matches!(self, DocumentStatus::Requested | DocumentStatus::Rejected)
    }

    /// Is a file in that someone of the bank has to look at?
    pub fn is_in_review(self) -> bool {
        matches!(self, DocumentStatus::Uploaded | DocumentStatus::Waiting)
    }

    /// Is there nothing left to do about it?
    pub fn is_settled(self) -> bool {
        matches!(self, DocumentStatus::Accepted | DocumentStatus::NotRequired)
    }
}

/// How a request stands; computed, never set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RequestStatus {
    New,
    Requested,
    Pending,
    Waiting,
    Modified,
    Accepted,
    Rejected,
    Expired,
}

impl RequestStatus {
    pub const ALL: [RequestStatus; 8] = [
        RequestStatus::New,
        RequestStatus::Requested,
        RequestStatus::Pending,
        RequestStatus::Waiting,
        RequestStatus::Modified,
        RequestStatus::Accepted,
        RequestStatus::Rejected,
        RequestStatus::Expired,
    ];

    pub fn name(self) -> &'static str {
        match self {
            RequestStatus::New => "New",
            RequestStatus::Requested => "Requested",
            RequestStatus::Pending => "Pending",
            RequestStatus::Waiting => "Waiting",
            RequestStatus::Modified => "Modified",
            RequestStatus::Accepted => "Accepted",
            RequestStatus::Rejected => "Rejected",
            RequestStatus::Expired => "Expired",
        }
    }

    pub fn parse(name: &str) -> Option<RequestStatus> {
        RequestStatus::ALL.into_iter().find(|status| status.name() == name)
    }

    /// Decided for good: nothing changes any more.
    pub fn is_closed(self) -> bool {
        matches!(self, RequestStatus::Accepted | RequestStatus::Rejected)
    }
}

/// How many documents a request has, by how they stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    pub requested: i64,
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
                _ => {}
            }
        }
        counts
    }

    /// What is neither decided nor dropped.
    pub fn pending(&self) -> i64 {
        self.requested - self.accepted - self.rejected - self.not_required
    }
}
