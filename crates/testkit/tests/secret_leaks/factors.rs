//! The second factor: a seed, codes of the app and of the mail, codes on paper.

use ports::Clock;
use serde_json::{Value, json};
use testkit::{Answer, Client, TestApp};
use totp_rs::{Builder, Secret, Totp};

use super::doors::{in_letter, is_code};
use super::watch::{Watch, is_new};

const OWN: &str = "Docz@2026";

/// What the app shows next, once it shows something that stands nowhere yet.
async fn shown(app: &TestApp, authenticator: &Totp, watch: &mut Watch) -> String {
    loop {
        app.clock.advance_seconds(30);
        let code = authenticator.generate(app.clock.now().as_second() as u64).to_string();
        if is_new(app, &code).await {
            watch.canaries.push(code.clone());
            return code;
        }
    }
}

fn on_paper(answer: &Answer, watch: &mut Watch) -> Vec<String> {
    let codes: Vec<String> = answer.record()["recoveryCodes"]
        .as_array()
        .expect("codes")
        .iter()
        .map(|code| code.as_str().expect("a text").to_owned())
        .collect();
    watch.canaries.extend(codes.iter().cloned());
    watch.canaries.extend(codes.iter().map(|code| code.replace('-', "")));
    codes
}

async fn log_in(app: &TestApp, code: &str, watch: &mut Watch) -> Answer {
    let body = json!({ "entityCode": "NGB", "userId": "CHECKER1", "password": OWN });
    let asked = app.anonymous().post("sms", "sms/usermasterlogin", None, &body).await.expect(200);
    watch.heard("asked", &asked);
    let body = json!({ "factorRef": asked.record()["factorRef"], "factorCode": code });
    let answer = app.anonymous().post("sms", "sms/usermasterlogin", None, &body).await;
    watch.heard("second step", &answer);
    if let Some(token) = answer.headers.get("authorization") {
        watch.canaries.push(token.to_str().unwrap().trim_start_matches("Bearer ").to_owned());
    }
    answer
}

async fn own(client: &Client, operation: &str, body: Value) -> Answer {
    client.post("sms", "sms/secondfactor", Some(operation), &body).await
}

/// Set up, used wrongly and rightly, renewed, and taken away; each secret answered once, by the call that must.
pub async fn through_the_second_factor(app: &TestApp, watch: &mut Watch) {
    let checker = app.log_in("NGB", "CHECKER1").await;
    watch.canaries.extend(checker.token.clone());
    let seed = own(&checker, "S", json!({ "password": OWN })).await.expect(200).record()["secret"].clone();
    let seed = seed.as_str().expect("a seed").to_owned();
    watch.canaries.push(seed.clone());
    let secret = Secret::try_from_base32(&seed).unwrap();
    let authenticator = Builder::new().with_secret(secret).with_account_name("x").build().unwrap();
    watch.heard("begun", &own(&checker, "F", json!({})).await.expect(200));
    watch.heard("wrong", &own(&checker, "U", json!({ "factorCode": "not it" })).await.expect(422));
    let code = shown(app, &authenticator, watch).await;
    let paper = on_paper(&own(&checker, "U", json!({ "factorCode": code })).await.expect(200), watch);
    watch.heard("again", &own(&checker, "S", json!({ "password": OWN })).await.expect(409));
    let code = shown(app, &authenticator, watch).await;
    log_in(app, &code, watch).await.expect(200);
    log_in(app, &code, watch).await.expect(422);
    log_in(app, &paper[0], watch).await.expect(200);
    log_in(app, &paper[0], watch).await.expect(422);
    let asked = checker.post("sms", "sms/stepup", Some("S"), &json!({})).await.expect(200);
    watch.heard("step up", &asked);
    let code = shown(app, &authenticator, watch).await;
    let prove = json!({ "factorRef": asked.record()["factorRef"], "factorCode": code });
    watch.heard("stepped up", &checker.post("sms", "sms/stepup", Some("U"), &prove).await.expect(200));
    let renew = |code: String| {
        let checker = checker.clone();
        async move {
            let body = json!({ "factorCode": code });
            checker.post("sms", "sms/secondfactor/recovery", Some("U"), &body).await
        }
    };
    watch.heard("not renewed", &renew(paper[1].clone()).await.expect(422));
    let code = shown(app, &authenticator, watch).await;
    let renewed = on_paper(&renew(code).await.expect(200), watch);
    log_in(app, &paper[2], watch).await.expect(422);
    log_in(app, &renewed[0], watch).await.expect(200);
    watch.heard("removed", &own(&checker, "D", json!({ "password": OWN })).await.expect(200));
    // And a code by mail, to confirm with.
    loop {
        app.clock.advance_seconds(61);
        let asked = checker.post("sms", "sms/stepup", Some("S"), &json!({})).await.expect(200);
        let code = in_letter(app, is_code);
        if is_new(app, &code).await {
            watch.heard("mailed", &asked);
            watch.canaries.push(code.clone());
            let prove = json!({ "factorRef": asked.record()["factorRef"], "factorCode": code });
            watch.heard("confirmed", &checker.post("sms", "sms/stepup", Some("U"), &prove).await.expect(200));
            break;
        }
    }
}
