//! Outside a demo, administrators need a second factor from their first login on.

use serde_json::{Value, json};
use testkit::{Answer, Client, TestApp, on_both_databases};
use totp_rs::{Builder, Secret};

on_both_databases!(
    the_first_administrator_sets_up_an_app,
    administrators_need_a_second_factor_unless_the_entity_exempts_them,
);

async fn log_in(app: &TestApp, body: &Value) -> Answer {
    app.anonymous().post("sms", "sms/usermasterlogin", None, body).await
}

fn credentials(entity: &str, user: &str) -> Value {
    json!({ "entityCode": entity, "userId": user, "password": "Docz@2026" })
}

fn answer_to(asked: &Answer, code: &str) -> Value {
    json!({ "factorRef": asked.record()["factorRef"], "factorCode": code })
}

fn client_of(app: &TestApp, done: &Answer) -> Client {
    let mut client = app.anonymous();
    client.take_token(done);
    client
}

/// What an app shows that was set up with this secret.
fn shown(app: &TestApp, secret: &str) -> String {
    use ports::Clock;
    let secret = Secret::try_from_base32(secret).unwrap();
    let authenticator = Builder::new().with_secret(secret).with_account_name("x").build().unwrap();
    authenticator.generate(app.clock.now().as_second() as u64).to_string()
}

fn mailed_code(app: &TestApp) -> String {
    let text = app.mailbox.letters().remove(0).1.text;
    text.split(|one: char| !one.is_ascii_digit()).find(|word| word.len() == 6).expect("a code").to_owned()
}

async fn the_first_administrator_sets_up_an_app(app: TestApp) {
    let app = app.with_parts(|app| app.settings.demo = false).await;
    app.create_entity("ACME").await;
    // The entity has no mail server yet, so no code can come by mail.
    let asked = log_in(&app, &credentials("ACME", "ADMIN")).await.expect(200);
    assert!(!asked.headers.contains_key("authorization"), "no token for half a login");
    let record = asked.record();
    assert_eq!((&record["secondFactor"], &record["method"]), (&json!(true), &json!("enrol")));
    assert!(record["enrolment"]["qr"].as_str().unwrap().starts_with("data:image/svg+xml;base64,"));
    let secret = record["enrolment"]["secret"].as_str().unwrap();
    let right = shown(&app, secret);
    let wrong = if right == "123456" { "654321" } else { "123456" };
    assert_eq!(log_in(&app, &answer_to(&asked, wrong)).await.expect(422).fields(), ["otp"]);
    let done = log_in(&app, &answer_to(&asked, &right)).await.expect(200);
    assert_eq!(done.record()["recoveryCodes"].as_array().unwrap().len(), 10);
    client_of(&app, &done).get("sms", "sms/me", "").await.expect(200);
    // The code and the challenge are used up, and the next login asks for the app.
    log_in(&app, &answer_to(&asked, &right)).await.expect(422);
    app.clock.advance_seconds(30);
    let again = log_in(&app, &credentials("ACME", "ADMIN")).await.expect(200);
    assert_eq!(again.record()["method"], "totp");
    assert!(again.record().get("enrolment").is_none());
    let done = log_in(&app, &answer_to(&again, &shown(&app, secret))).await.expect(200);
    assert!(done.record().get("recoveryCodes").is_none());
    assert_eq!(app.count("SELECT count(*) FROM audit_log WHERE action = 'factor-on'").await, 1);
    // Too late: the set-up starts again with another secret.
    app.create_entity("LATE").await;
    let asked = log_in(&app, &credentials("LATE", "ADMIN")).await.expect(200);
    app.clock.advance_seconds(901);
    let late = shown(&app, asked.record()["enrolment"]["secret"].as_str().unwrap());
    log_in(&app, &answer_to(&asked, &late)).await.expect(422);
}

async fn administrators_need_a_second_factor_unless_the_entity_exempts_them(app: TestApp) {
    let app = app.with_parts(|app| app.settings.demo = false).await;
    for user in ["BANKER1", "VIEWER"] {
        app.log_in("NGB", user).await;
    }
    let asked = log_in(&app, &credentials("NGB", "ADMIN")).await.expect(200);
    assert_eq!(asked.record()["method"], "mail");
    let done = log_in(&app, &answer_to(&asked, &mailed_code(&app))).await.expect(200);
    let admin = client_of(&app, &done);
    let own = admin.post("sms", "sms/secondfactor", Some("F"), &json!({})).await.expect(200);
    assert_eq!(own.record()["required"], true);
    let policy = admin.get("sms", "sms/secondfactor/policy", "").await.expect(200);
    assert_eq!(policy.record()["requiredRoles"], json!(["ADMIN"]));
    // Strengthening needs nothing; doing without needs a confirmation.
    let change = async |roles: Value| {
        let body = json!({ "requiredRoles": roles });
        admin.post("sms", "sms/secondfactor/policy", Some("U"), &body).await
    };
    change(json!(["ADMIN", "CHECKER1"])).await.expect(200);
    assert_eq!(change(json!(["CHECKER1"])).await.expect(403).code(), "stepUp");
    let begun = admin.post("sms", "sms/stepup", Some("S"), &json!({})).await.expect(200);
    admin.post("sms", "sms/stepup", Some("U"), &answer_to(&begun, &mailed_code(&app))).await.expect(200);
    assert_eq!(change(json!(["CHECKER1"])).await.expect(200).record()["requiredRoles"], json!(["CHECKER1"]));
    app.log_in("NGB", "ADMIN").await;
    // A role that becomes administrative later needs one again.
    let one_screen =
        "SELECT min(screen_code) FROM role_screen WHERE role_code = 'VIEWER' AND screen_code LIKE 'SD-ADM%'";
    app.run_sql_directly(&format!(
        "UPDATE role_screen SET action_code = 'edit' WHERE entity_code = 'NGB' AND role_code = 'VIEWER' AND \
         action_code = 'view' AND screen_code = ({one_screen})"
    ))
    .await;
    assert_eq!(log_in(&app, &credentials("NGB", "VIEWER")).await.expect(200).record()["method"], "mail");
}
