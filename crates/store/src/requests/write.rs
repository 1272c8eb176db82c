//! What became of a request, as statements: the difference between before and after, with its figures and its entry.

use domain::Refusal;
use domain::access::{Change, Sight};
use domain::master_data::Value;

use super::case::{Case, DocumentRow, FileRow, PartyRow};
use super::count::counted;
use super::extras::not_renewed;
use super::rows::{DOCUMENT, FILE, PARTY, REVIEW, VERSION, Writer, changing, text};
use super::step::Step;
use crate::batch::{Batch, Statement, insert_rows};
use crate::sql::scoped;

impl Writer<'_> {
    fn parties(&self, before: &[PartyRow]) -> Vec<Statement> {
        let is_new = |party: &&PartyRow| !before.iter().any(|old| old.seq_no == party.seq_no);
        let fresh: Vec<_> = self.case.parties.iter().filter(is_new).map(|party| self.party(party)).collect();
        let mut all = insert_rows("docrequest_party", PARTY, &fresh);
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
        let fresh =
            self.case.documents.iter().filter(is_new).map(|document| self.document(document)).collect::<Vec<_>>();
        let mut all = insert_rows("docrequest_document", DOCUMENT, &fresh);
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
                text(&document.waiver_by),
                text(&document.waiver_reason),
                text(&document.waiver_on),
            ];
            let (clause, values) = self.keyed(set, &["document_no"], vec![Value::Int(document.number.into())]);
            all.push(Statement::new(
                format!("UPDATE docrequest_document SET mandatory = $1, instructions = $2, document_due_date = $3, status = $4, accepted_levels = $5, claim_by = $6, claim_reason = $7, claim_on = $8, waiver_by = $9, waiver_reason = $10, waiver_on = $11{clause}"),
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
        let versions = self.case.versions.iter().filter(|version| {
            !before.is_some_and(|case| {
                case.versions.iter().any(|old| old.document == version.document && old.number == version.number)
            })
        });
        let versions = versions.map(|version| self.version(version));
        let mut all = insert_rows("docrequest_version", VERSION, &versions.collect::<Vec<_>>());
        // Reviews are only ever added, and `follow` puts new ones at the end.
        let known = before.map_or(0, |case| case.reviews.len());
        let reviews = self.case.reviews.iter().skip(known).map(|review| self.review(review));
        all.extend(insert_rows("docrequest_review", REVIEW, &reviews.collect::<Vec<_>>()));
        let known = |file: &FileRow| before.and_then(|case| case.files.iter().find(|old| old.file_id == file.file_id));
        let fresh = self.case.files.iter().filter(|file| known(file).is_none()).map(|file| self.file(file));
        all.extend(insert_rows("docrequest_file", FILE, &fresh.collect::<Vec<_>>()));
        for file in self.case.files.iter().filter(|file| known(file).is_some_and(|old| old.version != file.version)) {
            let (clause, values) =
                self.keyed(vec![Value::Int(file.version.into())], &["file_id"], vec![Value::text(&file.file_id)]);
            let text = format!("UPDATE docrequest_file SET version_no = $1{clause}");
            all.push(Statement::new(text, values).or_refuse(Refusal::Stale));
        }
        all
    }
}

fn stepped(case: &mut Case, step: &Step) {
    (case.head.last_document, case.head.last_party) = (case.last_document(), case.last_party());
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
    for (column, value) in changing(sight.permit().scope(), case) {
        columns.push(column);
        values.push(value);
    }
    columns.extend(["version_number", "created_on", "created_by"]);
    values.extend([Value::Int(1), Value::text(&head.created_on), Value::text(&head.created_by)]);
    let mut batch = Batch::audited(step.entry(case, None));
    batch.statements.extend(insert_rows("docrequest", &columns.join(", "), &[values]));
    batch.statements.extend(writer.parties(&[]));
    batch.statements.extend(writer.documents(&[]));
    batch.statements.extend(writer.hand_ins(None));
    batch.statements.extend(counted(sight.permit().scope(), None, Some(head), &step.zone));
    batch
}

/// A request that went one step further, if it still has the version it was read with.
pub fn changed(sight: &Sight<Change>, before: &Case, after: &mut Case, step: &Step) -> Batch {
    stepped(after, step);
    after.head.version_number = before.head.version_number + 1;
    let writer = Writer { sight, case: after };
    let columns = changing(sight.permit().scope(), after);
    let list: Vec<String> = columns.iter().enumerate().map(|(at, (name, _))| format!("{name} = ${}", at + 1)).collect();
    let set: Vec<Value> = columns.into_iter().map(|(_, value)| value).collect();
    let (clause, values) = writer.keyed(set, &["version_number"], vec![Value::Int(before.head.version_number)]);
    let text = format!("UPDATE docrequest SET {}, version_number = version_number + 1{clause}", list.join(", "));
    let mut batch =
        Batch::audited(step.entry(after, Some(before))).and(Statement::new(text, values).or_refuse(Refusal::Stale));
    batch.statements.extend(writer.parties(&before.parties));
    batch.statements.extend(writer.documents(&before.documents));
    batch.statements.extend(writer.hand_ins(Some(before)));
    batch.statements.extend(writer.removed(before));
    batch.statements.extend(counted(sight.permit().scope(), Some(&before.head), Some(&after.head), &step.zone));
    batch
}

/// Throws an unsent request away; what hangs on it goes with it.
pub fn deleted(sight: &Sight<Change>, before: &Case, step: &Step) -> Batch {
    let writer = Writer { sight, case: before };
    let (clause, values) = writer.keyed(Vec::new(), &["version_number"], vec![Value::Int(before.head.version_number)]);
    let mut batch = Batch::audited(step.entry(before, None));
    let empty = Case { files: Vec::new(), documents: Vec::new(), parties: Vec::new(), ..before.clone() };
    batch.statements.extend(Writer { sight, case: &empty }.removed(before));
    batch.statements.push(Statement::new(format!("DELETE FROM docrequest{clause}"), values).or_refuse(Refusal::Stale));
    batch.statements.push(not_renewed(sight.permit(), &before.head.txn_ref_no));
    batch.statements.extend(counted(sight.permit().scope(), Some(&before.head), None, &step.zone));
    batch
}
