//! What follows when a party cannot be reached, and that one damaged thing stops nothing else.

use ports::NotSent;
use serde_json::json;
use testkit::{TestApp, on_both_databases, on_sqlite};

use super::deliveries::{bounce, by_mail_only, deliver, report, scripted, states};
use super::{Desk, party, recipients, reference, request_input, with};

on_both_databases!(
    authorised_parties_are_told_when_a_party_cannot_be_reached,
    damaged_templates_and_messages_stop_no_others,
);

on_sqlite!(a_bounce_is_matched_by_its_return_address_alone);

async fn authorised_parties_are_told_when_a_party_cannot_be_reached(app: TestApp) {
    let (app, script) = scripted(app).await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut owner = party("Meena", "meena@example.com", "+919841030001", &["PAN"]);
    owner["authorizeOtherPty"] = json!(true);
    owner["smsNotification"] = json!(false);
    let mut helper = party("Arjun", "arjun@example.com", "+919841030002", &[]);
    helper["authPartySeqNo"] = json!(1);
    helper["authLevel"] = json!(2);
    helper["relationship"] = json!("SPOUSE");
    helper["langCode"] = json!("ta");
    // Authorised by nobody, so not concerned.
    let other = party("Kavin", "kavin@example.com", "+919841030003", &["PAN"]);
    let body = with(with(request_input(), "parties", json!([owner, helper, other])), "send", json!(true));
    for to in ["meena@example.com", "+919841030001"] {
        script.answer(to, Some(NotSent::NoSuchRecipient("unknown".into())));
    }
    let txn = reference(&banker.save(&body).await.expect(200));
    // The mail fails, then the SMS in its place; then the others are written to.
    for _ in 0..3 {
        deliver(&app).await;
    }
    let told = recipients(&app, &txn, "DeliveryFailed").await;
    assert!(told.contains(&"arjun@example.com".to_owned()), "{told:?}");
    assert!(!told.contains(&"kavin@example.com".to_owned()) && !told.contains(&"meena@example.com".to_owned()));
    let letter = script.sent().into_iter().rfind(|letter| letter.to == "arjun@example.com").expect("a mail");
    assert!(letter.text.contains("Meena") && letter.text.contains("/provider"), "{}", letter.text);
    assert!(letter.text.chars().any(|one| ('\u{b80}'..='\u{bff}').contains(&one)), "in Tamil: {}", letter.text);
    assert!(!letter.text.contains("{{") && !letter.subject.contains("{{"), "{} {}", letter.subject, letter.text);
    let count = |told: &[String]| told.iter().filter(|to| *to == "arjun@example.com").count();
    assert_eq!(count(&told), 1, "once, though two messages failed");
}

async fn a_bounce_is_matched_by_its_return_address_alone(app: TestApp) {
    let (app, script) = scripted(app).await;
    let txn = by_mail_only(&Desk::staff(&app, "BANKER1").await).await;
    deliver(&app).await;
    let letter = script.sent().remove(0);
    let returned = bounce(letter.token.as_deref().unwrap(), "5.1.1");
    // A server that returns nothing of the message.
    let (start, _) = returned.split_once("--b\r\nContent-Type: message/rfc822").expect("the returned message");
    let address = letter.bounce_to.expect("a return address");
    let report_only = format!("{start}--b--\r\n").replace("bounce@docs.northgate.example", &address);
    assert!(!report_only.contains("Message-ID"));
    let taken = report(&app, "mail/bounce", testkit::BOUNCE_SECRET, report_only).await.expect(200);
    assert_eq!(taken.record()["matched"], true);
    assert_eq!(states(&app, &txn).await[0], "Email bounced");
}

async fn damaged_templates_and_messages_stop_no_others(app: TestApp) {
    let (app, script) = scripted(app).await;
    let damage = "UPDATE message_template SET message_format = '{{ nothing }} {{#each' WHERE entity_code = 'KALVI'";
    app.run_sql_directly(damage).await;
    let copy = |entity: &str, id: &str, channel: &str| {
        format!(
            "INSERT INTO outbox (country_code, entity_code, tenant_code, message_id, txn_ref_no, party_seq_no, \
             user_id, event, channel, recipient, subject, body, next_try_on, created_on, state, tries) SELECT \
             country_code, '{entity}', tenant_code, '{id}', txn_ref_no, 0, user_id, event, '{channel}', \
             '{id}@example.com', subject, '{{{{ nothing }}}} {{{{#each', '2000', created_on, 'waiting', 0 FROM \
             outbox LIMIT 1"
        )
    };
    by_mail_only(&Desk::staff(&app, "BANKER1").await).await;
    app.run_sql_directly(&copy("KALVI", "pigeon", "Pigeon")).await;
    app.run_sql_directly(&copy("KALVI", "broken", "Email")).await;
    let run = app.run_job("deliver").await;
    assert!(run.report.failed.iter().any(|failed| failed.key.contains("pigeon")), "it is reported: {run:?}");
    let mut sent: Vec<String> = script.sent().into_iter().map(|letter| letter.to).collect();
    sent.sort();
    assert_eq!(sent, ["broken@example.com", "meena@example.com"]);
}
