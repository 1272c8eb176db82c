//! Labels of masters in the reader's language: in choices, in requests and in messages.

use serde_json::{Value, json};
use testkit::{Client, TestApp, on_both_databases, on_sqlite};

use super::requests::{Desk, document, edit, request_input, with};

on_both_databases!(
    choices_have_labels_in_the_readers_language,
    requests_and_messages_have_labels_in_the_readers_language,
);

on_sqlite!(
    a_changed_label_is_used_at_once,
    a_label_stays_when_an_update_leaves_it_out,
    an_edit_in_tamil_keeps_the_stored_texts,
);

const PAN: &str = "பான் அட்டை";
const ADVICE: &str = "Upload a clear colour copy of the PAN card or the e-PAN. Name and number must be readable.";

fn resource(name: &str) -> &'static domain::master_data::Definition {
    domain::master_data::find(name).unwrap()
}

async fn titles(client: &Client, query: &str) -> Vec<Value> {
    let titles = resource("entity/documentdefinition");
    let found = client.verb(titles, "/options", query, "GET", &[], axum::body::Body::empty()).await.expect(200);
    found.content().iter().map(|row| row["titleDesc"].clone()).collect()
}

/// Meena's request for a PAN card with the advice of the template.
fn input() -> Value {
    let mut body = with(request_input(), "send", json!(true));
    body["parties"][0]["langCode"] = json!("ta");
    body["parties"][0]["documents"] = json!([{ "documentCode": "PAN", "instructions": ADVICE }]);
    body
}

async fn choices_have_labels_in_the_readers_language(app: TestApp) {
    let mut admin = app.log_in("NGB", "ADMIN").await;
    assert!(titles(&admin, "").await.contains(&json!("PAN Card")));
    admin.language = Some("ta");
    let tamil = titles(&admin, "").await;
    assert!(tamil.contains(&json!(PAN)) && !tamil.contains(&json!("PAN Card")), "{tamil:?}");
    // A Tamil word finds its record.
    assert_eq!(titles(&admin, "q=%E0%AE%AA%E0%AE%BE%E0%AE%A9%E0%AF%8D").await, [PAN]);
    // The record itself has both.
    let key = json!({ "titleCode": "PAN" });
    let record = admin.operate(resource("entity/documentdefinition"), "F", &key).await.expect(200).record().clone();
    assert_eq!((&record["titleDesc"], &record["titleDescTa"]), (&json!("PAN Card"), &json!(PAN)));
}

async fn requests_and_messages_have_labels_in_the_readers_language(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.save(&input()).await.expect(200).record()["txnRefNo"].as_str().unwrap().to_owned();
    let mut meena = Desk::customer(&app, "meena@example.com").await;
    meena.client.language = Some("en");
    let english = meena.find(&txn).await.expect(200);
    assert_eq!(document(&english, 1)["documentTitle"], "PAN Card");
    assert_eq!(document(&english, 1)["instructions"], ADVICE);
    meena.client.language = Some("ta");
    let tamil = meena.find(&txn).await.expect(200);
    assert_eq!(document(&tamil, 1)["documentTitle"], PAN);
    assert!(document(&tamil, 1)["instructions"].as_str().unwrap().starts_with("பான் அட்டை அல்லது e-PAN"));
    assert_eq!(tamil.record()["requestCategoryDesc"], "வீட்டுக் கடன்");
    let sent = banker.get("docrequest/sent", &format!("txnRefNo={txn}")).await.expect(200);
    let texts: Vec<&str> = sent.content().iter().filter_map(|message| message["text"].as_str()).collect();
    assert!(texts.iter().any(|text| text.contains(PAN)), "{texts:?}");
    // The Remarks Message of the entity, at the foot.
    assert!(texts.iter().any(|text| text.contains("ஒருபோதும் கேட்காது")), "{texts:?}");
    assert!(texts.iter().all(|text| !text.contains("never asks for your PIN")), "{texts:?}");
    assert!(meena.client.auth["remarksMessageTa"].as_str().unwrap().contains("ஒருபோதும்"));
}

async fn a_changed_label_is_used_at_once(app: TestApp) {
    let mut admin = app.log_in("NGB", "ADMIN").await;
    admin.language = Some("ta");
    assert!(titles(&admin, "").await.contains(&json!(PAN)));
    let definition = resource("entity/documentdefinition");
    let mut record = admin.operate(definition, "F", &json!({ "titleCode": "PAN" })).await.expect(200).record().clone();
    record["titleDescTa"] = json!("நிரந்தரக் கணக்கு எண் அட்டை");
    admin.operate(definition, "U", &record).await.expect(200);
    assert!(titles(&admin, "").await.contains(&record["titleDescTa"]));
}

async fn a_label_stays_when_an_update_leaves_it_out(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let definition = resource("entity/documentdefinition");
    let key = json!({ "titleCode": "PAN" });
    let version = |record: &Value| record["versionNumber"].clone();
    let before = admin.operate(definition, "F", &key).await.expect(200).record().clone();
    let body = json!({ "titleCode": "PAN", "titleDesc": "PAN", "versionNumber": version(&before) });
    admin.operate(definition, "U", &body).await.expect(200);
    let kept = admin.operate(definition, "F", &key).await.expect(200).record().clone();
    assert_eq!((&kept["titleDesc"], &kept["titleDescTa"]), (&json!("PAN"), &json!(PAN)));
    let body = with(with(body, "titleDescTa", Value::Null), "versionNumber", version(&kept));
    admin.operate(definition, "U", &body).await.expect(200);
    assert_eq!(admin.operate(definition, "F", &key).await.expect(200).record()["titleDescTa"], Value::Null);
}

async fn an_edit_in_tamil_keeps_the_stored_texts(app: TestApp) {
    let mut banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.save(&input()).await.expect(200).record()["txnRefNo"].as_str().unwrap().to_owned();
    banker.client.language = Some("ta");
    let shown = banker.find(&txn).await.expect(200);
    assert_eq!(
        (&document(&shown, 1)["documentTitle"], &document(&shown, 1)["instructions"]),
        (&json!(PAN), &json!(ADVICE))
    );
    let advice = document(&shown, 1)["instructionsShown"].as_str().unwrap();
    assert!(advice.starts_with("பான் அட்டை அல்லது e-PAN"), "{advice}");
    assert_eq!(shown.record()["branchName"], "சென்னை அண்ணா சாலை");
    edit(&banker, &txn, |body| body["customerReference"] = json!("CIF-2002")).await.expect(200);
    banker.client.language = Some("en");
    let stored = banker.find(&txn).await.expect(200);
    assert_eq!(document(&stored, 1)["documentTitle"], "PAN Card");
    assert_eq!(document(&stored, 1)["instructions"], ADVICE);
}
