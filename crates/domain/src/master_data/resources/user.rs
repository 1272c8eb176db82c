//! User Master.

use crate::access::LookUp;
use crate::access::access_admins::Removal;
use crate::four_eyes::{FourEyes, access};
use crate::master_data::hooks::text;
use crate::master_data::{Account, Area, Definition, Draft, Field, Kind};
use crate::message::Message;
use crate::refusal::FieldError;

pub static DEFINITION: Definition = Definition {
    resource: "usermaster",
    table: "staff_user",
    area: Area::Sms,
    screens: &["SD-SMS-002"],
    fields: &[
        Field::code("userId", 50).key(),
        Field::of("password", Kind::Password, 19).required(),
        Field::text("designation", 50),
        Field::text("firstName", 50).required(),
        Field::text("secondName", 50),
        Field::text("lastName", 50).required().in_choices(),
        Field::text("preferredName", 50),
        Field::one_of("userLanguage", &["en", "ta"]).required(),
        Field::code("defaultDepartmentCode", 10)
            .required()
            .refers("departmentmaintenance", &[("defaultDepartmentCode", "departmentCode")]),
        Field::code("defaultBranchCode", 10)
            .required()
            .refers("branchmaster", &[("defaultTenantCode", "tenantCode"), ("defaultBranchCode", "branchCode")]),
        Field::code("defaultTenantCode", 20)
            .required()
            .refers("tenancymaintenance", &[("defaultTenantCode", "tenantCode")]),
        Field::of("mailId", Kind::Email, 128).required().unique(),
        Field::of("mobileNumber", Kind::Mobile, 15).required().unique(),
        Field::of("alternateMobileNumber", Kind::Mobile, 15),
        Field::code("userType", 1).required().refers("usertypemaintenance", &[("userType", "userType")]),
        Field::of("expiryDate", Kind::Date, 0).required(),
        Field::one_of("status", &["Active", "InActive"]).required(),
    ],
    label: "firstName",
    rules,
    four_eyes: Some(FourEyes {
        waits: access::user,
        hands_over: access::hands_over_user,
        needs_roles: access::user_needs_roles,
    }),
    look_up: LookUp::Requests,
    account: Some(Account::Staff),
    access_lost: |record| Some(Removal::User(text(record, "userId"))),
    is_access: true,
    ..Definition::BASE
};

fn rules(draft: &Draft) -> Vec<FieldError> {
    let is_past = draft.date("expiryDate").is_some_and(|date| date < draft.today);
    let error = || FieldError::new("expiryDate", Message::plain("validDate"));
    (is_past && draft.text("status") == Some("Active")).then(error).into_iter().collect()
}
