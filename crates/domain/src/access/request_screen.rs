use super::{Action, Actor};
use crate::named_enum::named_enum;

named_enum! {
    /// The screens that work on requests. Their paths and titles are in [`super::SCREENS`].
    pub enum RequestScreen {
        CreateRequest = "SD-BNK-001",
        CreateStudentRequest = "SD-EDU-001",
        RequestedDocuments = "SD-BNK-002",
        Dashboard = "SD-BNK-003",
        Overview = "SD-BNK-004",
        ViewRequests = "SD-BNK-005",
        Transactions = "SD-BNK-006",
        TransactionDetails = "SD-BNK-007",
        UploadDocuments = "SD-BNK-008",
        ReviewQueue = "SD-BNK-009",
        MessageDeliveries = "SD-BNK-010",
        /// The only screen of customers.
        Provider = "SD-CUS-001",
    }
}

use RequestScreen::*;

/// Screens that may make the same call.
#[derive(Debug, Clone, Copy)]
pub struct ScreenSet(&'static [RequestScreen]);

impl ScreenSet {
    /// No screen of requests.
    pub const NONE: ScreenSet = ScreenSet(&[]);
    pub const WIZARDS: ScreenSet = ScreenSet(&[CreateRequest, CreateStudentRequest]);
    /// Every screen of requests that belongs to the staff.
    pub const STAFF: ScreenSet = ScreenSet(&[
        CreateRequest,
        CreateStudentRequest,
        RequestedDocuments,
        Dashboard,
        Overview,
        ViewRequests,
        Transactions,
        TransactionDetails,
        UploadDocuments,
        ReviewQueue,
        MessageDeliveries,
    ]);
    /// Where a request is read.
    pub const READERS: ScreenSet = ScreenSet(&RequestScreen::ALL);
    pub const STAFF_LISTS: ScreenSet = ScreenSet(&[RequestedDocuments, ViewRequests, Transactions]);
    pub const LISTS: ScreenSet = ScreenSet(&[RequestedDocuments, ViewRequests, Transactions, Provider]);
    /// Where staff act on requests.
    pub const BRANCH_EDITORS: ScreenSet =
        ScreenSet(&[RequestedDocuments, Overview, ViewRequests, Transactions, TransactionDetails]);
    pub const PROVIDER: ScreenSet = ScreenSet(&[Provider]);
    /// Where a request is written or deleted.
    pub const WRITERS: ScreenSet = ScreenSet(&[
        CreateRequest,
        CreateStudentRequest,
        RequestedDocuments,
        Overview,
        ViewRequests,
        Transactions,
        TransactionDetails,
    ]);
    pub const MEETINGS: ScreenSet = ScreenSet(&[Overview, TransactionDetails]);
    pub const REVIEWS: ScreenSet = ScreenSet(&[Overview, TransactionDetails, ReviewQueue]);
    pub const REMARKS: ScreenSet = ScreenSet(&[Overview, TransactionDetails, UploadDocuments, Provider]);
    pub const STAFF_UPLOADS: ScreenSet = ScreenSet(&[TransactionDetails, UploadDocuments]);
    pub const UPLOADS: ScreenSet = ScreenSet(&[TransactionDetails, UploadDocuments, Provider]);
    pub const DELIVERIES: ScreenSet = ScreenSet(&[MessageDeliveries]);
    pub const DASHBOARD: ScreenSet = ScreenSet(&[Dashboard]);

    pub fn iter(self) -> impl Iterator<Item = RequestScreen> {
        self.0.iter().copied()
    }

    pub fn codes(self) -> Vec<&'static str> {
        self.iter().map(RequestScreen::name).collect()
    }

    /// The screen of this set with a code.
    pub fn find(self, code: &str) -> Option<RequestScreen> {
        self.iter().find(|screen| screen.name() == code)
    }

    /// True when the actor holds all these actions on one screen of the set.
    pub fn permits(self, actor: &Actor, actions: &[Action]) -> bool {
        self.iter().any(|screen| actor.may_all(screen.name(), actions))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_request_screen_is_a_screen_of_the_product() {
        for screen in RequestScreen::ALL {
            assert!(crate::access::SCREENS.iter().any(|known| known.code == screen.name()), "{}", screen.name());
        }
    }
}
