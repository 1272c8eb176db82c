use std::collections::HashSet;

use jiff::civil::Date;

use super::input::due_fault;
use super::read::BodyReader;
use crate::format::{is_customer_name, is_person_name, is_same_mobile};
use crate::message::Message;

/// Someone who is asked for documents, or whom such a party has authorised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Party {
    /// 0 for a new party.
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
    /// The record of the master with this level; the server finds it.
    pub auth_level_code: Option<String>,
    pub lang_code: &'static str,
    pub documents: Vec<RequestedDocument>,
}

/// A document that a party is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestedDocument {
    pub number: u32,
    pub document_code: String,
    pub template_code: Option<String>,
    pub mandatory: bool,
    pub instructions: Option<String>,
    pub due: Option<Date>,
}

/// Reads the parties of a body. Other parties refer to one without a number by its place in the list, from 1.
pub fn read_parties(reader: &mut BodyReader, today: Date, expires_on: Date) -> Vec<Party> {
    let mut items = reader.objects("parties");
    let mut parties: Vec<Party> = Vec::with_capacity(items.len());
    for own in &mut items {
        parties.push(read_party(own, today, expires_on));
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
    own.only_declared();
    let party = Party {
        seq_no: own.number("partySeqNo").unwrap_or(0),
        party_type: own.one_of("partyType").unwrap_or("Customer"),
        first_name: own.required_text("firstName"),
        second_name: own.text("secondName"),
        last_name: own.required_text("lastName"),
        mobile_number: Some(own.required_text("mobileNumber")).filter(|number| !number.is_empty()),
        email_address: own.text("emailAddress"),
        primary_party: own.flag("primaryParty"),
        authorize_other_pty: own.flag("authorizeOtherPty"),
        email_notification: own.flag("emailNotification"),
        sms_notification: own.flag("smsNotification"),
        request_remarks: own.text("requestRemarks"),
        same_remarks_to_all_pty: own.flag("sameRemarksToAllPty"),
        relationship: own.text("relationship"),
        auth_party_seq_no: own.number("authPartySeqNo"),
        auth_level: own.int("authLevel").map(|level| level as u8),
        auth_level_code: None,
        lang_code: own.one_of("langCode").unwrap_or("en"),
        documents: Vec::new(),
    };
    let party = Party { documents: read_documents(own, today, expires_on), ..party };
    check_party(own, &party);
    party
}

/// The names of a party with their fields.
fn names(party: &Party) -> [(&'static str, Option<&str>); 3] {
    [
        ("firstName", Some(&party.first_name)),
        ("secondName", party.second_name.as_deref()),
        ("lastName", Some(&party.last_name)),
    ]
}

/// A customer who adds a party chooses a name that the entity's mails repeat.
pub fn check_names_by_customer(own: &mut BodyReader, party: &Party) {
    for (field, name) in names(party) {
        if name.is_some_and(|name| !is_customer_name(name)) && !own.has_error(field) {
            own.fail(field, Message::plain("customerName"));
        }
    }
}

fn check_party(own: &mut BodyReader, party: &Party) {
    // Mails of the entity repeat the name, and a customer may choose the address they go to.
    for (field, name) in names(party) {
        if name.is_some_and(|name| !is_person_name(name)) {
            own.fail(field, Message::about("enterValid", "docrequest", field));
        }
    }
    if !party.email_notification && !party.sms_notification {
        own.fail("emailNotification", Message::plain("eitherEmailOrSms"));
    }
    if party.email_notification && party.email_address.is_none() && !own.has_error("emailAddress") {
        own.fail("emailAddress", Message::plain("validEmail"));
    }
    if party.auth_party_seq_no.is_some() {
        if party.relationship.is_none() {
            own.fail("relationship", Message::about("select", "docrequest", "relationship"));
        }
        if party.auth_level.is_none() && !own.has_error("authLevel") {
            own.fail("authLevel", Message::about("select", "docrequest", "authLevel"));
        }
        if !party.documents.is_empty() {
            own.fail("documents", Message::plain("authorisedOwnsNothing"));
        }
    }
}

fn read_documents(own: &mut BodyReader, today: Date, expires_on: Date) -> Vec<RequestedDocument> {
    let items = own.objects("documents");
    let mut documents: Vec<RequestedDocument> = Vec::with_capacity(items.len());
    for mut reader in items {
        reader.only_declared();
        let number = reader.number("documentNo").unwrap_or(0);
        let document = read_document(&mut reader, number, today, expires_on);
        // Two stored documents may have the same code: one of them was not required.
        let is_twin =
            |known: &RequestedDocument| known.document_code == document.document_code && known.number.min(number) == 0;
        if !document.document_code.is_empty() && documents.iter().any(is_twin) {
            reader.fail("documentCode", Message::about("exists", "docrequest", "documentCode"));
        }
        own.errors.append(&mut reader.errors);
        documents.push(document);
    }
    documents
}

/// Reads one requested document. A new one (`number` 0) cannot be due in the past or after the request expires.
pub fn read_document(reader: &mut BodyReader, number: u32, today: Date, expires_on: Date) -> RequestedDocument {
    let due = reader.date("documentDueDate");
    let fault = due.filter(|_| number == 0).and_then(|due| due_fault(due, today, expires_on));
    if let Some(message) = fault {
        reader.fail("documentDueDate", message);
    }
    RequestedDocument {
        number,
        document_code: reader.required_text("documentCode"),
        template_code: reader.text("templateCode"),
        mandatory: reader.flag("mandatory"),
        instructions: reader.text("instructions"),
        due,
    }
}

/// One of two entries with the same number would be lost.
fn refuse_numbers_twice(reader: &mut BodyReader, items: &[BodyReader], all: &[Party]) {
    let (mut parties, mut documents) = (HashSet::new(), HashSet::new());
    for (own, party) in items.iter().zip(all) {
        let mut twice = |field: String, name: &'static str| {
            let message = Message::about("exists", "docrequest", name);
            reader.errors.push(crate::refusal::FieldError { field, message });
        };
        if party.seq_no > 0 && !parties.insert(party.seq_no) {
            twice(own.path("partySeqNo"), "parties");
        }
        for (at, document) in party.documents.iter().enumerate() {
            if document.number > 0 && !documents.insert(document.number) {
                twice(own.path(&format!("documents[{at}].documentNo")), "document");
            }
        }
    }
}

/// Two parties with the same address would read each other's messages.
fn refuse_twins(reader: &mut BodyReader, items: &[BodyReader], all: &[Party]) {
    let (mut mails, mut mobiles) = (HashSet::new(), Vec::<&str>::new());
    for (own, party) in items.iter().zip(all) {
        let mut twin = |field: &'static str, is_new: bool| {
            if !is_new {
                let message = Message::about("exists", "docrequest", field);
                reader.errors.push(crate::refusal::FieldError { field: own.path(field), message });
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
