//! What follows when a message cannot be delivered: it goes out on the other channel; if that fails too, the party's
//! authorised parties and the staff are told.

use domain::access::{Change, RequestAccess};
use domain::message_template::fill;
use domain::request::{NotificationEvent, RequestAction};
use ports::Channel;
use serde_json::json;
use store::audit::Entry;
use store::requests::{
    DueMessage, Notice, OutboxMessage, PartyRow, RequestAggregate, add_notice, enqueue_message, enqueue_replacement,
};
use store::{Batch, Statement};

use super::effects::{notices, request_page, staff_member, staff_message};
use super::message_renderer::{LINK, MessageRenderer};
use crate::context::{EntityClock, entity_clock, load, step};
use crate::live::{push_notices, responsible_staff};
use crate::wording::Locale;
use crate::{App, Result};

const EVENT: NotificationEvent = NotificationEvent::DeliveryFailed;

/// The statements and notices that follow from an undelivered message.
#[derive(Default)]
struct Consequences {
    statements: Vec<Statement>,
    notices: Vec<(String, Notice)>,
}

/// Commits the final state of an undelivered message together with what follows from it.
pub(crate) async fn conclude(
    app: &App,
    due: &DueMessage,
    settled: Statement,
    action: &'static str,
    answer: &str,
) -> Result<()> {
    let message = &due.message;
    let access = RequestAccess::system(&message.country, &message.entity);
    let follows = match consequences(app, &access, message, answer).await {
        Ok(follows) => follows,
        // The message is settled in any case, and shown to staff.
        Err(error) => {
            error.report();
            Consequences::default()
        }
    };
    let detail = json!({ "txnRefNo": message.txn_ref_no, "partySeqNo": message.party, "event": message.event,
        "channel": message.channel, "answer": answer });
    let entry = Entry { action, resource: "delivery", key: message.message_id.clone(), detail };
    let mut batch = Batch::audited(entry).and(settled);
    batch.statements.extend(follows.statements);
    app.store.commit(access.permit(), batch).await?;
    push_notices(app, &access, follows.notices);
    app.live.delivery_signal().notify_one();
    Ok(())
}

async fn consequences(
    app: &App,
    access: &RequestAccess<Change>,
    message: &OutboxMessage,
    answer: &str,
) -> Result<Consequences> {
    if message.party == 0 || message.event == EVENT.name() {
        return Ok(Consequences::default());
    }
    let at = entity_clock(app, access).await?;
    let aggregate = load(app, access, &message.txn_ref_no, &at).await?;
    let Some(party) = aggregate.party(message.party) else { return Ok(Consequences::default()) };
    let case = Case { app, access, aggregate: &aggregate, party, message, at: &at };
    match case.other_channel().await? {
        OtherChannel::Told => Ok(Consequences::default()),
        OtherChannel::Open(channel, to) => {
            let statements = vec![case.switch(channel, &to).await?];
            Ok(Consequences { statements, notices: Vec::new() })
        }
        OtherChannel::None => case.tell_others(answer).await,
    }
}

enum OtherChannel {
    /// The party was told the same there.
    Told,
    Open(Channel, String),
    None,
}

/// An undelivered message to a party.
struct Case<'a> {
    app: &'a App,
    access: &'a RequestAccess<Change>,
    aggregate: &'a RequestAggregate,
    party: &'a PartyRow,
    message: &'a OutboxMessage,
    at: &'a EntityClock,
}

impl Case<'_> {
    async fn other_channel(&self) -> Result<OtherChannel> {
        let permit = self.access.permit();
        let Some(channel) = Channel::named(&self.message.channel) else { return Ok(OtherChannel::None) };
        let other = channel.other();
        if self.app.store.is_replacement(permit, &self.message.message_id).await? {
            return Ok(OtherChannel::None);
        }
        // Messages of one event have the same id but for the channel.
        let (own, twin) = (format!(".{}", channel.name()), format!(".{}", other.name()));
        let twin = self.message.message_id.replacen(&own, &twin, 1);
        match self.app.store.delivery_state(permit, &twin).await?.as_deref() {
            Some("queued" | "sent" | "delivered") => return Ok(OtherChannel::Told),
            Some(_) if twin != self.message.message_id => return Ok(OtherChannel::None),
            _ => {}
        }
        let profile = self.app.store.entity_profile(permit).await?;
        let is_used = profile.is_some_and(|profile| match other {
            Channel::Mail => profile.by_mail,
            Channel::Sms => profile.by_sms,
        });
        let to = match other {
            Channel::Mail => &self.party.email_address,
            Channel::Sms => &self.party.mobile_number,
        };
        let to = to.clone().filter(|to| is_used && !to.is_empty());
        Ok(to.map_or(OtherChannel::None, |to| OtherChannel::Open(other, to)))
    }

    /// A text in the party's language.
    async fn say(&self, language: &str, key: &str, values: &[(&str, &str)]) -> Result<String> {
        let profile = self.app.store.entity_profile(self.access.permit()).await?;
        let (name, mail, kind) =
            profile.map(|one| (one.display_name, one.support_mail, one.entity_type)).unwrap_or_default();
        let text = self.app.wording.text(Locale::of(language, &kind), key).unwrap_or_default();
        let own = [
            ("entityName", name.as_str()),
            ("supportMail", mail.as_str()),
            ("txnRefNo", &self.message.txn_ref_no),
            ("link", LINK),
        ];
        Ok(fill(&text, &[values, &own].concat()))
    }

    /// The same message on the other channel: an SMS carries the subject and the link, a mail the text of the SMS.
    async fn switch(&self, channel: Channel, to: &str) -> Result<Statement> {
        let language = &self.party.lang_code;
        let has_link = self.message.body.contains(LINK);
        let (subject, body) = match channel {
            Channel::Sms => {
                let key = if has_link { "letter.Switched.sms" } else { "letter.Switched.smsWithoutLink" };
                (String::new(), self.say(language, key, &[("subject", &self.message.subject)]).await?)
            }
            Channel::Mail => (self.say(language, "letter.Switched.subject", &[]).await?, self.message.body.clone()),
        };
        let message = OutboxMessage {
            message_id: format!("{}.switched", self.message.message_id),
            channel: channel.name().to_owned(),
            recipient: to.to_owned(),
            subject,
            body,
            calendar: None,
            tries: 0,
            held_until: None,
            ..self.message.clone()
        };
        Ok(enqueue_replacement(self.access.permit(), &message, &self.message.message_id, &self.at.now))
    }

    /// Tells the party's authorised parties and the staff who work on the request.
    async fn tell_others(&self, answer: &str) -> Result<Consequences> {
        let mut all = Consequences::default();
        let authorised = |other: &&PartyRow| other.auth_party_seq_no == Some(self.party.seq_no);
        for other in self.aggregate.parties.iter().filter(authorised) {
            all.statements.extend(self.tell_authorised(other).await?);
        }
        let staff = responsible_staff(self.app, self.access, &self.aggregate.request).await?;
        for user in &staff {
            all.statements.extend(self.mail_staff(user, answer).await?);
        }
        let permit = self.access.permit();
        let known = self.app.store.unread_notices(permit, &self.message.txn_ref_no, EVENT.name()).await?;
        let unaware: Vec<String> = staff.into_iter().filter(|user| !known.contains(user)).collect();
        let action = step(self.access, Some(self.aggregate), self.at, RequestAction::Notify);
        all.notices = notices(self.aggregate, EVENT, None, &action, &unaware);
        let tenant = &self.aggregate.request.tenant_code;
        all.statements.extend(all.notices.iter().map(|(user, notice)| add_notice(permit, tenant, user, notice)));
        Ok(all)
    }

    async fn tell_authorised(&self, other: &PartyRow) -> Result<Option<Statement>> {
        let to = (other.email_address.as_ref().map(|to| (Channel::Mail, to)))
            .or(other.mobile_number.as_ref().map(|to| (Channel::Sms, to)));
        let Some((channel, to)) = to else { return Ok(None) };
        let (own, missed) = (other.full_name(), self.party.full_name());
        let values = [("partyName", own.as_str()), ("customerName", missed.as_str())];
        let part = |part: &str| format!("letter.PartyNotReached.{part}");
        let key = if channel == Channel::Sms { part("sms") } else { part("text") };
        let message = OutboxMessage {
            message_id: format!("{}.notReached.{}", self.message.message_id, other.seq_no),
            party: other.seq_no,
            user_id: other.user_id.clone(),
            event: EVENT.name().to_owned(),
            channel: channel.name().to_owned(),
            recipient: to.clone(),
            subject: self.say(&other.lang_code, &part("subject"), &values).await?,
            body: self.say(&other.lang_code, &key, &values).await?,
            calendar: None,
            tries: 0,
            held_until: None,
            ..self.message.clone()
        };
        Ok(Some(enqueue_message(self.access.permit(), &message, &self.at.now)))
    }

    async fn mail_staff(&self, user: &str, answer: &str) -> Result<Option<Statement>> {
        let permit = self.access.permit();
        let Some(reader) = staff_member(self.app, self.access, user).await? else { return Ok(None) };
        let mut renderer = MessageRenderer::new(self.app, permit, self.aggregate).await?;
        let own = [
            ("partyName", self.party.full_name()),
            ("reason", answer.to_owned()),
            ("link", request_page(self.app, &self.aggregate.request.txn_ref_no)),
        ];
        let written = renderer.write_to_staff(permit, self.aggregate, &reader, EVENT, None, &own).await?;
        Ok(written.map(|mail| {
            let message = OutboxMessage {
                message_id: format!("{}.notReached.{user}", self.message.message_id),
                ..staff_message(permit, self.aggregate, EVENT, user, mail)
            };
            enqueue_message(permit, &message, &self.at.now)
        }))
    }
}
