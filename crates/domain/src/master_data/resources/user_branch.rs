//! User Branch Access.

use crate::master_data::{Area, Definition, Field};

pub static DEFINITION: Definition = Definition {
    resource: "userbranchaccess",
    table: "user_branch",
    area: Area::Sms,
    screens: &["SD-SMS-001"],
    fields: &[
        Field::code("userId", 50).key().refers("usermaster", &[("userId", "userId")]),
        Field::code("tenantCode", 20).key().refers("tenancymaintenance", &[("tenantCode", "tenantCode")]),
        Field::code("branchCode", 10)
            .key()
            .refers("branchmaster", &[("tenantCode", "tenantCode"), ("branchCode", "branchCode")]),
        Field::flag("accessAllowed"),
    ],
    label: "branchCode",
    is_access: true,
    ..Definition::BASE
};
