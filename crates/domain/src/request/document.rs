use super::event::Person;
use super::status::DocumentStatus;

/// What a reviewer said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Accepted,
    Rejected,
    SentBack,
    Undone,
}

impl Verdict {
    pub const ALL: [Verdict; 4] = [Verdict::Accepted, Verdict::Rejected, Verdict::SentBack, Verdict::Undone];

    pub fn name(self) -> &'static str {
        match self {
            Verdict::Accepted => "accept",
            Verdict::Rejected => "reject",
            Verdict::SentBack => "sendback",
            Verdict::Undone => "undo",
        }
    }

    pub fn parse(name: &str) -> Option<Verdict> {
        Verdict::ALL.into_iter().find(|verdict| verdict.name() == name)
    }
}

/// One look at one version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Review {
    pub level: u8,
    pub by: Person,
    pub verdict: Verdict,
}

/// A file that was handed in. Versions are added and never taken away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    pub number: u32,
    /// Who handed it in.
    pub uploaded_by: Person,
    /// Whose files it is made of; others may have brought them before it was handed in.
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
    /// How many levels have accepted the newest version.
    pub accepted_levels: u8,
    pub versions: Vec<Version>,
    /// A party says that it is not needed; the banker has not answered yet.
    pub claim: Option<Person>,
    /// The member of the staff who wants it waived; under four-eyes a second one has to agree.
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

    /// A new version, to be looked at from level 1 on.
    pub(super) fn take(&mut self, by: &Person) {
        let number = self.versions.last().map_or(1, |version| version.number + 1);
        self.versions.push(Version { number, uploaded_by: by.clone(), files_by: Vec::new(), reviews: Vec::new() });
        self.status = DocumentStatus::Uploaded;
        self.accepted_levels = 0;
        self.claim = None;
        self.waiver = None;
    }

    /// Nobody is asked for it any more.
    pub(super) fn mark_not_required(&mut self) {
        self.status = DocumentStatus::NotRequired;
        self.claim = None;
        self.waiver = None;
    }

    pub(super) fn note(&mut self, level: u8, by: &Person, verdict: Verdict) {
        if let Some(version) = self.versions.last_mut() {
            version.reviews.push(Review { level, by: by.clone(), verdict });
        }
    }

    /// Has this person acted on the newest version, and accepted, rejected, sent back or undone it at another level than this?
    pub(super) fn has_acted_elsewhere(&self, by: &Person, level: u8) -> bool {
        let reviews = self.versions.last().map_or(&[][..], |version| &version.reviews);
        reviews.iter().any(|review| review.by == *by && review.level != level)
    }
}
