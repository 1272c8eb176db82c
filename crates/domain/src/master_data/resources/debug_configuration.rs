//! Debug Configuration.

use crate::master_data::{Area, Definition, Field, no_rules};

pub static DEFINITION: Definition = Definition {
    resource: "debugconfiguration",
    table: "debug_configuration",
    area: Area::Admin,
    screens: &["SD-ADM-009"],
    fields: &[
        Field::one_of("moduleCode", &["ADM", "BNK", "CUS", "SMS"]).key(),
        Field::flag("debugEnabled"),
        Field::one_of("debugLevel", &["error", "warn", "info", "debug", "trace"]).required(),
        Field::text("filePrefix", 20).required(),
        Field::one_of("debugMode", &["File", "Table", "Both"]).required(),
        Field::flag("actionLogEnabled"),
    ],
    label: "moduleCode",
    rules: no_rules,
};
