//! How a request is closed, expires and is extended.

use jiff::civil::Date;

use super::document::Document;
use super::event::Effect;
use super::lifecycle::{Decision, Request, RuleViolation, notify};
use super::notification_event::NotificationEvent;
use super::status::DocumentStatus;

impl Request {
    /// Possible when every required document is accepted or not required.
    pub(super) fn approve(&mut self) -> Result<Vec<Effect>, RuleViolation> {
        self.check_open()?;
        let settled = |document: &&Document| !document.is_required || document.status.is_settled();
        if !self.documents.iter().all(|document| settled(&document)) || !self.is_complete() {
            return Err(RuleViolation::StillOpen);
        }
        self.is_modified = false;
        self.decision = Some(Decision::Approved);
        Ok(vec![Effect::Notify { event: NotificationEvent::RequestApproved, document: None }, Effect::Closed])
    }

    pub(super) fn close(
        &mut self,
        decision: Decision,
        has_reason: bool,
        event: NotificationEvent,
    ) -> Result<Vec<Effect>, RuleViolation> {
        // An unsent request is deleted, not declined; an expired one can still be declined or cancelled.
        if !self.is_sent {
            return Err(RuleViolation::WrongState);
        } else if !has_reason {
            return Err(RuleViolation::ReasonMissing);
        }
        self.is_modified = false;
        self.decision = Some(decision);
        Ok(vec![Effect::Notify { event, document: None }, Effect::Closed])
    }

    pub(super) fn expire(&mut self, today: Date) -> Result<Vec<Effect>, RuleViolation> {
        self.check_open()?;
        if today <= self.expires_on {
            return Err(RuleViolation::StillOpen);
        }
        self.is_expired = true;
        self.is_modified = false;
        for document in self.documents.iter_mut().filter(|document| document.status.is_owed()) {
            document.status = DocumentStatus::Expired;
        }
        Ok(notify(NotificationEvent::RequestExpired))
    }

    /// Expired documents are requested again, or rejected again if they had been rejected.
    pub(super) fn extend(&mut self, until: Date, today: Date) -> Result<Vec<Effect>, RuleViolation> {
        if !self.is_sent {
            return Err(RuleViolation::WrongState);
        }
        if until < today || until <= self.expires_on {
            return Err(RuleViolation::DateInThePast);
        }
        self.expires_on = until;
        self.is_expired = false;
        for document in self.documents.iter_mut().filter(|document| document.status == DocumentStatus::Expired) {
            let was_rejected = !document.versions.is_empty();
            document.status = if was_rejected { DocumentStatus::Rejected } else { DocumentStatus::Requested };
        }
        Ok(notify(NotificationEvent::RequestExtended))
    }
}
