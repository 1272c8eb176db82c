//! Logs are written by the product, read with a permission, and never changed.

use serde_json::json;
use testkit::{TestApp, on_both_databases, on_sqlite};

use super::requests::Desk;

on_both_databases!(
    user_actions_are_logged,
    logins_and_logouts_are_listed,
    customer_actions_have_a_log_of_their_own,
    an_entry_says_in_what_capacity_somebody_acted,
    a_login_tells_where_it_came_from,
    a_log_is_exported_whole_in_the_readers_words,
);

on_sqlite!(a_log_cannot_be_changed, a_login_from_outside_is_placed_by_its_time_zone,);

async fn user_actions_are_logged(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let industry = domain::master_data::find("industrymaster").unwrap();
    admin.operate(industry, "S", &json!({ "industryCode": "LOGGED", "industryDesc": "x" })).await.expect(200);
    let log = admin.get("sms", "sms/useractionlog", "page=0&resource=industrymaster&userId=ADMIN").await.expect(200);
    assert_eq!(log.total(), 1);
    let entry = &log.content()[0];
    assert_eq!((entry["actionPerformed"].as_str(), entry["recordKey"].as_str()), (Some("S"), Some("LOGGED")));
    assert!(entry["auditMessage"].as_str().unwrap().contains("LOGGED"));
    // Actions of the system are not user actions, and another entity's log is separate.
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

async fn customer_actions_have_a_log_of_their_own(app: TestApp) {
    let customer = app.log_in_customer("meena@example.com").await;
    let branch = domain::master_data::find("branchmaster").unwrap();
    customer.list(branch, "").await.expect(403);
    let admin = app.log_in("NGB", "ADMIN").await;
    let log = admin.get("sms", "sms/customeractionlog", "userId=meena@example.com").await.expect(200);
    let seen: Vec<_> =
        log.content().iter().map(|one| (one["userId"].as_str(), one["actionPerformed"].as_str())).collect();
    assert_eq!(seen.len(), 2);
    assert!(seen.contains(&(Some("meena@example.com"), Some("login"))));
    assert!(seen.contains(&(Some("meena@example.com"), Some("refused"))));
    assert_eq!(admin.get("sms", "sms/useractionlog", "userId=meena@example.com").await.expect(200).total(), 0);
    let logins = admin.get("sms", "sms/userlogindetails", "userType=C").await.expect(200);
    assert_eq!((logins.total(), logins.content()[0]["userId"].as_str()), (1, Some("meena@example.com")));
}

async fn an_entry_says_in_what_capacity_somebody_acted(app: TestApp) {
    let mut banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    banker.client.claims.insert("screenId".into(), json!("SD-BNK-007"));
    banker.act(&txn, "extend", json!({ "expiresOn": app.day(60) })).await.expect(200);
    let meeting = json!({ "txnRefNo": txn, "subject": "Signing", "startsAt": "2026-12-01T10:00:00Z" });
    banker.call("meeting", "S", &meeting).await.expect(200);
    banker.client.claims.remove("screenId");
    let id = banker.find(&txn).await.expect(200).record()["txnId"].clone();
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.upload_and_submit(&txn, 1).await.expect(200);
    // The log keeps the role that the banker had then.
    let admin = app.log_in("NGB", "ADMIN").await;
    let role = domain::master_data::find("userrolemapping").unwrap();
    admin.operate(role, "D", &json!({ "userId": "BANKER1", "roleCode": "BANKER" })).await.expect(200);
    let entry = async |log: &str, user: &str, action: &str| {
        let query = format!("userId={user}&actionPerformed={action}");
        let found = admin.get("sms", &format!("sms/{log}"), &query).await.expect(200);
        found.content()[0].clone()
    };
    let said = |entry: &serde_json::Value| {
        ["roleCode", "homeBranch", "actionCode", "screenCode", "appCode"]
            .map(|name| entry[name].as_str().map(str::to_owned).unwrap_or_default())
    };
    for (action, code, screen) in
        [("send", "send", "SD-BNK-001"), ("extend", "extend", "SD-BNK-007"), ("meetingplanned", "edit", "SD-BNK-007")]
    {
        let found = entry("useractionlog", "BANKER1", action).await;
        assert_eq!(said(&found), ["BANKER", "BR101", code, screen, "BNK"], "{action}");
        assert_eq!((&found["txnRefNo"], &found["txnId"]), (&json!(txn), &id), "{action}");
        assert!(!found["auditMessage"].to_string().contains("txnId"), "said once");
    }
    for action in ["stage", "submit"] {
        let found = entry("customeractionlog", "meena@example.com", action).await;
        assert_eq!(said(&found), ["CUSTOMER", "BR101", "edit", "SD-CUS-001", "CUS"], "{action}");
        assert_eq!(found["txnId"], id, "{action}");
    }
    let deleted = entry("useractionlog", "ADMIN", "D").await;
    assert_eq!(said(&deleted), ["ADMIN", "BR101", "delete", "SD-SMS-003", "SMS"]);
    let login = entry("useractionlog", "BANKER1", "login").await;
    assert_eq!(
        (&said(&login)[..3], &login["txnId"]),
        (&["BANKER", "BR101", "access"].map(String::from)[..], &json!(null))
    );
}

async fn a_login_tells_where_it_came_from(app: TestApp) {
    let body = json!({ "entityCode": "NGB", "userId": "VIEWER", "password": "Docz@2026" }).to_string();
    let path = "/api/sms/v1/docz/banking/sms/usermasterlogin";
    let from =
        |zone: &'static str| [("x-time-zone", zone), ("user-agent", "Mozilla/5.0 (X11; Linux x86_64) Firefox/130")];
    let nobody = app.anonymous();
    for zone in ["Asia/Kolkata", "Nowhere/Atlantis"] {
        nobody.send("POST", path, &from(zone), body.clone().into()).await.expect(200);
    }
    let admin = app.log_in("NGB", "ADMIN").await;
    let log = admin.get("sms", "sms/userlogindetails", "userId=VIEWER").await.expect(200);
    let seen: Vec<_> = log.content().iter().map(|one| one["locationTimeZone"].as_str()).collect();
    assert!(seen.contains(&Some("Asia/Kolkata")) && seen.contains(&None), "{seen:?}");
    let entry = &log.content()[0];
    assert_eq!((entry["homeBranch"].as_str(), entry["loginBranch"].as_str()), (Some("BR101"), Some("BR101")));
    // The test calls from this machine, so the place is the branch's own.
    let place = entry["loggedFromLocation"].as_str().unwrap();
    assert!(place.starts_with("local:") && place.ends_with(", IN"), "{place}");
    assert!(entry["device"].as_str().unwrap().contains("Firefox"));
    let narrowed = admin.get("sms", "sms/userlogindetails", "locationTimeZone=Asia/Kolkata").await.expect(200);
    assert_eq!(narrowed.total(), 1);
}

async fn a_login_from_outside_is_placed_by_its_time_zone(app: TestApp) {
    let viewer = app.log_in("NGB", "VIEWER").await;
    let token = viewer.token.as_deref().unwrap();
    let from = "203.0.113.9".parse().unwrap();
    app::identity::place_login(app.app(), token, from, Some("America/Argentina/Buenos_Aires")).await.unwrap();
    let admin = app.log_in("NGB", "ADMIN").await;
    let log = admin.get("sms", "sms/userlogindetails", "userId=VIEWER").await.expect(200);
    assert_eq!(log.content()[0]["loggedFromLocation"], "zone:Buenos Aires");
    app::identity::place_login(app.app(), token, from, None).await.unwrap();
    let log = admin.get("sms", "sms/userlogindetails", "userId=VIEWER").await.expect(200);
    assert!(log.content()[0]["loggedFromLocation"].is_null());
}

async fn a_log_is_exported_whole_in_the_readers_words(app: TestApp) {
    let mut admin = app.log_in("NGB", "ADMIN").await;
    let industry = domain::master_data::find("industrymaster").unwrap();
    // More than one piece, and entries of the same moment.
    let mut csv = "industryCode,industryDesc\n".to_owned();
    (0..2100).for_each(|number| csv.push_str(&format!("X{number},=danger {number}\n")));
    admin.verb(industry, "/import", "", "POST", &[], csv.into()).await.expect(200);
    let answer = admin.get("sms", "sms/useractionlog/export", "resource=industrymaster").await.expect(200);
    assert_eq!(answer.headers["content-type"], "text/csv; charset=utf-8");
    let text = String::from_utf8(answer.bytes.to_vec()).unwrap();
    assert!(text.starts_with("\u{feff}Date and time,User ID,"), "{:.80}", text);
    let mut reader = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let keys: std::collections::BTreeSet<&str> = rows.iter().map(|row| &row[4]).collect();
    assert_eq!((rows.len(), keys.len()), (2100, 2100), "each entry once");
    assert_eq!((&rows[0][5], &rows[0][6]), ("SD-ADM-013", "ADM"));
    admin.language = Some("ta");
    let tamil = admin.get("sms", "sms/userlogindetails/export", "").await.expect(200);
    let label =
        app.app().wording.text(app::wording::Locale::of("ta", "Bank"), "field.userlogindetails.userId").unwrap();
    assert!(String::from_utf8_lossy(&tamil.bytes).contains(&label));
    app.log_in("NGB", "VIEWER").await.get("sms", "sms/useractionlog/export", "").await.expect(403);
    let trace = admin.get("sms", "sms/useractionlog", "actionPerformed=export&resource=userlogindetails").await;
    assert_eq!(trace.expect(200).total(), 1);
}
