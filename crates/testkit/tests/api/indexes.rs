//! Every index is needed: `indexes.txt` names what for.
//!
//! `unique`: it enforces that values are unique. `reference`: it finds the records that use one which is to be deleted.
//! Anything else is part of a statement that the store runs here, and whose plan uses the index.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;
use testkit::{Database, TestApp, on_both_databases};

use super::requests::deliveries::{bounce, report};
use super::requests::{Desk, plans, png};
use super::upgrade;
use crate::external_systems::rule_workbench;

on_both_databases!(every_index_is_used_by_its_query);

/// The index and what needs it.
fn needs(list: &str, database: Database) -> BTreeMap<&str, &str> {
    let lines = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let ours = lines.filter_map(|line| match line.strip_prefix("postgres ") {
        Some(rest) => (database == Database::Postgres).then_some(rest),
        None => Some(line),
    });
    ours.map(|line| line.split_once(": ").expect("an index and its need")).collect()
}

/// The indexes that are not part of a key, and those of them that are unique.
async fn indexes(app: &TestApp) -> (BTreeSet<String>, BTreeSet<String>) {
    let sql = match app.database {
        Database::Sqlite => {
            "SELECT l.name || ' ' || l.\"unique\" FROM sqlite_master t, pragma_index_list(t.name) l
             WHERE t.type = 'table' AND l.origin = 'c'"
        }
        Database::Postgres => {
            "SELECT c.relname::TEXT || ' ' || i.indisunique::INT FROM pg_index i
             JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE n.nspname = 'public' AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid)"
        }
    };
    let (mut all, mut unique) = (BTreeSet::new(), BTreeSet::new());
    for line in app.texts(sql).await {
        let (name, is_unique) = line.split_once(' ').expect("two values");
        if is_unique == "1" {
            unique.insert(name.to_owned());
        }
        all.insert(name.to_owned());
    }
    (all, unique)
}

/// The statements with which each reference is looked up when a record is deleted.
async fn look_ups(app: &TestApp) -> Vec<String> {
    let sql = match app.database {
        Database::Sqlite => {
            "SELECT t.name || ' ' || group_concat(f.\"from\", ' ') \
                FROM sqlite_master t, pragma_foreign_key_list(t.name) f
             WHERE t.type = 'table' GROUP BY t.name, f.id"
        }
        Database::Postgres => {
            "SELECT c.conrelid::REGCLASS::TEXT || ' ' || string_agg(a.attname, ' ') FROM pg_constraint c
             JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
             WHERE c.contype = 'f' GROUP BY c.oid, c.conrelid"
        }
    };
    let statement = |line: String| {
        let (table, columns) = line.split_once(' ').expect("a table");
        let terms = columns.split(' ').enumerate().map(|(at, column)| format!("{column} = ${}", at + 1));
        format!("SELECT 1 FROM {table} WHERE {}", terms.collect::<Vec<_>>().join(" AND "))
    };
    app.texts(sql).await.into_iter().map(statement).collect()
}

async fn every_index_is_used_by_its_query(app: TestApp) {
    app.app().store.note_statements();
    work(&app).await;
    let on_one_line = |text: &String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let statements: Vec<String> = app.app().store.noted_statements().iter().map(on_one_line).collect();
    let list =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/api/indexes.txt")).expect("the list");
    let (look_ups, needs) = (look_ups(&app).await, needs(&list, app.database));
    add_data(&app).await;
    let (indexes, unique) = indexes(&app).await;
    let mut wrong = Vec::new();
    let named: BTreeSet<String> = needs.keys().map(|name| (*name).to_owned()).collect();
    wrong.extend(indexes.difference(&named).map(|name| format!("{name}: indexes.txt does not say what needs it")));
    wrong.extend(named.difference(&indexes).map(|name| format!("{name}: there is no such index")));
    let database = match app.database {
        Database::Sqlite => "sqlite",
        Database::Postgres => "postgres",
    };
    for (name, need) in needs {
        // With the data of this test the other database's planner takes another index.
        let need = match need.split_once(" only: ") {
            Some((on, _)) if on != database => continue,
            Some((_, part)) => part,
            None => need,
        };
        let is_met = match need {
            "unique" => unique.contains(name),
            "reference" => is_used(&app, name, &look_ups).await,
            part => {
                let ours: Vec<String> = statements.iter().filter(|text| text.contains(part)).cloned().collect();
                is_used(&app, name, &ours).await
            }
        };
        if !is_met {
            wrong.push(format!("{name}: not used for `{need}`"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Columns whose values are few or mean something to a check.
const KEPT: &[&str] = &[
    "country_code",
    "entity_code",
    "tenant_code",
    "details",
    "search",
    "status",
    "state",
    "scan",
    "verdict",
    "channel",
    "kind",
    "period",
    "target",
    "what",
    "purge_kind",
    "operation",
    "actor_kind",
    "outcome",
];

/// Fills every table with copies of its first rows and other values in their texts, so that the planner has a choice.
async fn add_data(app: &TestApp) {
    let txn = app.texts("SELECT max(txn_ref_no) FROM docrequest_version").await.remove(0);
    upgrade::fill_empty(app, &txn).await;
    let no_references = match app.database {
        Database::Sqlite => "PRAGMA foreign_keys = OFF",
        Database::Postgres => "SET session_replication_role = replica",
    };
    let mut sql = vec![no_references.to_owned()];
    for (table, columns) in upgrade::tables(app).await {
        if matches!(table.as_str(), "schema_migration" | "entity_master" | "entity_key") {
            continue;
        }
        let pairs = columns.iter().filter_map(|column| column.split_once(' ')).filter(|(name, _)| *name != "row_no");
        let copied = |(name, kind): (&str, &str)| {
            let is_new = kind.eq_ignore_ascii_case("text") && !KEPT.contains(&name);
            (name.to_owned(), if is_new { format!("b.{name} || '-' || n.n") } else { format!("b.{name}") })
        };
        let (names, values): (Vec<_>, Vec<_>) = pairs.map(copied).unzip();
        // Few requests have renewals.
        let copies = if table == "docrequest_renewal" { 50 } else { 1000 };
        sql.push(format!(
            "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1000)
             INSERT INTO {table} ({}) SELECT {} FROM n CROSS JOIN (SELECT * FROM {table} LIMIT 20) b WHERE TRUE
             LIMIT {copies} ON CONFLICT DO NOTHING",
            names.join(", "),
            values.join(", ")
        ));
    }
    // Most of what is kept is done.
    for (table, key, column, done) in [
        ("outbox", "message_id", "state", "sent"),
        ("webhook_delivery", "delivery_id", "state", "delivered"),
        ("document_share", "txn_ref_no", "state", "shared"),
        ("document_verification", "txn_ref_no", "verdict", "Pass"),
        ("docrequest_file", "file_id", "scan", "clean"),
        ("docrequest", "txn_ref_no", "status", "Accepted"),
    ] {
        sql.push(format!("UPDATE {table} SET {column} = '{done}' WHERE {key} LIKE '%-%' AND {key} NOT LIKE '%7'"));
    }
    sql.push("ANALYZE".to_owned());
    app.run_sql_directly(&sql.join(";\n")).await;
}

/// True when the plan of one of the statements uses the index.
async fn is_used(app: &TestApp, name: &str, statements: &[String]) -> bool {
    for text in statements {
        let is_word =
            |line: &String| line.split(|one: char| !one.is_alphanumeric() && one != '_').any(|word| word == name);
        if app.plan(text).await.iter().any(is_word) {
            return true;
        }
    }
    false
}

/// What reads and writes every table.
async fn work(app: &TestApp) {
    plans::walk(app).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    for definition in domain::master_data::ALL {
        admin.list(definition, "page=0&size=5").await;
    }
    for (resource, query) in [
        ("useractionlog", "page=0&resource=industrymaster&userId=ADMIN"),
        ("useractionlog", "page=0&resource=industrymaster&recordKey=X"),
        ("customeractionlog", "page=0"),
        ("userlogindetails", "page=0&userId=VIEWER"),
        ("userlogindetails", "page=0&from=2020-01-01"),
        ("userlogindetails", "outcome=locked"),
        ("userdebuglogs", "page=0"),
        ("userdebuglogs", "userId=VIEWER"),
        ("session", ""),
    ] {
        admin.get("sms", &format!("sms/{resource}"), query).await;
    }
    app.run_sql_directly(
        "UPDATE entity_master SET login_log_days = 90, debug_log_days = 30, message_log_days = 90, \
        action_log_days = 3650",
    )
    .await;
    for job in app::jobs::ALL {
        app.run_job(job.name).await;
    }
    let wrong = json!({ "entityCode": "NGB", "userId": "BANKER1", "password": "Wrong@2026" });
    app.anonymous().post("sms", "sms/usermasterlogin", None, &wrong).await.expect(422);
    let forgotten = json!({ "entityCode": "NGB", "userId": "BANKER1" });
    app.anonymous().post("sms", "sms/usermaster/forgetpassword", None, &forgotten).await.expect(200);
    for _ in 0..6 {
        app.clock.advance_seconds(61);
        let ask = json!({ "entityCode": "NGB", "userId": "arjun@example.com" });
        app.anonymous().post("sms", "sms/customerusermasterLogin", None, &ask).await;
    }
    app.clock.advance_seconds(3600);
    let reviewer = rule_workbench::editor(app).await;
    reviewer.get("admin", "admin/ruleworkbench", "ruleCode=PAN").await.expect(200);
    let banker = Desk::staff(app, "BANKER1").await;
    for query in ["sort=-updatedOn", "sort=updatedOn&size=1", "sort=documentDueDate", "sort=-documentDueDate"] {
        banker.get("docrequest/search", query).await.expect(200);
    }
    let permit = domain::access::system::identity("IN", "NGB", "BANKER1");
    let store = &app.app().store;
    store.staff_id_in_any_case(&permit, "banker1").await.expect("a user");
    store.customer_login(&permit, Some("new@example.com"), None).await.expect("nobody");
    store.customer_login(&permit, None, Some("+919841039999")).await.expect("nobody");
    report(app, "mail/bounce", testkit::BOUNCE_SECRET, bounce("unknown", "5.1.1")).await;
    report(app, "sms/report", testkit::SMS_SECRET, json!({ "id": "x", "state": "DELIVRD" }).to_string()).await;
    let txn = banker.sent().await;
    Desk::customer(app, "meena@example.com").await.begin(&txn, 1, "a.png", &png()).await;
    store.files_to_scan(None, 10).await.expect("files");
}
