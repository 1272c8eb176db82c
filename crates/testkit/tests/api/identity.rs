//! Login, sessions and logout.

use std::sync::Arc;

use app::identity::Passwords;
use app::{App, identity};
use axum::body::Body;
use serde_json::json;
use testkit::{Client, Database, PATIENCE, TestApp, on_both_databases, on_sqlite, until};

on_both_databases!(
    a_login_answers_with_token_and_screens,
    refresh_replaces_the_token_and_one_of_many_wins,
    a_session_ends_after_eight_hours_and_a_customers_after_two,
    logging_out_ends_the_session,
    a_changed_role_takes_effect_on_the_next_call,
    a_new_password_ends_the_users_sessions,
    a_password_that_an_administrator_sets_is_changed_at_the_first_login,
    the_own_password_is_changed_with_the_old_one_only,
    parallel_right_passwords_are_all_accepted,
    a_user_is_locked_after_ten_tries_from_anywhere,
);

on_sqlite!(
    a_failed_login_has_the_same_answer_for_everyone,
    a_refresh_with_another_users_header_json_is_refused_and_keeps_the_token,
    a_busy_session_is_checked_again_in_the_background,
    a_token_expires,
    an_inactive_or_expired_user_is_told_after_the_right_password,
    parallel_wrong_passwords_are_mostly_not_hashed,
    addresses_of_one_network_count_as_one,
    a_storm_of_logins_does_not_hold_up_the_rest,
);

async fn parallel_wrong_passwords_are_mostly_not_hashed(app: TestApp) {
    let wrong = json!({ "entityCode": "NGB", "userId": "BANKER2", "password": "Wrong@2026" });
    let before = app.app().passwords.verified_count();
    let tries: Vec<_> = (0..200)
        .map(|_| {
            let (client, wrong) = (app.anonymous(), wrong.clone());
            tokio::spawn(async move { client.post("sms", "sms/usermasterlogin", None, &wrong).await.status.as_u16() })
        })
        .collect();
    let mut hashed = 0;
    for one in tries {
        match one.await.unwrap() {
            422 => hashed += 1,
            status => assert_eq!(status, 429),
        }
    }
    assert_eq!(hashed, 5, "five were answered as wrong");
    assert_eq!(app.app().passwords.verified_count() - before, 5, "and no more were looked at");
    let right = json!({ "entityCode": "NGB", "userId": "BANKER2", "password": "Docz@2026" });
    let locked = app.anonymous().post("sms", "sms/usermasterlogin", None, &right).await.expect(429);
    assert_eq!(locked.headers["retry-after"], "1800");
    assert_eq!(locked.error(), "Too many attempts. Please try again later.");
    // Other users, and the same name at another entity, are not affected. After half an hour the lock ends.
    app.log_in("NGB", "BANKER1").await;
    app.log_in("KALVI", "BANKER2").await;
    app.clock.advance_seconds(1801);
    app.log_in("NGB", "BANKER2").await;
}

fn logins_a_minute(number: u32) -> api::Rates {
    api::Rates { login: number.try_into().expect("not 0"), ..api::Rates::HIGH }
}

/// A login through a trusted proxy, from this address.
async fn from_address(app: &TestApp, address: &str, user: &str) -> testkit::Answer {
    let body = json!({ "entityCode": "NGB", "userId": user, "password": "Wrong@2026" }).to_string();
    let path = "/api/sms/v1/docz/banking/sms/usermasterlogin";
    app.anonymous().send("POST", path, &[("x-forwarded-for", address)], Body::from(body)).await
}

async fn a_user_is_locked_after_ten_tries_from_anywhere(app: TestApp) {
    let app = app.behind_proxies(&["127.0.0.1"], &api::Rates::HIGH).await;
    for at in 0..10 {
        from_address(&app, &format!("203.0.113.{at}"), "BANKER2").await.expect(422);
    }
    from_address(&app, "198.51.100.1", "BANKER2").await.expect(429);
    // The right password does not help either; other users are not affected.
    let right = json!({ "entityCode": "NGB", "userId": "BANKER2", "password": "Docz@2026" });
    app.anonymous().post("sms", "sms/usermasterlogin", None, &right).await.expect(429);
    from_address(&app, "198.51.100.1", "BANKER1").await.expect(422);
}

async fn addresses_of_one_network_count_as_one(app: TestApp) {
    let app = app.behind_proxies(&["127.0.0.1"], &api::Rates::HIGH).await;
    for at in 1..=5 {
        from_address(&app, &format!("2001:db8:0:1::{at}"), "BANKER2").await.expect(422);
    }
    from_address(&app, "2001:db8:0:1:ffff::9", "BANKER2").await.expect(429);
    from_address(&app, "2001:db8:0:2::1", "BANKER2").await.expect(422);
    // The limit of calls is per network, too.
    let app = app.behind_proxies(&["127.0.0.1"], &logins_a_minute(2)).await;
    from_address(&app, "2001:db8:0:3::1", "NOBODY1").await.expect(422);
    from_address(&app, "2001:db8:0:3::2", "NOBODY2").await.expect(422);
    let held = from_address(&app, "2001:db8:0:3::3", "NOBODY3").await.expect(429);
    assert!(held.headers["retry-after"].to_str().unwrap().parse::<u64>().unwrap() >= 1);
    from_address(&app, "2001:db8:0:4::3", "NOBODY3").await.expect(422);
    from_address(&app, "::ffff:203.0.113.9", "NOBODY4").await.expect(422);
    from_address(&app, "203.0.113.9", "NOBODY5").await.expect(422);
    from_address(&app, "203.0.113.9", "NOBODY6").await.expect(429);
}

/// Independent of the clock: a list requested during the storm is answered before the storm ends.
async fn a_storm_of_logins_does_not_hold_up_the_rest(app: TestApp) {
    const STORM: u64 = 200;
    // With hashes that take as long as they do in the product.
    let app = app.with_parts(|app| app.passwords = Arc::new(Passwords::new())).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let industry = domain::master_data::find("industrymaster").unwrap();
    let before = app.app().passwords.verified_count();
    let tries: Vec<_> = (0..STORM)
        .map(|number| {
            let client = app.anonymous();
            let body = json!({ "entityCode": "NGB", "userId": format!("NOBODY{number}"), "password": "Wrong@2026" });
            tokio::spawn(async move { client.post("sms", "sms/usermasterlogin", None, &body).await.status.as_u16() })
        })
        .collect();
    until("a password is verified", PATIENCE, async || app.app().passwords.verified_count() > before).await;
    admin.list(industry, "page=0").await.expect(200);
    let done = tries.iter().filter(|one| one.is_finished()).count();
    assert!((done as u64) < STORM, "the list waited for every login");
    for one in tries {
        assert_eq!(one.await.unwrap(), 422);
    }
}

async fn a_login_answers_with_token_and_screens(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    for name in [
        "userId",
        "userType",
        "countryCode",
        "entityCode",
        "tenantCode",
        "defaultTenantCode",
        "defaultBranchCode",
        "userLanguage",
        "entityType",
        "displayName",
        "departmentCode",
    ] {
        assert!(admin.auth[name].is_string(), "{name}");
    }
    assert_eq!(admin.auth["screens"].as_array().unwrap().len(), 46);
    assert_eq!(admin.auth["screens"][0]["screenCode"], "SD-ADM-001");
    assert_eq!(admin.auth["theme"]["--t-brand"], "#2b4acb");
    assert_eq!(admin.auth["logo"], "/provider/brand/NGB/1/logo");
    let entities = app.anonymous().get("app", "entity/entityList", "code=IN").await.expect(200);
    assert_eq!(entities.content()[1]["logo"], admin.auth["logo"]);
    assert_eq!(admin.get("sms", "sms/me", "").await.expect(200).record(), &admin.auth);
    let banker = app.log_in("NGB", "BANKER1").await;
    assert!(
        banker.auth["screens"].as_array().unwrap().iter().all(|screen| screen["group"] == "Requestor Screen Access")
    );
}

async fn a_failed_login_has_the_same_answer_for_everyone(app: TestApp) {
    let nobody = app.anonymous();
    let wrong = [
        json!({ "entityCode": "NGB", "userId": "ADMIN", "password": "Wrong@2026" }),
        json!({ "entityCode": "NGB", "userId": "NOBODY", "password": "Docz@2026" }),
        json!({ "entityCode": "NOWHERE", "userId": "ADMIN", "password": "Docz@2026" }),
        json!({ "entityCode": "NGB", "userId": "' OR '1'='1", "password": "' OR '1'='1" }),
    ];
    for body in wrong {
        let before = app.app().passwords.verified_count();
        let answer = nobody.post("sms", "sms/usermasterlogin", None, &body).await.expect(422);
        assert_eq!(answer.error(), "The user ID or password is wrong");
        assert!(!answer.headers.contains_key("authorization"));
        assert_eq!(app.app().passwords.verified_count() - before, 1, "the same work for everyone: {body}");
    }
    nobody.post("sms", "sms/usermasterlogin", None, &json!({ "entityCode": 1 })).await.expect(400);
    nobody
        .post("sms", "sms/usermasterlogin", None, &json!({ "entityCode": "NGB", "userId": "ADMIN" }))
        .await
        .expect(422);
    let elsewhere = json!({ "entityCode": "NGB", "tenantCode": "SME", "userId": "BANKER1", "password": "Docz@2026" });
    nobody.post("sms", "sms/usermasterlogin", None, &elsewhere).await.expect(403);
}

async fn refresh_replaces_the_token_and_one_of_many_wins(app: TestApp) {
    let mut admin = app.log_in("NGB", "ADMIN").await;
    let old = admin.clone();
    let tries: Vec<_> = (0..50)
        .map(|_| {
            let client = admin.clone();
            tokio::spawn(async move { client.post("sms", "sms/refreshtokenjwt", None, &json!({})).await })
        })
        .collect();
    let mut fresh = Vec::new();
    for one in tries {
        let answer = one.await.unwrap();
        match answer.status.as_u16() {
            200 => fresh.push(answer),
            status => assert_eq!(status, 401),
        }
    }
    assert_eq!(fresh.len(), 1, "one successor");
    admin.take_token(&fresh[0]);
    admin.get("sms", "sms/me", "").await.expect(200);
    old.get("sms", "sms/me", "").await.expect(401);
    // As the spec has it: the token in the path.
    let token = admin.token.take().unwrap();
    let path = format!("/api/sms/v1/docz/banking/sms/refreshtokenjwt/{token}");
    let answer = admin.send("POST", &path, &[], Body::empty()).await.expect(200);
    admin.take_token(&answer);
    admin.get("sms", "sms/me", "").await.expect(200);
}

async fn a_refresh_with_another_users_header_json_is_refused_and_keeps_the_token(app: TestApp) {
    let banker = app.log_in("NGB", "BANKER1").await;
    let lies = [
        ("userId", "ADMIN"),
        ("userType", "C"),
        ("countryCode", "LK"),
        ("entityCode", "KALVI"),
        ("tenantCode", "SME"),
        ("branchCode", "BR109"),
    ];
    let refusals = "SELECT count(*) FROM audit_log WHERE action = 'refused'";
    for (at, (claim, value)) in lies.into_iter().enumerate() {
        let mut liar = banker.clone();
        liar.claims.insert(claim.into(), value.into());
        let refused = liar.post("sms", "sms/refreshtokenjwt", None, &json!({})).await.expect(403);
        assert!(!refused.headers.contains_key("authorization"), "{claim}");
        // The token in the path, as the spec has it.
        let token = liar.token.take().unwrap();
        liar.post("sms", &format!("sms/refreshtokenjwt/{token}"), None, &json!({})).await.expect(403);
        assert_eq!(app.count(refusals).await, 2 * (at as i64 + 1), "{claim} is audited");
        banker.get("sms", "sms/me", "").await.expect(200);
    }
    // What fits is served in both forms; an empty header json claims nothing.
    let mut banker = banker;
    let answer = banker.post("sms", "sms/refreshtokenjwt", None, &json!({})).await.expect(200);
    banker.take_token(&answer);
    let mut spec = banker.clone();
    let token = spec.token.take().unwrap();
    let answer = spec.post("sms", &format!("sms/refreshtokenjwt/{token}"), None, &json!({})).await.expect(200);
    banker.get("sms", "sms/me", "").await.expect(401);
    banker.take_token(&answer);
    banker.claims.clear();
    let answer = banker.post("sms", "sms/refreshtokenjwt", None, &json!({})).await.expect(200);
    banker.take_token(&answer);
    banker.get("sms", "sms/me", "").await.expect(200);
}

/// Refreshes until the session ends; returns after how many minutes.
async fn minutes_until_the_end(app: &TestApp, client: &mut Client) -> i64 {
    for minutes in 1.. {
        app.clock.advance_seconds(60);
        if minutes % 10 != 0 {
            continue;
        }
        match client.post("sms", "sms/refreshtokenjwt", None, &json!({})).await {
            answer if answer.status == 200 => client.take_token(&answer),
            answer => {
                assert_eq!(answer.status.as_u16(), 401);
                return minutes;
            }
        }
    }
    unreachable!()
}

async fn a_session_ends_after_eight_hours_and_a_customers_after_two(app: TestApp) {
    let mut viewer = app.log_in("NGB", "VIEWER").await;
    assert_eq!(minutes_until_the_end(&app, &mut viewer).await, 8 * 60);
    viewer.get("sms", "sms/me", "").await.expect(401);
    let mut customer = app.log_in_customer("meena@example.com").await;
    assert_eq!(minutes_until_the_end(&app, &mut customer).await, 2 * 60);
    let customers = domain::master_data::find("customerusermaster").unwrap();
    customer.operate(customers, "F", &json!({})).await.expect(401);
}

async fn logging_out_ends_the_session(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let other = app.log_in("NGB", "ADMIN").await;
    admin.post("sms", "sms/usermasterlogout", None, &json!({})).await.expect(200);
    admin.get("sms", "sms/me", "").await.expect(401);
    admin.post("sms", "sms/refreshtokenjwt", None, &json!({})).await.expect(401);
    other.get("sms", "sms/me", "").await.expect(200);
}

/// Another node ends the session. The clock stops before the cached session expires, so that only the background check
/// can notice.
async fn a_busy_session_is_checked_again_in_the_background(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    admin.get("sms", "sms/me", "").await.expect(200);
    let token = admin.token.as_deref().unwrap().trim_start_matches("Bearer ");
    let settings = app.app().settings.clone();
    let elsewhere = App::new(app.second_store().await, app.clock.clone(), app.mailbox.clone(), settings);
    let actor = identity::authenticate(&elsewhere, token).await.unwrap();
    identity::log_out(&elsewhere, &actor).await.unwrap();
    app.clock.advance_milliseconds(100);
    admin.get("sms", "sms/me", "").await.expect(200);
    app.clock.advance_milliseconds(300);
    admin.get("sms", "sms/me", "").await.expect(200);
    until("it was found out", PATIENCE, async || admin.get("sms", "sms/me", "").await.status == 401).await;
}

async fn a_token_expires(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    app.clock.advance_seconds(899);
    admin.get("sms", "sms/me", "").await.expect(200);
    app.clock.advance_seconds(2);
    admin.get("sms", "sms/me", "").await.expect(401);
    for forged in ["", "x", "a.b.c", "eyJhbGciOiJub25lIn0.e30.", &"x".repeat(10_000)] {
        let mut forger = admin.clone();
        forger.token = Some(forged.to_owned());
        forger.get("sms", "sms/me", "").await.expect(401);
    }
}

async fn a_changed_role_takes_effect_on_the_next_call(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let viewer = app.log_in("NGB", "VIEWER").await;
    let industry = domain::master_data::find("industrymaster").unwrap();
    viewer.list(industry, "").await.expect(200);
    let mapping = domain::master_data::find("rolescreenmapping").unwrap();
    let key = json!({ "roleCode": "VIEWER", "screenCode": "SD-ADM-013", "actionCode": "view" });
    admin.operate(mapping, "D", &key).await.expect(200);
    viewer.list(industry, "").await.expect(403);
    admin.operate(mapping, "S", &key).await.expect(200);
    viewer.list(industry, "").await.expect(200);
}

async fn an_inactive_or_expired_user_is_told_after_the_right_password(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let viewer = app.log_in("NGB", "VIEWER").await;
    let users = domain::master_data::find("usermaster").unwrap();
    let mut record = admin.operate(users, "F", &json!({ "userId": "VIEWER" })).await.expect(200).record().clone();
    record["status"] = json!("InActive");
    admin.operate(users, "U", &record).await.expect(200);
    viewer.get("sms", "sms/me", "").await.expect(401);
    let body = json!({ "entityCode": "NGB", "userId": "VIEWER", "password": "Docz@2026" });
    let told = app.anonymous().post("sms", "sms/usermasterlogin", None, &body).await.expect(403);
    assert_eq!(told.error(), "This user ID is inactive. Ask your administrator.");
    let wrong = json!({ "entityCode": "NGB", "userId": "VIEWER", "password": "Wrong@2026" });
    assert_eq!(
        app.anonymous().post("sms", "sms/usermasterlogin", None, &wrong).await.expect(422).error(),
        "The user ID or password is wrong"
    );
    app.run_sql_directly("UPDATE staff_user SET expiry_date = '2026-11-14' WHERE user_id = 'BANKER1'").await;
    let body = json!({ "entityCode": "NGB", "userId": "BANKER1", "password": "Docz@2026" });
    assert_eq!(
        app.anonymous().post("sms", "sms/usermasterlogin", None, &body).await.expect(403).error(),
        "This UserId Has Been Expired!"
    );
    app.run_sql_directly("UPDATE entity_master SET expiry_date = '2026-11-14' WHERE entity_code = 'KALVI'").await;
    let body = json!({ "entityCode": "KALVI", "userId": "ADMIN", "password": "Docz@2026" });
    assert_eq!(
        app.anonymous().post("sms", "sms/usermasterlogin", None, &body).await.expect(403).error(),
        "This Entity Has Been Expired!"
    );
}

async fn a_new_password_ends_the_users_sessions(app: TestApp) {
    app.without_four_eyes().await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let viewer = app.log_in("NGB", "VIEWER").await;
    let users = domain::master_data::find("usermaster").unwrap();
    let mut record = admin.operate(users, "F", &json!({ "userId": "VIEWER" })).await.expect(200).record().clone();
    record["password"] = json!("short1@");
    admin.operate(users, "U", &record).await.expect(200);
    viewer.get("sms", "sms/me", "").await.expect(401);
    let again = Client::choose_password(app.router.clone(), "NGB", "VIEWER", "short1@", "short2@").await;
    again.get("sms", "sms/me", "").await.expect(200);
}

async fn a_password_that_an_administrator_sets_is_changed_at_the_first_login(app: TestApp) {
    app.without_four_eyes().await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let users = domain::master_data::find("usermaster").unwrap();
    let mut record = admin.operate(users, "F", &json!({ "userId": "VIEWER" })).await.expect(200).record().clone();
    record["password"] = json!("Given#2026x");
    admin.operate(users, "U", &record).await.expect(200);
    let nobody = app.anonymous();
    let body = json!({ "entityCode": "NGB", "userId": "VIEWER", "password": "Given#2026x" });
    let asked = nobody.post("sms", "sms/usermasterlogin", None, &body).await.expect(200);
    assert_eq!(asked.record()["passwordChange"], true);
    assert!(!asked.headers.contains_key("authorization") && asked.record().get("screens").is_none());
    let sessions = "SELECT count(*) FROM session WHERE user_id = 'VIEWER'";
    assert_eq!(app.count(sessions).await, 0);
    let choose = |password: &str| json!({ "resetToken": asked.record()["resetToken"], "password": password });
    let same = nobody.post("sms", "sms/usermaster/resetpassword", None, &choose("Given#2026x")).await.expect(422);
    assert_eq!(same.error(), "Choose a password that is different from the one you were given");
    let weak = nobody.post("sms", "sms/usermaster/resetpassword", None, &choose("short")).await.expect(422);
    assert_eq!(weak.error(), "Password Must Be Atleast 7 Characters");
    nobody.post("sms", "sms/usermaster/resetpassword", None, &choose("Chosen#2026x")).await.expect(200);
    let inside = Client::log_in(app.router.clone(), "NGB", "", "VIEWER", "Chosen#2026x").await;
    inside.get("sms", "sms/me", "").await.expect(200);
    // An imported password was set by somebody else as well.
    let csv = "userId,password,firstName,lastName,userLanguage,defaultDepartmentCode,defaultBranchCode,\
        defaultTenantCode,mailId,mobileNumber,userType,expiryDate,status\n\
        IMPORTED,Given#2026y,New,User,en,IT,BR101,RETAIL,imported@northgate.example,+919840077001,B,\
        2036-12-31,Active\n";
    admin.verb(users, "/import", "", "POST", &[], csv.into()).await.expect(200);
    let body = json!({ "entityCode": "NGB", "userId": "IMPORTED", "password": "Given#2026y" });
    let asked = nobody.post("sms", "sms/usermasterlogin", None, &body).await.expect(200);
    assert_eq!(asked.record()["passwordChange"], true);
}

async fn the_own_password_is_changed_with_the_old_one_only(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let users = domain::master_data::find("usermaster").unwrap();
    let mut record = admin.operate(users, "F", &json!({ "userId": "ADMIN" })).await.expect(200).record().clone();
    record["password"] = json!("Fresh#2026x");
    let refused = admin.operate(users, "U", &record).await.expect(422);
    assert_eq!(refused.fields(), ["currentPassword"]);
    record["currentPassword"] = json!("Wrong@2026");
    let refused = admin.operate(users, "U", &record).await.expect(422);
    assert_eq!((refused.fields(), refused.error()), (vec!["currentPassword"], "The password is wrong"));
    app.log_in("NGB", "ADMIN").await;
    record["currentPassword"] = json!("Docz@2026");
    admin.operate(users, "U", &record).await.expect(200);
    // Chosen by its owner: the next login asks for no change.
    let again = Client::log_in(app.router.clone(), "NGB", "", "ADMIN", "Fresh#2026x").await;
    let log = "SELECT count(*) FROM audit_log WHERE detail LIKE '%Fresh#2026x%' OR detail LIKE '%Docz@2026%'";
    assert_eq!(app.count(log).await, 0);
    again.get("sms", "sms/me", "").await.expect(200);
}

async fn parallel_right_passwords_are_all_accepted(app: TestApp) {
    let right = json!({ "entityCode": "NGB", "userId": "BANKER2", "password": "Docz@2026" });
    let tries: Vec<_> = (0..18)
        .map(|_| {
            let (client, right) = (app.anonymous(), right.clone());
            tokio::spawn(async move { client.post("sms", "sms/usermasterlogin", None, &right).await.status.as_u16() })
        })
        .collect();
    for one in tries {
        assert_eq!(one.await.unwrap(), 200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_captcha_is_read_out_a_few_times_only() {
    let app = TestApp::with_captcha(Database::Sqlite).await;
    let nobody = app.anonymous();
    let captcha =
        |answer: &str| app.app().captchas.make_known(answer, app.app().clock.now().as_second() + 100).unwrap().0;
    let id = captcha("246813");
    let listen = |id: &str| {
        let (nobody, body) = (nobody.clone(), json!({ "captchaId": id }));
        async move { nobody.post("sms", "sms/captcha/audio", None, &body).await }
    };
    let first = listen(&id).await.expect(200);
    assert!(first.bytes.starts_with(b"RIFF"));
    for _ in 0..2 {
        assert_eq!(
            listen(&id).await.expect(200).bytes,
            first.bytes,
            "the noise of one captcha cannot be averaged away"
        );
    }
    listen(&id).await.expect(429);
    let other = listen(&captcha("246813")).await.expect(200);
    assert_ne!(other.bytes, first.bytes, "the same digits sound differently in another captcha");
    let late = captcha("246813");
    app.clock.advance_seconds(101);
    listen(&late).await.expect(404);
    listen("forged").await.expect(404);
}

#[tokio::test(flavor = "multi_thread")]
async fn with_the_captcha_on_a_login_needs_a_fresh_right_answer() {
    let app = TestApp::with_captcha(Database::Sqlite).await;
    let nobody = app.anonymous();
    let login = |id: &str, answer: &str| {
        json!({ "entityCode": "NGB", "userId": "ADMIN", "password": "Docz@2026",
        "captchaId": id, "captchaAnswer": answer })
    };
    let captcha = nobody.get("sms", "sms/captcha", "").await.expect(200);
    let id = captcha.record()["captchaId"].as_str().unwrap();
    assert!(captcha.record()["image"].as_str().unwrap().starts_with("data:image/png;base64,"));
    let failed = nobody.post("sms", "sms/usermasterlogin", None, &login(id, "wrong")).await.expect(422);
    assert_eq!(failed.error(), "Captcha Verification Failed");
    nobody.post("sms", "sms/usermasterlogin", None, &login("forged", "123456")).await.expect(422);
    nobody
        .post(
            "sms",
            "sms/usermasterlogin",
            None,
            &json!({ "entityCode": "NGB", "userId": "ADMIN", "password": "Docz@2026" }),
        )
        .await
        .expect(422);
    assert_eq!(app.count("SELECT count(*) FROM session").await, 0);
    let (id, answer) = app.app().captchas.make_known("246813", 1_900_000_000).unwrap();
    nobody.post("sms", "sms/usermasterlogin", None, &login(&id, &answer)).await.expect(200);
    nobody.post("sms", "sms/usermasterlogin", None, &login(&id, &answer)).await.expect(422);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_demo_tells_its_password_and_the_answer_of_a_captcha() {
    for demo in [true, false] {
        let settings = app::Settings {
            captcha: true,
            demo,
            domains: Vec::new(),
            origin: String::new(),
            sessions_at_once: 3,
            reports: app::ReportSettings::default(),
        };
        let app = TestApp::with(Database::Sqlite, settings, &api::Rates::HIGH).await;
        let captcha = app.anonymous().get("sms", "sms/captcha", "").await.expect(200);
        assert_eq!(captcha.record().get("answer").is_some(), demo);
        let body = json!({ "domain": "localhost" });
        let client = app.anonymous().post("app", "app/mapping/domain", None, &body).await.expect(200);
        assert_eq!(client.record().get("demoPassword").is_some(), demo, "{}", client.json);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_logins_from_one_address_are_held_back() {
    let settings = app::Settings {
        captcha: false,
        demo: true,
        domains: Vec::new(),
        origin: String::new(),
        sessions_at_once: 3,
        reports: app::ReportSettings::default(),
    };
    let app = TestApp::with(Database::Sqlite, settings, &logins_a_minute(3)).await;
    let body = json!({ "entityCode": "NGB", "userId": "ADMIN", "password": "Wrong@2026" });
    for _ in 0..3 {
        app.anonymous().post("sms", "sms/usermasterlogin", None, &body).await.expect(422);
    }
    let held = app.anonymous().post("sms", "sms/usermasterlogin", None, &body).await.expect(429);
    assert!(held.headers["retry-after"].to_str().unwrap().parse::<u64>().unwrap() >= 1);
}
