use jiff::civil::Date;

use super::document::{Document, Verdict};
use super::event::{Effect, Event, Person, Reviewer};
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
pub enum No {
    /// The request, or the document, is not in a state for this.
    WrongState,
    NoSuchDocument,
    NoDocuments,
    /// The role's authorization level does not reach.
    LevelTooLow,
    /// Already acted at another level of this version.
    SamePerson,
    OwnUpload,
    ReasonMissing,
    DateInThePast,
    StillOpen,
}

type Outcome = Result<(Request, Vec<Effect>), No>;

/// The one function that changes a request.
pub fn apply(request: &Request, event: &Event, today: Date) -> Outcome {
    let mut next = request.clone();
    let effects = next.change(event, today)?;
    Ok((next, effects))
}

fn told(event: &'static str) -> Vec<Effect> {
    vec![Effect::Tell { event, document: None }]
}

fn about(event: &'static str, document: u32) -> Effect {
    Effect::Tell { event, document: Some(document) }
}

impl Request {
    /// A draft of the banker's: nothing is asked for yet.
    pub fn new(levels: u8, expires_on: Date, documents: Vec<Document>) -> Request {
        Request { levels, is_sent: false, is_modified: false, is_expired: false, expires_on, decision: None, documents }
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

    fn change(&mut self, event: &Event, today: Date) -> Result<Vec<Effect>, No> {
        if self.decision.is_some() {
            return Err(No::WrongState);
        }
        match event {
            Event::Send => self.send(today),
            Event::Edit => self.touch(),
            Event::Notified if self.is_modified => {
                self.is_modified = false;
                Ok(told("RequestModified"))
            }
            Event::Notified => Err(No::WrongState),
            Event::AddDocument { number, party, is_required } => self.add(*number, *party, *is_required),
            Event::RemoveDocument { document } => self.remove(*document),
            Event::Upload { document, by } => self.upload(*document, by),
            Event::Accept { document, by } => self.accept(*document, by),
            Event::Reject { document, by, has_reason } => self.reject(*document, by, *has_reason),
            Event::RuleAccepts { document } => self.rule_accepts(*document),
            Event::RuleRejects { document } => self.rule_rejects(*document),
            Event::SendBack { document, by, has_reason } => self.send_back(*document, by, *has_reason),
            Event::Undo { document, by, has_reason } => self.undo(*document, by, *has_reason),
            Event::NotRequired { document } => self.not_required(*document),
            Event::ClaimNotRequired { document, by, has_reason } => self.claim(*document, by, *has_reason),
            Event::AnswerClaim { document, is_granted } => self.answer_claim(*document, *is_granted),
            Event::Approve => self.approve(),
            Event::Decline { has_reason } => self.close(Decision::Declined, *has_reason, "RequestDeclined"),
            Event::Cancel { has_reason } => self.close(Decision::Cancelled, *has_reason, "RequestCancelled"),
            Event::Expire => self.expire(today),
            Event::Extend { until } => self.extend(*until, today),
        }
    }

    fn document(&mut self, number: u32) -> Result<&mut Document, No> {
        self.documents.iter_mut().find(|document| document.number == number).ok_or(No::NoSuchDocument)
    }

    /// Sent, not expired and not decided: the parties and the reviewers may act.
    fn check_open(&self) -> Result<(), No> {
        if self.is_sent && !self.is_expired { Ok(()) } else { Err(No::WrongState) }
    }

    fn send(&mut self, today: Date) -> Result<Vec<Effect>, No> {
        match () {
            () if self.is_sent || self.is_expired => return Err(No::WrongState),
            () if self.documents.is_empty() => return Err(No::NoDocuments),
            () if self.expires_on < today => return Err(No::DateInThePast),
            () => {}
        }
        self.is_sent = true;
        for document in self.documents.iter_mut().filter(|document| document.status == DocumentStatus::New) {
            document.status = DocumentStatus::Requested;
        }
        Ok(told("RequestCreated"))
    }

    /// Something about it was edited. Before sending that concerns nobody.
    fn touch(&mut self) -> Result<Vec<Effect>, No> {
        if self.is_expired {
            return Err(No::WrongState);
        }
        self.is_modified = self.is_sent;
        Ok(Vec::new())
    }

    fn add(&mut self, number: u32, party: u32, is_required: bool) -> Result<Vec<Effect>, No> {
        if self.documents.iter().any(|document| document.number == number) {
            return Err(No::WrongState);
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
    fn remove(&mut self, number: u32) -> Result<Vec<Effect>, No> {
        let document = self.document(number)?;
        if !document.versions.is_empty() || document.status.is_settled() {
            return Err(No::WrongState);
        }
        if self.is_sent && self.documents.len() == 1 {
            return Err(No::NoDocuments);
        }
        let effects = self.touch()?;
        self.documents.retain(|document| document.number != number);
        Ok(effects)
    }

    fn upload(&mut self, number: u32, by: &Person) -> Result<Vec<Effect>, No> {
        self.check_open()?;
        let was_complete = self.is_complete();
        let levels = self.levels;
        let document = self.document(number)?;
        // Whoever has found a better copy may hand it in as long as nobody of the bank has acted on the first.
        let replaces = document.status == DocumentStatus::Uploaded;
        if !document.status.is_owed() && !replaces {
            return Err(No::WrongState);
        }
        document.take(by);
        let mut effects = Vec::new();
        if !was_complete && self.is_complete() {
            effects.extend(told("AllDocumentsUploaded"));
        }
        if levels > 0 {
            effects.push(about("ReviewWaiting", number));
        }
        Ok(effects)
    }

    /// May this reviewer act on the document at its next level?
    fn reviewable(&mut self, number: u32, by: &Reviewer) -> Result<&mut Document, No> {
        self.check_open()?;
        let document = self.document(number)?;
        if !document.status.is_in_review() {
            return Err(No::WrongState);
        }
        let level = document.accepted_levels + 1;
        match document.newest() {
            Some(version) if version.uploaded_by == by.person => Err(No::OwnUpload),
            Some(_) if by.level < level => Err(No::LevelTooLow),
            Some(_) => Ok(document),
            None => Err(No::WrongState),
        }
    }

    fn accept(&mut self, number: u32, by: &Reviewer) -> Result<Vec<Effect>, No> {
        let levels = self.levels.max(1);
        let document = self.reviewable(number, by)?;
        if document.was_accepted_by(&by.person) {
            return Err(No::SamePerson);
        }
        document.accepted_levels += 1;
        document.note(document.accepted_levels, &by.person, Verdict::Accepted);
        if document.accepted_levels < levels {
            document.status = DocumentStatus::Waiting;
            return Ok(vec![about("ReviewWaiting", number)]);
        }
        document.status = DocumentStatus::Accepted;
        Ok(vec![about("DocumentAccepted", number), Effect::DocumentAccepted { document: number }])
    }

    fn reject(&mut self, number: u32, by: &Reviewer, has_reason: bool) -> Result<Vec<Effect>, No> {
        let document = self.reviewable(number, by)?;
        if document.was_accepted_by(&by.person) {
            return Err(No::SamePerson);
        }
        if !has_reason {
            return Err(No::ReasonMissing);
        }
        document.note(document.accepted_levels + 1, &by.person, Verdict::Rejected);
        document.status = DocumentStatus::Rejected;
        document.accepted_levels = 0;
        Ok(vec![about("DocumentRejected", number)])
    }

    /// With no levels of review the rules have the last word; otherwise a person has.
    fn rule_accepts(&mut self, number: u32) -> Result<Vec<Effect>, No> {
        self.check_open()?;
        let levels = self.levels;
        let document = self.document(number)?;
        if levels > 0 || document.status != DocumentStatus::Uploaded {
            return Err(No::WrongState);
        }
        document.note(0, &Person::System, Verdict::Accepted);
        document.status = DocumentStatus::Accepted;
        Ok(vec![about("DocumentAccepted", number), Effect::DocumentAccepted { document: number }])
    }

    fn rule_rejects(&mut self, number: u32) -> Result<Vec<Effect>, No> {
        self.check_open()?;
        let document = self.document(number)?;
        if !document.status.is_in_review() {
            return Err(No::WrongState);
        }
        document.note(0, &Person::System, Verdict::Rejected);
        document.status = DocumentStatus::Rejected;
        document.accepted_levels = 0;
        Ok(vec![about("DocumentRejected", number)])
    }

    /// One level down: the one before has to look again.
    fn send_back(&mut self, number: u32, by: &Reviewer, has_reason: bool) -> Result<Vec<Effect>, No> {
        let document = self.reviewable(number, by)?;
        if document.accepted_levels == 0 {
            return Err(No::WrongState);
        }
        if !has_reason {
            return Err(No::ReasonMissing);
        }
        document.note(document.accepted_levels + 1, &by.person, Verdict::SentBack);
        document.accepted_levels -= 1;
        if document.accepted_levels == 0 {
            document.status = DocumentStatus::Uploaded;
        }
        Ok(vec![about("ReviewWaiting", number)])
    }

    fn undo(&mut self, number: u32, by: &Reviewer, has_reason: bool) -> Result<Vec<Effect>, No> {
        self.check_open()?;
        let document = self.document(number)?;
        match document.newest() {
            Some(_) if document.status != DocumentStatus::Accepted => return Err(No::WrongState),
            Some(version) if version.uploaded_by == by.person => return Err(No::OwnUpload),
            Some(_) if by.level < document.accepted_levels.max(1) => return Err(No::LevelTooLow),
            Some(_) if !has_reason => return Err(No::ReasonMissing),
            Some(_) => {}
            None => return Err(No::WrongState),
        }
        document.note(document.accepted_levels, &by.person, Verdict::Undone);
        document.accepted_levels = document.accepted_levels.saturating_sub(1);
        document.status = DocumentStatus::Waiting;
        Ok(vec![about("ReviewWaiting", number)])
    }

    fn not_required(&mut self, number: u32) -> Result<Vec<Effect>, No> {
        if self.is_expired {
            return Err(No::WrongState);
        }
        let document = self.document(number)?;
        if !document.status.is_owed() && document.status != DocumentStatus::New {
            return Err(No::WrongState);
        }
        document.status = DocumentStatus::NotRequired;
        document.claim = None;
        Ok(if self.is_sent { vec![about("StatusChanged", number)] } else { Vec::new() })
    }

    fn claim(&mut self, number: u32, by: &Person, has_reason: bool) -> Result<Vec<Effect>, No> {
        self.check_open()?;
        let document = self.document(number)?;
        match () {
            () if !document.status.is_owed() || document.claim.is_some() => Err(No::WrongState),
            () if !has_reason => Err(No::ReasonMissing),
            () => {
                document.claim = Some(by.clone());
                Ok(vec![about("ReviewWaiting", number)])
            }
        }
    }

    fn answer_claim(&mut self, number: u32, is_granted: bool) -> Result<Vec<Effect>, No> {
        self.check_open()?;
        let document = self.document(number)?;
        if document.claim.take().is_none() || !document.status.is_owed() {
            return Err(No::WrongState);
        }
        if is_granted {
            document.status = DocumentStatus::NotRequired;
        }
        Ok(vec![about("StatusChanged", number)])
    }

    /// Every required document accepted or not required.
    fn approve(&mut self) -> Result<Vec<Effect>, No> {
        self.check_open()?;
        let settled = |document: &&Document| !document.is_required || document.status.is_settled();
        if !self.documents.iter().all(|document| settled(&document)) || !self.is_complete() {
            return Err(No::StillOpen);
        }
        self.is_modified = false;
        self.decision = Some(Decision::Approved);
        Ok(vec![Effect::Tell { event: "RequestApproved", document: None }, Effect::Closed])
    }

    fn close(&mut self, decision: Decision, has_reason: bool, event: &'static str) -> Result<Vec<Effect>, No> {
        // An unsent draft is thrown away, not declined; an expired request may still be declined or cancelled.
        match () {
            () if !self.is_sent => return Err(No::WrongState),
            () if !has_reason => return Err(No::ReasonMissing),
            () => {}
        }
        self.is_modified = false;
        self.decision = Some(decision);
        Ok(vec![Effect::Tell { event, document: None }, Effect::Closed])
    }

    fn expire(&mut self, today: Date) -> Result<Vec<Effect>, No> {
        self.check_open()?;
        if today <= self.expires_on {
            return Err(No::StillOpen);
        }
        self.is_expired = true;
        self.is_modified = false;
        for document in self.documents.iter_mut().filter(|document| document.status.is_owed()) {
            document.status = DocumentStatus::Expired;
            document.claim = None;
        }
        Ok(told("RequestExpired"))
    }

    /// What expired is asked for again; what was rejected before is rejected again.
    fn extend(&mut self, until: Date, today: Date) -> Result<Vec<Effect>, No> {
        if !self.is_sent {
            return Err(No::WrongState);
        }
        if until < today || until <= self.expires_on {
            return Err(No::DateInThePast);
        }
        self.expires_on = until;
        self.is_expired = false;
        for document in self.documents.iter_mut().filter(|document| document.status == DocumentStatus::Expired) {
            let was_rejected = !document.versions.is_empty();
            document.status = if was_rejected { DocumentStatus::Rejected } else { DocumentStatus::Requested };
        }
        Ok(told("RequestExtended"))
    }
}
