//! SMS through a real HTTP server.

use std::collections::BTreeMap;
use std::sync::Arc;

use app::identity::SignOn;
use integrations::https::Https;
use integrations::mail_and_sms::MailAndSms;
use integrations::sms_gateway::{GatewayCall, SmsGateway};
use integrations::smtp::Smtp;
use ports::{Channel, Letter, Messenger, NotSent};
use serde_json::{Value, json};
use testkit::servers::{Gateway, Received, form_fields, outbound};
use testkit::{PATIENCE, TestApp, on_sqlite, until};

use testkit::sso::change;

on_sqlite!(a_code_goes_by_sms_when_it_should,);

const SECRET: &str = "gateway canary";

pub(super) fn call(port: u16, path: &str) -> GatewayCall {
    GatewayCall {
        url: format!("http://sms.test:{port}{path}"),
        method: "POST".into(),
        headers: BTreeMap::from([
            ("Authorization".into(), "Key {{secret}}".into()),
            ("Content-Type".into(), "application/json".into()),
        ]),
        body: r#"{"to":"{{to}}","message":"{{text}}"}"#.into(),
        success: vec![200],
        id_pointer: None,
        error_text: None,
        error_pointer: None,
        secret: Some(SECRET.into()),
    }
}

pub(super) fn gateway(call: GatewayCall) -> SmsGateway {
    SmsGateway::new(Https::new(outbound(&["sms.test"], "")), call).expect("a gateway")
}

fn letter(text: &str) -> Letter {
    Letter::new(Channel::Sms, "+919840012345", "", text)
}

/// Waits until the gateway has received this number of messages.
async fn taken(gateway: &Gateway, number: usize) -> Vec<Received> {
    until("the gateway has the messages", PATIENCE, async || gateway.received().len() >= number).await;
    gateway.received()
}

async fn ask(app: &TestApp, body: Value) -> Value {
    app.clock.advance_seconds(61);
    app.anonymous().post("sms", "sms/customerusermasterLogin", None, &body).await.expect(200).record().clone()
}

async fn a_code_goes_by_sms_when_it_should(app: TestApp) {
    let server = Gateway::start().await;
    let mail = Smtp::new(outbound(&[], ""));
    let post = MailAndSms { mail, sms: Some(gateway(call(server.port, "/send"))) };
    let app = app.with_external_systems(Arc::new(post), SignOn::default()).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let meena = json!({ "userId": "meena@example.com" });
    change(&admin, "customerusermaster", meena, json!({ "mobileNumber": "+919840012345" })).await;
    // The customer asks for it by SMS; the answer tells nothing of what is stored.
    let request_input = |user: &str| json!({ "entityCode": "NGB", "userId": user, "channel": "SMS" });
    let known = ask(&app, request_input("meena@example.com")).await;
    let unknown = ask(&app, request_input("nobody@example.com")).await;
    assert_eq!((known["channel"].as_str(), known["maskedTo"].as_str()), (Some("SMS"), Some("•••")));
    assert_eq!((&known["channel"], &known["maskedTo"]), (&unknown["channel"], &unknown["maskedTo"]));
    let received = taken(&server, 1).await;
    assert_eq!(received[0].headers["authorization"], format!("Key {SECRET}"));
    let body: Value = serde_json::from_str(&received[0].body).expect("JSON");
    assert_eq!(body["to"], "+919840012345");
    let text = body["message"].as_str().unwrap();
    let code = text.split(|c: char| !c.is_ascii_digit()).find(|word| word.len() == 6).expect("a code").to_owned();
    assert!(!received[0].path.contains(&code), "no url carries it");
    let end = json!({ "otpRef": known["otpRef"], "otp": code });
    app.anonymous().post("sms", "sms/customerusermasterLogin", None, &end).await.expect(200);
    // Where the entity does not use SMS, asking for it changes nothing.
    change(&admin, "master", json!({}), json!({ "smsNotification": false })).await;
    assert_eq!(ask(&app, request_input("meena@example.com")).await["channel"], "Email");
    // Where it uses SMS only, a mail address is answered by SMS.
    change(&admin, "master", json!({}), json!({ "smsNotification": true, "emailNotification": false })).await;
    assert_eq!(ask(&app, json!({ "entityCode": "NGB", "userId": "meena@example.com" })).await["channel"], "SMS");
    assert_eq!(taken(&server, 2).await.len(), 2);
    let odd = json!({ "entityCode": "NGB", "userId": "meena@example.com", "channel": "Pigeon" });
    assert_eq!(ask(&app, odd).await["channel"], "SMS");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_typed_stays_a_value() {
    let server = Gateway::start().await;
    let nasty = "Meena \"}, {\"to\":\"+1\" & to=+1 \r\nX: y \\ {{secret}} வணக்கம்";
    gateway(call(server.port, "/send")).send(None, &letter(nasty)).await.unwrap();
    let body: Value = serde_json::from_str(&taken(&server, 1).await[0].body).expect("still JSON");
    assert_eq!(body, json!({ "to": "+919840012345", "message": nasty }));
    let form = GatewayCall {
        headers: BTreeMap::from([("content-type".into(), "application/x-www-form-urlencoded".into())]),
        body: "to={{to}}&key={{secret}}&text={{text}}".into(),
        ..call(server.port, "/send")
    };
    gateway(form).send(None, &letter(nasty)).await.unwrap();
    let fields = form_fields(taken(&server, 2).await[1].body.as_bytes());
    assert_eq!((fields.len(), fields["to"].as_str(), fields["text"].as_str()), (3, "+919840012345", nasty));
    let get = GatewayCall { method: "get".into(), ..call(server.port, "/send?to={{to}}&text={{text}}") };
    gateway(get).send(None, &letter(nasty)).await.unwrap();
    let received = taken(&server, 3).await;
    let fields = form_fields(received[2].path.split_once('?').unwrap().1.as_bytes());
    assert_eq!((received[2].method.as_str(), fields.len(), fields["text"].as_str()), ("GET", 2, nasty));
}

#[tokio::test(flavor = "multi_thread")]
async fn each_answer_of_a_gateway_has_its_meaning() {
    let server = Gateway::start().await;
    let send = async |path: &str| gateway(call(server.port, path)).send(None, &letter("x")).await;
    assert!(send("/send").await.is_ok());
    assert!(matches!(send("/status/400").await, Err(NotSent::Refused(_))));
    assert!(matches!(send("/status/202").await, Err(NotSent::Refused(_))), "only what was listed is a success");
    for busy in ["/status/503", "/status/429"] {
        assert!(matches!(send(busy).await, Err(NotSent::Unavailable(_))), "{busy}");
    }
    assert!(matches!(send("/elsewhere").await, Err(NotSent::Refused(_))), "a redirect is not followed");
    assert!(server.received().iter().all(|call| call.path != "/reached"));
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let dead = gateway(call(closed, "/send")).send(None, &letter("x")).await;
    assert!(matches!(&dead, Err(NotSent::Unavailable(text)) if !text.contains(SECRET)));
    let unlisted = SmsGateway::new(Https::new(outbound(&["other.test"], "")), call(server.port, "/send")).unwrap();
    let before = server.received().len();
    assert!(matches!(unlisted.send(None, &letter("x")).await, Err(NotSent::Refused(_))));
    assert_eq!(server.received().len(), before, "nobody was called");
    for wrong in [
        GatewayCall { method: "DELETE".into(), ..call(1, "/") },
        GatewayCall { success: Vec::new(), ..call(1, "/") },
        GatewayCall { url: "not a url".into(), ..call(1, "/") },
        GatewayCall { headers: BTreeMap::from([("bad name".into(), "x".into())]), ..call(1, "/") },
    ] {
        assert!(SmsGateway::new(Https::new(outbound(&[], "")), wrong).is_err());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_error_with_a_good_status_is_recognised_and_the_id_is_kept() {
    let server = Gateway::start().await;
    let send = async |path: &str, change: fn(&mut GatewayCall)| {
        let mut call = call(server.port, path);
        change(&mut call);
        gateway(call).send(None, &letter("x")).await
    };
    let with_pointers = |call: &mut GatewayCall| {
        call.id_pointer = Some("/messages/0/id".into());
        call.error_pointer = Some("/error".into());
    };
    let taken =
        send("/answer/%7B%22messages%22:%5B%7B%22id%22:7%7D%5D,%22error%22:null%7D", with_pointers).await.unwrap();
    assert_eq!(taken.gateway_id.as_deref(), Some("7"));
    let refused = send("/answer/%7B%22error%22:%22no%20credit%20gateway%20canary%22%7D", with_pointers).await;
    let Err(NotSent::Refused(answer)) = refused else { panic!("{refused:?}") };
    assert!(answer.contains("no credit") && !answer.contains(SECRET), "{answer}");
    let text = send("/answer/ERR%20102%20unknown%20number", |call| call.error_text = Some("ERR ".into())).await;
    assert!(matches!(&text, Err(NotSent::Refused(answer)) if answer == "ERR 102 unknown number"), "{text:?}");
    assert!(send("/answer/ERR%20102", |_| ()).await.is_ok(), "only what was configured is an error");
    let wrong = GatewayCall { id_pointer: Some("id".into()), ..call(1, "/") };
    assert!(SmsGateway::new(Https::new(outbound(&[], "")), wrong).is_err());
}
