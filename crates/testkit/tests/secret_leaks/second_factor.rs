//! The second factor: a seed, codes of the app and by mail, recovery codes.

use ports::Clock;
use serde_json::{Value, json};
use testkit::{Answer, Client, TestApp};
use totp_rs::{Builder, Secret, Totp};

use super::login::{is_code, word_in_mail};
use super::recorder::{Recorder, is_unused};

const OWN: &str = "Docz@2026";

/// The next code of the app that is nowhere in the database yet.
async fn next_app_code(app: &TestApp, authenticator: &Totp, recorder: &mut Recorder) -> String {
    loop {
        app.clock.advance_seconds(30);
        let code = authenticator.generate(app.clock.now().as_second() as u64).to_string();
        if is_unused(app, &code).await {
            recorder.secrets.push(code.clone());
            return code;
        }
    }
}

fn recovery_codes(answer: &Answer, recorder: &mut Recorder) -> Vec<String> {
    let codes: Vec<String> = answer.record()["recoveryCodes"]
        .as_array()
        .expect("codes")
        .iter()
        .map(|code| code.as_str().expect("a text").to_owned())
        .collect();
    recorder.secrets.extend(codes.iter().cloned());
    recorder.secrets.extend(codes.iter().map(|code| code.replace('-', "")));
    codes
}

async fn log_in(app: &TestApp, code: &str, recorder: &mut Recorder) -> Answer {
    let body = json!({ "entityCode": "NGB", "userId": "CHECKER1", "password": OWN });
    let asked = app.anonymous().post("sms", "sms/usermasterlogin", None, &body).await.expect(200);
    recorder.record("asked", &asked);
    let body = json!({ "factorRef": asked.record()["factorRef"], "factorCode": code });
    let answer = app.anonymous().post("sms", "sms/usermasterlogin", None, &body).await;
    recorder.record("second step", &answer);
    if let Some(token) = answer.headers.get("authorization") {
        recorder.secrets.push(token.to_str().unwrap().trim_start_matches("Bearer ").to_owned());
    }
    answer
}

async fn own(client: &Client, operation: &str, body: Value) -> Answer {
    client.post("sms", "sms/secondfactor", Some(operation), &body).await
}

/// Sets the factor up, uses it, renews its codes and removes it. Each secret is in one answer only.
pub async fn exercise_second_factor(app: &TestApp, recorder: &mut Recorder) {
    let checker = app.log_in("NGB", "CHECKER1").await;
    recorder.secrets.extend(checker.token.clone());
    let seed = own(&checker, "S", json!({ "password": OWN })).await.expect(200).record()["secret"].clone();
    let seed = seed.as_str().expect("a seed").to_owned();
    recorder.secrets.push(seed.clone());
    let secret = Secret::try_from_base32(&seed).unwrap();
    let authenticator = Builder::new().with_secret(secret).with_account_name("x").build().unwrap();
    recorder.record("begun", &own(&checker, "F", json!({})).await.expect(200));
    recorder.record("wrong", &own(&checker, "U", json!({ "factorCode": "not it" })).await.expect(422));
    let code = next_app_code(app, &authenticator, recorder).await;
    let recovery = recovery_codes(&own(&checker, "U", json!({ "factorCode": code })).await.expect(200), recorder);
    recorder.record("again", &own(&checker, "S", json!({ "password": OWN })).await.expect(409));
    let code = next_app_code(app, &authenticator, recorder).await;
    log_in(app, &code, recorder).await.expect(200);
    log_in(app, &code, recorder).await.expect(422);
    log_in(app, &recovery[0], recorder).await.expect(200);
    log_in(app, &recovery[0], recorder).await.expect(422);
    let asked = checker.post("sms", "sms/stepup", Some("S"), &json!({})).await.expect(200);
    recorder.record("step up", &asked);
    let code = next_app_code(app, &authenticator, recorder).await;
    let prove = json!({ "factorRef": asked.record()["factorRef"], "factorCode": code });
    recorder.record("stepped up", &checker.post("sms", "sms/stepup", Some("U"), &prove).await.expect(200));
    let renew = |code: String| {
        let checker = checker.clone();
        async move {
            let body = json!({ "factorCode": code });
            checker.post("sms", "sms/secondfactor/recovery", Some("U"), &body).await
        }
    };
    recorder.record("not renewed", &renew(recovery[1].clone()).await.expect(422));
    let code = next_app_code(app, &authenticator, recorder).await;
    let renewed = recovery_codes(&renew(code).await.expect(200), recorder);
    log_in(app, &recovery[2], recorder).await.expect(422);
    log_in(app, &renewed[0], recorder).await.expect(200);
    recorder.record("removed", &own(&checker, "D", json!({ "password": OWN })).await.expect(200));
    // And a code by mail, to confirm with.
    loop {
        app.clock.advance_seconds(61);
        let asked = checker.post("sms", "sms/stepup", Some("S"), &json!({})).await.expect(200);
        let code = word_in_mail(app, is_code);
        if is_unused(app, &code).await {
            recorder.record("mailed", &asked);
            recorder.secrets.push(code.clone());
            let prove = json!({ "factorRef": asked.record()["factorRef"], "factorCode": code });
            recorder.record("confirmed", &checker.post("sms", "sms/stepup", Some("U"), &prove).await.expect(200));
            break;
        }
    }
}
