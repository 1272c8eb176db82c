//! Master data: definitions of resources, and validation of records against them.

mod definition;
mod field;
mod hooks;
mod record;
pub mod resources;
mod validate;

use std::sync::LazyLock;

use crate::Refusal;
use crate::access::{self, Actor, Claim, Permit, View};
pub use definition::{Area, Definition};
pub use field::{Field, Kind, Reference};
pub use hooks::{Account, Check};
pub use record::{Draft, Record, Value};
pub use resources::ALL;
pub use validate::{Purpose, ValidationContext, validate, validate_key};

/// Finds a definition by its name in the API.
pub fn find(resource: &str) -> Option<&'static Definition> {
    ALL.iter().copied().find(|definition| definition.resource == resource)
}

/// The screens of all resources that declare something about four-eyes. Who edits one of them is an administrator.
pub static ADMIN_SCREENS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let declared = ALL.iter().filter(|definition| definition.four_eyes.is_some());
    declared.flat_map(|definition| definition.screens).copied().collect()
});

/// Checks that the actor may see the keys and names of this resource because one of the actor's screens refers to it.
pub fn to_look_up(actor: &Actor, definition: &Definition, claim: Claim) -> Result<Permit<View>, Refusal> {
    let referring = ALL.iter().filter(|other| other.refers_to(definition.resource));
    let screens = referring.flat_map(|other| other.screens).chain(definition.screens).copied();
    access::to_look_up(actor, definition.look_up, screens, claim)
}
