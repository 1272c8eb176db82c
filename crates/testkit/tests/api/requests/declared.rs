//! Bodies and answers of the running server agree with their declaration, as `/api/openapi.json` shows it.

use axum::body::Body as Bytes;
use domain::request::bodies;
use domain::request::body::Body;
use serde_json::{Value, json};
use testkit::{Answer, Database, TestApp};

use super::{Desk, request_input, with};

/// The OpenAPI description that the server publishes.
struct Description(Value);

impl Description {
    async fn of(app: &TestApp) -> Description {
        Description(app.anonymous().send("GET", "/api/openapi.json", &[], Bytes::empty()).await.expect(200).json)
    }

    /// Panics unless the answer to a call is as described.
    fn check(&self, method: &str, resource: &str, answer: Answer) -> Answer {
        let answer = answer.expect(200);
        let path = format!("/api/banker/v1/docz/banking/transaction/{resource}@{{headerJson}}");
        let schema = &self.0["paths"][&path][method]["responses"]["200"]["content"]["application/json"]["schema"];
        let data = &schema["allOf"][1]["properties"]["data"]["properties"];
        let name = if data["record"].is_object() { "record" } else { "content" };
        let shown = &answer.json["data"][name];
        assert!(name == "record" || shown.as_array().is_some_and(|rows| !rows.is_empty()), "{resource} is empty");
        let faults = self.faults(&data[name], shown, resource);
        assert!(faults.is_empty(), "{method} {resource}: {}", faults.join("; "));
        answer
    }

    /// Where a value differs from its schema.
    fn faults(&self, schema: &Value, value: &Value, path: &str) -> Vec<String> {
        if let Some(reference) = schema["$ref"].as_str() {
            let name = reference.rsplit('/').next().unwrap_or_default();
            return self.faults(&self.0["components"]["schemas"][name], value, path);
        }
        if let Some(options) = schema["anyOf"].as_array() {
            let all = options.iter().map(|option| self.faults(option, value, path));
            return all.min_by_key(Vec::len).unwrap_or_default();
        }
        match (schema["type"].as_str().unwrap_or("described"), value) {
            ("object", Value::Object(map)) => {
                let Some(properties) = schema["properties"].as_object() else { return Vec::new() };
                let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
                let missing =
                    required.filter(|name| !map.contains_key(*name)).map(|name| format!("{path}.{name} is missing"));
                let present = map.iter().flat_map(|(name, value)| match properties.get(name) {
                    Some(property) => self.faults(property, value, &format!("{path}.{name}")),
                    None => vec![format!("{path}.{name} is not declared")],
                });
                missing.chain(present).collect()
            }
            ("array", Value::Array(rows)) => {
                rows.iter().flat_map(|row| self.faults(&schema["items"], row, &format!("{path}[]"))).collect()
            }
            ("string", Value::String(text)) => {
                let is_option = schema["enum"].as_array().is_none_or(|options| options.contains(value));
                let is_formatted = match schema["format"].as_str() {
                    Some("date") => text.parse::<jiff::civil::Date>().is_ok() && text.len() == 10,
                    Some("date-time") => text.parse::<jiff::Timestamp>().is_ok(),
                    _ => true,
                };
                (!is_option || !is_formatted).then(|| format!("{path} is {text}")).into_iter().collect()
            }
            ("integer", Value::Number(number)) if number.is_i64() => Vec::new(),
            ("boolean", Value::Bool(_)) | ("null", Value::Null) => Vec::new(),
            (expected, _) => vec![format!("{path} is not {expected}: {value}")],
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_have_the_declared_fields_and_types() {
    let app = TestApp::start(Database::Sqlite).await;
    let described = Description::of(&app).await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let body = with(request_input(), "send", json!(true));
    described.check("post", "docrequest/messages", banker.call("docrequest/messages", "F", &body).await);
    let made = described.check("post", "docrequest", banker.save(&body).await);
    let txn = made.record()["txnRefNo"].as_str().unwrap().to_owned();
    let of_it = format!("txnRefNo={txn}");

    let customer = Desk::customer(&app, "meena@example.com").await;
    described.check("post", "document/upload", customer.upload(&txn, 1, "card.png", super::png()).await);
    described.check("get", "document", customer.get("document", &of_it).await);
    described.check("post", "document/submit", customer.submit(&txn, json!({ "remark": "Both sides" })).await);
    let checker = Desk::staff(&app, "CHECKER1").await;
    let reason = json!({ "reasonCode": "UNREADABLE", "remark": "Too dark" });
    described.check("post", "document/review", checker.review(&txn, 1, "reject", reason).await);
    let claim = json!({ "documentNo": 2, "reason": "You have it" });
    described.check("post", "docrequest/action", customer.act(&txn, "claim", claim).await);
    described.check("post", "docrequest", customer.find(&txn).await);
    described.check("get", "docrequest/search", customer.get("docrequest/search", "").await);
    let waiver = json!({ "documentNo": 2, "granted": true });
    described.check("post", "docrequest/action", banker.act(&txn, "answerclaim", waiver).await);
    described.check("post", "docrequest", banker.find(&txn).await);
    described.check("get", "docrequest/search", banker.get("docrequest/search", "").await);
    described.check("post", "docrequest/search", banker.call("docrequest/search", "FA", &json!({ "size": 5 })).await);

    let remark = json!({ "txnRefNo": txn, "documentNo": 1, "text": "Please look" });
    described.check("post", "document/remark", banker.call("document/remark", "S", &remark).await);
    described.check("get", "document/remark", banker.get("document/remark", &of_it).await);
    let meeting = json!({ "txnRefNo": txn, "subject": "Originals", "startsAt": format!("{}T10:00:00Z", app.day(3)) });
    let made = described.check("post", "meeting", banker.call("meeting", "S", &meeting).await);
    described.check("post", "meeting", banker.call("meeting", "U", made.record()).await);
    described.check("get", "meeting", banker.get("meeting", &of_it).await);
    described.check("get", "docrequest/timeline", banker.get("docrequest/timeline", &of_it).await);
    described.check("get", "docrequest/sent", banker.get("docrequest/sent", &of_it).await);
    described.check("get", "docrequest/customer", banker.get("docrequest/customer", "q=meena").await);
    let kind = json!({ "customerType": "INDIVIDUAL", "requestCategory": "HOMELOAN", "requestSubCategory": "PURCHASE" });
    described.check("post", "docrequest/propose", banker.call("docrequest/propose", "F", &kind).await);
    let view = json!({ "name": "Mine", "query": "owner=BANKER1" });
    described.check("post", "docrequest/view", banker.call("docrequest/view", "S", &view).await);
    described.check("get", "docrequest/view", banker.get("docrequest/view", "").await);
    let draft = json!({ "screenCode": "SD-BNK-001", "body": { "step": 1 } });
    described.check("post", "docrequest/draft", banker.call("docrequest/draft", "S", &draft).await);
    described.check("post", "docrequest/draft", banker.call("docrequest/draft", "F", &json!({})).await);
    described.check("get", "notification", banker.get("notification", "").await);
    super::renewals::to_be_renewed(&app, &banker).await;
    described.check("get", "compliance", banker.get("compliance", "size=100").await);
}

/// Each declared field, filled with what fits no type, is refused under its own name. So is an undeclared one.
async fn refuses_nonsense(
    desk: &Desk,
    (resource, operation): (&str, &str),
    declared: &Body,
    body: Value,
    except: &[&str],
) {
    for field in declared.input().filter(|field| !except.contains(&field.name)) {
        let answer = desk.call(resource, operation, &with(body.clone(), field.name, json!([[]]))).await;
        assert_eq!(answer.status, 422, "{}.{}: {}", declared.name, field.name, answer.json);
        assert!(answer.fields().contains(&field.name), "{}.{}: {}", declared.name, field.name, answer.json);
    }
    let misspelt = desk.call(resource, operation, &with(body, "misspelt", json!(1))).await;
    assert_eq!(misspelt.expect(422).fields(), ["misspelt"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn declared_fields_are_validated() {
    let app = TestApp::start(Database::Sqlite).await;
    let (banker, checker) = (Desk::staff(&app, "BANKER1").await, Desk::staff(&app, "CHECKER1").await);
    let txn = banker.sent().await;
    let action = ("docrequest/action", "U");
    // `action` chooses the body, and the fields of other actions are accepted.
    let others = [
        "action",
        "partySeqNo",
        "documentCode",
        "mandatory",
        "instructions",
        "party",
        "templateCode",
        "filter",
        "background",
    ];
    let extend = json!({ "txnRefNo": txn, "action": "extend", "expiresOn": app.day(60) });
    refuses_nonsense(&banker, action, &bodies::ACTION, extend, &others).await;
    let document = json!({ "txnRefNo": txn, "action": "adddocument", "partySeqNo": 1, "documentCode": "PASSPORT" });
    refuses_nonsense(&banker, action, &bodies::ADD_DOCUMENT, document, &["action"]).await;
    let review = json!({ "txnRefNo": txn, "documentNo": 1, "decision": "accept" });
    refuses_nonsense(&checker, ("document/review", "U"), &bodies::REVIEW_DECISION, review, &[]).await;
    let submission = json!({ "txnRefNo": txn, "remark": "Both sides" });
    refuses_nonsense(&banker, ("document/submit", "U"), &bodies::SUBMISSION, submission, &[]).await;
    let remark = json!({ "txnRefNo": txn, "text": "Please look" });
    refuses_nonsense(&banker, ("document/remark", "S"), &bodies::NEW_REMARK, remark, &[]).await;
    // A new meeting has neither id nor version.
    let meeting = json!({ "txnRefNo": txn, "subject": "Originals", "startsAt": format!("{}T10:00:00Z", app.day(3)) });
    refuses_nonsense(&banker, ("meeting", "S"), &bodies::MEETING, meeting, &["meetingId", "versionNumber"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn actions_need_their_declared_fields() {
    let app = TestApp::start(Database::Sqlite).await;
    let (banker, customer) = (Desk::staff(&app, "BANKER1").await, "meena@example.com");
    let txn = banker.sent().await;
    let customer = Desk::customer(&app, customer).await;
    for action in domain::request::RequestAction::CALLS {
        let desk = if action.name() == "claim" { &customer } else { &banker };
        let answer = desk.act(&txn, action.name(), json!({})).await;
        for name in action.required_fields() {
            assert!(answer.fields().contains(name), "{} without {name}: {}", action.name(), answer.json);
        }
    }
}
