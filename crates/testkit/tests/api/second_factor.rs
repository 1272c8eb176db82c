//! Second factors of the staff (app, mail, recovery codes), and confirmation of sensitive actions.

use serde_json::{Value, json};
use testkit::{Answer, Client, TestApp, on_both_databases, on_sqlite};
use totp_rs::{Builder, Secret, Totp};

on_both_databases!(
    a_role_that_needs_it_logs_in_with_a_code_by_mail,
    an_app_is_set_up_and_required_from_then_on,
    an_app_code_is_valid_once,
    a_recovery_code_is_valid_once,
    wrong_codes_end_a_challenge_and_then_lock_the_user,
    the_app_is_set_up_and_removed_with_the_password_only,
    recovery_codes_are_renewed_with_an_app_code,
);

on_sqlite!(
    a_code_is_valid_on_its_own_side_only,
    sensitive_actions_need_a_confirmation,
    sensitive_actions_on_files_and_lists_need_a_confirmation,
    the_policy_is_weakened_with_a_confirmation_only,
    the_policy_is_maintained_by_role_administrators,
    login_mails_and_confirmation_mails_have_separate_limits,
    a_code_for_one_purpose_is_not_valid_for_another,
);

const PASSWORD: &str = "Docz@2026";

async fn factor(client: &Client, operation: &str, body: Value) -> Answer {
    client.post("sms", "sms/secondfactor", Some(operation), &body).await
}

async fn policy(client: &Client, body: Value) -> Answer {
    client.post("sms", "sms/secondfactor/policy", Some("U"), &body).await
}

async fn first_step(app: &TestApp, user: &str) -> Answer {
    let body = json!({ "entityCode": "NGB", "userId": user, "password": PASSWORD });
    app.anonymous().post("sms", "sms/usermasterlogin", None, &body).await
}

async fn second_step(app: &TestApp, factor_ref: &Value, code: &str) -> Answer {
    let body = json!({ "factorRef": factor_ref, "factorCode": code });
    app.anonymous().post("sms", "sms/usermasterlogin", None, &body).await
}

fn mailed_code(app: &TestApp) -> String {
    let text = app.mailbox.letters().remove(0).1.text;
    text.split(|character: char| !character.is_ascii_digit()).find(|word| word.len() == 6).expect("a code").to_owned()
}

fn app_of(secret: &str) -> Totp {
    Builder::new().with_secret(Secret::try_from_base32(secret).unwrap()).with_account_name("x").build().unwrap()
}

fn shown(app: &TestApp, authenticator: &Totp) -> String {
    use ports::Clock;
    authenticator.generate(app.clock.now().as_second() as u64).to_string()
}

/// The app and the recovery codes of a user who has set them up.
async fn enrolled(app: &TestApp, client: &Client) -> (Totp, Vec<String>) {
    let begun = factor(client, "S", json!({ "password": PASSWORD })).await.expect(200).record().clone();
    let authenticator = app_of(begun["secret"].as_str().unwrap());
    assert!(begun["qr"].as_str().unwrap().starts_with("data:image/svg+xml;base64,"));
    assert!(begun["uri"].as_str().unwrap().starts_with("otpauth://totp/Docz:"), "{}", begun["uri"]);
    let code = shown(app, &authenticator);
    let done = factor(client, "U", json!({ "factorCode": code })).await.expect(200).record().clone();
    let paper =
        done["recoveryCodes"].as_array().unwrap().iter().map(|code| code.as_str().unwrap().to_owned()).collect();
    app.clock.advance_seconds(30);
    (authenticator, paper)
}

async fn a_role_that_needs_it_logs_in_with_a_code_by_mail(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let roles = domain::master_data::find("userrolemapping").unwrap();
    let mapped = admin.list(roles, "userId=CHECKER1").await.expect(200).content()[0]["roleCode"].clone();
    policy(&admin, json!({ "requiredRoles": [mapped] })).await.expect(200);
    let asked = first_step(&app, "CHECKER1").await.expect(200);
    assert!(!asked.headers.contains_key("authorization"), "no token for half a login");
    let record = asked.record();
    assert_eq!((record["secondFactor"].as_bool(), record["method"].as_str()), (Some(true), Some("mail")));
    assert!(record["maskedTo"].as_str().unwrap().contains('•'));
    assert!(record.get("screens").is_none());
    let code = mailed_code(&app);
    assert!(app.mailbox.letters()[0].1.text.contains("Northgate Bank"), "whose code it is");
    assert!(!asked.json.to_string().contains(&code));
    let wrong = if code == "123456" { "654321" } else { "123456" };
    let refused = second_step(&app, &record["factorRef"], wrong).await.expect(422);
    assert_eq!(refused.fields(), vec!["otp"]);
    let done = second_step(&app, &record["factorRef"], &code).await.expect(200);
    assert_eq!(done.record()["userId"], "CHECKER1");
    assert!(done.headers.contains_key("authorization"));
    second_step(&app, &record["factorRef"], &code).await.expect(422);
    // The next code is sent after a minute; other users are not affected.
    first_step(&app, "CHECKER1").await.expect(429);
    app.log_in("NGB", "VIEWER").await;
    app.clock.advance_seconds(61);
    let late = first_step(&app, "CHECKER1").await.expect(200).record()["factorRef"].clone();
    app.clock.advance_seconds(301);
    second_step(&app, &late, &mailed_code(&app)).await.expect(422);
}

async fn an_app_is_set_up_and_required_from_then_on(app: TestApp) {
    let banker = app.log_in("NGB", "BANKER1").await;
    let none = factor(&banker, "F", json!({})).await.expect(200).record().clone();
    assert_eq!((none["enrolled"].as_bool(), none["required"].as_bool()), (Some(false), Some(false)));
    // The app is not required until its set-up is finished.
    factor(&banker, "S", json!({ "password": PASSWORD })).await.expect(200);
    first_step(&app, "BANKER1").await.expect(200).headers.get("authorization").expect("a token");
    factor(&banker, "U", json!({ "factorCode": "000000" })).await.expect(422);
    let (authenticator, paper) = enrolled(&app, &banker).await;
    assert_eq!(paper.len(), 10);
    let have = factor(&banker, "F", json!({})).await.expect(200).record().clone();
    assert_eq!((have["enrolled"].as_bool(), have["recoveryCodesLeft"].as_i64()), (Some(true), Some(10)));
    let asked = first_step(&app, "BANKER1").await.expect(200);
    assert_eq!(asked.record()["method"], "totp");
    let code = shown(&app, &authenticator);
    let done = second_step(&app, &asked.record()["factorRef"], &code).await.expect(200);
    assert_eq!(done.record()["userId"], "BANKER1");
    // The secret is encrypted, the codes are hashed, and the log has an entry.
    let secret = authenticator.secret().to_base32();
    assert_eq!(app.count(&format!("SELECT count(*) FROM second_factor WHERE secret LIKE '%{secret}%'")).await, 0);
    let bare = paper[0].replace('-', "");
    assert_eq!(app.count(&format!("SELECT count(*) FROM recovery_code WHERE code_hash LIKE '%{bare}%'")).await, 0);
    assert_eq!(app.count("SELECT count(*) FROM audit_log WHERE action = 'factor-on'").await, 1);
}

async fn an_app_code_is_valid_once(app: TestApp) {
    let banker = app.log_in("NGB", "BANKER1").await;
    let (authenticator, _) = enrolled(&app, &banker).await;
    let code = shown(&app, &authenticator);
    let mut refs = Vec::new();
    for _ in 0..4 {
        refs.push(first_step(&app, "BANKER1").await.expect(200).record()["factorRef"].clone());
    }
    let tries = refs.into_iter().map(|factor_ref| {
        let (client, code) = (app.anonymous(), code.clone());
        tokio::spawn(async move {
            let body = json!({ "factorRef": factor_ref, "factorCode": code });
            client.post("sms", "sms/usermasterlogin", None, &body).await.status.as_u16()
        })
    });
    let mut opened = 0;
    for one in tries.collect::<Vec<_>>() {
        opened += i32::from(one.await.unwrap() == 200);
    }
    assert_eq!(opened, 1, "whoever reads it over a shoulder comes too late");
}

async fn a_recovery_code_is_valid_once(app: TestApp) {
    let banker = app.log_in("NGB", "BANKER1").await;
    let (_, paper) = enrolled(&app, &banker).await;
    let asked = first_step(&app, "BANKER1").await.expect(200);
    let typed = paper[3].to_uppercase().replace('-', " ");
    second_step(&app, &asked.record()["factorRef"], &typed).await.expect(200);
    let again = first_step(&app, "BANKER1").await.expect(200);
    second_step(&app, &again.record()["factorRef"], &paper[3]).await.expect(422);
    let have = factor(&banker, "F", json!({})).await.expect(200).record().clone();
    assert_eq!(have["recoveryCodesLeft"], 9);
}

async fn wrong_codes_end_a_challenge_and_then_lock_the_user(app: TestApp) {
    let banker = app.log_in("NGB", "BANKER1").await;
    let (authenticator, _) = enrolled(&app, &banker).await;
    let wrong = |code: &str| if code == "000000" { "111111" } else { "000000" };
    for round in 0..2 {
        let asked = first_step(&app, "BANKER1").await.expect(200);
        let code = shown(&app, &authenticator);
        for _ in 0..5 {
            second_step(&app, &asked.record()["factorRef"], wrong(&code)).await.expect(422);
        }
        second_step(&app, &asked.record()["factorRef"], &code).await.expect(422);
        assert!(round < 2);
    }
    // After ten wrong codes the right one is refused as well.
    let asked = first_step(&app, "BANKER1").await.expect(200);
    let locked = second_step(&app, &asked.record()["factorRef"], &shown(&app, &authenticator)).await.expect(429);
    assert_eq!(locked.headers["retry-after"], "1800");
    app.clock.advance_seconds(1801);
    let asked = first_step(&app, "BANKER1").await.expect(200);
    second_step(&app, &asked.record()["factorRef"], &shown(&app, &authenticator)).await.expect(200);
}

async fn a_code_is_valid_on_its_own_side_only(app: TestApp) {
    let ask = json!({ "entityCode": "NGB", "userId": "meena@example.com" });
    let asked = app.anonymous().post("sms", "sms/customerusermasterLogin", None, &ask).await.expect(200);
    let refused = second_step(&app, &asked.record()["otpRef"], &mailed_code(&app)).await;
    assert_eq!(refused.status.as_u16(), 422, "a customer's code is no second factor");
    let admin = app.log_in("NGB", "ADMIN").await;
    let roles = domain::master_data::find("userrolemapping").unwrap();
    let mapped = admin.list(roles, "userId=CHECKER1").await.expect(200).content()[0]["roleCode"].clone();
    policy(&admin, json!({ "requiredRoles": [mapped] })).await.expect(200);
    let staff = first_step(&app, "CHECKER1").await.expect(200);
    let body = json!({ "otpRef": staff.record()["factorRef"], "otp": mailed_code(&app) });
    app.anonymous().post("sms", "sms/customerusermasterLogin", None, &body).await.expect(422);
    for made_up in ["", "x", "x.NGB", "x.NOWHERE", ".", "…"] {
        second_step(&app, &json!(made_up), "123456").await.expect(422);
    }
}

async fn the_app_is_set_up_and_removed_with_the_password_only(app: TestApp) {
    let banker = app.log_in("NGB", "BANKER1").await;
    assert_eq!(factor(&banker, "S", json!({})).await.expect(422).fields(), vec!["password"]);
    let wrong = factor(&banker, "S", json!({ "password": "Wrong@2026" })).await.expect(422);
    assert_eq!((wrong.error(), wrong.fields()), ("The password is wrong", vec!["password"]));
    enrolled(&app, &banker).await;
    factor(&banker, "S", json!({ "password": PASSWORD })).await.expect(409);
    factor(&banker, "D", json!({ "password": "Wrong@2026" })).await.expect(422);
    factor(&banker, "D", json!({ "password": PASSWORD })).await.expect(200);
    factor(&banker, "D", json!({ "password": PASSWORD })).await.expect(404);
    assert_eq!(app.count("SELECT count(*) FROM recovery_code").await, 0);
    first_step(&app, "BANKER1").await.expect(200).headers.get("authorization").expect("a token");
    for _ in 0..5 {
        factor(&banker, "D", json!({ "password": "Wrong@2026" })).await.expect(422);
    }
    factor(&banker, "D", json!({ "password": PASSWORD })).await.expect(429);
}

async fn sensitive_actions_need_a_confirmation(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let industries = domain::master_data::find("industrymaster").unwrap();
    let marked = json!({ "sensitive": [{ "resource": "industrymaster", "action": "edit" }] });
    policy(&admin, marked.clone()).await.expect(200);
    let body = json!({ "industryCode": "STEP", "industryDesc": "Stepping up" });
    let refused = admin.operate(industries, "S", &body).await.expect(403);
    assert_eq!((refused.code(), refused.error()), ("stepUp", "Confirm it's you to continue"));
    assert_eq!(app.count("SELECT count(*) FROM industry WHERE industry_code = 'STEP'").await, 0);
    // Reading and deleting were not marked.
    admin.list(industries, "page=0").await.expect(200);
    let asked = admin.post("sms", "sms/stepup", Some("S"), &json!({})).await.expect(200).record().clone();
    let code = mailed_code(&app);
    let another = app.log_in("NGB", "BANKER1").await;
    let prove = json!({ "factorRef": asked["factorRef"], "factorCode": code });
    another.post("sms", "sms/stepup", Some("U"), &prove).await.expect(422);
    app.clock.advance_seconds(61);
    let asked = admin.post("sms", "sms/stepup", Some("S"), &json!({})).await.expect(200).record().clone();
    let prove = json!({ "factorRef": asked["factorRef"], "factorCode": mailed_code(&app) });
    admin.post("sms", "sms/stepup", Some("U"), &prove).await.expect(200);
    admin.operate(industries, "S", &body).await.expect(200);
    // Valid for this session only, and for five minutes.
    let elsewhere = app.log_in("NGB", "ADMIN").await;
    let other = json!({ "industryCode": "STEP2", "industryDesc": "Stepping up" });
    elsewhere.operate(industries, "S", &other).await.expect(403);
    app.clock.advance_seconds(301);
    admin.operate(industries, "S", &other).await.expect(403);
    // Weakening the policy needs the same confirmation.
    let refused = policy(&admin, json!({})).await.expect(403);
    assert_eq!(refused.code(), "stepUp");
    confirm(&app, &admin).await;
    policy(&admin, json!({})).await.expect(200);
    admin.operate(industries, "S", &other).await.expect(200);
}

/// Confirms with the mailed code that it is the client's user who acts.
async fn confirm(app: &TestApp, client: &Client) {
    app.clock.advance_seconds(61);
    let asked = client.post("sms", "sms/stepup", Some("S"), &json!({})).await.expect(200).record().clone();
    let prove = json!({ "factorRef": asked["factorRef"], "factorCode": mailed_code(app) });
    client.post("sms", "sms/stepup", Some("U"), &prove).await.expect(200);
}

async fn sensitive_actions_on_files_and_lists_need_a_confirmation(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let marked: Vec<Value> = domain::master_data::ALL
        .iter()
        .flat_map(|one| ["edit", "delete"].map(|action| json!({ "resource": one.resource, "action": action })))
        .collect();
    policy(&admin, json!({ "sensitive": marked })).await.expect(200);
    for definition in domain::master_data::ALL {
        let header = definition.stored().map(|field| field.name).collect::<Vec<_>>().join(",");
        let import = |query: &'static str| {
            let (admin, header) = (&admin, header.clone());
            async move { admin.verb(definition, "/import", query, "POST", &[], format!("{header}\n").into()).await }
        };
        for answer in [
            admin.operate(definition, "S", &json!({})).await,
            admin.operate(definition, "U", &json!({})).await,
            admin.operate(definition, "D", &json!({})).await,
            admin.operate(definition, "D", &json!({ "records": [{}, {}] })).await,
            import("").await,
            import("dryRun=true").await,
        ] {
            assert_eq!((answer.status.as_u16(), answer.code()), (403, "stepUp"), "{}", definition.resource);
        }
    }
    confirm(&app, &admin).await;
    let industries = domain::master_data::find("industrymaster").unwrap();
    let file = "industryCode,industryDesc\nSTEP,Stepping up\n";
    admin.verb(industries, "/import", "", "POST", &[], file.into()).await.expect(200);
}

async fn the_policy_is_weakened_with_a_confirmation_only(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let both = json!({ "requiredRoles": ["CHECKER1"], "sensitive": [{ "resource": "usermaster", "action": "edit" }] });
    policy(&admin, both.clone()).await.expect(200);
    for weaker in [
        json!({}),
        json!({ "requiredRoles": ["CHECKER1"] }),
        json!({ "sensitive": both["sensitive"] }),
        json!({ "requiredRoles": ["ADMIN"], "sensitive": both["sensitive"] }),
    ] {
        assert_eq!(policy(&admin, weaker).await.expect(403).code(), "stepUp");
    }
    let read = admin.get("sms", "sms/secondfactor/policy", "").await.expect(200).record().clone();
    assert_eq!((&read["requiredRoles"], &read["sensitive"]), (&both["requiredRoles"], &both["sensitive"]));
    // Strengthening it needs none.
    let more = json!({ "requiredRoles": ["CHECKER1", "CHECKER2"], "sensitive": both["sensitive"] });
    policy(&admin, more).await.expect(200);
    confirm(&app, &admin).await;
    policy(&admin, json!({})).await.expect(200);
}

async fn the_policy_is_maintained_by_role_administrators(app: TestApp) {
    let viewer = app.log_in("NGB", "VIEWER").await;
    policy(&viewer, json!({})).await.expect(403);
    viewer.get("sms", "sms/secondfactor/policy", "").await.expect(200);
    let banker = app.log_in("NGB", "BANKER1").await;
    banker.get("sms", "sms/secondfactor/policy", "").await.expect(403);
    let admin = app.log_in("NGB", "ADMIN").await;
    policy(&admin, json!({ "requiredRoles": ["NO-SUCH"] })).await.expect(422);
    for bad in [
        json!({ "requiredRoles": "ALL" }),
        json!({ "requiredRoles": [7] }),
        json!({ "sensitive": [{ "resource": "nothing", "action": "edit" }] }),
        json!({ "sensitive": [{ "resource": "industrymaster", "action": "view" }] }),
        json!({ "sensitive": ["industrymaster"] }),
    ] {
        policy(&admin, bad).await.expect(400);
    }
    let two = json!({ "sensitive": [
        { "resource": "usermaster", "action": "delete" }, { "resource": "usermaster", "action": "edit" },
        { "resource": "usermaster", "action": "edit" },
    ] });
    let kept = policy(&admin, two).await.expect(200).record().clone();
    assert_eq!(kept["sensitive"].as_array().unwrap().len(), 2);
    let one = json!({ "sensitive": [{ "resource": "usermaster", "action": "edit" }] });
    confirm(&app, &admin).await;
    policy(&admin, one.clone()).await.expect(200);
    let read = admin.get("sms", "sms/secondfactor/policy", "").await.expect(200).record().clone();
    assert_eq!(read["sensitive"], one["sensitive"]);
    let elsewhere = app.log_in("KALVI", "ADMIN").await;
    let theirs = elsewhere.get("sms", "sms/secondfactor/policy", "").await.expect(200).record().clone();
    assert_eq!(theirs["sensitive"], json!([]), "each entity has its own");
}

async fn renew(client: &Client, code: &str) -> Answer {
    let body = json!({ "factorCode": code });
    client.post("sms", "sms/secondfactor/recovery", Some("U"), &body).await
}

async fn recovery_codes_are_renewed_with_an_app_code(app: TestApp) {
    let banker = app.log_in("NGB", "BANKER1").await;
    renew(&banker, "123456").await.expect(422);
    let (authenticator, old) = enrolled(&app, &banker).await;
    let fresh = shown(&app, &authenticator);
    // Neither a recovery code nor a used app code renews the recovery codes.
    renew(&banker, &old[0]).await.expect(422);
    renew(&banker, "").await.expect(422);
    let asked = first_step(&app, "BANKER1").await.expect(200);
    second_step(&app, &asked.record()["factorRef"], &fresh).await.expect(200);
    renew(&banker, &fresh).await.expect(422);
    assert_eq!(app.count("SELECT count(*) FROM audit_log WHERE action = 'recovery-renewed'").await, 0);
    app.clock.advance_seconds(30);
    let code = shown(&app, &authenticator);
    let answer = renew(&banker, &code).await.expect(200);
    let new: Vec<&str> =
        answer.record()["recoveryCodes"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
    assert_eq!(new.len(), 10);
    assert!(new.iter().all(|code| !old.contains(&(*code).to_owned())));
    renew(&banker, &code).await.expect(422);
    let have = factor(&banker, "F", json!({})).await.expect(200).record().clone();
    assert_eq!(have["recoveryCodesLeft"], 10);
    let asked = first_step(&app, "BANKER1").await.expect(200);
    second_step(&app, &asked.record()["factorRef"], &old[1]).await.expect(422);
    second_step(&app, &asked.record()["factorRef"], new[1]).await.expect(200);
    assert_eq!(app.count("SELECT count(*) FROM audit_log WHERE action = 'recovery-renewed'").await, 1);
    // Wrong codes are counted, and then the right one is refused.
    let wrong = if shown(&app, &authenticator) == "000000" { "111111" } else { "000000" };
    for _ in 0..10 {
        renew(&banker, wrong).await;
    }
    app.clock.advance_seconds(30);
    renew(&banker, &shown(&app, &authenticator)).await.expect(429);
}

async fn needs_mail(app: &TestApp) -> Client {
    let admin = app.log_in("NGB", "ADMIN").await;
    policy(&admin, json!({ "requiredRoles": ["CHECKER1"] })).await.expect(200);
    let asked = first_step(app, "CHECKER1").await.expect(200);
    let done = second_step(app, &asked.record()["factorRef"], &mailed_code(app)).await.expect(200);
    let mut checker = app.anonymous();
    checker.take_token(&done);
    checker
}

async fn login_mails_and_confirmation_mails_have_separate_limits(app: TestApp) {
    let checker = needs_mail(&app).await;
    let nothing = json!({});
    let step_up = || checker.post("sms", "sms/stepup", Some("S"), &nothing);
    // A confirmation mail is sent right after the login mail.
    step_up().await.expect(200);
    step_up().await.expect(429);
    for _ in 0..4 {
        app.clock.advance_seconds(61);
        step_up().await.expect(200);
    }
    app.clock.advance_seconds(61);
    step_up().await.expect(429);
    // The hour's confirmation mails are used up; logging in still works.
    let asked = first_step(&app, "CHECKER1").await.expect(200);
    second_step(&app, &asked.record()["factorRef"], &mailed_code(&app)).await.expect(200);
}

async fn a_code_for_one_purpose_is_not_valid_for_another(app: TestApp) {
    let checker = needs_mail(&app).await;
    let asked = checker.post("sms", "sms/stepup", Some("S"), &json!({})).await.expect(200).record().clone();
    second_step(&app, &asked["factorRef"], &mailed_code(&app)).await.expect(422);
    app.clock.advance_seconds(61);
    let asked = first_step(&app, "CHECKER1").await.expect(200);
    let prove = json!({ "factorRef": asked.record()["factorRef"], "factorCode": mailed_code(&app) });
    checker.post("sms", "sms/stepup", Some("U"), &prove).await.expect(422);
    // The same with an app.
    let banker = app.log_in("NGB", "BANKER1").await;
    let (authenticator, _) = enrolled(&app, &banker).await;
    let asked = banker.post("sms", "sms/stepup", Some("S"), &json!({})).await.expect(200).record().clone();
    second_step(&app, &asked["factorRef"], &shown(&app, &authenticator)).await.expect(422);
    let prove = json!({ "factorRef": asked["factorRef"], "factorCode": shown(&app, &authenticator) });
    banker.post("sms", "sms/stepup", Some("U"), &prove).await.expect(200);
}
