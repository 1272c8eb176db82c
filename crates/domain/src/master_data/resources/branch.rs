//! Branch Master.

use crate::access::LookUp;
use crate::master_data::{Area, Definition, Field, Kind};

pub static DEFINITION: Definition = Definition {
    resource: "branchmaster",
    table: "branch",
    area: Area::Admin,
    screens: &["SD-ADM-001"],
    fields: &[
        Field::code("branchCode", 10).key(),
        Field::text("branchName", 100).required(),
        Field::text("branchNameTa", 100),
        Field::code("tenantCode", 20).key().refers("tenancymaintenance", &[("tenantCode", "tenantCode")]),
        Field::text("address1", 100),
        Field::text("address2", 100),
        Field::text("address3", 100),
        Field::text("city", 50),
        Field::of("state", Kind::State, 10),
        Field::text("postalCode", 10),
        Field::of("mobileNumber", Kind::Mobile, 15),
        Field::of("emailAddress", Kind::Email, 128),
        Field::one_of("status", &["Active", "InActive"]).required(),
    ],
    label: "branchName",
    look_up: LookUp::Requests,
    is_access: true,
    ..Definition::BASE
};
