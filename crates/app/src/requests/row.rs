use domain::access::business::Send;
use domain::request::{Customer, NextAction, RequestAction};
use serde::Serialize;
use serde_json::{Map, Value};
use store::requests::{ListRow, RequestRow, person_name};

use super::view::{RequestView, hide, next_action};

/// A request as lists show it; the complete request starts with the same fields. Serialized directly, because a page
/// has hundreds of these values.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Row<'a> {
    #[serde(flatten)]
    customer: &'a Customer,
    txn_ref_no: &'a str,
    txn_id: &'a str,
    country_code: &'a str,
    entity_code: &'a str,
    tenant_code: &'a str,
    branch_code: &'a str,
    user_reference: Option<&'a str>,
    referred_by: Option<&'a str>,
    transaction_status: &'a str,
    latest_action: &'a str,
    latest_action_by: &'a str,
    latest_action_by_name: Option<&'a str>,
    latest_action_on: &'a str,
    reason: Option<&'a str>,
    version_number: i64,
    created_on: &'a str,
    created_by: &'a str,
    updated_on: &'a str,
    updated_by: &'a str,
    owner: &'a str,
    forwarded_to: Option<&'a str>,
    sent_on: Option<&'a str>,
    closed_on: Option<&'a str>,
    document_due_date: &'a str,
    expiry_days: i64,
    expires_on: String,
    purge_days: i64,
    verification_levels: u8,
    documents_requested: i64,
    documents_accepted: i64,
    documents_pending: i64,
    documents_rejected: i64,
    documents_not_required: i64,
    documents_in_review: i64,
    next_action: NextAction,
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed: Option<Vec<RequestAction>>,
}

impl<'a> Row<'a> {
    pub fn of(country: &'a str, entity: &'a str, request: &'a RequestRow) -> Row<'a> {
        Row {
            customer: &request.customer,
            txn_ref_no: &request.txn_ref_no,
            txn_id: &request.txn_id,
            country_code: country,
            entity_code: entity,
            tenant_code: &request.tenant_code,
            branch_code: &request.branch_code,
            user_reference: request.user_reference.as_deref(),
            referred_by: request.referred_by.as_deref(),
            transaction_status: request.status.name(),
            latest_action: &request.latest_action,
            latest_action_by: person_name(&request.latest_action_by),
            latest_action_by_name: request.latest_party.as_deref(),
            latest_action_on: &request.latest_action_on,
            reason: request.reason.as_deref(),
            version_number: request.version_number,
            created_on: &request.created_on,
            created_by: &request.created_by,
            updated_on: &request.updated_on,
            updated_by: person_name(&request.updated_by),
            owner: &request.owner,
            forwarded_to: request.forwarded_to.as_deref(),
            sent_on: request.sent_on.as_deref(),
            closed_on: request.closed_on.as_deref(),
            document_due_date: &request.document_due_date,
            expiry_days: request.expiry_days,
            expires_on: request.expires_on.to_string(),
            purge_days: request.purge_days,
            verification_levels: request.levels,
            documents_requested: request.requested,
            documents_accepted: request.accepted,
            documents_pending: request.pending(),
            documents_rejected: request.rejected,
            documents_not_required: request.not_required,
            documents_in_review: request.in_review,
            next_action: next_action(request, None),
            allowed: None,
        }
    }

    pub fn map(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(map)) => map,
            _ => Map::new(),
        }
    }
}

impl<Kind> RequestView<'_, Kind> {
    /// A row of a list, with the actions that the list offers.
    fn listed<'a>(&'a self, request: &'a RequestRow) -> Row<'a> {
        let mut allowed = self.allowed(&request.state());
        allowed.retain(|action| RequestAction::ON_ROW.contains(action));
        // A row has no documents, only their number and whose turn it is.
        let can_be_sent = !request.is_sent && !request.is_expired && request.expires_on >= self.at.today;
        if self.acts::<Send>() && can_be_sent && request.requested > 0 {
            allowed.push(RequestAction::Send);
        }
        if self.acts::<Send>() && next_action(request, None) == NextAction::Customer {
            allowed.push(RequestAction::Remind);
        }
        let scope = self.access.permit().scope();
        Row { allowed: Some(allowed), ..Row::of(&scope.country, &scope.entity, request) }
    }

    pub fn row(&self, request: &RequestRow) -> Value {
        let mut map = self.listed(request).map();
        if self.is_party() {
            hide(&mut map, false);
        }
        Value::Object(map)
    }

    /// The rows of a page as staff see them.
    pub fn rows<'a>(&'a self, listed: &'a [ListRow]) -> impl Iterator<Item = Listed<'a>> {
        listed.iter().map(|row| match row {
            ListRow::Request(request) => Listed::Request(Box::new(self.listed(request))),
            ListRow::Unreadable { txn_ref_no } => Listed::Unreadable { txn_ref_no, is_unreadable: true },
        })
    }
}

/// A row of a list.
#[derive(Serialize)]
#[serde(untagged, rename_all_fields = "camelCase")]
pub(crate) enum Listed<'a> {
    Request(Box<Row<'a>>),
    Unreadable { txn_ref_no: &'a str, is_unreadable: bool },
}

/// The rows of a list as JSON, with commas between them.
pub(super) fn written(rows: impl Iterator<Item = impl Serialize>) -> crate::Result<Vec<u8>> {
    let mut text = Vec::new();
    for row in rows {
        if !text.is_empty() {
            text.push(b',');
        }
        serde_json::to_writer(&mut text, &row).map_err(crate::Error::internal)?;
    }
    Ok(text)
}
