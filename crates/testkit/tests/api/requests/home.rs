//! The home pages: what waits for a banker, and the set-up that is missing.

use serde_json::{Value, json};
use testkit::{TestApp, on_both_databases};

use super::Desk;

on_both_databases!(
    a_request_is_listed_under_what_it_needs,
    a_closed_request_has_nothing_pending,
    administrators_learn_which_set_up_is_missing,
    renewals_follow_the_tenant,
);

/// How many requests the banker's lists of rejections, claims and decisions have.
async fn needs(banker: &Desk) -> [i64; 3] {
    let mut found = [0; 3];
    for (at, need) in ["resubmission", "claim", "decision"].into_iter().enumerate() {
        found[at] = banker.get("docrequest/search", &format!("having={need}&size=1")).await.expect(200).total();
    }
    found
}

async fn a_request_is_listed_under_what_it_needs(app: TestApp) {
    app.without_four_eyes().await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    banker.sent().await;
    assert_eq!(needs(&banker).await, [0, 0, 0]);
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.act(&txn, "claim", json!({ "documentNo": 2, "reason": "You have it." })).await.expect(200);
    assert_eq!(needs(&banker).await, [0, 1, 0]);
    meena.upload_and_submit(&txn, 1).await.expect(200);
    let checkers = [Desk::staff(&app, "CHECKER1").await, Desk::staff(&app, "CHECKER2").await];
    checkers[0].review(&txn, 1, "reject", json!({ "reasonCode": "WRONG" })).await.expect(200);
    assert_eq!(needs(&banker).await, [1, 1, 0]);
    banker.act(&txn, "answerclaim", json!({ "documentNo": 2, "granted": true })).await.expect(200);
    meena.upload_and_submit(&txn, 1).await.expect(200);
    assert_eq!(needs(&banker).await, [0, 0, 0], "it waits for a reviewer");
    for checker in &checkers {
        checker.review(&txn, 1, "accept", json!({})).await.expect(200);
    }
    assert_eq!(needs(&banker).await, [0, 0, 1]);
    let listed = banker.get("docrequest/search", "having=decision").await.expect(200);
    assert_eq!((&listed.content()[0]["txnRefNo"], &listed.content()[0]["nextAction"]), (&json!(txn), &json!("decide")));
    banker.act(&txn, "approve", json!({})).await.expect(200);
    assert_eq!(needs(&banker).await, [0, 0, 0]);
    assert_eq!(banker.get("docrequest/search", "having=love").await.expect(422).fields(), ["having"]);
    assert_eq!(meena.get("docrequest/search", "having=claim").await.expect(422).fields(), ["having"]);
}

async fn a_closed_request_has_nothing_pending(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.upload_and_submit(&txn, 1).await.expect(200);
    let counts = |record: &Value| ["documentsPending", "documentsInReview"].map(|name| record[name].as_i64().unwrap());
    let totals = async || {
        let figures = banker.get("dashboard", "").await.expect(200);
        ["totalPending", "totalInReview"].map(|name| figures.record()[name].as_i64().unwrap())
    };
    let before = totals().await;
    assert_eq!(counts(banker.find(&txn).await.record()), [2, 1]);
    assert_eq!(counts(meena.find(&txn).await.record()), [2, 1]);
    banker.act(&txn, "cancel", json!({ "reason": "enough" })).await.expect(200);
    assert_eq!(counts(banker.find(&txn).await.record()), [0, 0]);
    assert_eq!(counts(meena.find(&txn).await.record()), [0, 0]);
    let listed = banker.get("docrequest/search", &format!("txnRefNo={txn}")).await.expect(200);
    assert_eq!(counts(&listed.content()[0]), [0, 0]);
    assert_eq!(totals().await, [before[0] - 2, before[1] - 1]);
}

async fn administrators_learn_which_set_up_is_missing(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let gaps = async |client: &testkit::Client| client.get("app", "app/setup", "").await.expect(200).content().clone();
    assert_eq!(gaps(&admin).await, Vec::<Value>::new());
    app.run_sql_directly("DELETE FROM email_configuration WHERE entity_code = 'NGB'").await;
    app.run_sql_directly("DELETE FROM role_screen WHERE entity_code = 'NGB' AND role_code = 'VIEWER'").await;
    app.run_sql_directly("DELETE FROM user_branch WHERE entity_code = 'NGB' AND user_id = 'BANKER2'").await;
    let found = gaps(&admin).await;
    let named: Vec<_> = found.iter().map(|gap| (gap["gap"].as_str().unwrap(), gap["codes"].clone())).collect();
    assert_eq!(named, [("mailServer", json!([])), ("roles", json!(["VIEWER"])), ("users", json!(["BANKER2"]))],);
    let banker = app.log_in("NGB", "BANKER1").await;
    assert_eq!(gaps(&banker).await, Vec::<Value>::new(), "a banker can complete none of it");
    app.run_sql_directly("UPDATE entity_master SET drive_integration = true WHERE entity_code = 'NGB'").await;
    let found = gaps(&admin).await;
    let named = |gap: &&Value| gap["gap"] == "fileSharing";
    assert_eq!(found.iter().find(named).map(|gap| &gap["resource"]), Some(&json!("master")), "nothing would be copied");
    app.run_sql_directly("UPDATE entity_master SET drive_url = 'https://drive.test/' WHERE entity_code = 'NGB'").await;
    assert!(gaps(&admin).await.iter().find(named).is_none());
    let elsewhere = app.log_in("KALVI", "ADMIN").await;
    assert_eq!(gaps(&elsewhere).await, Vec::<Value>::new());
}

async fn renewals_follow_the_tenant(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let (txn, _) = super::renewals::to_be_renewed(&app, &banker).await;
    let listed = async |desk: &Desk, query: &str| {
        let found = desk.get("compliance", query).await.expect(200);
        found.content().iter().any(|one| one["txnRefNo"] == txn.as_str())
    };
    let of_two_tenants = Desk::staff(&app, "BANKER2").await;
    assert!(listed(&banker, "tenantCode=RETAIL").await);
    assert!(!listed(&of_two_tenants, "tenantCode=SME").await);
    banker.get("compliance", "tenantCode=NOWHERE").await.expect(404);
}
