//! The rule workbench: a draft is tried on documents that were read with the real programs, then published.

use std::sync::Arc;

use integrations::inspector::InProcess;
use integrations::text_reader::{TextTools, Tools};
use serde_json::{Value, json};
use testkit::documents::{letter, letters};
use testkit::{Answer, Client, TestApp, on_both_databases, on_sqlite};

use crate::api::requests::{Desk, with};

on_both_databases!(
    a_draft_shows_which_verdicts_would_change,
    a_published_draft_replaces_the_details_and_is_audited,
    each_draft_and_each_look_at_past_documents_is_audited,
    a_draft_of_an_older_rule_is_not_published,
    nothing_is_told_of_requests_that_the_caller_may_not_see,
    documents_take_an_action_of_their_own,
    samples_are_read_tried_and_removed,
);
on_sqlite!(
    a_typed_text_is_searched_line_by_line,
    bad_drafts_are_refused_beside_the_field,
    trying_a_draft_takes_the_action_edit,
    a_slow_draft_is_stopped_and_names_its_line,
    a_slow_draft_holds_up_only_its_own_entity_and_ends_for_a_newer_one,
    no_draft_tells_a_covered_digit,
    no_digit_of_a_hidden_document_is_told,
    bad_samples_are_refused_and_nothing_is_kept,
    samples_go_with_their_rule_and_after_ninety_days,
    an_infected_sample_is_refused,
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
    verified_files(app, &TextTools::default(), texts.iter().map(|text| letter(text)).collect()).await
}

async fn verified_files(app: TestApp, tools: &TextTools, files: Vec<Vec<u8>>) -> (TestApp, String) {
    let tools = Tools::new(tools, Arc::new(InProcess));
    let app = app.with_parts(|parts| parts.text_reader = Arc::new(tools)).await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut last = String::new();
    for file in files {
        last = banker.sent().await;
        let customer = Desk::customer(&app, "meena@example.com").await;
        customer.upload(&last, 1, "letter.pdf", file).await.expect(200);
        customer.submit(&last, json!({ "documents": [1] })).await.expect(200);
        assert_eq!(app.run_job("verify").await.report.done, 1);
    }
    (app, last)
}

/// A user who sees the requests of a branch and may edit rules.
pub async fn editor(app: &TestApp) -> Client {
    let may_edit = r#"
        INSERT INTO role_screen (country_code, entity_code, role_code, screen_code, action_code, created_on, created_by,
            updated_on, updated_by, version_number)
        SELECT country_code, entity_code, role_code, screen_code, action, created_on, created_by, updated_on,
            updated_by, version_number
        FROM role_screen, (SELECT 'edit' AS action UNION SELECT 'delete') AS actions
        WHERE entity_code = 'NGB' AND role_code = 'VIEWER' AND screen_code = 'SD-ADM-025' AND action_code = 'view'"#;
    app.run_sql_directly(may_edit).await;
    app.run_sql_directly(MAY_TRY).await;
    app.log_in("NGB", "VIEWER").await
}

const MAY_TRY: &str = r#"
    INSERT INTO role_action (country_code, entity_code, role_code, action_code, version_number, created_on, created_by,
        updated_on, updated_by)
    SELECT country_code, entity_code, 'VIEWER', action_code, version_number, created_on, created_by, updated_on,
        updated_by
    FROM role_action WHERE entity_code = 'NGB' AND role_code = 'ADMIN' AND action_code = 'tryrules'"#;

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

async fn documents_take_an_action_of_their_own(app: TestApp) {
    let (app, _) = verified(app, &[PAN, BILL]).await;
    let viewer = app.log_in("NGB", "VIEWER").await;
    let shown = open(&viewer).await;
    assert_eq!((verdicts(&shown), &shown["hidden"], &shown["samples"]), (Vec::new(), &json!(2), &json!([])));
    assert_eq!(shown["details"].as_array().unwrap().len(), 2, "the rule itself is shown");
    // An administrator has the action and sees no requests.
    let admin = app.log_in("NGB", "ADMIN").await;
    let shown = open(&admin).await;
    assert_eq!((verdicts(&shown), &shown["hidden"]), (Vec::new(), &json!(2)));
    admin.get("admin", "admin/ruleworkbench/sample", "ruleCode=PAN").await.expect(200);
    app.run_sql_directly(MAY_TRY).await;
    app.run_sql_directly("DELETE FROM role_action WHERE role_code = 'ADMIN' AND action_code = 'tryrules'").await;
    let admin = app.log_in("NGB", "ADMIN").await;
    assert_eq!(admin.get("admin", "admin/ruleworkbench/sample", "ruleCode=PAN").await.status, 403);
    let viewer = app.log_in("NGB", "VIEWER").await;
    let shown = open(&viewer).await;
    assert_eq!((verdicts(&shown).len(), &shown["hidden"], &shown["samples"]), (2, &json!(0), &json!([])));
}

async fn a_draft_shows_which_verdicts_would_change(app: TestApp) {
    let (app, _) = verified(app, &[PAN, BILL, OLD]).await;
    let admin = editor(&app).await;
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
    assert_eq!(app.count("SELECT count(*) FROM audit_log").await, audited + 1, "the draft");
    assert_eq!(verdicts(&open(&admin).await), verdicts(&shown));

    app.run_sql_directly("UPDATE verification_rule SET rule_mode = 'autoReject', reject_reason = 'WRONG'").await;
    let strict = call(&admin, "F", &loose).await.expect(200).record().clone();
    assert_eq!(strict["summary"]["draft"]["rejected"], 2);
    let newest = admin.get("admin", "admin/ruleworkbench", "ruleCode=PAN&size=1").await.expect(200).record().clone();
    assert_eq!(verdicts(&newest).len(), 1);
}

async fn a_published_draft_replaces_the_details_and_is_audited(app: TestApp) {
    let (app, txn) = verified(app, &[OLD]).await;
    let admin = editor(&app).await;
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

async fn each_draft_and_each_look_at_past_documents_is_audited(app: TestApp) {
    let (app, first) = verified(app, &[PAN]).await;
    let (app, second) = verified(app, &[BILL]).await;
    let (admin, viewer) = (app.log_in("NGB", "ADMIN").await, editor(&app).await);
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
    let one = draft(&newest, &[keyword(1, "ANY", "Income Tax Department")]);
    let two = draft(&newest, &[keyword(1, "REGEX", "[0-9]{4}")]);
    for body in [&one, &one, &two, &one, &two] {
        call(&viewer, "F", body).await.expect(200);
    }
    let found = entries().await;
    assert_eq!(found.len(), 3, "each draft once an hour");
    let detail = &found[0]["detail"];
    assert_eq!((&detail["documents"], &detail["requests"]), (&json!(2), &json!([&first, &second])));
    assert_eq!(
        (&detail["lines"][0]["keywords"], &detail["lines"][0]["keywordType"]),
        (&json!("[0-9]{4}"), &json!("REGEX"))
    );
    assert_eq!(detail["draft"].as_str().unwrap().len(), 64);
    assert_ne!(detail["draft"], found[1]["detail"]["draft"]);
    app.clock.advance_seconds(3601);
    let (admin, viewer) = (app.log_in("NGB", "ADMIN").await, app.log_in("NGB", "VIEWER").await);
    let entries = async || app.count("SELECT count(*) FROM audit_log WHERE action = 'rule-trial'").await;
    call(&viewer, "F", &two).await.expect(200);
    assert_eq!(entries().await, 4);
    let shown = open(&admin).await;
    assert_eq!(entries().await, 4, "nothing was shown");
    call(&admin, "F", &draft(&shown, &[keyword(1, "ANY", "Income")])).await.expect(200);
    assert_eq!(entries().await, 5, "a draft is audited all the same");
    call(&admin, "U", &draft(&shown, &[keyword(1, "ANY", "Income Tax")])).await.expect(200);
    assert_eq!(app.count("SELECT count(*) FROM audit_log WHERE action = 'publish-rule'").await, 1);
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

async fn nothing_is_told_of_requests_that_the_caller_may_not_see(app: TestApp) {
    let (app, txn) = verified(app, &[PAN]).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let hidden = open(&admin).await;
    let probe = call(&admin, "F", &draft(&hidden, &[keyword(1, "ANY", "Income Tax")])).await.expect(200);
    for shown in [&hidden, probe.record()] {
        assert_eq!(shown["documents"], json!([]));
        assert_eq!(shown["summary"], probe.record()["summary"], "not even counted");
    }
    let text = hidden.to_string();
    for secret in ["ABCPK1234F", "Meena", txn.as_str()] {
        assert!(!text.contains(secret), "{secret}");
    }
    let viewer = editor(&app).await;
    let shown = open(&viewer).await;
    let source = &shown["documents"][0]["source"];
    assert_eq!(
        (&source["txnRefNo"], &source["customerName"], &source["documentNo"]),
        (&json!(txn), &json!("Meena Krishnan"), &json!(1))
    );
    assert_eq!((&source["details"][1]["found"], &source["pages"][0]["page"]), (&json!("ABCPK1234F"), &json!(1)));
    // In a branch that the caller does not see.
    app.run_sql_directly("UPDATE docrequest SET tenant_code = 'SME', branch_code = 'BR109'").await;
    let elsewhere = call(&viewer, "F", &draft(&shown, &[keyword(1, "ANY", "Income Tax")])).await.expect(200);
    assert_eq!(elsewhere.record()["documents"], json!([]));
    assert_eq!(elsewhere.record()["summary"], probe.record()["summary"]);
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

async fn trying_a_draft_takes_the_action_edit(app: TestApp) {
    let (app, _) = verified(app, &[PAN]).await;
    let auditor = app.log_in("NGB", "AUDITOR").await;
    let shown = open(&auditor).await;
    assert_eq!(verdicts(&shown), [("Pass", "Pass")], "what the published rule says");
    let body = draft(&shown, &[keyword(1, "REGEX", "ABCPK")]);
    for operation in ["F", "U"] {
        assert_eq!(call(&auditor, operation, &body).await.status, 403);
    }
    assert_eq!(open(&auditor).await["ruleVersion"], shown["ruleVersion"]);
    call(&editor(&app).await, "F", &body).await.expect(200);
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
    let viewer = editor(&app).await;
    let lines = [
        mask(1, "999999999999#verhoeff"),
        keyword(2, "REGEX", "[0-9]{4} [0-9]{4}"),
        keyword(3, "REGEX", "0124"),
        keyword(4, "ANY", "Unique"),
    ];
    let tried = call(&viewer, "F", &draft(&open(&viewer).await, &lines)).await.expect(200).record().clone();
    let details = tried["documents"][0]["source"]["details"].as_array().unwrap();
    let found: Vec<&str> = details.iter().map(|detail| detail["found"].as_str().unwrap()).collect();
    assert_eq!(found, ["XXXX XXXX 0124", "XXXX XXXX", "0124", "Unique"]);
}

/// Two people whose numbers differ in the covered digits, asked for each digit at each place.
async fn no_draft_tells_a_covered_digit(app: TestApp) {
    let (app, _) =
        verified(app, &[&["Unique Identification", "2345 6789 0124"], &["Unique Identification", "9876 5432 0124"]])
            .await;
    let editor = editor(&app).await;
    let shown = open(&editor).await;
    let probe = |at: usize| {
        let place = |digit: usize| {
            let before = format!("[0-9]{{{}}} ", 4).repeat(at / 4);
            keyword(digit as u32 + 1, "REGEX", &format!("\\b{before}[0-9]{{{}}}{digit}", at % 4))
        };
        (0..10).map(place).collect::<Vec<Value>>()
    };
    for at in 0..8 {
        let tried = call(&editor, "F", &draft(&shown, &probe(at))).await.expect(200).record().clone();
        let matched = |document: usize| {
            let details = tried["documents"][document]["source"]["details"].as_array().unwrap().clone();
            details.into_iter().map(|detail| (detail["isMatched"].clone(), detail["found"].clone())).collect::<Vec<_>>()
        };
        assert_eq!(matched(0), matched(1), "digit {at}");
    }
}

/// A document that is shown only as original, and one that an older search looked at.
async fn no_digit_of_a_hidden_document_is_told(app: TestApp) {
    let (app, _) = verified(app, &[BILL]).await;
    let editor = editor(&app).await;
    let asked = draft(&open(&editor).await, &[keyword(1, "REGEX", "0471"), keyword(2, "ANY", "ELECTRICITY BOARD")]);
    let matched = async || {
        let tried = call(&editor, "F", &asked).await.expect(200).record().clone();
        let details = tried["documents"][0]["source"]["details"].as_array().unwrap().clone();
        details.iter().map(|detail| detail["isMatched"].as_bool().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(matched().await, [true, true]);
    let hidden =
        "UPDATE document_verification SET original_only = (SELECT '[\"' || file_id || '\"]' FROM docrequest_file f
        WHERE f.txn_ref_no = document_verification.txn_ref_no)";
    for sql in [hidden, "UPDATE document_verification SET original_only = '[]', locator_version = 0"] {
        app.run_sql_directly(sql).await;
        assert_eq!(matched().await, [false, true], "{sql}");
    }
}

/// Reads the rest of the page at every letter, and finds a text of the wrong length each time.
fn slow_lines() -> Vec<Value> {
    let slow = |number| with(keyword(number, "REGEX", "(\\w+\\s?)+x|\\w"), "keywordLength", json!(9));
    (1..=50).map(slow).collect()
}

/// A document of forty pages.
async fn with_long_document(app: TestApp) -> TestApp {
    let page = ["some words of a long document"; 15];
    // Only the text layer is read: to recognise forty pages takes a minute.
    let tools = TextTools { tesseract: "/nonexistent".into(), ..TextTools::default() };
    verified_files(app, &tools, vec![letters(&[&page[..]; 40])]).await.0
}

async fn a_slow_draft_is_stopped_and_names_its_line(app: TestApp) {
    let app = with_long_document(app).await;
    let editor = editor(&app).await;
    let shown = open(&editor).await;
    let lines = slow_lines();
    let refused = call(&editor, "F", &draft(&shown, &lines)).await.expect(422);
    let (field, text) = (refused.fields()[0], refused.error());
    let at: u32 = field.strip_prefix("details[").and_then(|rest| rest.split(']').next()).unwrap().parse().unwrap();
    assert_eq!(field, format!("details[{at}].keywords"));
    assert!(text.contains(&format!("Line {} takes too long", at + 1)), "{text}");
    // The same as the published rule: the workbench still opens, and names the line.
    call(&editor, "U", &draft(&shown, &lines)).await.expect(200);
    let opened = open(&editor).await;
    assert!(opened["slowLine"].as_u64().is_some_and(|line| line > 0));
    assert_eq!(opened["details"].as_array().unwrap().len(), 50);
}

async fn a_slow_draft_holds_up_only_its_own_entity_and_ends_for_a_newer_one(app: TestApp) {
    let app = with_long_document(app).await;
    let (editor, admin, kalvi) =
        (editor(&app).await, app.log_in("NGB", "ADMIN").await, app.log_in("KALVI", "ADMIN").await);
    call(&editor, "U", &draft(&open(&editor).await, &slow_lines())).await.expect(200);
    let shown = open(&editor).await;
    // The published rule takes all of its time and so does the draft, together longer than others wait for the slot.
    let slow = draft(&shown, &slow_lines());
    let others = async {
        let told = loop {
            let answer = admin.get("admin", "admin/ruleworkbench", "ruleCode=PAN").await;
            if answer.status != 200 {
                break answer;
            }
        };
        let quick = draft(&shown, &[keyword(1, "ANY", "words")]);
        let newer = tokio::join!(call(&editor, "F", &quick), kalvi.get("admin", "admin/ruleworkbench", "ruleCode=PAN"));
        (told, newer)
    };
    let all = async { tokio::join!(call(&editor, "F", &slow), others) };
    let all = tokio::time::timeout(std::time::Duration::from_secs(60), all).await;
    let (older, (told, (newer, elsewhere))) = all.expect("it ends");
    let told = told.expect(429);
    assert_eq!((told.code(), &told.headers["retry-after"]), ("tooManyTries", &"2".parse().unwrap()));
    elsewhere.expect(200);
    newer.expect(200);
    assert_eq!(older.expect(409).code(), "trialReplaced");
}

async fn a_typed_text_is_searched_line_by_line(app: TestApp) {
    let viewer = app.log_in("NGB", "VIEWER").await;
    let details = [
        keyword(1, "ALL", "Net Pay|Employer"),
        mask(2, "AAAAA9999A"),
        keyword(3, "NONE", "Draft"),
        keyword(4, "REGEX", "[0-9]{4} [0-9]{4} [0-9]{4}"),
    ];
    let text = "Net pay: 40,000\nABCPK1234F\n2345 6789 0124";
    let path = "admin/ruleworkbench/text";
    let tried = viewer.post("admin", path, Some("F"), &json!({ "details": details, "text": text })).await.expect(200);
    let line = |matched: bool, found: &[&str], missing: &[&str]| {
        json!({ "isMatched": matched, "found": found,
        "missing": missing })
    };
    let expected = [
        line(false, &["Net pay"], &["Employer"]),
        line(true, &["ABCPK1234F"], &[]),
        line(true, &[], &["Draft"]),
        line(true, &["XXXX XXXX 0124"], &[]),
    ];
    assert_eq!((&tried.record()["verdict"], &tried.record()["details"]), (&json!("Fail"), &json!(expected)));
    let short = json!({ "details": [mask(1, "AA99")], "text": "AB12" });
    let tried = viewer.post("admin", path, Some("F"), &short).await.expect(200);
    assert_eq!(tried.record()["verdict"], "Pass", "a typed text is never too short");
    let faulty = json!({ "details": [keyword(1, "REGEX", "(")], "text": text });
    let refused = viewer.post("admin", path, Some("F"), &faulty).await;
    assert_eq!(refused.status, 422);
    assert_eq!(refused.fields(), ["details[0].keywords"]);
}

const SAMPLES: &str = "admin/ruleworkbench/sample";

async fn upload(client: &Client, rule: &str, name: &str, bytes: Vec<u8>) -> Answer {
    let header = client.header_json(Some("S"));
    let path = format!("/api/admin/v1/docz/banking/{SAMPLES}@{header}?ruleCode={rule}&fileName={name}");
    client.send("POST", &path, &[], bytes.into()).await
}

async fn samples(client: &Client) -> Vec<Value> {
    client.get("admin", SAMPLES, "ruleCode=PAN").await.expect(200).content().clone()
}

async fn samples_are_read_tried_and_removed(app: TestApp) {
    let (app, _) = verified(app, &[]).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let first = upload(&admin, "PAN", "pan.pdf", letter(PAN)).await.expect(200).record().clone();
    assert_eq!((&first["fileName"], &first["pages"], &first["isRead"]), (&json!("pan.pdf"), &json!(1), &json!(false)));
    let shown = open(&admin).await;
    assert_eq!(shown["samples"][0]["verdict"], "Waiting");
    upload(&admin, "PAN", "aadhaar.pdf", letter(&["Unique Identification", "2345 6789 0124"])).await.expect(200);
    assert_eq!(app.run_job("read-samples").await.report.done, 2);
    assert_eq!(app.run_job("read-samples").await.report.done, 0);
    let stored = app.texts("SELECT words FROM rule_sample").await;
    assert!(stored.len() == 2 && stored.iter().all(|words| !words.contains("Income")), "stored encrypted");

    let lines = [keyword(1, "REGEX", "[0-9]{4} [0-9]{4}")];
    let tried = call(&admin, "F", &draft(&shown, &lines)).await.expect(200).record().clone();
    let verdicts: Vec<_> = tried["samples"].as_array().unwrap().iter().collect();
    assert_eq!((&verdicts[0]["fileName"], &verdicts[0]["verdict"]), (&json!("aadhaar.pdf"), &json!("Fail")));
    assert_eq!(
        (&verdicts[0]["draftVerdict"], &verdicts[0]["details"][0]["found"]),
        (&json!("Pass"), &json!("XXXX XXXX"))
    );
    assert_eq!((&verdicts[1]["verdict"], &verdicts[1]["draftVerdict"]), (&json!("Pass"), &json!("Fail")));
    assert_eq!((&tried["summary"]["documents"], &tried["summary"]["changed"]), (&json!(2), &json!(2)));

    // Their files have a record, are compared with it, and are of nobody else.
    assert_eq!(app.sweep_files(jiff::Timestamp::MAX).await, 0);
    let damaged = |_: app::files::FileDamage| panic!("no damage");
    let compare = app::files::check_files(&app.app().store, app.app().files.as_ref(), "2999", damaged);
    assert_eq!(compare.await.unwrap(), 2);
    let viewer = app.log_in("NGB", "VIEWER").await;
    assert_eq!(open(&viewer).await["samples"], json!([]), "samples are for those who may edit");
    assert_eq!(viewer.get("admin", SAMPLES, "ruleCode=PAN").await.status, 403);
    assert_eq!(upload(&viewer, "PAN", "pan.pdf", letter(PAN)).await.status, 403);
    let kalvi = app.log_in("KALVI", "ADMIN").await;
    assert_eq!(samples(&kalvi).await, [json!(null); 0], "another entity has its own");
    let key = json!({ "ruleCode": "PAN", "sampleId": first["sampleId"] });
    assert_eq!(kalvi.post("admin", SAMPLES, Some("D"), &key).await.status, 404);

    let kept = app.files_kept();
    admin.post("admin", SAMPLES, Some("D"), &key).await.expect(200);
    assert_eq!((samples(&admin).await.len(), app.files_kept()), (1, kept - 1));
    assert_eq!(admin.post("admin", SAMPLES, Some("D"), &key).await.status, 404);
    let history = "admin/adminentitydocumentverficationrulemaster/history";
    let history = admin.post("admin", history, None, &json!({ "ruleCode": "PAN" })).await.expect(200);
    let actions: Vec<&str> = history.content().iter().map(|entry| entry["action"].as_str().unwrap()).collect();
    assert_eq!(actions[..4], ["remove-sample", "rule-trial", "add-sample", "add-sample"]);
}

async fn bad_samples_are_refused_and_nothing_is_kept(app: TestApp) {
    let (app, _) = verified(app, &[]).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let kept = app.files_kept();
    let large = [b"%PDF-1.7\n".as_slice(), &vec![b' '; 10 * 1024 * 1024]].concat();
    for (name, bytes, status) in [
        ("a.pdf", large, 413),
        ("a.exe", b"MZ".to_vec(), 415),
        ("a.pdf", b"<script>".to_vec(), 415),
        ("a.pdf", b"%PDF-1.7 cut".to_vec(), 415),
        ("a.docx", testkit::documents::docx("PAN"), 415),
        ("a.pdf", Vec::new(), 422),
    ] {
        assert_eq!(upload(&admin, "PAN", name, bytes).await.status, status, "{name}");
    }
    assert_eq!(upload(&admin, "NONE", "a.pdf", letter(PAN)).await.status, 404);
    assert_eq!((samples(&admin).await.len(), app.files_kept()), (0, kept));
    for number in 0..20 {
        upload(&admin, "PAN", &format!("{number}.pdf"), letter(PAN)).await.expect(200);
    }
    assert_eq!(upload(&admin, "PAN", "more.pdf", letter(PAN)).await.expect(422).fields(), ["file"]);
    assert_eq!((samples(&admin).await.len(), app.files_kept()), (20, kept + 20));
}

async fn samples_go_with_their_rule_and_after_ninety_days(app: TestApp) {
    let (app, _) = verified(app, &[]).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let rule = json!({ "ruleCode": "TRIAL", "ruleDesc": "Trial" });
    let rules = "admin/adminentitydocumentverficationrulemaster";
    admin.post("admin", rules, Some("S"), &rule).await.expect(200);
    for code in ["PAN", "TRIAL"] {
        upload(&admin, code, "pan.pdf", letter(PAN)).await.expect(200);
    }
    admin.post("admin", rules, Some("D"), &with(rule, "versionNumber", json!(1))).await.expect(200);
    assert_eq!(app.count("SELECT count(*) FROM rule_sample").await, 1, "the rule is gone with its sample");
    assert_eq!(app.sweep_files(jiff::Timestamp::MAX).await, 1, "and so is its file");
    app.clock.advance_seconds(91 * 24 * 3600);
    assert!(app.sweep_files(jiff::Timestamp::MAX).await > 0);
    assert_eq!(app.count("SELECT count(*) FROM rule_sample").await, 0);
    assert!(app.sweep_files(jiff::Timestamp::MAX).await > 0, "its file goes with the next sweep");
    assert_eq!(app.count("SELECT count(*) FROM audit_log WHERE action = 'remove-sample'").await, 1);
}

async fn an_infected_sample_is_refused(app: TestApp) {
    let mut clamd = testkit::servers::Clamd::start();
    let scanner = super::malware::scanner(&clamd);
    let app = app.with_parts(move |app| app.scanner = Some(Arc::new(scanner))).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let infected = testkit::documents::pdf(&[std::str::from_utf8(testkit::servers::MALWARE).unwrap()]);
    assert_eq!(upload(&admin, "PAN", "pan.pdf", infected).await.expect(422).fields(), ["file"]);
    let found = "SELECT count(*) FROM audit_log WHERE action = 'quarantine'";
    assert_eq!((samples(&admin).await.len(), app.files_kept(), app.count(found).await), (0, 0, 1));
    upload(&admin, "PAN", "pan.pdf", letter(PAN)).await.expect(200);
    clamd.stop();
    assert_eq!(upload(&admin, "PAN", "pan.pdf", letter(PAN)).await.status, 503, "nothing is kept unscanned");
    assert_eq!(app.files_kept(), 1);
}
