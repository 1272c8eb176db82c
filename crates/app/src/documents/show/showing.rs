//! How much of a file may be shown.

use domain::access::Side;
use domain::verification::aadhaar::LOCATOR_VERSION;
use domain::verification::{Covered, RuleVerdict};
use ports::Cover;
use store::requests::{FileRow, RequestAggregate, VerificationRow, VersionRow};

use crate::documents::verify::file_reading::{FileReading, hidden_page};

/// How much of a file may be shown.
#[derive(Debug, Clone, PartialEq)]
pub enum Showing {
    Whole,
    /// Everything but these parts.
    Covered(Vec<Covered>),
    /// Its numbers are not located yet: it is read before it is shown.
    Unread,
    /// An Aadhaar number is expected in it and was not found, so only the original shows it.
    OriginalOnly,
    /// As it was sent, for somebody with the permission.
    Original,
}

impl Showing {
    fn without(parts: Vec<Covered>) -> Showing {
        if parts.is_empty() { Showing::Whole } else { Showing::Covered(parts) }
    }

    pub(crate) fn of(found: &FileReading) -> Showing {
        if found.lacks_number {
            return Showing::OriginalOnly;
        }
        let unread = found.text.unread.iter().map(hidden_page);
        Showing::without(found.text.covered.iter().cloned().chain(unread).collect())
    }

    /// True when nothing of the page is shown, because it was not read.
    pub(super) fn hides(&self, page: u32) -> bool {
        matches!(self, Showing::Covered(all) if all.iter().any(|one| one.page == page && one.is_whole_page()))
    }

    /// True when no number was located: all is shown but for pages that are hidden.
    pub(super) fn has_no_number(&self) -> bool {
        match self {
            Showing::Whole => true,
            Showing::Covered(all) => all.iter().all(Covered::is_whole_page),
            _ => false,
        }
    }

    /// The parts of one page to be covered.
    pub(super) fn on_page(&self, page: u32) -> Vec<Cover> {
        let Showing::Covered(all) = self else { return Vec::new() };
        let on_page = all.iter().filter(|one| one.page == page);
        on_page.map(|one| Cover::of(one.area)).collect()
    }
}

fn verification<'a>(aggregate: &'a RequestAggregate, file: &FileRow) -> Option<&'a VerificationRow> {
    let is_own = |row: &&VersionRow| row.document == file.document && row.number == file.version;
    aggregate.versions.iter().find(is_own)?.verification.as_ref()
}

/// True when pictures in the file could not be recognised when its numbers were located.
pub(crate) fn lacks_recognition(aggregate: &RequestAggregate, file: &FileRow) -> bool {
    verification(aggregate, file).is_some_and(|row| row.is_located() && row.locator_version < LOCATOR_VERSION)
}

/// How much of a file is shown to everybody who may see it. Only numbers that were located can be covered. Parties may
/// look at the files of their documents before they were read, and if the number that is expected was not found. A file
/// that staff has only staged is read when somebody wants to see it.
pub(super) fn showing(side: Side, aggregate: &RequestAggregate, file: &FileRow) -> Showing {
    let verification = verification(aggregate, file);
    let is_staff = side != Side::Customer;
    let Some(row) = verification else {
        return if is_staff { Showing::Unread } else { Showing::Whole };
    };
    match row.verdict {
        _ if is_staff && !row.is_located() => Showing::Unread,
        RuleVerdict::Waiting => Showing::Whole,
        _ if is_staff && row.original_only.contains(&file.file_id) => Showing::OriginalOnly,
        _ => Showing::without(row.covered.iter().filter(|one| one.file_id == file.file_id).cloned().collect()),
    }
}
