//! Mail through a real SMTP server: codes and links arrive, nothing is smuggled into a header, and a server that
//! refuses or is gone changes no answer.

use std::sync::Arc;

use app::identity::SignOn;
use integrations::mail_and_sms::MailAndSms;
use integrations::smtp::Smtp;
use ports::{Channel, Html, InlinePicture, Letter, Messenger, NotSent};
use serde_json::{Value, json};
use testkit::servers::{Certificates, MAIL_PASSWORD, MAIL_USER, MailServer, MailSink, outbound};
use testkit::{Database, PATIENCE, TestApp, on_sqlite, until};

use super::log_capture::LogCapture;
use crate::api::requests::{Desk, request_input, with};
use testkit::sso::change;

on_sqlite!(
    a_code_and_a_link_arrive_by_mail,
    a_greylisted_mail_and_one_cut_off_arrive_with_the_same_id,
    a_changed_mail_server_clears_its_password,
);

fn messenger(authority: &str) -> Arc<dyn Messenger> {
    Arc::new(MailAndSms { mail: Smtp::new(outbound(&["mail.test"], authority)), sms: None })
}

pub(super) async fn use_server(app: &TestApp, port: u16, security: &str) {
    app.without_four_eyes().await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let login = if security == "None" { (Value::Null, "") } else { (json!(MAIL_USER), MAIL_PASSWORD) };
    let definition = domain::master_data::find("emailconfig").unwrap();
    let old = admin.list(definition, "").await.expect(200).content()[0].clone();
    let mut record = old.clone();
    let fields = json!({ "host": "mail.test", "port": port, "security": security, "userName": login.0,
        "fromName": "Northgate \"Bank\", Documents" });
    for (name, value) in fields.as_object().unwrap() {
        record[name] = value.clone();
    }
    if !login.1.is_empty() {
        record["password"] = json!(login.1);
    }
    admin.operate(definition, "U", &record).await.expect(200);
}

async fn a_changed_mail_server_clears_its_password(app: TestApp) {
    let certificates = Certificates::make();
    let server = MailServer::start(&certificates);
    let app = app.with_external_systems(messenger(&certificates.authority), SignOn::default()).await;
    use_server(&app, server.tls, "Tls").await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let definition = domain::master_data::find("emailconfig").unwrap();
    for (name, value) in [("host", json!("other.test")), ("port", json!(2525)), ("security", json!("None"))] {
        let mut record = admin.list(definition, "").await.expect(200).content()[0].clone();
        assert_eq!(record["passwordSet"], true);
        record[name] = value;
        let answer = admin.operate(definition, "U", &record).await.expect(200);
        assert_eq!((answer.last_code(), answer.fields()), ("secretCleared", vec!["password"]), "{name}");
        use_server(&app, server.tls, "Tls").await;
    }
    // Nothing is sent without the password.
    let admin = app.log_in("NGB", "ADMIN").await;
    let mut record = admin.list(definition, "").await.expect(200).content()[0].clone();
    record["port"] = json!(server.starttls);
    record["security"] = json!("StartTls");
    admin.operate(definition, "U", &record).await.expect(200);
    let test = admin.post("admin", "admin/emailconfig/test", Some("S"), &json!({ "to": "a@b.example" })).await;
    let test = test.expect(200).record().clone();
    assert_eq!(test["isSent"], false, "{test}");
    assert!(test["answer"].as_str().unwrap().contains("no password"), "{test}");
}

async fn ask_for_code(app: &TestApp, user: &str) -> Value {
    let body = json!({ "entityCode": "NGB", "userId": user });
    app.anonymous().post("sms", "sms/customerusermasterLogin", None, &body).await.expect(200).record().clone()
}

/// The plain text of a mail.
fn text(data: &str) -> String {
    let mail = mail_parser::MessageParser::default().parse(data.as_bytes()).expect("a mail");
    mail.body_text(0).expect("a text").into_owned()
}

fn digits(text: &str) -> String {
    let mut words = text.split(|character: char| !character.is_ascii_digit());
    words.find(|word| word.len() == 6).unwrap_or_else(|| panic!("no code in {text}")).to_owned()
}

async fn a_code_and_a_link_arrive_by_mail(app: TestApp) {
    let certificates = Certificates::make();
    let server = MailServer::start(&certificates);
    let app = app.with_external_systems(messenger(&certificates.authority), SignOn::default()).await;
    for (port, security) in [(server.plain, "None"), (server.starttls, "StartTls"), (server.tls, "Tls")] {
        use_server(&app, port, security).await;
        let asked = ask_for_code(&app, "meena@example.com").await;
        let mail = server.next();
        assert_eq!(mail.to, ["meena@example.com"]);
        let is_guarded = security != "None";
        assert_eq!((mail.secure, mail.authenticated), (is_guarded, is_guarded), "{security}");
        let body = json!({ "otpRef": asked["otpRef"], "otp": digits(&text(&mail.data)) });
        app.anonymous().post("sms", "sms/customerusermasterLogin", None, &body).await.expect(200);
        app.clock.advance_seconds(61);
    }
    // A link, in Tamil: longer than a line and outside of ASCII.
    let admin = app.log_in("NGB", "ADMIN").await;
    change(
        &admin,
        "usermaster",
        json!({ "userId": "BANKER1" }),
        json!({ "userLanguage": "ta", "preferredName": "மீனா" }),
    )
    .await;
    let body = json!({ "entityCode": "NGB", "userId": "BANKER1" });
    app.anonymous().post("sms", "sms/usermaster/forgetpassword", None, &body).await.expect(200);
    let mail = server.next();
    let letter = text(&mail.data);
    assert!(letter.contains("மீனா"), "{letter}");
    let token = letter.split_once("/auth/reset#").expect("a link").1.split_whitespace().next().unwrap();
    let body = json!({ "resetToken": token, "password": "Fresh@2026" });
    app.anonymous().post("sms", "sms/usermaster/resetpassword", None, &body).await.expect(200);
    testkit::Client::log_in(app.router.clone(), "NGB", "", "BANKER1", "Fresh@2026").await;
    assert!(server.is_empty(), "one mail each");
}

fn mail_server(port: u16) -> ports::MailServer {
    ports::MailServer {
        entity: "IN/NGB".into(),
        host: "mail.test".into(),
        port,
        security: "None".into(),
        user_name: None,
        password: None,
        from_address: "docs@northgate.example".into(),
        from_name: Some("Bank\r\nBcc: thief@evil.example".into()),
    }
}

fn letter(to: &str) -> Letter {
    Letter::new(
        Channel::Mail,
        to,
        "Your code\r\nBcc: thief@evil.example\r\n\r\nspoof",
        "Dear Meena\r\n.\r\nQUIT\r\nMAIL FROM:<x@evil.example>\n.\nend",
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn line_breaks_smuggle_nothing_into_a_mail() {
    let certificates = Certificates::make();
    let server = MailServer::start(&certificates);
    let smtp = Smtp::new(outbound(&["mail.test"], &certificates.authority));
    smtp.send(Some(&mail_server(server.plain)), &letter("meena@example.com")).await.unwrap();
    let mail = server.next();
    assert_eq!((mail.to.len(), mail.from.as_str()), (1, "docs@northgate.example"));
    let (head, _) = mail.data.split_once("\r\n\r\n").unwrap();
    assert!(!head.lines().any(|line| line.to_ascii_lowercase().starts_with("bcc:")), "{head}");
    let whole = text(&mail.data);
    assert!(whole.contains("Dear Meena\r\n.\r\nQUIT"), "a dot on a line of its own arrives as it is: {whole:?}");
    assert!(whole.contains("end"), "and ends no mail: {whole:?}");
    for address in
        ["a@b.example\r\nRCPT TO:<thief@evil.example>", "a@b.example>, <thief@evil.example", "no address", ""]
    {
        let outcome = smtp.send(Some(&mail_server(server.plain)), &letter(address)).await;
        assert!(matches!(outcome, Err(NotSent::Refused(_))), "{address:?}");
    }
    assert!(server.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn each_way_to_fail_has_its_name() {
    let certificates = Certificates::make();
    let server = MailServer::start(&certificates);
    let smtp = Smtp::new(outbound(&["mail.test", "other.test"], &certificates.authority));
    let send = async |server: &ports::MailServer, to: &str| smtp.send(Some(server), &letter(to)).await;
    let plain = mail_server(server.plain);
    let refused = send(&plain, "refused@example.com").await;
    assert!(matches!(&refused, Err(NotSent::NoSuchRecipient(answer)) if answer.contains("550")), "{refused:?}");
    assert!(matches!(send(&plain, "later@example.com").await, Err(NotSent::Later(_))));
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    assert!(matches!(send(&mail_server(closed), "a@example.com").await, Err(NotSent::Unavailable(_))));
    let guarded = |password: &str| ports::MailServer {
        security: "StartTls".into(),
        user_name: Some(MAIL_USER.into()),
        password: Some(password.into()),
        ..mail_server(server.starttls)
    };
    // An administrator corrects the password; until then the messages wait.
    assert!(matches!(send(&guarded("wrong"), "a@example.com").await, Err(NotSent::Unavailable(_))));
    // The certificate is not for this name: nothing is sent, the password least of all.
    let other = ports::MailServer { host: "other.test".into(), ..guarded(MAIL_PASSWORD) };
    assert!(send(&other, "a@example.com").await.is_err());
    let unlisted = ports::MailServer { host: "evil.test".into(), ..plain };
    assert!(matches!(send(&unlisted, "a@example.com").await, Err(NotSent::Refused(_))));
    assert!(smtp.send(None, &letter("a@example.com")).await.is_err());
    assert!(server.is_empty());
}

/// On one thread, so that everything that is logged can be read.
#[tokio::test]
async fn a_dead_or_refusing_server_changes_no_answer_and_no_code_is_logged() {
    let certificates = Certificates::make();
    let server = MailServer::start(&certificates);
    let app = TestApp::start(Database::Sqlite).await;
    let app = app.with_external_systems(messenger(&certificates.authority), SignOn::default()).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let customers = domain::master_data::find("customerusermaster").unwrap();
    let refused = json!({ "userId": "refused@example.com", "firstName": "R", "lastName": "R",
        "mailId": "refused@example.com", "userLanguage": "en", "status": "Active" });
    admin.operate(customers, "S", &refused).await.expect(200);
    let log = LogCapture::default();
    let guard = log.listen();
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    for (port, user) in [(server.plain, "refused@example.com"), (closed, "meena@example.com")] {
        use_server(&app, port, "None").await;
        let known = ask_for_code(&app, user).await;
        let unknown = ask_for_code(&app, "nobody@example.com").await;
        let shape = |record: &Value| record.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(shape(&known), shape(&unknown));
        app.clock.advance_seconds(61);
    }
    let body = json!({ "entityCode": "NGB", "userId": "BANKER1" });
    app.anonymous().post("sms", "sms/usermaster/forgetpassword", None, &body).await.expect(200);
    let are_logged = async || log.text().matches("a message was not sent").count() >= 3;
    until("three messages are not sent", PATIENCE, are_logged).await;
    drop(guard);
    let text = log.text();
    assert!(text.contains("OtpCode") && text.contains("PasswordReset"), "{text}");
    let told = |line: &&str| line.contains("WARN");
    for line in text.lines().filter(told) {
        let has_code = line.split(|character: char| !character.is_ascii_alphanumeric()).any(|word| {
            word.len() == 6 && word.bytes().all(|byte| byte.is_ascii_digit()) && !line.contains(&format!("{word}Z"))
        });
        assert!(!has_code && !line.contains("reset#"), "{line}");
    }
    assert!(!text.contains("/auth/reset#"), "no link stands in the log, at any level");
}

/// Everything of a mail that matters to its reader and to mail servers.
#[tokio::test(flavor = "multi_thread")]
async fn a_mail_has_both_texts_its_picture_and_its_headers() {
    let certificates = Certificates::make();
    let server = MailServer::start(&certificates);
    let smtp = Smtp::new(outbound(&["mail.test"], &certificates.authority));
    let logo = InlinePicture { name: "logo", content_type: "image/png".into(), bytes: vec![1, 2, 3] };
    let full = Letter {
        html: Some(Html { text: "<p>வணக்கம் <img src=\"cid:logo\"></p>".into(), logo: Some(logo) }),
        calendar: Some("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n".into()),
        token: Some("tok-1".into()),
        reply_to: Some("support@northgate.example\r\nBcc: thief@evil.example".into()),
        unsubscribe: Some("support@northgate.example".into()),
        bounce_to: Some("bounce+tok-1@docs.northgate.example".into()),
        ..letter("meena@example.com")
    };
    let taken = smtp.send(Some(&mail_server(server.plain)), &full).await.unwrap();
    assert_eq!(taken.answer, "250 taken");
    let mail = server.next();
    assert_eq!(
        (mail.from.as_str(), mail.to.as_slice()),
        ("bounce+tok-1@docs.northgate.example", ["meena@example.com".to_owned()].as_slice())
    );
    let parsed = mail_parser::MessageParser::default().parse(mail.data.as_bytes()).expect("a mail");
    assert_eq!(parsed.message_id(), Some("tok-1@northgate.example"));
    assert!(parsed.body_text(0).unwrap().contains("Dear Meena"));
    assert!(parsed.body_html(0).unwrap().contains("வணக்கம்"));
    let (head, _) = mail.data.split_once("\r\n\r\n").unwrap();
    for line in ["Auto-Submitted: auto-generated", "List-Unsubscribe: <mailto:support@northgate.example>"] {
        assert!(head.contains(line), "{head}");
    }
    assert!(!head.lines().any(|line| line.to_ascii_lowercase().starts_with("bcc:")), "{head}");
    assert!(mail.data.contains("Content-ID: <logo>") && mail.data.contains("text/calendar"), "{}", mail.data);
}

async fn a_greylisted_mail_and_one_cut_off_arrive_with_the_same_id(app: TestApp) {
    let certificates = Certificates::make();
    let server = MailServer::start(&certificates);
    let app = app.with_external_systems(messenger(&certificates.authority), SignOn::default()).await;
    use_server(&app, server.plain, "None").await;
    let banker = Desk::staff(&app, "BANKER1").await;
    for address in ["grey@example.com", "dies@example.com"] {
        let mut body = with(request_input(), "send", json!(true));
        body["parties"][0]["smsNotification"] = json!(false);
        body["parties"][0]["emailAddress"] = json!(address);
        let txn = banker.save(&body).await.expect(200).record()["txnRefNo"].as_str().unwrap().to_owned();
        let state = format!("SELECT state FROM outbox WHERE txn_ref_no = '{txn}'");
        app.run_job("deliver").await;
        assert_eq!(app.texts(&state).await, ["waiting"], "{address}");
        app.clock.advance_seconds(31);
        app.run_job("deliver").await;
        assert_eq!(app.texts(&state).await, ["sent"], "{address}");
    }
    let id = |mail: testkit::servers::Mail| {
        let parsed = mail_parser::MessageParser::default().parse(mail.data.as_bytes()).expect("a mail");
        (mail.to[0].clone(), parsed.message_id().map(str::to_owned).expect("an id"))
    };
    let mails = [id(server.next()), id(server.next()), id(server.next())];
    assert_eq!(
        mails.iter().map(|(to, _)| to.as_str()).collect::<Vec<_>>(),
        ["grey@example.com", "dies@example.com", "dies@example.com"]
    );
    assert_eq!(mails[1].1, mails[2].1);
    assert!(server.is_empty(), "one repeat at most");
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_are_kept_and_a_lost_one_is_replaced() {
    let sink = MailSink::start().await;
    let smtp = Smtp::new(outbound(&["mail.test"], ""));
    let mail = Letter { token: Some("tok-1".into()), ..letter("meena@example.com") };
    let send = async || smtp.send(Some(&mail_server(sink.port)), &mail).await.unwrap();
    for _ in 0..10 {
        send().await;
    }
    assert_eq!((sink.connections(), sink.count()), (1, 10));
    sink.hang_up();
    send().await;
    send().await;
    assert_eq!((sink.connections(), sink.count()), (2, 12));
}

/// `DOCZ_MESSAGES=10000` makes a measurement of it.
#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_send_each_message_once() {
    let number: i64 = std::env::var("DOCZ_MESSAGES").ok().and_then(|text| text.parse().ok()).unwrap_or(300);
    let sink = MailSink::start().await;
    let app = TestApp::start(Database::Postgres).await;
    let app = app.with_external_systems(messenger(""), SignOn::default()).await;
    use_server(&app, sink.port, "None").await;
    let mut body = with(request_input(), "send", json!(true));
    body["parties"][0]["smsNotification"] = json!(false);
    Desk::staff(&app, "BANKER1").await.save(&body).await.expect(200);
    app.run_sql_directly(&format!(
        "INSERT INTO outbox (country_code, entity_code, tenant_code, message_id, \
                                   txn_ref_no, party_seq_no, user_id, event, channel, recipient, subject, body, \
                                   next_try_on, created_on, state, tries) SELECT country_code, entity_code, \
                                   tenant_code, message_id || '.' || n, txn_ref_no, party_seq_no, user_id, event, \
                                   channel, recipient, subject, body, next_try_on, created_on, 'waiting', 0 FROM \
                                   outbox, generate_series(2, {number}) n"
    ))
    .await;
    let mut other = app.app().clone();
    other.store = app.second_store().await;
    other.messenger = messenger("");
    let began = std::time::Instant::now();
    let run = async |app: &app::App| {
        let stop = app::jobs::Stop::new(tokio::sync::watch::channel(false).1);
        app::jobs::run_manually(app, app::jobs::find("deliver").unwrap(), &stop).await.unwrap()
    };
    let (one, two) = tokio::join!(run(app.app()), run(&other));
    let seconds = began.elapsed().as_secs_f64();
    println!("{number} mails by two nodes in {seconds:.1} s, {} and {}", one.report.done, two.report.done);
    assert_eq!(app.count("SELECT count(*) FROM outbox WHERE state = 'sent'").await, number);
    let mut ids = sink.ids();
    assert_eq!(ids.len() as i64, number, "each once");
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len() as i64, number, "each with an id of its own");
    assert_eq!((one.report.done + two.report.done) as i64, number);
}
