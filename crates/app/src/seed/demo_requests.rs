//! Requests of the demo: about sixty per entity over the last twelve months, in every status, with real files.

use std::collections::HashMap;

use bytes::Bytes;
use domain::access::{Change, RequestAccess};
use domain::document::Scan;
use domain::request::{
    Effect, Event, Person, RequestAction, RequestInput, RequestPolicy, Reviewer, apply, read_request,
};
use futures_util::stream;
use jiff::ToSpan;
use jiff::civil::Date;
use serde_json::{Map, Value, json};
use store::audit::Entry;
use store::requests::{
    ActionTaken, FileRow, Meeting, NO_RULE, RequestAggregate, VerificationRow, created, keep_customer, plan_meeting,
    stop_notification,
};
use store::{Batch, Statement};

use super::paper::{portrait, specimen};
use super::people::{BANK, EDUCATION, KYC, PEOPLE, PLACES, renewed_soon};
use super::specimens::{Specimen, draw};
use crate::context::{EntityClock, entity_clock, refusal};
use crate::files::context;
use crate::requests::{Maker, NewRequest, build_request, dates_of, kinds_of, renewal_for};
use crate::{App, Error, Result, demo, notifications};

const REQUESTS: usize = 60;
/// This many of the newest requests have messages in the mailbox and notices in the bell.
const NOTIFIED: usize = 18;

/// The state of a request today.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    New,
    Requested,
    Pending,
    Waiting,
    Modified,
    Accepted,
    Declined,
    Expired,
    /// A claim waits for the banker.
    Claimed,
    /// Everything is accepted; the banker decides.
    ToDecide,
}

/// The newest are open, the older ones decided or expired.
fn plan(at: usize) -> (End, i64) {
    const OPEN: [End; 8] = [
        End::Requested,
        End::Pending,
        End::Waiting,
        End::New,
        End::Requested,
        End::Modified,
        End::Pending,
        End::Waiting,
    ];
    const DONE: [End; 6] = [End::Accepted, End::Accepted, End::Declined, End::Accepted, End::Expired, End::Accepted];
    match at {
        // One of each state that a banker can take further.
        16 => (End::ToDecide, 6),
        17 => (End::Claimed, 5),
        0..24 => (OPEN[at % OPEN.len()], at as i64 % 20),
        _ => (DONE[at % DONE.len()], 32 + (at as i64 - 24) * 9),
    }
}

/// Fills both demo entities; needs storage for files.
pub async fn fill(app: &App) -> Result<usize> {
    let mut made = 0;
    for entity in demo::ENTITIES {
        let access = RequestAccess::system(demo::COUNTRY, entity);
        for at in 0..REQUESTS {
            create_one(app, &access, entity, at).await?;
            made += 1;
        }
    }
    Ok(made)
}

fn maker(entity: &str, at: usize) -> Maker {
    let place = |user: &str, tenant: &str, branch: &str| Maker {
        user_id: user.to_owned(),
        tenant: tenant.to_owned(),
        branch: branch.to_owned(),
    };
    match (entity, at % 4) {
        ("NGB", 3) => place("BANKER2", "SME", ["BR109", "BR110"][at / 4 % 2]),
        ("NGB", 2) => place("BANKER2", "RETAIL", ["BR105", "BR106"][at / 4 % 2]),
        ("NGB", _) => place("BANKER1", "RETAIL", ["BR101", "BR102", "BR103"][at / 4 % 3]),
        (_, 2 | 3) => place("BANKER2", "MAIN", ["BR202", "BR203"][at % 2]),
        _ => place("BANKER1", "MAIN", "BR201"),
    }
}

/// The body of the request.
async fn body(app: &App, access: &RequestAccess<Change>, entity: &str, at: usize) -> Result<Map<String, Value>> {
    let kinds = if entity == "NGB" { BANK } else { EDUCATION };
    // What "Same as last time" repeats for the first customer asks for three documents.
    let kind = if (entity, at) == ("NGB", 0) { KYC } else { kinds[at % kinds.len()] };
    let (customer_type, category, sub, purpose, industry) = kind;
    let (first, last) = PEOPLE[at % PEOPLE.len()];
    let (address1, address2, address3, city) = PLACES[at % PLACES.len()];
    let mail = format!("{}@example.com", first.to_lowercase());
    let mobile = format!("+9198410300{:02}", at % PEOPLE.len() + 1);
    let proposed = app.store.proposed(access.permit(), customer_type, category, sub, "").await?;
    let mut seen = std::collections::HashSet::new();
    let soon = renewed_soon(entity, at).map(|code| json!({ "documentCode": code, "mandatory": true }));
    let documents = proposed.into_iter().filter(|one| seen.insert(one.kind.code.clone())).take(3 + at % 3).map(|one| {
        json!({
            "documentCode": one.kind.code, "templateCode": one.template_code, "mandatory": one.mandatory,
            "instructions": one.instructions,
        })
    });
    let documents = documents.chain(soon);
    let body = json!({
        "customerName": format!("{first} {last}"), "customerType": customer_type, "customerIndicator": "EXISTING",
        "customerIndustry": industry, "requestCategory": category, "requestSubCategory": sub,
        "requestPurpose": purpose, "primaryMobile": mobile, "address1": address1, "address2": address2,
        "address3": address3, "city": city, "state": "TN", "postalCode": format!("6000{:02}", at % 90 + 1),
        "customerCountry": "IN", "emailAddress": mail, "customerReference": format!("CIF-{}", 10_234 + at * 37),
        "parties": [{
            "firstName": first, "lastName": last, "emailAddress": mail, "mobileNumber": mobile,
            "authorizeOtherPty": at.is_multiple_of(5), "langCode": if at % 7 == 3 { "ta" } else { "en" },
            "documents": documents.collect::<Vec<_>>(),
        }],
    });
    Ok(body.as_object().cloned().unwrap_or_default())
}

async fn create_one(app: &App, access: &RequestAccess<Change>, entity: &str, at: usize) -> Result<()> {
    let now = entity_clock(app, access).await?;
    let (end, age) = plan(at);
    let made_on = now.today.saturating_sub(age.days());
    let maker = maker(entity, at);
    let policy = RequestPolicy { today: made_on, ..app.store.policy(access.permit(), made_on).await? };
    let input: RequestInput = read_request(&body(app, access, entity, at).await?, &policy, None)?;
    let kinds = kinds_of(app, access, &input.parties).await?;
    let when = time_on(made_on, 9, at, &now);
    let number = app.numbers.next(&app.store, access.permit(), policy.prefix, when.today).await?;
    let (mut aggregate, logins) = build_request(
        app,
        &maker,
        access,
        &NewRequest { input: &input, kinds: &kinds, policy: &policy },
        &when,
        number,
    )
    .await?;
    let rules: HashMap<String, String> = app.store.rules_by_document(access.permit()).await?.into_iter().collect();
    let (files, entries, accepted, told) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut replay = Replay {
        app,
        access,
        aggregate: &mut aggregate,
        rules: &rules,
        day: made_on,
        now: &now,
        at,
        files,
        entries,
        accepted,
        told,
    };
    let last = replay.run(end, &maker).await?;
    let Replay { files, entries, accepted, told, .. } = replay;
    aggregate.files = files;
    queue_verification(&mut aggregate, &rules);
    let told = if at < NOTIFIED { told } else { Vec::new() };
    let mut batch = created(access, &mut aggregate, &last);
    batch.entries = entries;
    batch = logins.join(batch);
    batch.statements.extend(follow_ups(app, access, &aggregate, (&accepted, &told), &now).await?);
    let customer = aggregate.request.customer.clone();
    let is_known = app.store.is_known_customer(access.permit(), &maker.tenant, &customer.email_address).await?;
    batch.statements.extend(keep_customer(access.permit(), &maker.tenant, &customer, !is_known, &when.now));
    // A newcomer finds a request whose changes are still to be told.
    batch.statements.push(stop_notification(access.permit(), &aggregate.request.txn_ref_no));
    app.store.commit(access.permit(), batch).await?;
    if at.is_multiple_of(12) {
        app.store.commit(access.permit(), meeting(access, &aggregate, &now, at)).await?;
    }
    Ok(())
}

/// The effects of a step, which are still to be told.
type Told = (Vec<Effect>, ActionTaken);

/// What use cases store together with such a request: days of purging, renewals and messages.
async fn follow_ups(
    app: &App,
    access: &RequestAccess<Change>,
    aggregate: &RequestAggregate,
    (accepted, told): (&[(u32, Date)], &[Told]),
    now: &EntityClock,
) -> Result<Vec<Statement>> {
    let mut all = Vec::new();
    if aggregate.request.closed_on.is_some() {
        all.extend(dates_of(app, access, aggregate, now).await?);
    }
    for (document, day) in accepted {
        all.extend(renewal_for(app, access, aggregate, *document, *day).await?);
    }
    for (effects, action) in told.iter().filter(|_| aggregate.request.is_running()) {
        all.extend(notifications::effects::for_effects(app, access, aggregate, effects, action).await?.statements);
    }
    Ok(all)
}

/// The job `verify` reads the documents as soon as the server runs; of closed requests only Aadhaar cards, to cover
/// them.
fn queue_verification(aggregate: &mut RequestAggregate, rules: &HashMap<String, String>) {
    let rule_of = |number: u32| rules.get(&aggregate.documents.iter().find(|row| row.number == number)?.document_code);
    let waiting: Vec<_> = aggregate.versions.iter().map(|version| rule_of(version.document).cloned()).collect();
    let is_running = aggregate.request.is_running();
    for (version, rule) in aggregate.versions.iter_mut().zip(waiting) {
        let rule = rule.as_deref().unwrap_or(NO_RULE);
        if is_running || rule == "AADHAAR" {
            version.verification = Some(VerificationRow::waiting(rule));
        }
    }
}

fn meeting(access: &RequestAccess<Change>, aggregate: &RequestAggregate, now: &EntityClock, at: usize) -> Batch {
    let day = now.today.saturating_add((at as i64 / 24).days());
    let meeting = Meeting {
        tenant_code: aggregate.request.tenant_code.clone(),
        txn_ref_no: aggregate.request.txn_ref_no.clone(),
        meeting_id: uuid::Uuid::now_v7().to_string(),
        subject: "Originals for comparison".to_owned(),
        starts_at: format!("{day}T{:02}:30:00.000Z", 5 + at % 6),
        duration_minutes: 30,
        place: Some("At the branch".to_owned()),
        remarks: None,
        parties: vec![1],
        is_cancelled: false,
        version_number: 1,
        created_by: aggregate.request.owner.clone(),
        updated_on: now.now.clone(),
    };
    let mut batch = plan_meeting(access.permit(), &aggregate.request, &meeting, &now.now);
    let origin = json!({ "at": aggregate.request.latest_action_on, "by": aggregate.request.owner });
    batch.entries.iter_mut().for_each(|entry| entry.detail["told"] = origin.clone());
    batch
}

/// A time on a working day, never in the future.
fn time_on(day: Date, hour: i8, at: usize, now: &EntityClock) -> EntityClock {
    let stamp = format!("{day}T{:02}:{:02}:00.000Z", hour - 5, at * 7 % 60);
    EntityClock { today: day, now: stamp.min(now.now.clone()), zone: now.zone.clone(), four_eyes: now.four_eyes }
}

/// A request whose history is being replayed.
struct Replay<'a> {
    app: &'a App,
    access: &'a RequestAccess<Change>,
    aggregate: &'a mut RequestAggregate,
    /// Rule codes by document code.
    rules: &'a HashMap<String, String>,
    day: Date,
    now: &'a EntityClock,
    at: usize,
    files: Vec<FileRow>,
    /// The audit entries of its actions.
    entries: Vec<Entry>,
    /// Accepted documents with their day, for renewals.
    accepted: Vec<(u32, Date)>,
    /// The effects of the first and the last action, for messages and notices.
    told: Vec<Told>,
}

impl Replay<'_> {
    /// Applies one event on the current day, under the normal rules.
    fn apply(&mut self, event: &Event, action: RequestAction, by: &Person, hour: i8) -> Result<ActionTaken> {
        let when = time_on(self.day.min(self.now.today), hour, self.at, self.now);
        let about = match event {
            Event::Upload { document, .. }
            | Event::Accept { document, .. }
            | Event::Reject { document, .. }
            | Event::ClaimNotRequired { document, .. } => Some(*document),
            _ => None,
        };
        let step = ActionTaken {
            action,
            actor: by.name(),
            for_user: None,
            now: when.now,
            zone: self.now.zone.clone(),
            document: about,
            reason: match event {
                Event::Decline { .. } => Some("The application was withdrawn.".to_owned()),
                Event::ClaimNotRequired { .. } => Some("You have a copy from my last application.".to_owned()),
                _ => None,
            },
            reason_code: matches!(event, Event::Reject { .. }).then(|| "UNREADABLE".to_owned()),
            remark: matches!(event, Event::Reject { .. })
                .then(|| "Please take the picture again in daylight.".to_owned()),
            detail: Value::Null,
        };
        let (next, effects) = apply(&self.aggregate.state(), event, when.today).map_err(refusal)?;
        self.accepted.extend(effects.iter().filter_map(|effect| match effect {
            Effect::DocumentAccepted { document } => Some((*document, when.today)),
            _ => None,
        }));
        self.aggregate.apply_outcome(&next, &step);
        self.entries.push(step.late_entry(self.aggregate));
        self.told.truncate(1);
        self.told.push((effects, step.clone()));
        Ok(step)
    }

    fn create(&mut self, maker: &Maker) -> ActionTaken {
        let step = ActionTaken {
            action: RequestAction::Create,
            actor: maker.user_id.clone(),
            for_user: None,
            now: time_on(self.day, 9, self.at, self.now).now,
            zone: self.now.zone.clone(),
            document: None,
            reason: None,
            reason_code: None,
            remark: None,
            detail: Value::Null,
        };
        self.entries.push(step.late_entry(self.aggregate));
        step
    }

    async fn run(&mut self, end: End, maker: &Maker) -> Result<ActionTaken> {
        let banker = Person::Staff(maker.user_id.clone());
        let numbers: Vec<u32> = self.aggregate.documents.iter().map(|row| row.number).collect();
        if end == End::New {
            return Ok(self.create(maker));
        }
        let mut last = self.apply(&Event::Send, RequestAction::Send, &banker, 9)?;
        let some = match end {
            End::Requested | End::Modified | End::Claimed => 0,
            End::Expired => usize::from(self.at.is_multiple_of(2)),
            End::Pending => numbers.len().div_ceil(2),
            _ => numbers.len(),
        };
        for number in numbers.iter().take(some) {
            last = self.upload(*number, 11).await?;
        }
        match end {
            End::Modified => last = self.apply(&Event::Edit, RequestAction::Edit, &banker, 12)?,
            End::Pending => last = self.review(numbers[0])?,
            End::Claimed => last = self.claim(numbers[0])?,
            End::ToDecide => {
                for number in &numbers {
                    self.accept(*number, 1, 13)?;
                    last = self.accept(*number, 2, 15)?;
                }
            }
            End::Waiting if self.at.is_multiple_of(2) => last = self.accept(numbers[0], 1, 14)?,
            End::Accepted => {
                self.day = self.day.saturating_add(2.days());
                for number in &numbers {
                    self.accept(*number, 1, 13)?;
                    self.accept(*number, 2, 15)?;
                }
                self.day = self.day.saturating_add(1.days());
                last = self.apply(&Event::Approve, RequestAction::Approve, &banker, 16)?;
            }
            End::Declined => {
                self.reject(numbers[0])?;
                self.day = self.day.saturating_add(4.days());
                last = self.apply(&Event::Decline { has_reason: true }, RequestAction::Decline, &banker, 12)?;
            }
            End::Expired => {
                self.day = self.aggregate.request.expires_on.saturating_add(1.days());
                last = self.apply(&Event::Expire, RequestAction::Expire, &Person::System, 6)?;
            }
            _ => {}
        }
        Ok(last)
    }

    fn accept(&mut self, document: u32, level: u8, hour: i8) -> Result<ActionTaken> {
        let person = Person::Staff(format!("CHECKER{level}"));
        let event = Event::Accept { document, by: Reviewer { person: person.clone(), level } };
        self.apply(&event, RequestAction::Accept, &person, hour)
    }

    fn claim(&mut self, document: u32) -> Result<ActionTaken> {
        let party = self.aggregate.parties.first().map(|party| party.user_id.clone());
        let by = Person::Customer(party.unwrap_or_default());
        let event = Event::ClaimNotRequired { document, by: by.clone(), has_reason: true };
        self.apply(&event, RequestAction::Claim, &by, 12)
    }

    /// Some pending requests have a rejected document.
    fn review(&mut self, document: u32) -> Result<ActionTaken> {
        if self.at.is_multiple_of(3) { self.reject(document) } else { self.accept(document, 1, 14) }
    }

    fn reject(&mut self, document: u32) -> Result<ActionTaken> {
        let person = Person::Staff("CHECKER1".to_owned());
        let by = Reviewer { person: person.clone(), level: 1 };
        self.apply(&Event::Reject { document, by, has_reason: true }, RequestAction::Reject, &person, 14)
    }

    async fn upload(&mut self, document: u32, hour: i8) -> Result<ActionTaken> {
        let party = self.aggregate.parties.first().map(|party| (party.user_id.clone(), party.full_name()));
        let (user, name) = party.unwrap_or_default();
        let by = Person::Customer(user);
        let step = self.apply(&Event::Upload { document, by: by.clone() }, RequestAction::Submit, &by, hour)?;
        let title = self.aggregate.document(document).map(|row| row.title.clone()).unwrap_or_default();
        let takes_pdf =
            self.aggregate.document(document).is_none_or(|row| row.types.to_ascii_lowercase().contains("pdf"));
        let rule_code = self.aggregate.document(document).and_then(|row| self.rules.get(&row.document_code));
        let rule = match rule_code {
            Some(code) => self.app.store.rule(self.access.permit(), code).await?.details,
            None => Vec::new(),
        };
        // Some documents lack the number that their rule looks for.
        let is_good = !(self.at + document as usize).is_multiple_of(5);
        let at = self.at + document as usize;
        let code = self.aggregate.document(document).map(|row| row.document_code.clone()).unwrap_or_default();
        let about = Specimen {
            code: &code,
            title: &title,
            name: &name,
            reference: &self.aggregate.request.txn_ref_no,
            lines: &specimen(&rule, at, is_good),
            at,
        };
        let (drawn, pages) = draw(&about);
        let (bytes, content_type, extension) =
            if takes_pdf { (drawn, "application/pdf", "pdf") } else { (portrait()?, "image/png", "png") };
        let version = self.aggregate.versions.iter().filter(|row| row.document == document).count() as u32;
        let file = self.store_file(document, bytes).await?;
        self.files.push(FileRow {
            document,
            version,
            uploaded_by: by.name(),
            uploaded_on: step.now.clone(),
            file_name: format!("document-{document}.{extension}"),
            content_type: content_type.to_owned(),
            pages: takes_pdf.then_some(pages),
            ..file
        });
        Ok(step)
    }

    async fn store_file(&self, document: u32, bytes: Vec<u8>) -> Result<FileRow> {
        use sha2::{Digest, Sha256};
        let file_id = uuid::Uuid::now_v7().simple().to_string();
        let context = context(self.access.permit().scope(), &self.aggregate.request.txn_ref_no, document, &file_id);
        let storage_id = uuid::Uuid::now_v7().simple().to_string();
        let sha256 = hex::encode(Sha256::digest(&bytes));
        let size = i64::try_from(bytes.len()).unwrap_or(0);
        let pieces = Box::pin(stream::iter([Ok(Bytes::from(bytes))]));
        let written = self.app.files.put(&storage_id, &context, pieces).await.map_err(Error::internal)?;
        Ok(FileRow {
            file_id,
            document: 0,
            version: 0,
            uploaded_by: String::new(),
            uploaded_on: String::new(),
            file_name: String::new(),
            content_type: String::new(),
            size,
            pages: None,
            sha256,
            storage_id,
            sealed_key: written.sealed_key,
            scan: Scan::NotScanned,
            purged_on: None,
        })
    }
}
