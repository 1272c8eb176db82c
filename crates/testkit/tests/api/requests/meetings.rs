//! Meetings with the parties of a request.

use serde_json::json;
use testkit::{TestApp, on_both_databases, on_sqlite};

use super::{Desk, party, recipients, reference, request_input, with};

on_both_databases!(cancelling_a_request_cancels_its_meetings,);

on_sqlite!(no_meeting_can_be_planned_for_an_expired_request,);

async fn cancelling_a_request_cancels_its_meetings(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let soon = format!("{}T09:30:00Z", app.day(3));
    let body = |txn: &str| json!({ "txnRefNo": txn, "subject": "Originals", "startsAt": soon });
    let unsent = reference(&banker.save(&request_input()).await.expect(200));
    banker.call("meeting", "S", &body(&unsent)).await.expect(409);
    let mut two = with(request_input(), "send", json!(true));
    two["parties"].as_array_mut().unwrap().push(party("Ravi", "ravi@example.com", "+919841030099", &["PASSPORT"]));
    let txn = reference(&banker.save(&two).await.expect(200));
    for odd in [json!(["1"]), json!("1"), json!([]), json!([1, 9])] {
        let refused = banker.call("meeting", "S", &with(body(&txn), "parties", odd)).await.expect(422);
        assert_eq!(refused.fields(), ["parties"]);
    }
    let planned = banker.call("meeting", "S", &with(body(&txn), "parties", json!([2, 1, 1]))).await.expect(200);
    assert_eq!(planned.record()["parties"], json!([1, 2]));
    let mut moved = with(body(&txn), "meetingId", planned.record()["meetingId"].clone());
    let same = banker.call("meeting", "U", &moved).await.expect(200);
    assert_eq!(same.record()["parties"], json!([1, 2]), "whoever was asked is asked still");
    moved["parties"] = json!([1]);
    banker.call("meeting", "U", &moved).await.expect(200);
    assert_eq!(recipients(&app, &txn, "meetingCancelled").await, ["ravi@example.com"], "and told when he is not");
    banker.act(&txn, "cancel", json!({ "reason": "enough" })).await.expect(200);
    assert_eq!(recipients(&app, &txn, "meetingCancelled").await.len(), 2);
    let listed = banker.get("meeting", &format!("txnRefNo={txn}")).await.expect(200);
    assert_eq!(listed.content()[0]["cancelled"], true);
    banker.call("meeting", "S", &body(&txn)).await.expect(409);
}

async fn no_meeting_can_be_planned_for_an_expired_request(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    app.clock.advance_seconds(40 * 24 * 3600);
    app.run_job("expire").await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let soon = format!("{}T09:30:00Z", app.day(3));
    let body = json!({ "txnRefNo": txn, "subject": "Originals", "startsAt": soon });
    banker.call("meeting", "S", &body).await.expect(409);
}
