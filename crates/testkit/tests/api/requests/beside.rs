//! What is kept beside requests so that lists find them: their words with all that lists ask, and the days of each other order.

use serde_json::json;
use testkit::{Database, TestApp, on_both_databases};

use super::{Desk, party, wish, with};

on_both_databases!(
    words_follow_whoever_may_see_the_request,
    words_of_an_earlier_schema_learn_what_stands_beside_them,
    days_are_known_wherever_a_request_goes,
    days_that_an_earlier_version_left_out_are_learnt,
    a_request_of_very_many_words_is_found_by_each,
);

/// What spans are kept of, and how much of the second.
const SPANS: [(&str, &str, usize); 8] = [
    ("created_on", "updated_on", 10),
    ("created_on", "document_due_date", 10),
    ("created_on", "expires_on", 10),
    ("created_on", "txn_ref_no", 7),
    ("document_due_date", "created_on", 10),
    ("document_due_date", "updated_on", 10),
    ("document_due_date", "expires_on", 10),
    ("document_due_date", "txn_ref_no", 7),
];

/// What a word's row says of its request.
pub const BESIDE: &str = "country_code, entity_code, tenant_code, created_on, txn_ref_no, branch_code, owner, forwarded_to, status, request_category, customer_type, document_due_date, expires_on, name_sort, beginnings";

async fn words_follow_whoever_may_see_the_request(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let other = Desk::staff(&app, "BANKER2").await;
    let txn = banker.sent().await;
    let total = async |desk: &Desk, query: &str| desk.get("docrequest/search", query).await.expect(200).total();
    for query in ["q=krishnan", "q=krish%20mee", "q=krishnan&status=Requested", "q=krishnan&sort=customerName"] {
        assert_eq!((total(&banker, query).await, total(&other, query).await), (1, 0), "{query}");
    }
    banker.act(&txn, "forward", json!({ "toUserId": "BANKER2" })).await.expect(200);
    for query in ["q=krishnan", "q=krish%20mee", "q=krishnan&status=Requested", "q=krishnan&sort=customerName"] {
        assert_eq!((total(&banker, query).await, total(&other, query).await), (1, 1), "{query} once it is forwarded");
    }
    let unsent = banker.save(&wish()).await.expect(200);
    let mut renamed = with(wish(), "txnRefNo", unsent.record()["txnRefNo"].clone());
    renamed["versionNumber"] = json!(1);
    renamed["customerName"] = json!("Zubeida Rahman");
    banker.call("docrequest", "U", &renamed).await.expect(200);
    assert_eq!((total(&banker, "q=zubeida").await, total(&other, "q=zubeida").await), (1, 0));
    assert_eq!(stale_words(&app).await, 0);
}

async fn words_of_an_earlier_schema_learn_what_stands_beside_them(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    banker.save(&wish()).await.expect(200);
    banker.act(&txn, "forward", json!({ "toUserId": "BANKER2" })).await.expect(200);
    let words = app.count("SELECT count(*) FROM docrequest_word").await;
    for change in [
        "CREATE TABLE earlier_word AS SELECT country_code, entity_code, tenant_code, word, created_on, txn_ref_no, branch_code, owner, forwarded_to FROM docrequest_word",
        "DROP TABLE docrequest_word",
        "ALTER TABLE earlier_word RENAME TO docrequest_word",
    ] {
        app.behind_the_back(change).await;
    }
    let indexes = "created updated due expires name reference status status_updated status_due branch owner category customer_type";
    for index in indexes.split(' ') {
        app.behind_the_back(&format!("DROP INDEX docrequest_by_{index}")).await;
        app.behind_the_back(&format!("CREATE INDEX docrequest_by_{index} ON docrequest (country_code)")).await;
    }
    undo_identity(&app).await;
    for change in [
        "DROP INDEX docrequest_by_status_expires",
        "ALTER TABLE docrequest DROP COLUMN beginnings",
        "DROP INDEX docrequest_renewal_by_renewal",
        "DROP TABLE docrequest_span",
        "DELETE FROM schema_migration WHERE version >= 13",
    ] {
        app.behind_the_back(change).await;
    }
    forget_to_span(&app).await;
    app.second_store().await.ping().await.unwrap();
    assert!(words > 10);
    assert_eq!(unspanned(&app).await, 0);
    assert_eq!(app.count("SELECT count(*) FROM docrequest_word").await, words);
    assert_eq!(stale_words(&app).await, 0);
    for (query, total) in [
        ("q=k", 2),
        ("q=krishnan%20mee", 2),
        ("q=krishnan", 2),
        ("q=krishnan&status=Requested", 1),
        ("q=krishnan&status=Pending", 0),
    ] {
        assert_eq!(banker.get("docrequest/search", query).await.expect(200).total(), total, "{query}");
    }
}

/// How many words have something else beside them than their request says.
pub async fn stale_words(app: &TestApp) -> i64 {
    let is_stale = BESIDE.split(", ").map(|name| format!("coalesce(w.{name}, '') <> coalesce(r.{name}, '')"));
    let is_stale = is_stale.collect::<Vec<_>>().join(" OR ");
    app.count(&format!(
        "SELECT count(*) FROM docrequest_word w JOIN docrequest r ON r.txn_ref_no = w.txn_ref_no WHERE {is_stale}"
    ))
    .await
}

/// How many requests lie outside of a span that should hold them.
pub async fn unspanned(app: &TestApp) -> i64 {
    let mut all = 0;
    for (ranged, ordered, length) in SPANS {
        let day = format!("substr(r.{ordered}, 1, {length})");
        let is_held = format!(
            "s.country_code = r.country_code AND s.entity_code = r.entity_code AND s.tenant_code = r.tenant_code AND s.ranged_by = '{ranged}' AND s.ordered_by = '{ordered}' AND s.day = substr(r.{ranged}, 1, 10) AND s.least <= {day} AND s.most >= {day}"
        );
        let sql = format!(
            "SELECT count(*) FROM docrequest r WHERE NOT EXISTS (SELECT 1 FROM docrequest_span s WHERE {is_held})"
        );
        all += app.count(&sql).await;
    }
    all
}

async fn days_are_known_wherever_a_request_goes(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    assert_eq!(unspanned(&app).await, 0, "made");
    let spans = async || app.count("SELECT count(*) FROM docrequest_span").await;
    let before = spans().await;
    assert_eq!(before, 8);
    banker.act(&txn, "forward", json!({ "toUserId": "BANKER2" })).await.expect(200);
    assert_eq!(spans().await, before, "the same days need nothing");
    app.clock.advance_seconds(3 * 86_400);
    let banker = Desk::staff(&app, "BANKER1").await;
    let other = banker.sent().await;
    assert_eq!(unspanned(&app).await, 0, "another, some days later");
    for (txn, days) in [(&txn, 50), (&other, 45), (&other, 61)] {
        banker.act(txn, "extend", json!({ "expiresOn": app.day(days) })).await.expect(200);
        assert_eq!(unspanned(&app).await, 0, "extended by {days}");
    }
    let mut later = banker.find(&other).await.expect(200).record().clone();
    later["documentDueDate"] = json!(app.day(11));
    banker.call("docrequest", "U", &later).await.expect(200);
    assert_eq!(unspanned(&app).await, 0, "due another day");
    banker.act(&other, "cancel", json!({ "reason": "enough" })).await.expect(200);
    assert_eq!(unspanned(&app).await, 0, "closed");
    app.behind_the_back(
        "UPDATE docrequest SET document_due_date = '2031-05-05', expires_on = '2032-05-05T00:00:00.000Z'",
    )
    .await;
    assert_eq!(unspanned(&app).await, 0, "whoever wrote it");
}

async fn days_that_an_earlier_version_left_out_are_learnt(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    banker.sent().await;
    forget_to_span(&app).await;
    app.behind_the_back("DELETE FROM schema_migration WHERE version >= 17").await;
    undo_identity(&app).await;
    app.behind_the_back(
        "UPDATE docrequest_span SET least = '2031-01-01', most = '2031-01-01' WHERE ordered_by = 'created_on'",
    )
    .await;
    app.behind_the_back("DELETE FROM docrequest_span WHERE ordered_by <> 'created_on'").await;
    assert_eq!(unspanned(&app).await, 8);
    app.second_store().await.ping().await.unwrap();
    assert_eq!(unspanned(&app).await, 0);
}

/// Takes back what migration 19 added, so that it can be applied again.
async fn undo_identity(app: &TestApp) {
    for change in [
        "DROP TABLE verified_address",
        "DROP TABLE password_change",
        "DROP INDEX one_time_code_user",
        "DROP INDEX one_time_code_same",
        "ALTER TABLE one_time_code DROP COLUMN code_id",
        "ALTER TABLE one_time_code DROP COLUMN purpose",
        "ALTER TABLE one_time_code DROP COLUMN sent_to",
    ] {
        app.behind_the_back(change).await;
    }
}

/// As a database was before it kept them by itself.
async fn forget_to_span(app: &TestApp) {
    let changes: &[&str] = match app.database {
        Database::Sqlite => &["DROP TRIGGER docrequest_made", "DROP TRIGGER docrequest_moved"],
        Database::Postgres => &["DROP FUNCTION docrequest_spanned CASCADE"],
    };
    for change in changes {
        app.behind_the_back(change).await;
    }
}

async fn a_request_of_very_many_words_is_found_by_each(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let letter = |at: usize| char::from(b'a' + (at % 26) as u8);
    let name = |at: usize| {
        let begin = |by: usize| format!("{}{}", letter(at * by), letter(at * by / 26 + at));
        format!("{}ra {}vi {}nu", begin(7), begin(11), begin(17))
    };
    let one = |at: usize| party(&name(at), &format!("p{at}@example.com"), &format!("+91984100{at:04}"), &["PAN"]);
    banker.save(&with(wish(), "parties", (0..50).map(one).collect())).await.expect(200);
    banker.save(&wish()).await.expect(200);
    assert_eq!(app.count("SELECT count(*) FROM docrequest WHERE beginnings = ''").await, 1, "too many to stand there");
    for at in [0, 1, 17, 49] {
        for word in name(at).split(' ') {
            for (query, total) in [(word.to_owned(), 1), (word[..2].to_owned(), 1), (format!("{word}%20qqq"), 0)] {
                for sort in ["-createdOn", "customerName", "documentDueDate"] {
                    let found = banker.get("docrequest/search", &format!("q={query}&sort={sort}")).await.expect(200);
                    assert!(found.total() >= total && (total > 0 || found.total() == 0), "{query} {sort}");
                }
            }
        }
    }
}
