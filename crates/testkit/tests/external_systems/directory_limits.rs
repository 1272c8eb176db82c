//! What a directory that hangs, belongs to somebody else or is entered anew can do: as little as possible.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use app::identity::SignOn;
use domain::sso::SsoServer;
use integrations::mailbox::Mailbox;
use integrations::outbound::{AllowList, Limits, Outbound, OutboundRules, TargetKind};
use ports::{Directory, DirectoryAccount};
use serde_json::json;
use testkit::servers::{Certificates, DirectoryServer, outbound, outbound_by, outbound_rules};
use testkit::sso::{log_in, switch_on, with_sign_on};
use testkit::{TestApp, on_sqlite};

use super::directory::row;

on_sqlite!(
    a_hanging_directory_locks_nobody_out_and_stops_no_other_entity,
    guesses_at_an_own_password_end_while_the_directory_is_down,
    one_account_is_tried_five_times_whatever_the_user_id,
    an_address_must_be_listed_and_a_changed_target_clears_the_secret,
    an_entity_reaches_no_directory_of_another,
);

/// Accepts connections and never answers; counts them.
async fn hanging() -> (u16, Arc<AtomicUsize>) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (port, accepted) = (listener.local_addr().unwrap().port(), Arc::new(AtomicUsize::new(0)));
    let count = accepted.clone();
    tokio::spawn(async move {
        let mut kept = Vec::new();
        while let Ok((stream, _)) = listener.accept().await {
            count.fetch_add(1, Ordering::SeqCst);
            kept.push(stream);
        }
    });
    (port, accepted)
}

/// A directory that does not answer within a second is left alone, for the rest of the test.
fn impatient(rules: OutboundRules) -> Arc<Outbound> {
    let limits = |kind: TargetKind| Limits {
        total: Duration::from_secs(1),
        slots: 2,
        remembered: Duration::from_secs(600),
        ..kind.limits()
    };
    Arc::new(outbound_by(rules).with_limits(limits))
}

async fn a_hanging_directory_locks_nobody_out_and_stops_no_other_entity(app: TestApp) {
    let certificates = Certificates::make();
    let slapd = DirectoryServer::start(&certificates);
    let (port, accepted) = hanging().await;
    let app = with_sign_on(app, &impatient(outbound_rules(&["ldap.test"], &certificates.authority))).await;
    switch_on(&app, row(slapd.tls_port)).await;
    let admin = app.log_in("KALVI", "ADMIN").await;
    let mut silent = row(port);
    silent["appCode"] = json!("HANG");
    let definition = domain::master_data::find("ssoconfiguration").unwrap();
    admin.operate(definition, "S", &silent).await.expect(200);
    testkit::sso::change(&admin, "master", json!({}), json!({ "ssoEnabled": true })).await;
    // More tries than lock a user.
    for at in 0..7 {
        let body = json!({ "entityCode": "KALVI", "userId": "BANKER1", "password": "Directory@2026" });
        let answer = app.anonymous().post("sms", "sms/usermasterlogin", None, &body).await;
        assert_eq!(answer.status, 503, "try {at}: {}", answer.json);
    }
    assert_eq!(accepted.load(Ordering::SeqCst), 1, "the failure is remembered");
    log_in(&app, "BANKER1", "Directory@2026").await.expect(200);
}

async fn guesses_at_an_own_password_end_while_the_directory_is_down(app: TestApp) {
    let (port, _) = hanging().await;
    let app = with_sign_on(app, &impatient(outbound_rules(&["ldap.test"], ""))).await;
    switch_on(&app, row(port)).await;
    for _ in 0..5 {
        log_in(&app, "BANKER1", "wrong").await.expect(503);
    }
    log_in(&app, "BANKER1", "Docz@2026").await.expect(503);
    app.clock.advance_seconds(1801);
    log_in(&app, "BANKER1", "Docz@2026").await.expect(200);
}

/// A directory in which every user id leads to one account.
struct OneAccount(Arc<AtomicUsize>);

impl Directory for OneAccount {
    fn find<'a>(&'a self, _: &'a SsoServer, user_id: &'a str) -> ports::FindFuture<'a> {
        let name = if user_id.len().is_multiple_of(2) { "cn=Boss,dc=x" } else { "CN=boss,DC=x" };
        let account = DirectoryAccount { name: name.to_owned(), user_id: None };
        Box::pin(std::future::ready(Ok(Some(account))))
    }

    fn check<'a>(
        &'a self,
        _: &'a SsoServer,
        _: &'a str,
        _: Option<&'a DirectoryAccount>,
        _: &'a str,
    ) -> ports::CheckFuture<'a> {
        self.0.fetch_add(1, Ordering::SeqCst);
        Box::pin(std::future::ready(Ok(None)))
    }

    fn probe<'a>(&'a self, _: &'a SsoServer) -> ports::ProbeFuture<'a> {
        Box::pin(std::future::ready(Ok(())))
    }
}

async fn one_account_is_tried_five_times_whatever_the_user_id(app: TestApp) {
    let asked = Arc::new(AtomicUsize::new(0));
    let sign_on = SignOn { directory: Arc::new(OneAccount(asked.clone())), ..SignOn::default() };
    let app = app.with_external_systems(Arc::new(Mailbox::default()), sign_on).await;
    switch_on(&app, row(636)).await;
    for (at, user) in ["a", "bb", "ccc", "dddd", "eeeee", "ffffff", "ggggggg"].iter().enumerate() {
        log_in(&app, user, "wrong").await.expect(if at < 5 { 422 } else { 429 });
    }
    assert_eq!(asked.load(Ordering::SeqCst), 5);
}

async fn an_address_must_be_listed_and_a_changed_target_clears_the_secret(app: TestApp) {
    let (port, accepted) = hanging().await;
    let app = with_sign_on(app, &outbound(&["ldap.test"], "")).await;
    let mut searching = row(port);
    for (name, value) in [("cnName", "(uid={userId})"), ("serviceDn", "cn=reader"), ("clientSecret", "canary-secret")] {
        searching[name] = json!(value);
    }
    switch_on(&app, searching).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let definition = domain::master_data::find("ssoconfiguration").unwrap();
    let key = json!({ "appCode": "BNK" });
    let update = async |fields: serde_json::Value| {
        let mut record = admin.operate(definition, "F", &key).await.expect(200).record().clone();
        for (name, value) in fields.as_object().unwrap() {
            record[name] = value.clone();
        }
        admin.operate(definition, "U", &record).await.expect(200)
    };
    for (name, value) in [
        ("ipAddress", json!("127.0.0.1")),
        ("hostName", json!("other.test")),
        ("portNumber", json!(1636)),
        ("security", json!("None")),
        ("issuerPath", json!("/realms/other")),
        ("protocol", json!("OIDC")),
    ] {
        let cleared = update(json!({ name: value })).await;
        assert_eq!((cleared.json["status"].as_str(), cleared.last_code()), (Some("W"), "secretCleared"), "{name}");
        assert_eq!((cleared.fields(), &cleared.record()["clientSecretSet"]), (vec!["clientSecret"], &json!(false)));
        let same = update(json!({ "clientSecret": "canary-secret" })).await;
        assert_eq!((same.json["status"].as_str(), &same.record()["clientSecretSet"]), (Some("S"), &json!(true)));
        assert_eq!(update(json!({ "ssoOnly": false })).await.record()["clientSecretSet"], true, "nothing else does");
    }
    // A new secret in the same save is kept.
    let mut back = row(port);
    back["clientSecret"] = json!("canary-secret");
    back["ipAddress"] = json!("127.0.0.1");
    let kept = update(back).await;
    assert_eq!((kept.json["status"].as_str(), &kept.record()["clientSecretSet"]), (Some("S"), &json!(true)));
    // The host is listed, its address is not.
    let body = json!({ "appCode": "BNK" });
    let test = admin.post("sms", "sms/ssoconfiguration/test", Some("U"), &body).await.expect(200);
    assert_eq!(test.record()["outcome"], "notListed");
    assert_eq!(accepted.load(Ordering::SeqCst), 0, "nobody was called");
}

async fn an_entity_reaches_no_directory_of_another(app: TestApp) {
    let certificates = Certificates::make();
    let slapd = DirectoryServer::start(&certificates);
    let mut rules = outbound_rules(&["ldap.test"], &certificates.authority);
    let own = AllowList { hosts: vec!["ldap.test".to_owned()], networks: Vec::new() };
    rules.entities.insert("IN/KALVI".to_owned(), own);
    let app = with_sign_on(app, &Arc::new(outbound_by(rules.clone()))).await;
    switch_on(&app, row(slapd.tls_port)).await;
    log_in(&app, "BANKER1", "Directory@2026").await.expect(503);
    let own = rules.entities.remove("IN/KALVI").unwrap();
    rules.entities.insert("IN/NGB".to_owned(), own);
    let app = with_sign_on(app, &Arc::new(outbound_by(rules))).await;
    log_in(&app, "BANKER1", "Directory@2026").await.expect(200);
}
