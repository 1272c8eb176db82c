//! No query about requests reads a table that grows with the bank: each goes in by an index that begins with the
//! entity.

use serde_json::json;
use testkit::{Database, TestApp, on_both_databases};

use super::{Desk, edit, request_input, with};

on_both_databases!(every_statement_goes_in_by_an_index_of_its_entity);

/// Statements for all entities use an index of time or of file ids.
const OF_EVERYBODY: &[&str] = &[
    "FROM outbox WHERE state",
    "DELETE FROM docrequest_draft WHERE updated_on",
    "DELETE FROM notification WHERE at",
    "DELETE FROM webhook_delivery WHERE created_on",
    "FROM integration i WHERE i.status",
    "FROM docrequest_file WHERE storage_id",
];

fn grows(line: &str) -> bool {
    let tables =
        ["docrequest", "outbox", "notification", "webhook_delivery", "audit_log", "customer_user", "legal_hold"];
    tables.iter().any(|table| line.contains(table))
        || [" r ", " w ", " p ", " n ", " m "].iter().any(|alias| line.contains(alias))
}

fn is_fine(database: Database, line: &str) -> bool {
    match database {
        // The full-text index (`M` is its match) leads to row numbers.
        Database::Sqlite => {
            line.contains("SCAN s VIRTUAL TABLE INDEX 0:M")
                || line.contains("USING INTEGER PRIMARY KEY (rowid=?)")
                || (!line.contains("SCAN ")
                    && (!line.contains("SEARCH ") || line.contains("(country_code=? AND entity_code=?")))
        }
        Database::Postgres => !line.contains("Seq Scan"),
    }
}

async fn every_statement_goes_in_by_an_index_of_its_entity(app: TestApp) {
    app.app().store.note_statements();
    walk(&app).await;
    let (checked, steps) = check(&app).await;
    assert!(checked > 30 && steps > 40, "{checked} {steps}");
}

/// Reads the plans of all recorded statements; returns the number of statements and of steps.
pub async fn check(app: &TestApp) -> (usize, usize) {
    let (mut wrong, mut steps) = (Vec::new(), 0);
    let on_one_line = |text: &String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let statements: Vec<String> = app.app().store.noted_statements().iter().map(on_one_line).collect();
    let tables = ["docrequest", "outbox", "notification", "webhook_delivery", "legal_hold"];
    let about = |text: &&String| tables.iter().any(|table| text.contains(table));
    let checked: Vec<&String> = statements.iter().filter(about).filter(|text| !text.starts_with("INSERT")).collect();
    for text in &checked {
        for line in app.plan(text).await.iter().filter(|line| grows(line)) {
            steps += 1;
            // The index holds only messages that wait.
            let is_scan = line.contains("SCAN ") && !line.contains("INDEX outbox_by_due");
            let is_known = OF_EVERYBODY.iter().any(|part| text.contains(part)) && !is_scan;
            if !is_known && !is_fine(app.database, line) {
                wrong.push(format!("{line}\n    in {text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    (checked.len(), steps)
}

/// Something of everything that reads or changes requests.
pub async fn walk(app: &TestApp) {
    app.run_sql_directly("UPDATE integration SET status = 'Active'").await;
    let banker = Desk::staff(app, "BANKER1").await;
    let txn = banker.sent().await;
    let place = format!("txnRefNo={txn}");
    for query in [
        "",
        "status=New,Requested&sort=-documentDueDate",
        "q=meena%20krish&sort=customerName",
        "from=2020-01-01&to=2030-01-01&sort=-updatedOn",
        "dueFrom=2020-01-01&dueTo=2030-01-01&branchCode=BR101&requestCategory=HOMELOAN&customerType=INDIVIDUAL",
        "owner=BANKER1&overdue=true&sort=txnRefNo",
        "sort=expiresOn",
        "sort=transactionStatus",
        "size=1",
        "having=claim&q=meena&status=Pending&sort=documentDueDate",
        "closedFrom=2020-01-01&closedTo=2030-01-01&status=Accepted",
        "closedFrom=2020-01-01&q=meena",
        "purgeWithin=30&owner=BANKER1&sort=documentDueDate",
        "purgeWithin=30&size=1",
        "purgeWithin=30&owner=BANKER1&q=meena",
    ] {
        banker.get("docrequest/search", query).await.expect(200);
    }
    for (having, _) in store::requests::Having::NAMES {
        banker.get("docrequest/search", &format!("having={having}&size=1")).await.expect(200);
        banker.get("docrequest/search", &format!("having={having}&sort=documentDueDate")).await.expect(200);
        banker.get("docrequest/search", &format!("having={having}&q=meena")).await.expect(200);
    }
    let meena = Desk::customer(app, "meena@example.com").await;
    meena.get("docrequest/search", "").await.expect(200);
    meena.get("docrequest/search", "q=meena").await.expect(200);
    meena.upload_and_submit(&txn, 1).await.expect(200);
    meena.upload_and_submit(&txn, 2).await.expect(200);
    for checker in ["CHECKER1", "CHECKER2"] {
        let checker = Desk::staff(app, checker).await;
        for query in ["", "size=1", "branchCode=BR101&requestCategory=HOMELOAN&level=1"] {
            checker.get("document/queue", query).await.expect(200);
        }
        for number in [1, 2] {
            checker.review(&txn, number, "accept", json!({})).await.expect(200);
        }
    }
    for resource in ["docrequest/timeline", "docrequest/sent", "document", "document/remark", "meeting"] {
        banker.get(resource, &place).await.expect(200);
    }
    for query in ["", "size=1", "state=queued&size=1", "channel=SMS&size=1", place.as_str()] {
        banker.get("delivery", query).await.expect(200);
        let admin = app.log_in("NGB", "ADMIN").await;
        admin.get("admin", "admin/delivery", query).await.expect(200);
    }
    let admin = app.log_in("NGB", "ADMIN").await;
    let checker = Desk::staff(app, "CHECKER2").await;
    for target in [json!({ "txnRefNo": txn, "reason": "x" }), json!({ "customerReference": "CIF-1001", "reason": "x" })]
    {
        checker.call("hold", "S", &target).await.expect(200);
        checker.call("hold", "D", &target).await.expect(200);
    }
    banker.get("hold", &place).await.expect(200);
    banker.get("hold", "customerReference=CIF-1001").await.expect(200);
    admin.get("admin", "admin/retention", "").await.expect(200);
    for kind in ["rejected", "documents", "records"] {
        for more in ["", "&isHeld=true"] {
            let query = format!("date=2026-12-01&kind={kind}{more}");
            admin.get("admin", "admin/retention/item", &query).await.expect(200);
        }
    }
    app.run_job("deliver").await;
    let sent = banker.get("delivery", "state=sent").await.expect(200).content()[0]["messageId"].clone();
    banker.call("delivery", "U", &json!({ "messageId": sent, "action": "resend" })).await.expect(200);
    banker.call("delivery", "U", &json!({ "messageId": sent, "action": "dismiss" })).await.expect(200);
    let starts = format!("{}T10:00:00Z", app.day(1));
    banker.call("meeting", "S", &json!({ "txnRefNo": txn, "subject": "x", "startsAt": starts })).await.expect(200);
    for resource in
        ["dashboard", "dashboard/pace", "dashboard/monthly", "compliance", "notification", "docrequest/view"]
    {
        banker.get(resource, "").await.expect(200);
    }
    banker.get("docrequest/customer", "q=mee").await.expect(200);
    banker.call("notification", "U", &json!({ "all": true })).await.expect(200);
    banker.call("docrequest/draft", "S", &json!({ "body": {} })).await.expect(200);
    banker.act(&txn, "forward", json!({ "toUserId": "BANKER2" })).await.expect(200);
    Desk::staff(app, "BANKER2").await.find(&txn).await.expect(200);
    banker.act(&txn, "approve", json!({})).await.expect(200);
    let unsent = banker.save(&with(request_input(), "city", json!("Salem"))).await.expect(200);
    let key = json!({ "txnRefNo": unsent.record()["txnRefNo"] });
    let mut changed = with(request_input(), "txnRefNo", unsent.record()["txnRefNo"].clone());
    changed["versionNumber"] = json!(1);
    changed["customerName"] = json!("Somebody Else");
    banker.call("docrequest", "U", &changed).await.expect(200);
    banker.call("docrequest", "D", &key).await.expect(200);
    let owed = banker.sent().await;
    let skip = json!({ "txnRefNo": owed, "partySeqNo": 1, "action": "skip" });
    banker.call("docrequest/reminders", "U", &skip).await.expect(200);
    edit(&banker, &owed, |body| body["city"] = json!("Salem")).await.expect(200);
    app.run_sql_directly("UPDATE docrequest_reminder SET remind_on = '2000-01-01'").await;
    app.run_sql_directly("UPDATE docrequest_renewal SET remind_on = '2000-01-01'").await;
    app.clock.advance_seconds(3600);
    for job in ["remind", "notify", "compliance", "deliver", "expire", "webhooks"] {
        app.run_job(job).await;
    }
    walk_deliveries(app).await;
    app.run_job("sweep").await;
    app.sweep_files(jiff::Timestamp::MAX).await;
}

/// The log of events for external systems, which no event has reached.
async fn walk_deliveries(app: &TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    for query in ["", "state=queued", "integrationCode=CRMFEED", "state=failed&integrationCode=CRMFEED&size=1"] {
        admin.get("admin", "admin/webhookdelivery", query).await.expect(200);
    }
    let listed = admin.get("admin", "admin/webhookdelivery", "").await.expect(200);
    let id = &listed.content()[0]["deliveryId"];
    admin.post("admin", "admin/webhookdelivery", Some("F"), &json!({ "deliveryId": id })).await.expect(200);
    let resend = json!({ "deliveryId": id, "action": "resend" });
    admin.post("admin", "admin/webhookdelivery", Some("U"), &resend).await.expect(200);
    admin.get("admin", "admin/webhookdelivery/paused", "").await.expect(200);
}
