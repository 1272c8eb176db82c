//! A test mail through the entity's mail server, for the administrator who sets it up.

use domain::Refusal;
use domain::access::{Change, Permit};
use domain::format::is_email;
use domain::message::Message;
use ports::{Channel, Letter};
use serde_json::{Value, json};
use store::Batch;
use store::audit::Entry;

use crate::notifications::Letterhead;
use crate::wording::Locale;
use crate::{App, Result};

/// Sends a test mail and returns what the server answered, without the password.
pub async fn send(app: &App, permit: &Permit<Change>, to: &str, language: &str) -> Result<Value> {
    if !is_email(to) {
        return Err(Refusal::field("to", Message::plain("validEmail")).into());
    }
    let server = app.store.mail_server(permit).await?;
    let locale = Locale::of(language, "");
    let say = |key: &str| app.wording.text(locale, key).unwrap_or_default();
    let letter = Letter {
        token: Some(uuid::Uuid::new_v4().to_string()),
        ..Letter::new(Channel::Mail, to, say("letter.TestMail.subject"), say("letter.TestMail.text"))
    };
    let letter = Letterhead::load(app, permit).await?.render_html(app, letter);
    let outcome = app.messenger.send(server.as_ref(), &letter).await;
    let (is_sent, answer) = match &outcome {
        Ok(accepted) => (true, accepted.answer.as_str()),
        Err(fault) => (false, fault.answer()),
    };
    let password = server.as_ref().and_then(|server| server.password.as_deref()).filter(|secret| !secret.is_empty());
    let answer = password.map_or_else(|| answer.to_owned(), |secret| answer.replace(secret, "***"));
    let entry = Entry {
        action: "mail-test",
        resource: "emailconfig",
        key: permit.scope().entity.clone(),
        detail: json!({ "to": to, "isSent": is_sent }),
    };
    app.store.commit(permit, Batch::audited(entry)).await?;
    Ok(json!({ "isSent": is_sent, "answer": answer }))
}
