use super::event::{Effect, Person, Reviewer};
use super::lifecycle::RuleViolation;
use super::status::DocumentStatus;
use crate::named_enum::named_enum;

named_enum! {
    /// The decision of a reviewer.
    pub enum Verdict {
        Accepted = "accept",
        Rejected = "reject",
        SentBack = "sendback",
        Undone = "undo",
    }
}

named_enum! {
    /// Why a document is rejected; the texts are in `wording/` under `reject`.
    pub enum RejectReason {
        Unreadable = "UNREADABLE",
        Incomplete = "INCOMPLETE",
        Wrong = "WRONG",
        Expired = "EXPIRED",
        Mismatch = "MISMATCH",
        Password = "PASSWORD",
        Malware = "MALWARE",
        Other = "OTHER",
    }
}

/// One review of one version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Review {
    pub level: u8,
    pub by: Person,
    pub verdict: Verdict,
}

/// A submitted version. Versions are added and never removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    pub number: u32,
    /// Who submitted it.
    pub uploaded_by: Person,
    /// Who uploaded its files: others may have staged them before it was submitted.
    pub files_by: Vec<Person>,
    pub reviews: Vec<Review>,
}

impl Version {
    pub fn is_by(&self, person: &Person) -> bool {
        self.uploaded_by == *person || self.files_by.contains(person)
    }
}

/// One document that one party is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    pub number: u32,
    pub party: u32,
    pub is_required: bool,
    pub status: DocumentStatus,
    /// The number of levels that accepted the newest version.
    pub accepted_levels: u8,
    pub versions: Vec<Version>,
    /// A party claims that it is not needed, and staff have not answered yet.
    pub claim: Option<Person>,
    /// The member of the staff who requested a waiver; under four-eyes a second one has to agree.
    pub waiver: Option<Person>,
}

impl Document {
    pub fn new(number: u32, party: u32, is_required: bool) -> Document {
        Document {
            number,
            party,
            is_required,
            status: DocumentStatus::New,
            accepted_levels: 0,
            versions: Vec::new(),
            claim: None,
            waiver: None,
        }
    }

    pub fn newest(&self) -> Option<&Version> {
        self.versions.last()
    }

    /// Adds a version, reviewed from level 1 on.
    pub(super) fn add_version(&mut self, by: &Person) {
        let number = self.versions.last().map_or(1, |version| version.number + 1);
        self.versions.push(Version { number, uploaded_by: by.clone(), files_by: Vec::new(), reviews: Vec::new() });
        self.status = DocumentStatus::Uploaded;
        self.accepted_levels = 0;
        self.claim = None;
        self.waiver = None;
    }

    /// The party no longer has to supply it.
    pub(super) fn mark_not_required(&mut self) {
        self.status = DocumentStatus::NotRequired;
        self.claim = None;
        self.waiver = None;
    }

    pub(super) fn add_review(&mut self, level: u8, by: &Person, verdict: Verdict) {
        if let Some(version) = self.versions.last_mut() {
            version.reviews.push(Review { level, by: by.clone(), verdict });
        }
    }

    /// The document is where it was before.
    pub(super) fn undo_rejection(&mut self, by: &Person, has_reason: bool) -> Result<Vec<Effect>, RuleViolation> {
        let last = self.newest().and_then(|version| version.reviews.last());
        let Some(level) = last.filter(|one| one.verdict == Verdict::Rejected && one.by == *by).map(|one| one.level)
        else {
            return Err(RuleViolation::WrongState);
        };
        if !has_reason {
            return Err(RuleViolation::ReasonMissing);
        }
        self.add_review(level, by, Verdict::Undone);
        self.accepted_levels = level.saturating_sub(1);
        self.status = if level > 1 { DocumentStatus::Waiting } else { DocumentStatus::Uploaded };
        Ok(vec![Effect::RejectionUndone { document: self.number }])
    }

    /// Checks that this reviewer may act on the newest version at its next level. Of a request without levels, any
    /// reviewer may decide what the verification rules leave open.
    pub(super) fn check_reviewer(&self, by: &Reviewer, levels: u8) -> Result<(), RuleViolation> {
        let level = self.accepted_levels + 1;
        match self.newest() {
            Some(_) if !self.status.is_in_review() => Err(RuleViolation::WrongState),
            Some(version) if version.is_by(&by.person) => Err(RuleViolation::OwnUpload),
            Some(_) if by.level < level.min(levels) => Err(RuleViolation::LevelTooLow),
            Some(_) if self.has_acted_elsewhere(&by.person, level) => Err(RuleViolation::SamePerson),
            Some(_) => Ok(()),
            None => Err(RuleViolation::WrongState),
        }
    }

    /// True when this person reviewed the newest version at another level.
    pub(super) fn has_acted_elsewhere(&self, by: &Person, level: u8) -> bool {
        let reviews = self.versions.last().map_or(&[][..], |version| &version.reviews);
        reviews.iter().any(|review| review.by == *by && review.level != level)
    }
}
