//! Master data: what a definition can say, and the one way to check a record against it.

pub(crate) mod check;
mod definition;
mod field;
mod record;
pub mod resources;
mod validate;

pub use check::{is_person_name, is_same_mobile, is_time_zone};
pub use definition::{Area, Definition, no_rules};
pub use field::{Field, Kind, Reference};
pub use record::{Draft, Record, Value};
pub use resources::ALL;
pub use validate::{Moment, Purpose, validate, validate_key};

/// The definition of a resource by its name on the wire.
pub fn find(resource: &str) -> Option<&'static Definition> {
    ALL.iter().copied().find(|definition| definition.resource == resource)
}
