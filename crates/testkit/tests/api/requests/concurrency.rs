//! Concurrent calls: nothing is done twice, nothing is lost.

use futures_util::future::join_all;
use serde_json::json;
use testkit::{TestApp, on_both_databases, on_sqlite};

use super::{Desk, png, request_input, with};

on_both_databases!(
    a_double_click_on_send_makes_one_request,
    numbers_are_unique_under_concurrent_creation,
    two_nodes_never_give_the_same_number,
    of_two_approvals_one_succeeds,
    parties_upload_side_by_side,
);

on_sqlite!(a_remark_on_a_stale_version_is_refused,);

async fn a_double_click_on_send_makes_one_request(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let body = with(request_input(), "send", json!(true)).to_string();
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
    let other = with(request_input(), "city", json!("Madurai")).to_string();
    let reused = banker.client.send("POST", &path, &[("idempotency-key", "one-click")], other.into()).await;
    assert_eq!(reused.status, 409);
}

async fn numbers_are_unique_under_concurrent_creation(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let made = join_all((0..30).map(|at| {
        let body = with(request_input(), "customerReference", json!(format!("C{at}")));
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
        meena.upload_and_submit(&txn, number).await.expect(200);
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

async fn a_remark_on_a_stale_version_is_refused(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let seen = banker.find(&txn).await.expect(200).record()["versionNumber"].clone();
    let remark = json!({ "txnRefNo": txn, "text": "Please hurry." });
    banker.call("document/remark", "S", &remark).await.expect(200);
    let stale = with(remark.clone(), "versionNumber", seen);
    banker.call("document/remark", "S", &stale).await.expect(409);
    let odd = with(remark, "versionNumber", json!("1"));
    assert_eq!(banker.call("document/remark", "S", &odd).await.expect(422).fields(), ["versionNumber"]);
    let thread = banker.get("document/remark", &format!("txnRefNo={txn}")).await.expect(200);
    assert_eq!(thread.content().len(), 1);
}
