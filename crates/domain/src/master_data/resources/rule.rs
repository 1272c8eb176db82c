//! Rule Code Master Maintenance.

use crate::master_data::{Area, Definition, Field, no_rules};

pub static DEFINITION: Definition = Definition {
    resource: "adminentitydocumentverficationrulemaster",
    table: "verification_rule",
    area: Area::Admin,
    screens: &["SD-ADM-024"],
    fields: &[Field::code("ruleCode", 10).key(), Field::text("ruleDesc", 100).required()],
    label: "ruleDesc",
    rules: no_rules,
};
