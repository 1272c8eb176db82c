//! The words a request is found by, kept beside it.

use domain::master_data::Value;

use super::case::Case;
use super::rows::Writer;
use crate::batch::{Statement, insert_rows};
use crate::sql::scoped;

/// The words a request is found by: names, numbers, addresses, in small letters.
pub(super) fn words(case: &Case) -> Vec<String> {
    let head = &case.head;
    let customer = &head.customer;
    let mut all: Vec<String> = Vec::new();
    let mut add = |text: &str| {
        let text = text.to_lowercase();
        all.extend(text.split_whitespace().map(|word| word.chars().take(60).collect()));
    };
    [&customer.customer_name, &customer.customer_reference, &customer.email_address, &customer.primary_mobile]
        .into_iter()
        .for_each(|text| add(text));
    add(&head.txn_ref_no);
    for mobile in case.parties.iter().flat_map(|party| &party.mobile_number).chain([&customer.primary_mobile]) {
        add(mobile.trim_start_matches('+'));
        // As people say it, without the country in front.
        add(&mobile[mobile.len().saturating_sub(10)..]);
    }
    head.user_reference.iter().for_each(|text| add(text));
    for party in &case.parties {
        add(&party.full_name());
        party.email_address.iter().chain(&party.mobile_number).for_each(|text| add(text));
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// Only what is new and what is gone: a statement that folds several may touch a row once.
pub(super) fn word_rows(writer: &Writer, before: &[String]) -> Vec<Statement> {
    let head = &writer.case.head;
    let now = words(writer.case);
    let row = |word: &String| scoped(writer.sight.permit(), &[&head.tenant_code, word, &head.txn_ref_no]);
    let rows: Vec<_> = now.iter().filter(|word| !before.contains(word)).map(row).collect();
    let mut all = insert_rows("docrequest_word", "country_code, entity_code, tenant_code, word, txn_ref_no", &rows);
    for word in before.iter().filter(|word| !now.contains(word)) {
        let (clause, values) = writer.keyed(Vec::new(), &["word"], vec![Value::text(word)]);
        all.push(Statement::new(format!("DELETE FROM docrequest_word{clause}"), values));
    }
    all
}
