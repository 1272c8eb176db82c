//! Customers log in with a code and reach only their own side. Also: forgotten passwords of the staff.

use serde_json::{Value, json};
use testkit::{Answer, Client, TestApp, on_both_databases, on_sqlite};

on_both_databases!(
    a_code_from_the_mailbox_opens_a_session,
    five_wrong_codes_invalidate_a_code,
    a_code_is_valid_once_and_for_five_minutes,
    codes_are_not_sent_too_often,
    a_new_address_counts_when_its_owner_confirms_it,
    a_new_customer_is_notified_with_a_link_in_place_of_the_id,
    a_forgotten_password_is_set_by_a_link_that_works_once,
);

on_sqlite!(
    an_unknown_customer_gets_the_same_answer,
    customers_are_told_that_their_entity_has_expired,
    a_stranger_cannot_keep_the_owner_from_a_code,
    strangers_of_many_networks_do_not_use_up_the_codes_of_the_link,
    codes_for_new_addresses_do_not_flood_a_telephone,
    customers_give_themselves_only_names,
    the_demo_mailbox_holds_mail_and_sms,
    a_customer_reaches_only_their_own_record,
);

async fn ask(client: &Client, user: &str) -> Answer {
    client.post("sms", "sms/customerusermasterLogin", None, &json!({ "entityCode": "NGB", "userId": user })).await
}

async fn answer(client: &Client, code_ref: &Value, code: &str) -> Answer {
    client.post("sms", "sms/customerusermasterLogin", None, &json!({ "otpRef": code_ref, "otp": code })).await
}

/// The six digits of the newest message.
fn code(app: &TestApp) -> String {
    let text = app.mailbox.letters().remove(0).1.text;
    text.split(|character: char| !character.is_ascii_digit()).find(|word| word.len() == 6).expect("a code").to_owned()
}

async fn log_in(app: &TestApp, user: &str) -> Client {
    let mut client = app.anonymous();
    let asked = ask(&client, user).await.expect(200);
    let done = answer(&client, &asked.record()["otpRef"], &code(app)).await.expect(200);
    client.take_token(&done);
    client.auth = done.record().clone();
    client
}

async fn a_code_from_the_mailbox_opens_a_session(app: TestApp) {
    let nobody = app.anonymous();
    let asked = ask(&nobody, "meena@example.com").await.expect(200);
    let record = asked.record();
    assert_eq!((record["channel"].as_str(), record["maskedTo"].as_str()), (Some("Email"), Some("m•••a@example.com")));
    assert_eq!((record["expiresIn"].as_i64(), record["resendIn"].as_i64()), (Some(300), Some(60)));
    let code = code(&app);
    assert!(!asked.json.to_string().contains(&code));
    let kept = format!("SELECT count(*) FROM one_time_code WHERE code_hash LIKE '%{code}%'");
    assert_eq!(app.count(&kept).await, 0, "only a hash is kept");
    let done = answer(&nobody, &record["otpRef"], &code).await.expect(200);
    let who = (done.record()["userType"].as_str(), done.record()["userId"].as_str());
    assert_eq!(who, (Some("C"), Some("meena@example.com")));
    assert!(done.headers.contains_key("authorization"));
}

async fn an_unknown_customer_gets_the_same_answer(app: TestApp) {
    let known = ask(&app.anonymous(), "arjun@example.com").await.expect(200);
    let unknown = ask(&app.anonymous(), "nobody@example.com").await.expect(200);
    let shape = |answer: &Answer| answer.record().as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(shape(&known), shape(&unknown));
    assert_eq!(app.mailbox.letters().len(), 1, "nothing goes to nobody");
    let refused = answer(&app.anonymous(), &unknown.record()["otpRef"], "000000").await.expect(422);
    assert_eq!((refused.error(), refused.fields()), ("Enter a valid OTP", vec!["otp"]));
    answer(&app.anonymous(), &json!("made up"), "000000").await.expect(422);
    answer(&app.anonymous(), &json!("made up.NGB"), "000000").await.expect(422);
    let odd = ask(&app.anonymous(), "meena").await.expect(422);
    assert_eq!((odd.error(), odd.fields()), ("Please Enter Valid User Id", vec!["userId"]));
    let nameless = json!({ "entityCode": "NGB" });
    app.anonymous().post("sms", "sms/customerusermasterLogin", None, &nameless).await.expect(422);
}

async fn customers_are_told_that_their_entity_has_expired(app: TestApp) {
    app.run_sql_directly("UPDATE entity_master SET expiry_date = '2026-11-14' WHERE entity_code = 'NGB'").await;
    for user in ["meena@example.com", "nobody@example.com"] {
        let told = ask(&app.anonymous(), user).await.expect(403);
        assert_eq!(told.error(), "This Entity Has Been Expired!");
    }
    app.run_sql_directly(
        "UPDATE entity_master SET expiry_date = '2099-12-31', status = 'InActive' WHERE entity_code = 'NGB'",
    )
    .await;
    ask(&app.anonymous(), "meena@example.com").await.expect(403);
}

async fn five_wrong_codes_invalidate_a_code(app: TestApp) {
    let nobody = app.anonymous();
    let asked = ask(&nobody, "meena@example.com").await.expect(200);
    let right = code(&app);
    let wrong = if right == "123456" { "654321" } else { "123456" };
    for _ in 0..5 {
        answer(&nobody, &asked.record()["otpRef"], wrong).await.expect(422);
    }
    answer(&nobody, &asked.record()["otpRef"], &right).await.expect(422);
}

async fn a_code_is_valid_once_and_for_five_minutes(app: TestApp) {
    let nobody = app.anonymous();
    let asked = ask(&nobody, "meena@example.com").await.expect(200);
    let right = code(&app);
    let tries: Vec<_> = (0..4)
        .map(|_| {
            let (client, code_ref, right) = (nobody.clone(), asked.record()["otpRef"].clone(), right.clone());
            tokio::spawn(async move { answer(&client, &code_ref, &right).await.status.as_u16() })
        })
        .collect();
    let mut opened = 0;
    for one in tries {
        opened += i32::from(one.await.unwrap() == 200);
    }
    assert_eq!(opened, 1);
    app.clock.advance_seconds(61);
    let later = ask(&nobody, "meena@example.com").await.expect(200);
    app.clock.advance_seconds(301);
    answer(&nobody, &later.record()["otpRef"], &code(&app)).await.expect(422);
}

async fn the_demo_mailbox_holds_mail_and_sms(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let customers = domain::master_data::find("customerusermaster").unwrap();
    let found = admin.operate(customers, "F", &json!({ "userId": "meena@example.com" })).await.expect(200);
    let mobile = found.record()["mobileNumber"].as_str().expect("a demo customer has a mobile number").to_owned();
    ask(&app.anonymous(), "meena@example.com").await.expect(200);
    app.clock.advance_seconds(61);
    let request_input = json!({ "entityCode": "NGB", "userId": "meena@example.com", "channel": "SMS" });
    let asked = app.anonymous().post("sms", "sms/customerusermasterLogin", None, &request_input).await.expect(200);
    let letters = app.mailbox.letters();
    let held: Vec<_> = letters.iter().map(|(_, letter)| (letter.channel.name(), letter.to.as_str())).collect();
    assert_eq!(held, [("SMS", mobile.as_str()), ("Email", "meena@example.com")]);
    assert!(!asked.json.to_string().contains(&mobile), "the number is not told");
    answer(&app.anonymous(), &asked.record()["otpRef"], &code(&app)).await.expect(200);
}

async fn codes_are_not_sent_too_often(app: TestApp) {
    let nobody = app.anonymous();
    ask(&nobody, "lakshmi@example.com").await.expect(200);
    let right = code(&app);
    app.clock.advance_seconds(20);
    // Within a minute nothing is sent: the answer refers to the existing code and tells how long it is valid.
    for user in ["lakshmi@example.com", "nobody@example.com"] {
        ask(&nobody, user).await.expect(200);
    }
    let soon = ask(&nobody, "lakshmi@example.com").await.expect(200).record().clone();
    assert_eq!((soon["expiresIn"].as_i64(), soon["resendIn"].as_i64()), (Some(280), Some(40)));
    assert_eq!(app.mailbox.letters().len(), 1);
    answer(&nobody, &soon["otpRef"], &right).await.expect(200);
    answer(&nobody, &soon["otpRef"], &right).await.expect(422);
    for _ in 0..4 {
        app.clock.advance_seconds(61);
        ask(&nobody, "lakshmi@example.com").await.expect(200);
    }
    assert_eq!(app.mailbox.letters().len(), 5);
    // Five an hour. The answer refers to the last one while it is valid, and is a refusal afterwards.
    app.clock.advance_seconds(61);
    let last = ask(&nobody, "lakshmi@example.com").await.expect(200).record().clone();
    assert_eq!((last["expiresIn"].as_i64(), last["resendIn"].as_i64()), (Some(239), Some(239)));
    app.clock.advance_seconds(300);
    let late = ask(&nobody, "lakshmi@example.com").await.expect(429);
    assert_eq!(late.headers["retry-after"], "3239", "an hour after the last code");
    assert_eq!(app.mailbox.letters().len(), 5);
    app.clock.advance_seconds(3601);
    ask(&nobody, "lakshmi@example.com").await.expect(200);
}

/// A call of the portal's login through a trusted proxy, from this address.
async fn from_address(app: &TestApp, address: &str, body: Value) -> Answer {
    let path = "/api/sms/v1/docz/banking/sms/customerusermasterLogin";
    app.anonymous().send("POST", path, &[("x-forwarded-for", address)], body.to_string().into()).await
}

const OWNER: &str = "198.51.100.7";
const STRANGER: &str = "203.0.113.9";

async fn a_stranger_cannot_keep_the_owner_from_a_code(app: TestApp) {
    let app = app.behind_proxies(&["127.0.0.1"], &api::Rates::HIGH).await;
    let start = json!({ "entityCode": "NGB", "userId": "meena@example.com" });
    let end = |asked: &Answer, code: &str| json!({ "otpRef": asked.record()["otpRef"], "otp": code });
    // The stranger asks first; the owner's answer refers to the code that the owner received.
    from_address(&app, STRANGER, start.clone()).await.expect(200);
    let asked = from_address(&app, OWNER, start.clone()).await.expect(200);
    assert_eq!(app.mailbox.letters().len(), 1);
    from_address(&app, OWNER, end(&asked, &code(&app))).await.expect(200);
    // The stranger's limit of an hour is used up; the owner is still served.
    for _ in 0..30 {
        app.clock.advance_seconds(61);
        from_address(&app, STRANGER, start.clone()).await;
    }
    let sent = app.mailbox.letters().len();
    assert!(sent <= 5, "a telephone is not flooded: {sent}");
    from_address(&app, STRANGER, start.clone()).await.expect(429);
    let asked = from_address(&app, OWNER, start.clone()).await.expect(200);
    assert_eq!(app.mailbox.letters().len(), sent + 1);
    // Wrong codes from elsewhere do not count as the owner's tries.
    let right = code(&app);
    let wrong = if right == "123456" { "654321" } else { "123456" };
    let other = from_address(&app, STRANGER, start.clone()).await.expect(200);
    for _ in 0..7 {
        from_address(&app, STRANGER, end(&other, wrong)).await.expect(422);
    }
    from_address(&app, STRANGER, end(&other, &right)).await.expect(422);
    from_address(&app, OWNER, end(&asked, &right)).await.expect(200);
}

async fn strangers_of_many_networks_do_not_use_up_the_codes_of_the_link(app: TestApp) {
    let app = app.behind_proxies(&["127.0.0.1"], &api::Rates::HIGH).await;
    let permit = domain::access::system::customer("IN", "NGB", "meena@example.com");
    let link = app::notifications::make_customer_link(app.app(), &permit, "meena@example.com", None).await.unwrap();
    let secret = link.split_once("#link=").unwrap().1;
    let start = json!({ "entityCode": "NGB", "userId": "meena@example.com" });
    for at in 0..40 {
        app.clock.advance_seconds(61);
        from_address(&app, &format!("203.0.113.{at}"), start.clone()).await;
    }
    let sent = app.mailbox.letters().len();
    assert!(sent <= 10, "{sent}");
    app.clock.advance_seconds(301);
    from_address(&app, "203.0.113.99", start).await.expect(429);
    let asked = from_address(&app, OWNER, json!({ "linkToken": secret })).await.expect(200);
    assert_eq!(app.mailbox.letters().len(), sent + 1);
    let done = json!({ "otpRef": asked.record()["otpRef"], "otp": code(&app) });
    from_address(&app, OWNER, done).await.expect(200);
}

async fn a_new_address_counts_when_its_owner_confirms_it(app: TestApp) {
    let customer = log_in(&app, "meena@example.com").await;
    let customers = domain::master_data::find("customerusermaster").unwrap();
    let own = customer.operate(customers, "F", &json!({})).await.expect(200).record().clone();
    let former = own["mobileNumber"].as_str().unwrap().to_owned();
    let change = |value: &str, version: &Value| {
        json!({ "firstName": "Meenakshi", "mobileNumber": value,
        "versionNumber": version })
    };
    let wrong = customer.operate(customers, "U", &change("12", &own["versionNumber"])).await.expect(422);
    assert_eq!(wrong.fields(), ["mobileNumber"]);
    let body = change("+919840055555", &own["versionNumber"]);
    let asked = customer.operate(customers, "U", &body).await.expect(200).record().clone();
    assert_eq!((&asked["firstName"], &asked["mobileNumber"]), (&json!("Meenakshi"), &json!(former)));
    assert_eq!((asked["channel"].as_str(), asked["maskedTo"].as_str()), (Some("SMS"), Some("+91•••••555")));
    assert_eq!((asked["expiresIn"].as_i64(), asked["resendIn"].as_i64()), (Some(300), Some(60)));
    let letter = app.mailbox.letters().remove(0).1;
    assert_eq!((letter.channel.name(), letter.to.as_str()), ("SMS", "+919840055555"));
    let right = code(&app);
    // Until then login codes go to the former number, and this code opens no session.
    let request_input = json!({ "entityCode": "NGB", "userId": "meena@example.com", "channel": "SMS" });
    app.clock.advance_seconds(61);
    app.anonymous().post("sms", "sms/customerusermasterLogin", None, &request_input).await.expect(200);
    assert_eq!(app.mailbox.letters()[0].1.to, former);
    answer(&app.anonymous(), &asked["otpRef"], &right).await.expect(422);
    let confirm = |otp: &str| json!({ "otpRef": asked["otpRef"], "otp": otp });
    let other = if right == "123456" { "654321" } else { "123456" };
    let refused = customer.operate(customers, "U", &confirm(other)).await.expect(422);
    assert_eq!(refused.fields(), ["otp"]);
    let stranger = log_in(&app, "arjun@example.com").await;
    stranger.operate(customers, "U", &confirm(&right)).await.expect(422);
    let letters = app.mailbox.letters().len();
    let done = customer.operate(customers, "U", &confirm(&right)).await.expect(200).record().clone();
    assert_eq!(done["mobileNumber"], "+919840055555");
    customer.operate(customers, "U", &confirm(&right)).await.expect(422);
    // The former number and the mail address are notified.
    let told: Vec<String> = app
        .mailbox
        .letters()
        .into_iter()
        .map(|(_, letter)| letter)
        .take(app.mailbox.letters().len() - letters)
        .map(|letter| letter.to)
        .collect();
    assert_eq!(told, ["meena@example.com".to_owned(), former]);
    assert!(app.mailbox.letters()[0].1.text.contains("was changed"));
    assert_eq!(app.count("SELECT count(*) FROM audit_log WHERE action = 'address-verified'").await, 1);
    // Two changes at once are refused.
    let both =
        json!({ "mobileNumber": "+919840055556", "mailId": "new@example.com", "versionNumber": done["versionNumber"] });
    assert_eq!(
        customer.operate(customers, "U", &both).await.expect(422).error(),
        "Change either your email or your mobile number, not both at once"
    );
    let none = json!({ "mobileNumber": null, "versionNumber": done["versionNumber"] });
    customer.operate(customers, "U", &none).await.expect(200);
    assert!(app.mailbox.letters().iter().take(2).any(|(_, letter)| letter.to == "+919840055555"));
}

/// A customer's name stands in the bank's messages.
async fn customers_give_themselves_only_names(app: TestApp) {
    let customer = log_in(&app, "meena@example.com").await;
    let customers = domain::master_data::find("customerusermaster").unwrap();
    let own = customer.operate(customers, "F", &json!({})).await.expect(200).record().clone();
    for name in ["Call +91 99999 99999", "evil\u{2024}example/pay", "Ravi 2"] {
        let body = json!({ "lastName": name, "versionNumber": own["versionNumber"] });
        let refused = customer.operate(customers, "U", &body).await.expect(422);
        assert_eq!((refused.code(), refused.fields()), ("customerName", vec!["lastName"]), "{name}");
    }
    let body = json!({ "lastName": "O\u{2019}Neil-Rao", "versionNumber": own["versionNumber"] });
    customer.operate(customers, "U", &body).await.expect(200);
}

async fn codes_for_new_addresses_do_not_flood_a_telephone(app: TestApp) {
    let customer = log_in(&app, "meena@example.com").await;
    let customers = domain::master_data::find("customerusermaster").unwrap();
    let own = customer.operate(customers, "F", &json!({})).await.expect(200).record().clone();
    let mut version = own["versionNumber"].clone();
    let before = app.mailbox.letters().len();
    for at in 0..12 {
        let body = json!({ "mobileNumber": "+919840055555", "versionNumber": version });
        let asked = customer.operate(customers, "U", &body).await;
        match asked.status.as_u16() {
            200 => version = asked.record()["versionNumber"].clone(),
            status => assert_eq!(status, 429),
        }
        app.clock.advance_seconds(if at % 2 == 0 { 1 } else { 61 });
    }
    assert!(app.mailbox.letters().len() - before <= 5);
}

async fn a_customer_reaches_only_their_own_record(app: TestApp) {
    let customer = log_in(&app, "meena@example.com").await;
    let customers = domain::master_data::find("customerusermaster").unwrap();
    for definition in domain::master_data::ALL.iter().filter(|definition| definition.resource != "customerusermaster") {
        for operation in ["FA", "F", "S", "U", "D"] {
            customer.operate(definition, operation, &json!({})).await.expect(403);
        }
    }
    for path in ["sms/useractionlog", "sms/me"] {
        customer.get("sms", path, "").await.expect(403);
    }
    customer.get("app", "app/definition", "").await.expect(403);
    for operation in ["FA", "S", "D"] {
        customer.operate(customers, operation, &json!({ "userId": "arjun@example.com" })).await.expect(403);
    }
    // A customer finds their own record with any key.
    let other = json!({ "userId": "arjun@example.com" });
    let own = customer.operate(customers, "F", &other).await.expect(200).record().clone();
    assert_eq!(own["userId"], "meena@example.com");
    let version = own["versionNumber"].clone();
    let changed = json!({ "userId": "arjun@example.com", "firstName": "Meenakshi", "status": "InActive",
        "versionNumber": version });
    let updated = customer.operate(customers, "U", &changed).await.expect(200).record().clone();
    assert_eq!((updated["firstName"].as_str(), updated["status"].as_str()), (Some("Meenakshi"), Some("Active")));
    customer.operate(customers, "U", &changed).await.expect(409);
    let admin = app.log_in("NGB", "ADMIN").await;
    let log = admin.get("sms", "sms/customeractionlog", "page=0").await.expect(200);
    assert!(log.content().iter().any(|entry| entry["actionPerformed"] == "U"));
    // A locked customer is refused on the next call.
    let key = json!({ "userId": "meena@example.com" });
    let mut record = admin.operate(customers, "F", &key).await.expect(200).record().clone();
    record["status"] = json!("InActive");
    admin.operate(customers, "U", &record).await.expect(200);
    customer.operate(customers, "F", &json!({})).await.expect(401);
}

async fn a_forgotten_password_is_set_by_a_link_that_works_once(app: TestApp) {
    let nobody = app.anonymous();
    let forget = |user: &'static str| {
        let (nobody, body) = (nobody.clone(), json!({ "entityCode": "NGB", "userId": user }));
        // The link leads to the configured origin, not to the host the caller names.
        let headers =
            [("host", "evil.example"), ("x-forwarded-host", "evil.example"), ("forwarded", "host=evil.example")];
        let path = "/api/sms/v1/docz/banking/sms/usermaster/forgetpassword";
        async move { nobody.send("POST", path, &headers, body.to_string().into()).await }
    };
    let reset = |secret: String, password: &'static str| {
        let (nobody, body) = (nobody.clone(), json!({ "resetToken": secret, "password": password }));
        async move { nobody.post("sms", "sms/usermaster/resetpassword", None, &body).await }
    };
    let newest = || {
        let text = app.mailbox.letters().remove(0).1.text;
        let rest = text.split("https://docs.northgate.example/auth/reset#").nth(1).expect("a link").to_owned();
        rest.split_whitespace().next().unwrap().to_owned()
    };
    let unknown = forget("NOBODY").await.expect(200);
    let open = app.log_in("NGB", "VIEWER").await;
    let known = forget("VIEWER").await.expect(200);
    assert_eq!(known.bytes, unknown.bytes);
    let secret = newest();
    assert_eq!(reset(secret.clone(), "short").await.expect(422).fields(), ["password"]);
    reset("forged.NGB".into(), "Fresh@2027").await.expect(422);
    reset(secret.clone(), "Fresh@2027").await.expect(200);
    let again = reset(secret, "Other@2027").await.expect(422);
    assert_eq!(again.error(), "This link has expired. Please ask for a new one.");
    open.get("sms", "sms/me", "").await.expect(401);
    Client::log_in(app.router.clone(), "NGB", "", "VIEWER", "Fresh@2027").await;
    // Fifteen minutes, and three an hour.
    forget("BANKER1").await.expect(200);
    let late = newest();
    app.clock.advance_seconds(901);
    reset(late, "Fresh@2027").await.expect(422);
    forget("BANKER1").await.expect(200);
    forget("BANKER1").await.expect(200);
    forget("BANKER1").await.expect(429);
}

async fn a_new_customer_is_notified_with_a_link_in_place_of_the_id(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let customers = domain::master_data::find("customerusermaster").unwrap();
    let mut new =
        admin.operate(customers, "F", &json!({ "userId": "meena@example.com" })).await.expect(200).record().clone();
    for own in ["versionNumber", "createdOn", "createdBy", "updatedOn", "updatedBy"] {
        new.as_object_mut().unwrap().remove(own);
    }
    new["userId"] = "kavitha@example.com".into();
    new["mailId"] = "kavitha@example.com".into();
    new["mobileNumber"] = "+919840099887".into();
    admin.operate(customers, "S", &new).await.expect(200);
    let letter = app.mailbox.letters().remove(0).1;
    assert_eq!(letter.to, "kavitha@example.com");
    let link = letter.text.split_whitespace().find(|word| word.starts_with("https://")).expect("a link").to_owned();
    let (place, secret) = link.split_once("#link=").expect("the secret stands behind the #");
    assert_eq!(place, "https://docs.northgate.example/provider/login?entity=NGB");
    assert_eq!(app.count(&format!("SELECT count(*) FROM customer_link WHERE token_hash = '{secret}'")).await, 0);
    let nobody = app.anonymous();
    let by_link = |token: &str| json!({ "linkToken": token });
    let asked = nobody.post("sms", "sms/customerusermasterLogin", None, &by_link(secret)).await.expect(200);
    assert_eq!(asked.record()["maskedTo"], "k•••a@example.com");
    let done = answer(&nobody, &asked.record()["otpRef"], &code(&app)).await.expect(200);
    assert_eq!(done.record()["userId"], "kavitha@example.com");
    for made_up in ["x", "x.NGB", "x.NOWHERE"] {
        nobody.post("sms", "sms/customerusermasterLogin", None, &by_link(made_up)).await.expect(422);
    }
    app.clock.advance_seconds(30 * 24 * 3600 + 1);
    nobody.post("sms", "sms/customerusermasterLogin", None, &by_link(secret)).await.expect(422);
}
