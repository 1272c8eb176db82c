//! Requests: loaded whole, changed by the domain, and written back as the difference.

mod cache;
mod case;
mod count;
mod draft;
mod extras;
mod figures;
mod files;
mod load;
mod lookups;
mod meetings;
mod messages;
mod rows;
mod schedule;
mod search;
mod sequence;
mod sight;
mod step;
mod write;

pub(crate) use cache::{Caches, is_about_requests};
pub use case::{Case, DocumentRow, FileRow, Head, PartyRow, ReviewRow, VersionRow, person_name};
pub use draft::{SavedView, drop_draft};
pub use extras::{Person, Remark, Renewal, add_remark, add_renewal, drop_renewal, not_renewed, renewed};
pub use figures::{Figures, Month, desk};
pub use files::FileRecord;
pub use lookups::{DocumentKind, Proposed, keep_customer};
pub use meetings::{Meeting, move_meeting, plan_meeting};
pub use messages::{Notice, Parcel, SentMessage, post, tell};
pub use schedule::{Day, Schedule, Scheduled};
pub use search::{ListRow, RequestPage, SearchQuery, SortBy};
pub use step::Step;
pub use write::{changed, created, deleted};
