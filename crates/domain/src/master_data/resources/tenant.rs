//! Tenant.

use crate::master_data::{Area, Definition, Field};

pub static DEFINITION: Definition = Definition {
    resource: "tenancymaintenance",
    table: "tenant",
    area: Area::App,
    screens: &["SD-ADM-011"],
    fields: &[
        Field::code("tenantCode", 20).key(),
        Field::text("tenantName", 100).required(),
        Field::one_of("status", &["Active", "InActive"]).required(),
    ],
    label: "tenantName",
    is_access: true,
    ..Definition::BASE
};
