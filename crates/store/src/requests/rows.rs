//! The rows of a request's tables: their columns and values.

use domain::Refusal;
use domain::access::{Change, RequestAccess, Scope};
use domain::master_data::Value;

use super::aggregate::{RequestAggregate, VersionRow};
use super::load::Details;
use super::search::search_words;
use crate::sql::scoped;
use crate::statement::{Columns, Filter, Insert, Statement};
use crate::table::{Column, Table, differing};

pub(super) fn text(value: &Option<String>) -> Value {
    value.as_ref().map_or(Value::Null, Value::text)
}

/// A request and its scope.
pub(super) struct Writer<'a> {
    pub access: &'a RequestAccess<Change>,
    pub aggregate: &'a RequestAggregate,
}

impl Writer<'_> {
    /// The columns of a row after those that every table below a request begins with.
    pub(super) fn row(&self, columns: impl IntoIterator<Item = (&'static str, Value)>) -> Columns {
        let request = &self.aggregate.request;
        let lead = scoped(self.access.permit(), &[&request.tenant_code, &request.txn_ref_no]);
        ["country_code", "entity_code", "tenant_code", "txn_ref_no"].into_iter().zip(lead).chain(columns).collect()
    }

    /// The row of a request with these further key columns.
    pub(super) fn keyed(&self, key: impl IntoIterator<Item = (&'static str, Value)>) -> Filter {
        let filter = Filter::of(self.access.permit()).text("txn_ref_no", &self.aggregate.request.txn_ref_no);
        key.into_iter().fold(filter, |filter, (column, value)| filter.equals(column, value))
    }

    pub(super) fn insert<T: Table>(&self, rows: Vec<Columns>) -> Insert {
        Insert::of_columns(T::NAME, rows.into_iter().map(|row| self.row(row)))
    }

    /// Inserts new rows and updates the columns that differ, as another writer may change others at the same time.
    pub(super) fn changes<T: Table + PartialEq>(&self, before: &[T], after: &[T]) -> Vec<Statement> {
        if before == after {
            return Vec::new();
        }
        let before: Vec<Columns> = before.iter().map(T::columns).collect();
        let (mut fresh, mut updates) = (Vec::new(), Vec::new());
        for row in after.iter().map(T::columns) {
            let Some(old) = before.iter().find(|old| old[..T::KEY] == row[..T::KEY]) else {
                fresh.push(row);
                continue;
            };
            let key = self.keyed(row[..T::KEY].iter().cloned());
            let set = differing(old, row);
            if !set.is_empty() {
                updates.push(Statement::update(T::NAME, set, key).or_refuse(Refusal::Stale));
            }
        }
        self.insert::<T>(fresh).statements().into_iter().chain(updates).collect()
    }

    pub(super) fn removed<T: Table>(&self, before: &[T], after: &[T]) -> Vec<Statement> {
        let kept: Vec<Columns> = after.iter().map(T::columns).collect();
        let gone = before.iter().map(T::columns).filter(|old| kept.iter().all(|new| new[..T::KEY] != old[..T::KEY]));
        gone.map(|old| Statement::delete(T::NAME, self.keyed(old.into_iter().take(T::KEY)))).collect()
    }

    /// The row of a new version that has a rule.
    pub(super) fn verification(&self, version: &VersionRow) -> Option<Columns> {
        let verification = version.verification.as_ref()?;
        Some(self.row([
            ("document_no", version.document.value()),
            ("version_no", version.number.value()),
            ("rule_code", verification.rule_code.value()),
            ("verdict", Value::text(verification.verdict.name())),
            ("queued_on", version.uploaded_on.value()),
            ("next_try_on", version.uploaded_on.value()),
            ("tries", Value::Int(0)),
        ]))
    }
}

/// All columns of a request, with those that searches and lists need of its parts.
pub(super) fn request_columns(scope: &Scope, aggregate: &RequestAggregate) -> Columns {
    let request = &aggregate.request;
    let customer = &request.customer;
    let details = Details {
        customer: customer.clone(),
        notification: request.notification.clone(),
        last_document: request.last_document,
        last_party: request.last_party,
        latest_party: request.latest_party.clone(),
    };
    let open_until = request.is_running().then_some(request.expires_on);
    let pending = if request.is_running() { request.pending() } else { 0 };
    let mut columns = request.columns();
    columns.extend([
        ("customer_name", Value::text(&customer.customer_name)),
        ("name_sort", Value::text(sort_name(&customer.customer_name))),
        ("customer_type", Value::text(&customer.customer_type)),
        ("customer_category", customer.customer_category.value()),
        ("customer_indicator", Value::text(&customer.customer_indicator)),
        ("customer_industry", Value::text(&customer.customer_industry)),
        ("request_category", Value::text(&customer.request_category)),
        ("request_sub_category", Value::text(&customer.request_sub_category)),
        ("request_purpose", Value::text(&customer.request_purpose)),
        ("email_address", Value::text(&customer.email_address)),
        ("customer_reference", Value::text(&customer.customer_reference)),
        ("details", Value::Text(serde_json::to_string(&details).unwrap_or_default())),
        ("open_until", open_until.value()),
        ("documents_pending", Value::Int(pending)),
        ("search", Value::Text(search_words(scope, aggregate))),
    ]);
    columns
}

/// Names sort without regard to case.
pub(super) fn sort_name(name: &str) -> String {
    name.to_lowercase()
}
