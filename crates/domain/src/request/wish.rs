//! What a banker wants to ask for: the body of a save or an update, read once into a form without bad values.

use jiff::ToSpan;
use jiff::civil::Date;
use serde_json::{Map, Value};

use super::customer::Customer;
use super::notification::NotificationSettings;
use super::party::{Party, read_parties};
use super::read::Reader;
use crate::message::Message;
use crate::refusal::Refusal;

/// What the entity says about requests.
#[derive(Debug, Clone)]
pub struct House {
    pub today: Date,
    pub expiry_days: i64,
    pub reminder_days: i64,
    pub levels: u8,
    pub purge_days: i64,
    pub prefix: char,
    pub by_mail: bool,
    pub by_sms: bool,
}

/// Days until documents are due, unless told.
const DUE_DAYS: i64 = 7;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wish {
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
    /// The request and document whose renewal this is.
    pub renews: Option<(String, u32)>,
}

const FIELDS: &[&str] = &[
    "txnRefNo",
    "versionNumber",
    "tenantCode",
    "branchCode",
    "userReference",
    "referredBy",
    "parties",
    "notification",
    "documentDueDate",
    "expiryDays",
    "send",
    "langCode",
    "countryCode",
    "entityCode",
    "renews",
];

/// Reads a body. `created` is the day the request was made, from which its expiry is counted.
pub fn read_wish(body: &Map<String, Value>, house: &House, created: Date) -> Result<Wish, Refusal> {
    let mut reader = Reader::new(body, "");
    let known: Vec<&str> = FIELDS.iter().chain(Customer::FIELDS).copied().collect();
    reader.only(&known);
    let customer = Customer::read(&mut reader);
    let expiry_days = reader.int("expiryDays", 0, 3650).unwrap_or(house.expiry_days.max(1));
    let expires_on = created.saturating_add(expiry_days.days());
    let due = match (body.contains_key("documentDueDate"), reader.date("documentDueDate")) {
        (_, Some(due)) => due,
        (false, None) => house.today.saturating_add(DUE_DAYS.min(expiry_days).days()),
        (true, None) => {
            if !reader.errors.iter().any(|error| error.field == "documentDueDate") {
                reader.fail("documentDueDate", Message::plain("selectDueDate"));
            }
            house.today
        }
    };
    if due < house.today || due > expires_on {
        reader.fail("documentDueDate", Message::plain("validDate"));
    }
    let wish = Wish {
        branch_code: reader.text("branchCode", 10),
        user_reference: reader.text("userReference", 50),
        referred_by: reader.text("referredBy", 10),
        customer,
        notification: NotificationSettings::read(&mut reader, house.reminder_days),
        parties: read_parties(&mut reader, house.today),
        due,
        expiry_days,
        expires_on,
        send: reader.flag("send", false),
        renews: read_renews(&mut reader),
    };
    check_parties(&mut reader, &wish, house);
    match reader.errors.is_empty() {
        true => Ok(settle(wish)),
        false => Err(Refusal::Invalid(reader.errors)),
    }
}

fn check_parties(reader: &mut Reader, wish: &Wish, house: &House) {
    if wish.parties.is_empty() {
        reader.fail("parties", Message::about("enter", "docrequest", "parties"));
        return;
    }
    if wish.send && wish.parties.iter().all(|party| party.documents.is_empty()) {
        reader.fail("parties", Message::about("select", "docrequest", "documents"));
    }
    for (at, party) in wish.parties.iter().enumerate() {
        let reachable = (party.email_notification && house.by_mail) || (party.sms_notification && house.by_sms);
        if !reachable && (party.email_notification || party.sms_notification) {
            reader.fail(&format!("parties[{at}].emailNotification"), Message::plain("channelOff"));
        }
        let Some(number) = party.auth_party_seq_no else { continue };
        let is_fit = |found: usize| {
            let found = &wish.parties[found];
            found.auth_party_seq_no.is_none() && found.authorize_other_pty
        };
        if !authoriser(&wish.parties, number).is_some_and(is_fit) {
            reader.fail(
                &format!("parties[{at}].authPartySeqNo"),
                Message::about("selectValid", "docrequest", "authPartySeqNo"),
            );
        }
    }
}

/// Where the party stands that an authorised party names: by its number, or, while it has none, by its place from 1.
pub fn authoriser(parties: &[Party], number: u32) -> Option<usize> {
    let is_new = |at: usize| parties[at].seq_no == 0 && at as u32 + 1 == number;
    let all = || 0..parties.len();
    all().find(|at| is_new(*at)).or_else(|| all().find(|at| parties[*at].seq_no == number))
}

fn read_renews(reader: &mut Reader) -> Option<(String, u32)> {
    let mut own = Reader::new(reader.object("renews")?, "renews");
    let found = own.text("txnRefNo", 20).zip(own.int("documentNo", 1, 100_000).map(|number| number as u32));
    reader.errors.append(&mut own.errors);
    found
}

/// Exactly one party is the primary one: the first that says so, or the first.
fn settle(mut wish: Wish) -> Wish {
    let primary = wish.parties.iter().position(|party| party.primary_party && party.auth_party_seq_no.is_none());
    let primary = primary.or_else(|| wish.parties.iter().position(|party| party.auth_party_seq_no.is_none()));
    for (at, party) in wish.parties.iter_mut().enumerate() {
        party.primary_party = Some(at) == primary;
    }
    wish
}
