//! Single sign-on with a real directory and an OpenID provider.

use serde_json::{Value, json};
use testkit::servers::{CLIENT, Certificates, DirectoryServer, Grant, Provider, SECRET, Signed, form_fields};
use testkit::{Answer, Client, TestApp};

use super::recorder::Recorder;
use testkit::sso::change;

const READER: &str = "Reader@2026";
const DIRECTORY: &str = "Directory@2026";
const CODE: &str = "code-canary-5521";

pub struct SignOnServers {
    pub certificates: Certificates,
    pub directory: DirectoryServer,
    pub provider: Provider,
}

impl SignOnServers {
    pub async fn start() -> SignOnServers {
        let certificates = Certificates::make();
        let directory = DirectoryServer::start(&certificates);
        let provider = Provider::start(&certificates).await;
        SignOnServers { certificates, directory, provider }
    }
}

async fn set_up(admin: &Client, fields: Value, recorder: &mut Recorder) {
    change(admin, "ssoconfiguration", json!({ "appCode": "BNK" }), fields).await;
    let body = json!({ "appCode": "BNK" });
    let tested = admin.post("sms", "sms/ssoconfiguration/test", Some("U"), &body).await.expect(200);
    assert_eq!(tested.record()["outcome"], "ok", "{}", tested.json);
    recorder.record("tested", &tested);
}

fn take(answer: &Answer, recorder: &mut Recorder) {
    if let Some(token) = answer.headers.get("authorization") {
        recorder.secrets.push(token.to_str().unwrap().trim_start_matches("Bearer ").to_owned());
    }
}

/// With the directory's own account, and with right, wrong and unknown passwords.
pub async fn log_in_by_directory(app: &TestApp, admin: &Client, servers: &SignOnServers, recorder: &mut Recorder) {
    recorder.secrets.extend([READER, DIRECTORY, "Ghost@2026", "Canary@Dir889"].map(str::to_owned));
    let row = json!({
        "protocol": "LDAP", "hostName": "ldap.test", "portNumber": servers.directory.port, "security": "StartTls",
        "dnName": "dc=northgate,dc=example", "cnName": "(uid={userId})", "clientSecret": READER,
        "serviceDn": "cn=reader,dc=northgate,dc=example", "ssoOnly": false,
    });
    app.without_four_eyes().await;
    set_up(admin, row, recorder).await;
    change(admin, "master", json!({}), json!({ "ssoEnabled": true })).await;
    for (user, password, status) in
        [("BANKER1", DIRECTORY, 200), ("BANKER1", "Canary@Dir889", 422), ("ghost", "Ghost@2026", 422)]
    {
        let body = json!({ "entityCode": "NGB", "userId": user, "password": password });
        let answer = app.anonymous().post("sms", "sms/usermasterlogin", None, &body).await.expect(status);
        recorder.record("by directory", &answer);
        take(&answer, recorder);
    }
}

/// With the client's secret, the code, the verifier and the provider's tokens.
pub async fn log_in_by_provider(app: &TestApp, admin: &Client, servers: &SignOnServers, recorder: &mut Recorder) {
    let basic = format!("{CLIENT}:{}", SECRET.replace(' ', "+"));
    recorder.secrets.extend([SECRET.to_owned(), basic, CODE.to_owned(), "canary-access-token".to_owned()]);
    let provider = &servers.provider;
    let row = json!({
        "protocol": "OIDC", "hostName": "login.test", "portNumber": provider.port(), "dnName": CLIENT,
        "cnName": "preferred_username", "clientSecret": SECRET, "issuerPath": "/realms/bank",
    });
    set_up(admin, row, recorder).await;
    for signed in [Signed::Rightly, Signed::ByAnother] {
        let body = json!({ "entityCode": "NGB", "appCode": "BNK" });
        // This answer carries state, nonce and ticket to the browser; no other may.
        let begun = app.anonymous().post("sms", "sms/sso/begin", None, &body).await.expect(200).record().clone();
        let page = begun["authorizationUrl"].as_str().expect("an address");
        let query = form_fields(page.split_once('?').expect("a query").1.as_bytes());
        recorder.secrets.extend([query["state"].clone(), query["nonce"].clone()]);
        recorder.secrets.push(begun["ticket"].as_str().expect("a ticket").to_owned());
        let now = app.app().clock.now().as_second();
        let claims = json!({
            "iss": provider.issuer(), "sub": "0815", "aud": CLIENT, "exp": now + 300, "iat": now,
            "nonce": query["nonce"], "preferred_username": "BANKER2",
        });
        let (challenge, redirect) = (query["code_challenge"].clone(), query["redirect_uri"].clone());
        provider.grant(CODE, Grant { challenge, redirect, claims, signed });
        let back = json!({ "ticket": begun["ticket"], "code": CODE, "state": query["state"] });
        let status = if signed == Signed::Rightly { 200 } else { 422 };
        let answer = app.anonymous().post("sms", "sms/sso/finish", None, &back).await.expect(status);
        recorder.record("by provider", &answer);
        take(&answer, recorder);
        recorder.record("replayed", &app.anonymous().post("sms", "sms/sso/finish", None, &back).await.expect(422));
    }
    let told = provider.told();
    assert_eq!(told.len(), 4, "two verifiers and two id tokens");
    recorder.secrets.extend(told);
}
