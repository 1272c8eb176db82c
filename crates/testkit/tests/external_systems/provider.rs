//! Login by an OpenID provider: the complete flow, and every forgery.

use serde_json::{Value, json};
use testkit::servers::{CLIENT, Certificates, Grant, Provider, SECRET, Signed, form_fields, outbound};
use testkit::{Answer, Database, TestApp, on_both_databases, on_sqlite};

use super::log_capture::LogCapture;
use testkit::sso::{audited, change, log_in, switch_on, with_sign_on};

on_both_databases!(a_login_at_the_provider_opens_a_session_once,);

on_sqlite!(
    a_forged_answer_is_refused,
    our_own_second_factor_is_asked_when_it_is_required,
    a_provider_can_be_tested_before_it_is_used,
    an_unknown_user_is_refused,
    hosts_that_are_not_listed_are_not_called,
    a_token_endpoint_without_https_is_not_called,
);

struct Begun {
    ticket: String,
    query: std::collections::HashMap<String, String>,
}

async fn start(app: TestApp) -> (TestApp, Provider, Certificates) {
    let certificates = Certificates::make();
    let provider = Provider::start(&certificates).await;
    let app = with_sign_on(app, &outbound(&["login.test"], &certificates.authority)).await;
    let row = json!({
        "protocol": "OIDC", "hostName": "login.test", "portNumber": provider.port(), "dnName": CLIENT,
        "cnName": "preferred_username", "clientSecret": SECRET, "issuerPath": "/realms/bank",
    });
    switch_on(&app, row).await;
    (app, provider, certificates)
}

async fn call(app: &TestApp, what: &str, body: Value) -> Answer {
    app.anonymous().post("sms", what, None, &body).await
}

async fn begin(app: &TestApp) -> Begun {
    let answer = call(app, "sms/sso/begin", json!({ "entityCode": "NGB", "appCode": "BNK" })).await.expect(200);
    let page = answer.record()["authorizationUrl"].as_str().unwrap();
    let query = form_fields(page.split_once('?').unwrap().1.as_bytes());
    Begun { ticket: answer.record()["ticket"].as_str().unwrap().to_owned(), query }
}

fn claims(app: &TestApp, provider: &Provider, begun: &Begun, user: &str) -> Value {
    let now = app.app().clock.now().as_second();
    json!({
        "iss": provider.issuer(), "sub": "0815", "aud": CLIENT, "exp": now + 300, "iat": now,
        "nonce": begun.query["nonce"], "preferred_username": user, "email": "one@northgate.example",
    })
}

/// A login at the provider's page: what the browser brings back.
fn granted(provider: &Provider, begun: &Begun, claims: Value, signed: Signed) -> Value {
    let grant = Grant {
        challenge: begun.query["code_challenge"].clone(),
        redirect: begun.query["redirect_uri"].clone(),
        claims,
        signed,
    };
    provider.grant("code-canary", grant);
    json!({ "ticket": begun.ticket, "code": "code-canary", "state": begun.query["state"] })
}

async fn a_login_at_the_provider_opens_a_session_once(app: TestApp) {
    let (app, provider, _certificates) = start(app).await;
    let choices = app.anonymous().post("app", "app/sso", None, &json!({ "entityCode": "NGB" })).await.expect(200);
    let expected = json!({ "providers": [{ "appCode": "BNK", "hostName": "login.test" }], "passwordLogin": true });
    assert_eq!(choices.record(), &expected);
    let begun = begin(&app).await;
    let query = &begun.query;
    assert_eq!((query["response_type"].as_str(), query["client_id"].as_str()), ("code", CLIENT));
    assert_eq!(query["redirect_uri"], "https://docs.northgate.example/auth/sso");
    assert_eq!(query["code_challenge_method"], "S256");
    assert!(query["scope"].split(' ').any(|scope| scope == "openid"));
    assert!(!query.contains_key("response_mode"));
    let back = granted(&provider, &begun, claims(&app, &provider, &begun, "banker1"), Signed::Rightly);
    let done = call(&app, "sms/sso/finish", back.clone()).await.expect(200);
    assert_eq!(done.record()["userId"], "BANKER1");
    let mut client = app.anonymous();
    client.take_token(&done);
    client.get("sms", "sms/me", "").await.expect(200);
    assert_eq!(app.texts("SELECT user_id FROM session WHERE by_sso").await, ["BANKER1"]);
    let entries = audited(&app, "sso").await;
    assert_eq!((entries.len(), entries[0]["recordKey"].as_str()), (1, Some("BANKER1")));
    // The same return a second time, even with a fresh code.
    granted(&provider, &begun, claims(&app, &provider, &begun, "banker1"), Signed::Rightly);
    call(&app, "sms/sso/finish", back).await.expect(422);
    // Behind the # where the provider can do that.
    provider.offer_fragment();
    assert_eq!(begin(&app).await.query["response_mode"], "fragment");
    // The entity's own host name is accepted too; any other is not.
    for (domain, home) in
        [("docs.northgate.example", "docs.northgate.example"), ("evil.example", "docs.northgate.example")]
    {
        let body = json!({ "entityCode": "NGB", "appCode": "BNK", "domain": domain });
        let answer = call(&app, "sms/sso/begin", body).await.expect(200);
        let page = answer.record()["authorizationUrl"].as_str().unwrap().to_owned();
        assert_eq!(form_fields(page.as_bytes())["redirect_uri"], format!("https://{home}/auth/sso"));
    }
    // The password form still works, unless only SSO is accepted.
    log_in(&app, "BANKER1", "Docz@2026").await.expect(200);
    let admin = app.log_in("NGB", "ADMIN").await;
    change(&admin, "ssoconfiguration", json!({ "appCode": "BNK" }), json!({ "ssoOnly": true })).await;
    log_in(&app, "BANKER1", "Docz@2026").await.expect(422);
    let choices = app.anonymous().post("app", "app/sso", None, &json!({ "entityCode": "NGB" })).await.expect(200);
    assert_eq!(choices.record()["passwordLogin"], false);
}

async fn a_forged_answer_is_refused(app: TestApp) {
    let (app, provider, _certificates) = start(app).await;
    let before = app.count("SELECT count(*) FROM session").await;
    let now = app.app().clock.now().as_second();
    let lies: [(&str, Value, Signed); 17] = [
        ("nonce", json!({ "nonce": "another" }), Signed::Rightly),
        ("no nonce", json!({ "nonce": null }), Signed::Rightly),
        ("audience", json!({ "aud": "another-client" }), Signed::Rightly),
        ("a second audience", json!({ "aud": [CLIENT, "another-client"] }), Signed::Rightly),
        ("issuer", json!({ "iss": "https://login.test/realms/other" }), Signed::Rightly),
        ("expired", json!({ "exp": now - 1 }), Signed::Rightly),
        ("not valid yet", json!({ "nbf": now + 3600 }), Signed::Rightly),
        ("a start that is no time", json!({ "nbf": "soon" }), Signed::Rightly),
        ("issued in the future", json!({ "iat": now + 3600 }), Signed::Rightly),
        ("issued long ago", json!({ "iat": now - 3600 }), Signed::Rightly),
        ("for another client", json!({ "azp": "another-client" }), Signed::Rightly),
        ("for no client", json!({ "azp": ["docz-client"] }), Signed::Rightly),
        ("no claim", json!({ "preferred_username": null }), Signed::Rightly),
        ("a claim that is no text", json!({ "preferred_username": ["BANKER1"] }), Signed::Rightly),
        ("another key", json!({}), Signed::ByAnother),
        ("the secret as a key", json!({}), Signed::WithTheSecret),
        ("no signature", json!({}), Signed::NotAtAll),
    ];
    for (what, lie, signed) in lies {
        let begun = begin(&app).await;
        let mut told = claims(&app, &provider, &begun, "BANKER1");
        for (name, value) in lie.as_object().unwrap() {
            told[name] = value.clone();
        }
        let answer = call(&app, "sms/sso/finish", granted(&provider, &begun, told, signed)).await;
        assert_eq!(answer.status, 422, "{what}: {}", answer.json);
        assert_eq!(answer.error(), "Single sign-on failed. Please try again.", "{what}");
        assert!(!answer.headers.contains_key("authorization"));
    }
    assert_eq!(provider.calls().iter().filter(|call| *call == "token").count(), 17, "each was really tried");
    // Someone else's state, ticket, code; a code that was redeemed with another verifier.
    let mine = begin(&app).await;
    let other = begin(&app).await;
    let good = granted(&provider, &mine, claims(&app, &provider, &mine, "BANKER1"), Signed::Rightly);
    for (name, value) in [
        ("state", json!(other.query["state"])),
        ("state", json!("")),
        ("ticket", json!(other.ticket)),
        ("ticket", json!("made up")),
        ("code", json!("")),
        ("code", json!("x".repeat(5000))),
        ("code", json!("made up")),
    ] {
        let mut bad = good.clone();
        bad[name] = value;
        call(&app, "sms/sso/finish", bad).await.expect(422);
    }
    let stolen = granted(&provider, &mine, claims(&app, &provider, &other, "BANKER1"), Signed::Rightly);
    let with_other = json!({ "ticket": other.ticket, "code": stolen["code"], "state": other.query["state"] });
    call(&app, "sms/sso/finish", with_other).await.expect(422);
    // Too late.
    let late = begin(&app).await;
    let back = granted(&provider, &late, claims(&app, &provider, &late, "BANKER1"), Signed::Rightly);
    app.clock.advance_seconds(601);
    call(&app, "sms/sso/finish", back).await.expect(422);
    call(&app, "sms/sso/finish", json!({ "ticket": 1 })).await.expect(400);
    call(&app, "sms/sso/begin", json!({ "entityCode": "NGB", "appCode": "NONE" })).await.expect(422);
    call(&app, "sms/sso/begin", json!({ "entityCode": "KALVI", "appCode": "BNK" })).await.expect(422);
    assert_eq!(app.count("SELECT count(*) FROM session").await, before);
    assert!(audited(&app, "refused").await.len() >= 17);
}

async fn a_token_endpoint_without_https_is_not_called(app: TestApp) {
    let (app, provider, _certificates) = start(app).await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    provider.say_token_endpoint(&format!("http://login.test:{}/token", listener.local_addr().unwrap().port()));
    let begun = begin(&app).await;
    let back = granted(&provider, &begun, claims(&app, &provider, &begun, "banker1"), Signed::Rightly);
    call(&app, "sms/sso/finish", back).await.expect(422);
    let admin = app.log_in("NGB", "ADMIN").await;
    let body = json!({ "appCode": "BNK" });
    let test = admin.post("sms", "sms/ssoconfiguration/test", Some("U"), &body).await.expect(200);
    assert_eq!(test.record()["outcome"], "clearText");
    let called = tokio::time::timeout(std::time::Duration::from_millis(50), listener.accept()).await;
    assert!(called.is_err(), "the code and the secret were not sent");
}

async fn our_own_second_factor_is_asked_when_it_is_required(app: TestApp) {
    let (app, provider, certificates) = start(app).await;
    let mailbox = std::sync::Arc::new(integrations::mailbox::Mailbox::default());
    let letters = mailbox.clone();
    let outbound = outbound(&["login.test"], &certificates.authority);
    let app = app.with_external_systems(mailbox, testkit::sso::sign_on(&outbound)).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let policy = json!({ "requiredRoles": ["BANKER"] });
    admin.post("sms", "sms/secondfactor/policy", Some("U"), &policy).await.expect(200);
    let before = app.count("SELECT count(*) FROM session").await;
    let begun = begin(&app).await;
    let back = granted(&provider, &begun, claims(&app, &provider, &begun, "BANKER1"), Signed::Rightly);
    let asked = call(&app, "sms/sso/finish", back.clone()).await.expect(200);
    assert!(!asked.headers.contains_key("authorization"), "no token for half a login");
    let record = asked.record();
    assert_eq!((record["secondFactor"].as_bool(), record["method"].as_str()), (Some(true), Some("mail")));
    assert!(record.get("screens").is_none() && record["tenantCode"].is_null());
    assert_eq!(app.count("SELECT count(*) FROM session").await, before);
    // The provider's code does not open a second try.
    call(&app, "sms/sso/finish", back).await.expect(422);
    let end = |code: &str| json!({ "factorRef": record["factorRef"], "factorCode": code });
    call(&app, "sms/usermasterlogin", end("not it")).await.expect(422);
    let text = letters.letters().remove(0).1.text;
    let code = text.split(|one: char| !one.is_ascii_digit()).find(|word| word.len() == 6).expect("a code");
    let done = call(&app, "sms/usermasterlogin", end(code)).await.expect(200);
    assert_eq!(done.record()["userId"], "BANKER1");
    assert!(done.headers.contains_key("authorization"));
    // A role that needs no second factor is not asked; an invalid account is refused.
    let begun = begin(&app).await;
    let back = granted(&provider, &begun, claims(&app, &provider, &begun, "CHECKER1"), Signed::Rightly);
    assert!(call(&app, "sms/sso/finish", back).await.expect(200).headers.contains_key("authorization"));
    app.run_sql_directly("UPDATE staff_user SET status = 'InActive' WHERE user_id = 'BANKER2'").await;
    let begun = begin(&app).await;
    let back = granted(&provider, &begun, claims(&app, &provider, &begun, "BANKER2"), Signed::Rightly);
    assert_eq!(
        call(&app, "sms/sso/finish", back).await.expect(403).error(),
        "This user ID is inactive. Ask your administrator."
    );
    assert_eq!(letters.letters().len(), 1, "and no code is sent to him");
    let log = admin.get("sms", "sms/userlogindetails", "userId=BANKER2").await.expect(200);
    assert_eq!(log.content()[0]["outcome"], "userInactive");
}

async fn a_provider_can_be_tested_before_it_is_used(app: TestApp) {
    let (app, provider, _certificates) = start(app).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let test = async |client: &testkit::Client, app_code: &str| {
        client.post("sms", "sms/ssoconfiguration/test", Some("U"), &json!({ "appCode": app_code })).await
    };
    let outcome = async || test(&admin, "BNK").await.expect(200).record()["outcome"].as_str().unwrap().to_owned();
    assert_eq!(outcome().await, "ok");
    assert!(provider.calls().contains(&"about".to_owned()) && !provider.calls().contains(&"token".to_owned()));
    let set = async |fields: Value| change(&admin, "ssoconfiguration", json!({ "appCode": "BNK" }), fields).await;
    for (fields, expected) in [
        (json!({ "issuerPath": "/realms/none" }), "answer"),
        (json!({ "issuerPath": "/realms/bank", "hostName": "evil.test" }), "notListed"),
        (json!({ "hostName": "login.test", "portNumber": 9 }), "silent"),
        (json!({ "portNumber": provider.port(), "protocol": "LDAP" }), "notUsable"),
        (json!({ "protocol": "OIDC" }), "ok"),
    ] {
        set(fields.clone()).await;
        assert_eq!(outcome().await, expected, "{fields}");
    }
    let answer = test(&admin, "BNK").await.expect(200);
    assert!(!String::from_utf8_lossy(&answer.bytes).contains(SECRET));
    test(&admin, "NONE").await.expect(404);
    test(&app.log_in("NGB", "VIEWER").await, "BNK").await.expect(403);
    let entries = audited(&app, "sso-test").await;
    assert_eq!(entries.len(), 7);
    assert!(entries.iter().any(|entry| entry["auditMessage"].to_string().contains("notListed")));
    assert!(entries.iter().all(|entry| entry["recordKey"] == "BNK"));
    // The form cannot be used to probe other hosts.
    for _ in 0..10 {
        test(&admin, "BNK").await;
    }
    test(&admin, "BNK").await.expect(429);
    app.clock.advance_seconds(61);
    test(&app.log_in("NGB", "ADMIN").await, "BNK").await.expect(200);
}

async fn an_unknown_user_is_refused(app: TestApp) {
    let (app, provider, _certificates) = start(app).await;
    let before = app.count("SELECT count(*) FROM staff_user").await;
    for name in ["ghost", "", "BANKER1 ", "' OR '1'='1"] {
        let begun = begin(&app).await;
        let back = granted(&provider, &begun, claims(&app, &provider, &begun, name), Signed::Rightly);
        call(&app, "sms/sso/finish", back).await.expect(422);
    }
    assert_eq!(app.count("SELECT count(*) FROM staff_user").await, before, "nobody is made a user");
    // By mail address: only one that its owner has confirmed.
    let admin = app.log_in("NGB", "ADMIN").await;
    change(&admin, "ssoconfiguration", json!({ "appCode": "BNK" }), json!({ "cnName": "email" })).await;
    for verified in [json!(false), Value::Null, json!("true")] {
        let begun = begin(&app).await;
        let mut told = claims(&app, &provider, &begun, "x");
        told["email"] = json!("BANKER1");
        told["email_verified"] = verified;
        call(&app, "sms/sso/finish", granted(&provider, &begun, told, Signed::Rightly)).await.expect(422);
    }
    // A locked user stays locked, even if the provider confirms the identity.
    change(&admin, "ssoconfiguration", json!({ "appCode": "BNK" }), json!({ "cnName": "sub" })).await;
    app.run_sql_directly("UPDATE staff_user SET status = 'InActive' WHERE user_id = 'CHECKER2'").await;
    let begun = begin(&app).await;
    let mut told = claims(&app, &provider, &begun, "x");
    told["sub"] = json!("CHECKER2");
    let back = granted(&provider, &begun, told, Signed::Rightly);
    assert_eq!(
        call(&app, "sms/sso/finish", back).await.expect(403).error(),
        "This user ID is inactive. Ask your administrator."
    );
    // A provider that was switched off in the meantime is not accepted.
    let begun = begin(&app).await;
    let mut told = claims(&app, &provider, &begun, "x");
    told["sub"] = json!("BANKER1");
    let back = granted(&provider, &begun, told, Signed::Rightly);
    change(&admin, "master", json!({}), json!({ "ssoEnabled": false })).await;
    call(&app, "sms/sso/finish", back).await.expect(422);
}

async fn hosts_that_are_not_listed_are_not_called(app: TestApp) {
    let (app, provider, _certificates) = start(app).await;
    for elsewhere in [
        format!("https://evil.test:{}/realms/bank/token", provider.port()),
        "http://169.254.169.254/latest/meta-data".to_owned(),
        format!("https://login.test:{}/moved/token", provider.port()),
        format!("ftp://login.test:{}/", provider.port()),
    ] {
        provider.say_token_endpoint(&elsewhere);
        let begun = begin(&app).await;
        let back = granted(&provider, &begun, claims(&app, &provider, &begun, "BANKER1"), Signed::Rightly);
        let answer = call(&app, "sms/sso/finish", back).await;
        assert!([422, 503].contains(&answer.status.as_u16()), "{elsewhere}: {}", answer.json);
    }
    let calls = provider.calls();
    assert!(calls.contains(&"moved".to_owned()) && !calls.contains(&"token".to_owned()), "{calls:?}");
    let admin = app.log_in("NGB", "ADMIN").await;
    let before = provider.calls().len();
    change(&admin, "ssoconfiguration", json!({ "appCode": "BNK" }), json!({ "hostName": "evil.test" })).await;
    call(&app, "sms/sso/begin", json!({ "entityCode": "NGB", "appCode": "BNK" })).await.expect(503);
    assert_eq!(provider.calls().len(), before);
}

/// On one thread, so that everything that is logged can be read.
#[tokio::test]
async fn no_secret_of_a_login_is_logged_or_stored() {
    let log = LogCapture::default();
    let guard = log.listen();
    let (app, provider, _certificates) = start(TestApp::start(Database::Sqlite).await).await;
    let begun = begin(&app).await;
    let good = granted(&provider, &begun, claims(&app, &provider, &begun, "BANKER1"), Signed::Rightly);
    let done = call(&app, "sms/sso/finish", good).await.expect(200);
    let second = begin(&app).await;
    let bad = granted(&provider, &second, claims(&app, &provider, &second, "BANKER1"), Signed::ByAnother);
    call(&app, "sms/sso/finish", bad).await.expect(422);
    drop(guard);
    let text = log.text();
    assert!(text.contains("proved no identity"), "{text}");
    let session = done.headers["authorization"].to_str().unwrap().trim_start_matches("Bearer ").to_owned();
    let secrets = [SECRET, "code-canary", "canary-access-token", &begun.ticket, &begun.query["state"], &session];
    for secret in secrets.into_iter().chain([begun.query["nonce"].as_str(), second.query["nonce"].as_str()]) {
        assert!(!text.contains(secret), "a secret stands in the log: {secret}");
    }
    let file = String::from_utf8_lossy(&std::fs::read(&app.place).unwrap()).into_owned();
    for secret in [SECRET, "code-canary", &begun.query["nonce"], &begun.query["state"]] {
        assert!(!file.contains(secret), "a secret stands in the database: {secret}");
    }
}
