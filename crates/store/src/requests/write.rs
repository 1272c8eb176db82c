//! What became of a request, as statements: the difference between before and after, with its figures and its entry.

use domain::Refusal;
use domain::access::{Change, Sight};
use domain::master_data::Value;
use domain::request::{Decision, Request};
use serde_json::{Value as Json, json};

use super::case::{Case, DocumentRow, FileRow, Head, PartyRow, ReviewRow, VersionRow};
use super::count::counted;
use super::load::Details;
use crate::audit::Entry;
use crate::batch::{Batch, Statement};
use crate::sql::scoped;

/// One thing that was done, by whom and when.
#[derive(Debug, Clone)]
pub struct Step {
    pub action: &'static str,
    pub actor: String,
    /// On whose behalf, when the owner forwards to the actor.
    pub for_user: Option<String>,
    pub now: String,
    pub document: Option<u32>,
    /// Why a request was closed or a document claimed.
    pub reason: Option<String>,
    /// Why a document was rejected.
    pub reason_code: Option<String>,
    pub remark: Option<String>,
    pub detail: Json,
}

impl Step {
    fn entry(&self, case: &Case) -> Entry {
        let title = self.document.and_then(|number| case.document(number)).map(|document| document.title.clone());
        let detail = json!({
            "forUser": self.for_user, "documentNo": self.document, "documentTitle": title, "reason": self.reason,
            "reasonCode": self.reason_code, "remark": self.remark, "status": case.head.status.name(), "more": self.detail,
        });
        Entry { action: self.action, resource: "docrequest", key: case.head.txn_ref_no.clone(), detail }
    }
}

impl Case {
    /// Takes over what the rules made of it.
    pub fn follow(&mut self, next: &Request, step: &Step) {
        let head = &mut self.head;
        head.is_sent = next.is_sent;
        head.is_modified = next.is_modified;
        head.is_expired = next.is_expired;
        head.expires_on = next.expires_on;
        head.decision = next.decision;
        head.status = next.status();
        let counts = next.counts();
        head.requested = counts.requested;
        head.accepted = counts.accepted;
        head.rejected = counts.rejected;
        head.not_required = counts.not_required;
        if next.is_sent && head.sent_on.is_none() {
            head.sent_on = Some(step.now.clone());
        }
        if next.decision.is_some() && head.closed_on.is_none() {
            head.closed_on = Some(step.now.clone());
            head.reason = step.reason.clone().filter(|_| next.decision != Some(Decision::Approved));
        }
        for document in &next.documents {
            self.follow_document(document, step);
        }
    }

    fn follow_document(&mut self, next: &domain::request::Document, step: &Step) {
        let Some(row) = self.documents.iter_mut().find(|row| row.number == next.number) else { return };
        row.status = next.status;
        row.accepted_levels = next.accepted_levels;
        match (&next.claim, &row.claim_by) {
            (Some(by), None) => {
                row.claim_by = Some(by.name());
                row.claim_reason = step.reason.clone();
                row.claim_on = Some(step.now.clone());
            }
            (None, Some(_)) => (row.claim_by, row.claim_reason, row.claim_on) = (None, None, None),
            _ => {}
        }
        for version in &next.versions {
            let known = self.versions.iter().any(|row| row.document == next.number && row.number == version.number);
            if !known {
                self.versions.push(VersionRow {
                    document: next.number,
                    number: version.number,
                    uploaded_by: version.uploaded_by.name(),
                    uploaded_on: step.now.clone(),
                });
            }
            let is_of = |row: &&ReviewRow| row.document == next.number && row.version == version.number;
            let known = self.reviews.iter().filter(is_of).count();
            for (at, review) in version.reviews.iter().enumerate().skip(known) {
                self.reviews.push(ReviewRow {
                    document: next.number,
                    version: version.number,
                    number: at as u32 + 1,
                    level: review.level,
                    reviewed_by: review.by.name(),
                    reviewed_on: step.now.clone(),
                    verdict: review.verdict,
                    reason_code: step.reason_code.clone(),
                    remark: step.remark.clone(),
                });
            }
        }
    }
}

fn text(value: &Option<String>) -> Value {
    value.as_ref().map_or(Value::Null, Value::text)
}

fn int(number: Option<i64>) -> Value {
    number.map_or(Value::Null, Value::Int)
}

/// Rows of one table in as few statements as make sense.
fn insert(table: &str, columns: &str, rows: Vec<Vec<Value>>) -> Vec<Statement> {
    let chunk = |rows: &[Vec<Value>]| {
        let mut at = 0;
        let mut place = || {
            at += 1;
            format!("${at}")
        };
        let lines: Vec<String> = rows
            .iter()
            .map(|row| format!("({})", row.iter().map(|_| place()).collect::<Vec<_>>().join(", ")))
            .collect();
        let text = format!("INSERT INTO {table} ({columns}) VALUES {}", lines.join(", "));
        Statement::new(text, rows.iter().flatten().cloned().collect())
    };
    rows.chunks(20).map(chunk).collect()
}

struct Writer<'a> {
    sight: &'a Sight<Change>,
    case: &'a Case,
}

impl Writer<'_> {
    /// Country, entity, tenant and number: what every row below a request begins with.
    fn lead(&self) -> Vec<Value> {
        scoped(self.sight.permit(), &[&self.case.head.tenant_code, &self.case.head.txn_ref_no])
    }

    fn row(&self, rest: impl IntoIterator<Item = Value>) -> Vec<Value> {
        self.lead().into_iter().chain(rest).collect()
    }

    /// ` WHERE country, entity, number` after `set` values.
    fn keyed(&self, set: Vec<Value>, keys: &[&str], rest: Vec<Value>) -> (String, Vec<Value>) {
        let mut values = set;
        let mut clause = String::from(" WHERE ");
        let key = scoped(self.sight.permit(), &[&self.case.head.txn_ref_no]);
        let names = ["country_code", "entity_code", "txn_ref_no"].iter().chain(keys);
        for (at, (name, value)) in names.zip(key.into_iter().chain(rest)).enumerate() {
            values.push(value);
            clause.push_str(&format!("{}{name} = ${}", if at > 0 { " AND " } else { "" }, values.len()));
        }
        (clause, values)
    }

    fn party(&self, party: &PartyRow) -> Vec<Value> {
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
            Value::text(&party.lang_code),
        ])
    }

    fn document(&self, document: &DocumentRow) -> Vec<Value> {
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
            text(&document.compliance_applicable),
            Value::Bool(document.mandatory),
            text(&document.instructions),
            text(&document.due),
            Value::text(document.status.name()),
            Value::Int(document.accepted_levels.into()),
            text(&document.claim_by),
            text(&document.claim_reason),
            text(&document.claim_on),
        ])
    }

    fn file(&self, file: &FileRow) -> Vec<Value> {
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
        ])
    }

    fn parties(&self, before: &[PartyRow]) -> Vec<Statement> {
        let is_new = |party: &&PartyRow| !before.iter().any(|old| old.seq_no == party.seq_no);
        let fresh = self.case.parties.iter().filter(is_new).map(|party| self.party(party)).collect();
        let mut all = insert("docrequest_party", PARTY, fresh);
        for party in self.case.parties.iter().filter(|party| !is_new(party)) {
            if before.iter().any(|old| old == party) {
                continue;
            }
            let row = self.party(party);
            let set: Vec<Value> = row[5..].to_vec();
            let names: Vec<&str> = PARTY.split(", ").skip(5).collect();
            let list: Vec<String> =
                names.iter().enumerate().map(|(at, name)| format!("{name} = ${}", at + 1)).collect();
            let (clause, values) = self.keyed(set, &["party_seq_no"], vec![Value::Int(party.seq_no.into())]);
            all.push(Statement::new(format!("UPDATE docrequest_party SET {}{clause}", list.join(", ")), values));
        }
        all
    }

    fn documents(&self, before: &[DocumentRow]) -> Vec<Statement> {
        let is_new = |document: &&DocumentRow| !before.iter().any(|old| old.number == document.number);
        let fresh = self.case.documents.iter().filter(is_new).map(|document| self.document(document)).collect();
        let mut all = insert("docrequest_document", DOCUMENT, fresh);
        for document in self.case.documents.iter().filter(|document| !is_new(document)) {
            if before.iter().any(|old| old == document) {
                continue;
            }
            let set = vec![
                Value::Bool(document.mandatory),
                text(&document.instructions),
                text(&document.due),
                Value::text(document.status.name()),
                Value::Int(document.accepted_levels.into()),
                text(&document.claim_by),
                text(&document.claim_reason),
                text(&document.claim_on),
            ];
            let (clause, values) = self.keyed(set, &["document_no"], vec![Value::Int(document.number.into())]);
            all.push(Statement::new(
                format!("UPDATE docrequest_document SET mandatory = $1, instructions = $2, document_due_date = $3, status = $4, accepted_levels = $5, claim_by = $6, claim_reason = $7, claim_on = $8{clause}"),
                values,
            ));
        }
        all
    }

    /// What went away, children first.
    fn removed(&self, before: &Case) -> Vec<Statement> {
        let mut all = Vec::new();
        let gone_files =
            before.files.iter().filter(|old| !self.case.files.iter().any(|new| new.file_id == old.file_id));
        for file in gone_files {
            let (clause, values) = self.keyed(Vec::new(), &["file_id"], vec![Value::text(&file.file_id)]);
            all.push(Statement::new(format!("DELETE FROM docrequest_file{clause}"), values));
        }
        for old in before.documents.iter().filter(|old| self.case.document(old.number).is_none()) {
            let (clause, values) = self.keyed(Vec::new(), &["document_no"], vec![Value::Int(old.number.into())]);
            all.push(Statement::new(format!("DELETE FROM docrequest_document{clause}"), values));
        }
        for old in before.parties.iter().filter(|old| self.case.party(old.seq_no).is_none()) {
            let (clause, values) = self.keyed(Vec::new(), &["party_seq_no"], vec![Value::Int(old.seq_no.into())]);
            all.push(Statement::new(format!("DELETE FROM docrequest_party{clause}"), values));
        }
        all
    }

    fn hand_ins(&self, before: Option<&Case>) -> Vec<Statement> {
        let old = |known: fn(&Case) -> usize| before.map_or(0, known);
        let versions = self.case.versions.iter().filter(|version| {
            !before.is_some_and(|case| {
                case.versions.iter().any(|old| old.document == version.document && old.number == version.number)
            })
        });
        let versions = versions.map(|version| {
            self.row([
                Value::Int(version.document.into()),
                Value::Int(version.number.into()),
                Value::text(&version.uploaded_by),
                Value::text(&version.uploaded_on),
            ])
        });
        let mut all = insert("docrequest_version", VERSION, versions.collect());
        // Reviews are only ever added, and `follow` puts new ones at the end.
        let reviews = self.case.reviews.iter().skip(old(|case| case.reviews.len())).map(|review| {
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
        });
        all.extend(insert("docrequest_review", REVIEW, reviews.collect()));
        let known = |file: &FileRow| before.and_then(|case| case.files.iter().find(|old| old.file_id == file.file_id));
        let fresh = self.case.files.iter().filter(|file| known(file).is_none()).map(|file| self.file(file));
        all.extend(insert("docrequest_file", FILE, fresh.collect()));
        for file in self.case.files.iter().filter(|file| known(file).is_some_and(|old| old.version != file.version)) {
            let (clause, values) =
                self.keyed(vec![Value::Int(file.version.into())], &["file_id"], vec![Value::text(&file.file_id)]);
            let text = format!("UPDATE docrequest_file SET version_no = $1{clause}");
            all.push(Statement::new(text, values).or_refuse(Refusal::Stale));
        }
        all
    }
}

const PARTY: &str = "country_code, entity_code, tenant_code, txn_ref_no, party_seq_no, user_id, party_type, first_name, second_name, last_name, mobile_number, email_address, primary_party, authorize_other_pty, email_notification, sms_notification, request_remarks, same_remarks_to_all_pty, relationship, auth_party_seq_no, auth_level, lang_code";
const DOCUMENT: &str = "country_code, entity_code, tenant_code, txn_ref_no, document_no, party_seq_no, document_code, template_code, document_title, document_category, document_types, max_size_mb, max_files, compliance_applicable, mandatory, instructions, document_due_date, status, accepted_levels, claim_by, claim_reason, claim_on";
const VERSION: &str =
    "country_code, entity_code, tenant_code, txn_ref_no, document_no, version_no, uploaded_by, uploaded_on";
const REVIEW: &str = "country_code, entity_code, tenant_code, txn_ref_no, document_no, version_no, review_no, level, reviewed_by, reviewed_on, verdict, reason_code, remark";
const FILE: &str = "country_code, entity_code, tenant_code, txn_ref_no, file_id, document_no, version_no, uploaded_by, uploaded_on, file_name, content_type, size, pages, sha256, storage_id";

/// The columns of a request that may change, with their values.
fn changing(head: &Head) -> Vec<(&'static str, Value)> {
    let details = Details { customer: head.customer.clone(), notification: head.notification.clone() };
    let customer = &head.customer;
    let is_running = head.is_sent && !head.is_expired && head.decision.is_none();
    vec![
        ("branch_code", Value::text(&head.branch_code)),
        ("customer_name", Value::text(&customer.customer_name)),
        ("name_sort", Value::text(sort_name(&customer.customer_name))),
        ("customer_type", Value::text(&customer.customer_type)),
        ("customer_category", text(&customer.customer_category)),
        ("customer_indicator", Value::text(&customer.customer_indicator)),
        ("customer_industry", Value::text(&customer.customer_industry)),
        ("request_category", Value::text(&customer.request_category)),
        ("request_sub_category", Value::text(&customer.request_sub_category)),
        ("request_purpose", Value::text(&customer.request_purpose)),
        ("referred_by", text(&head.referred_by)),
        ("customer_reference", Value::text(&customer.customer_reference)),
        ("user_reference", text(&head.user_reference)),
        ("email_address", Value::text(&customer.email_address)),
        ("primary_mobile", Value::text(&customer.primary_mobile)),
        ("details", Value::Text(serde_json::to_string(&details).unwrap_or_default())),
        ("status", Value::text(head.status.name())),
        ("decision", head.decision.map_or(Value::Null, |decision| Value::text(decision.name()))),
        ("is_sent", Value::Bool(head.is_sent)),
        ("is_modified", Value::Bool(head.is_modified)),
        ("is_expired", Value::Bool(head.is_expired)),
        ("latest_action", Value::text(&head.latest_action)),
        ("latest_action_by", Value::text(&head.latest_action_by)),
        ("latest_action_on", Value::text(&head.latest_action_on)),
        ("reason", text(&head.reason)),
        ("owner", Value::text(&head.owner)),
        ("forwarded_to", text(&head.forwarded_to)),
        ("verification_levels", Value::Int(head.levels.into())),
        ("document_due_date", Value::text(&head.document_due_date)),
        ("expiry_days", Value::Int(head.expiry_days)),
        ("expires_on", Value::text(head.expires_on.to_string())),
        ("open_until", if is_running { Value::text(head.expires_on.to_string()) } else { Value::Null }),
        ("purge_days", Value::Int(head.purge_days)),
        ("documents_requested", Value::Int(head.requested)),
        ("documents_accepted", Value::Int(head.accepted)),
        ("documents_rejected", Value::Int(head.rejected)),
        ("documents_not_required", Value::Int(head.not_required)),
        ("sent_on", text(&head.sent_on)),
        ("closed_on", text(&head.closed_on)),
        ("updated_on", Value::text(&head.updated_on)),
        ("updated_by", Value::text(&head.updated_by)),
    ]
}

/// Names sort without regard to case.
pub(super) fn sort_name(name: &str) -> String {
    name.to_lowercase()
}

/// The words a request is found by: names, numbers, addresses, in small letters.
fn words(case: &Case) -> Vec<String> {
    let head = &case.head;
    let customer = &head.customer;
    let mut all: Vec<String> = Vec::new();
    let mut add = |text: &str| {
        let text = text.to_lowercase();
        all.extend(text.split_whitespace().map(|word| word.chars().take(60).collect()));
    };
    [&customer.customer_name, &customer.customer_reference, &customer.email_address, &customer.primary_mobile]
        .into_iter()
        .for_each(|text| add(text));
    add(&head.txn_ref_no);
    for mobile in case.parties.iter().flat_map(|party| &party.mobile_number).chain([&customer.primary_mobile]) {
        add(mobile.trim_start_matches('+'));
        // As people say it, without the country in front.
        add(&mobile[mobile.len().saturating_sub(10)..]);
    }
    head.user_reference.iter().for_each(|text| add(text));
    for party in &case.parties {
        add(&party.full_name());
        party.email_address.iter().chain(&party.mobile_number).for_each(|text| add(text));
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// Only what is new and what is gone: a statement that folds several may touch a row once.
fn word_rows(writer: &Writer, before: &[String]) -> Vec<Statement> {
    let head = &writer.case.head;
    let now = words(writer.case);
    let row = |word: &String| scoped(writer.sight.permit(), &[&head.tenant_code, word, &head.txn_ref_no]);
    let rows = now.iter().filter(|word| !before.contains(word)).map(row).collect();
    let mut all = insert("docrequest_word", "country_code, entity_code, tenant_code, word, txn_ref_no", rows);
    for word in before.iter().filter(|word| !now.contains(word)) {
        let (clause, values) = writer.keyed(Vec::new(), &["word"], vec![Value::text(word)]);
        all.push(Statement::new(format!("DELETE FROM docrequest_word{clause}"), values));
    }
    all
}

fn stepped(case: &mut Case, step: &Step) {
    let head = &mut case.head;
    head.latest_action = step.action.to_owned();
    head.latest_action_by = step.actor.clone();
    head.latest_action_on = step.now.clone();
    head.updated_on = step.now.clone();
    head.updated_by = step.actor.clone();
}

/// A new request.
pub fn created(sight: &Sight<Change>, case: &mut Case, step: &Step) -> Batch {
    stepped(case, step);
    let writer = Writer { sight, case };
    let head = &case.head;
    let mut columns = vec!["country_code", "entity_code", "tenant_code", "txn_ref_no", "txn_id"];
    let mut values = scoped(sight.permit(), &[&head.tenant_code, &head.txn_ref_no, &head.txn_id]);
    for (column, value) in changing(head) {
        columns.push(column);
        values.push(value);
    }
    columns.extend(["version_number", "created_on", "created_by"]);
    values.extend([Value::Int(1), Value::text(&head.created_on), Value::text(&head.created_by)]);
    let mut batch = Batch::audited(step.entry(case));
    batch.statements.extend(insert("docrequest", &columns.join(", "), vec![values]));
    batch.statements.extend(writer.parties(&[]));
    batch.statements.extend(writer.documents(&[]));
    batch.statements.extend(writer.hand_ins(None));
    batch.statements.extend(word_rows(&writer, &[]));
    batch.statements.extend(counted(sight.permit().scope(), None, Some(head)));
    batch
}

/// A request that went one step further, if it still has the version it was read with.
pub fn changed(sight: &Sight<Change>, before: &Case, after: &mut Case, step: &Step) -> Batch {
    stepped(after, step);
    after.head.version_number = before.head.version_number + 1;
    let writer = Writer { sight, case: after };
    let columns = changing(&after.head);
    let list: Vec<String> = columns.iter().enumerate().map(|(at, (name, _))| format!("{name} = ${}", at + 1)).collect();
    let set: Vec<Value> = columns.into_iter().map(|(_, value)| value).collect();
    let (clause, values) = writer.keyed(set, &["version_number"], vec![Value::Int(before.head.version_number)]);
    let text = format!("UPDATE docrequest SET {}, version_number = version_number + 1{clause}", list.join(", "));
    let mut batch = Batch::audited(step.entry(after)).and(Statement::new(text, values).or_refuse(Refusal::Stale));
    batch.statements.extend(writer.parties(&before.parties));
    batch.statements.extend(writer.documents(&before.documents));
    batch.statements.extend(writer.hand_ins(Some(before)));
    batch.statements.extend(writer.removed(before));
    batch.statements.extend(counted(sight.permit().scope(), Some(&before.head), Some(&after.head)));
    batch
}

/// As [`changed`], for edits that may change what a request is found by.
pub fn edited(sight: &Sight<Change>, before: &Case, after: &mut Case, step: &Step) -> Batch {
    let mut batch = changed(sight, before, after, step);
    batch.statements.extend(word_rows(&Writer { sight, case: after }, &words(before)));
    batch
}

/// Throws an unsent request away; what hangs on it goes with it.
pub fn deleted(sight: &Sight<Change>, before: &Case, step: &Step) -> Batch {
    let writer = Writer { sight, case: before };
    let (clause, values) = writer.keyed(Vec::new(), &["version_number"], vec![Value::Int(before.head.version_number)]);
    let mut batch = Batch::audited(step.entry(before));
    let empty = Case { files: Vec::new(), documents: Vec::new(), parties: Vec::new(), ..before.clone() };
    batch.statements.extend(Writer { sight, case: &empty }.removed(before));
    batch.statements.push(Statement::new(format!("DELETE FROM docrequest{clause}"), values).or_refuse(Refusal::Stale));
    batch.statements.extend(counted(sight.permit().scope(), Some(&before.head), None));
    batch
}
