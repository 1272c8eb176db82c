use domain::Refusal;
use domain::access::{Actor, Change, RequestAccess, ScreenSet, Viewer};
use domain::message::Label;
use domain::request::{Event, Request, RequestAction, RequestInput, RequestPolicy, apply, authoriser};
use serde_json::{Map, Value};
use store::identity::remember;
use store::requests::{RequestAggregate, RequestRow, created, drop_draft, keep_customer, renewed};
use store::{Batch, Error};

use super::compliance::check_renewal;
use super::compose::Kinds;
use super::find::describe;
use super::view::{RequestView, view};
use super::{compose, people};
use crate::context::{EntityClock, Idempotency, entity_clock, load, refusal, step};
use crate::notifications::effects;
use crate::{App, Result, live, webhooks};

/// Two calls that create the same customer at the same time are tried again.
const TRIES: usize = 4;

/// Creates a request and optionally sends it. A repeated call with the same key answers the first result.
pub async fn create(
    app: &App,
    actor: &Actor,
    access: &RequestAccess<Change>,
    body: &Map<String, Value>,
    repeat: Option<Idempotency>,
) -> Result<Value> {
    if let Some(answer) = earlier(app, access, repeat.as_ref()).await? {
        return Ok(answer);
    }
    let at = entity_clock(app, access).await?;
    check_reference(app, access, body, &at).await?;
    let policy = app.store.policy(access.permit(), at.today).await?;
    let (input, kinds) = compose::read(app, access, body, &policy, None).await?;
    if let Some((renewed, document)) = &input.renews {
        // A renewal is settled only by a caller who sees the renewed request.
        check_renewal(&load(app, access, renewed, &at).await?, *document, &input)?;
    }
    let new = NewRequest { input: &input, kinds: &kinds, policy: &policy };
    for _ in 0..TRIES {
        match attempt(app, actor, access, &new, &at, repeat.as_ref()).await {
            Err(Error::Refused(Refusal::Stale | Refusal::Duplicate(_))) => continue,
            Err(Error::Refused(Refusal::IdempotencyMismatch)) => {
                // Another call with the same key was faster: answer its result.
                return earlier(app, access, repeat.as_ref()).await?.ok_or_else(|| Refusal::IdempotencyMismatch.into());
            }
            other => return other,
        }
    }
    Err(Refusal::Stale.into())
}

async fn earlier(app: &App, access: &RequestAccess<Change>, repeat: Option<&Idempotency>) -> Result<Option<Value>> {
    let Some(repeat) = repeat else { return Ok(None) };
    match app.store.idempotent_answer(access.permit(), &repeat.key).await? {
        Some(earlier) if earlier.body_hash == repeat.body_hash => Ok(serde_json::from_str(&earlier.answer).ok()),
        Some(_) => Err(Refusal::IdempotencyMismatch.into()),
        None => Ok(None),
    }
}

/// A new request gets its number from the server, so a body that names one of the caller's requests is a mistake.
async fn check_reference(
    app: &App,
    access: &RequestAccess<Change>,
    body: &Map<String, Value>,
    at: &EntityClock,
) -> Result<()> {
    let Some(named) = body.get("txnRefNo").and_then(Value::as_str) else { return Ok(()) };
    match load(app, access, named.trim(), at).await {
        Ok(_) => Err(Refusal::Duplicate(Label { resource: "docrequest", field: "txnRefNo" }).into()),
        Err(Error::Refused(Refusal::NotFound)) => Ok(()),
        Err(error) => Err(error),
    }
}

async fn attempt(
    app: &App,
    actor: &Actor,
    access: &RequestAccess<Change>,
    new: &NewRequest<'_>,
    at: &EntityClock,
    repeat: Option<&Idempotency>,
) -> Result<Value> {
    let input = new.input;
    let number = app.numbers.next(&app.store, access.permit(), new.policy.prefix, at.today).await?;
    let (mut aggregate, logins) = build_request(app, &Maker::of(actor, access), access, new, at, number).await?;
    let made = step(access, None, at, RequestAction::Create);
    let mut effects = Vec::new();
    if input.send {
        let (next, told) = apply(&aggregate.state(), &Event::Send, at.today).map_err(refusal)?;
        aggregate.apply_outcome(&next, &made);
        effects = told;
    }
    let made = if input.send { step(access, None, at, RequestAction::Send) } else { made };
    let mut batch = created(access, &mut aggregate, &made);
    // Logins come first: nothing below refers to them, but their audit entries read better before the request's.
    batch.statements.splice(0..0, logins.statements);
    batch.entries.splice(0..0, logins.entries);
    let permit = access.permit();
    let customer = &aggregate.request.customer;
    let is_known = app.store.is_known_customer(permit, &aggregate.request.tenant_code, &customer.email_address).await?;
    batch.statements.extend(keep_customer(permit, &aggregate.request.tenant_code, customer, !is_known, &at.now));
    let told = effects::for_effects(app, access, &aggregate, &effects, &made).await?;
    batch.statements.extend(told.statements);
    batch.statements.extend(webhooks::for_effects(app, access, &aggregate, &effects, &made).await?);
    if let Some((txn_ref_no, document)) = &input.renews {
        batch.statements.push(renewed(permit, txn_ref_no, *document, &aggregate.request.txn_ref_no, &at.now));
    }
    for screen in ScreenSet::WIZARDS.iter().filter(|_| input.ends_draft) {
        batch.statements.push(drop_draft(permit, &actor.user_id, screen.name()));
    }
    aggregate.request.version_number = 1;
    let answer = describe(app, access, view(&RequestView { actor, access, at }, &aggregate)).await?;
    if let Some(repeat) = repeat {
        batch.statements.insert(0, remember(permit, &repeat.key, &repeat.body_hash, &answer.to_string(), &[]));
    }
    app.store.commit(permit, batch).await?;
    live::push_notices(app, access, told.notices);
    live::publish_change(app, access, &aggregate, None).await;
    Ok(answer)
}

/// What a new request is built from.
pub(crate) struct NewRequest<'a> {
    pub input: &'a RequestInput,
    pub kinds: &'a Kinds,
    pub policy: &'a RequestPolicy,
}

/// Who creates a request, and where.
pub(crate) struct Maker {
    pub user_id: String,
    pub tenant: String,
    pub branch: String,
}

impl Maker {
    pub fn of(actor: &Actor, access: &RequestAccess<Change>) -> Maker {
        let tenant = match access.viewer() {
            Viewer::Staff { tenant, .. } => tenant.clone(),
            _ => actor.tenant.clone(),
        };
        Maker { user_id: actor.user_id.clone(), tenant, branch: actor.branch.clone() }
    }
}

/// The rows of a new request, and the logins that its parties still need.
pub(crate) async fn build_request(
    app: &App,
    maker: &Maker,
    access: &RequestAccess<Change>,
    NewRequest { input, kinds, policy }: &NewRequest<'_>,
    at: &EntityClock,
    txn_ref_no: String,
) -> Result<(RequestAggregate, Batch)> {
    let branch = compose::branch(access, input.branch_code.as_deref(), &maker.branch)?;
    let (logins, batch) = people::logins(app, access, &input.parties, &at.now).await?;
    let mut parties = Vec::new();
    let mut documents = Vec::new();
    for (place, (party, login)) in input.parties.iter().zip(&logins).enumerate() {
        let seq_no = place as u32 + 1;
        let mut row = compose::party_row(seq_no, party, login);
        let authoriser = party.auth_party_seq_no.and_then(|number| authoriser(&input.parties, number));
        row.auth_party_seq_no = authoriser.map(|at| at as u32 + 1);
        parties.push(row);
        for requested in &party.documents {
            let Some(kind) = kinds.get(&requested.document_code) else { continue };
            documents.push(compose::document_row(documents.len() as u32 + 1, seq_no, requested, kind));
        }
    }
    let request = new_row(maker, input, policy, at, branch, txn_ref_no);
    let mut aggregate = RequestAggregate {
        four_eyes: at.four_eyes,
        request,
        remind_on: None,
        parties,
        documents,
        versions: Vec::new(),
        files: Vec::new(),
        reviews: Vec::new(),
    };
    let state: Request = aggregate.state();
    aggregate.apply_outcome(&state, &step(access, None, at, RequestAction::Create));
    Ok((aggregate, batch))
}

fn new_row(
    maker: &Maker,
    input: &RequestInput,
    policy: &RequestPolicy,
    at: &EntityClock,
    branch: String,
    txn_ref_no: String,
) -> RequestRow {
    let who = maker.user_id.clone();
    RequestRow {
        tenant_code: maker.tenant.clone(),
        branch_code: branch,
        txn_ref_no,
        txn_id: uuid::Uuid::now_v7().to_string(),
        customer: input.customer.clone(),
        notification: input.notification.clone(),
        referred_by: input.referred_by.clone(),
        user_reference: input.user_reference.clone(),
        status: domain::request::RequestStatus::New,
        decision: None,
        is_sent: false,
        is_modified: false,
        is_expired: false,
        latest_action: String::new(),
        latest_action_by: who.clone(),
        latest_action_on: at.now.clone(),
        reason: None,
        owner: who.clone(),
        forwarded_to: None,
        levels: policy.levels,
        document_due_date: input.due.to_string(),
        expiry_days: input.expiry_days,
        expires_on: input.expires_on,
        purge_days: policy.purge_days,
        requested: 0,
        accepted: 0,
        rejected: 0,
        not_required: 0,
        in_review: 0,
        claimed: 0,
        sent_on: None,
        closed_on: None,
        version_number: 1,
        created_on: at.now.clone(),
        created_by: who.clone(),
        updated_on: at.now.clone(),
        updated_by: who,
        is_forwarded: false,
        last_document: 0,
        last_party: 0,
        latest_party: None,
        notify_on: None,
    }
}
