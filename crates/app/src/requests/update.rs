use domain::Refusal;
use domain::access::{Actor, Change, RequestAccess};
use domain::message::Message;
use domain::request::{
    CurrentDates, Event, Party, RequestAction, RequestInput, RuleViolation, apply, authoriser, due_fault,
};
use serde_json::{Map, Value};
use store::requests::{ActionTaken, RequestAggregate, keep_customer};
use store::{Batch, Error, Statement};

use super::change::change;
use super::compose::Kinds;
use super::difference::difference;
use super::find::describe;
use super::view::{RequestView, view};
use super::{compose, people};
use crate::context::{
    EntityClock, Outcome, check_due, check_version, entity_clock, load, reference, refusal, step, version,
};
use crate::{App, Result};

/// Updates a request. Submitted documents stay; others can be removed.
pub async fn update(
    app: &App,
    actor: &Actor,
    access: &RequestAccess<Change>,
    body: &Map<String, Value>,
) -> Result<Value> {
    let txn_ref_no = reference(body)?;
    let Some(version) = version(body)? else {
        return Err(Refusal::field("versionNumber", Message::plain("stale")).into());
    };
    let mut edit = Edit::read(app, access, body).await?;
    // A refused call must not leave a login behind.
    check_version(&edit.aggregate, Some(version))?;
    edit.decide(access, &edit.aggregate, &edit.at)?;
    save_logins(app, access, std::mem::take(&mut edit.made)).await?;
    let after =
        change(app, access, txn_ref_no, Some(version), |aggregate, at| edit.decide(access, aggregate, at)).await?;
    describe(app, access, view(&RequestView { actor, access, at: &edit.at }, &after)).await
}

/// The request as it would be after the update, and whether it was sent before; nothing is written.
pub(super) async fn edited(
    app: &App,
    access: &RequestAccess<Change>,
    body: &Map<String, Value>,
) -> Result<(RequestAggregate, bool)> {
    let edit = Edit::read(app, access, body).await?;
    Ok((edit.decide(access, &edit.aggregate, &edit.at)?.after, edit.aggregate.request.is_sent))
}

/// Logins are created before the request changes: a superfluous one is harmless, a missing one locks a party out.
pub(super) async fn save_logins(app: &App, access: &RequestAccess<Change>, made: Batch) -> Result<()> {
    if made.statements.is_empty() {
        return Ok(());
    }
    match app.store.commit(access.permit(), made).await {
        Err(Error::Refused(Refusal::Duplicate(_))) => Ok(()),
        other => other,
    }
}

struct Edit {
    at: EntityClock,
    /// The stored request.
    aggregate: RequestAggregate,
    input: RequestInput,
    kinds: Kinds,
    logins: Vec<String>,
    made: Batch,
    branch: String,
    /// Updates the list of known customers.
    customers: Vec<Statement>,
}

impl Edit {
    async fn read(app: &App, access: &RequestAccess<Change>, body: &Map<String, Value>) -> Result<Edit> {
        let at = entity_clock(app, access).await?;
        let aggregate = load(app, access, reference(body)?, &at).await?;
        let permit = access.permit();
        let policy = app.store.policy(permit, at.today).await?;
        let current = CurrentDates {
            created: at.day_of(&aggregate.request.created_on),
            due: aggregate.request.document_due_date.parse().unwrap_or(at.today),
            expiry_days: aggregate.request.expiry_days,
            expires_on: aggregate.request.expires_on,
            is_sent: aggregate.request.is_sent,
        };
        let (mut input, kinds) = compose::read(app, access, body, &policy, Some(&current)).await?;
        if !body.contains_key("notification") {
            input.notification = aggregate.request.notification.clone();
        }
        let (logins, made) = people::logins(app, access, &input.parties, &at.now).await?;
        // A request of another branch that was forwarded keeps its branch.
        let is_moved = |branch: &&str| **branch != aggregate.request.branch_code;
        let branch = match input.branch_code.as_deref().filter(is_moved) {
            Some(branch) => compose::branch(access, Some(branch), "")?,
            None => aggregate.request.branch_code.clone(),
        };
        let tenant = &aggregate.request.tenant_code;
        let is_known = app.store.is_known_customer(permit, tenant, &input.customer.email_address).await?;
        let customers = keep_customer(permit, tenant, &input.customer, !is_known, &at.now);
        Ok(Edit { at, aggregate, input, kinds, logins, made, branch, customers })
    }

    fn decide(
        &self,
        access: &RequestAccess<Change>,
        aggregate: &RequestAggregate,
        at: &EntityClock,
    ) -> Result<Outcome> {
        let edited = step(access, Some(aggregate), at, RequestAction::Edit);
        let mut after = aggregate.clone();
        self.request(&mut after);
        let numbers = self.parties(&mut after)?;
        self.remove(&mut after, &numbers, at)?;
        // Numbers of removed documents are not reused.
        self.documents(&mut after, &numbers, aggregate.last_document(), at)?;
        if after.request.is_sent && after.documents.is_empty() {
            return Err(refusal(RuleViolation::NoDocuments).into());
        }
        if after.request.is_sent {
            let (next, _) = apply(&after.state(), &Event::Edit, at.today).map_err(refusal)?;
            if after != *aggregate {
                after.apply_outcome(&next, &edited);
            }
        }
        let state = after.state();
        after.apply_outcome(&state, &edited);
        let edited = ActionTaken { detail: difference(aggregate, &after), ..edited };
        let mut decided = Outcome { after, step: edited, effects: Vec::new(), more: self.customers.clone() };
        if self.input.send && !decided.after.request.is_sent {
            check_due(&decided.after, at)?;
            decided.step.action = RequestAction::Send;
            decided = decided.and(&Event::Send, at)?;
        }
        Ok(decided)
    }

    fn request(&self, after: &mut RequestAggregate) {
        let (request, input) = (&mut after.request, &self.input);
        request.customer = input.customer.clone();
        request.notification = input.notification.clone();
        request.referred_by = input.referred_by.clone();
        request.user_reference = input.user_reference.clone();
        request.branch_code = self.branch.clone();
        request.document_due_date = input.due.to_string();
        if !request.is_sent {
            request.expiry_days = input.expiry_days;
            request.expires_on = input.expires_on;
        }
    }

    /// Adds and replaces the parties of the input, and returns their numbers.
    fn parties(&self, after: &mut RequestAggregate) -> Result<Vec<u32>> {
        let mut next = after.last_party();
        let mut numbers = Vec::new();
        for (party, login) in self.input.parties.iter().zip(&self.logins) {
            let known = after.parties.iter().position(|row| row.seq_no == party.seq_no && party.seq_no > 0);
            if party.seq_no > 0 && known.is_none() {
                return Err(Refusal::NotFound.into());
            }
            let seq_no = known.map_or_else(
                || {
                    next += 1;
                    next
                },
                |_| party.seq_no,
            );
            numbers.push(seq_no);
            let mut row = compose::party_row(seq_no, party, login);
            match known {
                Some(at) => {
                    let known = &after.parties[at];
                    row.relationship_desc = known.relationship_desc.clone();
                    row.asked_on = known.asked_on;
                    row.reminded_on = known.reminded_on.clone();
                    row.skipped_on = known.skipped_on.clone();
                    after.parties[at] = row;
                }
                None => after.parties.push(row),
            }
        }
        for (party, seq_no) in self.input.parties.iter().zip(&numbers) {
            let at = party.auth_party_seq_no.and_then(|number| authoriser(&self.input.parties, number));
            if let Some(row) = after.parties.iter_mut().find(|row| row.seq_no == *seq_no) {
                row.auth_party_seq_no = at.and_then(|at| numbers.get(at).copied());
            }
        }
        Ok(numbers)
    }

    /// Removes what the input leaves out, as far as the rules allow.
    fn remove(&self, after: &mut RequestAggregate, numbers: &[u32], at: &EntityClock) -> Result<()> {
        let is_kept = |number: u32| self.input.parties.iter().any(|party| has(party, number));
        let gone: Vec<u32> = after.documents.iter().map(|row| row.number).filter(|number| !is_kept(*number)).collect();
        for document in gone {
            let state = after.state();
            if state.documents.iter().any(|one| one.number == document && !one.versions.is_empty()) {
                return Err(Refusal::Conflict(Message::plain("handedIn")).into());
            }
            // The same call may add documents, so the caller checks later that one is left.
            match apply(&state, &Event::RemoveDocument { document }, at.today) {
                Err(RuleViolation::NoDocuments) | Ok(_) => {}
                Err(_) if !after.request.is_sent => {}
                Err(RuleViolation::MandatoryStays)
                    if self.input.parties.iter().all(|party| party.documents.is_empty()) =>
                {
                    return Err(refusal(RuleViolation::NoDocuments).into());
                }
                Err(RuleViolation::MandatoryStays) => {
                    return Err(Refusal::field("parties", Message::plain("mandatoryStays")).into());
                }
                Err(no) => return Err(refusal(no).into()),
            }
            after.documents.retain(|row| row.number != document);
            after.files.retain(|file| file.document != document);
        }
        let is_owner = |seq_no: u32| after.documents.iter().any(|document| document.party == seq_no);
        if after.parties.iter().any(|party| !numbers.contains(&party.seq_no) && is_owner(party.seq_no)) {
            return Err(Refusal::Conflict(Message::plain("handedIn")).into());
        }
        after.parties.retain(|party| numbers.contains(&party.seq_no));
        Ok(())
    }

    fn documents(
        &self,
        after: &mut RequestAggregate,
        numbers: &[u32],
        mut last: u32,
        today: &EntityClock,
    ) -> Result<()> {
        let expires_on = after.request.expires_on;
        for (at, (party, seq_no)) in self.input.parties.iter().zip(numbers).enumerate() {
            for (place, requested) in party.documents.iter().enumerate() {
                if requested.number == 0 {
                    let Some(kind) = self.kinds.get(&requested.document_code) else { continue };
                    last += 1;
                    let mut row = compose::document_row(last, *seq_no, requested, kind);
                    if after.request.is_sent {
                        row.status = domain::request::DocumentStatus::Requested;
                    }
                    after.documents.push(row);
                    continue;
                }
                let row = after.documents.iter_mut().find(|row| row.number == requested.number && row.party == *seq_no);
                let row = row.ok_or(Refusal::NotFound)?;
                if row.document_code != requested.document_code {
                    let field = format!("parties[{at}].documents[{place}].documentCode");
                    let message = Message::about("selectValid", "docrequest", "documentCode");
                    return Err(Refusal::field(&field, message).into());
                }
                // An optional document does not block the approval, so this would be a waiver without a second person.
                let is_open = after.request.is_sent && !row.status.is_settled();
                if after.four_eyes && is_open && row.mandatory && !requested.mandatory {
                    let field = format!("parties[{at}].documents[{place}].mandatory");
                    return Err(Refusal::field(&field, Message::plain("mandatoryStays")).into());
                }
                row.mandatory = requested.mandatory;
                row.instructions = requested.instructions.clone();
                let due = requested.due.map(|due| due.to_string());
                let changed = requested.due.filter(|_| due != row.due);
                if let Some(message) = changed.and_then(|due| due_fault(due, today.today, expires_on)) {
                    let field = format!("parties[{at}].documents[{place}].documentDueDate");
                    return Err(Refusal::field(&field, message).into());
                }
                row.due = due;
            }
        }
        Ok(())
    }
}

fn has(party: &Party, number: u32) -> bool {
    party.documents.iter().any(|requested| requested.number == number)
}
