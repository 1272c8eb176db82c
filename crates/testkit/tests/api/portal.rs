//! The way of a customer into the portal: links that are opened again, devices that remember, and what the bank says.

use domain::access::system;
use serde_json::{Value, json};
use testkit::{Answer, TestApp, on_both_databases, on_sqlite};

use super::requests::{Desk, party, request_input, with};

on_both_databases!(
    a_link_opened_again_refers_to_the_valid_code,
    a_device_enters_again_while_its_session_lives,
    logging_out_ends_every_session_of_the_device,
    a_rejection_reaches_the_party_that_owes_the_document,
    the_remarks_message_is_shown_to_customers,
);

on_sqlite!(
    the_hourly_allowance_says_how_long_to_wait,
    wrong_codes_of_a_link_say_how_many_tries_remain,
    a_used_up_code_is_not_offered_again,
    a_device_of_someone_else_gets_no_further,
    a_rejection_needs_no_template,
);

const LOGIN: &str = "/api/sms/v1/docz/banking/sms/customerusermasterLogin";

async fn link_of(app: &TestApp, user: &str) -> String {
    let permit = system::customer("IN", "NGB", user);
    let link = app::notifications::make_customer_link(app.app(), &permit, user, None).await.unwrap();
    link.split_once("#link=").expect("a link").1.to_owned()
}

async fn call(app: &TestApp, body: Value, device: &str) -> Answer {
    app.anonymous().send("POST", LOGIN, &[("cookie", device)], body.to_string().into()).await
}

async fn open(app: &TestApp, link: &str) -> Answer {
    call(app, json!({ "linkToken": link }), "").await
}

fn code(app: &TestApp) -> String {
    let text = app.mailbox.letters().remove(0).1.text;
    text.split(|character: char| !character.is_ascii_digit()).find(|word| word.len() == 6).expect("a code").to_owned()
}

/// Logs in with a link; the cookie that the device keeps.
async fn enter(app: &TestApp, link: &str) -> (Answer, String) {
    let asked = open(app, link).await.expect(200);
    let done = call(app, json!({ "otpRef": asked.record()["otpRef"], "otp": code(app) }), "").await.expect(200);
    let device = device_of(&done);
    (done, device)
}

fn device_of(answer: &Answer) -> String {
    let mut cookies = answer.headers.get_all("set-cookie").iter().filter_map(|value| value.to_str().ok());
    let device = cookies.find(|cookie| cookie.starts_with("__Host-docz_device=")).expect("a cookie");
    assert!(device.contains("; HttpOnly; SameSite=Strict; Secure"), "{device}");
    device.split(';').next().unwrap().to_owned()
}

async fn a_link_opened_again_refers_to_the_valid_code(app: TestApp) {
    let link = link_of(&app, "meena@example.com").await;
    let first = open(&app, &link).await.expect(200).record().clone();
    assert_eq!((first["isReused"].as_bool(), first["resendsLeft"].as_i64()), (Some(false), Some(4)));
    assert_eq!(first["language"], "en", "the link was sent to its owner");
    let by_id = call(&app, json!({ "entityCode": "NGB", "userId": "ravi@example.com" }), "").await.expect(200);
    assert!(by_id.record().get("language").is_none(), "an id alone tells nothing");
    let right = code(&app);
    // Neither a second tab at once nor one that is opened later sends anything or uses up the allowance.
    for (wait, expected) in [(10, (290, 50)), (100, (190, 0)), (150, (40, 0))] {
        app.clock.advance_seconds(wait);
        let again = open(&app, &link).await.expect(200).record().clone();
        assert_eq!((again["expiresIn"].as_i64(), again["resendIn"].as_i64()), (Some(expected.0), Some(expected.1)));
        assert_eq!((again["isReused"].as_bool(), again["resendsLeft"].as_i64()), (Some(true), Some(4)));
    }
    assert_eq!(app.mailbox.letters().len(), 1);
    // A new code is sent when it is asked for, once a minute.
    let resend = json!({ "linkToken": link, "resend": true });
    let new = call(&app, resend.clone(), "").await.expect(200).record().clone();
    assert_eq!((new["isReused"].as_bool(), new["resendsLeft"].as_i64()), (Some(false), Some(3)));
    assert_eq!(app.mailbox.letters().len(), 2);
    let soon = call(&app, resend, "").await.expect(200).record().clone();
    assert_eq!((soon["isReused"].as_bool(), soon["resendIn"].as_i64()), (Some(true), Some(60)));
    assert_eq!(app.mailbox.letters().len(), 2);
    // Pasted as the message shows it, in another browser; the link still works after its use.
    let typed = format!(" {}-{} ", &code(&app)[..3], &code(&app)[3..]);
    assert_ne!(code(&app), right);
    call(&app, json!({ "otpRef": soon["otpRef"], "otp": typed }), "").await.expect(200);
    let used = call(&app, json!({ "otpRef": new["otpRef"], "otp": code(&app) }), "").await.expect(422);
    assert_eq!(used.fields(), ["otp"]);
    assert_eq!(open(&app, &link).await.expect(200).record()["isReused"], false);
}

async fn logging_out_ends_every_session_of_the_device(app: TestApp) {
    let link = link_of(&app, "meena@example.com").await;
    let of = |answer: &Answer| {
        let mut client = app.anonymous();
        client.take_token(answer);
        client
    };
    let elsewhere = app.log_in_customer("meena@example.com").await;
    app.clock.advance_seconds(300);
    let (first, device) = enter(&app, &link).await;
    let second = call(&app, json!({ "linkToken": link }), &device).await.expect(200);
    let newest = device_of(&second);
    let tabs = [of(&first), of(&second)];
    tabs[0].post("sms", "sms/usermasterlogout", None, &json!({})).await.expect(200);
    for tab in &tabs {
        tab.get("sms", "sms/session", "").await.expect(401);
    }
    elsewhere.get("sms", "sms/session", "").await.expect(200);
    for cookie in [&device, &newest] {
        let asked = call(&app, json!({ "linkToken": link }), cookie).await.expect(200);
        assert!(asked.record()["otpRef"].is_string(), "a code is needed again");
    }
}

async fn the_hourly_allowance_says_how_long_to_wait(app: TestApp) {
    let link = link_of(&app, "meena@example.com").await;
    let resend = json!({ "linkToken": link, "resend": true });
    for left in (0..5).rev() {
        let sent = call(&app, resend.clone(), "").await.expect(200);
        assert_eq!(sent.record()["resendsLeft"], left);
        app.clock.advance_seconds(61);
    }
    // While the last code is valid, its field is shown.
    let last = open(&app, &link).await.expect(200);
    assert_eq!((last.record()["isReused"].as_bool(), last.record()["resendsLeft"].as_i64()), (Some(true), Some(0)));
    app.clock.advance_seconds(300);
    let late = open(&app, &link).await.expect(429);
    assert_eq!(late.headers["retry-after"], "3239");
    app.clock.advance_seconds(3240);
    open(&app, &link).await.expect(200);
}

async fn wrong_codes_of_a_link_say_how_many_tries_remain(app: TestApp) {
    let link = link_of(&app, "meena@example.com").await;
    let asked = open(&app, &link).await.expect(200);
    let wrong = if code(&app) == "123456" { "654321" } else { "123456" };
    let body = json!({ "otpRef": asked.record()["otpRef"], "otp": wrong });
    for left in (1..5).rev() {
        let refused = call(&app, body.clone(), "").await.expect(422);
        assert_eq!(
            (refused.error(), refused.fields()),
            (&*format!("Enter a valid OTP. Tries left: {left}"), vec!["otp"])
        );
    }
    let last = call(&app, body, "").await.expect(422);
    assert_eq!(last.error(), "This code can no longer be used. Please get a new one.");
    // Who types an id may not learn whether it is known.
    let typed = json!({ "entityCode": "NGB", "userId": "arjun@example.com" });
    let asked = call(&app, typed, "").await.expect(200);
    let refused = call(&app, json!({ "otpRef": asked.record()["otpRef"], "otp": wrong }), "").await.expect(422);
    assert_eq!(refused.error(), "Enter a valid OTP");
}

async fn a_used_up_code_is_not_offered_again(app: TestApp) {
    let link = link_of(&app, "meena@example.com").await;
    let asked = open(&app, &link).await.expect(200);
    let wrong = if code(&app) == "123456" { "654321" } else { "123456" };
    for _ in 0..5 {
        call(&app, json!({ "otpRef": asked.record()["otpRef"], "otp": wrong }), "").await.expect(422);
    }
    app.clock.advance_seconds(61);
    assert_eq!(open(&app, &link).await.expect(200).record()["isReused"], false);
    assert_eq!(app.mailbox.letters().len(), 2);
}

async fn a_device_enters_again_while_its_session_lives(app: TestApp) {
    let link = link_of(&app, "meena@example.com").await;
    let (first, device) = enter(&app, &link).await;
    app.clock.advance_seconds(3600);
    let again = call(&app, json!({ "linkToken": link }), &device).await.expect(200);
    assert_eq!(again.record()["userId"], "meena@example.com");
    assert_ne!(again.headers["authorization"], first.headers["authorization"]);
    assert_eq!(app.mailbox.letters().len(), 1, "no other code");
    // The second session ends with the first: two hours after the code.
    let device = device_of(&again);
    let mut client = app.anonymous();
    client.take_token(&again);
    client.auth = again.record().clone();
    let customers = domain::master_data::find("customerusermaster").unwrap();
    client.operate(customers, "F", &json!({})).await.expect(200);
    // Logging out forgets the device.
    let out = client.post("sms", "sms/usermasterlogout", None, &json!({})).await.expect(200);
    assert_eq!(device_of(&out), "__Host-docz_device=");
    assert!(call(&app, json!({ "linkToken": link }), &device).await.expect(200).record()["otpRef"].is_string());
    app.clock.advance_seconds(61);
    let (_, device) = enter(&app, &link).await;
    app.clock.advance_seconds(7201);
    assert!(call(&app, json!({ "linkToken": link }), &device).await.expect(200).record()["otpRef"].is_string());
}

async fn a_device_of_someone_else_gets_no_further(app: TestApp) {
    let (meena, arjun) = (link_of(&app, "meena@example.com").await, link_of(&app, "arjun@example.com").await);
    let (_, device) = enter(&app, &meena).await;
    for (link, device) in [
        (&arjun, device.clone()),
        (&meena, device.replace('.', ".x")),
        (&meena, "__Host-docz_device=".to_owned()),
        (&meena, "__Host-docz_device=x".to_owned()),
    ] {
        let asked = call(&app, json!({ "linkToken": link }), &device).await.expect(200);
        assert!(asked.record()["otpRef"].is_string(), "{device}");
    }
    call(&app, json!({ "linkToken": "made-up.NGB" }), &device).await.expect(422);
}

/// A request with two parties and an authorised one whose second document was rejected.
async fn rejected(app: &TestApp, to: &str) -> String {
    let banker = Desk::staff(app, "BANKER1").await;
    let mut meena = party("Meena", "meena@example.com", "+919841030001", &["PAN"]);
    meena["authorizeOtherPty"] = json!(true);
    let mut helper = party("Ravi", "ravi@example.com", "+919841030002", &[]);
    helper["authPartySeqNo"] = json!(1);
    helper["authLevel"] = json!(3);
    helper["relationship"] = json!("SPOUSE");
    let arjun = party("Arjun", "arjun@example.com", "+919841030003", &["PAN"]);
    let body = with(with(request_input(), "parties", json!([meena, helper, arjun])), "send", json!(true));
    let body = with(body, "notification", json!({ "statusChangeTo": to }));
    let txn = banker.save(&body).await.expect(200).record()["txnRefNo"].as_str().unwrap().to_owned();
    let customer = Desk::customer(app, "meena@example.com").await;
    customer.upload_and_submit(&txn, 1).await.expect(200);
    app.run_job("deliver").await;
    let before = app.mailbox.letters().len();
    let reason = json!({ "reasonCode": "UNREADABLE", "remark": "Too dark." });
    Desk::staff(app, "CHECKER1").await.review(&txn, 1, "reject", reason).await.expect(200);
    app.clock.advance_seconds(31);
    app.run_job("deliver").await;
    let mut letters: Vec<_> = app.mailbox.letters().into_iter().map(|(_, letter)| letter).collect();
    letters.truncate(letters.len() - before);
    let mut to: Vec<&str> =
        letters.iter().filter(|letter| letter.channel.name() == "Email").map(|letter| letter.to.as_str()).collect();
    to.sort_unstable();
    assert_eq!(to, ["meena@example.com", "ravi@example.com"], "the party that owes it and who acts for it");
    let mail = letters.iter().find(|letter| letter.to == "meena@example.com").unwrap().text.clone();
    assert!(
        mail.contains("Too dark.") && mail.contains(&format!("/provider/requests/{txn}?entity=NGB#link=")),
        "{mail}"
    );
    mail
}

async fn a_rejection_reaches_the_party_that_owes_the_document(app: TestApp) {
    for to in ["none", "authorised"] {
        rejected(&app, to).await;
    }
    // The setting is for other changes; where it is not given, the customer is told.
    let banker = Desk::staff(&app, "BANKER1").await;
    let made = banker.save(&request_input()).await.expect(200);
    assert_eq!(made.record()["notification"]["statusChangeTo"], "customer");
}

async fn a_rejection_needs_no_template(app: TestApp) {
    app.run_sql_directly("DELETE FROM message_template WHERE template_for = 'DocumentRejected'").await;
    let mail = rejected(&app, "none").await;
    assert!(mail.contains("We could not accept your PAN Card") && mail.contains("Too dark."), "{mail}");
}

async fn the_remarks_message_is_shown_to_customers(app: TestApp) {
    let said = "Northgate Bank never asks for your PIN";
    let banker = Desk::staff(&app, "BANKER1").await;
    let seen = banker.call("docrequest/messages", "F", &request_input()).await.expect(200);
    let text = |channel: &str| {
        let messages = seen.content().iter().find(|message| message["channel"] == channel);
        messages.map(|message| message["text"].as_str().unwrap_or_default().to_owned())
    };
    assert!(text("Email").expect("a mail").contains(said));
    assert!(text("SMS").is_none_or(|text| !text.contains(said)), "an SMS stays short");
    let (done, _) = enter(&app, &link_of(&app, "meena@example.com").await).await;
    assert!(done.record()["remarksMessage"].as_str().unwrap().contains(said));
    assert!(!app.mailbox.letters()[0].1.text.contains(said), "a mail with a code asks for no documents");
    // Mails to the staff do not carry what is said to customers.
    let forget = json!({ "entityCode": "NGB", "userId": "VIEWER" });
    app.anonymous().post("sms", "sms/usermaster/forgetpassword", None, &forget).await.expect(200);
    assert!(!app.mailbox.letters()[0].1.text.contains(said));
}
