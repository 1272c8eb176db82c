//! From what a banker wishes to the rows of a request.

use std::collections::{HashMap, HashSet};

use domain::access::{RequestAccess, Viewer};
use domain::message::Message;
use domain::refusal::{FieldError, Refusal};
use domain::request::{
    CurrentDates, DocumentStatus, Party, RequestInput, RequestPolicy, RequestedDocument, read_request_with_errors,
};
use serde_json::{Map, Value};
use store::requests::{DocumentKind, DocumentRow, PartyRow};

use crate::{App, Result};

const TEMPLATES: &str = "documenttemplatedefinitionmaster";

pub(crate) type Kinds = HashMap<String, DocumentKind>;

/// What a body wishes for, and the kinds of its documents. Everything that is wrong with it is told at once.
pub(super) async fn read<Kind>(
    app: &App,
    access: &RequestAccess<Kind>,
    body: &Map<String, Value>,
    policy: &RequestPolicy,
    current: Option<&CurrentDates>,
) -> Result<(RequestInput, Kinds)> {
    check_place(access, body)?;
    let (input, mut faults) = read_request_with_errors(body, policy, current);
    let (kinds, more) = codes_of_parties(app, access, &input.parties, |at| format!("parties[{at}]")).await?;
    for fault in codes_of_customer(app, access, &input).await?.into_iter().chain(more) {
        if !faults.iter().any(|known| known.field == fault.field) {
            faults.push(fault);
        }
    }
    match faults.is_empty() {
        true => Ok((input, kinds)),
        false => Err(Refusal::Invalid(faults).into()),
    }
}

/// Whoever says where it belongs has to mean where he is.
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
    match places.into_iter().any(|(name, own)| is_elsewhere(name, own)) {
        true => Err(Refusal::NotAllowed("the body names another place")),
        false => Ok(()),
    }
}

/// Codes of masters that a request refers to. The database refuses them too; here each is told under its field.
async fn codes_of_customer<Kind>(
    app: &App,
    access: &RequestAccess<Kind>,
    input: &RequestInput,
) -> Result<Vec<FieldError>> {
    let customer = &input.customer;
    let category = customer.request_category.as_str();
    let mut wanted: Vec<(&'static str, &str, Vec<&str>)> = vec![
        ("customerType", "customertypedefinition", vec![&customer.customer_type]),
        ("customerIndicator", "customerindicatordefinition", vec![&customer.customer_indicator]),
        ("customerIndustry", "industrymaster", vec![&customer.customer_industry]),
        ("requestCategory", "categorydefinition", vec![category]),
        ("requestPurpose", "requestpurposedefinition", vec![&customer.request_purpose]),
    ];
    if let Some(code) = &customer.customer_category {
        wanted.push(("customerCategory", "customercategory", vec![code]));
    }
    if let Some(code) = &input.referred_by {
        wanted.push(("referredBy", "referreddetail", vec![code]));
    }
    let mut faults = Vec::new();
    for (field, resource, key) in wanted {
        if !is_there(app, access, resource, &key).await? {
            faults.push(invalid(field.to_owned(), field));
        }
    }
    // Of a category that is none there is no sub category to choose.
    let sub = [category, &customer.request_sub_category];
    let is_known = !faults.iter().any(|fault| fault.field == "requestCategory");
    if is_known && !is_there(app, access, "subcategorydefinition", &sub).await? {
        faults.push(invalid("requestSubCategory".to_owned(), "requestSubCategory"));
    }
    if !domain::geo::is_country(&customer.customer_country) {
        faults.push(invalid("customerCountry".to_owned(), "customerCountry"));
    }
    Ok(faults)
}

/// The kinds of the documents that parties are asked for, and what is wrong with the codes these name. `path` leads to each.
pub(super) async fn codes_of_parties<Kind>(
    app: &App,
    access: &RequestAccess<Kind>,
    parties: &[Party],
    path: impl Fn(usize) -> String,
) -> Result<(Kinds, Vec<FieldError>)> {
    let asked = || parties.iter().flat_map(|party| &party.documents);
    let kinds = kinds_of(app, access, parties).await?;
    let templates = asked().filter_map(|asked| asked.template_code.as_ref());
    let templates = unknown(app, access, TEMPLATES, templates).await?;
    let relationships = parties.iter().filter_map(|party| party.relationship.as_ref());
    let relationships = unknown(app, access, "authpartyrelationshipdefinition", relationships).await?;
    let mut faults = Vec::new();
    let mut fault = |field: String, name: &'static str| faults.push(invalid(field, name));
    for (at, party) in parties.iter().enumerate() {
        let path = path(at);
        if party.relationship.as_ref().is_some_and(|code| relationships.contains(code)) {
            fault(format!("{path}.relationship"), "relationship");
        }
        for (place, asked) in party.documents.iter().enumerate() {
            if !kinds.contains_key(&asked.document_code) {
                fault(format!("{path}.documents[{place}].documentCode"), "documentCode");
            }
            if asked.template_code.as_ref().is_some_and(|code| templates.contains(code)) {
                fault(format!("{path}.documents[{place}].templateCode"), "templateCode");
            }
        }
    }
    Ok((kinds, faults))
}

/// The same of one document that comes later.
pub(super) async fn codes_of_document<Kind>(
    app: &App,
    access: &RequestAccess<Kind>,
    asked: &RequestedDocument,
) -> Result<(Kinds, Vec<FieldError>)> {
    let kinds = kinds(app, access, std::iter::once(&asked.document_code)).await?;
    let templates = unknown(app, access, TEMPLATES, asked.template_code.iter()).await?;
    let mut faults = Vec::new();
    if !kinds.contains_key(&asked.document_code) {
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

/// The kinds of the documents that parties are asked for, as far as there are such.
pub(crate) async fn kinds_of<Kind>(app: &App, access: &RequestAccess<Kind>, parties: &[Party]) -> Result<Kinds> {
    kinds(app, access, parties.iter().flat_map(|party| &party.documents).map(|asked| &asked.document_code)).await
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

/// Those codes that a master does not have, each asked for once.
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
    let Some(definition) = domain::master_data::find(resource) else { return Ok(false) };
    let key: Vec<_> = key.iter().map(|part| domain::master_data::Value::text(*part)).collect();
    Ok(app.store.find_record(access.permit(), definition, &key).await?.is_some())
}

/// The branch of a new request: one that its maker may enter.
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
        lang_code: party.lang_code.to_owned(),
    }
}

pub(super) fn document_row(number: u32, party: u32, asked: &RequestedDocument, kind: &DocumentKind) -> DocumentRow {
    DocumentRow {
        number,
        party,
        document_code: asked.document_code.clone(),
        template_code: asked.template_code.clone(),
        title: kind.title.clone(),
        category: kind.category.clone(),
        types: kind.types.clone(),
        max_size_mb: kind.max_size_mb,
        max_files: kind.max_files.max(1),
        compliance_applicable: kind.compliance.clone(),
        mandatory: asked.mandatory,
        instructions: asked.instructions.clone(),
        due: asked.due.map(|due| due.to_string()),
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
