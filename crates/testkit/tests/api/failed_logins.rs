//! Failed logins are all in the login log, never with the password that was typed.

use axum::body::Body;
use serde_json::{Value, json};
use testkit::{Answer, Client, TestApp, on_both_databases, on_sqlite};

on_both_databases!(
    a_failed_login_is_listed_with_its_outcome,
    a_lockout_is_logged_once,
    wrong_codes_of_staff_and_customers_are_listed,
    failed_logins_do_not_grow_without_bound,
    the_log_is_exported_and_paged_with_both_kinds_in_it,
);

on_sqlite!(only_the_log_tells_that_a_user_is_unknown, a_user_who_may_not_log_in_is_listed_with_the_reason,);

async fn try_login(app: &TestApp, user: &str, password: &str) -> Answer {
    let body = json!({ "entityCode": "NGB", "userId": user, "password": password }).to_string();
    let headers = [("x-time-zone", "Asia/Kolkata"), ("user-agent", "Mozilla/5.0 (X11; Linux x86_64) Firefox/130")];
    let path = "/api/sms/v1/docz/banking/sms/usermasterlogin";
    app.anonymous().send("POST", path, &headers, Body::from(body)).await
}

async fn log(admin: &Client, query: &str) -> Vec<Value> {
    let query = format!("page=0&size=1000&{query}");
    admin.get("sms", "sms/userlogindetails", &query).await.expect(200).content().clone()
}

fn outcomes(entries: &[Value]) -> Vec<(&str, &str)> {
    entries.iter().map(|one| (one["userId"].as_str().unwrap(), one["outcome"].as_str().unwrap())).collect()
}

async fn a_failed_login_is_listed_with_its_outcome(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    app.clock.advance_seconds(5);
    try_login(&app, "BANKER1", "Wrong@2026").await.expect(422);
    app.clock.advance_seconds(5);
    try_login(&app, "BANKER1", "Docz@2026").await.expect(200);
    let seen = log(&admin, "userId=BANKER1").await;
    assert_eq!(outcomes(&seen), [("BANKER1", "success"), ("BANKER1", "wrongPassword")], "newest first");
    let failed = &seen[1];
    assert_eq!((failed["ipAddress"].as_str(), failed["userType"].as_str()), (Some("127.0.0.1"), Some("B")));
    assert!(failed["device"].as_str().unwrap().contains("Firefox"));
    assert_eq!(failed["locationTimeZone"], "Asia/Kolkata");
    assert_eq!(failed["loggedFromLocation"], "local:");
    assert!(failed["logoutDateTime"].is_null() && failed["loginDateTime"].is_string());
    assert_eq!((failed["homeBranch"].as_str(), failed["loginBranch"].as_str()), (Some("BR101"), Some("")));
    assert_eq!(outcomes(&log(&admin, "outcome=wrongPassword").await), [("BANKER1", "wrongPassword")]);
    let succeeded = log(&admin, "outcome=success").await;
    assert_eq!(succeeded.len(), 2);
    // The log shows this entity only, and needs its permission.
    let elsewhere = app.log_in("KALVI", "ADMIN").await;
    assert!(log(&elsewhere, "outcome=wrongPassword").await.is_empty());
    app.log_in("NGB", "BANKER1").await.get("sms", "sms/userlogindetails", "outcome=locked").await.expect(403);
    admin.get("sms", "sms/userlogindetails", "password=x").await.expect(422);
    // A failed login is no session.
    assert_eq!(app.count("SELECT count(*) FROM session WHERE user_id = 'BANKER1'").await, 2);
}

async fn only_the_log_tells_that_a_user_is_unknown(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let known = try_login(&app, "BANKER1", "Wrong@2026").await.expect(422);
    let unknown = try_login(&app, "NOBODY1", "Wrong@2026").await.expect(422);
    assert_eq!(known.bytes, unknown.bytes);
    // A password typed into the user id field appears in no log and no counter.
    try_login(&app, "Canary@Pw77310", "x").await.expect(422);
    let mut seen = outcomes(&log(&admin, "outcome=unknownUser").await)
        .iter()
        .map(|(user, _)| (*user).to_owned())
        .collect::<Vec<_>>();
    seen.sort();
    assert_eq!(seen, ["Ca•••", "NO•••"]);
    let rows = app.dump().await;
    let hits: Vec<_> = rows.iter().filter(|row| row.contains("Canary@Pw") || row.contains("Wrong@2026")).collect();
    assert!(hits.is_empty(), "{hits:?}");
    // An unknown entity has no log and no row.
    let body = json!({ "entityCode": "NOWHERE", "userId": "ADMIN", "password": "Wrong@2026" });
    app.anonymous().post("sms", "sms/usermasterlogin", None, &body).await.expect(422);
    assert_eq!(app.count("SELECT count(*) FROM failed_login").await, 3);
}

async fn a_lockout_is_logged_once(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let tries: Vec<_> = (0..60)
        .map(|_| {
            let client = app.anonymous();
            let wrong = json!({ "entityCode": "NGB", "userId": "BANKER2", "password": "Wrong@2026" });
            tokio::spawn(async move { client.post("sms", "sms/usermasterlogin", None, &wrong).await.status.as_u16() })
        })
        .collect();
    for one in tries {
        assert!([422, 429].contains(&one.await.unwrap()));
    }
    let seen = log(&admin, "userId=BANKER2").await;
    let count = |outcome: &str| seen.iter().filter(|one| one["outcome"] == outcome).count();
    assert_eq!((count("wrongPassword"), count("locked"), seen.len()), (5, 1, 6));
    app.clock.advance_seconds(1801);
    for _ in 0..6 {
        try_login(&app, "BANKER2", "Wrong@2026").await;
    }
    let admin = app.log_in("NGB", "ADMIN").await;
    assert_eq!(log(&admin, "userId=BANKER2&outcome=locked").await.len(), 2, "a new lock is told again");
}

async fn a_user_who_may_not_log_in_is_listed_with_the_reason(app: TestApp) {
    app.run_sql_directly("UPDATE staff_user SET status = 'InActive' WHERE entity_code = 'NGB' AND user_id = 'VIEWER'")
        .await;
    app.run_sql_directly(
        "UPDATE staff_user SET expiry_date = '2026-11-14' WHERE entity_code = 'NGB' AND user_id = 'BANKER1'",
    )
    .await;
    try_login(&app, "VIEWER", "Docz@2026").await.expect(403);
    try_login(&app, "BANKER1", "Docz@2026").await.expect(403);
    let admin = app.log_in("NGB", "ADMIN").await;
    assert_eq!(outcomes(&log(&admin, "outcome=userInactive").await), [("VIEWER", "userInactive")]);
    assert_eq!(outcomes(&log(&admin, "outcome=userExpired").await), [("BANKER1", "userExpired")]);
}

async fn wrong_codes_of_staff_and_customers_are_listed(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let policy = json!({ "requiredRoles": ["CHECKER1"] });
    admin.post("sms", "sms/secondfactor/policy", Some("U"), &policy).await.expect(200);
    let asked = try_login(&app, "CHECKER1", "Docz@2026").await.expect(200);
    let body = json!({ "factorRef": asked.record()["factorRef"], "factorCode": "not it" });
    app.anonymous().post("sms", "sms/usermasterlogin", None, &body).await.expect(422);
    let ask = json!({ "entityCode": "NGB", "userId": "meena@example.com" });
    let asked = app.anonymous().post("sms", "sms/customerusermasterLogin", None, &ask).await.expect(200);
    for code_ref in [asked.record()["otpRef"].clone(), json!("made up.NGB")] {
        let body = json!({ "otpRef": code_ref, "otp": "not it" });
        app.anonymous().post("sms", "sms/customerusermasterLogin", None, &body).await.expect(422);
    }
    let mut seen = log(&admin, "outcome=wrongCode").await;
    seen.sort_by_key(|one| one["userId"].to_string());
    assert_eq!(outcomes(&seen), [("CHECKER1", "wrongCode"), ("meena@example.com", "wrongCode")]);
    assert_eq!(seen[1]["userType"], "C");
}

async fn failed_logins_do_not_grow_without_bound(app: TestApp) {
    for number in 0..5 {
        try_login(&app, &format!("NOBODY{number}"), "Wrong@2026").await.expect(422);
        app.clock.advance_seconds(1);
    }
    let store = &app.app().store;
    let permit = domain::access::system::identity("IN", "NGB", "test");
    store.trim_failed_logins(&permit, 3).await.unwrap();
    assert_eq!(app.count("SELECT count(*) FROM failed_login").await, 3, "the newest stay");
    store.trim_failed_logins(&permit, store::failed_login::MOST).await.unwrap();
    assert_eq!(app.count("SELECT count(*) FROM failed_login").await, 3);
    let stamp = store::audit::stamp;
    app.clock.advance_seconds(89 * 24 * 3600);
    store.sweep_logs(&permit, &stamp(app.app().clock.now())).await.unwrap();
    assert_eq!(app.count("SELECT count(*) FROM failed_login").await, 3);
    app.clock.advance_seconds(2 * 24 * 3600);
    store.sweep_logs(&permit, &stamp(app.app().clock.now())).await.unwrap();
    assert_eq!(app.count("SELECT count(*) FROM failed_login").await, 0, "ninety days are enough");
}

async fn the_log_is_exported_and_paged_with_both_kinds_in_it(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    for number in 0..4 {
        app.clock.advance_seconds(1);
        try_login(&app, "VIEWER", if number % 2 == 0 { "Wrong@2026" } else { "Docz@2026" }).await;
    }
    let page = |number: i64| format!("userId=VIEWER&page={number}&size=3");
    let first = admin.get("sms", "sms/userlogindetails", &page(0)).await.expect(200);
    let second = admin.get("sms", "sms/userlogindetails", &page(1)).await.expect(200);
    assert_eq!((first.total(), first.content().len(), second.content().len()), (4, 3, 1));
    let all: Vec<Value> = first.content().iter().chain(second.content()).cloned().collect();
    let expected = ["success", "wrongPassword", "success", "wrongPassword"].map(|outcome| ("VIEWER", outcome));
    assert_eq!(outcomes(&all), expected);
    let csv = admin.get("sms", "sms/userlogindetails/export", "userId=VIEWER").await.expect(200);
    let text = String::from_utf8(csv.bytes.to_vec()).unwrap();
    assert!(text.lines().next().unwrap().contains("Outcome"), "{text}");
    assert_eq!(text.matches("wrongPassword").count(), 2);
}
