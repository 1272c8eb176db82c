//! Customer Category Template Mapping.

use crate::master_data::{Area, Definition, Field};

pub static DEFINITION: Definition = Definition {
    resource: "doccustcattempmapping",
    table: "template_mapping",
    area: Area::Admin,
    screens: &["SD-ADM-008"],
    fields: &[
        Field::code("customerTypeCode", 10)
            .key()
            .refers("customertypedefinition", &[("customerTypeCode", "customerTypeCode")]),
        Field::code("customerCategoryCode", 10)
            .key_or_any()
            .refers("customercategory", &[("customerCategoryCode", "customerCategoryCode")]),
        Field::code("categoryCode", 10).key().refers("categorydefinition", &[("categoryCode", "categoryCode")]),
        Field::code("subCategoryCode", 10).key_or_any().refers(
            "subcategorydefinition",
            &[("categoryCode", "categoryCode"), ("subCategoryCode", "subCategoryCode")],
        ),
        Field::code("templateCode", 10)
            .key()
            .refers("documenttemplatedefinitionmaster", &[("templateCode", "templateCode")]),
    ],
    label: "templateCode",
    ..Definition::BASE
};
