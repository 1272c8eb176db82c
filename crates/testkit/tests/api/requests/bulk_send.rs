//! Requests that a user sends together in the background.

use serde_json::{Value, json};
use testkit::{Answer, TestApp, on_both_databases};

use super::live::{listen, next_of};
use super::{Desk, edit, reference, request_input, status};
use crate::api::migrations::columns;

on_both_databases!(
    requests_are_sent_together_and_reported,
    what_changed_meanwhile_is_told_for_each_request,
    a_cancelled_job_sends_nothing_more,
    a_job_goes_on_after_a_restart,
    a_job_belongs_to_who_started_it,
    too_many_requests_are_refused,
    a_right_that_was_lost_meanwhile_is_missed,
);

async fn unsent(desk: &Desk, count: usize) -> Vec<String> {
    let mut made = Vec::new();
    for _ in 0..count {
        made.push(reference(&desk.save(&request_input()).await.expect(200)));
    }
    made
}

async fn start(desk: &Desk, body: Value) -> Answer {
    let mut body = body;
    (body["action"], body["background"]) = (json!("send"), json!(true));
    desk.call("docrequest/action", "U", &body).await
}

fn records(references: &[String]) -> Value {
    json!({ "records": references.iter().map(|txn| json!({ "txnRefNo": txn })).collect::<Vec<_>>() })
}

fn job_id(answer: &Answer) -> String {
    answer.record()["jobId"].as_str().expect("a job").to_owned()
}

async fn progress(desk: &Desk, job: &str) -> Value {
    desk.get("job", &format!("jobId={job}")).await.expect(200).record().clone()
}

/// The lines of the report below its header.
async fn report(desk: &Desk, job: &str) -> Vec<String> {
    let answer = desk.get("job/export", &format!("jobId={job}")).await.expect(200);
    let text = String::from_utf8(answer.bytes.to_vec()).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("txnRefNo,result,reason"));
    lines.map(str::to_owned).collect()
}

async fn requests_are_sent_together_and_reported(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let made = unsent(&banker, 30).await;
    let sent = banker.sent().await;
    for row in banker.get("docrequest/search", "size=100").await.expect(200).content() {
        let is_offered = row["allowed"].as_array().unwrap().contains(&json!("send"));
        assert_eq!(is_offered, row["transactionStatus"] == "New", "{row}");
    }
    let mut events = listen(&banker).await;
    let started = start(&banker, json!({ "filter": { "customerType": "INDIVIDUAL", "owner": "BANKER1" } })).await;
    let started = started.expect(202);
    let total = started.record()["total"].as_i64().unwrap();
    assert!(total >= 30, "{}", started.json);
    let job = job_id(&started);
    let again = start(&banker, records(&made)).await.expect(409);
    assert_eq!(again.code(), "bulkSendRunning");
    assert!(app.run_job("bulk-send").await.is_ok());
    let now = progress(&banker, &job).await;
    assert_eq!((&now["total"], &now["done"], &now["sent"]), (&json!(total), &json!(total), &json!(total)), "{now}");
    assert!(now["endedOn"].is_string() && now["faults"] == json!([]) && now["state"] == "Done", "{now}");
    for txn in &made {
        assert_eq!(status(&banker.find(txn).await.expect(200)), "Requested");
    }
    let lines = report(&banker, &job).await;
    assert_eq!(lines.len() as i64, total);
    assert!(made.iter().all(|txn| lines.contains(&format!("{txn},sent,"))), "{lines:?}");
    assert!(!lines.iter().any(|line| line.starts_with(&sent)), "what was sent before is left alone");
    let ended = loop {
        let event = next_of("bulksend", &mut events).await;
        if event["endedOn"].is_string() {
            break event;
        }
    };
    assert_eq!(ended["sent"], json!(total));
    let audited = "SELECT action FROM audit_log WHERE action LIKE 'bulk-send%' ORDER BY action";
    assert_eq!(app.texts(audited).await, ["bulk-send", "bulk-send-end"]);
    let mails = format!("SELECT count(*) FROM outbox WHERE txn_ref_no = '{}' AND channel = 'Email'", made[0]);
    assert_eq!(app.count(&mails).await, 1, "once");
    app.clock.advance_seconds(31 * 86_400);
    app.run_job("sweep").await;
    assert_eq!(app.count("SELECT count(*) FROM bulk_send_item").await, 0);
}

async fn what_changed_meanwhile_is_told_for_each_request(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let made = unsent(&banker, 4).await;
    let mut body = records(&made);
    body["records"][1]["versionNumber"] = json!(1);
    let job = job_id(&start(&banker, body).await.expect(202));
    banker.act(&made[0], "send", json!({})).await.expect(200);
    edit(&banker, &made[1], |body| body["city"] = json!("Madurai")).await.expect(200);
    banker.call("docrequest", "D", &json!({ "txnRefNo": made[2] })).await.expect(200);
    assert!(app.run_job("bulk-send").await.is_ok());
    let now = progress(&banker, &job).await;
    assert_eq!((&now["done"], &now["sent"], &now["failed"]), (&json!(4), &json!(1), &json!(3)), "{now}");
    assert_eq!(now["faults"].as_array().unwrap().len(), 3);
    let lines = report(&banker, &job).await;
    let reasons = ["failed,", "failed,Someone else changed", "failed,", "sent,"];
    for ((line, txn), reason) in lines.iter().zip(&made).zip(reasons) {
        assert!(line.to_lowercase().starts_with(&format!("{txn},{reason}").to_lowercase()), "{line}");
    }
    assert_eq!(status(&banker.find(&made[1]).await.expect(200)), "New", "nothing half");
}

async fn a_cancelled_job_sends_nothing_more(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let made = unsent(&banker, 3).await;
    let job = job_id(&start(&banker, records(&made)).await.expect(202));
    let key = json!({ "jobId": job });
    let cancelled = banker.call("job", "D", &key).await.expect(200);
    assert_eq!(cancelled.record()["state"], "Cancelling");
    assert!(app.run_job("bulk-send").await.is_ok());
    let now = progress(&banker, &job).await;
    assert!(now["endedOn"].is_string() && now["done"] == 0 && now["state"] == "Cancelled", "{now}");
    assert!(report(&banker, &job).await.iter().all(|line| line.ends_with(",cancelled,")));
    assert_eq!(status(&banker.find(&made[0]).await.expect(200)), "New");
    start(&banker, records(&made)).await.expect(202);
}

async fn a_job_goes_on_after_a_restart(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let made = unsent(&banker, 2).await;
    let job = job_id(&start(&banker, records(&made)).await.expect(202));
    // The node that had claimed it is gone, and had sent the first.
    banker.act(&made[0], "send", json!({})).await.expect(200);
    app.run_sql_directly("UPDATE bulk_send_item SET outcome = 'sent' WHERE position = 1").await;
    let clock = app.clock.clone();
    let app = app.restarted(clock).await;
    assert!(app.run_job("bulk-send").await.is_ok());
    let banker = Desk::staff(&app, "BANKER1").await;
    let now = progress(&banker, &job).await;
    assert_eq!((&now["sent"], &now["failed"]), (&json!(2), &json!(0)), "{now}");
}

async fn a_job_belongs_to_who_started_it(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let made = unsent(&banker, 1).await;
    let job = job_id(&start(&banker, records(&made)).await.expect(202));
    let other = Desk::staff(&app, "BANKER2").await;
    assert!(other.get("job", "").await.expect(200).content().is_empty());
    other.get("job", &format!("jobId={job}")).await.expect(404);
    other.get("job/export", &format!("jobId={job}")).await.expect(404);
    other.call("job", "D", &json!({ "jobId": job })).await.expect(404);
    banker.get("job", "jobId=unknown").await.expect(404);
    assert_eq!(banker.get("job", "").await.expect(200).content()[0]["jobId"], job);
    let mut events = listen(&other).await;
    app.run_job("bulk-send").await;
    other.save(&request_input()).await.expect(200);
    let first = super::live::next(&mut events).await;
    assert!(first["txnRefNo"].is_string(), "others hear of the request only");
}

async fn too_many_requests_are_refused(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let made = unsent(&banker, 1).await;
    let many: Vec<String> = (0..5_001).map(|at| format!("N{at}")).collect();
    assert_eq!(start(&banker, records(&many)).await.expect(422).fields(), ["records"]);
    start(&banker, json!({})).await.expect(422);
    start(&banker, records(&[])).await.expect(422);
    start(&banker, json!({ "filter": { "status": "Accepted" } })).await.expect(422);
    assert_eq!(start(&banker, json!({ "filter": { "colour": "red" } })).await.expect(422).fields(), ["colour"]);
    let names: Vec<String> = columns(&app, "docrequest").await.into_iter().filter(|name| name != "row_no").collect();
    let value = |name: &String| match name.as_str() {
        "txn_ref_no" | "txn_id" => format!("t.{name} || '-' || n.n"),
        _ => format!("t.{name}"),
    };
    let values: Vec<String> = names.iter().map(value).collect();
    app.run_sql_directly(&format!(
        "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 5001)
         INSERT INTO docrequest ({}) SELECT {} FROM n CROSS JOIN docrequest t WHERE t.txn_ref_no = '{}'",
        names.join(", "),
        values.join(", "),
        made[0]
    ))
    .await;
    assert_eq!(start(&banker, json!({ "filter": { "status": "New" } })).await.expect(422).fields(), ["records"]);
    assert_eq!(app.count("SELECT count(*) FROM bulk_send").await, 0);
    // Up to 100 are sent while the caller waits; more are left to a job.
    let of = |count: usize| {
        let unknown = (0..count).map(|at| json!({ "txnRefNo": format!("N{at}") })).collect::<Vec<_>>();
        json!({ "action": "send", "records": unknown })
    };
    assert_eq!(banker.call("docrequest/action", "U", &of(100)).await.status, 200);
    let answer = banker.call("docrequest/action", "U", &of(101)).await.expect(202);
    assert_eq!((&answer.record()["state"], &answer.record()["total"]), (&json!("Running"), &json!(101)));
}

async fn a_right_that_was_lost_meanwhile_is_missed(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let made = unsent(&banker, 1).await;
    let job = job_id(&start(&banker, records(&made)).await.expect(202));
    app.run_sql_directly("UPDATE staff_user SET status = 'Inactive' WHERE user_id = 'BANKER1'").await;
    app.run_job("bulk-send").await;
    app.run_sql_directly("UPDATE staff_user SET status = 'Active' WHERE user_id = 'BANKER1'").await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let now = progress(&banker, &job).await;
    assert_eq!((&now["sent"], &now["failed"]), (&json!(0), &json!(1)), "{now}");
    assert!(now["faults"][0]["message"].as_str().unwrap().to_lowercase().contains("inactive"), "{now}");
    assert_eq!(status(&banker.find(&made[0]).await.expect(200)), "New");
    let job = job_id(&start(&banker, records(&made)).await.expect(202));
    app.run_sql_directly("DELETE FROM user_branch WHERE user_id = 'BANKER1'").await;
    app.run_job("bulk-send").await;
    let lost = format!("SELECT count(*) FROM bulk_send_item WHERE job_id = '{job}' AND outcome = 'failed'");
    assert_eq!(app.count(&lost).await, 1);
}
