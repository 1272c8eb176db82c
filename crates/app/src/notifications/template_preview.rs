//! The values of placeholders for the preview of a message template.

use domain::Refusal;
use domain::access::{Permit, RequestAccess, View};
use domain::message::Message;
use domain::message_template::{PLACEHOLDERS, fill};
use domain::request::NotificationEvent;
use serde_json::{Map, Value, json};
use store::requests::{PartyRow, RequestAggregate, SearchQuery};

use super::message_renderer::MessageRenderer;
use super::portal_link::with_sample_link;
use crate::context::{entity_clock, load};
use crate::wording::Locale;
use crate::{App, Result, message_defaults};

/// A template in a body: channel, event, language.
fn template(body: &Map<String, Value>) -> Result<(&str, NotificationEvent, &str), Refusal> {
    let chosen = |name: &'static str| {
        let wrong = || Refusal::field(name, Message::about("selectValid", "smstemplate", name));
        body.get(name).and_then(Value::as_str).ok_or_else(wrong)
    };
    let wrong = |name: &'static str| Refusal::field(name, Message::about("selectValid", "smstemplate", name));
    let template_type = Some(chosen("templateType")?).filter(|kind| ["Email", "SMS"].contains(kind));
    let language = Some(chosen("langCode")?).filter(|language| ["en", "ta"].contains(language));
    let event = Some(chosen("templateFor")?).filter(|name| NotificationEvent::TEMPLATES.contains(name));
    Ok((
        template_type.ok_or_else(|| wrong("templateType"))?,
        event.and_then(NotificationEvent::parse).ok_or_else(|| wrong("templateFor"))?,
        language.ok_or_else(|| wrong("langCode"))?,
    ))
}

/// Type, name and support address of the entity.
async fn entity(app: &App, permit: &Permit<View>) -> Result<[String; 3]> {
    let scope = permit.scope();
    let system = domain::access::system::identity(&scope.country, &scope.entity, "system:templates");
    let profile = app.store.entity_profile(&system).await?;
    Ok(profile.map(|own| [own.entity_type, own.display_name, own.support_mail]).unwrap_or_default())
}

/// The product's own text of an event.
pub async fn template_default(app: &App, permit: &Permit<View>, body: &Map<String, Value>) -> Result<Value> {
    let (template_type, event, language) = template(body)?;
    let [entity_type, ..] = entity(app, permit).await?;
    let found = message_defaults::find(&entity_type, template_type, event.name(), language);
    let (subject, text) = found.ok_or(Refusal::NotFound)?;
    Ok(json!({ "subject": subject, "messageFormat": text }))
}

/// A text with the values of a request that the caller may see: the one in the body, or a recent one. Without any, and
/// for what a request does not have, the values are made up.
pub async fn template_preview(
    app: &App,
    permit: &Permit<View>,
    access: Option<&RequestAccess<View>>,
    body: &Map<String, Value>,
) -> Result<Value> {
    let (template_type, _, language) = template(body)?;
    let [entity_type, entity_name, support_mail] = entity(app, permit).await?;
    let locale = Locale::of(language, &entity_type);
    let asked = body.get("txnRefNo").and_then(Value::as_str).filter(|number| !number.is_empty());
    let aggregate = match access {
        Some(access) => request(app, access, asked).await?,
        None if asked.is_some() => return Err(Refusal::NotFound.into()),
        None => None,
    };
    let mut foot = String::new();
    let mut real = vec![("entityName", entity_name), ("supportMail", support_mail)];
    if let (Some(access), Some(aggregate)) = (access, &aggregate)
        && let Some(party) = aggregate.parties.first()
    {
        let renderer = MessageRenderer::new(app, access.permit(), aggregate).await?;
        let party = PartyRow { lang_code: language.to_owned(), ..party.clone() };
        real = renderer.preview_values(aggregate, &party);
        foot = renderer.foot(template_type, language);
    }
    let number = aggregate.as_ref().map(|aggregate| aggregate.request.txn_ref_no.as_str());
    let value = |name: &'static str| {
        let found = real.iter().find(|(known, value)| *known == name && !value.is_empty());
        let value = found.map(|(_, value)| value.clone());
        let made_up = || app.wording.text(locale, &format!("ui.form.message.sample.{language}.{name}"));
        (name, with_sample_link(app, &permit.scope().entity, number, &value.or_else(made_up).unwrap_or_default()))
    };
    let values: Vec<(&'static str, String)> = PLACEHOLDERS.iter().copied().map(value).collect();
    let pairs: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let filled = |name: &str| body.get(name).and_then(Value::as_str).map(|text| fill(text, &pairs));
    Ok(json!({
        "txnRefNo": aggregate.map(|aggregate| aggregate.request.txn_ref_no),
        "values": values.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect::<Map<_, _>>(),
        "subject": filled("subject"),
        "text": filled("messageFormat"),
        "foot": foot,
    }))
}

async fn request(app: &App, access: &RequestAccess<View>, asked: Option<&str>) -> Result<Option<RequestAggregate>> {
    let at = entity_clock(app, access).await?;
    if let Some(number) = asked {
        return load(app, access, number, &at).await.map(Some);
    }
    let newest = app.store.search_requests(access, &SearchQuery::default(), &at.today.to_string(), 0, 1).await?;
    match newest.rows.first() {
        Some(row) => load(app, access, row.txn_ref_no(), &at).await.map(Some),
        None => Ok(None),
    }
}
