//! Passwords of a real directory (slapd).

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use app::identity::SignOn;
use domain::sso::{Protocol, SsoServer};
use integrations::ldap::Ldap;
use integrations::mailbox::Mailbox;
use ports::{Directory, DirectoryAccount, SignOnFault};
use serde_json::json;
use testkit::servers::{Certificates, DirectoryServer, outbound};
use testkit::{TestApp, on_both_databases, on_sqlite};

use testkit::sso::{audited, log_in, switch_on, with_sign_on};

on_both_databases!(a_password_of_the_directory_opens_a_session, tries_are_counted_before_the_directory_is_asked,);

on_sqlite!(
    our_own_second_factor_is_asked_after_the_directorys_password,
    a_directory_can_be_tested_with_its_own_account,
    only_sso_means_that_own_passwords_are_refused,
    an_unreachable_directory_is_reported_and_own_passwords_still_work,
    two_users_who_differ_by_capitals_are_not_told_apart_by_a_directory,
    a_storm_of_wrong_passwords_reaches_the_directory_five_times,
    settings_that_cannot_work_are_refused_or_not_used,
);

const BASE: &str = "ou=staff,dc=northgate,dc=example";

pub(super) fn row(port: u16) -> serde_json::Value {
    json!({
        "protocol": "LDAP", "hostName": "ldap.test", "portNumber": port, "security": "Tls", "dnName": BASE,
        "cnName": "uid={userId}", "ssoOnly": false,
    })
}

async fn a_password_of_the_directory_opens_a_session(app: TestApp) {
    let certificates = Certificates::make();
    let slapd = DirectoryServer::start(&certificates);
    let app = with_sign_on(app, &outbound(&["ldap.test"], &certificates.authority)).await;
    log_in(&app, "BANKER1", "Directory@2026").await.expect(422);
    switch_on(&app, row(slapd.tls_port)).await;
    let done = log_in(&app, "BANKER1", "Directory@2026").await.expect(200);
    assert_eq!(done.record()["userId"], "BANKER1");
    assert!(done.headers.contains_key("authorization"));
    // Spelled as in the directory: it is the user of our own spelling.
    assert_eq!(log_in(&app, "banker1", "Directory@2026").await.expect(200).record()["userId"], "BANKER1");
    assert_eq!(app.count("SELECT count(*) FROM session WHERE by_sso").await, 2);
    // Our own passwords still work.
    log_in(&app, "BANKER1", "Docz@2026").await.expect(200);
    for (user, password) in [
        ("BANKER1", "Checker@Dir26"),
        ("BANKER1", "wrong"),
        ("nobody", "Directory@2026"),
        ("VIEWER", "Directory@2026"),
        ("banker1 ", "Directory@2026"),
        ("\u{ff42}anker1", "Directory@2026"),
    ] {
        let refused = log_in(&app, user, password).await.expect(422);
        assert_eq!(refused.error(), "The user ID or password is wrong", "{user}");
    }
    // A user that only the directory knows is refused and logged, and not created.
    let before = app.count("SELECT count(*) FROM staff_user").await;
    assert_eq!(log_in(&app, "ghost", "Ghost@2026").await.expect(422).error(), "The user ID or password is wrong");
    assert_eq!(app.count("SELECT count(*) FROM staff_user").await, before);
    assert!(audited(&app, "refused").await.iter().any(|entry| entry["recordKey"] == "ghost"));
    let entries = audited(&app, "sso").await;
    assert_eq!(entries.len(), 2);
    assert!(
        entries
            .iter()
            .all(|entry| entry["recordKey"] == "BANKER1" && entry["auditMessage"].to_string().contains("LDAP")),
        "{entries:?}"
    );
    // A locked user stays locked, even with the right password of the directory.
    app.run_sql_directly("UPDATE staff_user SET status = 'InActive' WHERE user_id = 'CHECKER1'").await;
    assert_eq!(
        log_in(&app, "CHECKER1", "Checker@Dir26").await.expect(403).error(),
        "This user ID is inactive. Ask your administrator."
    );
}

async fn our_own_second_factor_is_asked_after_the_directorys_password(app: TestApp) {
    let certificates = Certificates::make();
    let slapd = DirectoryServer::start(&certificates);
    let mailbox = Arc::new(Mailbox::default());
    let letters = mailbox.clone();
    let app = app
        .with_external_systems(mailbox, testkit::sso::sign_on(&outbound(&["ldap.test"], &certificates.authority)))
        .await;
    switch_on(&app, row(slapd.tls_port)).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let policy = json!({ "requiredRoles": ["BANKER"] });
    admin.post("sms", "sms/secondfactor/policy", Some("U"), &policy).await.expect(200);
    let asked = log_in(&app, "banker1", "Directory@2026").await.expect(200);
    assert!(!asked.headers.contains_key("authorization"), "no token for half a login");
    assert_eq!(asked.record()["method"], "mail");
    let text = letters.letters().remove(0).1.text;
    let code = text.split(|one: char| !one.is_ascii_digit()).find(|word| word.len() == 6).expect("a code");
    let body = json!({ "factorRef": asked.record()["factorRef"], "factorCode": code });
    let done = app.anonymous().post("sms", "sms/usermasterlogin", None, &body).await.expect(200);
    assert_eq!(app.texts("SELECT user_id FROM session WHERE by_sso").await, ["BANKER1"]);
    assert_eq!(done.record()["userId"], "BANKER1");
    assert!(log_in(&app, "CHECKER1", "Checker@Dir26").await.expect(200).headers.contains_key("authorization"));
}

async fn a_directory_can_be_tested_with_its_own_account(app: TestApp) {
    let certificates = Certificates::make();
    let slapd = DirectoryServer::start(&certificates);
    let app = with_sign_on(app, &outbound(&["ldap.test"], &certificates.authority)).await;
    switch_on(&app, row(slapd.tls_port)).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let test = async || {
        let body = json!({ "appCode": "BNK" });
        let answer = admin.post("sms", "sms/ssoconfiguration/test", Some("U"), &body).await.expect(200);
        answer.record()["outcome"].as_str().unwrap().to_owned()
    };
    assert_eq!(test().await, "ok", "without an account of its own it answers at least");
    let searching = json!({
        "cnName": "(uid={userId})", "serviceDn": "cn=reader,dc=northgate,dc=example", "clientSecret": "Reader@2026",
        "dnName": "dc=northgate,dc=example",
    });
    for (fields, expected) in [
        (searching, "ok"),
        (json!({ "dnName": "dc=nowhere,dc=example" }), "base"),
        (json!({ "dnName": BASE, "clientSecret": "canary-wrong-1" }), "account"),
        (json!({ "clientSecret": "Reader@2026", "hostName": "evil.test" }), "notListed"),
        (json!({ "hostName": "ldap.test", "portNumber": 9 }), "silent"),
        (json!({ "portNumber": slapd.port }), "silent"),
        (json!({ "security": "StartTls", "clientSecret": "Reader@2026" }), "ok"),
        (json!({ "cnName": "uid=admin" }), "notUsable"),
    ] {
        testkit::sso::change(&admin, "ssoconfiguration", json!({ "appCode": "BNK" }), fields.clone()).await;
        assert_eq!(test().await, expected, "{fields}");
    }
}

async fn tries_are_counted_before_the_directory_is_asked(app: TestApp) {
    let certificates = Certificates::make();
    let slapd = DirectoryServer::start(&certificates);
    let app = with_sign_on(app, &outbound(&["ldap.test"], &certificates.authority)).await;
    switch_on(&app, row(slapd.tls_port)).await;
    // Five spellings of one name count as five tries at one account.
    for user in ["banker1", "Banker1", "bAnker1", "BANKER1", "banKer1"] {
        log_in(&app, user, "wrong").await.expect(422);
    }
    for user in ["bankeR1", "BANKER1", "banker1"] {
        log_in(&app, user, "Directory@2026").await.expect(429);
    }
    log_in(&app, "CHECKER1", "Checker@Dir26").await.expect(200);
    app.clock.advance_seconds(1801);
    log_in(&app, "banker1", "Directory@2026").await.expect(200);
}

async fn only_sso_means_that_own_passwords_are_refused(app: TestApp) {
    let certificates = Certificates::make();
    let slapd = DirectoryServer::start(&certificates);
    let app = with_sign_on(app, &outbound(&["ldap.test"], &certificates.authority)).await;
    let mut only = row(slapd.tls_port);
    only["ssoOnly"] = json!(true);
    switch_on(&app, only).await;
    log_in(&app, "BANKER1", "Docz@2026").await.expect(422);
    log_in(&app, "BANKER1", "Directory@2026").await.expect(200);
    // The operator's emergency users can log in while the directory is down.
    log_in(&app, "VIEWER", "Docz@2026").await.expect(200);
    // Other entities are not affected.
    app.log_in("KALVI", "BANKER1").await;
    let choices = app.anonymous().post("app", "app/sso", None, &json!({ "entityCode": "NGB" })).await.expect(200);
    assert_eq!(choices.record(), &json!({ "providers": [], "passwordLogin": true }), "the form takes the directory's");
}

async fn an_unreachable_directory_is_reported_and_own_passwords_still_work(app: TestApp) {
    let certificates = Certificates::make();
    let slapd = DirectoryServer::start(&certificates);
    let port = slapd.tls_port;
    drop(slapd);
    let app = with_sign_on(app, &outbound(&["ldap.test"], &certificates.authority)).await;
    switch_on(&app, row(port)).await;
    log_in(&app, "BANKER1", "Docz@2026").await.expect(200);
    // For known and unknown alike.
    for user in ["BANKER1", "NOBODY"] {
        let down = log_in(&app, user, "Directory@2026").await.expect(503);
        assert_eq!(down.error(), "This is not available right now. Please try again shortly.");
    }
}

async fn two_users_who_differ_by_capitals_are_not_told_apart_by_a_directory(app: TestApp) {
    let certificates = Certificates::make();
    let slapd = DirectoryServer::start(&certificates);
    let app = with_sign_on(app, &outbound(&["ldap.test"], &certificates.authority)).await;
    switch_on(&app, row(slapd.tls_port)).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let users = domain::master_data::find("usermaster").unwrap();
    let mut twin = admin.operate(users, "F", &json!({ "userId": "BANKER1" })).await.expect(200).record().clone();
    for (name, value) in [("userId", "Banker1"), ("mailId", "twin@x.example"), ("mobileNumber", "+919840099999")] {
        twin[name] = json!(value);
    }
    twin["password"] = json!("Docz@2026");
    admin.operate(users, "S", &twin).await.expect(200);
    for user in ["banker1", "Banker1", "BANKER1"] {
        log_in(&app, user, "Directory@2026").await.expect(422);
        app.clock.advance_seconds(1801);
    }
    log_in(&app, "Banker1", "Docz@2026").await.expect(200);
}

/// A directory that knows nobody and counts the questions.
struct Counting(Arc<AtomicUsize>);

impl Directory for Counting {
    fn find<'a>(&'a self, _: &'a SsoServer, _: &'a str) -> ports::FindFuture<'a> {
        Box::pin(std::future::ready(Ok(None)))
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

async fn a_storm_of_wrong_passwords_reaches_the_directory_five_times(app: TestApp) {
    let asked = Arc::new(AtomicUsize::new(0));
    let sign_on = SignOn { directory: Arc::new(Counting(asked.clone())), ..SignOn::default() };
    let app = Arc::new(app.with_external_systems(Arc::new(Mailbox::default()), sign_on).await);
    switch_on(&app, row(636)).await;
    // Every spelling by capitals of one id: 128 of them.
    let spelled = |bits: usize| {
        let turn = |(at, letter): (usize, char)| if bits >> at & 1 == 1 { letter.to_ascii_uppercase() } else { letter };
        "checker2".chars().enumerate().map(turn).collect::<String>()
    };
    let tries = (0..128).map(|bits| {
        let (app, user) = (app.clone(), spelled(bits));
        tokio::spawn(async move { log_in(&app, &user, "wrong").await.status.as_u16() })
    });
    let tries: Vec<_> = tries.collect();
    for one in tries {
        assert!([422, 429].contains(&one.await.unwrap()));
    }
    assert_eq!(asked.load(Ordering::SeqCst), 5);
}

async fn settings_that_cannot_work_are_refused_or_not_used(app: TestApp) {
    switch_on(&app, json!({})).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let definition = domain::master_data::find("ssoconfiguration").unwrap();
    let key = json!({ "appCode": "BNK" });
    let record = admin.operate(definition, "F", &key).await.expect(200).record().clone();
    for (field, value) in [
        ("issuerPath", json!("//evil.example")),
        ("userAttribute", json!("a)(b")),
        ("ssoOnly", json!("yes")),
        ("security", json!("Maybe")),
        ("protocol", json!("SAML")),
        ("cnName", json!("(uid={userId}")),
        ("cnName", json!("(!(cn={userId}))")),
        ("cnName", json!("(|(uid={userId})(cn=admin))")),
        ("cnName", json!("(uid={userId}*)")),
    ] {
        let mut wrong = record.clone();
        wrong[field] = value;
        let refused = admin.operate(definition, "U", &wrong).await.expect(422);
        assert_eq!(refused.fields(), [field], "{}", refused.json);
    }
    // A client that does not know `ssoOnly` leaves it as it is; null is the default.
    let mut record = record;
    record["ssoOnly"] = json!(true);
    record = admin.operate(definition, "U", &record).await.expect(200).record().clone();
    record.as_object_mut().unwrap().remove("ssoOnly");
    record = admin.operate(definition, "U", &record).await.expect(200).record().clone();
    assert_eq!(record["ssoOnly"], json!(true));
    record["ssoOnly"] = json!(null);
    record = admin.operate(definition, "U", &record).await.expect(200).record().clone();
    assert_eq!(record["ssoOnly"], json!(false));
    // Host and template are the spec's own: any text of them is kept, and nobody is asked with a bad one.
    let permit = domain::access::system::identity("IN", "NGB", "test");
    let in_use = async || app.app().store.sso_servers(&permit).await.unwrap().iter().any(|one| one.app_code == "BNK");
    for (field, value, usable) in [
        ("cnName", "uid=admin", false),
        ("cnName", "uid={userId}", true),
        ("hostName", "ldap.test/path", false),
        ("hostName", "user@ldap.test", false),
        ("hostName", "ldap.test", true),
    ] {
        record[field] = value.into();
        record = admin.operate(definition, "U", &record).await.expect(200).record().clone();
        assert_eq!(in_use().await, usable, "{field} {value}");
    }
    app.run_sql_directly("UPDATE sso_configuration SET protocol = 'SAML' WHERE app_code = 'BNK'").await;
    assert!(!in_use().await, "a row that an earlier version stored");
}

fn server(port: u16, security: &str) -> SsoServer {
    SsoServer {
        entity: "IN/NGB".into(),
        app_code: "BNK".into(),
        protocol: Protocol::Ldap,
        host: "ldap.test".into(),
        address: None,
        port,
        dn_name: BASE.into(),
        cn_name: "uid={userId}".into(),
        secret: None,
        security: security.into(),
        service_dn: None,
        user_attribute: None,
        issuer_path: None,
        sso_only: false,
    }
}

/// The user id that a password proves, as at a login.
async fn check(ldap: &Ldap, server: &SsoServer, user: &str, password: &str) -> Result<Option<String>, SignOnFault> {
    let account = ldap.find(server, user).await?;
    ldap.check(server, user, account.as_ref(), password).await
}

fn searching(port: u16, filter: &str) -> SsoServer {
    SsoServer {
        cn_name: filter.into(),
        dn_name: "dc=northgate,dc=example".into(),
        service_dn: Some("cn=reader,dc=northgate,dc=example".into()),
        secret: Some("Reader@2026".into()),
        user_attribute: Some("employeeNumber".into()),
        ..server(port, "StartTls")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn names_of_every_kind_are_bound_and_none_is_injected() {
    let certificates = Certificates::make();
    let slapd = DirectoryServer::start(&certificates);
    let ldap = Arc::new(Ldap::new(outbound(&["ldap.test"], &certificates.authority)));
    let check = async |server: &SsoServer, user: &str, password: &str| check(&ldap, server, user, password).await;
    let some = |id: &str| Ok(Some(id.to_owned()));
    for (port, security) in [(slapd.tls_port, "Tls"), (slapd.port, "StartTls"), (slapd.port, "None")] {
        let direct = server(port, security);
        assert_eq!(check(&direct, "banker1", "Directory@2026").await, some("banker1"), "{security}");
        assert_eq!(check(&direct, "banker1", "wrong").await, Ok(None), "{security}");
        assert_eq!(check(&direct, "banker1", "").await, Ok(None), "an empty password proves nothing");
        let attribute = SsoServer { user_attribute: Some("employeeNumber".into()), ..direct };
        assert_eq!(check(&attribute, "banker1", "Directory@2026").await, some("BANKER1"));
        let absent = SsoServer { user_attribute: Some("roomNumber".into()), ..attribute };
        assert_eq!(check(&absent, "banker1", "Directory@2026").await, Ok(None));
    }
    let by_mail = searching(slapd.port, "(&(objectClass=person)(mail={userId}))");
    assert_eq!(check(&by_mail, "one@northgate.example", "Directory@2026").await, some("BANKER1"));
    assert_eq!(check(&by_mail, "ONE@northgate.example", "Ghost@2026").await, Ok(None));
    // Unescaped, each of these finds banker1, or somebody.
    let by_id = searching(slapd.port, "(uid={userId})");
    assert_eq!(check(&by_id, "banker1", "Directory@2026").await, some("BANKER1"));
    for hostile in ["banker*", "*", "banker1)(uid=*", "*)(uid=banker1", "banker1)(|(uid=*)", "b\\61nker1", "banker1)\0"]
    {
        assert_eq!(check(&by_id, hostile, "Directory@2026").await, Ok(None), "{hostile}");
    }
    // The same for a name that is put together.
    let above = SsoServer { dn_name: "dc=northgate,dc=example".into(), ..server(slapd.tls_port, "Tls") };
    for hostile in ["banker1,ou=staff", "banker1+cn=Banker", "banker1,ou=staff,dc=northgate,dc=example#", "\"banker1\""]
    {
        assert_eq!(check(&above, hostile, "Directory@2026").await, Ok(None), "{hostile}");
    }
    let direct_name = SsoServer { cn_name: "{userId}@northgate.example".into(), ..server(slapd.tls_port, "Tls") };
    assert_eq!(check(&direct_name, "x@evil.example", "Directory@2026").await, Ok(None));
    let wrong_service = SsoServer { secret: Some("wrong".into()), ..by_id };
    let refused = check(&wrong_service, "banker1", "Directory@2026").await;
    assert!(matches!(&refused, Err(SignOnFault::Unavailable(text)) if !text.contains("wrong")), "{refused:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_directory_is_believed_only_when_it_is_the_right_one() {
    let certificates = Certificates::make();
    let slapd = DirectoryServer::start(&certificates);
    let unavailable =
        |outcome: &Result<Option<String>, SignOnFault>| matches!(outcome, Err(SignOnFault::Unavailable(_)));
    // Not trusted, and trusted under another name.
    let strangers = Ldap::new(outbound(&["ldap.test"], ""));
    let ours = Ldap::new(outbound(&["ldap.test", "other.test"], &certificates.authority));
    for (port, security) in [(slapd.tls_port, "Tls"), (slapd.port, "StartTls")] {
        let right = server(port, security);
        let outcome = check(&strangers, &right, "banker1", "Directory@2026").await;
        assert!(unavailable(&outcome), "{security} {outcome:?}");
        let other = SsoServer { host: "other.test".into(), ..right };
        assert!(unavailable(&check(&ours, &other, "banker1", "Directory@2026").await), "{security}");
    }
    let unlisted = SsoServer { host: "evil.test".into(), ..server(slapd.tls_port, "Tls") };
    assert!(unavailable(&check(&ours, &unlisted, "banker1", "Directory@2026").await));
    let metadata = SsoServer { address: Some("169.254.169.254".parse().unwrap()), ..server(slapd.port, "None") };
    assert!(unavailable(&check(&ours, &metadata, "banker1", "Directory@2026").await));
    // A server that is not a directory.
    let nonsense = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = nonsense.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = nonsense.accept().await {
            let _ =
                tokio::io::AsyncWriteExt::write_all(&mut stream, b"HTTP/1.1 200 OK\r\n\r\n\x30\x84\xff\xff\xff\xff")
                    .await;
        }
    });
    assert!(unavailable(&check(&ours, &server(port, "None"), "banker1", "Directory@2026").await));
}
