//! Customer User Master.

use crate::format;
use crate::master_data::{Account, Area, Definition, Draft, Field, Kind};
use crate::message::Message;
use crate::refusal::FieldError;

pub static DEFINITION: Definition = Definition {
    resource: "customerusermaster",
    table: "customer_user",
    area: Area::Sms,
    screens: &["SD-SMS-009"],
    fields: &[
        Field::code("userId", 128).key(),
        Field::text("firstName", 50).required(),
        Field::text("secondName", 50),
        Field::text("lastName", 50).required(),
        Field::of("mailId", Kind::Email, 128),
        Field::of("mobileNumber", Kind::Mobile, 15),
        Field::one_of("userLanguage", &["en", "ta"]).required(),
        Field::of("expiryDate", Kind::Date, 0),
        Field::one_of("status", &["Active", "InActive"]).required(),
    ],
    label: "firstName",
    rules,
    account: Some(Account::Customer),
    is_access: true,
    ..Definition::BASE
};

fn rules(draft: &Draft) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if draft.text("mailId").is_none() && draft.text("mobileNumber").is_none() {
        errors.push(FieldError::new("mailId", Message::plain("mailOrMobile")));
    }
    if !draft.text("userId").is_some_and(format::is_address) {
        errors.push(FieldError::new("userId", Message::plain("validUserId")));
    }
    errors
}
