use domain::Refusal;
use domain::access::{Actor, Change, Eyes, Sight};
use domain::request::{Event, House, Request, Wish, apply, authoriser};
use serde_json::{Map, Value};
use store::identity::remember;
use store::requests::{Case, Head, created, drop_draft, keep_customer, renewed};
use store::{Batch, Error};

use super::change::{Situation, load, situation, step};
use super::compliance::check_renewal;
use super::compose::Kinds;
use super::find::describe;
use super::view::{Reader, view};
use super::{compose, letters, live, people, refusal};
use crate::master_data::Idempotency;
use crate::{App, Result};

/// Two makers of the same new customer meet at most a few times.
const TRIES: usize = 4;

/// Makes a request and, if wished, sends it. A repeated call with the same key makes nothing more.
pub async fn create(
    app: &App,
    actor: &Actor,
    sight: &Sight<Change>,
    body: &Map<String, Value>,
    repeat: Option<Idempotency>,
) -> Result<Value> {
    if let Some(answer) = earlier(app, sight, repeat.as_ref()).await? {
        return Ok(answer);
    }
    let at = situation(app, sight).await?;
    let house = app.store.house(sight.permit(), at.today).await?;
    let (wish, kinds) = compose::read(app, sight, body, &house, None).await?;
    if let Some((renewed, document)) = &wish.renews {
        // Ticked off only by whoever sees the request that is renewed.
        check_renewal(&load(app, sight, renewed, &at).await?, *document, &wish)?;
    }
    let drawn = Drawn { wish: &wish, kinds: &kinds, house: &house };
    for _ in 0..TRIES {
        match attempt(app, actor, sight, &drawn, &at, repeat.as_ref()).await {
            Err(Error::Refused(Refusal::Stale | Refusal::Duplicate(_))) => continue,
            Err(Error::Refused(Refusal::IdempotencyMismatch)) => {
                // Someone else was quicker with the same key: his answer is ours.
                return earlier(app, sight, repeat.as_ref()).await?.ok_or_else(|| Refusal::IdempotencyMismatch.into());
            }
            other => return other,
        }
    }
    Err(Refusal::Stale.into())
}

async fn earlier(app: &App, sight: &Sight<Change>, repeat: Option<&Idempotency>) -> Result<Option<Value>> {
    let Some(repeat) = repeat else { return Ok(None) };
    match app.store.idempotent_answer(sight.permit(), &repeat.key).await? {
        Some((hash, answer)) if hash == repeat.body_hash => Ok(serde_json::from_str(&answer).ok()),
        Some(_) => Err(Refusal::IdempotencyMismatch.into()),
        None => Ok(None),
    }
}

async fn attempt(
    app: &App,
    actor: &Actor,
    sight: &Sight<Change>,
    drawn: &Drawn<'_>,
    at: &Situation,
    repeat: Option<&Idempotency>,
) -> Result<Value> {
    let wish = drawn.wish;
    let number = app.numbers.next(&app.store, sight.permit(), drawn.house.prefix, at.today).await?;
    let (mut case, logins) = draw_up(app, &Maker::of(actor, sight), sight, drawn, at, number).await?;
    let made = step(sight, None, at, "create");
    let mut effects = Vec::new();
    if wish.send {
        let (next, told) = apply(&case.state(), &Event::Send, at.today).map_err(refusal)?;
        case.follow(&next, &made);
        effects = told;
    }
    let made = if wish.send { step(sight, None, at, "send") } else { made };
    let mut batch = created(sight, &mut case, &made);
    // Logins come first: nothing below refers to them, but their audit entries read better before the request's.
    batch.statements.splice(0..0, logins.statements);
    batch.entries.splice(0..0, logins.entries);
    let permit = sight.permit();
    let customer = &case.head.customer;
    let is_known = app.store.is_known_customer(permit, &case.head.tenant_code, &customer.email_address).await?;
    batch.statements.extend(keep_customer(permit, &case.head.tenant_code, customer, !is_known, &at.now));
    let told = letters::of_effects(app, sight, &case, &effects, &made).await?;
    batch.statements.extend(told.statements);
    if let Some((txn_ref_no, document)) = &wish.renews {
        batch.statements.push(renewed(permit, txn_ref_no, *document, &case.head.txn_ref_no, &at.now));
    }
    for screen in ["SD-BNK-001", "SD-EDU-001"].into_iter().filter(|_| wish.ends_draft) {
        batch.statements.push(drop_draft(permit, &actor.user_id, screen));
    }
    case.head.version_number = 1;
    let answer = describe(app, sight, view(&Reader { actor, sight, today: at.today }, &case)).await?;
    if let Some(repeat) = repeat {
        batch.statements.insert(0, remember(permit, &repeat.key, &repeat.body_hash, &answer.to_string()));
    }
    app.store.commit(permit, batch).await?;
    live::ring(app, sight, told.notices);
    live::tell(app, sight, &case, None).await;
    Ok(answer)
}

/// What a request is drawn up from.
pub(crate) struct Drawn<'a> {
    pub wish: &'a Wish,
    pub kinds: &'a Kinds,
    pub house: &'a House,
}

/// Who makes a request, and where.
pub(crate) struct Maker {
    pub user_id: String,
    pub tenant: String,
    pub branch: String,
}

impl Maker {
    pub fn of(actor: &Actor, sight: &Sight<Change>) -> Maker {
        let tenant = match sight.eyes() {
            Eyes::Staff { tenant, .. } => tenant.clone(),
            _ => actor.tenant.clone(),
        };
        Maker { user_id: actor.user_id.clone(), tenant, branch: actor.branch.clone() }
    }
}

/// The rows of a new request, with a number of its own, and the logins its parties still need.
pub(crate) async fn draw_up(
    app: &App,
    maker: &Maker,
    sight: &Sight<Change>,
    Drawn { wish, kinds, house }: &Drawn<'_>,
    at: &Situation,
    txn_ref_no: String,
) -> Result<(Case, Batch)> {
    let branch = compose::branch(sight, wish.branch_code.as_deref(), &maker.branch)?;
    let (logins, batch) = people::logins(app, sight, &wish.parties, &at.now).await?;
    let mut parties = Vec::new();
    let mut documents = Vec::new();
    for (place, (party, login)) in wish.parties.iter().zip(&logins).enumerate() {
        let seq_no = place as u32 + 1;
        let mut row = compose::party_row(seq_no, party, login);
        let authoriser = party.auth_party_seq_no.and_then(|number| authoriser(&wish.parties, number));
        row.auth_party_seq_no = authoriser.map(|at| at as u32 + 1);
        parties.push(row);
        for asked in &party.documents {
            let Some(kind) = kinds.get(&asked.document_code) else { continue };
            documents.push(compose::document_row(documents.len() as u32 + 1, seq_no, asked, kind));
        }
    }
    let head = new_head(maker, wish, house, at, branch, txn_ref_no);
    let mut case = Case {
        four_eyes: at.four_eyes,
        head,
        parties,
        documents,
        versions: Vec::new(),
        files: Vec::new(),
        reviews: Vec::new(),
    };
    let state: Request = case.state();
    case.follow(&state, &step(sight, None, at, "create"));
    Ok((case, batch))
}

fn new_head(maker: &Maker, wish: &Wish, house: &House, at: &Situation, branch: String, txn_ref_no: String) -> Head {
    let who = maker.user_id.clone();
    Head {
        tenant_code: maker.tenant.clone(),
        branch_code: branch,
        txn_ref_no,
        txn_id: uuid::Uuid::now_v7().to_string(),
        customer: wish.customer.clone(),
        notification: wish.notification.clone(),
        referred_by: wish.referred_by.clone(),
        user_reference: wish.user_reference.clone(),
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
        levels: house.levels,
        document_due_date: wish.due.to_string(),
        expiry_days: wish.expiry_days,
        expires_on: wish.expires_on,
        purge_days: house.purge_days,
        requested: 0,
        accepted: 0,
        rejected: 0,
        not_required: 0,
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
    }
}
