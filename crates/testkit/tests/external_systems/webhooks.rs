//! Events posted to a real HTTP server, which checks signatures with the published library.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use integrations::https::Https;
use integrations::outbound::{AllowList, Outbound, OutboundRules, SystemResolver};
use integrations::webhook::HttpsWebhooks;
use serde_json::{Value, json};
use standardwebhooks::Webhook;
use testkit::servers::{Gateway, Received, outbound};
use testkit::sso::change;
use testkit::{Client, PATIENCE, TestApp, on_both_databases, on_sqlite, until};

use crate::api::requests::{Desk, request_input, with};

on_both_databases!(
    an_event_is_signed_and_names_no_person,
    events_of_a_request_arrive_in_order,
    an_event_is_given_up_after_three_days_and_can_be_sent_again,
    a_failing_integration_is_paused_after_a_day_and_resumed,
    a_saved_integration_is_no_longer_paused,
    an_endpoint_that_is_gone_is_paused_at_once,
    two_secrets_are_valid_until_the_old_one_is_cleared,
    two_nodes_send_each_event_once,
    a_dead_endpoint_delays_no_other,
    deliveries_are_listed_by_state_and_integration,
);
on_sqlite!(
    forbidden_addresses_and_redirects_are_refused,
    events_about_logins_are_never_sent,
    a_changed_address_clears_the_secret_and_nothing_is_sent_unsigned,
);

const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const NEXT: &str = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
const DAY: i64 = 86_400;

/// The product with an integration of Northgate Bank that posts these events to a server.
struct Hook {
    app: TestApp,
    server: Gateway,
    admin: Client,
}

async fn hook(app: TestApp, events: &str) -> Hook {
    let server = Gateway::start().await;
    let https = Https::new(outbound(&["hook.test", "other.test"], ""));
    let app = app.with_parts(|parts| parts.webhooks = Arc::new(HttpsWebhooks::new(https))).await;
    app.without_four_eyes().await;
    let admin = app.log_in("NGB", "ADMIN").await;
    integrate(&admin, "HOOK", events).await;
    let hook = Hook { app, server, admin };
    hook.point_to("HOOK", "/taken").await;
    hook
}

async fn integrate(admin: &Client, code: &str, events: &str) {
    let record = json!({
        "integrationCode": code, "externalSystemCode": "CRM", "eventTypes": events, "signingSecret": SECRET,
        "endpointUrl": "https://hook.test/", "status": "Active",
    });
    let integrations = domain::master_data::find("integrationmaster").unwrap();
    admin.operate(integrations, "S", &record).await.expect(200);
}

impl Hook {
    /// Only https can be saved; inside a private network the server may be plain.
    async fn point_to(&self, integration: &str, path: &str) {
        let url = format!("http://hook.test:{}{path}", self.server.port);
        let sql = format!("UPDATE integration SET endpoint_url = '{url}' WHERE integration_code = '{integration}'");
        self.app.run_sql_directly(&sql).await;
    }

    /// Types of the received events, oldest first.
    fn types(&self) -> Vec<String> {
        self.server.received().iter().map(|call| body(call)["type"].as_str().unwrap().to_owned()).collect()
    }

    async fn deliveries(&self, query: &str) -> Vec<Value> {
        self.admin.get("admin", "admin/webhookdelivery", query).await.expect(200).content().clone()
    }

    async fn act(&self, body: Value) -> testkit::Answer {
        self.admin.post("admin", "admin/webhookdelivery", Some("U"), &body).await
    }

    async fn states(&self) -> Vec<String> {
        self.app.texts("SELECT state FROM webhook_delivery ORDER BY request_version, place").await
    }

    /// Saves the integration with other fields.
    async fn save(&self, fields: Value) {
        // With another address, the stored secrets would be cleared.
        let address = "UPDATE integration SET endpoint_url = 'https://hook.test/' WHERE integration_code = 'HOOK'";
        self.app.run_sql_directly(address).await;
        change(&self.admin, "integrationmaster", json!({ "integrationCode": "HOOK" }), fields).await;
    }

    /// A fresh session, for tests in which days pass.
    async fn log_in(&mut self) {
        self.admin = self.app.log_in("NGB", "ADMIN").await;
    }
}

fn body(call: &Received) -> Value {
    serde_json::from_str(&call.body).expect("JSON")
}

fn is_signed_with(call: &Received, secret: &str) -> bool {
    Webhook::new(secret).unwrap().verify(call.body.as_bytes(), &call.headers).is_ok()
}

/// The library refuses old timestamps, so the product's clock has to be right.
fn set_clock(app: &TestApp) {
    let seconds = jiff::Timestamp::now().as_second() - ports::Clock::now(app.clock.as_ref()).as_second();
    app.clock.advance_seconds(seconds);
}

async fn an_event_is_signed_and_names_no_person(app: TestApp) {
    set_clock(&app);
    let hook = hook(app, "RequestCreated").await;
    let banker = Desk::staff(&hook.app, "BANKER1").await;
    let body_sent = with(request_input(), "documentDueDate", hook.app.day(5).into());
    let made = banker.save(&with(body_sent, "send", json!(true))).await.expect(200);
    let txn = made.record()["txnRefNo"].as_str().unwrap();
    assert_eq!(hook.states().await, ["queued"], "committed with its cause");
    let run = hook.app.run_job("webhooks").await;
    assert_eq!((run.report.done, run.report.failures), (1, 0), "{run:?}");
    let received = hook.server.received();
    let call = &received[0];
    assert_eq!((received.len(), call.method.as_str(), call.path.as_str()), (1, "POST", "/taken"));
    assert!(is_signed_with(call, SECRET) && !is_signed_with(call, NEXT));
    assert_eq!(call.headers["content-type"], "application/json");
    let sent = body(call);
    assert_eq!(sent["type"], "RequestCreated");
    assert_eq!(
        (sent["data"]["txnRefNo"].as_str(), sent["data"]["transactionStatus"].as_str()),
        (Some(txn), Some("Requested"))
    );
    let titles: Vec<&Value> =
        sent["data"]["documents"].as_array().unwrap().iter().map(|one| &one["documentTitle"]).collect();
    assert_eq!(titles.len(), 2);
    for personal in ["Meena", "Krishnan", "example.com", "9841030001", "Temple", "CIF-1001"] {
        assert!(!call.body.contains(personal), "{personal} in {}", call.body);
    }
    // The catalogue describes what is sent.
    let catalogue = hook.app.anonymous().send("GET", "/api/openapi.json", &[], axum::body::Body::empty()).await;
    let described = &catalogue.expect(200).json["webhooks"]["RequestCreated"]["post"]["requestBody"]["content"];
    let example = described["application/json"]["example"].clone();
    let names = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&example), names(&sent));
    assert_eq!(names(&example["data"]), names(&sent["data"]));
    assert_eq!(names(&example["data"]["documents"][0]), names(&sent["data"]["documents"][0]));
    assert_eq!(hook.app.run_job("webhooks").await.report.done, 0, "once");
    // Nobody else's entity hears of it.
    let other = hook.app.log_in("KALVI", "ADMIN").await;
    assert_eq!(other.get("admin", "admin/webhookdelivery", "").await.expect(200).total(), 0);
}

async fn events_of_a_request_arrive_in_order(app: TestApp) {
    let hook = hook(app, "RequestCreated,RequestExtended,RequestCancelled").await;
    hook.point_to("HOOK", "/status/503").await;
    let banker = Desk::staff(&hook.app, "BANKER1").await;
    let txn = banker.sent().await;
    banker.act(&txn, "extend", json!({ "expiresOn": hook.app.day(40) })).await.expect(200);
    banker.act(&txn, "cancel", json!({ "reason": "No longer needed" })).await.expect(200);
    let run = hook.app.run_job("webhooks").await;
    assert_eq!((run.report.done, run.report.failures), (0, 1), "{run:?}");
    assert!(run.report.failed[0].error.contains("503"), "{run:?}");
    hook.app.run_job("webhooks").await;
    assert_eq!(hook.types(), ["RequestCreated"], "later events wait for the first, which waits for its next attempt");
    hook.app.clock.advance_seconds(29);
    hook.app.run_job("webhooks").await;
    assert_eq!(hook.types().len(), 1);
    hook.point_to("HOOK", "/taken").await;
    hook.app.clock.advance_seconds(2);
    assert_eq!(hook.app.run_job("webhooks").await.report.done, 3);
    assert_eq!(hook.types(), ["RequestCreated", "RequestCreated", "RequestExtended", "RequestCancelled"]);
    let ids: Vec<String> =
        hook.server.received().iter().map(|call| call.headers["webhook-id"].to_str().unwrap().to_owned()).collect();
    assert_eq!(ids[0], ids[1], "a repeated event keeps its id");
    assert_eq!(ids.iter().collect::<HashSet<_>>().len(), 3);
}

async fn an_event_is_given_up_after_three_days_and_can_be_sent_again(app: TestApp) {
    let mut hook = hook(app, "RequestCreated,RequestCancelled").await;
    hook.point_to("HOOK", "/status/500").await;
    let banker = Desk::staff(&hook.app, "BANKER1").await;
    let txn = banker.sent().await;
    banker.act(&txn, "cancel", json!({ "reason": "No longer needed" })).await.expect(200);
    for passed in [0, 3 * DAY - 60] {
        hook.app.clock.advance_seconds(passed);
        // Other events of this integration arrive, so it is not paused.
        hook.app.run_sql_directly("DELETE FROM webhook_failure").await;
        hook.app.run_job("webhooks").await;
        assert_eq!(hook.states().await, ["queued", "queued"]);
    }
    hook.app.clock.advance_seconds(2 * 3600);
    hook.app.run_sql_directly("DELETE FROM webhook_failure").await;
    hook.app.run_job("webhooks").await;
    assert_eq!(hook.states().await, ["failed", "queued"]);
    assert_eq!(hook.types(), ["RequestCreated"; 3]);
    // The queue goes on after the lost event.
    hook.point_to("HOOK", "/taken").await;
    hook.app.run_job("webhooks").await;
    assert_eq!(hook.states().await, ["failed", "delivered"]);
    hook.log_in().await;
    let failed = hook.deliveries("state=failed").await.remove(0);
    assert_eq!((failed["tries"].as_i64(), failed["status"].as_i64()), (Some(3), Some(500)));
    let id = json!({ "deliveryId": failed["deliveryId"], "action": "resend" });
    let sent = hook.act(id.clone()).await.expect(200);
    assert_eq!((sent.record()["state"].as_str(), sent.record()["tries"].as_i64()), (Some("queued"), Some(0)));
    hook.app.run_job("webhooks").await;
    assert_eq!(hook.states().await, ["delivered", "delivered"]);
    assert_eq!(hook.act(json!({ "deliveryId": "msg_none", "action": "resend" })).await.status, 404);
    assert_eq!(hook.act(json!({ "action": "forget" })).await.expect(422).fields(), ["action"]);
    let viewer = hook.app.log_in("NGB", "VIEWER").await;
    assert_eq!(viewer.post("admin", "admin/webhookdelivery", Some("U"), &id).await.status, 403);
}

/// Lets an integration fail for a day.
async fn fail_for_a_day(hook: &Hook) {
    hook.point_to("HOOK", "/status/500").await;
    Desk::staff(&hook.app, "BANKER1").await.sent().await;
    for passed in [0, DAY - 7200, 7199] {
        hook.app.clock.advance_seconds(passed);
        hook.app.run_job("webhooks").await;
        assert_eq!(hook.app.count("SELECT count(*) FROM webhook_failure WHERE paused_on IS NOT NULL").await, 0);
    }
    hook.app.clock.advance_seconds(3601);
    hook.app.run_job("webhooks").await;
    assert_eq!(hook.app.count("SELECT count(*) FROM webhook_failure WHERE paused_on IS NOT NULL").await, 1);
}

async fn an_endpoint_that_is_gone_is_paused_at_once(app: TestApp) {
    let hook = hook(app, "RequestCreated").await;
    hook.point_to("HOOK", "/status/410").await;
    Desk::staff(&hook.app, "BANKER1").await.sent().await;
    hook.app.run_job("webhooks").await;
    let paused = hook.admin.get("admin", "admin/webhookdelivery/paused", "").await.expect(200);
    assert_eq!(paused.content()[0]["integrationCode"], "HOOK");
    let notices = hook.admin.get("banker", "transaction/notification", "").await.expect(200);
    assert_eq!(notices.content()[0]["event"], "WebhookPaused");
    assert_eq!(hook.states().await, ["queued"], "nothing is lost");
}

async fn a_failing_integration_is_paused_after_a_day_and_resumed(app: TestApp) {
    let mut hook = hook(app, "RequestCreated").await;
    fail_for_a_day(&hook).await;
    hook.log_in().await;
    let notices = hook.admin.get("banker", "transaction/notification", "").await.expect(200);
    let told: Vec<(&str, &str)> = notices
        .content()
        .iter()
        .map(|notice| (notice["event"].as_str().unwrap(), notice["documentTitle"].as_str().unwrap()))
        .collect();
    assert_eq!(told, [("WebhookPaused", "HOOK")], "one notice");
    let viewer = hook.app.log_in("NGB", "VIEWER").await;
    assert!(viewer.get("banker", "transaction/notification", "").await.expect(200).content().is_empty());
    // While it is paused, events wait.
    hook.point_to("HOOK", "/taken").await;
    let before = hook.types().len();
    hook.app.clock.advance_seconds(4 * 3600);
    Desk::staff(&hook.app, "BANKER1").await.sent().await;
    hook.app.run_job("webhooks").await;
    assert_eq!((hook.types().len(), hook.states().await), (before, vec!["queued".to_owned(); 2]));
    hook.log_in().await;
    let paused = hook.admin.get("admin", "admin/webhookdelivery/paused", "").await.expect(200);
    assert_eq!(
        (paused.content()[0]["integrationCode"].as_str(), paused.content()[0]["queued"].as_i64()),
        (Some("HOOK"), Some(2))
    );
    let resume = json!({ "integrationCode": "HOOK", "action": "resume" });
    hook.act(resume.clone()).await.expect(200);
    assert_eq!(hook.app.run_job("webhooks").await.report.done, 2);
    assert!(hook.admin.get("admin", "admin/webhookdelivery/paused", "").await.expect(200).content().is_empty());
    assert_eq!(hook.act(resume).await.status, 404, "it is not paused");
}

async fn a_saved_integration_is_no_longer_paused(app: TestApp) {
    let mut hook = hook(app, "RequestCreated").await;
    fail_for_a_day(&hook).await;
    hook.log_in().await;
    hook.save(json!({})).await;
    hook.point_to("HOOK", "/status/500").await;
    hook.app.clock.advance_seconds(3600);
    let run = hook.app.run_job("webhooks").await;
    assert_eq!(run.report.failures, 1, "it is tried again, and a day has to pass before the next pause: {run:?}");
    assert_eq!(hook.app.count("SELECT count(*) FROM webhook_failure WHERE paused_on IS NOT NULL").await, 0);
    hook.point_to("HOOK", "/taken").await;
    hook.app.clock.advance_seconds(3600);
    assert_eq!(hook.app.run_job("webhooks").await.report.done, 1);
    assert_eq!(hook.app.count("SELECT count(*) FROM webhook_failure").await, 0, "a success forgets failures");
}

async fn two_secrets_are_valid_until_the_old_one_is_cleared(app: TestApp) {
    set_clock(&app);
    let hook = hook(app, "RequestCreated").await;
    let rotated = json!({ "signingSecret": NEXT, "oldSigningSecret": SECRET });
    hook.save(rotated).await;
    hook.point_to("HOOK", "/taken").await;
    let banker = Desk::staff(&hook.app, "BANKER1").await;
    banker.sent().await;
    hook.app.run_job("webhooks").await;
    let call = hook.server.received().remove(0);
    assert!(is_signed_with(&call, SECRET) && is_signed_with(&call, NEXT));
    // Saved without a word about it, the old secret stays.
    hook.save(json!({})).await;
    let integrations = domain::master_data::find("integrationmaster").unwrap();
    let key = json!({ "integrationCode": "HOOK" });
    let mut found = hook.admin.operate(integrations, "F", &key).await.expect(200).record().clone();
    assert_eq!(found["oldSigningSecretSet"], true);
    assert!(!found.to_string().contains("whsec"));
    found["oldSigningSecretSet"] = json!(false);
    let cleared = hook.admin.operate(integrations, "U", &found).await.expect(200).record().clone();
    let found = hook.admin.operate(integrations, "F", &key).await.expect(200).record().clone();
    for record in [cleared, found] {
        assert_eq!((&record["oldSigningSecretSet"], &record["signingSecretSet"]), (&json!(false), &json!(true)));
    }
    hook.point_to("HOOK", "/taken").await;
    banker.sent().await;
    hook.app.run_job("webhooks").await;
    let call = hook.server.received().remove(1);
    assert!(is_signed_with(&call, NEXT) && !is_signed_with(&call, SECRET));
}

async fn two_nodes_send_each_event_once(app: TestApp) {
    let hook = hook(app, "RequestCreated").await;
    let banker = Desk::staff(&hook.app, "BANKER1").await;
    for _ in 0..12 {
        banker.sent().await;
    }
    let mut second = hook.app.app().clone();
    second.store = hook.app.second_store().await;
    let job = app::jobs::find("webhooks").unwrap();
    let stop = app::jobs::Stop::new(tokio::sync::watch::channel(false).1);
    let (one, two) = tokio::join!(hook.app.run_job("webhooks"), app::jobs::run_manually(&second, job, &stop));
    let two = two.unwrap();
    assert_eq!((one.report.failures, two.report.failures), (0, 0), "{one:?} {two:?}");
    // What both saw and one skipped is sent by the next pass.
    let third = hook.app.run_job("webhooks").await;
    assert_eq!(one.report.done + two.report.done + third.report.done, 12);
    let ids: HashSet<String> =
        hook.server.received().iter().map(|call| call.headers["webhook-id"].to_str().unwrap().to_owned()).collect();
    assert_eq!((ids.len(), hook.server.received().len()), (12, 12), "no event twice");
}

async fn a_dead_endpoint_delays_no_other(app: TestApp) {
    let hook = hook(app, "RequestCreated").await;
    integrate(&hook.admin, "ADEAD", "RequestCreated").await;
    hook.point_to("ADEAD", "/never").await;
    let banker = Desk::staff(&hook.app, "BANKER1").await;
    banker.sent().await;
    let arrived = |number: usize| {
        let taken = hook.server.received().iter().filter(|call| call.path == "/taken").count();
        taken >= number
    };
    let both = async {
        let pass = hook.app.run_job("webhooks");
        let good = async {
            until("the first event arrives", PATIENCE, async || arrived(1)).await;
            // An event that is queued while the dead endpoint is waited for does not wait either.
            banker.sent().await;
            until("the second event arrives", PATIENCE, async || arrived(2)).await;
            hook.app.texts("SELECT state FROM webhook_delivery WHERE integration_code = 'ADEAD'").await
        };
        tokio::join!(pass, good)
    };
    let (run, dead) = tokio::time::timeout(Duration::from_secs(60), both).await.expect("the pass ends");
    assert_eq!(dead, ["queued", "queued"], "the dead endpoint was still waited for");
    assert_eq!((run.report.done, run.report.failures), (2, 1), "{run:?}");
    assert!(run.report.failed[0].error.contains("gave no answer"), "{run:?}");
}

async fn deliveries_are_listed_by_state_and_integration(app: TestApp) {
    let hook = hook(app, "RequestCreated").await;
    integrate(&hook.admin, "OTHER", "RequestCreated").await;
    hook.point_to("OTHER", "/status/404").await;
    let txn = Desk::staff(&hook.app, "BANKER1").await.sent().await;
    hook.app.run_job("webhooks").await;
    let codes = async |query: &str| {
        let rows = hook.deliveries(query).await;
        rows.iter().map(|row| row["integrationCode"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(codes("").await.len(), 2);
    assert_eq!(codes("state=delivered").await, ["HOOK"]);
    assert_eq!(codes("state=queued").await, ["OTHER"]);
    assert_eq!(codes("integrationCode=HOOK&state=queued").await, [""; 0]);
    assert_eq!(codes(&format!("integrationCode=OTHER&txnRefNo={txn}")).await, ["OTHER"]);
    assert_eq!(codes("size=1&page=1").await.len(), 1);
    for wrong in ["state=lost", "size=1000", "body=x"] {
        assert_eq!(hook.admin.get("admin", "admin/webhookdelivery", wrong).await.status, 422, "{wrong}");
    }
    let other = hook.deliveries("integrationCode=OTHER").await.remove(0);
    let key = json!({ "deliveryId": other["deliveryId"] });
    let found = hook.admin.post("admin", "admin/webhookdelivery", Some("F"), &key).await.expect(200).record().clone();
    assert_eq!((found["status"].as_i64(), found["state"].as_str()), (Some(404), Some("queued")));
    assert!(found["body"].as_str().unwrap().contains(&txn));
    assert_eq!(found["headers"]["webhook-id"], other["deliveryId"]);
    assert_eq!(found["headers"]["webhook-signature"], "(hidden)");
    assert!(!found.to_string().contains("v1,"));
    let foreign = hook.app.log_in("KALVI", "ADMIN").await;
    assert_eq!(foreign.post("admin", "admin/webhookdelivery", Some("F"), &key).await.status, 404);
}

async fn forbidden_addresses_and_redirects_are_refused(app: TestApp) {
    let hook = hook(app, "RequestCreated").await;
    // Even an operator's list opens no metadata service.
    let hosts = ["169.254.169.254", "[::ffff:169.254.169.254]", "[64:ff9b::a9fe:a9fe]", "127.0.0.1", "hook.test"];
    let everyone = AllowList { hosts: hosts.map(str::to_owned).to_vec(), networks: Vec::new() };
    let rules = OutboundRules { everyone, ..OutboundRules::default() };
    let closed = Https::new(Arc::new(Outbound::new(rules, Box::new(SystemResolver)).unwrap()));
    let mut strict = hook.app.app().clone();
    strict.webhooks = Arc::new(HttpsWebhooks::new(closed));
    Desk::staff(&hook.app, "BANKER1").await.sent().await;
    let job = app::jobs::find("webhooks").unwrap();
    let stop = app::jobs::Stop::new(tokio::sync::watch::channel(false).1);
    let urls = [
        "http://169.254.169.254/latest/meta-data".to_owned(),
        "https://[::ffff:169.254.169.254]/".to_owned(),
        "https://[64:ff9b::a9fe:a9fe]/".to_owned(),
        format!("http://127.0.0.1:{}/taken", hook.server.port),
        "https://elsewhere.test/".to_owned(),
    ];
    for url in urls {
        hook.app.run_sql_directly(&format!("UPDATE integration SET endpoint_url = '{url}'")).await;
        hook.app.clock.advance_seconds(3601);
        let run = app::jobs::run_manually(&strict, job, &stop).await.unwrap();
        let why = &run.report.failed[0].error;
        assert!(why.contains("not allowed") || why.contains("not on the list"), "{url}: {why}");
    }
    assert!(hook.server.received().is_empty(), "nobody was called");
    hook.point_to("HOOK", "/elsewhere").await;
    hook.app.clock.advance_seconds(3601);
    let run = hook.app.run_job("webhooks").await;
    assert!(run.report.failed[0].error.contains("302"), "{run:?}");
    assert_eq!(hook.server.received().iter().map(|call| call.path.as_str()).collect::<Vec<_>>(), ["/elsewhere"]);
}

async fn a_changed_address_clears_the_secret_and_nothing_is_sent_unsigned(app: TestApp) {
    let hook = hook(app, "RequestCreated").await;
    let integrations = domain::master_data::find("integrationmaster").unwrap();
    let key = json!({ "integrationCode": "HOOK" });
    let mut record = hook.admin.operate(integrations, "F", &key).await.expect(200).record().clone();
    record["endpointUrl"] = json!("https://other.test/");
    let answer = hook.admin.operate(integrations, "U", &record).await.expect(200);
    assert_eq!((answer.json["status"].as_str(), answer.last_code()), (Some("W"), "secretCleared"), "{}", answer.json);
    assert_eq!(answer.fields(), ["signingSecret"]);
    assert_eq!(answer.record()["signingSecretSet"], false);
    hook.point_to("HOOK", "/taken").await;
    Desk::staff(&hook.app, "BANKER1").await.sent().await;
    let run = hook.app.run_job("webhooks").await;
    assert!(run.report.failed[0].error.contains("secret"), "{run:?}");
    assert!(hook.server.received().is_empty());
    hook.save(json!({ "signingSecret": SECRET })).await;
    hook.point_to("HOOK", "/taken").await;
    hook.app.clock.advance_seconds(60);
    assert_eq!(hook.app.run_job("webhooks").await.report.done, 1);
}

async fn events_about_logins_are_never_sent(app: TestApp) {
    let hook = hook(app, "RequestCreated").await;
    let integrations = domain::master_data::find("integrationmaster").unwrap();
    for event in ["OtpCode", "PasswordReset", "AccountCreated", "AddressChanged"] {
        let record = json!({
            "integrationCode": "LOGINS", "externalSystemCode": "CRM", "eventTypes": format!("RequestCreated,{event}"),
            "signingSecret": SECRET, "endpointUrl": "https://hook.test/", "status": "Active",
        });
        let refused = hook.admin.operate(integrations, "S", &record).await.expect(422);
        assert_eq!(refused.fields(), ["eventTypes"], "{event}");
    }
}
