//! The editor of message templates: preview, the product's own text, and what it refuses.

use serde_json::{Value, json};
use testkit::{Answer, Client, TestApp, on_both_databases, on_sqlite};

use super::requests::Desk;

on_both_databases!(a_preview_shows_a_request_that_the_caller_may_see,);
on_sqlite!(
    a_message_without_a_template_has_the_default_text,
    unknown_placeholders_and_long_texts_are_refused_at_their_field,
);

fn template(more: Value) -> Value {
    let mut body = json!({ "templateType": "Email", "templateFor": "RequestCreated", "langCode": "en" });
    body.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap());
    body
}

async fn preview(client: &Client, more: Value) -> Answer {
    client.post("admin", "admin/smstemplate/preview", Some("F"), &template(more)).await
}

async fn a_preview_shows_a_request_that_the_caller_may_see(app: TestApp) {
    let txn = Desk::staff(&app, "BANKER1").await.sent().await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let text = json!({ "subject": "{{ txnRefNo }}", "messageFormat": "{{ partyName }}: {{ documentList }} \
        {{ otp }}", "txnRefNo": txn });
    // An administrator without a screen of requests gets made-up values and no request.
    assert_eq!(preview(&admin, text.clone()).await.status, 404);
    let made_up = preview(&admin, json!({ "messageFormat": "{{ partyName }}" })).await.expect(200).record().clone();
    assert_eq!((made_up["txnRefNo"].is_null(), made_up["text"].as_str()), (true, Some("Meena")));
    let viewer = app.log_in("NGB", "VIEWER").await;
    let shown = preview(&viewer, text).await.expect(200).record().clone();
    assert_eq!((shown["txnRefNo"].as_str(), shown["subject"].as_str()), (Some(txn.as_str()), Some(txn.as_str())));
    let filled = shown["text"].as_str().unwrap();
    assert!(filled.starts_with("Meena Krishnan: - "), "{filled}");
    assert!(filled.ends_with("482913"), "what a request does not have is made up: {filled}");
    let sample = format!("https://docs.northgate.example/provider/requests/{txn}?entity=NGB#link=sample");
    assert_eq!(shown["values"]["link"], sample, "no real link");
    let recent = preview(&viewer, json!({})).await.expect(200).record().clone();
    assert!(recent["txnRefNo"].is_string(), "{recent}");
    let tamil = preview(&viewer, json!({ "langCode": "ta", "txnRefNo": txn })).await.expect(200).record().clone();
    assert_ne!(tamil["values"]["status"], shown["values"]["status"]);
    assert_eq!(preview(&viewer, json!({ "txnRefNo": "N2611150000999" })).await.status, 404);
    for wrong in ["templateType", "templateFor", "langCode"] {
        let refused = preview(&viewer, json!({ wrong: "Pigeon" })).await.expect(422);
        assert_eq!(refused.fields(), [wrong]);
    }
    // Another entity's request does not exist.
    let kalvi = app.log_in("KALVI", "ADMIN").await;
    assert_eq!(preview(&kalvi, json!({ "txnRefNo": txn })).await.status, 404);
}

async fn a_message_without_a_template_has_the_default_text(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let kalvi = app.log_in("KALVI", "ADMIN").await;
    let default = async |client: &Client, more: Value| {
        let answer = client.post("admin", "admin/smstemplate/default", Some("F"), &template(more)).await;
        answer.expect(200).record().clone()
    };
    let bank = default(&admin, json!({})).await;
    assert!(bank["messageFormat"].as_str().unwrap().starts_with("Dear {{ partyName }}"));
    assert_ne!(bank, default(&kalvi, json!({})).await, "education has its own words");
    assert_eq!(default(&admin, json!({ "templateType": "SMS" })).await["subject"], "");
    app.run_sql_directly("DELETE FROM message_template").await;
    Desk::staff(&app, "BANKER1").await.sent().await;
    app.run_job("deliver").await;
    let letters = app.mailbox.letters();
    let mail = letters.iter().find(|(_, letter)| letter.to == "meena@example.com").expect("a mail");
    assert!(mail.1.text.starts_with("Dear Meena"), "{}", mail.1.text);
}

async fn unknown_placeholders_and_long_texts_are_refused_at_their_field(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let templates = domain::master_data::find("smstemplate").unwrap();
    let mut record = admin.operate(templates, "F", &template(json!({}))).await.expect(200).record().clone();
    let mut save = async |fields: Value| {
        record.as_object_mut().unwrap().extend(fields.as_object().cloned().unwrap());
        admin.operate(templates, "U", &record).await
    };
    let refused = save(json!({ "messageFormat": "Dear {{ nobody }}" })).await.expect(422);
    assert_eq!(refused.fields(), ["messageFormat"]);
    assert!(refused.error().contains("nobody"), "{}", refused.error());
    let refused = save(json!({ "messageFormat": "x", "subject": "{{ 7*7 }}" })).await.expect(422);
    assert_eq!(refused.fields(), ["subject"]);
    let refused = save(json!({ "messageFormat": "x".repeat(4001), "subject": "x" })).await.expect(422);
    assert_eq!(refused.fields(), ["messageFormat"]);
    save(json!({ "messageFormat": "x".repeat(4000) })).await.expect(200);
}
