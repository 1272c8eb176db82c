//! Master data: definitions of resources, and validation of records against them.

pub(crate) mod check;
mod definition;
mod field;
mod record;
pub mod resources;
mod validate;

pub use check::{
    IMAGE_LIMIT, is_address, is_customer_name, is_email, is_mobile, is_person_name, is_same_mobile, is_text,
    is_time_zone,
};
pub use definition::{Area, Definition, no_rules};
pub use field::{Field, Kind, Reference};
pub use record::{Draft, Record, Value};
pub use resources::ALL;
pub use validate::{Purpose, ValidationContext, validate, validate_key};

/// Finds a definition by its name in the API.
pub fn find(resource: &str) -> Option<&'static Definition> {
    ALL.iter().copied().find(|definition| definition.resource == resource)
}
