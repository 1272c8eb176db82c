//! Who is told what: messages to parties through the outbox, notices to the staff.

use std::collections::HashMap;

use domain::access::{Actor, Change, Permit, Sight};
use domain::master_data::{self, Value as Key};
use domain::message_template::fill;
use domain::request::Effect;
use ports::Channel;
use serde_json::{Map, Value, json};
use store::requests::{Case, DocumentRow, Notice, Parcel, PartyRow, Step, person_name, post, tell};
use store::{Error, Statement};

use super::change::{load, situation};
use super::create::{Drawn, Maker, draw_up};
use super::live::at_work;
use super::{compose, reference};
use crate::wording::Voice;
use crate::{App, Result};

/// Stands in a stored text for the link, which is a secret and made when the message goes.
pub(super) const LINK: &str = "{{ link }}";

/// What the staff is told about inside the product.
const NOTICES: &[&str] =
    &["AllDocumentsUploaded", "ReviewWaiting", "RequestExpired", "RequestApproved", "RequestDeclined"];

/// What every message of a request may say.
struct Facts {
    entity_name: String,
    entity_type: String,
    support_mail: String,
    banker: String,
    branch: String,
    purpose: String,
}

async fn facts<Kind>(app: &App, permit: &Permit<Kind>, case: &Case) -> Result<Facts> {
    let scope = permit.scope();
    let system = domain::access::system::identity(&scope.country, &scope.entity, "system:requests");
    let profile = app.store.entity_profile(&system).await?;
    let banker = app.store.staff_address(&system, &case.head.owner).await?.map(|(_, name, _)| name);
    let named = |resource: &'static str, key: Vec<Key>, field: &'static str| async move {
        let definition = master_data::find(resource)?;
        let found = app.store.find_record(permit, definition, &key).await.ok().flatten()?;
        found.to_map().get(field).and_then(Value::as_str).map(str::to_owned)
    };
    let head = &case.head;
    let branch = named("branchmaster", vec![Key::text(&head.branch_code), Key::text(&head.tenant_code)], "branchName");
    let purpose =
        named("requestpurposedefinition", vec![Key::text(&head.customer.request_purpose)], "requestPurposeDesc");
    Ok(Facts {
        entity_type: profile.as_ref().map(|one| one.entity_type.clone()).unwrap_or_default(),
        support_mail: profile.as_ref().map(|one| one.support_mail.clone()).unwrap_or_default(),
        entity_name: profile.map(|one| one.display_name).unwrap_or_default(),
        banker: banker.unwrap_or_else(|| head.owner.clone()),
        branch: branch.await.unwrap_or_else(|| head.branch_code.clone()),
        purpose: purpose.await.unwrap_or_else(|| head.customer.request_purpose.clone()),
    })
}

/// A message as it goes out, but for its link.
#[derive(Debug, Clone)]
struct Message {
    channel: Channel,
    to: String,
    subject: String,
    text: String,
}

/// A template of an entity: subject and text.
type Template = Option<(String, String)>;

struct Post<'a> {
    app: &'a App,
    facts: Facts,
    templates: HashMap<(&'static str, String, String), Template>,
}

impl Post<'_> {
    async fn template<Kind>(
        &mut self,
        permit: &Permit<Kind>,
        channel: Channel,
        event: &str,
        language: &str,
    ) -> Result<Template> {
        let key = (channel.name(), event.to_owned(), language.to_owned());
        if let Some(known) = self.templates.get(&key) {
            return Ok(known.clone());
        }
        let definition = master_data::find("smstemplate").ok_or_else(|| Error::internal("no message templates"))?;
        let found =
            self.app.store.find_record(permit, definition, &[channel.name(), event, language].map(Key::text)).await?;
        let template = found.map(|found| {
            let map = found.to_map();
            let text = |name: &str| map.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
            (text("subject"), text("messageFormat"))
        });
        self.templates.insert(key, template.clone());
        Ok(template)
    }

    /// The messages of one event to one party: one for each channel that is on.
    async fn write<Kind>(
        &mut self,
        permit: &Permit<Kind>,
        case: &Case,
        party: &PartyRow,
        event: &str,
        about: Option<&DocumentRow>,
        step: Option<&Step>,
    ) -> Result<Vec<Message>> {
        let mut written = Vec::new();
        let mail = party.email_address.as_ref().filter(|_| party.email_notification).map(|to| (Channel::Mail, to));
        let sms = party.mobile_number.as_ref().filter(|_| party.sms_notification).map(|to| (Channel::Sms, to));
        for (channel, to) in mail.into_iter().chain(sms) {
            let Some((subject, text)) = self.template(permit, channel, event, &party.lang_code).await? else {
                continue;
            };
            let values = self.values(case, party, about, step);
            let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
            let one_line = |text: String| text.replace(['\r', '\n'], " ");
            written.push(Message {
                channel,
                to: to.clone(),
                subject: one_line(fill(&subject, &values)),
                text: without_gaps(&fill(&text, &values)),
            });
        }
        Ok(written)
    }

    fn values(
        &self,
        case: &Case,
        party: &PartyRow,
        about: Option<&DocumentRow>,
        step: Option<&Step>,
    ) -> Vec<(&'static str, String)> {
        let head = &case.head;
        let voice = Voice::of(&party.lang_code, &self.facts.entity_type);
        let word = |key: String| self.app.wording.text(voice, &key).unwrap_or_default();
        let reason = step.and_then(|step| step.reason_code.as_ref()).map(|code| word(format!("reject.{code}")));
        let reason = reason.or_else(|| step.and_then(|step| step.reason.clone())).unwrap_or_default();
        // What one party says when he hands something in is said to the bank.
        let said = step.filter(|step| step.action != "submit").and_then(|step| step.remark.clone());
        let remark = said.or_else(|| party.request_remarks.clone());
        let status = about.map_or(head.status.name(), |document| document.status.name());
        vec![
            ("entityName", self.facts.entity_name.clone()),
            ("supportMail", self.facts.support_mail.clone()),
            ("bankerName", self.facts.banker.clone()),
            ("branchName", self.facts.branch.clone()),
            ("requestPurpose", self.facts.purpose.clone()),
            ("customerName", head.customer.customer_name.clone()),
            ("partyName", party.full_name()),
            ("userName", party.full_name()),
            ("txnRefNo", head.txn_ref_no.clone()),
            ("dueDate", day(&head.document_due_date)),
            ("expiryDate", day(&head.expires_on.to_string())),
            ("documentTitle", about.map(|document| document.title.clone()).unwrap_or_default()),
            ("documentList", list(case, party, &word("ui.requests.optional".to_owned()))),
            ("status", word(format!("status.{status}"))),
            ("reason", reason),
            ("remarks", remark.unwrap_or_default()),
            ("link", LINK.to_owned()),
        ]
    }
}

/// Where a value was empty no more than one empty line stays.
fn without_gaps(text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.dedup_by(|one, before| one.is_empty() && before.is_empty());
    lines.join("\n").trim_end().to_owned()
}

/// A day as people here write it: 22-11-2026.
fn day(text: &str) -> String {
    text.parse::<jiff::civil::Date>().map_or_else(|_| text.to_owned(), |day| day.strftime("%d-%m-%Y").to_string())
}

/// What is still to come from a party, a line each; what need not come says so.
fn list(case: &Case, party: &PartyRow, optional: &str) -> String {
    let owner = party.auth_party_seq_no.unwrap_or(party.seq_no);
    let is_open = |document: &&DocumentRow| {
        document.party == owner
            && (document.status.is_owed() || document.status == domain::request::DocumentStatus::New)
    };
    let line = |document: &DocumentRow| {
        let title = match document.mandatory {
            true => document.title.clone(),
            false => format!("{} ({optional})", document.title),
        };
        match &document.instructions {
            Some(instructions) => format!("- {title}: {instructions}"),
            None => format!("- {title}"),
        }
    };
    case.documents.iter().filter(is_open).map(line).collect::<Vec<_>>().join("\n")
}

/// Which parties hear of an event.
fn hearers<'a>(case: &'a Case, event: &str, about: Option<&DocumentRow>) -> Vec<&'a PartyRow> {
    let settings = &case.head.notification;
    let all = || case.parties.iter();
    let authorised = || all().filter(|party| party.auth_party_seq_no.is_some());
    // Of whom nothing is asked, nothing is asked by letter either.
    let asked = |party: &&PartyRow| {
        let owner = party.auth_party_seq_no.unwrap_or(party.seq_no);
        case.documents.iter().any(|document| document.party == owner)
    };
    let owing = |party: &&PartyRow| {
        let owner = party.auth_party_seq_no.unwrap_or(party.seq_no);
        case.documents.iter().any(|document| {
            document.party == owner
                && (document.status.is_owed() || document.status == domain::request::DocumentStatus::Expired)
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
        "AllDocumentsUploaded" | "ReviewWaiting" => Vec::new(),
        "RequestExpired" => all().filter(owing).collect(),
        "RequestCreated" | "RequestModified" => all().filter(asked).collect(),
        _ => all().collect(),
    }
}

/// The statements that tell everybody what follows from a change.
pub(super) async fn of_effects(
    app: &App,
    sight: &Sight<Change>,
    case: &Case,
    effects: &[Effect],
    step: &Step,
) -> Result<Vec<Statement>> {
    let told: Vec<(&'static str, Option<u32>)> = effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Tell { event, document } => Some((*event, *document)),
            _ => None,
        })
        .collect();
    if told.is_empty() {
        return Ok(Vec::new());
    }
    let permit = sight.permit();
    let mut all = Vec::new();
    let mut office = Post { app, facts: facts(app, permit, case).await?, templates: HashMap::new() };
    for (event, document) in told {
        let about = document.and_then(|number| case.document(number));
        // Whoever is named later is told of the request by himself.
        let newcomer = Some(&step.detail["partySeqNo"]).filter(|_| event == "RequestCreated").and_then(Value::as_u64);
        let is_meant = |party: &&PartyRow| newcomer.is_none_or(|number| number == u64::from(party.seq_no));
        for party in hearers(case, event, about).into_iter().filter(is_meant) {
            for message in office.write(permit, case, party, event, about, Some(step)).await? {
                all.push(post(permit, &parcel(permit, case, party, (event, document), message), &step.now));
            }
        }
        if NOTICES.contains(&event) {
            let staff = at_work(app, sight, &case.head).await?;
            all.extend(notices(permit, case, event, about, step, &staff));
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
    permit: &Permit<Change>,
    case: &Case,
    event: &str,
    about: Option<&DocumentRow>,
    step: &Step,
    staff: &[String],
) -> Vec<Statement> {
    let notice = |_: &String| Notice {
        notification_id: uuid::Uuid::now_v7().to_string(),
        at: step.now.clone(),
        event: event.to_owned(),
        txn_ref_no: case.head.txn_ref_no.clone(),
        customer_name: case.head.customer.customer_name.clone(),
        document_title: about.map(|document| document.title.clone()),
        actor: person_name(&step.actor).to_owned(),
        is_read: false,
    };
    staff
        .iter()
        .filter(|user| **user != step.actor)
        .map(|user| tell(permit, &case.head.tenant_code, user, &notice(user)))
        .collect()
}

/// To be read by the bank: where its link leads to, not the link itself.
pub(super) fn with_address(app: &App, text: &str) -> String {
    text.replace(LINK, &format!("{}/provider/login", app.settings.origin))
}

/// The messages as they would go out, for a last look before sending.
pub async fn preview(app: &App, actor: &Actor, sight: &Sight<Change>, body: &Map<String, Value>) -> Result<Vec<Value>> {
    let at = situation(app, sight).await?;
    let case = match body.len() == 1 && body.contains_key("txnRefNo") {
        true => load(app, sight, reference(body)?, &at).await?,
        false => {
            let house = app.store.house(sight.permit(), at.today).await?;
            let (wish, kinds) = compose::read(app, sight, body, &house, None).await?;
            let drawn = Drawn { wish: &wish, kinds: &kinds, house: &house };
            // Nothing is kept of it, and it gets its number when it is.
            let number = format!("{}{}\u{2026}", house.prefix, at.today.strftime("%y%m%d"));
            draw_up(app, &Maker::of(actor, sight), sight, &drawn, &at, number).await?.0
        }
    };
    let event = if case.head.is_sent { "RequestModified" } else { "RequestCreated" };
    let permit = sight.permit();
    let mut office = Post { app, facts: facts(app, permit, &case).await?, templates: HashMap::new() };
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
