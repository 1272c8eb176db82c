//! Writes a changed request: the difference between before and after, its figures and its audit entry.

use domain::Refusal;
use domain::access::{Change, RequestAccess};
use domain::master_data::Value;

use super::action::ActionTaken;
use super::aggregate::{DocumentRow, FileRow, PartyRow, RequestAggregate, VersionRow};
use super::count::count_change;
use super::messages::move_messages;
use super::reminders::{move_reminder, plan_notifications, set_reminder};
use super::renewals::not_renewed;
use super::rows::{DOCUMENT, FILE, PARTY, REVIEW, VERIFICATION, VERSION, Writer, changing, text};
use crate::batch::{Batch, Statement, insert_rows};
use crate::sql::scoped;

impl Writer<'_> {
    fn parties(&self, before: &[PartyRow]) -> Vec<Statement> {
        let is_new = |party: &&PartyRow| !before.iter().any(|old| old.seq_no == party.seq_no);
        let fresh: Vec<_> = self.aggregate.parties.iter().filter(is_new).map(|party| self.party(party)).collect();
        let mut all = insert_rows("docrequest_party", PARTY, &fresh);
        for party in self.aggregate.parties.iter().filter(|party| !is_new(party)) {
            if before.iter().any(|old| old == party) {
                continue;
            }
            let old = before.iter().find(|old| old.seq_no == party.seq_no);
            all.extend(old.and_then(|old| self.changed_party(old, party)));
        }
        all
    }

    /// Only the columns that differ: a reminder may write another one at the same time.
    fn changed_party(&self, old: &PartyRow, party: &PartyRow) -> Option<Statement> {
        let pairs = self.party(old).into_iter().zip(self.party(party));
        let differing = PARTY.split(", ").zip(pairs).filter(|(_, (old, new))| old != new);
        let (names, set): (Vec<&str>, Vec<Value>) = differing.map(|(name, (_, new))| (name, new)).unzip();
        let list: Vec<String> = names.iter().enumerate().map(|(at, name)| format!("{name} = ${}", at + 1)).collect();
        let (clause, values) = self.keyed(set, &["party_seq_no"], vec![Value::Int(party.seq_no.into())]);
        let update = format!("UPDATE docrequest_party SET {}{clause}", list.join(", "));
        (!names.is_empty()).then(|| Statement::new(update, values))
    }

    fn documents(&self, before: &[DocumentRow]) -> Vec<Statement> {
        let is_new = |document: &&DocumentRow| !before.iter().any(|old| old.number == document.number);
        let fresh =
            self.aggregate.documents.iter().filter(is_new).map(|document| self.document(document)).collect::<Vec<_>>();
        let mut all = insert_rows("docrequest_document", DOCUMENT, &fresh);
        for document in self.aggregate.documents.iter().filter(|document| !is_new(document)) {
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
                text(&document.waiver_by),
                text(&document.waiver_reason),
                text(&document.waiver_on),
            ];
            let (clause, values) = self.keyed(set, &["document_no"], vec![Value::Int(document.number.into())]);
            all.push(Statement::new(
                format!(
                    r#"UPDATE docrequest_document
                    SET mandatory = $1, instructions = $2, document_due_date = $3, status = $4, accepted_levels = $5,
                        claim_by = $6, claim_reason = $7, claim_on = $8, waiver_by = $9, waiver_reason = $10,
                        waiver_on = $11{clause}"#
                ),
                values,
            ));
        }
        all
    }

    /// Removes deleted rows, children first.
    fn removed(&self, before: &RequestAggregate) -> Vec<Statement> {
        let mut all = Vec::new();
        let gone_files =
            before.files.iter().filter(|old| !self.aggregate.files.iter().any(|new| new.file_id == old.file_id));
        for file in gone_files {
            let (clause, values) = self.keyed(Vec::new(), &["file_id"], vec![Value::text(&file.file_id)]);
            all.push(Statement::new(format!("DELETE FROM docrequest_file{clause}"), values));
        }
        for old in before.documents.iter().filter(|old| self.aggregate.document(old.number).is_none()) {
            let (clause, values) = self.keyed(Vec::new(), &["document_no"], vec![Value::Int(old.number.into())]);
            all.push(Statement::new(format!("DELETE FROM docrequest_document{clause}"), values));
        }
        for old in before.parties.iter().filter(|old| self.aggregate.party(old.seq_no).is_none()) {
            let (clause, values) = self.keyed(Vec::new(), &["party_seq_no"], vec![Value::Int(old.seq_no.into())]);
            all.push(Statement::new(format!("DELETE FROM docrequest_party{clause}"), values));
        }
        all
    }

    fn submissions(&self, before: Option<&RequestAggregate>) -> Vec<Statement> {
        let versions = self.aggregate.versions.iter().filter(|version| {
            !before.is_some_and(|aggregate| {
                aggregate.versions.iter().any(|old| old.document == version.document && old.number == version.number)
            })
        });
        let versions: Vec<&VersionRow> = versions.collect();
        let rows: Vec<_> = versions.iter().map(|version| self.version(version)).collect();
        let mut all = insert_rows("docrequest_version", VERSION, &rows);
        let waiting: Vec<_> = versions.iter().filter_map(|version| self.verification(version)).collect();
        all.extend(insert_rows("document_verification", VERIFICATION, &waiting));
        // Reviews are only added, and `apply_outcome` appends new ones.
        let known = before.map_or(0, |aggregate| aggregate.reviews.len());
        let reviews = self.aggregate.reviews.iter().skip(known).map(|review| self.review(review));
        all.extend(insert_rows("docrequest_review", REVIEW, &reviews.collect::<Vec<_>>()));
        let known = |file: &FileRow| {
            before.and_then(|aggregate| aggregate.files.iter().find(|old| old.file_id == file.file_id))
        };
        let fresh = self.aggregate.files.iter().filter(|file| known(file).is_none()).map(|file| self.file(file));
        all.extend(insert_rows("docrequest_file", FILE, &fresh.collect::<Vec<_>>()));
        for file in
            self.aggregate.files.iter().filter(|file| known(file).is_some_and(|old| old.version != file.version))
        {
            let (clause, values) =
                self.keyed(vec![Value::Int(file.version.into())], &["file_id"], vec![Value::text(&file.file_id)]);
            let text = format!("UPDATE docrequest_file SET version_no = $1{clause}");
            all.push(Statement::new(text, values).or_refuse(Refusal::Stale));
        }
        all
    }
}

fn stepped(aggregate: &mut RequestAggregate, step: &ActionTaken) {
    (aggregate.request.last_document, aggregate.request.last_party) =
        (aggregate.last_document(), aggregate.last_party());
    let request = &mut aggregate.request;
    request.latest_action = step.action.name().to_owned();
    request.latest_action_by = step.actor.clone();
    request.latest_action_on = step.now.clone();
    request.updated_on = step.now.clone();
    request.updated_by = step.actor.clone();
    plan_notifications(aggregate, step);
}

pub fn created(access: &RequestAccess<Change>, aggregate: &mut RequestAggregate, step: &ActionTaken) -> Batch {
    stepped(aggregate, step);
    let writer = Writer { access, aggregate };
    let request = &aggregate.request;
    let mut columns = vec!["country_code", "entity_code", "tenant_code", "txn_ref_no", "txn_id"];
    let mut values = scoped(access.permit(), &[&request.tenant_code, &request.txn_ref_no, &request.txn_id]);
    for (column, value) in changing(access.permit().scope(), aggregate) {
        columns.push(column);
        values.push(value);
    }
    columns.extend(["version_number", "created_on", "created_by"]);
    values.extend([Value::Int(1), Value::text(&request.created_on), Value::text(&request.created_by)]);
    let mut batch = Batch::audited(step.entry(aggregate, None));
    batch.statements.extend(insert_rows("docrequest", &columns.join(", "), &[values]));
    batch.statements.extend(set_reminder(access.permit(), None, aggregate));
    batch.statements.extend(writer.parties(&[]));
    batch.statements.extend(writer.documents(&[]));
    batch.statements.extend(writer.submissions(None));
    batch.statements.extend(writer.review_queue(None));
    batch.statements.extend(count_change(access.permit().scope(), None, Some(request), &step.zone));
    batch
}

/// Writes a changed request if it still has the version it was read with.
pub fn changed(
    access: &RequestAccess<Change>,
    before: &RequestAggregate,
    after: &mut RequestAggregate,
    step: &ActionTaken,
) -> Batch {
    stepped(after, step);
    after.request.version_number = before.request.version_number + 1;
    let writer = Writer { access, aggregate: after };
    let columns = changing(access.permit().scope(), after);
    let list: Vec<String> = columns.iter().enumerate().map(|(at, (name, _))| format!("{name} = ${}", at + 1)).collect();
    let set: Vec<Value> = columns.into_iter().map(|(_, value)| value).collect();
    let (clause, values) = writer.keyed(set, &["version_number"], vec![Value::Int(before.request.version_number)]);
    let text = format!("UPDATE docrequest SET {}, version_number = version_number + 1{clause}", list.join(", "));
    let mut batch =
        Batch::audited(step.entry(after, Some(before))).and(Statement::new(text, values).or_refuse(Refusal::Stale));
    batch.statements.extend(set_reminder(access.permit(), before.remind_on, after));
    if before.request.branch_code != after.request.branch_code {
        batch.statements.push(move_messages(access.permit(), &after.request.txn_ref_no, &after.request.branch_code));
    }
    batch.statements.extend(writer.parties(&before.parties));
    batch.statements.extend(writer.documents(&before.documents));
    batch.statements.extend(writer.submissions(Some(before)));
    batch.statements.extend(writer.review_queue(Some(before)));
    batch.statements.extend(writer.removed(before));
    batch.statements.extend(count_change(
        access.permit().scope(),
        Some(&before.request),
        Some(&after.request),
        &step.zone,
    ));
    batch
}

/// Writes that parties were reminded, if the request is still the one that was read. The request itself does not change,
/// so that a reminder enters none of its indexes and refuses nobody's edit as stale.
pub fn reminded(
    access: &RequestAccess<Change>,
    before: &RequestAggregate,
    after: &mut RequestAggregate,
    step: &ActionTaken,
) -> Batch {
    after.remind_on = after.next_reminder(step.day());
    let writer = Writer { access, aggregate: after };
    let mut batch =
        Batch::audited(step.entry(after, Some(before))).and(move_reminder(access.permit(), before, after.remind_on));
    batch.statements.extend(writer.parties(&before.parties));
    batch
}

/// Deletes an unsent request with all its rows.
pub fn deleted(access: &RequestAccess<Change>, before: &RequestAggregate, step: &ActionTaken) -> Batch {
    let writer = Writer { access, aggregate: before };
    let (clause, values) =
        writer.keyed(Vec::new(), &["version_number"], vec![Value::Int(before.request.version_number)]);
    let mut batch = Batch::audited(step.entry(before, None));
    let empty = RequestAggregate { files: Vec::new(), documents: Vec::new(), parties: Vec::new(), ..before.clone() };
    batch.statements.extend(Writer { access, aggregate: &empty }.removed(before));
    batch.statements.push(Statement::new(format!("DELETE FROM docrequest{clause}"), values).or_refuse(Refusal::Stale));
    batch.statements.push(not_renewed(access.permit(), &before.request.txn_ref_no));
    batch.statements.extend(count_change(access.permit().scope(), Some(&before.request), None, &step.zone));
    batch
}
