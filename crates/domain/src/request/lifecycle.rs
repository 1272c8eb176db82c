use jiff::civil::Date;

use super::document::Document;
use super::event::{Effect, Event};
use super::status::{Counts, DocumentStatus, RequestStatus};

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    Approved,
    Declined,
    Cancelled,
}

impl Decision {
    pub const ALL: [Decision; 3] = [Decision::Approved, Decision::Declined, Decision::Cancelled];

    pub fn name(self) -> &'static str {
        match self {
            Decision::Approved => "approve",
            Decision::Declined => "decline",
            Decision::Cancelled => "cancel",
        }
    }

    pub fn parse(name: &str) -> Option<Decision> {
        Decision::ALL.into_iter().find(|decision| decision.name() == name)
    }
}

/// As much of a request as its rules need.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// Copied from the entity when the request was made.
    pub levels: u8,
    /// The entity wants two members of the staff to agree before a mandatory document is waived.
    pub four_eyes: bool,
    pub is_sent: bool,
    /// Changed after sending, and the parties do not know yet.
    pub is_modified: bool,
    pub is_expired: bool,
    pub expires_on: Date,
    pub decision: Option<Decision>,
    pub documents: Vec<Document>,
}

/// Why not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleViolation {
    /// The request, or the document, is not in a state for this.
    WrongState,
    NoSuchDocument,
    NoDocuments,
    /// The role's authorization level does not reach.
    LevelTooLow,
    /// Already acted at another level of this version.
    SamePerson,
    OwnUpload,
    /// Asked for the waiver; another person has to confirm it.
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

pub(super) fn told(event: &'static str) -> Vec<Effect> {
    vec![Effect::Tell { event, document: None }]
}

pub(super) fn about(event: &'static str, document: u32) -> Effect {
    Effect::Tell { event, document: Some(document) }
}

impl Request {
    /// A draft of the banker's: nothing is asked for yet.
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

    /// Are all required documents in, so that it is the bank's turn?
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
            Event::Edit => self.touch(),
            Event::Notified if self.is_modified => {
                self.is_modified = false;
                Ok(told("RequestModified"))
            }
            Event::Notified => Err(RuleViolation::WrongState),
            Event::AddDocument { number, party, is_required } => self.add(*number, *party, *is_required),
            Event::RemoveDocument { document } => self.remove(*document),
            Event::Upload { document, by } => self.upload(*document, by),
            Event::Accept { document, by } => self.accept(*document, by),
            Event::Reject { document, by, has_reason } => self.reject(*document, by, *has_reason),
            Event::RuleAccepts { document } => self.rule_accepts(*document),
            Event::RuleRejects { document } => self.rule_rejects(*document),
            Event::SendBack { document, by, has_reason } => self.send_back(*document, by, *has_reason),
            Event::Undo { document, by, has_reason } => self.undo(*document, by, *has_reason),
            Event::NotRequired { document, by } => self.not_required(*document, by),
            Event::ClaimNotRequired { document, by, has_reason } => self.claim(*document, by, *has_reason),
            Event::AnswerClaim { document, by, is_granted } => self.answer_claim(*document, by, *is_granted),
            Event::AnswerWaiver { document, by, is_granted } => self.answer_waiver(*document, by, *is_granted),
            Event::Approve => self.approve(),
            Event::Decline { has_reason } => self.close(Decision::Declined, *has_reason, "RequestDeclined"),
            Event::Cancel { has_reason } => self.close(Decision::Cancelled, *has_reason, "RequestCancelled"),
            Event::Expire => self.expire(today),
            Event::Extend { until } => self.extend(*until, today),
        }
    }

    pub(super) fn document(&mut self, number: u32) -> Result<&mut Document, RuleViolation> {
        self.documents.iter_mut().find(|document| document.number == number).ok_or(RuleViolation::NoSuchDocument)
    }

    /// Sent, not expired and not decided: the parties and the reviewers may act.
    pub(super) fn check_open(&self) -> Result<(), RuleViolation> {
        if self.is_sent && !self.is_expired { Ok(()) } else { Err(RuleViolation::WrongState) }
    }

    fn send(&mut self, today: Date) -> Result<Vec<Effect>, RuleViolation> {
        match () {
            () if self.is_sent || self.is_expired => return Err(RuleViolation::WrongState),
            () if self.documents.is_empty() => return Err(RuleViolation::NoDocuments),
            () if self.expires_on < today => return Err(RuleViolation::DateInThePast),
            () => {}
        }
        self.is_sent = true;
        for document in self.documents.iter_mut().filter(|document| document.status == DocumentStatus::New) {
            document.status = DocumentStatus::Requested;
        }
        Ok(told("RequestCreated"))
    }

    /// Something about it was edited. Before sending that concerns nobody.
    fn touch(&mut self) -> Result<Vec<Effect>, RuleViolation> {
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
        let effects = self.touch()?;
        let mut document = Document::new(number, party, is_required);
        if self.is_sent {
            document.status = DocumentStatus::Requested;
        }
        self.documents.push(document);
        Ok(effects)
    }

    /// What somebody has handed in stays; it can be not required, but not unmade.
    fn remove(&mut self, number: u32) -> Result<Vec<Effect>, RuleViolation> {
        let two_agree = self.four_eyes && self.is_sent;
        let document = self.document(number)?;
        // Under four-eyes a mandatory document goes in two steps: two people waive it, then it may be removed.
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
        let effects = self.touch()?;
        self.documents.retain(|document| document.number != number);
        Ok(effects)
    }
}
