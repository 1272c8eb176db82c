use jiff::civil::Date;

use super::document::Document;
use super::event::{Effect, Event};
use super::notification_event::NotificationEvent;
use super::status::{Counts, DocumentStatus, RequestStatus};
use crate::named_enum::named_enum;

named_enum! {
    /// How a request ended.
    pub enum Decision {
        Approved = "approve",
        Declined = "decline",
        Cancelled = "cancel",
    }
}

/// The part of a request that its rules need.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// Copied from the entity when the request is created.
    pub levels: u8,
    /// Waiving a mandatory document takes two members of the staff.
    pub four_eyes: bool,
    pub is_sent: bool,
    /// Changed after sending, and the parties are not notified yet.
    pub is_modified: bool,
    pub is_expired: bool,
    pub expires_on: Date,
    pub decision: Option<Decision>,
    pub documents: Vec<Document>,
}

/// The rule that an event violates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleViolation {
    /// The request, or the document, is not in a state for this.
    WrongState,
    NoSuchDocument,
    NoDocuments,
    /// The authorization level of the role is too low.
    LevelTooLow,
    /// The reviewer already acted at another level of this version.
    SamePerson,
    OwnUpload,
    /// The person who requested the waiver cannot confirm it.
    OwnWaiver,
    /// Under four-eyes a mandatory document of a sent request is waived, not removed.
    MandatoryStays,
    ReasonMissing,
    DateInThePast,
    StillOpen,
}

type Outcome = Result<(Request, Vec<Effect>), RuleViolation>;

/// The one function that changes a request.
pub fn apply(request: &Request, event: &Event, today: Date) -> Outcome {
    let mut next = request.clone();
    let effects = next.change(event, today)?;
    Ok((next, effects))
}

pub(super) fn notify(event: NotificationEvent) -> Vec<Effect> {
    vec![Effect::Notify { event, document: None }]
}

pub(super) fn notify_document(event: NotificationEvent, document: u32) -> Effect {
    Effect::Notify { event, document: Some(document) }
}

impl Request {
    /// An unsent request.
    pub fn new(levels: u8, expires_on: Date, documents: Vec<Document>) -> Request {
        Request {
            levels,
            four_eyes: false,
            is_sent: false,
            is_modified: false,
            is_expired: false,
            expires_on,
            decision: None,
            documents,
        }
    }

    pub fn status(&self) -> RequestStatus {
        let uploaded = |document: &Document| !document.versions.is_empty();
        match self.decision {
            Some(Decision::Approved) => RequestStatus::Accepted,
            Some(Decision::Declined | Decision::Cancelled) => RequestStatus::Rejected,
            None if self.is_expired => RequestStatus::Expired,
            None if !self.is_sent => RequestStatus::New,
            None if self.is_modified => RequestStatus::Modified,
            None if self.is_complete() => RequestStatus::Waiting,
            None if self.documents.iter().any(uploaded) => RequestStatus::Pending,
            None => RequestStatus::Requested,
        }
    }

    pub fn counts(&self) -> Counts {
        Counts::of(self.documents.iter().map(|document| document.status))
    }

    /// True when all required documents are submitted.
    pub fn is_complete(&self) -> bool {
        let is_in = |document: &Document| document.status.is_in_review() || document.status.is_settled();
        let mut required = self.documents.iter().filter(|document| document.is_required).peekable();
        match required.peek() {
            Some(_) => required.all(is_in),
            None => !self.documents.is_empty() && self.documents.iter().all(is_in),
        }
    }

    fn change(&mut self, event: &Event, today: Date) -> Result<Vec<Effect>, RuleViolation> {
        if self.decision.is_some() {
            return Err(RuleViolation::WrongState);
        }
        match event {
            Event::Send => self.send(today),
            Event::Edit => self.mark_modified(),
            Event::Notified if self.is_modified => {
                self.is_modified = false;
                Ok(notify(NotificationEvent::RequestModified))
            }
            Event::Notified => Err(RuleViolation::WrongState),
            Event::Remind => self.remind(),
            Event::AddDocument { number, party, is_required } => self.add(*number, *party, *is_required),
            Event::RemoveDocument { document } => self.remove(*document),
            Event::Upload { document, by } => self.upload(*document, by),
            Event::Accept { document, by } => self.accept(*document, by),
            Event::Reject { document, by, has_reason } => self.reject(*document, by, *has_reason),
            Event::RuleAccepts { document } => self.rule_accepts(*document),
            Event::RuleRejects { document } => self.rule_rejects(*document),
            Event::RuleAdvises { document } => self.rule_advises(*document),
            Event::MalwareFound { document } => self.malware_found(*document),
            Event::SendBack { document, by, has_reason } => self.send_back(*document, by, *has_reason),
            Event::Undo { document, by, has_reason } => self.undo(*document, by, *has_reason),
            Event::NotRequired { document, by } => self.not_required(*document, by),
            Event::ClaimNotRequired { document, by, has_reason } => self.claim(*document, by, *has_reason),
            Event::AnswerClaim { document, by, is_granted } => self.answer_claim(*document, by, *is_granted),
            Event::AnswerWaiver { document, by, is_granted } => self.answer_waiver(*document, by, *is_granted),
            Event::Approve => self.approve(),
            Event::Decline { has_reason } => {
                self.close(Decision::Declined, *has_reason, NotificationEvent::RequestDeclined)
            }
            Event::Cancel { has_reason } => {
                self.close(Decision::Cancelled, *has_reason, NotificationEvent::RequestCancelled)
            }
            Event::Expire => self.expire(today),
            Event::Extend { until } => self.extend(*until, today),
        }
    }

    pub(super) fn document(&mut self, number: u32) -> Result<&mut Document, RuleViolation> {
        self.documents.iter_mut().find(|document| document.number == number).ok_or(RuleViolation::NoSuchDocument)
    }

    /// Parties and reviewers can act while a request is sent, not expired and not decided.
    pub(super) fn check_open(&self) -> Result<(), RuleViolation> {
        if self.is_sent && !self.is_expired { Ok(()) } else { Err(RuleViolation::WrongState) }
    }

    fn send(&mut self, today: Date) -> Result<Vec<Effect>, RuleViolation> {
        if self.is_sent || self.is_expired {
            return Err(RuleViolation::WrongState);
        } else if self.documents.is_empty() {
            return Err(RuleViolation::NoDocuments);
        } else if self.expires_on < today {
            return Err(RuleViolation::DateInThePast);
        }
        self.is_sent = true;
        for document in self.documents.iter_mut().filter(|document| document.status == DocumentStatus::New) {
            document.status = DocumentStatus::Requested;
        }
        Ok(notify(NotificationEvent::RequestCreated))
    }

    /// Nobody is reminded while the bank is the one to act. The caller chooses the parties.
    fn remind(&self) -> Result<Vec<Effect>, RuleViolation> {
        self.check_open()?;
        if self.documents.iter().any(|document| document.status.is_owed()) {
            Ok(Vec::new())
        } else {
            Err(RuleViolation::WrongState)
        }
    }

    /// Marks the request as modified if it was sent.
    fn mark_modified(&mut self) -> Result<Vec<Effect>, RuleViolation> {
        if self.is_expired {
            return Err(RuleViolation::WrongState);
        }
        self.is_modified = self.is_sent;
        Ok(Vec::new())
    }

    fn add(&mut self, number: u32, party: u32, is_required: bool) -> Result<Vec<Effect>, RuleViolation> {
        if self.documents.iter().any(|document| document.number == number) {
            return Err(RuleViolation::WrongState);
        }
        let effects = self.mark_modified()?;
        let mut document = Document::new(number, party, is_required);
        if self.is_sent {
            document.status = DocumentStatus::Requested;
        }
        self.documents.push(document);
        Ok(effects)
    }

    /// A submitted document cannot be removed, only set to not required.
    fn remove(&mut self, number: u32) -> Result<Vec<Effect>, RuleViolation> {
        let two_agree = self.four_eyes && self.is_sent;
        let document = self.document(number)?;
        // Under four-eyes two people have to waive a mandatory document before it can be removed.
        let is_waived = two_agree && document.is_required && document.status == DocumentStatus::NotRequired;
        if !document.versions.is_empty() || (document.status.is_settled() && !is_waived) {
            return Err(RuleViolation::WrongState);
        }
        if two_agree && document.is_required && !is_waived {
            return Err(RuleViolation::MandatoryStays);
        }
        if self.is_sent && self.documents.len() == 1 {
            return Err(RuleViolation::NoDocuments);
        }
        let effects = self.mark_modified()?;
        self.documents.retain(|document| document.number != number);
        Ok(effects)
    }
}
