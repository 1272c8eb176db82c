//! Who is told what: messages to parties through the outbox, notices to the staff.

use domain::access::{Actor, Change, Permit, Sight};
use domain::request::{DocumentStatus, Effect};
use serde_json::{Map, Value, json};
use store::Statement;
use store::requests::{Case, DocumentRow, Notice, Parcel, PartyRow, Step, person_name, post, tell};

use super::change::{load, situation};
use super::create::{Drawn, Maker, draw_up};
use super::live::at_work;
use super::office::{LINK, Message, Post};
use super::update::edited;
use super::view::DESKS;
use super::{compose, reference};
use crate::{App, Result};

/// What the staff is told about inside the product.
const NOTICES: &[&str] = &[
    "AllDocumentsUploaded",
    "ReviewWaiting",
    "RequestExpired",
    "RequestApproved",
    "RequestDeclined",
    "WaiverWaiting",
    "WaiverDeclined",
];

/// For whoever is left out of a request it is as if it were cancelled.
const DROPPED: &str = "RequestCancelled";

/// Which parties hear of an event.
fn hearers<'a>(case: &'a Case, event: &str, about: Option<&DocumentRow>) -> Vec<&'a PartyRow> {
    let settings = &case.head.notification;
    let all = || case.parties.iter();
    let authorised = || all().filter(|party| party.auth_party_seq_no.is_some());
    // Of whom nothing is asked, nothing is asked by letter either.
    let asked = |party: &&PartyRow| {
        let owner = party.auth_party_seq_no.unwrap_or(party.seq_no);
        let is_wanted = |document: &DocumentRow| document.status != DocumentStatus::NotRequired;
        case.documents.iter().any(|document| document.party == owner && is_wanted(document))
    };
    let owing = |party: &&PartyRow| {
        let owner = party.auth_party_seq_no.unwrap_or(party.seq_no);
        case.documents.iter().any(|document| {
            document.party == owner && (document.status.is_owed() || document.status == DocumentStatus::Expired)
        })
    };
    match event {
        "DocumentRejected" | "DocumentAccepted" | "StatusChanged" => match settings.status_change_to.as_str() {
            "all" => all().collect(),
            "authorised" => authorised().collect(),
            "customer" => all().filter(|party| about.is_none_or(|one| one.party == party.seq_no)).collect(),
            _ => Vec::new(),
        },
        "AllDocumentsUploaded" if settings.notify_all_parties => all().collect(),
        "AllDocumentsUploaded" if settings.notify_authorised_parties => authorised().collect(),
        "AllDocumentsUploaded" | "ReviewWaiting" | "WaiverWaiting" | "WaiverDeclined" => Vec::new(),
        "RequestExpired" => all().filter(owing).collect(),
        "RequestCreated" | "RequestModified" => all().filter(asked).collect(),
        _ => all().collect(),
    }
}

/// What tells everybody what follows from a change.
#[derive(Default)]
pub(super) struct Told {
    pub statements: Vec<Statement>,
    /// What comes to whose bell.
    pub notices: Vec<(String, Notice)>,
}

pub(super) async fn of_effects(
    app: &App,
    sight: &Sight<Change>,
    case: &Case,
    effects: &[Effect],
    step: &Step,
) -> Result<Told> {
    let told: Vec<(&'static str, Option<u32>)> = effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Tell { event, document } => Some((*event, *document)),
            _ => None,
        })
        .collect();
    if told.is_empty() {
        return Ok(Told::default());
    }
    let permit = sight.permit();
    let mut all = Told::default();
    let mut office = Post::open(app, permit, case).await?;
    for (event, document) in told {
        let about = document.and_then(|number| case.document(number));
        // Whoever is named later is told of the request by himself.
        let newcomer = Some(&step.detail["partySeqNo"]).filter(|_| event == "RequestCreated").and_then(Value::as_u64);
        let is_meant = |party: &&PartyRow| newcomer.is_none_or(|number| number == u64::from(party.seq_no));
        for party in hearers(case, event, about).into_iter().filter(is_meant) {
            for message in office.write(permit, case, party, event, about, Some(step)).await? {
                all.statements.push(post(permit, &parcel(permit, case, party, (event, document), message), &step.now));
            }
        }
        if NOTICES.contains(&event) {
            let mut staff = at_work(app, sight, &case.head).await?;
            if event == "WaiverWaiting" {
                // Tell everyone who may confirm it, not only those whose work the request is.
                let others = app.store.staff_at_desks(permit, &case.head.tenant_code, &case.head.branch_code, &DESKS);
                staff.extend(others.await?);
                staff.sort();
                staff.dedup();
            }
            all.notices.extend(notices(case, event, about, step, &staff));
        }
    }
    let told = all.notices.iter().map(|(user, notice)| tell(permit, &case.head.tenant_code, user, notice));
    all.statements.extend(told);
    Ok(all)
}

/// Whoever is no party any more and knew of the request is told that nothing is asked of him.
pub(super) async fn to_dropped(
    app: &App,
    sight: &Sight<Change>,
    before: &Case,
    after: &Case,
    step: &Step,
) -> Result<Vec<Statement>> {
    let permit = sight.permit();
    let mut all = Vec::new();
    for party in before.parties.iter().filter(|party| after.party(party.seq_no).is_none()) {
        if !app.store.has_been_told(permit, &before.head.txn_ref_no, party.seq_no).await? {
            continue;
        }
        let mut office = Post::open(app, permit, after).await?;
        for message in office.write(permit, after, party, DROPPED, None, Some(step)).await? {
            all.push(post(permit, &parcel(permit, after, party, (DROPPED, None), message), &step.now));
        }
    }
    Ok(all)
}

fn parcel(
    permit: &Permit<Change>,
    case: &Case,
    party: &PartyRow,
    (event, about): (&str, Option<u32>),
    message: Message,
) -> Parcel {
    let scope = permit.scope();
    Parcel {
        country: scope.country.clone(),
        entity: scope.entity.clone(),
        tenant_code: case.head.tenant_code.clone(),
        // One a request's version, event, document, party and channel: a repeated change tells nobody twice.
        message_id: format!(
            "{}.{}.{event}.{}.{}{}",
            case.head.txn_ref_no,
            case.head.version_number,
            party.seq_no,
            message.channel.name(),
            about.map(|document| format!(".{document}")).unwrap_or_default()
        ),
        txn_ref_no: case.head.txn_ref_no.clone(),
        party: party.seq_no,
        user_id: party.user_id.clone(),
        event: event.to_owned(),
        channel: message.channel.name().to_owned(),
        recipient: message.to,
        subject: message.subject,
        body: message.text,
        calendar: None,
        tries: 0,
    }
}

/// Those whose work it is, unless one of them did it himself.
fn notices(
    case: &Case,
    event: &str,
    about: Option<&DocumentRow>,
    step: &Step,
    staff: &[String],
) -> Vec<(String, Notice)> {
    let notice = || Notice {
        notification_id: uuid::Uuid::now_v7().to_string(),
        at: step.now.clone(),
        event: event.to_owned(),
        txn_ref_no: case.head.txn_ref_no.clone(),
        customer_name: case.head.customer.customer_name.clone(),
        document_title: about.map(|document| document.title.clone()),
        actor: person_name(&step.actor).to_owned(),
        is_read: false,
    };
    staff.iter().filter(|user| **user != step.actor).map(|user| (user.clone(), notice())).collect()
}

/// To be read by the bank: where its link leads to, not the link itself.
pub(super) fn with_address(app: &App, text: &str) -> String {
    text.replace(LINK, &format!("{}/provider/login", app.settings.origin))
}

/// The messages as they would go out, for a last look before sending.
pub async fn preview(app: &App, actor: &Actor, sight: &Sight<Change>, body: &Map<String, Value>) -> Result<Vec<Value>> {
    let at = situation(app, sight).await?;
    let is_told = body.get("txnRefNo").and_then(Value::as_str).is_some_and(|number| !number.is_empty());
    let (case, was_sent) = match is_told {
        true if body.len() == 1 => {
            let case = load(app, sight, reference(body)?, &at).await?;
            let is_sent = case.head.is_sent;
            (case, is_sent)
        }
        true => edited(app, sight, body).await?,
        false => {
            let house = app.store.house(sight.permit(), at.today).await?;
            let (wish, kinds) = compose::read(app, sight, body, &house, None).await?;
            let drawn = Drawn { wish: &wish, kinds: &kinds, house: &house };
            // Nothing is kept of it, and it gets its number when it is.
            let number = format!("{}{}\u{2026}", house.prefix, at.today.strftime("%y%m%d"));
            (draw_up(app, &Maker::of(actor, sight), sight, &drawn, &at, number).await?.0, false)
        }
    };
    let event = if was_sent { "RequestModified" } else { "RequestCreated" };
    let permit = sight.permit();
    let mut office = Post::open(app, permit, &case).await?;
    let mut shown = Vec::new();
    for party in hearers(&case, event, None) {
        for message in office.write(permit, &case, party, event, None, None).await? {
            shown.push(json!({
                "partySeqNo": party.seq_no, "partyName": party.full_name(), "channel": message.channel.name(),
                "to": message.to, "language": party.lang_code, "subject": message.subject,
                "text": with_address(app, &message.text),
            }));
        }
    }
    Ok(shown)
}
