//! What happens to one document: handed in, looked at over the levels, claimed not to be needed.

use super::document::{Document, Verdict};
use super::event::{Effect, Person, Reviewer};
use super::lifecycle::{Request, RuleViolation, about, told};
use super::status::DocumentStatus;

impl Request {
    pub(super) fn upload(&mut self, number: u32, by: &Person) -> Result<Vec<Effect>, RuleViolation> {
        self.check_open()?;
        let was_complete = self.is_complete();
        let levels = self.levels;
        let document = self.document(number)?;
        // Whoever has found a better copy may hand it in as long as nobody of the bank has acted on the first.
        let replaces = document.status == DocumentStatus::Uploaded;
        if !document.status.is_owed() && !replaces {
            return Err(RuleViolation::WrongState);
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
    fn reviewable(&mut self, number: u32, by: &Reviewer) -> Result<&mut Document, RuleViolation> {
        self.check_open()?;
        let document = self.document(number)?;
        if !document.status.is_in_review() {
            return Err(RuleViolation::WrongState);
        }
        let level = document.accepted_levels + 1;
        match document.newest() {
            Some(version) if version.is_by(&by.person) => Err(RuleViolation::OwnUpload),
            Some(_) if by.level < level => Err(RuleViolation::LevelTooLow),
            Some(_) if document.has_acted_elsewhere(&by.person, level) => Err(RuleViolation::SamePerson),
            Some(_) => Ok(document),
            None => Err(RuleViolation::WrongState),
        }
    }

    pub(super) fn accept(&mut self, number: u32, by: &Reviewer) -> Result<Vec<Effect>, RuleViolation> {
        let levels = self.levels.max(1);
        let document = self.reviewable(number, by)?;
        document.accepted_levels += 1;
        document.note(document.accepted_levels, &by.person, Verdict::Accepted);
        if document.accepted_levels < levels {
            document.status = DocumentStatus::Waiting;
            return Ok(vec![about("ReviewWaiting", number)]);
        }
        document.status = DocumentStatus::Accepted;
        Ok(vec![about("DocumentAccepted", number), Effect::DocumentAccepted { document: number }])
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
        document.note(document.accepted_levels + 1, &by.person, Verdict::Rejected);
        document.status = DocumentStatus::Rejected;
        document.accepted_levels = 0;
        Ok(vec![about("DocumentRejected", number)])
    }

    /// With no levels of review the rules have the last word; otherwise a person has.
    pub(super) fn rule_accepts(&mut self, number: u32) -> Result<Vec<Effect>, RuleViolation> {
        self.check_open()?;
        let levels = self.levels;
        let document = self.document(number)?;
        if levels > 0 || document.status != DocumentStatus::Uploaded {
            return Err(RuleViolation::WrongState);
        }
        document.note(0, &Person::System, Verdict::Accepted);
        document.status = DocumentStatus::Accepted;
        Ok(vec![about("DocumentAccepted", number), Effect::DocumentAccepted { document: number }])
    }

    pub(super) fn rule_rejects(&mut self, number: u32) -> Result<Vec<Effect>, RuleViolation> {
        self.check_open()?;
        let document = self.document(number)?;
        if !document.status.is_in_review() {
            return Err(RuleViolation::WrongState);
        }
        document.note(0, &Person::System, Verdict::Rejected);
        document.status = DocumentStatus::Rejected;
        document.accepted_levels = 0;
        Ok(vec![about("DocumentRejected", number)])
    }

    /// One level down: the one before has to look again.
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
        document.note(document.accepted_levels + 1, &by.person, Verdict::SentBack);
        document.accepted_levels -= 1;
        if document.accepted_levels == 0 {
            document.status = DocumentStatus::Uploaded;
        }
        Ok(vec![about("ReviewWaiting", number)])
    }

    pub(super) fn undo(&mut self, number: u32, by: &Reviewer, has_reason: bool) -> Result<Vec<Effect>, RuleViolation> {
        self.check_open()?;
        let document = self.document(number)?;
        // The last level that accepted it; what the rules accepted is undone at the first.
        let level = document.accepted_levels.max(1);
        match document.newest() {
            Some(_) if document.status != DocumentStatus::Accepted => return Err(RuleViolation::WrongState),
            Some(version) if version.is_by(&by.person) => return Err(RuleViolation::OwnUpload),
            Some(_) if by.level < level => return Err(RuleViolation::LevelTooLow),
            Some(_) if document.has_acted_elsewhere(&by.person, level) => return Err(RuleViolation::SamePerson),
            Some(_) if !has_reason => return Err(RuleViolation::ReasonMissing),
            Some(_) => {}
            None => return Err(RuleViolation::WrongState),
        }
        document.note(level, &by.person, Verdict::Undone);
        document.accepted_levels = document.accepted_levels.saturating_sub(1);
        document.status = DocumentStatus::Waiting;
        Ok(vec![about("ReviewWaiting", number), Effect::DocumentReopened { document: number }])
    }

    pub(super) fn not_required(&mut self, number: u32, by: &Person) -> Result<Vec<Effect>, RuleViolation> {
        if self.is_expired {
            return Err(RuleViolation::WrongState);
        }
        self.waive(number, by)
    }

    /// Under four-eyes the first person who waives a mandatory document only asks for it; the second one decides.
    fn waive(&mut self, number: u32, by: &Person) -> Result<Vec<Effect>, RuleViolation> {
        let (is_sent, two_agree) = (self.is_sent, self.four_eyes && self.is_sent);
        let document = self.document(number)?;
        if !document.status.is_owed() && document.status != DocumentStatus::New {
            return Err(RuleViolation::WrongState);
        }
        match &document.waiver {
            None if two_agree && document.is_required => {
                document.waiver = Some(by.clone());
                return Ok(vec![about("WaiverWaiting", number)]);
            }
            Some(asked_by) if two_agree && asked_by == by => return Err(RuleViolation::OwnWaiver),
            _ => {}
        }
        document.mark_not_required();
        Ok(if is_sent { vec![about("StatusChanged", number)] } else { Vec::new() })
    }

    pub(super) fn claim(&mut self, number: u32, by: &Person, has_reason: bool) -> Result<Vec<Effect>, RuleViolation> {
        self.check_open()?;
        let document = self.document(number)?;
        match () {
            () if !document.status.is_owed() || document.claim.is_some() => Err(RuleViolation::WrongState),
            () if !has_reason => Err(RuleViolation::ReasonMissing),
            () => {
                document.claim = Some(by.clone());
                Ok(vec![about("ReviewWaiting", number)])
            }
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
        Ok(vec![about("StatusChanged", number)])
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
            Some(asked_by) if is_granted && asked_by == by => return Err(RuleViolation::OwnWaiver),
            Some(_) => {}
        }
        if is_granted {
            document.mark_not_required();
            return Ok(vec![about("StatusChanged", number)]);
        }
        document.waiver = None;
        Ok(vec![about("WaiverDeclined", number)])
    }
}
