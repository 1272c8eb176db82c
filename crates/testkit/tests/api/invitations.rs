//! A new user is invited by mail and chooses the password; a logged-in user changes it.

use domain::master_data::Definition;
use serde_json::{Value, json};
use testkit::{Answer, Client, TestApp, on_both_databases, on_sqlite};

on_both_databases!(
    an_invited_user_chooses_a_password_with_a_link_that_works_once,
    a_new_invitation_replaces_the_earlier_one,
    users_change_their_own_password_and_stay_logged_in,
);

on_sqlite!(
    an_invitation_expires,
    without_an_invitation_a_password_is_required,
    only_users_without_a_password_are_invited_again,
    an_invitation_is_written_in_the_users_language,
    a_new_password_keeps_the_rules,
);

fn users() -> &'static Definition {
    domain::master_data::find("usermaster").unwrap()
}

/// The body of a new user NEWBIE, without a password.
async fn new_user(admin: &Client, values: Value) -> Value {
    let found = admin.operate(users(), "F", &json!({ "userId": "BANKER1" })).await.expect(200);
    let mut body = found.record().clone();
    let own = json!({ "userId": "NEWBIE", "mailId": "newbie@northgate.example", "mobileNumber": "+919840021099" });
    for values in [own, json!({ "branches": [{ "tenantCode": "RETAIL", "branchCode": "BR101" }] }), values] {
        body.as_object_mut().unwrap().extend(values.as_object().cloned().unwrap());
    }
    body
}

async fn invited(app: &TestApp) -> Client {
    let admin = app.log_in("NGB", "ADMIN").await;
    let body = new_user(&admin, json!({ "sendInvitation": true, "roles": ["BANKER"] })).await;
    let saved = admin.operate(users(), "S", &body).await.expect(200);
    assert_eq!(saved.record()["passwordSet"], false);
    admin
}

/// The secret of the newest mail to the new user.
fn secret(app: &TestApp) -> String {
    let letters = app.mailbox.letters();
    let (_, letter) =
        letters.iter().find(|(_, letter)| letter.to == "newbie@northgate.example").expect("an invitation");
    let (_, rest) = letter.text.split_once("https://docs.northgate.example/auth/reset#").expect("a link");
    rest.split_whitespace().next().unwrap().to_owned()
}

async fn check(app: &TestApp, secret: &str) -> Answer {
    app.anonymous().post("sms", "sms/usermaster/resetpassword", Some("F"), &json!({ "resetToken": secret })).await
}

async fn choose(app: &TestApp, secret: &str, password: &str) -> Answer {
    let body = json!({ "resetToken": secret, "password": password });
    app.anonymous().post("sms", "sms/usermaster/resetpassword", None, &body).await
}

async fn invite(admin: &Client, user: &str) -> Answer {
    admin.post("sms", "sms/usermaster/invite", Some("U"), &json!({ "userId": user })).await
}

async fn an_invited_user_chooses_a_password_with_a_link_that_works_once(app: TestApp) {
    invited(&app).await;
    let secret = secret(&app);
    // Nobody logs in before, not even with an empty password.
    for password in ["", "Docz@2026"] {
        let body = json!({ "entityCode": "NGB", "userId": "NEWBIE", "password": password });
        app.anonymous().post("sms", "sms/usermasterlogin", None, &body).await.expect(422);
    }
    // Looking at the link does not use it up.
    for _ in 0..2 {
        let owner = check(&app, &secret).await.expect(200);
        assert_eq!((&owner.record()["userId"], &owner.record()["invited"]), (&json!("NEWBIE"), &json!(true)));
    }
    choose(&app, &secret, "Bread-42-Lamp").await.expect(200);
    let newbie = Client::log_in(app.router.clone(), "NGB", "", "NEWBIE", "Bread-42-Lamp").await;
    newbie.get("banker", "transaction/docrequest/search", "page=0&size=1").await.expect(200);
    assert_eq!(check(&app, &secret).await.code(), "linkInvalid");
    assert_eq!(choose(&app, &secret, "Other-42-Lamp").await.code(), "linkInvalid");
}

async fn a_new_invitation_replaces_the_earlier_one(app: TestApp) {
    let admin = invited(&app).await;
    let first = secret(&app);
    invite(&admin, "NEWBIE").await.expect(200);
    let second = secret(&app);
    assert_ne!(first, second);
    assert_eq!(check(&app, &first).await.code(), "linkInvalid");
    choose(&app, &second, "Bread-42-Lamp").await.expect(200);
}

async fn an_invitation_expires(app: TestApp) {
    invited(&app).await;
    let secret = secret(&app);
    app.clock.advance_seconds(71 * 3600);
    check(&app, &secret).await.expect(200);
    app.clock.advance_seconds(2 * 3600);
    assert_eq!(check(&app, &secret).await.code(), "linkInvalid");
    assert_eq!(choose(&app, &secret, "Bread-42-Lamp").await.code(), "linkInvalid");
}

async fn without_an_invitation_a_password_is_required(app: TestApp) {
    app.without_four_eyes().await;
    let admin = app.log_in("NGB", "ADMIN").await;
    for values in [json!({}), json!({ "sendInvitation": false })] {
        let refused = admin.operate(users(), "S", &new_user(&admin, values).await).await.expect(422);
        assert_eq!(refused.fields(), ["password"]);
    }
    // A typed password wins: nothing is mailed.
    let body = new_user(&admin, json!({ "sendInvitation": true, "password": "Given@2026" })).await;
    admin.operate(users(), "S", &body).await.expect(200);
    assert!(app.mailbox.letters().iter().all(|(_, letter)| letter.to != "newbie@northgate.example"));
    Client::choose_password(app.router.clone(), "NGB", "NEWBIE", "Given@2026", "Bread-42-Lamp").await;
}

async fn only_users_without_a_password_are_invited_again(app: TestApp) {
    let admin = invited(&app).await;
    assert_eq!(invite(&admin, "BANKER1").await.expect(409).code(), "invitationUsed");
    invite(&admin, "NOBODY").await.expect(404);
    let listed = admin.list(users(), "userId=NEWBIE").await.expect(200);
    assert_eq!(listed.content()[0]["passwordSet"], false);
    for _ in 0..5 {
        invite(&admin, "NEWBIE").await.expect(200);
    }
    invite(&admin, "NEWBIE").await.expect(429);
}

async fn an_invitation_is_written_in_the_users_language(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let body = new_user(&admin, json!({ "sendInvitation": true, "userLanguage": "ta" })).await;
    admin.operate(users(), "S", &body).await.expect(200);
    let letters = app.mailbox.letters();
    let (_, letter) = letters.iter().find(|(_, letter)| letter.to == "newbie@northgate.example").unwrap();
    assert!(letter.text.contains("NEWBIE") && letter.text.contains("3 நாட்கள்"), "{}", letter.text);
}

async fn change(client: &Client, current: &str, password: &str) -> Answer {
    let body = json!({ "currentPassword": current, "password": password });
    client.post("sms", "sms/usermaster/changepassword", Some("U"), &body).await
}

async fn users_change_their_own_password_and_stay_logged_in(app: TestApp) {
    let here = app.log_in("NGB", "BANKER1").await;
    let elsewhere = app.log_in("NGB", "BANKER1").await;
    let refused = change(&here, "Wrong@2026", "Bread-42-Lamp").await.expect(422);
    assert_eq!((refused.fields(), refused.code()), (vec!["currentPassword"], "passwordWrong"));
    change(&here, "Docz@2026", "Bread-42-Lamp").await.expect(200);
    here.get("sms", "sms/me", "").await.expect(200);
    elsewhere.get("sms", "sms/me", "").await.expect(401);
    Client::log_in(app.router.clone(), "NGB", "", "BANKER1", "Bread-42-Lamp").await;
}

async fn a_new_password_keeps_the_rules(app: TestApp) {
    let banker = app.log_in("NGB", "BANKER1").await;
    for (password, code) in [
        ("", "passwordRequired"),
        ("a1@456", "passwordShort"),
        ("Password@1", "passwordCommon"),
        ("Docz@2026", "passwordUnchanged"),
    ] {
        let refused = change(&banker, "Docz@2026", password).await.expect(422);
        assert_eq!((refused.fields(), refused.code()), (vec!["password"], code));
    }
}
