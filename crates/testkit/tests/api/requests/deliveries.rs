//! What becomes of messages: outages, bounces, reports, and what staff do about it.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Body;
use ports::{Accepted, Channel, Letter, MailServer, Messenger, NotSent, SendFuture};
use serde_json::{Value, json};
use testkit::{Answer, PATIENCE, TestApp, on_both_databases, on_sqlite, until};

use super::{Desk, edit, reference, request_input, with};

on_both_databases!(
    staff_see_deliveries_and_act_on_them,
    a_list_of_deliveries_follows_branches_and_forwards,
    mails_and_sms_are_listed_in_one_order,
    a_hard_bounce_switches_the_channel_and_then_tells_the_staff,
    a_server_that_is_down_for_a_day_loses_nothing,
    a_message_is_given_up_after_three_days,
    a_node_that_dies_while_sending_causes_one_repeat_with_the_same_id,
    a_node_frozen_longer_than_its_lease_changes_nothing_afterwards,
);

on_sqlite!(
    a_soft_bounce_is_kept_as_answer_and_strangers_are_refused,
    the_gateway_reports_deliveries,
    a_slow_server_delays_no_other_entity,
    a_mail_carries_the_headers_and_the_look_of_its_entity,
    a_test_mail_shows_the_answer_of_the_server,
);

/// A messenger that answers by recipient, and records what was sent.
#[derive(Default)]
pub(super) struct Script {
    answers: Mutex<HashMap<String, NotSent>>,
    sent: Mutex<Vec<Letter>>,
}

impl Script {
    pub(super) fn answer(&self, to: &str, fault: Option<NotSent>) {
        let mut answers = self.answers.lock().unwrap();
        match fault {
            Some(fault) => answers.insert(to.to_owned(), fault),
            None => answers.remove(to),
        };
    }

    pub(super) fn sent(&self) -> Vec<Letter> {
        self.sent.lock().unwrap().clone()
    }
}

impl Messenger for Script {
    fn send<'a>(&'a self, _: Option<&'a MailServer>, letter: &'a Letter) -> SendFuture<'a> {
        let answers = self.answers.lock().unwrap();
        let fault = answers.get(&letter.to).or_else(|| answers.get(letter.channel.name())).cloned();
        let outcome = match fault {
            Some(fault) => Err(fault),
            None => {
                let mut sent = self.sent.lock().unwrap();
                sent.push(letter.clone());
                let gateway_id = (letter.channel == Channel::Sms).then(|| format!("sms-{}", sent.len()));
                Ok(Accepted { answer: "250 2.0.0 queued as 4XYZ".into(), gateway_id })
            }
        };
        Box::pin(std::future::ready(outcome))
    }
}

pub(super) async fn scripted(app: TestApp) -> (TestApp, Arc<Script>) {
    let script = Arc::new(Script::default());
    let messenger = script.clone();
    (app.with_parts(|parts| parts.messenger = messenger).await, script)
}

pub(super) async fn states(app: &TestApp, txn: &str) -> Vec<String> {
    app.texts(&format!("SELECT channel || ' ' || state FROM outbox WHERE txn_ref_no = '{txn}' ORDER BY message_id"))
        .await
}

pub(super) async fn deliver(app: &TestApp) {
    tokio::time::timeout(Duration::from_secs(120), app.run_job("deliver")).await.expect("the pass ends");
}

/// A sent request with a mail to Meena only.
pub(super) async fn by_mail_only(desk: &Desk) -> String {
    let mut body = with(request_input(), "send", json!(true));
    body["parties"][0]["smsNotification"] = json!(false);
    body["parties"][0]["emailNotification"] = json!(true);
    reference(&desk.save(&body).await.expect(200))
}

pub async fn report(app: &TestApp, resource: &str, secret: &str, body: String) -> Answer {
    let path = format!("/api/app/v1/docz/banking/app/{resource}");
    let authorization = format!("Bearer {secret}");
    let headers = [("authorization", authorization.as_str()), ("content-type", "application/json")];
    app.anonymous().send("POST", &path, &headers, Body::from(body)).await
}

/// As a mail server returns it.
pub fn bounce(token: &str, status: &str) -> String {
    format!(
        "From: MAILER-DAEMON@mx.test\r\nTo: bounce@docs.northgate.example\r\nMIME-Version: 1.0\r\nContent-Type: \
         multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\nContent-Type: \
         text/plain\r\n\r\nSorry.\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; \
         mx.test\r\n\r\nFinal-Recipient: rfc822; meena@example.com\r\nAction: failed\r\nStatus: \
         {status}\r\nDiagnostic-Code: smtp; 550 no such mailbox\r\n\r\n--b\r\nContent-Type: \
         message/rfc822\r\n\r\nMessage-ID: <{token}@northgate.example>\r\nSubject: x\r\n\r\n--b--\r\n"
    )
}

async fn staff_see_deliveries_and_act_on_them(app: TestApp) {
    let (app, script) = scripted(app).await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let fine = by_mail_only(&banker).await;
    deliver(&app).await;
    script.answer("Email", Some(NotSent::Refused("554 not accepted".into())));
    script.answer("SMS", Some(NotSent::Refused("no gateway".into())));
    let lost = by_mail_only(&banker).await;
    deliver(&app).await;
    script.answer("Email", None);
    let rows = banker.get("delivery", "").await.expect(200).content().clone();
    assert_eq!((rows[0]["txnRefNo"].as_str(), rows[0]["state"].as_str()), (Some(lost.as_str()), Some("failed")));
    let failed = banker.get("delivery", &format!("txnRefNo={lost}&state=failed&channel=Email")).await.expect(200);
    let message = failed.content()[0].clone();
    assert_eq!((&message["answer"], &message["tries"]), (&json!("554 not accepted"), &json!(1)));
    let sent = banker.get("delivery", &format!("txnRefNo={fine}&state=sent")).await.expect(200).content()[0].clone();
    assert_eq!(sent["answer"], "250 2.0.0 queued as 4XYZ");
    banker.get("delivery", "state=lost").await.expect(422);
    // Another branch's staff, and another entity's administrator, see nothing of it.
    let id = &message["messageId"];
    let resend = json!({ "messageId": id, "action": "resend" });
    let stranger = Desk::staff(&app, "BANKER2").await;
    let is_seen = stranger.get("docrequest/timeline", &format!("txnRefNo={lost}")).await.status == 200;
    assert_eq!(stranger.call("delivery", "U", &resend).await.status == 200, is_seen, "as far as the request is seen");
    let foreign = app.log_in("KALVI", "ADMIN").await;
    foreign.post("admin", "admin/delivery", Some("U"), &resend).await.expect(404);
    assert!(foreign.get("admin", "admin/delivery", "").await.expect(200).content().is_empty());
    if is_seen {
        app.run_sql_directly("UPDATE outbox SET state = 'failed' WHERE state = 'waiting'").await;
    }
    // A corrected address applies to this message only.
    let wrong = with(resend.clone(), "recipient", json!("not an address"));
    assert_eq!(banker.call("delivery", "U", &wrong).await.expect(422).fields(), ["recipient"]);
    let corrected = with(resend.clone(), "recipient", json!("meena.k@example.com"));
    let queued = banker.call("delivery", "U", &corrected).await.expect(200).content()[0].clone();
    assert_eq!((&queued["state"], &queued["recipient"]), (&json!("queued"), &json!("meena.k@example.com")));
    banker.call("delivery", "U", &resend).await.expect(409);
    deliver(&app).await;
    assert!(script.sent().iter().any(|letter| letter.to == "meena.k@example.com"));
    let party = banker.find(&lost).await.expect(200).record()["parties"][0]["emailAddress"].clone();
    assert_eq!(party, "meena@example.com");
    // An administrator dismisses several at once.
    app.run_sql_directly(&format!("UPDATE outbox SET state = 'bounced' WHERE txn_ref_no IN ('{fine}', '{lost}')"))
        .await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let open = admin.get("admin", "admin/delivery", "state=bounced").await.expect(200).content().clone();
    let records: Vec<Value> = open.iter().map(|row| json!({ "messageId": row["messageId"] })).collect();
    let body = json!({ "action": "dismiss", "records": records });
    let done = admin.post("admin", "admin/delivery", Some("U"), &body).await.expect(200);
    assert!(done.content().len() >= 2 && done.content().iter().all(|row| row["state"] == "dismissed"));
    admin.post("admin", "admin/delivery", Some("U"), &body).await.expect(409);
    let audited = "SELECT count(*) FROM audit_log WHERE resource = 'delivery' AND action = 'dismiss'";
    assert_eq!(app.count(audited).await, done.content().len() as i64);
    let viewer = app.log_in("NGB", "VIEWER").await;
    viewer.get("admin", "admin/delivery", "").await.expect(200);
    viewer.post("admin", "admin/delivery", Some("U"), &body).await.expect(403);
}

async fn a_list_of_deliveries_follows_branches_and_forwards(app: TestApp) {
    app.run_sql_directly("DELETE FROM request_forward").await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let body = with(with(request_input(), "send", json!(true)), "branchCode", json!("BR101"));
    let txn = reference(&banker.save(&body).await.expect(200));
    let second = Desk::staff(&app, "BANKER2").await;
    let is_listed = async |desk: &Desk| {
        let mut seen = Vec::new();
        for query in ["", "state=queued", "channel=Email", "state=queued&channel=Email&size=200"] {
            let list = desk.get("delivery", query).await.expect(200);
            let mut ids: Vec<String> = list.content().iter().map(|row| row["messageId"].to_string()).collect();
            ids.sort();
            ids.dedup();
            assert_eq!(ids.len(), list.content().len(), "each once");
            seen.push(list.content().iter().any(|row| row["txnRefNo"] == txn.as_str()));
        }
        assert!(seen.iter().all(|is_seen| *is_seen == seen[0]), "{seen:?}");
        seen[0]
    };
    assert_eq!((is_listed(&banker).await, is_listed(&second).await), (true, false));
    // The second banker stands in for the first one.
    let admin = app.log_in("NGB", "ADMIN").await;
    let master = domain::master_data::find("adminEntityRequestForward").unwrap();
    let forward = json!({ "fromUserId": "BANKER1", "toUserId": "BANKER2" });
    admin.operate(master, "S", &forward).await.expect(200);
    assert!(is_listed(&second).await);
    admin.operate(master, "D", &forward).await.expect(200);
    assert!(!is_listed(&second).await);
    // The first one forwards this request.
    banker.act(&txn, "forward", json!({ "toUserId": "BANKER2" })).await.expect(200);
    assert!(is_listed(&second).await);
    // The messages move with the request to its new branch.
    edit(&banker, &txn, |body| body["branchCode"] = json!("BR104")).await.expect(200);
    let branches = format!("SELECT DISTINCT branch_code FROM outbox WHERE txn_ref_no = '{txn}'");
    assert_eq!(app.texts(&branches).await, ["BR104"]);
}

/// The channels are read separately and shown in one order.
async fn mails_and_sms_are_listed_in_one_order(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut body = with(request_input(), "send", json!(true));
    body["parties"][0]["smsNotification"] = json!(true);
    for _ in 0..3 {
        banker.save(&body).await.expect(200);
        app.clock.advance_seconds(60);
    }
    let newest = "SELECT message_id FROM outbox WHERE channel = 'SMS' ORDER BY created_on DESC LIMIT 1";
    let oldest = "SELECT message_id FROM outbox WHERE channel = 'Email' ORDER BY created_on LIMIT 1";
    for (message, state) in [(newest, "sent"), (oldest, "failed")] {
        app.run_sql_directly(&format!("UPDATE outbox SET state = '{state}' WHERE message_id = ({message})")).await;
    }
    let admin = app.log_in("NGB", "ADMIN").await;
    for query in ["", "channel=Email", "channel=SMS", "state=queued", "state=failed", "state=queued&channel=SMS"] {
        let own = banker.get("delivery", &format!("{query}&size=100")).await.expect(200).content().clone();
        let all =
            admin.get("admin", "admin/delivery", &format!("{query}&size=100")).await.expect(200).content().clone();
        for rows in [&own, &all] {
            let order = |row: &Value| {
                let is_calm = !["failed", "bounced"].contains(&row["state"].as_str().unwrap());
                (is_calm, std::cmp::Reverse(row["createdOn"].to_string()), row["messageId"].to_string())
            };
            assert!(!rows.is_empty() && rows.iter().map(order).is_sorted(), "{query}: {rows:?}");
            let channels: HashSet<String> = rows.iter().map(|row| row["channel"].to_string()).collect();
            assert_eq!(channels.len() == 1, query.contains("channel") || query == "state=failed", "{query}");
        }
        // Pages follow each other without a gap.
        let mut paged = Vec::new();
        for page in 0..own.len().div_ceil(2) {
            let rows = banker.get("delivery", &format!("{query}&size=2&page={page}")).await.expect(200);
            paged.extend(rows.content().iter().map(|row| row["messageId"].clone()));
        }
        assert_eq!(paged, own.iter().map(|row| row["messageId"].clone()).collect::<Vec<_>>(), "{query}");
    }
}

async fn a_hard_bounce_switches_the_channel_and_then_tells_the_staff(app: TestApp) {
    let (app, script) = scripted(app).await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut body = with(request_input(), "send", json!(true));
    body["parties"][0]["smsNotification"] = json!(false);
    let txn = reference(&banker.save(&body).await.expect(200));
    deliver(&app).await;
    let token = script.sent()[0].token.clone().unwrap();
    assert_eq!(script.sent()[0].bounce_to.as_deref(), Some(format!("bounce+{token}@docs.northgate.example").as_str()));
    let taken = report(&app, "mail/bounce", testkit::BOUNCE_SECRET, bounce(&token, "5.1.1")).await.expect(200);
    assert_eq!(taken.record()["matched"], true);
    assert_eq!(states(&app, &txn).await, ["Email bounced", "SMS waiting"]);
    // The same report twice changes nothing.
    report(&app, "mail/bounce", testkit::BOUNCE_SECRET, bounce(&token, "5.1.1")).await.expect(200);
    assert_eq!(states(&app, &txn).await, ["Email bounced", "SMS waiting"]);
    let sent = banker.get("docrequest/sent", &format!("txnRefNo={txn}")).await.expect(200);
    let bounced = sent.content().iter().find(|row| row["state"] == "bounced").expect("a bounced message").clone();
    assert_eq!(bounced["answer"], "5.1.1 550 no such mailbox");
    // The SMS fails too: the staff get a notice and a mail.
    script.answer("SMS", Some(NotSent::NoSuchRecipient("unknown subscriber".into())));
    deliver(&app).await;
    let notices = banker.get("notification", "").await.expect(200);
    assert!(notices.content().iter().any(|notice| notice["event"] == "DeliveryFailed" && notice["txnRefNo"] == txn));
    let told =
        script.sent().into_iter().find(|letter| letter.subject.contains(&txn) && letter.to != "meena@example.com");
    let told = told.expect("a mail to the banker");
    assert!(
        told.text.contains("unknown subscriber") && told.text.contains("/requestor/transactions/"),
        "{}",
        told.text
    );
    assert_eq!(states(&app, &txn).await.iter().filter(|state| *state == "SMS bounced").count(), 1);
}

async fn a_soft_bounce_is_kept_as_answer_and_strangers_are_refused(app: TestApp) {
    let (app, script) = scripted(app).await;
    let txn = by_mail_only(&Desk::staff(&app, "BANKER1").await).await;
    deliver(&app).await;
    let token = script.sent()[0].token.clone().unwrap();
    for secret in ["", "wrong", testkit::SMS_SECRET] {
        report(&app, "mail/bounce", secret, bounce(&token, "5.1.1")).await.expect(401);
    }
    report(&app, "mail/bounce", testkit::BOUNCE_SECRET, "I am away".into()).await.expect(400);
    let unknown = report(&app, "mail/bounce", testkit::BOUNCE_SECRET, bounce("nobody", "5.1.1")).await.expect(200);
    assert_eq!(unknown.record()["matched"], false);
    report(&app, "mail/bounce", testkit::BOUNCE_SECRET, bounce(&token, "4.4.1")).await.expect(200);
    assert_eq!(states(&app, &txn).await, ["Email sent"]);
    assert_eq!(app.texts("SELECT answer FROM outbox").await, ["4.4.1 550 no such mailbox"]);
}

async fn the_gateway_reports_deliveries(app: TestApp) {
    let (app, _script) = scripted(app).await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut body = with(request_input(), "send", json!(true));
    body["parties"][0]["smsNotification"] = json!(true);
    body["parties"][0]["emailNotification"] = json!(false);
    let txn = reference(&banker.save(&body).await.expect(200));
    deliver(&app).await;
    let id = app.texts("SELECT gateway_id FROM outbox WHERE channel = 'SMS'").await.remove(0);
    let say = async |state: &str, secret: &str| {
        report(&app, "sms/report", secret, json!({ "id": id, "state": state }).to_string()).await
    };
    say("DELIVRD", testkit::BOUNCE_SECRET).await.expect(401);
    say("ENROUTE", testkit::SMS_SECRET).await.expect(200);
    assert_eq!(states(&app, &txn).await, ["SMS sent"]);
    say("DELIVRD", testkit::SMS_SECRET).await.expect(200);
    assert_eq!(states(&app, &txn).await, ["SMS delivered"]);
    // Gateways also correct themselves; the customer is then written to by mail.
    say("UNDELIV", testkit::SMS_SECRET).await.expect(200);
    assert_eq!(states(&app, &txn).await, ["SMS bounced", "Email waiting"]);
    report(&app, "sms/report", testkit::SMS_SECRET, "{}".into()).await.expect(400);
}

async fn a_server_that_is_down_for_a_day_loses_nothing(app: TestApp) {
    let (app, script) = scripted(app).await;
    let banker = Desk::staff(&app, "BANKER1").await;
    script.answer("Email", Some(NotSent::Unavailable("connection refused".into())));
    for _ in 0..6 {
        by_mail_only(&banker).await;
    }
    let mut passes = 0;
    for _ in 0..24 {
        passes += 1;
        deliver(&app).await;
        app.clock.advance_seconds(3_601);
    }
    assert_eq!(app.count("SELECT count(*) FROM outbox WHERE state = 'waiting'").await, 6);
    let tries = app.count("SELECT CAST(sum(tries) AS BIGINT) FROM outbox").await;
    assert!(tries <= passes * 2, "one message finds out that the server is down, not all of them: {tries}");
    let why = Desk::staff(&app, "BANKER1").await.get("delivery", "state=queued").await.expect(200).content().clone();
    assert!(why.iter().all(|row| row["answer"] == "connection refused"), "{why:?}");
    script.answer("Email", None);
    deliver(&app).await;
    app.clock.advance_seconds(3_601);
    deliver(&app).await;
    assert_eq!(app.count("SELECT count(*) FROM outbox WHERE state = 'sent'").await, 6);
    assert_eq!(script.sent().len(), 6, "each once");
}

async fn a_message_is_given_up_after_three_days(app: TestApp) {
    let (app, script) = scripted(app).await;
    let banker = Desk::staff(&app, "BANKER1").await;
    script.answer("Email", Some(NotSent::Unavailable("connection refused".into())));
    script.answer("SMS", Some(NotSent::Later("451 try again".into())));
    let txn = by_mail_only(&banker).await;
    by_mail_only(&banker).await;
    for hour in 0..80 {
        deliver(&app).await;
        let failed = app.count("SELECT count(*) FROM outbox WHERE state = 'failed' AND channel = 'Email'").await;
        assert!(hour > 71 || failed == 0, "given up after {hour} hours");
        app.clock.advance_seconds(3_601);
    }
    assert_eq!(states(&app, &txn).await, ["Email failed", "SMS waiting"]);
    let failed =
        "SELECT count(*) FROM outbox WHERE state = 'failed' AND channel = 'Email' AND event = 'RequestCreated'";
    assert_eq!(app.count(failed).await, 2, "dead letters of a dead server are given up together");
}

/// Takes a message and never answers, as if the node died after it was sent.
struct Dying(Arc<Script>);

impl Messenger for Dying {
    fn send<'a>(&'a self, server: Option<&'a MailServer>, letter: &'a Letter) -> SendFuture<'a> {
        drop(self.0.send(server, letter));
        Box::pin(std::future::pending())
    }
}

async fn a_node_that_dies_while_sending_causes_one_repeat_with_the_same_id(app: TestApp) {
    let script = Arc::new(Script::default());
    let dying = Arc::new(Dying(script.clone()));
    let app = app.with_parts(|parts| parts.messenger = dying).await;
    let txn = by_mail_only(&Desk::staff(&app, "BANKER1").await).await;
    assert!(tokio::time::timeout(Duration::from_secs(3), app.run_job("deliver")).await.is_err(), "it hangs");
    assert_eq!(script.sent().len(), 1);
    let messenger = script.clone();
    let app = app.with_parts(|parts| parts.messenger = messenger).await;
    deliver(&app).await;
    assert_eq!(script.sent().len(), 1, "the dead node's lease still holds");
    app.clock.advance_seconds(121);
    deliver(&app).await;
    deliver(&app).await;
    let tokens: Vec<_> = script.sent().into_iter().map(|letter| letter.token).collect();
    assert_eq!(tokens.len(), 2, "one repeat");
    assert_eq!(tokens[0], tokens[1]);
    assert_eq!(states(&app, &txn).await, ["Email sent"]);
}

/// Freezes after the other side has taken the message, until it is released.
struct Frozen {
    script: Arc<Script>,
    /// Open once the node goes on.
    gate: tokio::sync::Semaphore,
}

impl Messenger for Frozen {
    fn send<'a>(&'a self, server: Option<&'a MailServer>, letter: &'a Letter) -> SendFuture<'a> {
        let sent = self.script.send(server, letter);
        Box::pin(async move {
            let _open = self.gate.acquire().await;
            sent.await
        })
    }
}

async fn a_node_frozen_longer_than_its_lease_changes_nothing_afterwards(app: TestApp) {
    let (app, script) = scripted(app).await;
    let txn = by_mail_only(&Desk::staff(&app, "BANKER1").await).await;
    let frozen = Arc::new(Frozen { script: script.clone(), gate: tokio::sync::Semaphore::new(0) });
    let mut node = app.app().clone();
    node.messenger = frozen.clone();
    let pass = tokio::spawn(async move {
        let stop = app::jobs::Stop::new(tokio::sync::watch::channel(false).1);
        app::jobs::run_manually(&node, app::jobs::find("deliver").unwrap(), &stop).await
    });
    until("a message is sent", PATIENCE, async || !script.sent().is_empty()).await;
    app.clock.advance_seconds(121);
    deliver(&app).await;
    assert_eq!(states(&app, &txn).await, ["Email sent"]);
    // In the meantime it bounced; the frozen node must not call it sent.
    let token = script.sent()[0].token.clone().unwrap();
    report(&app, "mail/bounce", testkit::BOUNCE_SECRET, bounce(&token, "5.1.1")).await.expect(200);
    frozen.gate.add_permits(100);
    pass.await.unwrap().unwrap();
    assert_eq!(states(&app, &txn).await[0], "Email bounced");
    let tokens: Vec<_> =
        script.sent().into_iter().filter(|one| one.channel == Channel::Mail).map(|one| one.token).collect();
    assert_eq!(tokens, [Some(token.clone()), Some(token)], "one repeat with the same id");
}

/// Northgate's server does not answer before the gate opens.
struct Slow {
    script: Arc<Script>,
    is_asked: AtomicBool,
    gate: tokio::sync::Semaphore,
}

impl Messenger for Slow {
    fn send<'a>(&'a self, server: Option<&'a MailServer>, letter: &'a Letter) -> SendFuture<'a> {
        Box::pin(async move {
            if letter.to == "meena@example.com" {
                self.is_asked.store(true, Ordering::SeqCst);
                let _open = self.gate.acquire().await;
            }
            self.script.send(server, letter).await
        })
    }
}

async fn a_slow_server_delays_no_other_entity(app: TestApp) {
    let script = Arc::new(Script::default());
    let gate = tokio::sync::Semaphore::new(0);
    let slow = Arc::new(Slow { script: script.clone(), is_asked: AtomicBool::new(false), gate });
    let messenger = slow.clone();
    let app = app.with_parts(|parts| parts.messenger = messenger).await;
    let banker = Desk::staff(&app, "BANKER1").await;
    by_mail_only(&banker).await;
    by_mail_only(&banker).await;
    // A message of the other entity, which becomes due while Northgate's are being sent.
    let copy = "INSERT INTO outbox (country_code, entity_code, tenant_code, message_id, txn_ref_no, party_seq_no, \
                user_id, event, channel, recipient, subject, body, next_try_on, created_on, state, tries) SELECT \
                country_code, 'KALVI', tenant_code, message_id, txn_ref_no, 0, user_id, event, channel, \
                'other@example.com', subject, 'Hello', '2000', created_on, 'waiting', 0 FROM outbox LIMIT 1";
    let meanwhile = async {
        until("Northgate's server is asked", PATIENCE, async || slow.is_asked.load(Ordering::SeqCst)).await;
        app.run_sql_directly(copy).await;
        until("the other entity's message is sent", PATIENCE, async || !script.sent().is_empty()).await;
        slow.gate.add_permits(100);
        script.sent().remove(0).to
    };
    let (_, first) = tokio::join!(app.run_job("deliver"), meanwhile);
    assert_eq!(first, "other@example.com");
    assert_eq!(script.sent().len(), 3);
}

async fn a_mail_carries_the_headers_and_the_look_of_its_entity(app: TestApp) {
    let (app, script) = scripted(app).await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut body = with(request_input(), "send", json!(true));
    body["parties"][0]["firstName"] = json!("Meena {{7*7}}");
    let saved = banker.save(&body).await;
    if saved.status != 200 {
        // The name is refused already; nothing of it can reach a mail.
        by_mail_only(&banker).await;
    }
    deliver(&app).await;
    let letter = script.sent().into_iter().find(|letter| letter.channel == Channel::Mail).expect("a mail");
    let html = letter.html.clone().expect("HTML").text;
    assert!(html.contains("Northgate Bank") && html.contains("#2b4acb"), "{html}");
    assert_eq!(html.matches("<a href=\"https://docs.northgate.example/provider").count(), 1, "one button: {html}");
    assert!(!html.contains(">49<") && html.contains("color-scheme"));
    // Outlook for Windows: a table of fixed width for it alone, a padded cell for the button, nothing it cannot draw.
    for (open, close) in [("<!--[if mso]>", "<![endif]-->"), ("<table", "</table>"), ("<td", "</td>")] {
        assert_eq!(html.matches(open).count(), html.matches(close).count(), "{open}: {html}");
    }
    assert!(html.contains("mso-padding-alt:12px 24px") && html.contains("width=\"600\" align=\"center\""), "{html}");
    for modern in ["flex", "grid", "position:", "<svg", "<div", "background-image", "var("] {
        assert!(!html.contains(modern), "{modern}: {html}");
    }
    let headers: HashMap<_, _> = letter.headers("docs@northgate.example").into_iter().collect();
    assert_eq!(headers["Auto-Submitted"], "auto-generated");
    assert_eq!(headers["Reply-To"], "support@northgate.example");
    assert_eq!(headers["Message-ID"], format!("<{}@northgate.example>", letter.token.unwrap()));
    assert!(!headers.contains_key("List-Unsubscribe"), "not a reminder");
}

async fn a_test_mail_shows_the_answer_of_the_server(app: TestApp) {
    let (app, script) = scripted(app).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let test = async |to: &str| admin.post("admin", "admin/emailconfig/test", Some("S"), &json!({ "to": to })).await;
    let sent = test("admin@northgate.example").await.expect(200);
    assert_eq!(sent.record(), &json!({ "isSent": true, "answer": "250 2.0.0 queued as 4XYZ" }));
    script.answer("Email", Some(NotSent::Unavailable("535 bad password".into())));
    let failed = test("admin@northgate.example").await.expect(200);
    assert_eq!(failed.record(), &json!({ "isSent": false, "answer": "535 bad password" }));
    assert_eq!(test("nowhere").await.expect(422).fields(), ["to"]);
    let viewer = app.log_in("NGB", "VIEWER").await;
    viewer.post("admin", "admin/emailconfig/test", Some("S"), &json!({ "to": "a@b.example" })).await.expect(403);
}
