//! A customer goes on on a phone: a code on the computer's screen opens a session there.

use app::identity::{authenticate, begin_handoff};
use serde_json::{Value, json};
use testkit::{Answer, Client, TestApp, on_both_databases, on_sqlite};

on_both_databases!(
    a_code_opens_one_session_with_the_same_end,
    a_late_code_and_a_replaced_one_open_nothing,
    a_code_of_someone_else_opens_nothing,
    each_device_logs_out_by_itself,
);

on_sqlite!(the_answer_tells_the_code_in_the_picture_only, codes_are_not_made_without_end);

const OVER: &str =
    "This code was already used, or its 5 minutes are over. Show a new one on your computer, or log in here.";

/// What a phone reads off the screen: reference and code.
async fn scanned(app: &TestApp, client: &Client) -> (String, String) {
    let actor = authenticate(app.app(), client.token.as_deref().unwrap()).await.unwrap();
    let address = begin_handoff(app.app(), &actor, Some("N2611150000427")).await.unwrap().address;
    let (place, code) = address.split_once("#link=").expect("the code is in the fragment");
    assert_eq!(place, "https://docs.northgate.example/provider/requests/N2611150000427?entity=NGB");
    let (code_ref, secret) = code.split_once('~').unwrap();
    (code_ref.to_owned(), secret.to_owned())
}

async fn enter(app: &TestApp, (code_ref, secret): &(String, String)) -> Answer {
    let body = json!({ "otpRef": code_ref, "otp": secret });
    app.anonymous().post("sms", "sms/customerusermasterLogin", None, &body).await
}

fn session_of(app: &TestApp, answer: &Answer) -> Client {
    let mut client = app.anonymous();
    client.take_token(answer);
    client.auth = answer.record().clone();
    client
}

async fn own_sessions(client: &Client) -> Vec<Value> {
    client.get("sms", "sms/session", "").await.expect(200).content().to_vec()
}

fn assert_over(answer: Answer) {
    let refused = answer.expect(422);
    assert_eq!((refused.error(), refused.fields()), (OVER, vec!["otp"]));
}

async fn audited(app: &TestApp, action: &str) -> i64 {
    app.count(&format!("SELECT count(*) FROM audit_log WHERE action = '{action}'")).await
}

async fn a_code_opens_one_session_with_the_same_end(app: TestApp) {
    let computer = app.log_in_customer("meena@example.com").await;
    app.clock.advance_seconds(600);
    let code = scanned(&app, &computer).await;
    app.clock.advance_seconds(299);
    let entered = enter(&app, &code).await.expect(200);
    assert_eq!(entered.record()["userId"], "meena@example.com");
    assert_over(enter(&app, &code).await);
    let phone = session_of(&app, &entered);
    let sessions = own_sessions(&phone).await;
    assert_eq!(sessions.len(), 2);
    assert_eq!(sessions[0]["endsOn"], sessions[1]["endsOn"]);
    assert_eq!((audited(&app, "handoff-created").await, audited(&app, "handoff-used").await), (1, 1));
    // Two hours after the login at the computer both are over.
    app.clock.advance_seconds(7200 - 899);
    phone.get("sms", "sms/session", "").await.expect(401);
    computer.get("sms", "sms/session", "").await.expect(401);
}

async fn a_late_code_and_a_replaced_one_open_nothing(app: TestApp) {
    let computer = app.log_in_customer("meena@example.com").await;
    let late = scanned(&app, &computer).await;
    app.clock.advance_seconds(301);
    assert_over(enter(&app, &late).await);
    let first = scanned(&app, &computer).await;
    let second = scanned(&app, &computer).await;
    assert_over(enter(&app, &first).await);
    enter(&app, &second).await.expect(200);
    assert_eq!((audited(&app, "handoff-created").await, audited(&app, "handoff-used").await), (3, 1));
}

async fn a_code_of_someone_else_opens_nothing(app: TestApp) {
    let meena = app.log_in_customer("meena@example.com").await;
    let arjun = app.log_in_customer("arjun@example.com").await;
    let (own, other) = (scanned(&app, &meena).await, scanned(&app, &arjun).await);
    assert_over(enter(&app, &(own.0.clone(), other.1.clone())).await);
    assert_over(enter(&app, &(own.0.replace(".NGB", ".KALVI"), own.1.clone())).await);
    assert_over(enter(&app, &("phone-made-up.NGB".to_owned(), own.1.clone())).await);
    // Neither is it a code for anything else of the same person.
    let customers = domain::master_data::find("customerusermaster").unwrap();
    let confirm = json!({ "otpRef": own.0, "otp": own.1 });
    meena.operate(customers, "U", &confirm).await.expect(422);
    assert_eq!(enter(&app, &own).await.expect(200).record()["userId"], "meena@example.com");
    assert_eq!(enter(&app, &other).await.expect(200).record()["userId"], "arjun@example.com");
}

async fn each_device_logs_out_by_itself(app: TestApp) {
    let computer = app.log_in_customer("meena@example.com").await;
    let phone = session_of(&app, &enter(&app, &scanned(&app, &computer).await).await.expect(200));
    let left = scanned(&app, &computer).await;
    computer.post("sms", "sms/usermasterlogout", None, &json!({})).await.expect(200);
    computer.get("sms", "sms/session", "").await.expect(401);
    assert_eq!(own_sessions(&phone).await.len(), 1);
    // A code that nobody used goes with the session that showed it.
    assert_over(enter(&app, &left).await);
}

async fn the_answer_tells_the_code_in_the_picture_only(app: TestApp) {
    let computer = app.log_in_customer("meena@example.com").await;
    let show = |body: Value| {
        let computer = computer.clone();
        async move { computer.post("sms", "sms/handoff", Some("S"), &body).await }
    };
    let shown = show(json!({ "txnRefNo": "N2611150000427" })).await.expect(200);
    let record = shown.record().as_object().unwrap();
    assert_eq!((record.len(), record["expiresIn"].as_i64()), (2, Some(300)));
    assert!(record["qr"].as_str().unwrap().starts_with("data:image/svg+xml;base64,"));
    show(json!({})).await.expect(200);
    assert_eq!(show(json!({ "txnRefNo": "../auth#" })).await.expect(422).fields(), ["txnRefNo"]);
    let staff = app.log_in("NGB", "BANKER1").await;
    staff.post("sms", "sms/handoff", Some("S"), &json!({})).await.expect(403);
    app.anonymous().post("sms", "sms/handoff", Some("S"), &json!({})).await.expect(401);
}

async fn codes_are_not_made_without_end(app: TestApp) {
    let computer = app.log_in_customer("meena@example.com").await;
    for _ in 0..20 {
        computer.post("sms", "sms/handoff", Some("S"), &json!({})).await.expect(200);
    }
    computer.post("sms", "sms/handoff", Some("S"), &json!({})).await.expect(429);
}
