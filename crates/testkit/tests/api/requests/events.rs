//! Every event goes out to the people it concerns, in their language, by the channels they use.

use app::identity::SignOn;
use serde_json::json;
use testkit::servers::{Certificates, Gateway, MailServer};
use testkit::{TestApp, on_both_databases, on_sqlite};

use super::reminders::settings;
use super::renewals::to_be_renewed;
use super::{Desk, edit, party, recipients, reference, request_input, with};

on_both_databases!(
    parties_are_told_of_changes_once_after_the_last_one,
    bankers_are_told_of_renewals_once,
    every_event_goes_out_in_both_languages_by_both_channels,
);

on_sqlite!(a_change_that_is_told_at_once_is_not_told_again);

async fn notify(app: &TestApp, seconds: i64) {
    app.clock.advance_seconds(seconds);
    let run = app.run_job("notify").await;
    assert!(run.is_ok(), "{run:?}");
}

async fn parties_are_told_of_changes_once_after_the_last_one(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    edit(&banker, &txn, |body| body["city"] = json!("Salem")).await.expect(200);
    notify(&app, 10 * 60).await;
    edit(&banker, &txn, |body| body["city"] = json!("Madurai")).await.expect(200);
    notify(&app, 14 * 60).await;
    assert!(recipients(&app, &txn, "RequestModified").await.is_empty(), "changed again in the meantime");
    notify(&app, 60).await;
    notify(&app, 3600).await;
    assert_eq!(recipients(&app, &txn, "RequestModified").await, ["meena@example.com"]);
    let found = Desk::staff(&app, "BANKER1").await.find(&txn).await.expect(200);
    assert_eq!(found.record()["transactionStatus"], "Requested");
    assert_eq!(app.count("SELECT count(*) FROM docrequest WHERE notify_on IS NOT NULL").await, 0);
}

async fn a_change_that_is_told_at_once_is_not_told_again(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    edit(&banker, &txn, |body| body["city"] = json!("Salem")).await.expect(200);
    banker.act(&txn, "notify", json!({})).await.expect(200);
    notify(&app, 3600).await;
    assert_eq!(recipients(&app, &txn, "RequestModified").await.len(), 1);
}

async fn bankers_are_told_of_renewals_once(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let (txn, body) = to_be_renewed(&app, &banker).await;
    for _ in 0..2 {
        let run = app.run_job("compliance").await;
        assert!(run.is_ok(), "{run:?}");
    }
    let mail =
        format!("SELECT subject || ' | ' || body FROM outbox WHERE txn_ref_no = '{txn}' AND event = 'ComplianceDue'");
    let mails = app.texts(&mail).await;
    assert_eq!(mails.len(), 1, "{mails:?}");
    assert!(mails[0].contains("Renewal due: Aadhaar") && mails[0].contains("/requestor/dashboard"), "{}", mails[0]);
    let bell = banker.get("notification", "").await.expect(200);
    let told = bell.content().iter().filter(|one| one["event"] == "ComplianceDue" && one["txnRefNo"] == txn.as_str());
    assert_eq!(told.count(), 1);
    // A renewal that is taken up and then given up is told again.
    let renewal = reference(&banker.save(&body).await.expect(200));
    banker.act(&renewal, "cancel", json!({ "reason": "Later" })).await.expect(200);
    app.run_job("compliance").await;
    let bell = banker.get("notification", "").await.expect(200);
    let told = bell.content().iter().filter(|one| one["event"] == "ComplianceDue" && one["txnRefNo"] == txn.as_str());
    assert_eq!(told.count(), 2);
}

/// Everything that happens to requests, so that each event goes out at least once.
async fn every_event_goes_out_in_both_languages_by_both_channels(app: TestApp) {
    app.without_four_eyes().await;
    let request = |language: &str, number: i64| {
        let mut body = with(with(request_input(), "send", json!(true)), "expiryDays", json!(6));
        body = with(with(body, "documentDueDate", app.day(1).into()), "notification", settings(2, 2, true));
        let mail = format!("events{number}@new.example");
        let mut person = party("Nila", &mail, &format!("+91984103{number:04}"), &["PAN", "AADHAAR"]);
        person["langCode"] = json!(language);
        person["emailNotification"] = json!(true);
        person["smsNotification"] = json!(true);
        body["parties"] = json!([person]);
        with(body, "emailAddress", json!(mail))
    };
    let mut all = Vec::new();
    for (at, language) in ["en", "ta"].into_iter().enumerate() {
        let mut own: Vec<(String, String)> = Vec::new();
        for place in 0..5 {
            let number = 5000 + i64::try_from(at).unwrap() * 10 + place;
            let made = Desk::staff(&app, "BANKER1").await.save(&request(language, number)).await.expect(200);
            own.push((reference(&made), format!("events{number}@new.example")));
        }
        all.push((language, own));
    }
    for (_, own) in &all {
        let [(silent, _), (approved, user), (declined, _), (cancelled, _), (accepted, sender)] = &own[..] else {
            unreachable!()
        };
        let banker = Desk::staff(&app, "BANKER1").await;
        edit(&banker, silent, |body| body["city"] = json!("Salem")).await.expect(200);
        banker.act(declined, "decline", json!({ "reason": "Not eligible" })).await.expect(200);
        banker.act(cancelled, "notrequired", json!({ "documentNo": 2 })).await.expect(200);
        banker.act(cancelled, "extend", json!({ "expiresOn": app.day(9) })).await.expect(200);
        banker.act(cancelled, "cancel", json!({ "reason": "Withdrawn" })).await.expect(200);
        // An approval takes the place of the message about acceptances, so that one is about a request of its own.
        Desk::customer(&app, sender).await.upload_and_submit(accepted, 1).await.expect(200);
        for checker in ["CHECKER1", "CHECKER2"] {
            Desk::staff(&app, checker).await.review(accepted, 1, "accept", json!({})).await.expect(200);
        }
        let customer = Desk::customer(&app, user).await;
        customer.upload_and_submit(approved, 1).await.expect(200);
        let checker = Desk::staff(&app, "CHECKER1").await;
        checker.review(approved, 1, "reject", json!({ "reasonCode": "UNREADABLE" })).await.expect(200);
        for document in [1, 2] {
            customer.upload_and_submit(approved, document).await.expect(200);
            for checker in ["CHECKER1", "CHECKER2"] {
                let checker = Desk::staff(&app, checker).await;
                checker.review(approved, document, "accept", json!({})).await.expect(200);
            }
        }
        Desk::staff(&app, "BANKER1").await.act(approved, "approve", json!({})).await.expect(200);
    }
    app.clock.advance_seconds(16 * 60);
    for _ in 0..8 {
        for job in ["notify", "remind", "expire"] {
            let run = app.run_job(job).await;
            assert!(run.is_ok(), "{run:?}");
        }
        app.clock.advance_seconds(24 * 3600);
    }
    let to_parties = [
        "RequestCreated",
        "RequestModified",
        "RequestExtended",
        "RequestCancelled",
        "Reminder",
        "ReminderBeforeExpiry",
        "ReminderOnExpiry",
        "RequestExpired",
        "DocumentRejected",
        "DocumentAccepted",
        "StatusChanged",
        "AllDocumentsUploaded",
        "RequestApproved",
        "RequestDeclined",
    ];
    for (language, own) in &all {
        let numbers: Vec<String> = own.iter().map(|(txn, _)| format!("'{txn}'")).collect();
        for event in to_parties {
            for channel in ["Email", "SMS"] {
                let sql = format!(
                    "SELECT subject || ' ' || body FROM outbox WHERE txn_ref_no IN ({}) AND event = '{event}' AND \
                     channel = '{channel}' AND party_seq_no = 1",
                    numbers.join(", ")
                );
                let texts = app.texts(&sql).await;
                assert!(!texts.is_empty(), "{event} by {channel} in {language}");
                for text in texts {
                    let is_tamil = text.chars().any(|letter| ('\u{b80}'..='\u{bff}').contains(&letter));
                    assert_eq!(is_tamil, *language == "ta", "{event} by {channel}: {text}");
                    assert!(!text.replace("{{ link }}", "").contains("{{"), "{event} by {channel}: {text}");
                }
            }
        }
        let approved = &own[1].0;
        let mine = app.texts("SELECT mail_id FROM staff_user WHERE entity_code = 'NGB' AND user_id = 'BANKER1'").await;
        // Nobody is written to about a decision of their own.
        for (txn, event, mails) in
            [(approved, "AllDocumentsUploaded", 1), (approved, "RequestApproved", 0), (&own[2].0, "RequestDeclined", 0)]
        {
            let told = recipients(&app, txn, event).await;
            assert_eq!(told.iter().filter(|to| **to == mine[0]).count(), mails, "{event}: {told:?}");
        }
        let waiting = recipients(&app, approved, "ReviewWaiting").await;
        assert!(!waiting.is_empty() && !waiting.contains(&own[1].1), "{waiting:?}");
    }
    everything_arrives(app).await;
}

/// The messages to parties arrive at a mail server and at a gateway, each with its subject and text.
async fn everything_arrives(app: TestApp) {
    let certificates = Certificates::make();
    let (mail, sms) = (MailServer::start(&certificates), Gateway::start().await);
    let messenger = crate::external_systems::messenger(&certificates.authority, &sms);
    let app = app.with_external_systems(messenger, SignOn::default()).await;
    crate::external_systems::use_mail_server(&app, mail.plain).await;
    let run = app.run_job("deliver").await;
    assert!(run.is_ok(), "{run:?}");
    let sent = |channel: &str| {
        let texts = "recipient || '|' || subject || '|' || body";
        format!(
            "SELECT {texts} FROM outbox WHERE channel = '{channel}' AND user_id LIKE 'events%@new.example' AND \
             party_seq_no = 1"
        )
    };
    let (mails, texts) = (app.texts(&sent("Email")).await, app.texts(&sent("SMS")).await);
    let mut inbox = Vec::new();
    for _ in 0..app.count("SELECT count(*) FROM outbox WHERE channel = 'Email'").await {
        let mail = mail.next();
        let parsed = mail_parser::MessageParser::default().parse(mail.data.as_bytes()).expect("a mail");
        inbox.push((mail.to[0].clone(), parsed.subject().unwrap_or_default().to_owned()));
    }
    for expected in &mails {
        let [to, subject, _] = expected.splitn(3, '|').collect::<Vec<_>>()[..] else { unreachable!() };
        assert!(inbox.iter().any(|(one, about)| one == to && about == subject), "{expected} in {inbox:?}");
    }
    let received: Vec<serde_json::Value> =
        sms.received().iter().map(|call| serde_json::from_str(&call.body).expect("JSON")).collect();
    for expected in &texts {
        let [to, _, text] = expected.splitn(3, '|').collect::<Vec<_>>()[..] else { unreachable!() };
        let start = text.split("{{ link }}").next().unwrap_or_default();
        let is_it = |one: &serde_json::Value| {
            one["to"] == to && one["message"].as_str().is_some_and(|message| message.starts_with(start))
        };
        assert!(received.iter().any(is_it), "{expected} in {received:?}");
    }
    assert!(mails.len() > 20 && texts.len() > 20, "{} mails, {} texts", mails.len(), texts.len());
}
