//! Many at once: nothing is done twice, nothing is lost.

use futures_util::future::join_all;
use serde_json::json;
use testkit::{TestApp, on_both_databases};

use super::{Desk, png, wish, with};

on_both_databases!(
    a_double_click_on_send_makes_one_request,
    numbers_are_unique_under_concurrent_creation,
    two_nodes_never_give_the_same_number,
    of_two_approvals_one_succeeds,
    parties_upload_side_by_side,
    counters_equal_a_recount,
);

async fn a_double_click_on_send_makes_one_request(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let body = with(wish(), "send", json!(true)).to_string();
    let path = format!("/api/banker/v1/docz/banking/transaction/docrequest@{}", banker.client.header_json(Some("S")));
    let click = || banker.client.send("POST", &path, &[("idempotency-key", "one-click")], body.clone().into());
    let answers = join_all((0..8).map(|_| click())).await;
    let numbers: std::collections::HashSet<String> = answers
        .into_iter()
        .map(|answer| answer.expect(200).record()["txnRefNo"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(numbers.len(), 1);
    let txn = numbers.into_iter().next().unwrap();
    let mails = format!("SELECT count(*) FROM outbox WHERE txn_ref_no = '{txn}' AND channel = 'Email'");
    assert_eq!(app.count(&mails).await, 1, "one set of messages");
    let other = with(wish(), "city", json!("Madurai")).to_string();
    let reused = banker.client.send("POST", &path, &[("idempotency-key", "one-click")], other.into()).await;
    assert_eq!(reused.status, 409);
}

async fn numbers_are_unique_under_concurrent_creation(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let made = join_all((0..30).map(|at| {
        let body = with(wish(), "customerReference", json!(format!("C{at}")));
        let banker = &banker;
        async move { banker.save(&body).await.expect(200).record()["txnRefNo"].as_str().unwrap().to_owned() }
    }));
    let numbers: std::collections::HashSet<String> = made.await.into_iter().collect();
    assert_eq!(numbers.len(), 30);
}

async fn two_nodes_never_give_the_same_number(app: TestApp) {
    let permit = domain::access::system::requests("IN", "NGB");
    let day = "2031-01-01";
    let other = app.second_store().await;
    let blocks = join_all((0..10).map(|at| {
        let store = if at % 2 == 0 { &app.app().store } else { &other };
        let permit = &permit;
        async move { store.reserve_numbers(permit, day, 20).await.unwrap() }
    }));
    let mut firsts = blocks.await;
    firsts.sort_unstable();
    assert_eq!(firsts, (0..10).map(|at| 1 + at * 20).collect::<Vec<_>>());
}

async fn of_two_approvals_one_succeeds(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    for number in [1, 2] {
        meena.supply(&txn, number).await.expect(200);
    }
    let checkers = [Desk::staff(&app, "CHECKER1").await, Desk::staff(&app, "CHECKER2").await];
    for checker in &checkers {
        for number in [1, 2] {
            checker.review(&txn, number, "accept", json!({})).await.expect(200);
        }
    }
    let version = banker.find(&txn).await.expect(200).record()["versionNumber"].clone();
    let tries = join_all((0..6).map(|_| banker.act(&txn, "approve", json!({ "versionNumber": version })))).await;
    let mut statuses: Vec<u16> = tries.iter().map(|answer| answer.status.as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409, 409, 409, 409, 409]);
}

async fn parties_upload_side_by_side(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    let both = join_all([1, 2].map(|number| meena.upload(&txn, number, "a.png", png()))).await;
    both.into_iter().for_each(|answer| drop(answer.expect(200)));
    let handed = join_all([1, 2].map(|number| meena.submit(&txn, json!({ "documents": [number] })))).await;
    handed.into_iter().for_each(|answer| drop(answer.expect(200)));
    let found = meena.find(&txn).await.expect(200);
    assert_eq!(found.record()["transactionStatus"], "Waiting", "neither was lost");
}

/// Random work on several requests; then the figures are added up anew from the rows.
async fn counters_equal_a_recount(app: TestApp) {
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
        let made = banker.save(&with(wish(), "send", json!(next(3) > 0))).await.expect(200);
        all.push(made.record()["txnRefNo"].as_str().unwrap().to_owned());
    }
    for _ in 0..60 {
        let txn = &all[next(all.len() as u64) as usize];
        let number = 1 + next(3) as u32;
        // Whether each succeeds does not matter; what it does to the figures does.
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
    let open = banker.save(&wish()).await.expect(200).record()["txnRefNo"].as_str().unwrap().to_owned();
    banker.call("docrequest", "D", &json!({ "txnRefNo": open })).await.expect(200);
    for (metric, recount) in [
        ("requested", "SELECT CAST(coalesce(sum(documents_requested), 0) AS BIGINT) FROM docrequest WHERE is_sent"),
        ("accepted", "SELECT CAST(coalesce(sum(documents_accepted), 0) AS BIGINT) FROM docrequest WHERE is_sent"),
        ("rejected", "SELECT CAST(coalesce(sum(documents_rejected), 0) AS BIGINT) FROM docrequest WHERE is_sent"),
        (
            "notrequired",
            "SELECT CAST(coalesce(sum(documents_not_required), 0) AS BIGINT) FROM docrequest WHERE is_sent",
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
    let rows = "SELECT count(*) FROM docrequest r WHERE documents_requested <> (SELECT count(*) FROM docrequest_document d WHERE d.txn_ref_no = r.txn_ref_no AND d.entity_code = r.entity_code)";
    assert_eq!(app.count(rows).await, 0, "each request's own counts");
}
