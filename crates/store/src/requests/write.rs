//! Writes a changed request: the difference between before and after, its figures and its audit entry.

use domain::Refusal;
use domain::access::{Change, RequestAccess};
use domain::master_data::Value;

use super::action::ActionTaken;
use super::aggregate::{PartyRow, RequestAggregate, RequestRow, VersionRow};
use super::count::count_change;
use super::messages::move_messages;
use super::reminders::{move_reminder, plan_notifications, set_reminder};
use super::renewals::not_renewed;
use super::rows::{Writer, request_columns};
use crate::batch::Batch;
use crate::sql::scoped;
use crate::statement::{Insert, Statement};
use crate::table::{Table, differing};

impl Writer<'_> {
    /// The rows of parties, documents and submissions that are new or differ.
    fn parts(&self, before: &RequestAggregate) -> Vec<Statement> {
        let after = self.aggregate;
        let is_new = |version: &&VersionRow| {
            let known = |old: &VersionRow| (old.document, old.number) == (version.document, version.number);
            !before.versions.iter().any(known)
        };
        let waiting = after.versions.iter().filter(is_new).filter_map(|version| self.verification(version));
        [
            self.changes(&before.parties, &after.parties),
            self.changes(&before.documents, &after.documents),
            self.changes(&before.versions, &after.versions),
            Insert::of_columns("document_verification", waiting).statements(),
            self.changes(&before.reviews, &after.reviews),
            self.changes(&before.files, &after.files),
            self.review_queue(before),
        ]
        .concat()
    }

    /// Removes deleted rows, children first.
    fn removed_parts(&self, before: &RequestAggregate) -> Vec<Statement> {
        let after = self.aggregate;
        [
            self.removed(&before.files, &after.files),
            self.removed(&before.documents, &after.documents),
            self.removed(&before.parties, &after.parties),
        ]
        .concat()
    }
}

/// A request without its parts.
fn without_parts(aggregate: &RequestAggregate) -> RequestAggregate {
    RequestAggregate {
        four_eyes: aggregate.four_eyes,
        request: aggregate.request.clone(),
        remind_on: None,
        parties: Vec::new(),
        documents: Vec::new(),
        versions: Vec::new(),
        files: Vec::new(),
        reviews: Vec::new(),
    }
}

fn stepped(aggregate: &mut RequestAggregate, step: &ActionTaken) {
    (aggregate.request.last_document, aggregate.request.last_party) =
        (aggregate.last_document(), aggregate.last_party());
    let user = step.actor.strip_prefix("customer:");
    let party = aggregate.parties.iter().find(|party| Some(party.user_id.as_str()) == user);
    aggregate.request.latest_party = party.map(PartyRow::full_name);
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
    let scope = ["country_code", "entity_code"].into_iter().zip(scoped(access.permit(), &[]));
    let row = scope.chain(request_columns(access.permit().scope(), aggregate)).collect();
    let mut batch = Batch::audited(step.entry(aggregate, None));
    batch.statements.push(Insert::of_columns(RequestRow::NAME, [row]).into());
    batch.statements.extend(set_reminder(access.permit(), None, aggregate));
    batch.statements.extend(writer.parts(&without_parts(aggregate)));
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
    let scope = access.permit().scope();
    let set = differing(&request_columns(scope, before), request_columns(scope, after));
    let filter = writer.keyed([("version_number", Value::Int(before.request.version_number))]);
    let update = Statement::update(RequestRow::NAME, set, filter).or_refuse(Refusal::Stale);
    let mut batch = Batch::audited(step.entry(after, Some(before))).and(update);
    batch.statements.extend(set_reminder(access.permit(), before.remind_on, after));
    if before.request.branch_code != after.request.branch_code {
        batch.statements.push(move_messages(access.permit(), &after.request.txn_ref_no, &after.request.branch_code));
    }
    batch.statements.extend(writer.parts(before));
    batch.statements.extend(writer.removed_parts(before));
    batch.statements.extend(count_change(
        access.permit().scope(),
        Some(&before.request),
        Some(&after.request),
        &step.zone,
    ));
    batch
}

/// Writes that parties were reminded, if the request is still the one that was read. The request itself does not
/// change, so that a reminder enters none of its indexes and refuses nobody's edit as stale.
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
    batch.statements.extend(writer.changes(&before.parties, &after.parties));
    batch
}

/// Deletes an unsent request with all its rows.
pub fn deleted(access: &RequestAccess<Change>, before: &RequestAggregate, step: &ActionTaken) -> Batch {
    let writer = Writer { access, aggregate: before };
    let filter = writer.keyed([("version_number", Value::Int(before.request.version_number))]);
    let mut batch = Batch::audited(step.entry(before, None));
    let empty = without_parts(before);
    batch.statements.extend(Writer { access, aggregate: &empty }.removed_parts(before));
    batch.statements.push(Statement::delete(RequestRow::NAME, filter).or_refuse(Refusal::Stale));
    batch.statements.push(not_renewed(access.permit(), &before.request.txn_ref_no));
    batch.statements.extend(count_change(access.permit().scope(), Some(&before.request), None, &step.zone));
    batch
}
