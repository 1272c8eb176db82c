//! The body of a save or an update, read once into a type without bad values.

use jiff::ToSpan;
use jiff::civil::Date;
use serde_json::{Map, Value};

use super::bodies;
use super::customer::Customer;
use super::notification::NotificationSettings;
use super::party::{Party, read_parties};
use super::read::BodyReader;
use crate::message::Message;
use crate::refusal::{FieldError, Refusal};

/// Settings of the entity that requests depend on.
#[derive(Debug, Clone)]
pub struct RequestPolicy {
    pub today: Date,
    pub expiry_days: i64,
    pub reminder_days: i64,
    pub levels: u8,
    pub purge_days: i64,
    pub prefix: char,
    pub by_mail: bool,
    pub by_sms: bool,
    /// False when lines 2 and 3 of the customer's address may be empty.
    pub address_lines_required: bool,
}

impl RequestPolicy {
    /// True when the party uses only channels that the entity has switched off.
    pub fn cannot_reach(&self, party: &Party) -> bool {
        let (mail, sms) = (party.email_notification, party.sms_notification);
        (mail || sms) && !((mail && self.by_mail) || (sms && self.by_sms))
    }
}

/// Days until documents are due, unless the body says otherwise.
const DUE_DAYS: i64 = 7;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestInput {
    pub branch_code: Option<String>,
    pub user_reference: Option<String>,
    pub referred_by: Option<String>,
    pub customer: Customer,
    pub parties: Vec<Party>,
    pub notification: NotificationSettings,
    pub due: Date,
    pub expiry_days: i64,
    pub expires_on: Date,
    pub send: bool,
    /// The caller's draft became this request and is deleted with it.
    pub ends_draft: bool,
    /// The request and document whose renewal this is.
    pub renews: Option<(String, u32)>,
}

/// Dates of the stored request that an update changes.
#[derive(Debug, Clone)]
pub struct CurrentDates {
    /// The day of creation, from which the expiry counts.
    pub created: Date,
    pub due: Date,
    pub expiry_days: i64,
    pub expires_on: Date,
    pub is_sent: bool,
}

/// Reads the body of a new request or, with `current`, of an update.
pub fn read_request(
    body: &Map<String, Value>,
    policy: &RequestPolicy,
    current: Option<&CurrentDates>,
) -> Result<RequestInput, Refusal> {
    match read_request_with_errors(body, policy, current) {
        (input, faults) if faults.is_empty() => Ok(input),
        (_, faults) => Err(Refusal::Invalid(faults)),
    }
}

/// The same, with all errors found so far: the caller adds those that need the database.
pub fn read_request_with_errors(
    body: &Map<String, Value>,
    policy: &RequestPolicy,
    current: Option<&CurrentDates>,
) -> (RequestInput, Vec<FieldError>) {
    let mut reader = BodyReader::new(body, &bodies::REQUEST);
    match current {
        Some(_) => reader.only_declared(),
        None => reader.only_input(),
    }
    let customer = Customer::read(&mut reader, policy);
    let usual = current.map_or(policy.expiry_days.max(1), |current| current.expiry_days);
    let expiry_days = reader.int("expiryDays").unwrap_or(usual);
    let expires_on = match current {
        Some(current) if current.is_sent => {
            if expiry_days != current.expiry_days {
                reader.fail("expiryDays", Message::plain("extendInstead"));
            }
            current.expires_on
        }
        Some(current) => current.created.saturating_add(expiry_days.days()),
        None => policy.today.saturating_add(expiry_days.days()),
    };
    let was_due = current.map(|current| current.due);
    let due = match (reader.contains("documentDueDate"), reader.date("documentDueDate")) {
        (_, Some(due)) => due,
        (false, None) => was_due.unwrap_or(policy.today.saturating_add(DUE_DAYS.min(expiry_days).days())),
        (true, None) => {
            if !reader.has_error("documentDueDate") {
                reader.fail("documentDueDate", Message::plain("selectDueDate"));
            }
            policy.today
        }
    };
    let earliest = if Some(due) == was_due { due } else { policy.today };
    if let Some(message) = due_fault(due, earliest, expires_on) {
        reader.fail("documentDueDate", message);
    }
    let input = RequestInput {
        branch_code: reader.text("branchCode"),
        user_reference: reader.text("userReference"),
        referred_by: reader.text("referredBy"),
        customer,
        notification: NotificationSettings::read(&mut reader, policy.reminder_days),
        parties: read_parties(&mut reader, policy.today, expires_on),
        due,
        expiry_days,
        expires_on,
        send: reader.flag("send"),
        ends_draft: reader.flag("draft"),
        renews: read_renews(&mut reader),
    };
    check_parties(&mut reader, &input, policy);
    (mark_primary(input), reader.errors)
}

/// What is wrong with a due date: it must lie between today and the expiry.
pub fn due_fault(due: Date, today: Date, expires_on: Date) -> Option<Message> {
    if due < today {
        Some(Message::plain("validDate"))
    } else if due > expires_on {
        Some(Message::about("dueAfterExpiry", "docrequest", "documentDueDate"))
    } else {
        None
    }
}

fn check_parties(reader: &mut BodyReader, input: &RequestInput, policy: &RequestPolicy) {
    if input.parties.is_empty() {
        reader.fail("parties", Message::about("enter", "docrequest", "parties"));
        return;
    }
    if input.send && input.parties.iter().all(|party| party.documents.is_empty()) {
        reader.fail("parties", Message::about("select", "docrequest", "documents"));
    }
    for (at, party) in input.parties.iter().enumerate() {
        if policy.cannot_reach(party) {
            reader.fail(&format!("parties[{at}].emailNotification"), Message::plain("channelOff"));
        }
        let Some(number) = party.auth_party_seq_no else { continue };
        let is_fit = |found: usize| {
            let found = &input.parties[found];
            found.auth_party_seq_no.is_none() && found.authorize_other_pty
        };
        if !authoriser(&input.parties, number).is_some_and(is_fit) {
            reader.fail(
                &format!("parties[{at}].authPartySeqNo"),
                Message::about("selectValid", "docrequest", "authPartySeqNo"),
            );
        }
    }
}

/// The position of the party that an authorised party refers to: by its number, or by its place from 1 while it has
/// none.
pub fn authoriser(parties: &[Party], number: u32) -> Option<usize> {
    let is_new = |at: usize| parties[at].seq_no == 0 && at as u32 + 1 == number;
    let all = || 0..parties.len();
    all().find(|at| is_new(*at)).or_else(|| all().find(|at| parties[*at].seq_no == number))
}

fn read_renews(reader: &mut BodyReader) -> Option<(String, u32)> {
    let mut own = reader.object("renews")?;
    let found = own.text("txnRefNo").zip(own.number("documentNo"));
    reader.errors.append(&mut own.errors);
    found
}

/// Exactly one party is primary: the first one marked as such, otherwise the first.
fn mark_primary(mut input: RequestInput) -> RequestInput {
    let primary = input.parties.iter().position(|party| party.primary_party && party.auth_party_seq_no.is_none());
    let primary = primary.or_else(|| input.parties.iter().position(|party| party.auth_party_seq_no.is_none()));
    for (at, party) in input.parties.iter_mut().enumerate() {
        party.primary_party = Some(at) == primary;
    }
    input
}
