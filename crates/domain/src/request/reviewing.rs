//! The events of one document: upload, review level by level, claims and waivers.

use super::document::{Document, Verdict};
use super::event::{Effect, Person, Reviewer};
use super::lifecycle::{Request, RuleViolation, notify, notify_document};
use super::notification_event::NotificationEvent;
use super::status::DocumentStatus;

impl Request {
    pub(super) fn upload(&mut self, number: u32, by: &Person) -> Result<Vec<Effect>, RuleViolation> {
        self.check_open()?;
        let was_complete = self.is_complete();
        let levels = self.levels;
        let document = self.document(number)?;
        // A better copy can replace the first one until a reviewer has acted on it.
        let replaces = document.status == DocumentStatus::Uploaded;
        if !document.status.is_owed() && !replaces {
            return Err(RuleViolation::WrongState);
        }
        document.add_version(by);
        let mut effects = Vec::new();
        if !was_complete && self.is_complete() {
            effects.extend(notify(NotificationEvent::AllDocumentsUploaded));
        }
        if levels > 0 {
            effects.push(notify_document(NotificationEvent::ReviewWaiting, number));
        }
        Ok(effects)
    }

    /// The document, if this reviewer may act on it at its next level.
    fn reviewable(&mut self, number: u32, by: &Reviewer) -> Result<&mut Document, RuleViolation> {
        self.check_open()?;
        let levels = self.levels;
        let document = self.document(number)?;
        document.check_reviewer(by, levels)?;
        Ok(document)
    }

    /// True when this reviewer may decide about the document now.
    pub fn can_review(&self, number: u32, by: &Reviewer) -> bool {
        let is_open = self.decision.is_none() && self.check_open().is_ok();
        let mut documents = self.documents.iter().filter(|document| document.number == number);
        is_open && documents.any(|document| document.check_reviewer(by, self.levels).is_ok())
    }

    pub(super) fn accept(&mut self, number: u32, by: &Reviewer) -> Result<Vec<Effect>, RuleViolation> {
        let levels = self.levels.max(1);
        let document = self.reviewable(number, by)?;
        document.accepted_levels += 1;
        document.add_review(document.accepted_levels, &by.person, Verdict::Accepted);
        if document.accepted_levels < levels {
            document.status = DocumentStatus::Waiting;
            return Ok(vec![notify_document(NotificationEvent::ReviewWaiting, number)]);
        }
        document.status = DocumentStatus::Accepted;
        Ok(vec![
            notify_document(NotificationEvent::DocumentAccepted, number),
            Effect::DocumentAccepted { document: number },
        ])
    }

    pub(super) fn reject(
        &mut self,
        number: u32,
        by: &Reviewer,
        has_reason: bool,
    ) -> Result<Vec<Effect>, RuleViolation> {
        let document = self.reviewable(number, by)?;
        if !has_reason {
            return Err(RuleViolation::ReasonMissing);
        }
        document.add_review(document.accepted_levels + 1, &by.person, Verdict::Rejected);
        document.status = DocumentStatus::Rejected;
        document.accepted_levels = 0;
        Ok(vec![notify_document(NotificationEvent::DocumentRejected, number)])
    }

    /// Without levels of review the verification rules decide; otherwise a person does.
    pub(super) fn rule_accepts(&mut self, number: u32) -> Result<Vec<Effect>, RuleViolation> {
        self.check_open()?;
        let levels = self.levels;
        let document = self.document(number)?;
        if levels > 0 || document.status != DocumentStatus::Uploaded {
            return Err(RuleViolation::WrongState);
        }
        document.add_review(0, &Person::System, Verdict::Accepted);
        document.status = DocumentStatus::Accepted;
        Ok(vec![
            notify_document(NotificationEvent::DocumentAccepted, number),
            Effect::DocumentAccepted { document: number },
        ])
    }

    pub(super) fn rule_rejects(&mut self, number: u32) -> Result<Vec<Effect>, RuleViolation> {
        self.check_open()?;
        let document = self.document(number)?;
        if !document.status.is_in_review() {
            return Err(RuleViolation::WrongState);
        }
        document.add_review(0, &Person::System, Verdict::Rejected);
        document.status = DocumentStatus::Rejected;
        document.accepted_levels = 0;
        Ok(vec![notify_document(NotificationEvent::DocumentRejected, number)])
    }

    /// Nobody can open the file any more, so it has to be sent again, even if it was accepted.
    pub(super) fn malware_found(&mut self, number: u32) -> Result<Vec<Effect>, RuleViolation> {
        self.check_open()?;
        let document = self.document(number)?;
        let was_accepted = document.status == DocumentStatus::Accepted;
        if !document.status.is_in_review() && !was_accepted {
            return Err(RuleViolation::WrongState);
        }
        document.add_review(0, &Person::System, Verdict::Rejected);
        document.status = DocumentStatus::Rejected;
        document.accepted_levels = 0;
        let mut effects = vec![notify_document(NotificationEvent::DocumentRejected, number)];
        if was_accepted {
            effects.push(Effect::DocumentReopened { document: number });
        }
        Ok(effects)
    }

    /// Without levels of review nobody has been told of the document so far.
    pub(super) fn rule_advises(&mut self, number: u32) -> Result<Vec<Effect>, RuleViolation> {
        self.check_open()?;
        let levels = self.levels;
        match self.document(number)?.status {
            DocumentStatus::Uploaded if levels == 0 => {
                Ok(vec![notify_document(NotificationEvent::ReviewWaiting, number)])
            }
            _ => Err(RuleViolation::WrongState),
        }
    }

    /// One level down: the previous level reviews it again.
    pub(super) fn send_back(
        &mut self,
        number: u32,
        by: &Reviewer,
        has_reason: bool,
    ) -> Result<Vec<Effect>, RuleViolation> {
        let document = self.reviewable(number, by)?;
        if document.accepted_levels == 0 {
            return Err(RuleViolation::WrongState);
        }
        if !has_reason {
            return Err(RuleViolation::ReasonMissing);
        }
        document.add_review(document.accepted_levels + 1, &by.person, Verdict::SentBack);
        document.accepted_levels -= 1;
        if document.accepted_levels == 0 {
            document.status = DocumentStatus::Uploaded;
        }
        Ok(vec![notify_document(NotificationEvent::ReviewWaiting, number)])
    }

    /// Takes the last acceptance back: of an accepted document, or of one that waits for the next level. A rejection is
    /// taken back by the person who made it; the caller knows whether the customer was told already.
    pub(super) fn undo(&mut self, number: u32, by: &Reviewer, has_reason: bool) -> Result<Vec<Effect>, RuleViolation> {
        self.check_open()?;
        let levels = self.levels;
        let document = self.document(number)?;
        if document.status == DocumentStatus::Rejected {
            return document.undo_rejection(&by.person, has_reason);
        }
        let was_accepted = document.status == DocumentStatus::Accepted;
        let is_between_levels = document.status == DocumentStatus::Waiting && document.accepted_levels > 0;
        // The last level that accepted it; an acceptance by the verification rules is undone at the first level.
        let level = document.accepted_levels.max(1);
        match document.newest() {
            Some(_) if !was_accepted && !is_between_levels => return Err(RuleViolation::WrongState),
            Some(version) if version.is_by(&by.person) => return Err(RuleViolation::OwnUpload),
            Some(_) if by.level < level.min(levels) => return Err(RuleViolation::LevelTooLow),
            Some(_) if document.has_acted_elsewhere(&by.person, level) => return Err(RuleViolation::SamePerson),
            Some(_) if !has_reason => return Err(RuleViolation::ReasonMissing),
            Some(_) => {}
            None => return Err(RuleViolation::WrongState),
        }
        document.add_review(level, &by.person, Verdict::Undone);
        document.accepted_levels = document.accepted_levels.saturating_sub(1);
        document.status = if was_accepted || document.accepted_levels > 0 {
            DocumentStatus::Waiting
        } else {
            DocumentStatus::Uploaded
        };
        let mut effects = vec![notify_document(NotificationEvent::ReviewWaiting, number)];
        if was_accepted {
            effects.push(Effect::DocumentReopened { document: number });
        }
        Ok(effects)
    }

    pub(super) fn not_required(&mut self, number: u32, by: &Person) -> Result<Vec<Effect>, RuleViolation> {
        if self.is_expired {
            return Err(RuleViolation::WrongState);
        }
        self.waive(number, by)
    }

    /// Under four-eyes the first person requests the waiver of a mandatory document and a second one decides.
    fn waive(&mut self, number: u32, by: &Person) -> Result<Vec<Effect>, RuleViolation> {
        let (is_sent, two_agree) = (self.is_sent, self.four_eyes && self.is_sent);
        let document = self.document(number)?;
        if !document.status.is_owed() && document.status != DocumentStatus::New {
            return Err(RuleViolation::WrongState);
        }
        match &document.waiver {
            None if two_agree && document.is_required => {
                document.waiver = Some(by.clone());
                return Ok(vec![notify_document(NotificationEvent::WaiverWaiting, number)]);
            }
            Some(requested_by) if two_agree && requested_by == by => return Err(RuleViolation::OwnWaiver),
            _ => {}
        }
        document.mark_not_required();
        Ok(if is_sent { vec![notify_document(NotificationEvent::StatusChanged, number)] } else { Vec::new() })
    }

    pub(super) fn claim(&mut self, number: u32, by: &Person, has_reason: bool) -> Result<Vec<Effect>, RuleViolation> {
        self.check_open()?;
        let document = self.document(number)?;
        if !document.status.is_owed() || document.claim.is_some() {
            Err(RuleViolation::WrongState)
        } else if !has_reason {
            Err(RuleViolation::ReasonMissing)
        } else {
            document.claim = Some(by.clone());
            Ok(vec![notify_document(NotificationEvent::ReviewWaiting, number)])
        }
    }

    pub(super) fn answer_claim(
        &mut self,
        number: u32,
        by: &Person,
        is_granted: bool,
    ) -> Result<Vec<Effect>, RuleViolation> {
        self.check_open()?;
        let document = self.document(number)?;
        if document.claim.is_none() || !document.status.is_owed() {
            return Err(RuleViolation::WrongState);
        }
        if is_granted {
            return self.waive(number, by);
        }
        document.claim = None;
        document.waiver = None;
        Ok(vec![notify_document(NotificationEvent::StatusChanged, number)])
    }

    pub(super) fn answer_waiver(
        &mut self,
        number: u32,
        by: &Person,
        is_granted: bool,
    ) -> Result<Vec<Effect>, RuleViolation> {
        self.check_open()?;
        let document = self.document(number)?;
        match &document.waiver {
            None => return Err(RuleViolation::WrongState),
            Some(_) if !document.status.is_owed() => return Err(RuleViolation::WrongState),
            Some(requested_by) if is_granted && requested_by == by => return Err(RuleViolation::OwnWaiver),
            Some(_) => {}
        }
        if is_granted {
            document.mark_not_required();
            return Ok(vec![notify_document(NotificationEvent::StatusChanged, number)]);
        }
        document.waiver = None;
        Ok(vec![notify_document(NotificationEvent::WaiverDeclined, number)])
    }
}
