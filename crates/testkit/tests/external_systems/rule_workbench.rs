//! The rule workbench: a draft is tried on documents that were read with the real programs, then published.

use std::sync::Arc;

use integrations::inspector::InProcess;
use integrations::text_reader::{TextTools, Tools};
use serde_json::{Value, json};
use testkit::documents::letter;
use testkit::{Answer, Client, TestApp, on_both_databases, on_sqlite};

use crate::api::requests::{Desk, with};

on_both_databases!(
    a_draft_shows_which_verdicts_would_change,
    a_published_draft_replaces_the_details_and_is_audited,
    a_look_at_past_documents_is_audited,
    a_draft_of_an_older_rule_is_not_published,
    texts_are_shown_to_those_who_may_see_the_request,
);
on_sqlite!(
    bad_drafts_are_refused_beside_the_field,
    a_viewer_tries_but_does_not_publish,
    removing_a_detail_takes_the_action_delete,
    another_entity_sees_no_documents,
    aadhaar_numbers_are_masked,
);

const PAN: &[&str] = &["INCOME TAX DEPARTMENT", "Permanent Account Number", "ABCPK1234F", "MEENA KRISHNAN"];
const BILL: &[&str] = &["ELECTRICITY BOARD", "Consumer number 0471 1234", "Amount due 1 250"];
const OLD: &[&str] = &["INCOME TAX DEPARTMENT", "General index register", "AB 1234"];
const DETAILS: &str = "admin/adminentitydocumentverficationrule";

/// Documents with these texts, verified with the rule PAN; the request of the last one.
async fn verified(app: TestApp, texts: &[&[&str]]) -> (TestApp, String) {
    let tools = Tools::new(&TextTools::default(), Arc::new(InProcess));
    let app = app.with_parts(|parts| parts.text_reader = Arc::new(tools)).await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut last = String::new();
    for text in texts {
        last = banker.sent().await;
        let customer = Desk::customer(&app, "meena@example.com").await;
        customer.upload(&last, 1, "letter.pdf", letter(text)).await.expect(200);
        customer.submit(&last, json!({ "documents": [1] })).await.expect(200);
        assert_eq!(app.run_job("verify").await.report.done, 1);
    }
    (app, last)
}

async fn open(client: &Client) -> Value {
    client.get("admin", "admin/ruleworkbench", "ruleCode=PAN").await.expect(200).record().clone()
}

async fn call(client: &Client, operation: &str, body: &Value) -> Answer {
    client.post("admin", "admin/ruleworkbench", Some(operation), body).await
}

fn keyword(number: u32, keyword_type: &str, keywords: &str) -> Value {
    json!({ "sequenceNo": number, "keywordType": keyword_type, "keywords": keywords })
}

fn mask(number: u32, mask: &str) -> Value {
    with(keyword(number, "MASK", "PAN"), "characterMask", json!(mask))
}

fn draft(shown: &Value, details: &[Value]) -> Value {
    json!({ "ruleCode": "PAN", "ruleVersion": shown["ruleVersion"], "details": details })
}

fn verdicts(shown: &Value) -> Vec<(&str, &str)> {
    let all = shown["documents"].as_array().unwrap().iter();
    all.map(|document| (document["verdict"].as_str().unwrap(), document["draftVerdict"].as_str().unwrap())).collect()
}

async fn a_draft_shows_which_verdicts_would_change(app: TestApp) {
    let (app, _) = verified(app, &[PAN, BILL, OLD]).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let shown = open(&admin).await;
    assert_eq!(verdicts(&shown), [("Fail", "Fail"), ("Fail", "Fail"), ("Pass", "Pass")], "newest first");
    assert_eq!((&shown["summary"]["documents"], &shown["summary"]["changed"]), (&json!(3), &json!(0)));
    assert_eq!((&shown["ruleMode"], shown["details"].as_array().unwrap().len()), (&json!("advise"), 2));
    assert_eq!(shown["summary"]["draft"]["rejected"], 0, "a rule that advises rejects nothing");

    let audited = app.count("SELECT count(*) FROM audit_log").await;
    let dump = "SELECT keywords || coalesce(character_mask, '') FROM verification_rule_detail ORDER BY 1";
    let before = app.texts(dump).await;
    let loose = draft(&shown, &[keyword(1, "ANY", "Income Tax Department"), mask(2, "AA9999")]);
    let tried = call(&admin, "F", &loose).await.expect(200).record().clone();
    assert_eq!(verdicts(&tried), [("Fail", "Pass"), ("Fail", "Fail"), ("Pass", "Fail")]);
    assert_eq!(tried["summary"]["changed"], 2);
    assert_eq!((&tried["summary"]["now"]["pass"], &tried["summary"]["draft"]["fail"]), (&json!(1), &json!(2)));
    assert_eq!(app.texts(dump).await, before, "nothing is stored");
    assert_eq!(app.count("SELECT count(*) FROM audit_log").await, audited, "the look at them is audited once");
    assert_eq!(verdicts(&open(&admin).await), verdicts(&shown));

    app.run_sql_directly("UPDATE verification_rule SET rule_mode = 'autoReject', reject_reason = 'WRONG'").await;
    let strict = call(&admin, "F", &loose).await.expect(200).record().clone();
    assert_eq!(strict["summary"]["draft"]["rejected"], 2);
    let newest = admin.get("admin", "admin/ruleworkbench", "ruleCode=PAN&size=1").await.expect(200).record().clone();
    assert_eq!(verdicts(&newest).len(), 1);
}

async fn a_published_draft_replaces_the_details_and_is_audited(app: TestApp) {
    let (app, txn) = verified(app, &[OLD]).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let shown = open(&admin).await;
    let kept = &shown["details"][0];
    let kept = json!({
        "sequenceNo": kept["sequenceNo"], "keywords": kept["keywords"], "keywordType": kept["keywordType"],
        "keywordLength": kept["keywordLength"], "characterMask": kept["characterMask"],
    });
    let audited = format!("SELECT count(*) FROM audit_log WHERE resource = '{}'", &DETAILS["admin/".len()..]);
    let before = app.count(&audited).await;
    let added = keyword(3, "NONE", "Specimen");
    let done = call(&admin, "U", &draft(&shown, &[kept.clone(), added.clone()])).await.expect(200);
    assert_eq!(done.record()["changes"], 2, "one detail is added and one is removed");
    assert_eq!(app.count(&audited).await, before + 2);
    let after = open(&admin).await;
    let numbers: Vec<&Value> =
        after["details"].as_array().unwrap().iter().map(|detail| &detail["sequenceNo"]).collect();
    assert_eq!(numbers, [&json!(1), &json!(3)]);
    assert_eq!(verdicts(&after), [("Pass", "Pass")]);
    assert_eq!(after["documents"][0]["recordedVerdict"], "Fail", "what was decided stays");
    let banker = Desk::staff(&app, "BANKER1").await;
    let document = &banker.find(&txn).await.expect(200).record()["parties"][0]["documents"][0].clone();
    assert_eq!(document["verification"]["verdict"], "Fail");

    let changed = [kept, with(added, "keywords", json!("Sample"))];
    assert_eq!(call(&admin, "U", &draft(&after, &changed)).await.expect(200).record()["changes"], 1);
    let key = json!({ "ruleCode": "PAN", "sequenceNo": 3 });
    let history = admin.post("admin", &format!("{DETAILS}/history"), None, &key).await.expect(200);
    let actions: Vec<&Value> = history.content().iter().map(|entry| &entry["action"]).collect();
    assert_eq!(actions, [&json!("U"), &json!("S")]);
    let found = admin.post("admin", DETAILS, Some("F"), &key).await.expect(200);
    assert_eq!((&found.record()["keywords"], &found.record()["versionNumber"]), (&json!("Sample"), &json!(2)));
    assert_eq!(
        admin.get("admin", DETAILS, "ruleCode=PAN&page=0&size=10").await.expect(200).total(),
        2,
        "the counter follows"
    );
    let same = open(&admin).await;
    let again = call(&admin, "U", &draft(&same, &changed)).await.expect(200);
    assert_eq!(again.record()["changes"], 0);
}

async fn a_look_at_past_documents_is_audited(app: TestApp) {
    let (app, first) = verified(app, &[PAN]).await;
    let (app, second) = verified(app, &[BILL]).await;
    let (admin, viewer) = (app.log_in("NGB", "ADMIN").await, app.log_in("NGB", "VIEWER").await);
    let entries = async || {
        let key = json!({ "ruleCode": "PAN" });
        let rules = "admin/adminentitydocumentverficationrulemaster/history";
        let history = admin.post("admin", rules, None, &key).await.expect(200).content().to_vec();
        history.into_iter().filter(|entry| entry["action"] != "S").collect::<Vec<Value>>()
    };
    let newest = viewer.get("admin", "admin/ruleworkbench", "ruleCode=PAN&size=1").await.expect(200).record().clone();
    let found = entries().await;
    assert_eq!((found.len(), &found[0]["action"], &found[0]["actor"]), (1, &json!("rule-trial"), &json!("VIEWER")));
    assert_eq!(found[0]["detail"], json!({ "documents": 1, "requests": [&second] }));
    let loose = draft(&newest, &[keyword(1, "ANY", "Income Tax Department")]);
    for _ in 0..2 {
        call(&viewer, "F", &loose).await.expect(200);
    }
    let found = entries().await;
    assert_eq!(found.len(), 2, "only when other documents are shown");
    assert_eq!(found[0]["detail"], json!({ "documents": 2, "requests": [&first, &second] }));
    let shown = open(&admin).await;
    assert_eq!(entries().await[0]["detail"], json!({ "documents": 2, "requests": [] }), "the verdicts alone");
    call(&admin, "U", &draft(&shown, &[keyword(1, "ANY", "Income Tax")])).await.expect(200);
    let found = entries().await;
    assert_eq!((found.len(), &found[0]["action"], &found[0]["actor"]), (4, &json!("publish-rule"), &json!("ADMIN")));
}

async fn a_draft_of_an_older_rule_is_not_published(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let shown = open(&admin).await;
    let body = draft(&shown, &[keyword(1, "ANY", "Income Tax")]);
    admin.post("admin", DETAILS, Some("S"), &with(keyword(9, "NONE", "Specimen"), "ruleCode", json!("PAN"))).await;
    assert_eq!(call(&admin, "U", &body).await.status, 409, "a detail was added");
    let newer = open(&admin).await;
    assert_eq!(newer["details"].as_array().unwrap().len(), 3);

    let body = draft(&newer, &[keyword(1, "ANY", "Income Tax")]);
    let second =
        json!({ "ruleCode": "PAN", "sequenceNo": 9, "keywordType": "NONE", "keywords": "Copy", "versionNumber": 1 });
    admin.post("admin", DETAILS, Some("U"), &second).await.expect(200);
    assert_eq!(call(&admin, "U", &body).await.status, 409, "a detail was changed");
    assert_eq!(call(&admin, "U", &with(body, "ruleVersion", Value::Null)).await.status, 409);
    let newest = open(&admin).await;
    let (one, two) = (keyword(1, "ANY", "Income Tax"), keyword(1, "ANY", "Department"));
    let (one, two) = (draft(&newest, &[one]), draft(&newest, &[two]));
    let (one, two) = tokio::join!(call(&admin, "U", &one), call(&admin, "U", &two));
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409], "of two drafts one is published");
}

async fn texts_are_shown_to_those_who_may_see_the_request(app: TestApp) {
    let (app, txn) = verified(app, &[PAN]).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let hidden = admin.get("admin", "admin/ruleworkbench", "ruleCode=PAN").await.expect(200);
    let text = hidden.record().to_string();
    assert!(hidden.record()["documents"][0]["source"].is_null());
    for secret in ["ABCPK1234F", "Meena", txn.as_str()] {
        assert!(!text.contains(secret), "{secret}");
    }
    let viewer = app.log_in("NGB", "VIEWER").await;
    let shown = open(&viewer).await;
    let source = &shown["documents"][0]["source"];
    assert_eq!(
        (&source["txnRefNo"], &source["customerName"], &source["documentNo"]),
        (&json!(txn), &json!("Meena Krishnan"), &json!(1))
    );
    assert_eq!((&source["details"][1]["found"], &source["pages"][0]["page"]), (&json!("ABCPK1234F"), &json!(1)));
    // In a branch that the caller does not see, the texts are hidden and the verdict still counts.
    app.run_sql_directly("UPDATE docrequest SET tenant_code = 'SME', branch_code = 'BR109'").await;
    let elsewhere = open(&viewer).await;
    assert!(elsewhere["documents"][0]["source"].is_null());
    assert_eq!(elsewhere["summary"]["now"]["pass"], 1);
}

async fn bad_drafts_are_refused_beside_the_field(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let shown = open(&admin).await;
    let good = keyword(1, "ANY", "Income Tax");
    let bad = [
        (keyword(2, "REGEX", "(unclosed"), "details[1].keywords"),
        (keyword(2, "REGEX", "(\\w{1000}){1000}"), "details[1].keywords"),
        (mask(2, "999#crc"), "details[1].characterMask"),
        (keyword(2, "SOUNDS", "PAN"), "details[1].keywordType"),
        (keyword(1, "ANY", "PAN"), "details[1].sequenceNo"),
        (with(keyword(2, "ANY", "PAN"), "colour", json!("red")), "details[1].colour"),
    ];
    for (detail, field) in bad {
        for operation in ["F", "U"] {
            let body = draft(&shown, &[good.clone(), detail.clone()]);
            assert_eq!(call(&admin, operation, &body).await.expect(422).fields(), [field], "{detail}");
        }
    }
    assert_eq!(call(&admin, "U", &draft(&shown, &[])).await.expect(422).fields(), ["details"]);
    let many: Vec<Value> = (1..=51).map(|number| keyword(number, "ANY", "PAN")).collect();
    assert_eq!(call(&admin, "F", &draft(&shown, &many)).await.expect(422).fields(), ["details"]);
    for (query, status) in
        [("ruleCode=NONE", 404), ("", 422), ("ruleCode=PAN&size=101", 422), ("ruleCode=PAN&size=x", 422)]
    {
        assert_eq!(admin.get("admin", "admin/ruleworkbench", query).await.status, status, "{query}");
    }
    for body in [json!({ "ruleCode": "PAN" }), json!({ "ruleCode": "PAN", "details": [1] })] {
        assert_eq!(call(&admin, "F", &body).await.status, 400);
    }
    let foreign = with(draft(&shown, &[good]), "entityCode", json!("KALVI"));
    assert_eq!(call(&admin, "U", &foreign).await.status, 403);
}

async fn a_viewer_tries_but_does_not_publish(app: TestApp) {
    let viewer = app.log_in("NGB", "VIEWER").await;
    let shown = open(&viewer).await;
    let body = draft(&shown, &[keyword(1, "ANY", "Income Tax")]);
    call(&viewer, "F", &body).await.expect(200);
    assert_eq!(call(&viewer, "U", &body).await.status, 403);
    assert_eq!(open(&viewer).await["ruleVersion"], shown["ruleVersion"]);
}

async fn removing_a_detail_takes_the_action_delete(app: TestApp) {
    app.run_sql_directly("DELETE FROM role_screen WHERE screen_code = 'SD-ADM-025' AND action_code = 'delete'").await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let shown = open(&admin).await;
    let first = keyword(1, "ANY", "Income Tax");
    assert_eq!(call(&admin, "U", &draft(&shown, std::slice::from_ref(&first))).await.status, 403);
    call(&admin, "U", &draft(&shown, &[first, mask(2, "AAAAA9999A")])).await.expect(200);
}

async fn another_entity_sees_no_documents(app: TestApp) {
    let (app, txn) = verified(app, &[PAN]).await;
    let kalvi = app.log_in("KALVI", "ADMIN").await;
    let rule = json!({ "ruleCode": "PAN", "ruleDesc": "PAN card" });
    kalvi.post("admin", "admin/adminentitydocumentverficationrulemaster", Some("S"), &rule).await;
    let shown = open(&kalvi).await;
    assert_eq!(shown["summary"]["documents"], 0);
    let tried = call(&kalvi, "F", &draft(&shown, &[keyword(1, "ANY", "Income Tax")])).await.expect(200);
    assert!(tried.record()["documents"].as_array().unwrap().is_empty());
    assert!(!tried.record().to_string().contains(&txn));
}

async fn aadhaar_numbers_are_masked(app: TestApp) {
    let (app, _) = verified(app, &[&["Unique Identification Authority", "2345 6789 0124"]]).await;
    let viewer = app.log_in("NGB", "VIEWER").await;
    let lines = [
        mask(1, "999999999999#verhoeff"),
        keyword(2, "REGEX", "[0-9]{4} [0-9]{4}"),
        keyword(3, "REGEX", "0124"),
        keyword(4, "ANY", "Unique"),
    ];
    let tried = call(&viewer, "F", &draft(&open(&viewer).await, &lines)).await.expect(200).record().clone();
    let details = tried["documents"][0]["source"]["details"].as_array().unwrap();
    let found: Vec<&str> = details.iter().map(|detail| detail["found"].as_str().unwrap()).collect();
    assert_eq!(found, ["XXXX XXXX XXXX", "XXXX XXXX", "0124", "Unique"]);
}
