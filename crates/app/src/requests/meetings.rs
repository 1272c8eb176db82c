//! Meetings with parties: planned, moved, cancelled; the parties are notified.

use domain::Refusal;
use domain::access::{Change, RequestAccess, View};
use domain::message::Message;
use domain::request::read::BodyReader;
use domain::request::{Decision, Effect, NotificationEvent, bodies};
use serde_json::{Map, Value, json};
use store::Batch;
use store::requests::{Meeting, RequestAggregate};

use crate::context::{EntityClock, entity_clock, load, reference, version};
use crate::notifications::invitations;
use crate::{App, Result, live};

fn shown(meeting: &Meeting) -> Value {
    json!({
        "meetingId": meeting.meeting_id, "txnRefNo": meeting.txn_ref_no, "subject": meeting.subject,
        "startsAt": meeting.starts_at, "durationMinutes": meeting.duration_minutes, "place": meeting.place,
        "remarks": meeting.remarks, "parties": meeting.parties, "cancelled": meeting.is_cancelled,
        "versionNumber": meeting.version_number, "createdBy": meeting.created_by, "updatedOn": meeting.updated_on,
    })
}

/// Reads the body of a meeting with `default_parties`, unless it names others.
fn read(
    body: &Map<String, Value>,
    aggregate: &RequestAggregate,
    at: &EntityClock,
    id: String,
    default_parties: Vec<u32>,
) -> std::result::Result<Meeting, Refusal> {
    if !aggregate.request.is_running() {
        return Err(Refusal::Conflict(Message::plain("wrongState")));
    }
    let mut reader = BodyReader::new(body, &bodies::MEETING);
    reader.only_declared();
    let subject = reader.required_text("subject");
    let starts = reader.timestamp("startsAt");
    let starts_at = starts.map(store::audit::stamp).unwrap_or_default();
    if starts_at.as_str() <= at.now.as_str() {
        reader.fail_missing("startsAt");
    }
    let parties = reader.numbers("parties").unwrap_or(default_parties);
    let is_unknown = |seq: &u32| aggregate.party(*seq).is_none();
    if !reader.has_error("parties") && (parties.is_empty() || parties.iter().any(is_unknown)) {
        reader.fail("parties", Message::about("selectValid", "docrequest", "parties"));
    }
    let meeting = Meeting {
        tenant_code: aggregate.request.tenant_code.clone(),
        txn_ref_no: aggregate.request.txn_ref_no.clone(),
        meeting_id: id,
        subject,
        starts_at,
        duration_minutes: reader.int("durationMinutes").unwrap_or(30),
        place: reader.text("place"),
        remarks: reader.text("remarks"),
        parties,
        is_cancelled: false,
        version_number: 1,
        created_by: String::new(),
        updated_on: at.now.clone(),
    };
    reader.into_result(meeting)
}

pub async fn plan_meeting(app: &App, access: &RequestAccess<Change>, body: &Map<String, Value>) -> Result<Value> {
    let at = entity_clock(app, access).await?;
    let aggregate = load(app, access, reference(body)?, &at).await?;
    let primary = aggregate.parties.iter().filter(|party| party.primary_party).map(|party| party.seq_no).collect();
    let mut meeting = read(body, &aggregate, &at, uuid::Uuid::now_v7().to_string(), primary)?;
    meeting.created_by = access.permit().actor().to_owned();
    let mut batch = store::requests::plan_meeting(access.permit(), &aggregate.request, &meeting, &at.now);
    batch
        .statements
        .extend(invitations(app, access, &aggregate, &meeting, NotificationEvent::MeetingPlanned, &at).await?);
    app.store.commit(access.permit(), batch).await?;
    live::publish_change(app, access, &aggregate, None).await;
    Ok(shown(&meeting))
}

async fn known(
    app: &App,
    access: &RequestAccess<Change>,
    body: &Map<String, Value>,
) -> Result<(RequestAggregate, Meeting, EntityClock)> {
    let at = entity_clock(app, access).await?;
    let aggregate = load(app, access, reference(body)?, &at).await?;
    let id = body.get("meetingId").and_then(Value::as_str).unwrap_or_default();
    let all = app.store.meetings_of(access.permit(), &aggregate.request.txn_ref_no).await?;
    let found = all.into_iter().find(|meeting| meeting.meeting_id == id).ok_or(Refusal::NotFound)?;
    if version(body)?.is_some_and(|version| version != found.version_number) {
        return Err(Refusal::Stale.into());
    }
    if found.is_cancelled {
        return Err(Refusal::Conflict(Message::plain("wrongState")).into());
    }
    Ok((aggregate, found, at))
}

pub async fn change_meeting(app: &App, access: &RequestAccess<Change>, body: &Map<String, Value>) -> Result<Value> {
    let (aggregate, was, at) = known(app, access, body).await?;
    let mut meeting = read(body, &aggregate, &at, was.meeting_id.clone(), was.parties.clone())?;
    meeting.version_number = was.version_number;
    meeting.created_by = was.created_by;
    let mut batch = store::requests::move_meeting(access.permit(), &aggregate.request, &meeting, &at.now);
    meeting.version_number += 1;
    batch
        .statements
        .extend(invitations(app, access, &aggregate, &meeting, NotificationEvent::MeetingMoved, &at).await?);
    // Parties that are no longer invited get a cancellation for their calendars.
    let gone: Vec<u32> = was.parties.iter().copied().filter(|seq_no| !meeting.parties.contains(seq_no)).collect();
    if !gone.is_empty() {
        let without = Meeting { parties: gone, is_cancelled: true, ..meeting.clone() };
        batch
            .statements
            .extend(invitations(app, access, &aggregate, &without, NotificationEvent::MeetingCancelled, &at).await?);
    }
    app.store.commit(access.permit(), batch).await?;
    live::publish_change(app, access, &aggregate, None).await;
    Ok(shown(&meeting))
}

pub async fn cancel_meeting(app: &App, access: &RequestAccess<Change>, body: &Map<String, Value>) -> Result<()> {
    let (aggregate, mut meeting, at) = known(app, access, body).await?;
    meeting.is_cancelled = true;
    let mut batch = store::requests::move_meeting(access.permit(), &aggregate.request, &meeting, &at.now);
    meeting.version_number += 1;
    batch
        .statements
        .extend(invitations(app, access, &aggregate, &meeting, NotificationEvent::MeetingCancelled, &at).await?);
    app.store.commit(access.permit(), batch).await?;
    live::publish_change(app, access, &aggregate, None).await;
    Ok(())
}

/// The owner on whose behalf a stand-in acts.
/// Cancels the future meetings of a declined or cancelled request. Removed parties leave the meetings, and a meeting
/// without parties is cancelled.
pub(super) async fn cancel_meetings(
    app: &App,
    access: &RequestAccess<Change>,
    (before, aggregate): (&RequestAggregate, &RequestAggregate),
    effects: &[Effect],
    at: &EntityClock,
) -> Result<Batch> {
    let mut batch = Batch::default();
    let is_over = effects.contains(&Effect::Closed) && aggregate.request.decision != Some(Decision::Approved);
    if !is_over && before.parties.iter().all(|party| aggregate.party(party.seq_no).is_some()) {
        return Ok(batch);
    }
    let all = app.store.meetings_of(access.permit(), &aggregate.request.txn_ref_no).await?;
    for was in all.into_iter().filter(|meeting| !meeting.is_cancelled && meeting.starts_at > at.now) {
        let (stay, gone): (Vec<u32>, _) =
            was.parties.iter().partition(|seq| !is_over && aggregate.party(**seq).is_some());
        if gone.is_empty() {
            continue;
        }
        // A cancelled meeting keeps its parties, because they were invited.
        let is_cancelled = stay.is_empty();
        let parties = if is_cancelled { gone.clone() } else { stay };
        let mut meeting = Meeting { parties, is_cancelled, ..was };
        batch = batch.join(store::requests::move_meeting(access.permit(), &aggregate.request, &meeting, &at.now));
        meeting.version_number += 1;
        let without = Meeting { parties: gone, is_cancelled: true, ..meeting };
        batch
            .statements
            .extend(invitations(app, access, before, &without, NotificationEvent::MeetingCancelled, at).await?);
    }
    Ok(batch)
}

pub async fn find_meeting(app: &App, access: &RequestAccess<View>, body: &Map<String, Value>) -> Result<Value> {
    let id = body.get("meetingId").and_then(Value::as_str).unwrap_or_default().to_owned();
    let all = list_meetings(app, access, reference(body)?).await?;
    Ok(all.into_iter().find(|meeting| meeting["meetingId"] == id.as_str()).ok_or(Refusal::NotFound)?)
}

/// The meetings of a request, the latest first.
pub async fn list_meetings(app: &App, access: &RequestAccess<View>, txn_ref_no: &str) -> Result<Vec<Value>> {
    let at = entity_clock(app, access).await?;
    load(app, access, txn_ref_no, &at).await?;
    let all = app.store.meetings_of(access.permit(), txn_ref_no).await?;
    Ok(all.iter().map(shown).collect())
}
