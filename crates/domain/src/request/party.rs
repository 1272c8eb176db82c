use std::collections::HashSet;

use jiff::civil::Date;

use super::read::BodyReader;
use crate::master_data::{is_person_name, is_same_mobile};
use crate::message::Message;

pub const MOST_PARTIES: usize = 50;
pub const MOST_DOCUMENTS: usize = 100;

/// Someone who is asked, or whom one of those has authorised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Party {
    /// 0 until the request has given it one.
    pub seq_no: u32,
    pub party_type: &'static str,
    pub first_name: String,
    pub second_name: Option<String>,
    pub last_name: String,
    pub mobile_number: Option<String>,
    pub email_address: Option<String>,
    pub primary_party: bool,
    pub authorize_other_pty: bool,
    pub email_notification: bool,
    pub sms_notification: bool,
    pub request_remarks: Option<String>,
    pub same_remarks_to_all_pty: bool,
    pub relationship: Option<String>,
    pub auth_party_seq_no: Option<u32>,
    pub auth_level: Option<u8>,
    pub lang_code: &'static str,
    pub documents: Vec<RequestedDocument>,
}

/// A document somebody is to be asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestedDocument {
    pub number: u32,
    pub document_code: String,
    pub template_code: Option<String>,
    pub mandatory: bool,
    pub instructions: Option<String>,
    pub due: Option<Date>,
}

const FIELDS: &[&str] = &[
    "partySeqNo",
    "partyType",
    "firstName",
    "secondName",
    "lastName",
    "mobileNumber",
    "emailAddress",
    "primaryParty",
    "authorizeOtherPty",
    "emailNotification",
    "smsNotification",
    "requestRemarks",
    "sameRemarksToAllPty",
    "relationship",
    "relationshipDesc",
    "authPartySeqNo",
    "authLevel",
    "langCode",
    "documents",
];
/// What a request tells of a document comes back with it when it is changed; only some of it is a input.
const DOCUMENT_FIELDS: &[&str] = &[
    "documentNo",
    "partySeqNo",
    "documentCode",
    "templateCode",
    "mandatory",
    "instructions",
    "documentDueDate",
    "documentTitle",
    "documentCategory",
    "documentTypes",
    "maxSizeMb",
    "maxFiles",
    "status",
    "acceptedLevels",
    "claim",
    "waiver",
    "needsSecondPerson",
    "reasonCode",
    "reasonRemark",
    "versions",
    "staged",
    "allowed",
];

/// Reads the parties of a body. A party that has no number is referred to by its place in the list, from 1.
pub fn read_parties(reader: &mut BodyReader, today: Date, expires_on: Date) -> Vec<Party> {
    let items = reader.objects("parties", MOST_PARTIES);
    let mut parties: Vec<Party> = Vec::with_capacity(items.len());
    for (path, map) in &items {
        let mut own = BodyReader::new(map, path);
        parties.push(read_party(&mut own, today, expires_on));
        reader.errors.append(&mut own.errors);
    }
    if let Some(first) = parties.iter().find(|party| party.same_remarks_to_all_pty).cloned() {
        parties.iter_mut().for_each(|party| party.request_remarks = first.request_remarks.clone());
    }
    refuse_twins(reader, &items, &parties);
    refuse_numbers_twice(reader, &items, &parties);
    parties
}

pub fn read_party(own: &mut BodyReader, today: Date, expires_on: Date) -> Party {
    own.only(FIELDS);
    let party = Party {
        seq_no: own.int("partySeqNo", 0, 10_000).unwrap_or(0) as u32,
        party_type: own.one_of("partyType", &["Customer", "Banker"]).unwrap_or("Customer"),
        first_name: own.enter("firstName", 50),
        second_name: own.text("secondName", 50),
        last_name: own.enter("lastName", 50),
        mobile_number: own.mobile("mobileNumber"),
        email_address: own.email("emailAddress"),
        primary_party: own.flag("primaryParty", false),
        authorize_other_pty: own.flag("authorizeOtherPty", false),
        email_notification: own.flag("emailNotification", true),
        sms_notification: own.flag("smsNotification", false),
        request_remarks: own.text("requestRemarks", 1000),
        same_remarks_to_all_pty: own.flag("sameRemarksToAllPty", false),
        relationship: own.text("relationship", 10),
        auth_party_seq_no: own.int("authPartySeqNo", 1, 10_000).map(|number| number as u32),
        auth_level: own.int("authLevel", 1, 3).map(|level| level as u8),
        lang_code: own.one_of("langCode", &["en", "ta"]).unwrap_or("en"),
        documents: Vec::new(),
    };
    let party = Party { documents: read_documents(own, today, expires_on), ..party };
    check_party(own, &party);
    party
}

fn check_party(own: &mut BodyReader, party: &Party) {
    // A name is repeated in mails of the entity, to addresses that a customer may give.
    let names = [Some(&party.first_name), party.second_name.as_ref(), Some(&party.last_name)];
    for (field, name) in ["firstName", "secondName", "lastName"].into_iter().zip(names) {
        if name.is_some_and(|name| !is_person_name(name)) {
            own.fail(field, Message::about("enterValid", "docrequest", field));
        }
    }
    if !party.email_notification && !party.sms_notification {
        own.fail("emailNotification", Message::plain("eitherEmailOrSms"));
    }
    let bad = |own: &BodyReader, name: &str| own.errors.iter().any(|error| error.field == own.path(name));
    if party.email_notification && party.email_address.is_none() && !bad(own, "emailAddress") {
        own.fail("emailAddress", Message::plain("validEmail"));
    }
    if party.sms_notification && party.mobile_number.is_none() && !bad(own, "mobileNumber") {
        own.fail("mobileNumber", Message::about("enter", "docrequest", "mobileNumber"));
    }
    if party.auth_party_seq_no.is_some() {
        if party.relationship.is_none() {
            own.fail("relationship", Message::about("select", "docrequest", "relationship"));
        }
        if party.auth_level.is_none() && !bad(own, "authLevel") {
            own.fail("authLevel", Message::about("select", "docrequest", "authLevel"));
        }
        if !party.documents.is_empty() {
            own.fail("documents", Message::plain("authorisedOwnsNothing"));
        }
    }
}

fn read_documents(own: &mut BodyReader, today: Date, expires_on: Date) -> Vec<RequestedDocument> {
    let items = own.objects("documents", MOST_DOCUMENTS);
    let mut documents: Vec<RequestedDocument> = Vec::with_capacity(items.len());
    for (path, map) in items {
        let mut reader = BodyReader::new(map, &path);
        reader.only(DOCUMENT_FIELDS);
        let asked = read_asked(&mut reader, today, expires_on);
        // Two that the request has already are what they are: one of them was not required.
        let is_twin = |known: &RequestedDocument| {
            known.document_code == asked.document_code && known.number.min(asked.number) == 0
        };
        if !asked.document_code.is_empty() && documents.iter().any(is_twin) {
            reader.fail("documentCode", Message::about("exists", "docrequest", "documentCode"));
        }
        own.errors.append(&mut reader.errors);
        documents.push(asked);
    }
    documents
}

/// One document of a body. Its own due date is none after which the request is over.
pub fn read_asked(reader: &mut BodyReader, today: Date, expires_on: Date) -> RequestedDocument {
    let number = reader.int("documentNo", 0, 100_000).unwrap_or(0) as u32;
    let due = reader.date("documentDueDate");
    if number == 0 && due.is_some_and(|due| due < today || due > expires_on) {
        reader.fail("documentDueDate", Message::plain("validDate"));
    }
    RequestedDocument {
        number,
        document_code: reader.need("documentCode", 10, Message::about("select", "docrequest", "documentCode")),
        template_code: reader.text("templateCode", 10),
        mandatory: reader.flag("mandatory", true),
        instructions: reader.text("instructions", 1000),
        due,
    }
}

/// A party or document that is named twice would be two, and one of them lost.
fn refuse_numbers_twice(
    reader: &mut BodyReader,
    items: &[(String, &serde_json::Map<String, serde_json::Value>)],
    all: &[Party],
) {
    let (mut parties, mut documents) = (HashSet::new(), HashSet::new());
    for ((path, _), party) in items.iter().zip(all) {
        let mut twice = |field: String, name: &'static str| {
            let message = Message::about("exists", "docrequest", name);
            reader.errors.push(crate::refusal::FieldError { field, message });
        };
        if party.seq_no > 0 && !parties.insert(party.seq_no) {
            twice(format!("{path}.partySeqNo"), "parties");
        }
        for (at, asked) in party.documents.iter().enumerate() {
            if asked.number > 0 && !documents.insert(asked.number) {
                twice(format!("{path}.documents[{at}].documentNo"), "document");
            }
        }
    }
}

/// Two parties are never reached at the same address: one would read what the other is asked for.
fn refuse_twins(
    reader: &mut BodyReader,
    items: &[(String, &serde_json::Map<String, serde_json::Value>)],
    all: &[Party],
) {
    let (mut mails, mut mobiles) = (HashSet::new(), Vec::<&str>::new());
    for ((path, _), party) in items.iter().zip(all) {
        let mut twin = |field: &'static str, is_new: bool| {
            if !is_new {
                let message = Message::about("exists", "docrequest", field);
                reader.errors.push(crate::refusal::FieldError { field: format!("{path}.{field}"), message });
            }
        };
        if let Some(mail) = &party.email_address {
            twin("emailAddress", mails.insert(mail.clone()));
        }
        if let Some(mobile) = &party.mobile_number {
            twin("mobileNumber", !mobiles.iter().any(|other| is_same_mobile(other, mobile)));
            mobiles.push(mobile);
        }
    }
}
