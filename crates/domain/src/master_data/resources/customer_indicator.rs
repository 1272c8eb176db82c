//! Customer Indicator.

use crate::access::LookUp;
use crate::master_data::{Area, Definition, Field};

pub static DEFINITION: Definition = Definition {
    resource: "customerindicatordefinition",
    table: "customer_indicator",
    area: Area::Admin,
    screens: &["SD-ADM-006"],
    fields: &[
        Field::code("customerIndicatorCode", 10).key(),
        Field::text("customerIndicatorDesc", 100).required(),
        Field::text("customerIndicatorDescTa", 100),
    ],
    label: "customerIndicatorDesc",
    look_up: LookUp::Requests,
    ..Definition::BASE
};
