//! Debug Configuration.

use crate::access::{AppCode, DebugLevel};
use crate::master_data::{Area, Definition, Draft, Field};
use crate::message::Message;
use crate::refusal::FieldError;

pub static DEFINITION: Definition = Definition {
    resource: "debugconfiguration",
    table: "debug_configuration",
    area: Area::Admin,
    screens: &["SD-ADM-009"],
    fields: &[
        Field::one_of("moduleCode", &AppCode::CODES).key(),
        Field::flag("debugEnabled"),
        Field::one_of("debugLevel", &DebugLevel::CODES).required(),
        Field::text("filePrefix", 20).required(),
        Field::one_of("debugMode", &["File", "Table", "Both"]).required(),
        Field::flag("actionLogEnabled"),
    ],
    label: "moduleCode",
    rules,
    is_access: true,
    ..Definition::BASE
};

/// The prefix becomes part of a file name, so dots, slashes and other path characters are refused.
fn rules(draft: &Draft) -> Vec<FieldError> {
    let plain = |prefix: &str| prefix.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
    let error = || FieldError::new("filePrefix", Message::about("enterValid", "debugconfiguration", "filePrefix"));
    (!draft.text("filePrefix").is_some_and(plain)).then(error).into_iter().collect()
}
