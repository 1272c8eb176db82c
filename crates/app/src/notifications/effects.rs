//! Who is notified of what: messages to parties through the outbox, notices to staff.

use domain::access::{Change, Permit, RequestAccess, ScreenSet};
use domain::request::{DocumentStatus, Effect, NotificationEvent, ReminderKind};
use serde_json::Value;
use store::Statement;
use store::requests::{
    ActionTaken, DocumentRow, Notice, OutboxMessage, PartyRow, RequestAggregate, add_notice, enqueue_message,
    enqueue_messages, person_name,
};

use super::message_renderer::{LINK, MessageRenderer, RenderedMessage, StaffReader};
use super::{held, review_waiting};
use crate::live::responsible_staff;
use crate::{App, Result};

/// A party that is removed from a request is told that it was cancelled.
const DROPPED: NotificationEvent = NotificationEvent::RequestCancelled;

/// The parties that are notified of an event.
pub(crate) fn recipients<'a>(
    aggregate: &'a RequestAggregate,
    event: NotificationEvent,
    about: Option<&DocumentRow>,
) -> Vec<&'a PartyRow> {
    let settings = &aggregate.request.notification;
    let all = || aggregate.parties.iter();
    let authorised = || all().filter(|party| party.auth_party_seq_no.is_some());
    // Parties without requested documents get no message that asks for some.
    let asked = |party: &&PartyRow| {
        let owner = party.auth_party_seq_no.unwrap_or(party.seq_no);
        let is_wanted = |document: &DocumentRow| document.status != DocumentStatus::NotRequired;
        aggregate.documents.iter().any(|document| document.party == owner && is_wanted(document))
    };
    match event {
        // Whatever the setting says: nobody else can send the document again.
        NotificationEvent::DocumentRejected => {
            let owes = |party: &&PartyRow| {
                about.is_some_and(|one| one.party == party.auth_party_seq_no.unwrap_or(party.seq_no))
            };
            all().filter(owes).collect()
        }
        NotificationEvent::DocumentAccepted | NotificationEvent::StatusChanged => {
            match settings.status_change_to.as_str() {
                "all" => all().collect(),
                "authorised" => authorised().collect(),
                "customer" => all().filter(|party| about.is_none_or(|one| one.party == party.seq_no)).collect(),
                _ => Vec::new(),
            }
        }
        NotificationEvent::AllDocumentsUploaded if settings.notify_all_parties => all().collect(),
        NotificationEvent::AllDocumentsUploaded if settings.notify_authorised_parties => authorised().collect(),
        NotificationEvent::AllDocumentsUploaded
        | NotificationEvent::ReviewWaiting
        | NotificationEvent::WaiverWaiting
        | NotificationEvent::WaiverDeclined => Vec::new(),
        NotificationEvent::RequestExpired => owing(aggregate).collect(),
        NotificationEvent::RequestCreated | NotificationEvent::RequestModified => all().filter(asked).collect(),
        _ => all().collect(),
    }
}

/// The parties with something left to do, and those that they authorised.
pub(crate) fn owing(aggregate: &RequestAggregate) -> impl Iterator<Item = &PartyRow> {
    let is_left = |document: &DocumentRow| document.status.is_owed() || document.status == DocumentStatus::Expired;
    aggregate.parties.iter().filter(move |party| {
        let owner = party.auth_party_seq_no.unwrap_or(party.seq_no);
        aggregate.documents.iter().any(|document| document.party == owner && is_left(document))
    })
}

/// The messages and notices that follow from a change.
#[derive(Default)]
pub(crate) struct Notifications {
    pub statements: Vec<Statement>,
    /// User id and notice.
    pub notices: Vec<(String, Notice)>,
}

impl Notifications {
    fn extend(&mut self, other: Notifications) {
        self.statements.extend(other.statements);
        self.notices.extend(other.notices);
    }
}

pub(crate) async fn for_effects(
    app: &App,
    access: &RequestAccess<Change>,
    aggregate: &RequestAggregate,
    effects: &[Effect],
    action: &ActionTaken,
) -> Result<Notifications> {
    let Asked { told, reminded, reviews } = Asked::of(aggregate, effects);
    let held = held::for_effects(app, access, aggregate, effects, action).await?;
    if told.is_empty() && reminded.is_empty() && reviews.is_empty() {
        return Ok(Notifications { statements: held, ..Notifications::default() });
    }
    let permit = access.permit();
    let mut all = Notifications { statements: held, ..Notifications::default() };
    let mut renderer = MessageRenderer::new(app, permit, aggregate).await?;
    for one in reminded {
        let messages = reminder(permit, aggregate, one, &mut renderer, action).await?;
        all.statements.extend(enqueue_messages(permit, &messages, &action.now));
    }
    if !reviews.is_empty() {
        all.extend(review_waiting::notify(app, access, aggregate, &reviews, action, &mut renderer).await?);
    }
    for one in told {
        if one.0 != NotificationEvent::DocumentAccepted {
            all.statements.extend(messages_to_parties(permit, aggregate, one, action, &mut renderer).await?);
        }
        all.extend(to_staff(app, access, aggregate, one, action, &mut renderer).await?);
    }
    let told =
        all.notices.iter().map(|(user, notice)| add_notice(permit, &aggregate.request.tenant_code, user, notice));
    all.statements.extend(told);
    Ok(all)
}

/// Who has to hear of what.
struct Asked {
    told: Vec<(NotificationEvent, Option<u32>)>,
    reminded: Vec<(u32, ReminderKind)>,
    /// Documents that wait for a review.
    reviews: Vec<u32>,
}

impl Asked {
    fn of(aggregate: &RequestAggregate, effects: &[Effect]) -> Asked {
        let mut asked = Asked { told: Vec::new(), reminded: Vec::new(), reviews: Vec::new() };
        let is_in_review = |number: u32| aggregate.document(number).is_some_and(|row| row.status.is_in_review());
        for effect in effects {
            match effect {
                Effect::Notify { event: NotificationEvent::ReviewWaiting, document: Some(number) }
                    if is_in_review(*number) =>
                {
                    asked.reviews.push(*number)
                }
                Effect::Notify { event, document } => asked.told.push((*event, *document)),
                Effect::Remind { party, kind } => asked.reminded.push((*party, *kind)),
                _ => {}
            }
        }
        asked
    }
}

async fn messages_to_parties(
    permit: &Permit<Change>,
    aggregate: &RequestAggregate,
    (event, document): (NotificationEvent, Option<u32>),
    action: &ActionTaken,
    renderer: &mut MessageRenderer<'_>,
) -> Result<Vec<Statement>> {
    let about = document.and_then(|number| aggregate.document(number));
    // A party that is added later is the only one to be notified.
    let newcomer = Some(&action.detail["partySeqNo"])
        .filter(|_| event == NotificationEvent::RequestCreated)
        .and_then(Value::as_u64);
    let is_meant = |party: &&PartyRow| newcomer.is_none_or(|number| number == u64::from(party.seq_no));
    let mut all = Vec::new();
    for party in recipients(aggregate, event, about).into_iter().filter(is_meant) {
        for message in renderer.write(permit, aggregate, party, event, about.as_slice(), Some(action)).await? {
            let message = outbox_message(permit, aggregate, party, (event, document), message);
            let held_until = if event == NotificationEvent::DocumentRejected { held::rejection(action)? } else { None };
            let message = OutboxMessage { held_until, ..message };
            all.push(enqueue_message(permit, &message, &action.now));
        }
    }
    Ok(all)
}

/// Notices to staff about an event, and mails where it is important enough.
async fn to_staff(
    app: &App,
    access: &RequestAccess<Change>,
    aggregate: &RequestAggregate,
    (event, document): (NotificationEvent, Option<u32>),
    action: &ActionTaken,
    renderer: &mut MessageRenderer<'_>,
) -> Result<Notifications> {
    let mut all = Notifications::default();
    if !NotificationEvent::NOTICES.contains(&event) {
        return Ok(all);
    }
    let about = document.and_then(|number| aggregate.document(number));
    let mut staff = responsible_staff(app, access, &aggregate.request).await?;
    if event == NotificationEvent::WaiverWaiting {
        // Tell everyone who may confirm it, not only those whose work the request is.
        let request = &aggregate.request;
        let (tenant, branch) = (&request.tenant_code, &request.branch_code);
        staff.extend(app.store.staff_who_can_edit(access.permit(), tenant, branch, ScreenSet::BRANCH_EDITORS).await?);
        staff.sort();
        staff.dedup();
    }
    if NotificationEvent::BANKER_MAILS.contains(&event) {
        all.statements.extend(banker_mails(app, access, aggregate, event, action, &staff, renderer).await?);
    }
    all.notices.extend(notices(aggregate, event, about, action, &staff));
    Ok(all)
}

/// The messages that remind one party.
pub(crate) async fn reminder(
    permit: &Permit<Change>,
    aggregate: &RequestAggregate,
    (party, kind): (u32, ReminderKind),
    renderer: &mut MessageRenderer<'_>,
    action: &ActionTaken,
) -> Result<Vec<OutboxMessage>> {
    let Some(party) = aggregate.party(party) else { return Ok(Vec::new()) };
    let mut all = Vec::new();
    for message in renderer.write(permit, aggregate, party, kind.event(), &[], Some(action)).await? {
        let mut message = outbox_message(permit, aggregate, party, (kind.event(), None), message);
        // One per party and day, even if several nodes or passes try.
        message.message_id =
            format!("{}.reminder.{}.{}.{}", message.txn_ref_no, party.seq_no, action.day(), message.channel);
        all.push(message);
    }
    Ok(all)
}

/// Mails about a request to the staff who are responsible for it.
async fn banker_mails(
    app: &App,
    access: &RequestAccess<Change>,
    aggregate: &RequestAggregate,
    event: NotificationEvent,
    action: &ActionTaken,
    staff: &[String],
    renderer: &mut MessageRenderer<'_>,
) -> Result<Vec<Statement>> {
    let permit = access.permit();
    let values = [("link", request_page(app, &aggregate.request.txn_ref_no))];
    let mut all = Vec::new();
    for user in staff.iter().filter(|user| **user != action.actor) {
        let Some(reader) = staff_member(app, access, user).await? else { continue };
        let written = renderer.write_to_staff(permit, aggregate, &reader, event, Some(action), &values).await?;
        if let Some(message) = written {
            let message = staff_message(permit, aggregate, event, user, message);
            all.push(enqueue_message(permit, &message, &action.now));
        }
    }
    Ok(all)
}

/// A member of the staff as the reader of a mail, unless inactive.
pub(crate) async fn staff_member(
    app: &App,
    access: &RequestAccess<Change>,
    user_id: &str,
) -> Result<Option<StaffReader>> {
    let scope = access.permit().scope();
    let system = domain::access::system::identity(&scope.country, &scope.entity, "system:requests");
    let found = app.store.staff_address(&system, user_id).await?;
    Ok(found.map(|(mail, name, language)| StaffReader { mail, name, language }))
}

/// The page of a request for staff.
pub(crate) fn request_page(app: &App, txn_ref_no: &str) -> String {
    format!("{}/requestor/transactions/{txn_ref_no}", app.settings.origin)
}

/// A mail to a member of the staff, who is not a party of the request.
pub(crate) fn staff_message(
    permit: &Permit<Change>,
    aggregate: &RequestAggregate,
    event: NotificationEvent,
    user_id: &str,
    message: RenderedMessage,
) -> OutboxMessage {
    let (scope, request) = (permit.scope(), &aggregate.request);
    OutboxMessage {
        country: scope.country.clone(),
        entity: scope.entity.clone(),
        tenant_code: request.tenant_code.clone(),
        branch_code: Some(request.branch_code.clone()),
        message_id: format!("{}.{}.{}.{user_id}", request.txn_ref_no, request.version_number, event.name()),
        txn_ref_no: request.txn_ref_no.clone(),
        party: 0,
        user_id: user_id.to_owned(),
        event: event.name().to_owned(),
        channel: message.channel.name().to_owned(),
        recipient: message.to,
        subject: message.subject,
        body: message.text,
        calendar: None,
        tries: 0,
        held_until: None,
    }
}

/// Notifies removed parties that knew of the request.
pub(crate) async fn to_dropped(
    app: &App,
    access: &RequestAccess<Change>,
    before: &RequestAggregate,
    after: &RequestAggregate,
    action: &ActionTaken,
) -> Result<Vec<Statement>> {
    let permit = access.permit();
    let mut all = Vec::new();
    for party in before.parties.iter().filter(|party| after.party(party.seq_no).is_none()) {
        if !app.store.has_been_notified(permit, &before.request.txn_ref_no, party.seq_no).await? {
            continue;
        }
        let mut renderer = MessageRenderer::new(app, permit, after).await?;
        for message in renderer.write(permit, after, party, DROPPED, &[], Some(action)).await? {
            all.push(enqueue_message(
                permit,
                &outbox_message(permit, after, party, (DROPPED, None), message),
                &action.now,
            ));
        }
    }
    Ok(all)
}

pub(super) fn outbox_message(
    permit: &Permit<Change>,
    aggregate: &RequestAggregate,
    party: &PartyRow,
    (event, about): (NotificationEvent, Option<u32>),
    message: RenderedMessage,
) -> OutboxMessage {
    let scope = permit.scope();
    OutboxMessage {
        country: scope.country.clone(),
        entity: scope.entity.clone(),
        tenant_code: aggregate.request.tenant_code.clone(),
        branch_code: Some(aggregate.request.branch_code.clone()),
        // Unique per version of the request, event, document, party and channel: a repeated change notifies nobody
        // twice.
        message_id: format!(
            "{}.{}.{}.{}.{}{}",
            aggregate.request.txn_ref_no,
            aggregate.request.version_number,
            event.name(),
            party.seq_no,
            message.channel.name(),
            about.map(|document| format!(".{document}")).unwrap_or_default()
        ),
        txn_ref_no: aggregate.request.txn_ref_no.clone(),
        party: party.seq_no,
        user_id: party.user_id.clone(),
        event: event.name().to_owned(),
        channel: message.channel.name().to_owned(),
        recipient: message.to,
        subject: message.subject,
        body: message.text,
        calendar: None,
        tries: 0,
        held_until: None,
    }
}

/// Notices for the staff who work on the request, except the one who acted.
pub(crate) fn notices(
    aggregate: &RequestAggregate,
    event: NotificationEvent,
    about: Option<&DocumentRow>,
    action: &ActionTaken,
    staff: &[String],
) -> Vec<(String, Notice)> {
    let notice = || Notice {
        notification_id: uuid::Uuid::now_v7().to_string(),
        at: action.now.clone(),
        event: event.name().to_owned(),
        txn_ref_no: aggregate.request.txn_ref_no.clone(),
        customer_name: aggregate.request.customer.customer_name.clone(),
        document_title: about.map(|document| document.title.clone()),
        actor: person_name(&action.actor).to_owned(),
        is_read: false,
    };
    staff.iter().filter(|user| **user != action.actor).map(|user| (user.clone(), notice())).collect()
}

/// The text for staff: the address of the portal in place of the personal link.
pub(crate) fn with_address(app: &App, text: &str) -> String {
    text.replace(LINK, &format!("{}/provider/login", app.settings.origin))
}
