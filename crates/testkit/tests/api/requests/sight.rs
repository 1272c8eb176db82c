//! What somebody finds is what he may see, in the order he asked for, whether that is much or little of a large tenant.

use serde_json::{Value, json};
use testkit::{TestApp, on_both_databases};

use super::beside::{BESIDE, unspanned};
use super::{Desk, plans, wish, with};
use crate::migrations::columns;

on_both_databases!(every_list_is_right_whoever_asks, a_day_on_which_much_is_due_is_counted_in_full,);

const STATUSES: [&str; 8] = ["New", "Requested", "Pending", "Waiting", "Modified", "Accepted", "Rejected", "Expired"];
/// Of the branches of BANKER1, and of those of BANKER2: he sees less than a tenth.
const SIZES: [(&str, &str, usize); 2] = [("BR101", "BANKER1", 12_000), ("BR105", "BANKER2", 1_050)];

/// A request as this test made it, under the names that lists have for its values.
fn row(at: usize, branch: &str, owner: &str) -> Value {
    let day = |seed: usize| format!("20{:02}-{:02}-{:02}", 20 + seed % 7, 1 + seed / 7 % 12, 1 + seed / 84 % 28);
    json!({
        "txnRefNo": format!("N{:09}", at * 7919 % 100_000_000), "branchCode": branch, "owner": owner,
        // Some have the same time.
        "createdOn": format!("{}T10:00:00.000Z", day(at / 3 * 13)), "updatedOn": format!("{}T11:00:00.000Z", day(at * 5)),
        // What was asked for later ends later: whoever looks for the one in the order of the other has far to go.
        "documentDueDate": day(at * 3), "expiresOn": day(at / 3 * 13), "customerName": format!("name {:05}", at * 31 % 9973),
        "transactionStatus": STATUSES[at % 8], "requestCategory": if at.is_multiple_of(500) { "LAP" } else { "HOMELOAN" },
        "requestSubCategory": if at.is_multiple_of(500) { "RESID" } else { "PURCHASE" },
        "customerType": if at.is_multiple_of(3) { "COMPANY" } else { "INDIVIDUAL" },
        "words": words(at),
        // Of some they are too many to stand there.
        "beginnings": if at.is_multiple_of(11) { String::new() } else { beginnings(&words(at)) },
    })
}

fn beginnings(words: &[String]) -> String {
    words.iter().map(|word| format!(" {}", &word[..2])).collect()
}

/// One that all have and some begin alike, one that some have and others begin alike, many that begin with one letter, most of them with
/// two, for half of them, and a number.
fn words(at: usize) -> Vec<String> {
    let some = match at % 5 {
        0 => Some("farhan".to_owned()),
        1 => Some(format!("farhana{}", at % 7)),
        _ => None,
    };
    let alike = at.is_multiple_of(4).then(|| format!("zu{}", at % 9));
    let many = ["walter", "wanda", "wayne", "warren", "wasim", "willy"]
        .map(str::to_owned)
        .into_iter()
        .filter(|_| at.is_multiple_of(2));
    ["zubeida".to_owned()]
        .into_iter()
        .chain(alike)
        .chain(some)
        .chain(many)
        .chain([format!("9{:04}", at * 7 % 3001)])
        .collect()
}

fn text<'a>(row: &'a Value, name: &str) -> &'a str {
    row[name].as_str().unwrap()
}

/// Copies of one request with other values, and the figures that come of them.
async fn fill(app: &TestApp, template: &str) -> Vec<Value> {
    let owners = SIZES.iter().flat_map(|(branch, owner, n)| std::iter::repeat_n((branch, owner), *n));
    let all: Vec<Value> = owners.enumerate().map(|(at, (branch, owner))| row(at, branch, owner)).collect();
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
        ("beginnings", "beginnings"),
    ];
    let columns: Vec<String> = columns(app, "docrequest").await.into_iter().collect();
    let values: Vec<String> = columns
        .iter()
        .map(|column| match own.iter().position(|(name, _)| name == column) {
            Some(at) => format!("v.column{}", at + 1),
            None => format!("t.{column}"),
        })
        .collect();
    let values = values.join(", ");
    for chunk in all.chunks(500) {
        let rows: Vec<String> = chunk
            .iter()
            .map(|row| format!("({})", own.map(|(_, name)| format!("'{}'", text(row, name))).join(", ")))
            .collect();
        let rows = rows.join(", ");
        app.behind_the_back(&format!(
            "INSERT INTO docrequest ({}) SELECT {values} FROM docrequest t, (VALUES {rows}) v WHERE t.txn_ref_no = '{template}'",
            columns.join(", ")
        ))
        .await;
    }
    app.behind_the_back(&format!("DELETE FROM docrequest_word WHERE txn_ref_no = '{template}'")).await;
    app.behind_the_back(&format!("DELETE FROM docrequest WHERE txn_ref_no = '{template}'")).await;
    // As each database does by itself after a while.
    app.behind_the_back("ANALYZE docrequest").await;
    for chunk in all.chunks(500) {
        let words = chunk.iter().flat_map(|row| {
            row["words"]
                .as_array()
                .unwrap()
                .iter()
                .map(|word| format!("('{}', '{}')", text(row, "txnRefNo"), word.as_str().unwrap()))
        });
        let words = words.collect::<Vec<_>>().join(", ");
        app.behind_the_back(&format!(
            "INSERT INTO docrequest_word (word, {BESIDE}) SELECT v.column2, {BESIDE} FROM (VALUES {words}) v JOIN docrequest ON country_code = 'IN' AND entity_code = 'NGB' AND txn_ref_no = v.column1"
        ))
        .await;
    }
    app.behind_the_back("ANALYZE docrequest_word").await;
    assert_eq!(unspanned(app).await, 0);
    for (branch, _, n) in SIZES {
        app.behind_the_back(&format!("INSERT INTO docrequest_count (country_code, entity_code, tenant_code, branch_code, metric, period, lane, n) VALUES ('IN', 'NGB', 'RETAIL', '{branch}', 'status:Pending', '', 4711, {n})")).await;
    }
    all
}

fn begins(row: &Value, asked: &str) -> bool {
    row["words"].as_array().unwrap().iter().any(|word| word.as_str().unwrap().starts_with(asked))
}

/// The same list, looked up the long way.
fn expected(all: &[Value], owner: &str, filters: &[(&str, &str)], sort: &str) -> Vec<String> {
    let (name, is_down) = sort.strip_prefix('-').map_or((sort, false), |name| (name, true));
    let fits = |row: &&&Value| {
        let holds = |(name, value): &(&str, &str)| match *name {
            "status" => value.split(',').any(|status| status == text(row, "transactionStatus")),
            "from" => text(row, "createdOn") >= *value,
            "to" => &text(row, "createdOn")[..10] <= *value,
            "dueFrom" => text(row, "documentDueDate") >= *value,
            "dueTo" => text(row, "documentDueDate") <= *value,
            "q" => value.split("%20").all(|asked| begins(row, asked)),
            name => text(row, name) == *value,
        };
        text(row, "owner") == owner && filters.iter().all(holds)
    };
    let mut found: Vec<&Value> = all.iter().filter(|row| fits(&row)).collect();
    found.sort_by_cached_key(|row| {
        let between = if name == "transactionStatus" { text(row, "createdOn") } else { "" };
        (text(row, name), between, text(row, "txnRefNo"))
    });
    if is_down {
        found.reverse();
    }
    found.into_iter().map(|row| text(row, "txnRefNo").to_owned()).collect()
}

async fn every_list_is_right_whoever_asks(app: TestApp) {
    let template = Desk::staff(&app, "BANKER1").await.sent().await;
    let all = fill(&app, &template).await;
    let filters: [&[(&str, &str)]; 44] = [
        &[],
        &[("status", "Pending")],
        &[("status", "New,Expired,Waiting")],
        &[("requestCategory", "LAP")],
        &[("requestCategory", "HOMELOAN"), ("status", "Requested,Pending")],
        &[("customerType", "COMPANY"), ("from", "2023-01-01")],
        &[("from", "2024-01-01")],
        &[("from", "2024-01-01"), ("q", "wal")],
        &[("dueFrom", "2024-06-01")],
        &[("dueFrom", "2024-06-01"), ("from", "2023-01-01"), ("requestCategory", "HOMELOAN")],
        // Between two days: far from where an order begins, and from where it ends.
        &[("from", "2023-03-01"), ("to", "2023-11-30")],
        &[("dueFrom", "2022-01-01"), ("dueTo", "2023-02-28"), ("status", "Requested,Accepted")],
        &[("from", "2022-01-01"), ("to", "2024-12-31"), ("dueTo", "2023-12-31")],
        &[("from", "2023-01-01"), ("to", "2025-06-30"), ("q", "wal")],
        &[("branchCode", "BR105")],
        &[("q", "zubeida")],
        &[("q", "farhan")],
        &[("q", "fa")],
        &[("q", "w")],
        &[("q", "nobody")],
        &[("q", "zubeida%20farhana")],
        &[("q", "zubeida"), ("status", "Pending")],
        &[("q", "zubeida"), ("requestCategory", "LAP")],
        &[("q", "farhan"), ("status", "New,Expired"), ("customerType", "COMPANY")],
        &[("q", "farhana3"), ("dueFrom", "2024-06-01")],
        &[("q", "w"), ("requestCategory", "LAP")],
        &[("q", "w"), ("status", "Pending,Waiting"), ("from", "2023-01-01")],
        &[("q", "w%20far"), ("dueFrom", "2024-06-01")],
        // Two letters: of all, of too many to begin with, of one word each, and of none.
        &[("q", "zu"), ("customerType", "COMPANY")],
        &[("q", "zu"), ("requestCategory", "LAP")],
        &[("q", "wa")],
        &[("q", "wa"), ("requestCategory", "LAP"), ("status", "Pending,New")],
        &[("q", "wi"), ("status", "Pending,Waiting"), ("from", "2023-01-01")],
        &[("q", "fa%20zu"), ("dueFrom", "2024-06-01")],
        &[("q", "no"), ("status", "Pending")],
        &[("q", "n0")],
        // Three and more: of half of them, of a fifth, with others, with what few have.
        &[("q", "wal"), ("customerType", "INDIVIDUAL")],
        &[("q", "farh")],
        &[("q", "farhana"), ("requestCategory", "HOMELOAN")],
        &[("q", "wal%20zub%20far")],
        &[("q", "warren%20zu4"), ("status", "Pending,New")],
        // Numbers: of all, of a third of them, of a few.
        &[("q", "9"), ("customerType", "COMPANY")],
        &[("q", "91"), ("from", "2023-01-01")],
        &[("q", "9012%20w")],
    ];
    let sorts =
        ["-createdOn", "updatedOn", "-documentDueDate", "expiresOn", "customerName", "txnRefNo", "-transactionStatus"];
    let size = 7;
    app.app().store.note_statements();
    for (_, owner, _) in SIZES {
        let desk = Desk::staff(&app, owner).await;
        for filters in filters {
            for (at, sort) in sorts.into_iter().enumerate() {
                let expected = expected(&all, owner, filters, sort);
                let page = at % 2 * 3;
                let asked: String = filters.iter().map(|(name, value)| format!("&{name}={value}")).collect();
                let query = format!("size={size}&page={page}&sort={sort}{asked}");
                let found = desk.get("docrequest/search", &query).await.expect(200);
                assert_eq!(found.total(), expected.len().min(1_000) as i64, "{owner} {query}");
                let refs: Vec<&str> = found.content().iter().map(|row| text(row, "txnRefNo")).collect();
                let wanted: Vec<&str> = expected.iter().skip(page * size).take(size).map(String::as_str).collect();
                assert_eq!(refs, wanted, "{owner} {query}");
            }
        }
    }
    let (checked, _) = plans::check(&app).await;
    assert!(checked > 60, "{checked}");
}

async fn a_day_on_which_much_is_due_is_counted_in_full(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let due = with(with(wish(), "documentDueDate", app.day(1).into()), "send", json!(true));
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
