//! Entity Master.

use serde_json::{Map, Value};

use crate::Refusal;
use crate::drive::is_drive_address;
use crate::four_eyes::{FourEyes, entity};
use crate::master_data::hooks::text;
use crate::master_data::{Area, Definition, Draft, Field, Kind};
use crate::message::Message;
use crate::refusal::FieldError;

pub static DEFINITION: Definition = Definition {
    resource: "master",
    table: "entity_master",
    area: Area::Admin,
    screens: &["SD-ADM-011"],
    fields: &[
        Field::code("entityCode", 20).key(),
        Field::one_of("entityType", &["FinInstitute", "Bank", "Education"]).required(),
        Field::text("entityName", 100).required().unique(),
        Field::text("displayName", 50).required(),
        Field::text("address1", 100).required(),
        Field::text("address2", 100),
        Field::text("address3", 100),
        Field::of("state", Kind::State, 10).required(),
        Field::text("postalCode", 10).required(),
        Field::of("logo", Kind::Image, 0),
        Field::of("banner", Kind::Image, 0),
        Field::of("cssTheme", Kind::Theme, 4000),
        Field::int("documentPurgingDays", 4).required(),
        Field::int("rejectDocumentsPurgeDays", 4).required(),
        Field::int("customerNotificationReminderDays", 4).required(),
        Field::number("transactionExpiryDays", 4, 1, 9999).required(),
        Field::number("verificationLevels", 1, 0, 5).required(),
        // Not in the specification: when empty, it is on for banks and off for other entities.
        Field::of("fourEyes", Kind::Bool, 0),
        // Not in the specification, which requires lines 2 and 3 of a customer's address.
        Field::flag_or("addressLinesRequired", true),
        Field::of("utcTimeZone", Kind::TimeZone, 50).required(),
        Field::flag("smsNotification"),
        Field::flag("emailNotification"),
        Field::of("supportMailIdGroup", Kind::Email, 128).required(),
        Field::flag("recordPurgeRequired"),
        Field::int("recordPurgeDays", 4),
        // Not in the specification: how long logs are kept. Of the action log only the details end: it is the audit
        // log.
        Field::number("actionLogDays", 4, ACTION_LOG_FLOOR, 9999),
        Field::number("loginLogDays", 4, 90, 9999),
        Field::number("debugLogDays", 2, 1, 90),
        Field::number("messageLogDays", 4, 90, 9999),
        Field::code("referenceNoPrefix", 1).required(),
        Field::text("remarksMessage", 1000),
        Field::text("remarksMessageTa", 1000),
        Field::of("startDate", Kind::Date, 0).required(),
        Field::of("expiryDate", Kind::Date, 0).required(),
        Field::flag("ssoEnabled"),
        Field::flag("fileSharingIntegration"),
        Field::flag("driveIntegration"),
        // Not in the specification, which has only the flags.
        Field::of("fileSharingUrl", Kind::Url, 200),
        Field::text("fileSharingUser", 128),
        Field::of("fileSharingPassword", Kind::Secret, 128).sent_to(&["fileSharingUrl"]),
        Field::one_of("driveKind", &["WebDAV", "S3"]),
        Field::of("driveUrl", Kind::Url, 200),
        Field::text("driveRegion", 30),
        Field::text("driveUser", 128),
        Field::of("driveSecret", Kind::Secret, 128).sent_to(&["driveKind", "driveUrl"]),
        Field::of("samlToken", Kind::Secret, 4000),
        Field::of("passwordSymmetricKey", Kind::Secret, 128),
        Field::one_of("status", &["Active", "InActive"]).required(),
    ],
    label: "displayName",
    rules,
    four_eyes: Some(FourEyes::of(entity::rule)),
    before_update,
    sets_retention: true,
    is_access: true,
    ..Definition::BASE
};

/// Nobody could log in to activate the entity again.
fn before_update(after: &Map<String, Value>, today: &str) -> Result<(), Refusal> {
    let within = text(after, "startDate").as_str() <= today && today <= text(after, "expiryDate").as_str();
    if text(after, "status") == "Active" && within {
        Ok(())
    } else {
        Err(Refusal::Conflict(Message::plain("ownEntity")))
    }
}

/// The minimum number of days before anything is purged; 0 means never.
const PURGE_FLOOR: i64 = 30;
/// The minimum number of days before details of the action log are erased.
const ACTION_LOG_FLOOR: i64 = 365;

fn rules(draft: &Draft) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let about = |key, field| FieldError::new(field, Message::about(key, "master", field));
    if !draft.is_on("smsNotification") && !draft.is_on("emailNotification") {
        errors.push(FieldError::new("emailNotification", Message::plain("eitherEmailOrSms")));
    }
    if draft.date("expiryDate") <= draft.date("startDate") {
        errors.push(FieldError::new("expiryDate", Message::plain("expiryAfterStart")));
    }
    for field in ["documentPurgingDays", "rejectDocumentsPurgeDays", "recordPurgeDays"] {
        if draft.int(field).is_some_and(|days| days != 0 && days < PURGE_FLOOR) {
            let message = Message::about("purgeFloor", "master", field).with("min", PURGE_FLOOR);
            errors.push(FieldError::new(field, message));
        }
    }
    let records = draft.int("recordPurgeDays");
    if draft.is_on("recordPurgeRequired") && records.is_none() {
        errors.push(about("enter", "recordPurgeDays"));
    }
    if errors.is_empty() && is_record_purged_before_documents(draft) {
        errors.push(FieldError::new("recordPurgeDays", Message::plain("recordPurgeBeforeDocuments")));
    }
    let floor = evidence_days(draft);
    if draft.int("actionLogDays").is_some_and(|days| days < floor) {
        let message = Message::about("purgeFloor", "master", "actionLogDays").with("min", floor);
        errors.push(FieldError::new("actionLogDays", message));
    }
    for field in ["fileSharingUrl", "driveUrl"] {
        if draft.text(field).is_some_and(|url| !is_drive_address(url)) {
            errors.push(FieldError::new(field, Message::plain("driveAddress")));
        }
    }
    if !draft.text("referenceNoPrefix").is_some_and(|prefix| prefix.chars().all(|c| c.is_ascii_alphanumeric())) {
        errors.push(about("enterValid", "referenceNoPrefix"));
    }
    errors
}

/// A record must be kept at least as long as its documents, and forever if documents are kept forever.
fn is_record_purged_before_documents(draft: &Draft) -> bool {
    let documents = draft.int("documentPurgingDays").unwrap_or(0);
    let records = draft.int("recordPurgeDays").unwrap_or(0);
    draft.is_on("recordPurgeRequired") && records != 0 && (documents == 0 || records < documents)
}

/// The action log is the evidence of what is kept, so its details are kept as long.
fn evidence_days(draft: &Draft) -> i64 {
    let records = if draft.is_on("recordPurgeRequired") { draft.int("recordPurgeDays") } else { None };
    records.max(draft.int("documentPurgingDays")).unwrap_or(0)
}
