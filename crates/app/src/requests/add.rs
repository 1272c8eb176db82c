//! Adds a document or a party to an existing request.

use domain::Refusal;
use domain::access::{Change, RequestAccess, Viewer};
use domain::format::is_same_mobile;
use domain::message::Message;
use domain::request::bodies::{self, MOST_PARTIES};
use domain::request::read::BodyReader;
use domain::request::{
    DocumentStatus, Effect, Event, NotificationEvent, Party, RequestAction, check_names_by_customer, read_document,
    read_party,
};
use jiff::{Timestamp, ToSpan};
use serde_json::{Map, Value, json};
use store::requests::{ActionTaken, DocumentRow, PartyRow, RequestAggregate};

use super::change::change;
use super::compose::{self, Kinds};
use super::people;
use super::update::save_logins;
use crate::context::{EntityClock, Outcome, check_version, entity_clock, load, reference, refusal, step, version};
use crate::{App, Result};

/// The number of people that a customer may add per day, over all requests.
const ADDED_A_DAY: i64 = 5;

pub(super) async fn add_document(
    app: &App,
    access: &RequestAccess<Change>,
    body: &Map<String, Value>,
) -> Result<RequestAggregate> {
    let at = entity_clock(app, access).await?;
    let mut reader = BodyReader::new(body, &bodies::ADD_DOCUMENT);
    reader.only_declared();
    let aggregate = load(app, access, reference(body)?, &at).await?;
    let requested = read_document(&mut reader, 0, at.today, aggregate.request.expires_on);
    let party = reader.number("partySeqNo");
    if party.is_none() {
        reader.fail_missing("partySeqNo");
    }
    let party = reader.into_result(party.unwrap_or(1))?;
    let (mut kinds, faults) = compose::codes_of_document(app, access, &requested).await?;
    let Some(kind) = kinds.remove(&requested.document_code).filter(|_| faults.is_empty()) else {
        return Err(Refusal::Invalid(faults).into());
    };
    change(app, access, reference(body)?, version(body)?, |aggregate, at| {
        let owner = aggregate.party(party).filter(|row| row.auth_party_seq_no.is_none()).ok_or(Refusal::NotFound)?;
        // A document that was set to not required can be requested again.
        let is_twin = |row: &DocumentRow| {
            row.party == owner.seq_no
                && row.document_code == requested.document_code
                && row.status != DocumentStatus::NotRequired
        };
        if aggregate.documents.iter().any(is_twin) {
            return Err(Refusal::field("documentCode", Message::about("exists", "docrequest", "documentCode")).into());
        }
        let number = aggregate.last_document() + 1;
        let event = Event::AddDocument { number, party, is_required: requested.mandatory };
        let done =
            ActionTaken { document: Some(number), ..step(access, Some(aggregate), at, RequestAction::AddDocument) };
        let (next, effects) = domain::request::apply(&aggregate.state(), &event, at.today).map_err(refusal)?;
        let mut after = aggregate.clone();
        after.documents.push(compose::document_row(number, party, &requested, &kind));
        after.apply_outcome(&next, &done);
        Ok(Outcome { after, step: done, effects, more: Vec::new() })
    })
    .await
}

/// Counts the people that a customer adds, each of whom gets a mail of the entity. Counting before the write stops
/// parallel calls from passing the limit.
async fn count_added_people(app: &App, access: &RequestAccess<Change>, user_id: &str, at: &EntityClock) -> Result<()> {
    let midnight = at.start_of_day(at.today.saturating_add(1.day()));
    let left = midnight.parse::<Timestamp>().map_or(0, |midnight| midnight.duration_since(app.clock.now()).as_secs());
    let refusal = Refusal::TooManyTries { retry_after_seconds: u64::try_from(left).unwrap_or(0).max(1) };
    let subject = format!("addparty {user_id}");
    app.store.count_login_try(access.permit(), &[(subject, ADDED_A_DAY)], &at.now, &midnight, refusal).await
}

/// Staff add any party; a customer who may authorise others adds an authorised party.
pub(super) async fn add_party(
    app: &App,
    access: &RequestAccess<Change>,
    body: &Map<String, Value>,
) -> Result<RequestAggregate> {
    let at = entity_clock(app, access).await?;
    let aggregate = load(app, access, reference(body)?, &at).await?;
    let (party, kinds) = read_new_party(app, access, body, &aggregate, &at).await?;
    let (logins, made) = people::logins(app, access, std::slice::from_ref(&party), &at.now).await?;
    let new = NewParty { party, kinds, login: logins.into_iter().next().unwrap_or_default() };
    // A refused call must not leave a login behind.
    check_version(&aggregate, version(body)?)?;
    new.added(access, &aggregate, &at)?;
    if let Viewer::Party { user_id } = access.viewer() {
        count_added_people(app, access, user_id, &at).await?;
    }
    save_logins(app, access, made).await?;
    change(app, access, reference(body)?, version(body)?, |aggregate, at| new.added(access, aggregate, at)).await
}

/// The party in a body, with the kinds of its documents.
async fn read_new_party(
    app: &App,
    access: &RequestAccess<Change>,
    body: &Map<String, Value>,
    aggregate: &RequestAggregate,
    at: &EntityClock,
) -> Result<(Party, Kinds)> {
    let map = body
        .get("party")
        .and_then(Value::as_object)
        .ok_or_else(|| Refusal::field("party", Message::about("enter", "docrequest", "parties")))?;
    let mut reader = BodyReader::at(map, "party", &bodies::PARTY);
    let mut party = read_party(&mut reader, at.today, aggregate.request.expires_on);
    party.primary_party = false;
    if matches!(access.viewer(), Viewer::Party { .. }) {
        check_party_of_customer(&mut reader, &mut party);
    }
    let all = std::slice::from_mut(&mut party);
    let (kinds, faults) = compose::codes_of_parties(app, access, all, |_| "party".to_owned()).await?;
    reader.errors.extend(faults);
    if app.store.policy(access.permit(), at.today).await?.cannot_reach(&party) {
        reader.fail("emailNotification", Message::plain("channelOff"));
    }
    if reader.errors.is_empty() { Ok((party, kinds)) } else { Err(Refusal::Invalid(reader.errors).into()) }
}

/// A customer adds somebody to act for their own party.
fn check_party_of_customer(reader: &mut BodyReader<'_>, party: &mut Party) {
    if !party.documents.is_empty() {
        reader.fail("documents", Message::plain("authorisedOwnsNothing"));
    }
    // The authorising party is the customer's own.
    reader.errors.retain(|error| error.field != "party.authPartySeqNo");
    if party.relationship.is_none() && !reader.has_error("relationship") {
        reader.fail("relationship", Message::about("select", "docrequest", "relationship"));
    }
    party.auth_level = party.auth_level.or(Some(1));
    check_names_by_customer(reader, party);
    // Customers cannot write into mails of the entity.
    if party.request_remarks.is_some() {
        reader.fail("requestRemarks", Message::about("enterValid", "docrequest", "requestRemarks"));
    }
}

/// A party on its way into a request.
struct NewParty {
    party: Party,
    kinds: Kinds,
    login: String,
}

impl NewParty {
    /// The request with the party, and what follows.
    fn added(&self, access: &RequestAccess<Change>, aggregate: &RequestAggregate, at: &EntityClock) -> Result<Outcome> {
        let party = Party { auth_party_seq_no: self.authorised_by(access, aggregate)?, ..self.party.clone() };
        if let Some(field) = self.twin_field(aggregate) {
            let message = Message::about("exists", "docrequest", field);
            return Err(Refusal::field(&format!("party.{field}"), message).into());
        }
        if aggregate.parties.len() >= MOST_PARTIES {
            return Err(Refusal::field("party", Message::plain("tooMany").with("max", MOST_PARTIES)).into());
        }
        let seq_no = aggregate.last_party() + 1;
        let done = ActionTaken {
            detail: json!({ "partySeqNo": seq_no, "party": format!("{} {}", party.first_name, party.last_name) }),
            ..step(access, Some(aggregate), at, RequestAction::AddParty)
        };
        let mut after = aggregate.clone();
        after.parties.push(compose::party_row(seq_no, &party, &self.login));
        self.add_documents(&mut after, seq_no);
        let by_customer = matches!(access.viewer(), Viewer::Party { .. });
        let effects = apply_edit(&mut after, &done, at, by_customer)?;
        Ok(Outcome { after, step: done, effects, more: Vec::new() })
    }

    /// The party that this one acts for.
    fn authorised_by(&self, access: &RequestAccess<Change>, aggregate: &RequestAggregate) -> Result<Option<u32>> {
        let authorises = |row: &&PartyRow| row.auth_party_seq_no.is_none() && row.authorize_other_pty;
        if let Viewer::Party { user_id } = access.viewer() {
            let own = aggregate.parties.iter().filter(authorises).find(|row| row.user_id == *user_id);
            let own = own.ok_or(Refusal::NotAllowed("the party may not authorise others"))?;
            return Ok(Some(own.seq_no));
        }
        match self.party.auth_party_seq_no {
            Some(number) if aggregate.party(number).filter(authorises).is_none() => {
                let message = Message::about("selectValid", "docrequest", "authPartySeqNo");
                Err(Refusal::field("party.authPartySeqNo", message).into())
            }
            other => Ok(other),
        }
    }

    /// The field that another party of the request has, too.
    fn twin_field(&self, aggregate: &RequestAggregate) -> Option<&'static str> {
        let party = &self.party;
        let has_login = |row: &PartyRow| {
            row.user_id == self.login || (party.email_address.is_some() && row.email_address == party.email_address)
        };
        let has_mobile = |row: &PartyRow| {
            let numbers = party.mobile_number.as_deref().zip(row.mobile_number.as_deref());
            numbers.is_some_and(|(one, other)| is_same_mobile(one, other))
        };
        if party.email_address.is_some() && aggregate.parties.iter().any(has_login) {
            Some("emailAddress")
        } else if aggregate.parties.iter().any(|row| has_login(row) || has_mobile(row)) {
            Some("mobileNumber")
        } else {
            None
        }
    }

    fn add_documents(&self, after: &mut RequestAggregate, seq_no: u32) {
        let mut next = after.last_document();
        for requested in &self.party.documents {
            let Some(kind) = self.kinds.get(&requested.document_code) else { continue };
            next += 1;
            let mut row = compose::document_row(next, seq_no, requested, kind);
            if after.request.is_sent {
                row.status = DocumentStatus::Requested;
            }
            after.documents.push(row);
        }
    }
}

/// Applies the edit to a request with its new party.
fn apply_edit(
    after: &mut RequestAggregate,
    done: &ActionTaken,
    at: &EntityClock,
    by_customer: bool,
) -> Result<Vec<Effect>> {
    let state = after.state();
    if by_customer {
        // The new party is notified at once; the requested documents have not changed.
        domain::request::apply(&state, &Event::Edit, at.today).map_err(refusal)?;
        after.apply_outcome(&state, done);
        return Ok(vec![Effect::Notify { event: NotificationEvent::RequestCreated, document: None }]);
    }
    if !after.request.is_sent {
        after.apply_outcome(&state, done);
        return Ok(Vec::new());
    }
    let (state, effects) = domain::request::apply(&state, &Event::Edit, at.today).map_err(refusal)?;
    after.apply_outcome(&state, done);
    Ok(effects)
}
