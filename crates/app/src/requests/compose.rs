//! From what a banker wishes to the rows of a request.

use std::collections::HashMap;

use domain::access::{Eyes, Sight};
use domain::message::Message;
use domain::refusal::{FieldError, Refusal};
use domain::request::{Asked, DocumentStatus, Party, Wish};
use store::requests::{DocumentKind, DocumentRow, PartyRow};

use crate::{App, Result};

/// The kinds of the documents that are wished for; a code that nobody defined is told under its field.
pub(super) async fn kinds<Kind>(
    app: &App,
    sight: &Sight<Kind>,
    parties: &[Party],
) -> Result<HashMap<String, DocumentKind>> {
    let asked = parties.iter().flat_map(|party| &party.documents);
    let mut codes: Vec<String> = asked.map(|asked| asked.document_code.clone()).collect();
    codes.sort_unstable();
    codes.dedup();
    let mut known = HashMap::new();
    for chunk in codes.chunks(200) {
        let found = app.store.document_kinds(sight.permit(), chunk).await?;
        known.extend(found.into_iter().map(|kind| (kind.code.clone(), kind)));
    }
    let mut errors = Vec::new();
    for (at, party) in parties.iter().enumerate() {
        for (place, asked) in party.documents.iter().enumerate() {
            if !known.contains_key(&asked.document_code) {
                let field = format!("parties[{at}].documents[{place}].documentCode");
                let message = Message::about("selectValid", "docrequest", "documentCode");
                errors.push(FieldError { field, message });
            }
        }
    }
    match errors.is_empty() {
        true => Ok(known),
        false => Err(Refusal::Invalid(errors).into()),
    }
}

/// Codes of masters that a request refers to. The database refuses them too; here each is told under its field.
pub(super) async fn check_codes<Kind>(app: &App, sight: &Sight<Kind>, wish: &Wish) -> Result<()> {
    let customer = &wish.customer;
    let category = customer.request_category.as_str();
    let mut wanted: Vec<(&'static str, &str, Vec<&str>)> = vec![
        ("customerType", "customertypedefinition", vec![&customer.customer_type]),
        ("customerIndicator", "customerindicatordefinition", vec![&customer.customer_indicator]),
        ("customerIndustry", "industrymaster", vec![&customer.customer_industry]),
        ("requestCategory", "categorydefinition", vec![category]),
        ("requestSubCategory", "subcategorydefinition", vec![category, &customer.request_sub_category]),
        ("requestPurpose", "requestpurposedefinition", vec![&customer.request_purpose]),
    ];
    if let Some(code) = &customer.customer_category {
        wanted.push(("customerCategory", "customercategory", vec![code]));
    }
    if let Some(code) = &wish.referred_by {
        wanted.push(("referredBy", "referreddetail", vec![code]));
    }
    let mut errors = Vec::new();
    for (field, resource, key) in wanted {
        if !is_there(app, sight, resource, &key).await? {
            errors.push(FieldError::new(field, Message::about("selectValid", "docrequest", field)));
        }
    }
    for (at, party) in wish.parties.iter().enumerate() {
        let Some(code) = &party.relationship else { continue };
        if !is_there(app, sight, "authpartyrelationshipdefinition", &[code]).await? {
            let field = format!("parties[{at}].relationship");
            errors.push(FieldError { field, message: Message::about("selectValid", "docrequest", "relationship") });
        }
    }
    if !domain::geo::is_country(&customer.customer_country) {
        errors.push(FieldError::new("customerCountry", Message::about("selectValid", "docrequest", "customerCountry")));
    }
    match errors.is_empty() {
        true => Ok(()),
        false => Err(Refusal::Invalid(errors).into()),
    }
}

async fn is_there<Kind>(app: &App, sight: &Sight<Kind>, resource: &str, key: &[&str]) -> Result<bool> {
    let Some(definition) = domain::master_data::find(resource) else { return Ok(false) };
    let key: Vec<_> = key.iter().map(|part| domain::master_data::Value::text(*part)).collect();
    Ok(app.store.find_record(sight.permit(), definition, &key).await?.is_some())
}

/// The branch of a new request: one that its maker may enter.
pub(super) fn branch<Kind>(sight: &Sight<Kind>, wanted: Option<&str>, usual: &str) -> Result<String> {
    let Eyes::Staff { branches, .. } = sight.eyes() else { return Ok(wanted.unwrap_or(usual).to_owned()) };
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

pub(super) fn document_row(number: u32, party: u32, asked: &Asked, kind: &DocumentKind) -> DocumentRow {
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
        claim_on: None,
    }
}
