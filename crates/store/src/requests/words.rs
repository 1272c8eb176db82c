//! The words a request is found by, kept beside it.

use domain::master_data::Value;

use super::case::Case;
use super::rows::{Writer, sort_name, text};
use crate::batch::{Statement, insert_rows};
use crate::sql::scoped;

/// Most letters of a word.
pub(super) const WORD: usize = 60;

/// How many letters a word's beginning has.
const BEGINNING: usize = 2;

/// An index holds no more than so many bytes of them.
const MOST_BEGINNINGS: usize = 400;

/// The beginnings of a request's words, each after a space; nothing if they are too many, and the words themselves are asked.
pub(super) fn beginnings(case: &Case) -> String {
    let mut all: Vec<String> = words(case).iter().map(|word| beginning(word)).collect();
    all.dedup();
    let all: String = all.iter().flat_map(|one| [" ", one]).collect();
    if all.len() > MOST_BEGINNINGS { String::new() } else { all }
}

/// What every word that begins like this one begins with.
pub(super) fn beginning(word: &str) -> String {
    word.chars().take(BEGINNING).collect()
}

/// Do its beginnings tell whether a request has a word that begins like this one?
pub(super) fn is_a_beginning(word: &str) -> bool {
    word.chars().nth(BEGINNING).is_none()
}

/// The words a request is found by: names, numbers, addresses, in small letters.
pub(super) fn words(case: &Case) -> Vec<String> {
    let head = &case.head;
    let customer = &head.customer;
    let mut all: Vec<String> = Vec::new();
    let mut add = |text: &str| {
        let text = text.to_lowercase();
        all.extend(text.split_whitespace().map(|word| word.chars().take(WORD).collect()));
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

const COLUMNS: &str = "country_code, entity_code, tenant_code, word, created_on, txn_ref_no, branch_code, owner, forwarded_to, status, request_category, customer_type, document_due_date, expires_on, name_sort, beginnings";

/// Only what is new, what is gone and, if lists see it otherwise now, what stays: a statement that folds several may touch a row once.
pub(super) fn word_rows(writer: &Writer, before: Option<&Case>) -> Vec<Statement> {
    if before.is_some_and(|before| is_found_alike(before, writer.case)) {
        return Vec::new();
    }
    let head = &writer.case.head;
    let now = words(writer.case);
    let known = before.map(words).unwrap_or_default();
    let beside_now = beside(writer.case);
    let row = |word: &String| {
        let permit = writer.sight.permit();
        let mut row = scoped(permit, &[&head.tenant_code, word, &head.created_on, &head.txn_ref_no]);
        row.extend(beside_now.iter().cloned());
        row
    };
    let rows: Vec<_> = now.iter().filter(|word| !known.contains(word)).map(row).collect();
    let mut all = insert_rows("docrequest_word", COLUMNS, &rows);
    for word in known.iter().filter(|word| !now.contains(word)) {
        let (clause, values) = writer.keyed(Vec::new(), &["word"], vec![Value::text(word)]);
        all.push(Statement::new(format!("DELETE FROM docrequest_word{clause}"), values));
    }
    if before.is_some_and(|before| beside(before) != beside_now) {
        let kept: Vec<&String> = known.iter().filter(|word| now.contains(word)).collect();
        all.extend(kept.chunks(MOST_WORDS).map(|kept| seen_as(writer, kept)));
    }
    all
}

/// By the same words, the same people and the same filters.
fn is_found_alike(before: &Case, after: &Case) -> bool {
    let (one, other) = (&before.head, &after.head);
    one.customer == other.customer
        && one.user_reference == other.user_reference
        && before.parties == after.parties
        && beside(before) == beside(after)
}

/// As many as one statement may name.
const MOST_WORDS: usize = 1_000;

/// Who sees it, what lists are narrowed by, and what they are put in order by stands beside each word.
fn beside(case: &Case) -> [Value; 10] {
    let head = &case.head;
    [
        Value::text(&head.branch_code),
        Value::text(&head.owner),
        text(&head.forwarded_to),
        Value::text(head.status.name()),
        Value::text(&head.customer.request_category),
        Value::text(&head.customer.customer_type),
        Value::text(&head.document_due_date),
        Value::Text(head.expires_on.to_string()),
        Value::Text(sort_name(&head.customer.customer_name)),
        Value::Text(beginnings(case)),
    ]
}

fn seen_as(writer: &Writer, words: &[&String]) -> Statement {
    let (mut clause, mut values) = writer.keyed(beside(writer.case).into(), &[], Vec::new());
    for (at, word) in words.iter().enumerate() {
        values.push(Value::text(*word));
        clause.push_str(&format!("{}${}", if at > 0 { ", " } else { " AND word IN (" }, values.len()));
    }
    let set = "UPDATE docrequest_word SET branch_code = $1, owner = $2, forwarded_to = $3, status = $4, request_category = $5, customer_type = $6, document_due_date = $7, expires_on = $8, name_sort = $9, beginnings = $10";
    Statement::new(format!("{set}{clause})"), values)
}
