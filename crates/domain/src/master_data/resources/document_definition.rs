//! Document Definition.

use super::options::FILE_TYPES;
use crate::access::LookUp;
use crate::master_data::{Area, Definition, Draft, Field};
use crate::message::Message;
use crate::refusal::FieldError;

pub static DEFINITION: Definition = Definition {
    resource: "documentdefinition",
    table: "document_definition",
    area: Area::Admin,
    screens: &["SD-ADM-027"],
    fields: &[
        Field::code("documentCode", 10).key(),
        Field::code("titleCode", 10).required().refers("entity/documentdefinition", &[("titleCode", "titleCode")]),
        Field::code("documentCategoryCode", 10)
            .required()
            .refers("documentcategory", &[("documentCategoryCode", "documentCategoryCode")]),
        Field::text("documentTypes", 100).required(),
        Field::number("maxSizeMb", 4, 1, 200).required(),
        Field::number("maxFiles", 3, 1, 100).required(),
        Field::flag_or("keepOriginal", false),
        Field::flag_or("containsAadhaar", false),
        Field::code("ruleCode", 10).refers("adminentitydocumentverficationrulemaster", &[("ruleCode", "ruleCode")]),
        Field::code("complianceApplicable", 25)
            .refers("compliancemaintenance", &[("complianceApplicable", "complianceApplicable")]),
    ],
    label: "titleCode",
    rules,
    look_up: LookUp::Requests,
    ..Definition::BASE
};

fn rules(draft: &Draft) -> Vec<FieldError> {
    let known = |name: &str| FILE_TYPES.contains(&name.trim());
    let good = draft.text("documentTypes").is_some_and(|list| list.split(',').all(known));
    let error = || FieldError::new("documentTypes", Message::plain("unsupportedFormat"));
    (!good).then(error).into_iter().collect()
}
