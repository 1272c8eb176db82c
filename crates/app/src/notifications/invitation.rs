//! Messages to parties about meetings: planned, moved or cancelled, with a calendar entry.

use domain::access::{Change, RequestAccess};
use domain::message::Message;
use domain::request::NotificationEvent;
use icalendar::{Calendar, Component, Event, EventLike, Property};
use jiff::{SignedDuration, Timestamp};
use ports::Channel;
use store::requests::{Meeting, OutboxMessage, PartyRow, RequestAggregate, enqueue_message};
use store::{Error, Statement};

use super::message_renderer::with_foot;
use super::phrases::Phrases;
use crate::context::EntityClock;
use crate::wording::Locale;
use crate::{App, Result};

pub(crate) async fn invitations(
    app: &App,
    access: &RequestAccess<Change>,
    aggregate: &RequestAggregate,
    meeting: &Meeting,
    event: NotificationEvent,
    at: &EntityClock,
) -> Result<Vec<Statement>> {
    let scope = access.permit().scope();
    let zone = app.entity_facts(scope).await?.time_zone.clone();
    let profile = app.store.entity_profile(access.permit()).await?;
    let remarks_message = profile.as_ref().and_then(|one| one.remarks_message.clone()).unwrap_or_default();
    let tamil = app.labels(scope, "ta").await?;
    let (entity_name, entity_type) = profile.map(|one| (one.display_name, one.entity_type)).unwrap_or_default();
    let starts: Timestamp = meeting.starts_at.parse().map_err(Error::internal)?;
    let local = starts.in_tz(&zone).map_err(Error::internal)?;
    let mut all = Vec::new();
    for party in aggregate.parties.iter().filter(|party| meeting.parties.contains(&party.seq_no)) {
        let locale = Locale::of(&party.lang_code, &entity_type);
        let day = Phrases { wording: &app.wording, locale }.day(local.date());
        let time = format!("{day}, {}", local.strftime("%H:%M"));
        let say = |key: &'static str| {
            let message = Message::plain(key)
                .with("subject", &meeting.subject)
                .with("time", &time)
                .with("place", meeting.place.as_deref().unwrap_or("-"))
                .with("entity", &entity_name)
                .with("reference", &aggregate.request.txn_ref_no)
                .with("name", party.full_name());
            app.wording.render(locale, &message)
        };
        let subject = say(event.name()).replace(['\r', '\n'], " ");
        let text = format!("{subject}\n\n{}\n{}", say("meetingDetails"), meeting.remarks.as_deref().unwrap_or(""));
        let mail = party.email_address.as_ref().filter(|_| party.email_notification).map(|to| (Channel::Mail, to));
        let sms = party.mobile_number.as_ref().filter(|_| party.sms_notification).map(|to| (Channel::Sms, to));
        for (channel, to) in mail.into_iter().chain(sms) {
            let calendar = (channel == Channel::Mail).then(|| entry(meeting, starts, &entity_name, &at.now));
            let foot = if locale.is_tamil { tamil.pick(&remarks_message) } else { &remarks_message };
            let text = with_foot(channel, text.clone(), foot);
            let message =
                outbox_message(access, aggregate, party, meeting, (event, channel, to), (&subject, &text, calendar));
            all.push(enqueue_message(access.permit(), &message, &at.now));
        }
    }
    Ok(all)
}

fn outbox_message(
    access: &RequestAccess<Change>,
    aggregate: &RequestAggregate,
    party: &PartyRow,
    meeting: &Meeting,
    (event, channel, to): (NotificationEvent, Channel, &str),
    (subject, text, calendar): (&str, &str, Option<String>),
) -> OutboxMessage {
    let scope = access.permit().scope();
    let name = channel.name();
    OutboxMessage {
        country: scope.country.clone(),
        entity: scope.entity.clone(),
        tenant_code: aggregate.request.tenant_code.clone(),
        branch_code: Some(aggregate.request.branch_code.clone()),
        message_id: format!("{}.{}.{}.{name}", meeting.meeting_id, meeting.version_number, party.seq_no),
        txn_ref_no: aggregate.request.txn_ref_no.clone(),
        party: party.seq_no,
        user_id: party.user_id.clone(),
        event: event.name().to_owned(),
        channel: name.to_owned(),
        recipient: to.to_owned(),
        subject: subject.to_owned(),
        body: text.to_owned(),
        calendar,
        tries: 0,
        held_until: None,
    }
}

/// The meeting as iCalendar (RFC 5545). The sequence rises with every change, so that calendars replace the entry.
fn entry(meeting: &Meeting, starts: Timestamp, organizer: &str, now: &str) -> String {
    let moment = |at: Timestamp| at.strftime("%Y%m%dT%H%M%SZ").to_string();
    let ends = starts + SignedDuration::from_mins(meeting.duration_minutes);
    let stamped = now.parse().map_or_else(|_| moment(starts), moment);
    let (method, status) = if meeting.is_cancelled { ("CANCEL", "CANCELLED") } else { ("REQUEST", "CONFIRMED") };
    let event = Event::new()
        .uid(&format!("{}@docz", meeting.meeting_id))
        .summary(&one_line(&format!("{organizer}: {}", meeting.subject)))
        .location(&one_line(meeting.place.as_deref().unwrap_or("")))
        .append_property(Property::new("SEQUENCE", (meeting.version_number - 1).to_string()))
        .append_property(Property::new("DTSTAMP", stamped))
        .append_property(Property::new("DTSTART", moment(starts)))
        .append_property(Property::new("DTEND", moment(ends)))
        .append_property(Property::new("STATUS", status))
        .done();
    let calendar = Calendar::empty()
        .append_property(Property::new("VERSION", "2.0"))
        .append_property(Property::new("PRODID", "-//Docz//Meetings//EN"))
        .append_property(Property::new("METHOD", method))
        .push(event)
        .done();
    calendar.to_string()
}

fn one_line(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_folded_and_escaped_and_replaces_the_previous_one() {
        let meeting = Meeting {
            tenant_code: "RETAIL".into(),
            txn_ref_no: "N2611150000017".into(),
            meeting_id: "m1".into(),
            subject: format!("Originals; all, of them\r\nATTENDEE:x {}", "ஆவணம் ".repeat(20)),
            starts_at: "2026-11-20T05:30:00.000Z".into(),
            duration_minutes: 45,
            place: Some("Branch".into()),
            remarks: None,
            parties: vec![1],
            is_cancelled: true,
            version_number: 3,
            created_by: "BANKER1".into(),
            updated_on: String::new(),
        };
        let starts = meeting.starts_at.parse().unwrap();
        let text = entry(&meeting, starts, "Northgate Bank", "2026-11-15T09:00:00.000Z");
        assert!(text.lines().all(|line| line.len() <= 75), "{text}");
        assert!(text.contains("DTSTART:20261120T053000Z\r\n") && text.contains("DTEND:20261120T061500Z\r\n"), "{text}");
        assert!(text.contains("SEQUENCE:2") && text.contains("METHOD:CANCEL") && text.contains("Originals\\; all\\,"));
        assert!(!text.contains("\nATTENDEE"), "a subject cannot add properties");
    }
}
