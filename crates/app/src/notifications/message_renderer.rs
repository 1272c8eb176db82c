//! Renders messages to parties in their language, from the entity's templates.

use std::collections::HashMap;
use std::sync::Arc;

use domain::access::Permit;
use domain::master_data::{self, Value as Key};
use domain::message_template::fill;
use domain::request::{DocumentStatus, NotificationEvent, RequestAction};
use jiff::tz::TimeZone;
use ports::Channel;
use serde_json::Value;
use store::Error;
use store::access::BranchReviewer;
use store::requests::{ActionTaken, DocumentRow, PartyRow, RequestAggregate};

use super::phrases::{Deadline, Phrases, Whose};
use crate::labels::Labels;
use crate::wording::Locale;
use crate::{App, Result, message_defaults};

/// The placeholder for the link, which is secret and only created on delivery.
pub(crate) const LINK: &str = "{{ link }}";

/// The path of the review queue.
const REVIEW_QUEUE: &str = "/requestor/review-queue";

/// Values that every message of a request may contain.
struct MessageFacts {
    entity_name: String,
    entity_type: String,
    support_mail: String,
    /// The entity's Remarks Message, at the foot of mails.
    remarks_message: String,
    by_mail: bool,
    by_sms: bool,
    banker: String,
    branch: String,
    purpose: String,
}

async fn facts<Kind>(app: &App, permit: &Permit<Kind>, aggregate: &RequestAggregate) -> Result<MessageFacts> {
    let scope = permit.scope();
    let system = domain::access::system::identity(&scope.country, &scope.entity, "system:requests");
    let profile = app.store.entity_profile(&system).await?;
    let banker = app.store.staff_address(&system, &aggregate.request.owner).await?.map(|(_, name, _)| name);
    let named = |resource: &'static str, key: Vec<Key>, field: &'static str| async move {
        let definition = master_data::find(resource)?;
        let found = app.store.find_record(permit, definition, &key).await.ok().flatten()?;
        found.to_map().get(field).and_then(Value::as_str).map(str::to_owned)
    };
    let request = &aggregate.request;
    let branch =
        named("branchmaster", vec![Key::text(&request.branch_code), Key::text(&request.tenant_code)], "branchName");
    let purpose =
        named("requestpurposedefinition", vec![Key::text(&request.customer.request_purpose)], "requestPurposeDesc");
    Ok(MessageFacts {
        entity_type: profile.as_ref().map(|one| one.entity_type.clone()).unwrap_or_default(),
        support_mail: profile.as_ref().map(|one| one.support_mail.clone()).unwrap_or_default(),
        remarks_message: profile.as_ref().and_then(|one| one.remarks_message.clone()).unwrap_or_default(),
        by_mail: profile.as_ref().is_none_or(|one| one.by_mail),
        by_sms: profile.as_ref().is_none_or(|one| one.by_sms),
        entity_name: profile.map(|one| one.display_name).unwrap_or_default(),
        banker: banker.unwrap_or_else(|| request.owner.clone()),
        branch: branch.await.unwrap_or_else(|| request.branch_code.clone()),
        purpose: purpose.await.unwrap_or_else(|| request.customer.request_purpose.clone()),
    })
}

/// A message ready for delivery, except for its link.
#[derive(Debug, Clone)]
pub(crate) struct RenderedMessage {
    pub channel: Channel,
    pub to: String,
    pub subject: String,
    pub text: String,
}

/// A member of the staff who gets a mail.
#[derive(Debug, Clone)]
pub(crate) struct StaffReader {
    pub mail: String,
    pub name: String,
    pub language: String,
}

/// A template of an entity: subject and text.
type Template = Option<(String, String)>;

pub(crate) struct MessageRenderer<'a> {
    app: &'a App,
    facts: MessageFacts,
    templates: HashMap<(&'static str, NotificationEvent, String), Template>,
    /// Labels of masters for recipients who read Tamil.
    tamil: Arc<Labels>,
}

impl<'a> MessageRenderer<'a> {
    pub async fn new<Kind>(
        app: &'a App,
        permit: &Permit<Kind>,
        aggregate: &RequestAggregate,
    ) -> Result<MessageRenderer<'a>> {
        let tamil = app.labels(permit.scope(), "ta").await?;
        Ok(MessageRenderer { app, facts: facts(app, permit, aggregate).await?, templates: HashMap::new(), tamil })
    }

    /// A label of a master in the recipient's language.
    fn label(&self, language: &str, text: &str) -> String {
        match language {
            "ta" => self.tamil.pick(text).to_owned(),
            _ => text.to_owned(),
        }
    }

    async fn template<Kind>(
        &mut self,
        permit: &Permit<Kind>,
        channel: Channel,
        event: NotificationEvent,
        language: &str,
    ) -> Result<Template> {
        let key = (channel.name(), event, language.to_owned());
        if let Some(known) = self.templates.get(&key) {
            return Ok(known.clone());
        }
        let definition = master_data::find("smstemplate").ok_or_else(|| Error::internal("no message templates"))?;
        let found = self
            .app
            .store
            .find_record(permit, definition, &[channel.name(), event.name(), language].map(Key::text))
            .await?;
        let stored = found.map(|found| {
            let map = found.to_map();
            let text = |name: &str| map.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
            (text("subject"), text("messageFormat"))
        });
        let template = stored.or_else(|| self.default_template(channel, event, language));
        self.templates.insert(key, template.clone());
        Ok(template)
    }

    /// For entities without a template of their own: no message may be missing.
    fn default_template(&self, channel: Channel, event: NotificationEvent, language: &str) -> Template {
        message_defaults::find(&self.facts.entity_type, channel.name(), event.name(), language)
    }

    /// Renders one event for one party: a message for each channel that party and entity use.
    pub async fn write<Kind>(
        &mut self,
        permit: &Permit<Kind>,
        aggregate: &RequestAggregate,
        party: &PartyRow,
        event: NotificationEvent,
        about: &[&DocumentRow],
        step: Option<&ActionTaken>,
    ) -> Result<Vec<RenderedMessage>> {
        let mut written = Vec::new();
        let (by_mail, by_sms) =
            (party.email_notification && self.facts.by_mail, party.sms_notification && self.facts.by_sms);
        let mail = party.email_address.as_ref().filter(|_| by_mail).map(|to| (Channel::Mail, to));
        let sms = party.mobile_number.as_ref().filter(|_| by_sms).map(|to| (Channel::Sms, to));
        for (channel, to) in mail.into_iter().chain(sms) {
            let Some(template) = self.template(permit, channel, event, &party.lang_code).await? else {
                continue;
            };
            let values = self.values(aggregate, party, Some(event), about, step);
            let message = filled(&template, &values, (channel, to));
            let foot = if event.asks_for_documents() { self.facts.remarks_message.as_str() } else { "" };
            let foot = self.label(&party.lang_code, foot);
            written.push(RenderedMessage { text: with_foot(channel, message.text, &foot), ..message });
        }
        Ok(written)
    }

    /// Renders a mail to a reviewer about documents that wait for a decision, if the entity sends mails.
    pub async fn write_to_reviewer<Kind>(
        &mut self,
        permit: &Permit<Kind>,
        aggregate: &RequestAggregate,
        reviewer: &BranchReviewer,
        event: NotificationEvent,
        documents: &[&DocumentRow],
    ) -> Result<Option<RenderedMessage>> {
        if !self.facts.by_mail {
            return Ok(None);
        }
        let Some(template) = self.template(permit, Channel::Mail, event, &reviewer.language).await? else {
            return Ok(None);
        };
        let titles: Vec<String> =
            documents.iter().map(|document| format!("- {}", self.label(&reviewer.language, &document.title))).collect();
        let mut values = self.request_values(aggregate, &reviewer.language);
        values.extend([
            ("bankerName", reviewer.name.clone()),
            ("userName", reviewer.name.clone()),
            (
                "documentTitle",
                documents.first().map(|document| self.label(&reviewer.language, &document.title)).unwrap_or_default(),
            ),
            ("documentList", titles.join("\n")),
            ("link", format!("{}{REVIEW_QUEUE}", self.app.settings.origin)),
        ]);
        Ok(Some(filled(&template, &values, (Channel::Mail, &reviewer.mail))))
    }

    /// Renders a mail to a member of the staff, if the entity sends mails. `own` values come first.
    pub async fn write_to_staff<Kind>(
        &mut self,
        permit: &Permit<Kind>,
        aggregate: &RequestAggregate,
        reader: &StaffReader,
        event: NotificationEvent,
        step: Option<&ActionTaken>,
        own: &[(&'static str, String)],
    ) -> Result<Option<RenderedMessage>> {
        if !self.facts.by_mail {
            return Ok(None);
        }
        let Some(template) = self.template(permit, Channel::Mail, event, &reader.language).await? else {
            return Ok(None);
        };
        let locale = Locale::of(&reader.language, &self.facts.entity_type);
        let status = format!("status.{}", aggregate.request.status.name());
        let text = |part: fn(&ActionTaken) -> Option<&String>| step.and_then(part).cloned().unwrap_or_default();
        let mut values = own.to_vec();
        values.extend(self.request_values(aggregate, &reader.language));
        values.extend([
            ("bankerName", reader.name.clone()),
            ("userName", reader.name.clone()),
            ("status", self.app.wording.text(locale, &status).unwrap_or_default()),
            ("reason", text(|step| step.reason.as_ref())),
            ("remarks", text(|step| step.remark.as_ref())),
        ]);
        Ok(Some(filled(&template, &values, (Channel::Mail, &reader.mail))))
    }

    /// Values that do not depend on the recipient except for the language.
    fn request_values(&self, aggregate: &RequestAggregate, language: &str) -> Vec<(&'static str, String)> {
        let request = &aggregate.request;
        let phrases = self.phrases(language);
        vec![
            ("entityName", self.facts.entity_name.clone()),
            ("supportMail", self.facts.support_mail.clone()),
            ("branchName", self.label(language, &self.facts.branch)),
            ("requestPurpose", self.label(language, &self.facts.purpose)),
            ("customerName", request.customer.customer_name.clone()),
            ("txnRefNo", request.txn_ref_no.clone()),
            ("dueDate", phrases.stored_day(&request.document_due_date)),
            ("expiryDate", phrases.day(request.expires_on)),
        ]
    }

    /// The values of a request for the preview of a template.
    pub fn preview_values(&self, aggregate: &RequestAggregate, party: &PartyRow) -> Vec<(&'static str, String)> {
        let about = aggregate.documents.iter().find(|document| document.party == party.seq_no);
        self.values(aggregate, party, None, about.as_slice(), None)
    }

    /// What is added to a message of this type.
    pub fn foot(&self, template_type: &str, language: &str) -> String {
        let is_mail = template_type == Channel::Mail.name();
        if is_mail { self.label(language, &self.facts.remarks_message).trim().to_owned() } else { String::new() }
    }

    /// Phrases in the language of a reader.
    pub fn phrases(&self, language: &str) -> Phrases<'a> {
        Phrases { wording: &self.app.wording, locale: Locale::of(language, &self.facts.entity_type) }
    }

    fn values(
        &self,
        aggregate: &RequestAggregate,
        party: &PartyRow,
        event: Option<NotificationEvent>,
        documents: &[&DocumentRow],
        step: Option<&ActionTaken>,
    ) -> Vec<(&'static str, String)> {
        let request = &aggregate.request;
        let about = documents.first();
        let locale = Locale::of(&party.lang_code, &self.facts.entity_type);
        let word = |key: String| self.app.wording.text(locale, &key).unwrap_or_default();
        let reason = step.and_then(|step| step.reason_code.as_ref()).map(|code| word(format!("reject.{code}")));
        let reason = reason.or_else(|| step.and_then(|step| step.reason.clone())).unwrap_or_default();
        // A remark made on submission is addressed to the bank, not to other parties.
        let remark = step.filter(|step| step.action != RequestAction::Submit).and_then(|step| step.remark.clone());
        let remark = remark.or_else(|| party.request_remarks.clone());
        let status = about.map_or(request.status.name(), |document| document.status.name());
        let mut values = self.request_values(aggregate, &party.lang_code);
        let label = |text: &str| self.label(&party.lang_code, text);
        let phrases = self.phrases(&party.lang_code);
        let today = step.map_or_else(|| self.app.clock.now().to_zoned(TimeZone::UTC).date(), ActionTaken::day);
        let due = request.document_due_date.parse().ok();
        let owner = party.auth_party_seq_no.unwrap_or(party.seq_no);
        let other = |number: u32| aggregate.party(number).filter(|one| one.seq_no != party.seq_no);
        let (whose, asked) = (other(about.map_or(owner, |document| document.party)), other(owner));
        let (whose, asked) = (whose.map(PartyRow::full_name), asked.map(PartyRow::full_name));
        let open = open_documents(aggregate, owner, event, &word("ui.requests.optional".to_owned()), label);
        let titles: Vec<String> = documents.iter().map(|document| label(&document.title)).collect();
        let (received, all) = progress(aggregate, owner);
        values.extend([
            ("bankerName", self.facts.banker.clone()),
            ("partyName", party.full_name()),
            ("userName", party.full_name()),
            ("documentTitle", titles.join(", ")),
            ("documentList", if open.is_empty() { phrases.nothing_left() } else { open }),
            ("fromWhom", phrases.asked_of(Whose::of(asked.as_deref()))),
            ("whose", phrases.whose(Whose::of(whose.as_deref()))),
            ("dueText", phrases.due(Deadline { today, due, expires: request.expires_on })),
            ("progress", phrases.progress(received, all)),
            ("status", word(format!("status.{status}"))),
            ("reason", reason),
            ("remarks", remark.unwrap_or_default()),
            ("days", (request.expires_on - today).get_days().to_string()),
            ("inDays", phrases.in_days((request.expires_on - today).get_days())),
            ("link", LINK.to_owned()),
        ]);
        values
    }
}

fn filled(
    (subject, text): &(String, String),
    values: &[(&'static str, String)],
    (channel, to): (Channel, &str),
) -> RenderedMessage {
    let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
    RenderedMessage {
        channel,
        to: to.to_owned(),
        subject: fill(subject, &values).replace(['\r', '\n'], " "),
        text: collapse_empty_lines(&fill(text, &values)),
    }
}

/// Mails end with the entity's Remarks Message; an SMS has no room for it.
pub(crate) fn with_foot(channel: Channel, text: String, remarks_message: &str) -> String {
    match (channel, remarks_message.trim()) {
        (Channel::Sms, _) | (_, "") => text,
        (Channel::Mail, foot) => format!("{text}\n\n{foot}"),
    }
}

/// Collapses empty lines left by empty values.
fn collapse_empty_lines(text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.dedup_by(|one, before| one.is_empty() && before.is_empty());
    lines.join("\n").trim_end().to_owned()
}

/// What a party still has to send, one document per line, with optional ones marked. Reminders and the message of the
/// expiry name what is mandatory, unless only optional documents are left.
fn open_documents(
    aggregate: &RequestAggregate,
    owner: u32,
    event: Option<NotificationEvent>,
    optional: &str,
    label: impl Fn(&str) -> String,
) -> String {
    let is_open = |document: &&DocumentRow| {
        let is_left = matches!(document.status, DocumentStatus::New | DocumentStatus::Expired);
        document.party == owner && (document.status.is_owed() || is_left)
    };
    let mut open: Vec<&DocumentRow> = aggregate.documents.iter().filter(is_open).collect();
    if event.is_some_and(NotificationEvent::is_chasing) && open.iter().any(|document| document.mandatory) {
        open.retain(|document| document.mandatory);
    }
    let line = |document: &DocumentRow| {
        let title = if document.mandatory {
            label(&document.title)
        } else {
            format!("{} ({optional})", label(&document.title))
        };
        match &document.instructions {
            Some(instructions) => format!("- {title}: {}", label(instructions)),
            None => format!("- {title}"),
        }
    };
    open.into_iter().map(line).collect::<Vec<_>>().join("\n")
}

/// How many of a party's mandatory documents have arrived, and how many there are.
fn progress(aggregate: &RequestAggregate, owner: u32) -> (usize, usize) {
    let is_wanted = |document: &&DocumentRow| {
        document.party == owner && document.mandatory && document.status != DocumentStatus::NotRequired
    };
    let has_arrived =
        |document: &&DocumentRow| document.status.is_in_review() || document.status == DocumentStatus::Accepted;
    let wanted: Vec<&DocumentRow> = aggregate.documents.iter().filter(is_wanted).collect();
    (wanted.iter().copied().filter(|document| has_arrived(document)).count(), wanted.len())
}
