//! The counters behind the dashboard.

use serde_json::json;
use testkit::{TestApp, on_both_databases};

use super::{Desk, edit, png, request_input, with};

on_both_databases!(
    figures_move_with_a_request_to_its_new_branch,
    figures_equal_a_recount,
    the_pace_is_that_of_closed_requests_and_waiting_documents,
);

async fn figures_move_with_a_request_to_its_new_branch(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    edit(&banker, &txn, |body| body["branchCode"] = json!("BR104")).await.expect(200);
    let kept = async |branch: &str| {
        let sql = "SELECT CAST(coalesce(sum(abs(s.n)), 0) AS BIGINT) FROM (SELECT sum(n) AS n FROM docrequest_count";
        let place = format!("WHERE entity_code = 'NGB' AND tenant_code = 'RETAIL' AND branch_code = '{branch}'");
        app.count(&format!("{sql} {place} AND metric <> 'customers' GROUP BY metric, period) s")).await
    };
    assert_eq!(kept("BR101").await, 0, "nothing stays behind");
    // A status, two documents requested and to come, a month and two days.
    assert_eq!(kept("BR104").await, 8);
    banker.act(&txn, "cancel", json!({ "reason": "enough" })).await.expect(200);
    assert_eq!(kept("BR101").await, 0);
}

/// Random work on several requests; then the figures are added up anew from the rows.
async fn figures_equal_a_recount(app: TestApp) {
    app.without_four_eyes().await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let checker = Desk::staff(&app, "CHECKER1").await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    let mut seed = 20_261_115u64;
    let mut next = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let mut all = Vec::new();
    for _ in 0..5 {
        let made = banker.save(&with(request_input(), "send", json!(next(3) > 0))).await.expect(200);
        all.push(made.record()["txnRefNo"].as_str().unwrap().to_owned());
    }
    for _ in 0..60 {
        let txn = &all[next(all.len() as u64) as usize];
        let number = 1 + next(3) as u32;
        // Calls may fail; only the figures matter.
        match next(9) {
            0 => drop(banker.act(txn, "send", json!({})).await),
            1 | 2 => {
                meena.upload(txn, number, "a.png", png()).await;
                meena.submit(txn, json!({ "documents": [number] })).await;
            }
            3 => drop(checker.review(txn, number, "accept", json!({})).await),
            4 => drop(checker.review(txn, number, "reject", json!({ "reasonCode": "WRONG" })).await),
            5 => drop(banker.act(txn, "notrequired", json!({ "documentNo": number })).await),
            6 => drop(banker.act(txn, "adddocument", json!({ "partySeqNo": 1, "documentCode": "PASSPORT" })).await),
            7 => drop(banker.act(txn, "removedocument", json!({ "documentNo": number })).await),
            _ if next(4) == 0 => drop(banker.act(txn, "cancel", json!({ "reason": "enough" })).await),
            _ => drop(banker.act(txn, "approve", json!({})).await),
        }
    }
    let open = banker.save(&request_input()).await.expect(200).record()["txnRefNo"].as_str().unwrap().to_owned();
    banker.call("docrequest", "D", &json!({ "txnRefNo": open })).await.expect(200);
    for (metric, recount) in [
        ("requested", "SELECT CAST(coalesce(sum(documents_requested), 0) AS BIGINT) FROM docrequest WHERE is_sent"),
        ("accepted", "SELECT CAST(coalesce(sum(documents_accepted), 0) AS BIGINT) FROM docrequest WHERE is_sent"),
        ("rejected", "SELECT CAST(coalesce(sum(documents_rejected), 0) AS BIGINT) FROM docrequest WHERE is_sent"),
        (
            "notrequired",
            "SELECT CAST(coalesce(sum(documents_not_required), 0) AS BIGINT) FROM docrequest WHERE is_sent",
        ),
        ("inreview", "SELECT count(*) FROM docrequest_waiting"),
        (
            "tocome",
            "SELECT count(*) FROM docrequest_document d JOIN docrequest r ON r.entity_code = d.entity_code AND \
             r.txn_ref_no = d.txn_ref_no WHERE r.open_until IS NOT NULL AND d.status = 'Requested'",
        ),
        ("requests", "SELECT count(*) FROM docrequest"),
        ("declines", "SELECT count(*) FROM docrequest WHERE decision IN ('decline', 'cancel')"),
        ("customers", "SELECT count(*) FROM docrequest_customer"),
        ("~due", "SELECT count(*) FROM docrequest WHERE open_until IS NOT NULL"),
        ("~ends", "SELECT count(*) FROM docrequest WHERE open_until IS NOT NULL"),
        ("status:New", "SELECT count(*) FROM docrequest WHERE status = 'New'"),
        ("status:Pending", "SELECT count(*) FROM docrequest WHERE status = 'Pending'"),
        ("status:Rejected", "SELECT count(*) FROM docrequest WHERE status = 'Rejected'"),
    ] {
        let kept =
            format!("SELECT CAST(coalesce(sum(n), 0) AS BIGINT) FROM docrequest_count WHERE metric = '{metric}'");
        assert_eq!(app.count(&kept).await, app.count(recount).await, "{metric}");
    }
    let rows = "SELECT count(*) FROM docrequest r WHERE documents_requested <> (SELECT count(*) FROM \
                docrequest_document d WHERE d.txn_ref_no = r.txn_ref_no AND d.entity_code = r.entity_code)";
    assert_eq!(app.count(rows).await, 0, "each request's own counts");
}

async fn the_pace_is_that_of_closed_requests_and_waiting_documents(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    let [answered, unanswered, old, open] =
        [banker.sent().await, banker.sent().await, banker.sent().await, banker.sent().await];
    for txn in [&answered, &open] {
        meena.upload_and_submit(txn, 1).await.expect(200);
    }
    meena.upload_and_submit(&open, 2).await.expect(200);
    for txn in [&answered, &unanswered, &old] {
        banker.act(txn, "cancel", json!({ "reason": "enough" })).await.expect(200);
    }
    let long_ago = "'2020-01-01T00:00:00.000Z'";
    app.run_sql_directly(&format!("UPDATE docrequest SET closed_on = {long_ago} WHERE txn_ref_no = '{old}'")).await;
    let second = format!("txn_ref_no = '{open}' AND document_no = 2");
    app.run_sql_directly(&format!("UPDATE docrequest_waiting SET uploaded_on = {long_ago} WHERE {second}")).await;
    let found = banker.get("dashboard/pace", "").await.expect(200);
    let pace = found.record();
    let stages: Vec<_> = pace["stages"].as_array().unwrap().iter().map(|stage| stage["requests"].as_i64()).collect();
    assert_eq!(stages, [Some(2), Some(2), Some(1), Some(0)], "{pace}");
    let ages: Vec<_> = pace["waiting"].as_array().unwrap().iter().map(|age| age["documents"].as_i64()).collect();
    assert_eq!(ages, [Some(1), Some(0), Some(0), Some(1)], "{pace}");
    assert_eq!((&pace["closed"], &pace["isOfNewest"]), (&json!(2), &json!(false)));
    assert_eq!(pace["stages"][1]["medianHours"], 0.0);
    assert!(pace["medianHours"].is_null(), "nothing was approved");
    let elsewhere = Desk::staff(&app, "BANKER2").await.get("dashboard/pace", "").await.expect(200);
    assert_eq!(elsewhere.record()["closed"], 0, "other branches");
}
