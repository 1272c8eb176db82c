//! From the body of a request to its rows.

use std::collections::{HashMap, HashSet};

use domain::access::{RequestAccess, Viewer};
use domain::message::Message;
use domain::refusal::{FieldError, Refusal};
use domain::request::bodies::{DOCUMENT, PARTY, REQUEST};
use domain::request::{
    CurrentDates, DocumentStatus, Party, RequestInput, RequestPolicy, RequestedDocument, read_request_with_errors,
};
use serde_json::{Map, Value};
use store::requests::{DocumentKind, DocumentRow, PartyRow};

use crate::{App, Result};

pub(crate) type Kinds = HashMap<String, DocumentKind>;

/// Reads a body and the kinds of its documents, and reports all errors at once.
pub(super) async fn read<Kind>(
    app: &App,
    access: &RequestAccess<Kind>,
    body: &Map<String, Value>,
    policy: &RequestPolicy,
    current: Option<&CurrentDates>,
) -> Result<(RequestInput, Kinds)> {
    check_place(access, body)?;
    let (mut input, mut faults) = read_request_with_errors(body, policy, current);
    let (kinds, more) = codes_of_parties(app, access, &mut input.parties, |at| format!("parties[{at}]")).await?;
    for fault in codes_of_customer(app, access, &input).await?.into_iter().chain(more) {
        if !faults.iter().any(|known| known.field == fault.field) {
            faults.push(fault);
        }
    }
    if faults.is_empty() { Ok((input, kinds)) } else { Err(Refusal::Invalid(faults).into()) }
}

/// A body that names a country, entity or tenant must name the caller's.
fn check_place<Kind>(access: &RequestAccess<Kind>, body: &Map<String, Value>) -> std::result::Result<(), Refusal> {
    let scope = access.permit().scope();
    let tenant = match access.viewer() {
        Viewer::Staff { tenant, .. } => Some(tenant),
        _ => None,
    };
    let places = [("countryCode", Some(&scope.country)), ("entityCode", Some(&scope.entity)), ("tenantCode", tenant)];
    let is_elsewhere = |name: &str, own: Option<&String>| {
        let said = body.get(name).and_then(Value::as_str).filter(|said| !said.is_empty());
        said.zip(own).is_some_and(|(said, own)| said != own)
    };
    if places.into_iter().any(|(name, own)| is_elsewhere(name, own)) {
        Err(Refusal::NotAllowed("the body names another place"))
    } else {
        Ok(())
    }
}

/// Checks the codes of masters that a request refers to. The database refuses them too; here each error has its field.
async fn codes_of_customer<Kind>(
    app: &App,
    access: &RequestAccess<Kind>,
    input: &RequestInput,
) -> Result<Vec<FieldError>> {
    let customer = &input.customer;
    let category = customer.request_category.as_str();
    let codes = [
        ("customerType", Some(&customer.customer_type)),
        ("customerIndicator", Some(&customer.customer_indicator)),
        ("customerIndustry", Some(&customer.customer_industry)),
        ("requestCategory", Some(&customer.request_category)),
        ("requestPurpose", Some(&customer.request_purpose)),
        ("customerCategory", customer.customer_category.as_ref()),
        ("referredBy", input.referred_by.as_ref()),
    ];
    let mut faults = Vec::new();
    let mut found = HashMap::new();
    for (field, code) in codes.into_iter().filter_map(|(field, code)| Some((field, code?))) {
        match record(app, access, REQUEST.resource(field), &[code]).await? {
            Some(record) => drop(found.insert(field, record)),
            None => faults.push(invalid(field.to_owned(), field)),
        }
    }
    for (field, parent, chosen, at) in [
        ("requestCategory", "customerTypeCode", &customer.customer_type, "customerType"),
        ("customerCategory", "customerTypeCode", &customer.customer_type, "customerCategory"),
        ("requestPurpose", "industryCode", &customer.customer_industry, "requestPurpose"),
        ("requestPurpose", "categoryCode", &customer.request_category, "requestPurpose"),
    ] {
        let only = found.get(field).and_then(|record| record[parent].as_str());
        if only.is_some_and(|only| only != chosen) && !faults.iter().any(|fault| fault.field == at) {
            faults.push(invalid(at.to_owned(), at));
        }
    }
    // An unknown category has no sub categories.
    let sub = [category, &customer.request_sub_category];
    let is_known = !faults.iter().any(|fault| fault.field == "requestCategory");
    if is_known && !is_there(app, access, REQUEST.resource("requestSubCategory"), &sub).await? {
        faults.push(invalid("requestSubCategory".to_owned(), "requestSubCategory"));
    }
    if !domain::geo::is_country(&customer.customer_country) {
        faults.push(invalid("customerCountry".to_owned(), "customerCountry"));
    }
    Ok(faults)
}

/// The kinds of the requested documents, and errors in the codes of parties. `path` leads to each party.
pub(super) async fn codes_of_parties<Kind>(
    app: &App,
    access: &RequestAccess<Kind>,
    parties: &mut [Party],
    path: impl Fn(usize) -> String,
) -> Result<(Kinds, Vec<FieldError>)> {
    find_levels(app, access, parties).await?;
    let requested = || parties.iter().flat_map(|party| &party.documents);
    let kinds = kinds_of(app, access, parties).await?;
    let templates = requested().filter_map(|requested| requested.template_code.as_ref());
    let templates = unknown(app, access, DOCUMENT.resource("templateCode"), templates).await?;
    let relationships = parties.iter().filter_map(|party| party.relationship.as_ref());
    let relationships = unknown(app, access, PARTY.resource("relationship"), relationships).await?;
    let mut faults = Vec::new();
    let mut fault = |field: String, name: &'static str| faults.push(invalid(field, name));
    for (at, party) in parties.iter().enumerate() {
        let path = path(at);
        if party.relationship.as_ref().is_some_and(|code| relationships.contains(code)) {
            fault(format!("{path}.relationship"), "relationship");
        }
        if party.auth_level.is_some() && party.auth_level_code.is_none() {
            fault(format!("{path}.authLevel"), "authLevel");
        }
        for (place, requested) in party.documents.iter().enumerate() {
            if !kinds.contains_key(&requested.document_code) {
                fault(format!("{path}.documents[{place}].documentCode"), "documentCode");
            }
            if requested.template_code.as_ref().is_some_and(|code| templates.contains(code)) {
                fault(format!("{path}.documents[{place}].templateCode"), "templateCode");
            }
        }
    }
    Ok((kinds, faults))
}

/// The records of the master that have the parties' levels.
async fn find_levels<Kind>(app: &App, access: &RequestAccess<Kind>, parties: &mut [Party]) -> Result<()> {
    if parties.iter().all(|party| party.auth_level.is_none()) {
        return Ok(());
    }
    let levels = app.store.party_levels(access.permit()).await?;
    for party in parties {
        let of_party = |(level, _): &&(u8, String)| Some(*level) == party.auth_level;
        party.auth_level_code = levels.iter().find(of_party).map(|(_, code)| code.clone());
    }
    Ok(())
}

/// The same for one document that is added later.
pub(super) async fn codes_of_document<Kind>(
    app: &App,
    access: &RequestAccess<Kind>,
    requested: &RequestedDocument,
) -> Result<(Kinds, Vec<FieldError>)> {
    let kinds = kinds(app, access, std::iter::once(&requested.document_code)).await?;
    let templates = unknown(app, access, DOCUMENT.resource("templateCode"), requested.template_code.iter()).await?;
    let mut faults = Vec::new();
    if !kinds.contains_key(&requested.document_code) {
        faults.push(invalid("documentCode".to_owned(), "documentCode"));
    }
    if !templates.is_empty() {
        faults.push(invalid("templateCode".to_owned(), "templateCode"));
    }
    Ok((kinds, faults))
}

fn invalid(field: String, name: &'static str) -> FieldError {
    FieldError { field, message: Message::about("selectValid", "docrequest", name) }
}

/// The kinds of the requested documents; unknown codes have none.
pub(crate) async fn kinds_of<Kind>(app: &App, access: &RequestAccess<Kind>, parties: &[Party]) -> Result<Kinds> {
    kinds(app, access, parties.iter().flat_map(|party| &party.documents).map(|requested| &requested.document_code))
        .await
}

async fn kinds<'a, Kind>(
    app: &App,
    access: &RequestAccess<Kind>,
    codes: impl Iterator<Item = &'a String>,
) -> Result<Kinds> {
    let codes: HashSet<&String> = codes.collect();
    let codes: Vec<String> = codes.into_iter().cloned().collect();
    let mut known = HashMap::new();
    for chunk in codes.chunks(200) {
        let found = app.store.document_kinds(access.permit(), chunk).await?;
        known.extend(found.into_iter().map(|kind| (kind.code.clone(), kind)));
    }
    Ok(known)
}

/// The codes that a master does not have; each is looked up once.
async fn unknown<'a, Kind>(
    app: &App,
    access: &RequestAccess<Kind>,
    resource: &str,
    codes: impl Iterator<Item = &'a String>,
) -> Result<HashSet<String>> {
    let mut missing = HashSet::new();
    for code in codes.collect::<HashSet<_>>() {
        if !is_there(app, access, resource, &[code]).await? {
            missing.insert(code.clone());
        }
    }
    Ok(missing)
}

async fn is_there<Kind>(app: &App, access: &RequestAccess<Kind>, resource: &str, key: &[&str]) -> Result<bool> {
    Ok(record(app, access, resource, key).await?.is_some())
}

async fn record<Kind>(
    app: &App,
    access: &RequestAccess<Kind>,
    resource: &str,
    key: &[&str],
) -> Result<Option<Map<String, Value>>> {
    let Some(definition) = domain::master_data::find(resource) else { return Ok(None) };
    let key: Vec<_> = key.iter().map(|part| domain::master_data::Value::text(*part)).collect();
    Ok(app.store.find_record(access.permit(), definition, &key).await?.map(|found| found.to_map()))
}

/// The branch of a new request: one that its creator may enter.
pub(super) fn branch<Kind>(access: &RequestAccess<Kind>, wanted: Option<&str>, usual: &str) -> Result<String> {
    let Viewer::Staff { branches, .. } = access.viewer() else { return Ok(wanted.unwrap_or(usual).to_owned()) };
    let wanted = match wanted {
        Some(code) => branches.iter().find(|branch| *branch == code),
        None => branches.iter().find(|branch| *branch == usual).or(branches.first()),
    };
    let message = Message::about("selectValid", "docrequest", "branchCode");
    Ok(wanted.ok_or_else(|| Refusal::field("branchCode", message))?.clone())
}

pub(super) fn party_row(seq_no: u32, party: &Party, user_id: &str) -> PartyRow {
    PartyRow {
        seq_no,
        user_id: user_id.to_owned(),
        party_type: party.party_type.to_owned(),
        first_name: party.first_name.clone(),
        second_name: party.second_name.clone(),
        last_name: party.last_name.clone(),
        mobile_number: party.mobile_number.clone(),
        email_address: party.email_address.clone(),
        primary_party: party.primary_party,
        authorize_other_pty: party.authorize_other_pty,
        email_notification: party.email_notification,
        sms_notification: party.sms_notification,
        request_remarks: party.request_remarks.clone(),
        same_remarks_to_all_pty: party.same_remarks_to_all_pty,
        relationship: party.relationship.clone(),
        relationship_desc: None,
        auth_party_seq_no: party.auth_party_seq_no,
        auth_level: party.auth_level,
        auth_level_code: party.auth_level_code.clone(),
        lang_code: party.lang_code.to_owned(),
        asked_on: None,
        reminded_on: Vec::new(),
        skipped_on: Vec::new(),
    }
}

pub(super) fn document_row(number: u32, party: u32, requested: &RequestedDocument, kind: &DocumentKind) -> DocumentRow {
    DocumentRow {
        number,
        party,
        document_code: requested.document_code.clone(),
        template_code: requested.template_code.clone(),
        title: kind.title.clone(),
        category: kind.category.clone(),
        types: kind.types.clone(),
        max_size_mb: kind.max_size_mb,
        max_files: kind.max_files.max(1),
        keep_original: kind.keep_original,
        compliance_applicable: kind.compliance.clone(),
        mandatory: requested.mandatory,
        instructions: requested.instructions.clone(),
        due: requested.due.map(|due| due.to_string()),
        status: DocumentStatus::New,
        accepted_levels: 0,
        claim_by: None,
        claim_reason: None,
        waiver_by: None,
        waiver_reason: None,
        waiver_on: None,
        claim_on: None,
    }
}
