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
    pub uploaded_by: Person,
    pub reviews: Vec<Review>,
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
        }
    }

    pub fn newest(&self) -> Option<&Version> {
        self.versions.last()
    }

    /// A new version, to be looked at from level 1 on.
    pub(super) fn take(&mut self, by: &Person) {
        let number = self.versions.last().map_or(1, |version| version.number + 1);
        self.versions.push(Version { number, uploaded_by: by.clone(), reviews: Vec::new() });
        self.status = DocumentStatus::Uploaded;
        self.accepted_levels = 0;
        self.claim = None;
    }

    pub(super) fn note(&mut self, level: u8, by: &Person, verdict: Verdict) {
        if let Some(version) = self.versions.last_mut() {
            version.reviews.push(Review { level, by: by.clone(), verdict });
        }
    }

    /// Has this person accepted the newest version at some level, as things stand?
    pub(super) fn was_accepted_by(&self, by: &Person) -> bool {
        let Some(version) = self.versions.last() else { return false };
        let mut standing: Vec<&Review> = Vec::new();
        for review in &version.reviews {
            match review.verdict {
                Verdict::Accepted => standing.push(review),
                // Sending back and undoing take the last acceptance away.
                Verdict::SentBack | Verdict::Undone => drop(standing.pop()),
                Verdict::Rejected => standing.clear(),
            }
        }
        standing.iter().any(|review| review.by == *by)
    }
}
