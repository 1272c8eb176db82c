//! A user's own sessions, their limit, and the address of a call.

use axum::body::Body;
use serde_json::{Value, json};
use testkit::{Answer, Client, TestApp, on_both_databases, on_sqlite};

on_both_databases!(
    own_sessions_are_listed_and_ended,
    a_fourth_session_ends_the_oldest,
    a_user_cannot_end_another_users_session,
    a_replaced_token_used_again_ends_the_session,
    a_user_who_was_locked_out_must_log_in_again,
);

on_sqlite!(a_forged_forwarding_header_is_ignored, common_passwords_are_refused,);

async fn list(client: &Client) -> Vec<Value> {
    client.get("sms", "sms/session", "").await.expect(200).content().clone()
}

async fn end(client: &Client, body: Value) -> Answer {
    client.post("sms", "sms/session", Some("D"), &body).await
}

async fn own_sessions_are_listed_and_ended(app: TestApp) {
    let first = app.log_in("NGB", "BANKER1").await;
    app.clock.advance_seconds(5);
    let second = app.log_in("NGB", "BANKER1").await;
    let seen = list(&second).await;
    assert_eq!(seen.len(), 2);
    assert_eq!((seen[0]["current"].as_bool(), seen[1]["current"].as_bool()), (Some(true), Some(false)));
    assert_eq!(seen[0]["ipAddress"], "127.0.0.1");
    for secret in ["token", "generation"] {
        assert!(seen[0].get(secret).is_none());
    }
    end(&second, json!({ "sessionId": seen[1]["sessionId"] })).await.expect(200);
    first.get("sms", "sms/me", "").await.expect(401);
    end(&second, json!({ "sessionId": seen[1]["sessionId"] })).await.expect(404);
    end(&second, json!({})).await.expect(422);
    let third = app.log_in("NGB", "BANKER1").await;
    let ended = end(&second, json!({ "others": true })).await.expect(200);
    assert_eq!(ended.total(), 1);
    third.get("sms", "sms/me", "").await.expect(401);
    second.get("sms", "sms/me", "").await.expect(200);
    end(&second, json!({ "sessionId": list(&second).await[0]["sessionId"] })).await.expect(200);
    second.get("sms", "sms/me", "").await.expect(401);
}

async fn a_fourth_session_ends_the_oldest(app: TestApp) {
    let mut clients = Vec::new();
    for _ in 0..4 {
        clients.push(app.log_in("NGB", "BANKER1").await);
        app.clock.advance_seconds(1);
    }
    clients[0].get("sms", "sms/me", "").await.expect(401);
    for open in &clients[1..] {
        open.get("sms", "sms/me", "").await.expect(200);
    }
    assert_eq!(list(&clients[3]).await.len(), 3);
    app.log_in("KALVI", "BANKER1").await;
    clients[1].get("sms", "sms/me", "").await.expect(200);
}

async fn a_user_cannot_end_another_users_session(app: TestApp) {
    let banker = app.log_in("NGB", "BANKER1").await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let id = list(&banker).await[0]["sessionId"].clone();
    let refused = end(&admin, json!({ "sessionId": id })).await.expect(404);
    let made_up = end(&admin, json!({ "sessionId": "made-up" })).await.expect(404);
    assert_eq!(refused.json, made_up.json);
    banker.get("sms", "sms/me", "").await.expect(200);
    app.anonymous().get("sms", "sms/session", "").await.expect(401);
}

async fn refresh(client: &Client) -> Answer {
    client.post("sms", "sms/refreshtokenjwt", None, &json!({})).await
}

async fn a_replaced_token_used_again_ends_the_session(app: TestApp) {
    let replays = "SELECT count(*) FROM audit_log WHERE action = 'token-replay'";
    for stolen in [app.log_in("NGB", "BANKER1").await, app.log_in_customer("meena@example.com").await] {
        let before = app.count(replays).await;
        let mut owner = stolen.clone();
        let renewed = refresh(&owner).await.expect(200);
        owner.take_token(&renewed);
        // The second of two tabs is a little late.
        app.clock.advance_seconds(8);
        refresh(&stolen).await.expect(401);
        owner.get("sms", "sms/session", "").await.expect(200);
        // Other calls with it are refused and end nothing.
        app.clock.advance_seconds(30);
        stolen.get("sms", "sms/session", "").await.expect(401);
        owner.get("sms", "sms/session", "").await.expect(200);
        assert_eq!(app.count(replays).await, before);
        refresh(&stolen).await.expect(401);
        owner.get("sms", "sms/session", "").await.expect(401);
        refresh(&owner).await.expect(401);
        // It is recorded once.
        refresh(&stolen).await.expect(401);
        assert_eq!(app.count(replays).await, before + 1);
    }
}

async fn a_user_who_was_locked_out_must_log_in_again(app: TestApp) {
    app.without_four_eyes().await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let find = |resource| domain::master_data::find(resource).unwrap();
    let change = async |resource, user: &str, change: Value| {
        let mut record =
            admin.operate(find(resource), "F", &json!({ "userId": user })).await.expect(200).record().clone();
        record.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        admin.operate(find(resource), "U", &record).await.expect(200);
    };
    for (resource, user) in [("usermaster", "VIEWER"), ("customerusermaster", "meena@example.com")] {
        let client = match resource {
            "usermaster" => app.log_in("NGB", user).await,
            _ => app.log_in_customer(user).await,
        };
        client.get("sms", "sms/session", "").await.expect(200);
        change(resource, user, json!({ "status": "InActive" })).await;
        client.get("sms", "sms/session", "").await.expect(401);
        change(resource, user, json!({ "status": "Active" })).await;
        client.get("sms", "sms/session", "").await.expect(401);
        refresh(&client).await.expect(401);
    }
    // An expiry that came by itself, and a change of an active user.
    let viewer = app.log_in("NGB", "VIEWER").await;
    change("usermaster", "VIEWER", json!({ "expiryDate": app.day(200) })).await;
    viewer.get("sms", "sms/session", "").await.expect(200);
    let expired = format!("UPDATE staff_user SET expiry_date = '{}' WHERE user_id = 'VIEWER'", app.day(-1));
    app.run_sql_directly(&expired).await;
    change("usermaster", "VIEWER", json!({ "expiryDate": app.day(200) })).await;
    viewer.get("sms", "sms/session", "").await.expect(401);
}

async fn a_forged_forwarding_header_is_ignored(app: TestApp) {
    let body = json!({ "entityCode": "NGB", "userId": "BANKER2", "password": "Wrong@2026" }).to_string();
    let path = "/api/sms/v1/docz/banking/sms/usermasterlogin";
    for (at, status) in [422, 422, 422, 422, 422, 429].into_iter().enumerate() {
        let from = format!("203.0.113.{at}");
        let headers = [("x-forwarded-for", from.as_str()), ("x-real-ip", &from), ("forwarded", "for=203.0.113.1")];
        app.anonymous().send("POST", path, &headers, Body::from(body.clone())).await.expect(status);
    }
}

async fn common_passwords_are_refused(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let users = domain::master_data::find("usermaster").unwrap();
    let mut user = admin.operate(users, "F", &json!({ "userId": "VIEWER" })).await.expect(200).record().clone();
    for common in ["Password@1", "Welcome@123", "VIEWER@2026"] {
        user["password"] = common.into();
        let refused = admin.operate(users, "U", &user).await.expect(422);
        assert_eq!(refused.error(), "This password is too common. Choose another.", "{common}");
        assert_eq!(refused.fields(), vec!["password"]);
    }
    user["password"] = "Kuyil#Paattu9".into();
    admin.operate(users, "U", &user).await.expect(200);
    Client::choose_password(app.router.clone(), "NGB", "VIEWER", "Kuyil#Paattu9", "Mayil#Paattu9").await;
}
