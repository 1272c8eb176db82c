//! Logs: written by the product, read by those who may, changed by nobody.

use serde_json::json;
use testkit::{TestApp, on_both_databases};

on_both_databases!(what_users_do_is_in_the_log, logins_and_logouts_are_listed, a_log_cannot_be_changed);

async fn what_users_do_is_in_the_log(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let industry = domain::master_data::find("industrymaster").unwrap();
    admin.operate(industry, "S", &json!({ "industryCode": "LOGGED", "industryDesc": "x" })).await.expect(200);
    let log = admin.get("sms", "sms/useractionlog", "page=0&resource=industrymaster&userId=ADMIN").await.expect(200);
    assert_eq!(log.total(), 1);
    let entry = &log.content()[0];
    assert_eq!((entry["actionPerformed"].as_str(), entry["recordKey"].as_str()), (Some("S"), Some("LOGGED")));
    assert!(entry["auditMessage"].as_str().unwrap().contains("LOGGED"));
    // What the system did by itself is not a user's action, and another entity's log is not ours.
    let all = admin.get("sms", "sms/useractionlog", "page=0&size=1000").await.expect(200);
    assert!(all.content().iter().all(|entry| entry["userId"] == "ADMIN"));
    let other = app.log_in("KALVI", "ADMIN").await;
    assert_eq!(other.get("sms", "sms/useractionlog", "page=0&resource=industrymaster").await.expect(200).total(), 0);
    assert_eq!(admin.get("sms", "sms/customeractionlog", "page=0").await.expect(200).total(), 0);
    assert_eq!(admin.get("sms", "sms/useractionlog", "page=0&from=2090-01-01").await.expect(200).total(), 0);
    admin.get("sms", "sms/useractionlog", "nothing=1").await.expect(422);
    admin.get("sms", "sms/useractionlog", "from=yesterday").await.expect(422);
}

async fn logins_and_logouts_are_listed(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let viewer = app.log_in("NGB", "VIEWER").await;
    viewer.post("sms", "sms/usermasterlogout", None, &json!({})).await.expect(200);
    let log = admin.get("sms", "sms/userlogindetails", "page=0&userId=VIEWER").await.expect(200);
    assert_eq!(log.total(), 1);
    assert_eq!(log.content()[0]["ipAddress"], "127.0.0.1");
    assert!(log.content()[0]["logoutDateTime"].is_string());
    let open = admin.get("sms", "sms/userlogindetails", "page=0&userId=ADMIN").await.expect(200);
    assert!(open.content()[0]["logoutDateTime"].is_null());
}

async fn a_log_cannot_be_changed(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    for operation in ["S", "U", "D"] {
        admin.post("sms", "sms/useractionlog", Some(operation), &json!({ "userId": "ADMIN" })).await.expect(403);
    }
    app.log_in("NGB", "BANKER1").await.get("sms", "sms/useractionlog", "").await.expect(403);
    app.anonymous().get("sms", "sms/useractionlog", "").await.expect(401);
}
