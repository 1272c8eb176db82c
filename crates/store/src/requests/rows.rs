//! The rows of a request's tables: their columns and values.

use domain::access::{Change, RequestAccess, Scope};
use domain::master_data::Value;
use jiff::civil::Date;

use super::aggregate::{DocumentRow, FileRow, PartyRow, RequestAggregate, ReviewRow, VersionRow};
use super::load::Details;
use super::search::search_words;
use crate::sql::scoped;

pub(super) const PARTY: &str = "country_code, entity_code, tenant_code, txn_ref_no, party_seq_no, user_id, party_type, first_name, second_name, last_name, mobile_number, email_address, primary_party, authorize_other_pty, email_notification, sms_notification, request_remarks, same_remarks_to_all_pty, relationship, auth_party_seq_no, auth_level, auth_level_code, lang_code, asked_on, reminded_on, skipped_on";
pub(super) const DOCUMENT: &str = "country_code, entity_code, tenant_code, txn_ref_no, document_no, party_seq_no, document_code, template_code, document_title, document_category, document_types, max_size_mb, max_files, keep_original, compliance_applicable, mandatory, instructions, document_due_date, status, accepted_levels, claim_by, claim_reason, claim_on, waiver_by, waiver_reason, waiver_on";
pub(super) const VERSION: &str =
    "country_code, entity_code, tenant_code, txn_ref_no, document_no, version_no, uploaded_by, uploaded_on";
pub(super) const VERIFICATION: &str = "country_code, entity_code, tenant_code, txn_ref_no, document_no, version_no, rule_code, verdict, queued_on, next_try_on, tries";
pub(super) const REVIEW: &str = "country_code, entity_code, tenant_code, txn_ref_no, document_no, version_no, review_no, level, reviewed_by, reviewed_on, verdict, reason_code, remark";
pub(super) const FILE: &str = "country_code, entity_code, tenant_code, txn_ref_no, file_id, document_no, version_no, uploaded_by, uploaded_on, file_name, content_type, size, pages, sha256, storage_id, sealed_key, scan";

pub(super) fn text(value: &Option<String>) -> Value {
    value.as_ref().map_or(Value::Null, Value::text)
}

fn int(number: Option<i64>) -> Value {
    number.map_or(Value::Null, Value::Int)
}

pub(super) fn day(day: Option<Date>) -> Value {
    day.map_or(Value::Null, |day| Value::Text(day.to_string()))
}

fn days(days: &[Date]) -> Value {
    Value::Text(days.iter().map(Date::to_string).collect::<Vec<_>>().join(","))
}

/// A request and its scope.
pub(super) struct Writer<'a> {
    pub access: &'a RequestAccess<Change>,
    pub aggregate: &'a RequestAggregate,
}

impl Writer<'_> {
    /// Country, entity, tenant and reference: the first columns of every table below a request.
    pub(super) fn lead(&self) -> Vec<Value> {
        scoped(self.access.permit(), &[&self.aggregate.request.tenant_code, &self.aggregate.request.txn_ref_no])
    }

    pub(super) fn row(&self, rest: impl IntoIterator<Item = Value>) -> Vec<Value> {
        self.lead().into_iter().chain(rest).collect()
    }

    /// ` WHERE country, entity, number` after `set` values.
    pub(super) fn keyed(&self, set: Vec<Value>, keys: &[&str], rest: Vec<Value>) -> (String, Vec<Value>) {
        let mut values = set;
        let mut clause = String::from(" WHERE ");
        let key = scoped(self.access.permit(), &[&self.aggregate.request.txn_ref_no]);
        let names = ["country_code", "entity_code", "txn_ref_no"].iter().chain(keys);
        for (at, (name, value)) in names.zip(key.into_iter().chain(rest)).enumerate() {
            values.push(value);
            clause.push_str(&format!("{}{name} = ${}", if at > 0 { " AND " } else { "" }, values.len()));
        }
        (clause, values)
    }

    pub(super) fn party(&self, party: &PartyRow) -> Vec<Value> {
        self.row([
            Value::Int(party.seq_no.into()),
            Value::text(&party.user_id),
            Value::text(&party.party_type),
            Value::text(&party.first_name),
            text(&party.second_name),
            Value::text(&party.last_name),
            text(&party.mobile_number),
            text(&party.email_address),
            Value::Bool(party.primary_party),
            Value::Bool(party.authorize_other_pty),
            Value::Bool(party.email_notification),
            Value::Bool(party.sms_notification),
            text(&party.request_remarks),
            Value::Bool(party.same_remarks_to_all_pty),
            text(&party.relationship),
            int(party.auth_party_seq_no.map(i64::from)),
            int(party.auth_level.map(i64::from)),
            text(&party.auth_level_code),
            Value::text(&party.lang_code),
            day(party.asked_on),
            days(&party.reminded_on),
            days(&party.skipped_on),
        ])
    }

    pub(super) fn document(&self, document: &DocumentRow) -> Vec<Value> {
        self.row([
            Value::Int(document.number.into()),
            Value::Int(document.party.into()),
            Value::text(&document.document_code),
            text(&document.template_code),
            Value::text(&document.title),
            Value::text(&document.category),
            Value::text(&document.types),
            Value::Int(document.max_size_mb),
            Value::Int(document.max_files),
            Value::Bool(document.keep_original),
            text(&document.compliance_applicable),
            Value::Bool(document.mandatory),
            text(&document.instructions),
            text(&document.due),
            Value::text(document.status.name()),
            Value::Int(document.accepted_levels.into()),
            text(&document.claim_by),
            text(&document.claim_reason),
            text(&document.claim_on),
            text(&document.waiver_by),
            text(&document.waiver_reason),
            text(&document.waiver_on),
        ])
    }

    pub(super) fn file(&self, file: &FileRow) -> Vec<Value> {
        self.row([
            Value::text(&file.file_id),
            Value::Int(file.document.into()),
            Value::Int(file.version.into()),
            Value::text(&file.uploaded_by),
            Value::text(&file.uploaded_on),
            Value::text(&file.file_name),
            Value::text(&file.content_type),
            Value::Int(file.size),
            int(file.pages),
            Value::text(&file.sha256),
            Value::text(&file.storage_id),
            text(&file.sealed_key),
            Value::text(file.scan.name()),
        ])
    }

    pub(super) fn version(&self, version: &VersionRow) -> Vec<Value> {
        self.row([
            Value::Int(version.document.into()),
            Value::Int(version.number.into()),
            Value::text(&version.uploaded_by),
            Value::text(&version.uploaded_on),
        ])
    }

    /// The row of a new version that has a rule.
    pub(super) fn verification(&self, version: &VersionRow) -> Option<Vec<Value>> {
        let verification = version.verification.as_ref()?;
        Some(self.row([
            Value::Int(version.document.into()),
            Value::Int(version.number.into()),
            Value::text(&verification.rule_code),
            Value::text(verification.verdict.name()),
            Value::text(&version.uploaded_on),
            Value::text(&version.uploaded_on),
            Value::Int(0),
        ]))
    }

    pub(super) fn review(&self, review: &ReviewRow) -> Vec<Value> {
        self.row([
            Value::Int(review.document.into()),
            Value::Int(review.version.into()),
            Value::Int(review.number.into()),
            Value::Int(review.level.into()),
            Value::text(&review.reviewed_by),
            Value::text(&review.reviewed_on),
            Value::text(review.verdict.name()),
            text(&review.reason_code),
            text(&review.remark),
        ])
    }
}

/// The columns of a request that may change, with their values.
pub(super) fn changing(scope: &Scope, aggregate: &RequestAggregate) -> Vec<(&'static str, Value)> {
    let request = &aggregate.request;
    let details = Details {
        customer: request.customer.clone(),
        notification: request.notification.clone(),
        last_document: request.last_document,
        last_party: request.last_party,
    };
    let customer = &request.customer;
    vec![
        ("branch_code", Value::text(&request.branch_code)),
        ("customer_name", Value::text(&customer.customer_name)),
        ("name_sort", Value::text(sort_name(&customer.customer_name))),
        ("customer_type", Value::text(&customer.customer_type)),
        ("customer_category", text(&customer.customer_category)),
        ("customer_indicator", Value::text(&customer.customer_indicator)),
        ("customer_industry", Value::text(&customer.customer_industry)),
        ("request_category", Value::text(&customer.request_category)),
        ("request_sub_category", Value::text(&customer.request_sub_category)),
        ("request_purpose", Value::text(&customer.request_purpose)),
        ("referred_by", text(&request.referred_by)),
        ("user_reference", text(&request.user_reference)),
        ("email_address", Value::text(&customer.email_address)),
        ("customer_reference", Value::text(&customer.customer_reference)),
        ("details", Value::Text(serde_json::to_string(&details).unwrap_or_default())),
        ("status", Value::text(request.status.name())),
        ("decision", request.decision.map_or(Value::Null, |decision| Value::text(decision.name()))),
        ("is_sent", Value::Bool(request.is_sent)),
        ("is_modified", Value::Bool(request.is_modified)),
        ("is_expired", Value::Bool(request.is_expired)),
        ("latest_action", Value::text(&request.latest_action)),
        ("latest_action_by", Value::text(&request.latest_action_by)),
        ("latest_action_on", Value::text(&request.latest_action_on)),
        ("reason", text(&request.reason)),
        ("owner", Value::text(&request.owner)),
        ("forwarded_to", text(&request.forwarded_to)),
        ("verification_levels", Value::Int(request.levels.into())),
        ("document_due_date", Value::text(&request.document_due_date)),
        ("expiry_days", Value::Int(request.expiry_days)),
        ("expires_on", Value::text(request.expires_on.to_string())),
        ("open_until", if request.is_running() { Value::text(request.expires_on.to_string()) } else { Value::Null }),
        ("notify_on", text(&request.notify_on)),
        ("purge_days", Value::Int(request.purge_days)),
        ("documents_requested", Value::Int(request.requested)),
        ("documents_accepted", Value::Int(request.accepted)),
        ("documents_rejected", Value::Int(request.rejected)),
        ("documents_not_required", Value::Int(request.not_required)),
        ("documents_pending", Value::Int(if request.is_running() { request.pending() } else { 0 })),
        ("documents_in_review", Value::Int(request.in_review)),
        ("documents_claimed", Value::Int(request.claimed)),
        ("sent_on", text(&request.sent_on)),
        ("closed_on", text(&request.closed_on)),
        ("updated_on", Value::text(&request.updated_on)),
        ("updated_by", Value::text(&request.updated_by)),
        ("search", Value::Text(search_words(scope, aggregate))),
    ]
}

/// Names sort without regard to case.
pub(super) fn sort_name(name: &str) -> String {
    name.to_lowercase()
}
