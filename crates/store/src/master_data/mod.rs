//! Master data tables: one set of statements per definition, built once.

mod count;
mod labels;
mod list;
mod read;
mod table;
mod write;

pub(crate) use count::within_tenants;
pub use list::{Filter, ListQuery, Page, Sort};
pub use read::Found;
pub use table::Table;
pub use write::{delete, insert, key_text, unchanged, update};
