//! Lists of requests: each equals the same list made by hand, and nobody finds what they may not see.

use serde_json::{Value, json};
use testkit::{Database, TestApp, on_both_databases, on_sqlite};

use super::{Desk, edit, party, plans, reference, request_input, with};
use crate::api::migrations::columns;

on_both_databases!(
    every_list_equals_one_computed_by_the_test,
    a_word_that_looks_like_a_query_finds_only_itself,
    a_text_finds_nothing_of_another_tenant,
    a_search_follows_access_and_changes,
    a_request_of_many_words_is_found_by_each,
    a_damaged_request_is_shown_as_such_and_hides_no_other,
    a_day_on_which_much_is_due_is_counted_in_full,
    customers_are_found_by_their_current_details,
);

on_sqlite!(an_invalid_filter_is_refused,);

const STATUSES: [&str; 8] = ["New", "Requested", "Pending", "Waiting", "Modified", "Accepted", "Rejected", "Expired"];
/// More than a text search gathers (2,000), and more than it sorts without an index (5,000).
const ROWS: usize = 6_000;
const NEWEST: usize = 5_000;

/// A request with the names that lists use. One in fifteen belongs to BANKER2.
fn row(at: usize) -> Value {
    let day = |seed: usize| format!("20{:02}-{:02}-{:02}", 20 + seed % 7, 1 + seed / 7 % 12, 1 + seed / 84 % 28);
    let (branch, owner) = if at.is_multiple_of(15) { ("BR105", "BANKER2") } else { ("BR101", "BANKER1") };
    json!({
        "txnRefNo": format!("N{:09}", at * 7919 % 100_000_000), "branchCode": branch, "owner": owner,
        // At times that are on the same day in Chennai and in Greenwich.
        "createdOn": format!("2024-01-{:02}T{:02}:{:02}:{:02}.000Z", 1 + at / 1440, 6 + at % 1440 / 240, at % 240 / 4,
        at % 4 * 15),
        "updatedOn": format!("{}T11:00:00.000Z", day(at * 5)),
        "documentDueDate": day(at * 3), "expiresOn": day(at / 3 * 13), "customerName": format!("name {:05}",
        at * 31 % 9973),
        "transactionStatus": STATUSES[at % 8],
        "requestCategory": if at.is_multiple_of(50) { "LAP" } else { "HOMELOAN" },
        "requestSubCategory": if at.is_multiple_of(50) { "RESID" } else { "PURCHASE" },
        "customerType": if at.is_multiple_of(3) { "COMPANY" } else { "INDIVIDUAL" },
        "words": words(at),
    })
}

/// A word of all rows, one of a third, one of a fifth, and a number.
fn words(at: usize) -> Vec<String> {
    let third = at.is_multiple_of(3).then(|| "walter".to_owned());
    let fifth = at.is_multiple_of(5).then(|| format!("farhan{}", at % 7));
    ["zubeida".to_owned()].into_iter().chain(third).chain(fifth).chain([format!("9{:04}", at * 7 % 3001)]).collect()
}

fn text<'a>(row: &'a Value, name: &str) -> &'a str {
    row[name].as_str().unwrap()
}

/// Copies of one request with other values.
async fn fill(app: &TestApp, template: &str) -> Vec<Value> {
    let all: Vec<Value> = (0..ROWS).map(row).collect();
    let mark = match app.database {
        Database::Sqlite => app.texts("SELECT substr(search, 1, 4) FROM docrequest LIMIT 1").await,
        Database::Postgres => app.texts("SELECT left((tsvector_to_array(search))[1], 4) FROM docrequest LIMIT 1").await,
    };
    let own = [
        ("txn_ref_no", "txnRefNo"),
        ("txn_id", "txnRefNo"),
        ("branch_code", "branchCode"),
        ("owner", "owner"),
        ("created_on", "createdOn"),
        ("updated_on", "updatedOn"),
        ("document_due_date", "documentDueDate"),
        ("expires_on", "expiresOn"),
        ("name_sort", "customerName"),
        ("status", "transactionStatus"),
        ("request_category", "requestCategory"),
        ("request_sub_category", "requestSubCategory"),
        ("customer_type", "customerType"),
    ];
    let search = format!("v.column{}", own.len() + 1);
    let search = match app.database {
        Database::Sqlite => search,
        Database::Postgres => format!("array_to_tsvector(string_to_array({search}, ' '))"),
    };
    let columns: Vec<String> =
        columns(app, "docrequest").await.into_iter().filter(|column| column != "row_no").collect();
    let values = columns.iter().map(|column| match own.iter().position(|(name, _)| name == column) {
        Some(at) => format!("v.column{}", at + 1),
        None if column == "search" => search.clone(),
        None => format!("t.{column}"),
    });
    let values = values.collect::<Vec<_>>().join(", ");
    for chunk in all.chunks(500) {
        let rows = chunk.iter().map(|row| {
            let words: Vec<String> = row["words"]
                .as_array()
                .unwrap()
                .iter()
                .map(|word| format!("{}{}", mark[0], word.as_str().unwrap()))
                .collect();
            let own = own.map(|(_, name)| format!("'{}'", text(row, name))).join(", ");
            format!("({own}, '{}')", words.join(" "))
        });
        let rows = rows.collect::<Vec<_>>().join(", ");
        app.run_sql_directly(&format!(
            "INSERT INTO docrequest ({}) SELECT {values} FROM docrequest t, (VALUES {rows}) v WHERE t.txn_ref_no = \
             '{template}'",
            columns.join(", ")
        ))
        .await;
    }
    app.run_sql_directly(&format!("DELETE FROM docrequest WHERE txn_ref_no = '{template}'")).await;
    // What each database does by itself after a while.
    app.run_sql_directly("ANALYZE docrequest").await;
    all
}

fn begins(row: &Value, asked: &str) -> bool {
    row["words"].as_array().unwrap().iter().any(|word| word.as_str().unwrap().starts_with(asked))
}

/// The same list computed by the test, and whether only the newest matches were considered.
fn expected(all: &[Value], owner: &str, filters: &[(&str, &str)], sort: &str) -> (Vec<String>, bool) {
    let (name, is_down) = sort.strip_prefix('-').map_or((sort, false), |name| (name, true));
    let asked = filters.iter().find(|(name, _)| *name == "q").map(|(_, value)| *value);
    let mut found: Vec<&Value> =
        all.iter().filter(|row| asked.is_none_or(|asked| asked.split("%20").all(|word| begins(row, word)))).collect();
    let is_indexed = ["createdOn", "updatedOn", "documentDueDate", "txnRefNo"].contains(&name);
    let is_newest_only = asked.is_some() && !is_indexed && found.len() > NEWEST;
    if is_newest_only {
        found.sort_by_key(|row| text(row, "createdOn"));
        found.drain(..found.len() - NEWEST);
    }
    let holds = |row: &Value, (name, value): &(&str, &str)| match *name {
        "status" => value.split(',').any(|status| status == text(row, "transactionStatus")),
        "from" => text(row, "createdOn") >= *value,
        "to" => &text(row, "createdOn")[..10] <= *value,
        "dueFrom" => text(row, "documentDueDate") >= *value,
        "dueTo" => text(row, "documentDueDate") <= *value,
        "q" => true,
        name => text(row, name) == *value,
    };
    found.retain(|row| text(row, "owner") == owner && filters.iter().all(|filter| holds(row, filter)));
    found.sort_by_cached_key(|row| {
        let between = if name == "transactionStatus" { text(row, "createdOn") } else { "" };
        (text(row, name), between, text(row, "txnRefNo"))
    });
    if is_down {
        found.reverse();
    }
    (found.into_iter().map(|row| text(row, "txnRefNo").to_owned()).collect(), is_newest_only)
}

async fn every_list_equals_one_computed_by_the_test(app: TestApp) {
    let template = Desk::staff(&app, "BANKER1").await.sent().await;
    let all = fill(&app, &template).await;
    let filters: [&[(&str, &str)]; 18] = [
        &[],
        &[("status", "Pending")],
        &[("status", "New,Expired,Waiting")],
        &[("requestCategory", "LAP")],
        &[("requestCategory", "HOMELOAN"), ("status", "Requested,Pending")],
        &[("customerType", "COMPANY"), ("from", "2024-01-03")],
        &[("dueFrom", "2024-06-01"), ("from", "2024-01-02"), ("to", "2024-01-03")],
        &[("dueFrom", "2022-01-01"), ("dueTo", "2023-02-28"), ("status", "Requested,Accepted")],
        &[("branchCode", "BR105")],
        // In all rows, a third, a fifth, none.
        &[("q", "zubeida")],
        &[("q", "zu"), ("status", "Pending,New")],
        &[("q", "zubeida"), ("requestCategory", "LAP")],
        &[("q", "w")],
        &[("q", "farhan"), ("status", "New,Expired"), ("customerType", "COMPANY")],
        &[("q", "farhan3%20zub")],
        &[("q", "nobody")],
        &[("q", "90"), ("customerType", "COMPANY")],
        &[("q", "9012")],
    ];
    let sorts =
        ["-createdOn", "updatedOn", "-documentDueDate", "expiresOn", "customerName", "txnRefNo", "-transactionStatus"];
    let size = 7;
    app.app().store.note_statements();
    for owner in ["BANKER1", "BANKER2"] {
        let desk = Desk::staff(&app, owner).await;
        for filters in filters {
            for (at, sort) in sorts.into_iter().enumerate() {
                let (expected, is_newest_only) = expected(&all, owner, filters, sort);
                let page = at % 2 * 3;
                let asked: String = filters.iter().map(|(name, value)| format!("&{name}={value}")).collect();
                let query = format!("size={size}&page={page}&sort={sort}{asked}");
                let found = desk.get("docrequest/search", &query).await.expect(200);
                assert_eq!(found.total(), expected.len().min(1_000) as i64, "{owner} {query}");
                let refs: Vec<&str> = found.content().iter().map(|row| text(row, "txnRefNo")).collect();
                let wanted: Vec<&str> = expected.iter().skip(page * size).take(size).map(String::as_str).collect();
                assert_eq!(refs, wanted, "{owner} {query}");
                assert_eq!(found.json["data"]["newestOnly"] == true, is_newest_only, "{owner} {query}");
            }
        }
    }
    let (checked, _) = plans::check(&app).await;
    assert!(checked > 30, "{checked}");
}

/// Every input is plain text, in both query languages.
async fn a_word_that_looks_like_a_query_finds_only_itself(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let odd =
        [r"\|3/meera|z", "o'brien", "a\"b", "x:*", "(y)", "m&n", "!not", "p*q", "near(a", "^k", "#5", "{c}:d", "a\\"];
    for name in odd {
        banker.save(&with(request_input(), "customerName", json!(format!("{name} kept")))).await.expect(200);
    }
    banker.save(&request_input()).await.expect(200);
    for name in odd {
        let typed: String = name.bytes().map(|byte| format!("%{byte:02X}")).collect();
        for sort in ["-createdOn", "customerName"] {
            let found = banker.get("docrequest/search", &format!("q={typed}&sort={sort}")).await.expect(200);
            let names: Vec<&str> = found.content().iter().map(|row| text(row, "customerName")).collect();
            assert_eq!(names, [format!("{name} kept")], "{name} {sort}");
        }
    }
}

/// Even if the text holds the other tenant's marker or closes its quotes.
async fn a_text_finds_nothing_of_another_tenant(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.save(&with(request_input(), "customerName", json!("Quirina Meera"))).await.expect(200);
    let txn = text(txn.record(), "txnRefNo").to_owned();
    assert_eq!(banker.get("docrequest/search", "q=quirina").await.expect(200).total(), 1);
    // The same words in another tenant of the entity: only the tenant differs.
    app.run_sql_directly(&format!(
        "UPDATE docrequest SET tenant_code = 'SME', branch_code = (SELECT min(branch_code) \
                                   FROM branch WHERE tenant_code = 'SME') WHERE txn_ref_no = '{txn}'"
    ))
    .await;
    for typed in ["quirina", "%5C%20%7C%20quirina", "quirina%27%3A%2A%20%7C%20%27", "%22%20OR%20quirina"] {
        for sort in ["-createdOn", "customerName"] {
            let found = banker.get("docrequest/search", &format!("q={typed}&sort={sort}")).await.expect(200);
            assert_eq!((found.total(), found.content().len()), (0, 0), "{typed} {sort}");
        }
    }
    if app.database == Database::Postgres {
        let count = async |tenants: &str| {
            let scope = format!(
                "SET ROLE docz_app; SET docz.country = 'IN'; SET docz.country_last = 'IN'; SET docz.entity = 'NGB'; \
                 SET docz.entity_last = 'NGB'; SET docz.tenants = '{tenants}'"
            );
            app.count_as(&scope, "SELECT count(*) FROM docrequest_search").await
        };
        assert_eq!((count("RETAIL").await, count("SME").await, count("*").await, count("").await), (0, 1, 1, 0));
    }
}

async fn a_search_follows_access_and_changes(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let other = Desk::staff(&app, "BANKER2").await;
    let txn = banker.sent().await;
    let total = async |desk: &Desk, query: &str| desk.get("docrequest/search", query).await.expect(200).total();
    let queries = [
        "q=krishnan",
        "q=krish%20mee",
        "q=krishnan&status=Requested",
        "q=krishnan&sort=customerName",
        "q=9841030001",
        "q=%2B919841030001",
    ];
    for query in queries {
        assert_eq!((total(&banker, query).await, total(&other, query).await), (1, 0), "{query}");
    }
    banker.act(&txn, "forward", json!({ "toUserId": "BANKER2" })).await.expect(200);
    for query in queries {
        assert_eq!((total(&banker, query).await, total(&other, query).await), (1, 1), "{query} once it is forwarded");
    }
    let unsent = banker.save(&request_input()).await.expect(200);
    let mut renamed = with(request_input(), "txnRefNo", unsent.record()["txnRefNo"].clone());
    renamed["versionNumber"] = json!(1);
    renamed["customerName"] = json!("Zubeida Rahman");
    banker.call("docrequest", "U", &renamed).await.expect(200);
    assert_eq!((total(&banker, "q=zubeida").await, total(&other, "q=zubeida").await), (1, 0));
    banker.call("docrequest", "D", &json!({ "txnRefNo": unsent.record()["txnRefNo"] })).await.expect(200);
    assert_eq!(total(&banker, "q=zubeida").await, 0);
}

async fn a_request_of_many_words_is_found_by_each(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let name = |at: usize| format!("ra{at}x vi{at}y");
    let one = |at: usize| party(&name(at), &format!("p{at}@example.com"), &format!("+91984100{at:04}"), &["PAN"]);
    banker.save(&with(request_input(), "parties", (0..50).map(one).collect())).await.expect(200);
    banker.save(&request_input()).await.expect(200);
    for at in [0, 17, 49] {
        for query in [format!("ra{at}x"), format!("vi{at}y"), format!("p{at}@ex"), format!("ra{at}x%20vi{at}")] {
            assert_eq!(banker.get("docrequest/search", &format!("q={query}")).await.expect(200).total(), 1, "{query}");
        }
    }
}

async fn a_damaged_request_is_shown_as_such_and_hides_no_other(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let (good, bad) = (banker.sent().await, banker.sent().await);
    for damage in ["status = 'Melted'", "details = '{'", "expires_on = 'soon'"] {
        app.run_sql_directly("UPDATE docrequest SET status = 'Requested'").await;
        app.run_sql_directly(&format!("UPDATE docrequest SET {damage} WHERE txn_ref_no = '{bad}'")).await;
        let found = banker.get("docrequest/search", "").await.expect(200);
        assert_eq!(found.total(), 2, "{damage}");
        let rows: Vec<(&str, bool)> =
            found.content().iter().map(|row| (text(row, "txnRefNo"), row["isUnreadable"] == true)).collect();
        assert_eq!(rows, [(&*bad, true), (&*good, false)], "{damage}");
        let damaged = banker.find(&bad).await.expect(503);
        assert_eq!(damaged.code(), "recordDamaged");
        let trace = damaged.json["traceId"].as_str().unwrap();
        assert!(damaged.error().contains(&*bad) && damaged.error().contains(trace), "{}", damaged.json);
        banker.find(&good).await.expect(200);
        let file = banker.get("docrequest/export", "format=csv").await.expect(200).bytes;
        let file = String::from_utf8_lossy(&file);
        assert!(file.contains(&*good) && file.lines().last().unwrap().contains(&*bad), "{damage} {file}");
    }
    let document = format!("UPDATE docrequest_document SET status = 'Melted' WHERE txn_ref_no = '{good}'");
    app.run_sql_directly(&document).await;
    let damaged = banker.find(&good).await.expect(503);
    assert!(damaged.error().contains(&*good), "the request is named: {}", damaged.json);
}

async fn a_day_on_which_much_is_due_is_counted_in_full(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let due = with(with(request_input(), "documentDueDate", app.day(1).into()), "send", json!(true));
    for _ in 0..23 {
        banker.save(&due).await.expect(200);
    }
    let none = banker.get("dashboard", "").await.expect(200);
    assert_eq!((&none.record()["scheduleToday"], &none.record()["todaysSchedule"]), (&json!(0), &json!([])));
    app.clock.advance_seconds(24 * 3600);
    let banker = Desk::staff(&app, "BANKER1").await;
    let dashboard = banker.get("dashboard", "").await.expect(200);
    let schedule = dashboard.record()["todaysSchedule"].as_array().unwrap();
    assert_eq!(
        (schedule.len(), &dashboard.record()["scheduleToday"]),
        (20, &json!(23)),
        "the first are named, all are counted"
    );
    assert_eq!((&schedule[0]["kind"], &schedule[0]["customerName"]), (&json!("due"), &json!("Meena Krishnan")));
    let txn = text(&schedule[0], "txnRefNo").to_owned();
    banker.act(&txn, "cancel", json!({ "reason": "enough" })).await.expect(200);
    let after = banker.get("dashboard", "").await.expect(200);
    assert_eq!(after.record()["scheduleToday"], 22);
    let other = Desk::staff(&app, "BANKER2").await.get("dashboard", "").await.expect(200);
    assert_eq!(other.record()["scheduleToday"], 0);
}

async fn customers_are_found_by_their_current_details(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut body = with(with(request_input(), "send", json!(true)), "customerName", json!("Zelda Zzel"));
    body["emailAddress"] = json!("zelda@exmaple.com");
    let txn = reference(&banker.save(&body).await.expect(200));
    edit(&banker, &txn, |body| body["emailAddress"] = json!("zelda@example.com")).await.expect(200);
    let found = banker.get("docrequest/customer", "q=zelda").await.expect(200);
    let mails: Vec<&Value> = found.content().iter().map(|one| &one["emailAddress"]).collect();
    assert!(mails.contains(&&json!("zelda@example.com")), "{mails:?}");
}

async fn an_invalid_filter_is_refused(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let (one, _) = (banker.sent().await, banker.save(&request_input()).await.expect(200));
    let by_number = banker.get("docrequest/search", &format!("txnRefNo={one}")).await.expect(200);
    assert_eq!((by_number.total(), &by_number.content()[0]["txnRefNo"]), (1, &json!(one)));
    let by_body = banker.call("docrequest/search", "FA", &json!({ "txnRefNo": one })).await.expect(200);
    assert_eq!(by_body.total(), 1);
    let total = async |query: &str| banker.get("docrequest/search", query).await.expect(200).total();
    assert_eq!((total("transactionStatus=New").await, total("status=Requested").await), (1, 1));
    let view = json!({ "name": "Fresh", "query": "?status=New&sort=-createdOn" });
    banker.call("docrequest/view", "S", &view).await.expect(200);
    assert_eq!((total("view=Fresh").await, total("view=Fresh&status=Requested,New").await), (1, 2));
    for wrong in ["view=Nobody", "overdue=banana", "colour=red"] {
        banker.get("docrequest/search", wrong).await.expect(422);
    }
}
