//! Messages to one user, from the entity's templates.

use std::future::{Future, poll_fn};
use std::task::Poll;

use domain::access::{Change, Permit};
use domain::master_data::{self, Value};
use domain::message::Message;
use domain::message_template::fill;
use ports::{Channel, Letter, MailServer};

use crate::notifications::Letterhead;
use crate::wording::Locale;
use crate::{App, Error, Result};

/// "5 minutes" in the recipient's language.
pub(crate) fn minutes(app: &App, language: &str, seconds: i64) -> String {
    app.wording.render(Locale::of(language, ""), &Message::plain("minutes").with("count", seconds / 60))
}

/// Sends the entity's template for an event, or else the default text, or else the plain values.
pub(crate) async fn send(
    app: &App,
    permit: &Permit<Change>,
    event: &str,
    language: &str,
    (channel, to): (Channel, &str),
    values: &[(&str, &str)],
) -> Result<()> {
    let definition = master_data::find("smstemplate").ok_or_else(|| Error::internal("no message templates"))?;
    let key = [channel.name(), event, language].map(Value::text);
    let profile = app.store.entity_profile(permit).await?;
    let profile = profile.as_ref().map(|profile| (profile.display_name.as_str(), profile.support_mail.as_str()));
    let entity_values = profile.map_or([("", ""); 2], |(name, mail)| [("entityName", name), ("supportMail", mail)]);
    let known = [values, &entity_values].concat();
    let template = app.store.find_record(permit, definition, &key).await?.map(|found| found.to_map());
    let text = |name: &str| {
        let stored = template.as_ref().and_then(|map| map.get(name)).and_then(serde_json::Value::as_str);
        stored.map(|text| fill(text, &known))
    };
    let default_text = |part: &str| {
        let words = app.wording.text(Locale::of(language, ""), &format!("letter.{event}.{part}"));
        words.map(|text| fill(&text, &known))
    };
    let plain = || values.iter().map(|(_, value)| *value).collect::<Vec<_>>().join(" \u{b7} ");
    let body = text("messageFormat").or_else(|| default_text("text")).unwrap_or_else(plain);
    let subject = text("subject").or_else(|| default_text("subject")).unwrap_or_else(|| event.to_owned());
    let token = Some(uuid::Uuid::new_v4().to_string());
    let letter = Letter { token, ..Letter::new(channel, to, subject, body) };
    let letter = Letterhead::load(app, permit).await?.render_html(app, letter);
    let server = app.store.mail_server(permit).await?;
    send_in_background(app, event, server, letter).await;
    Ok(())
}

/// Sends in the background if it does not finish at once: neither the response nor its timing may reveal whether there
/// is a recipient.
async fn send_in_background(app: &App, event: &str, server: Option<MailServer>, letter: Letter) {
    let (messenger, event) = (app.messenger.clone(), event.to_owned());
    let mut sending = Box::pin(async move {
        if let Err(error) = messenger.send(server.as_ref(), &letter).await {
            tracing::warn!(event, channel = letter.channel.name(), ?error, "a message was not sent");
        }
    });
    let is_done = poll_fn(|context| Poll::Ready(sending.as_mut().poll(context).is_ready())).await;
    if !is_done {
        tokio::spawn(sending);
    }
}
