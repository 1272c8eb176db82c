//! What a customer did before anything was submitted, as staff see it.

use domain::access::system;
use serde_json::{Value, json};
use testkit::{TestApp, on_both_databases};

use super::{Desk, party, png, request_input, with};

on_both_databases!(an_opened_link_and_the_newest_failed_upload_are_told,);

/// The newest message to the customer, with what the customer did since.
async fn told(banker: &Desk, txn: &str) -> Value {
    banker.get("docrequest/sent", &format!("txnRefNo={txn}")).await.expect(200).content()[0].clone()
}

/// Opens the page of a new link.
async fn open_link(app: &TestApp, user: &str) {
    let permit = system::customer("IN", "NGB", user);
    let link = app::notifications::make_customer_link(app.app(), &permit, user, None).await.unwrap();
    let body = json!({ "linkToken": link.split_once("#link=").unwrap().1 });
    app.anonymous().post("sms", "sms/customerusermasterLogin", None, &body).await.expect(200);
}

async fn an_opened_link_and_the_newest_failed_upload_are_told(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let before = told(&banker, &txn).await;
    assert!(before["linkOpenedOn"].is_null() && before["failedUpload"].is_null(), "{before}");
    open_link(&app, "meena@example.com").await;
    let first = told(&banker, &txn).await["linkOpenedOn"].clone();
    assert!(first.is_string());
    app.clock.advance_seconds(120);
    open_link(&app, "meena@example.com").await;
    assert_eq!(told(&banker, &txn).await["linkOpenedOn"], first, "the first time is kept");
    let later = banker.sent().await;
    assert!(told(&banker, &later).await["linkOpenedOn"].is_null(), "a request that was sent later");

    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.upload(&txn, 1, "pan.exe", png()).await.expect(415);
    let failed = told(&banker, &txn).await["failedUpload"].clone();
    assert_eq!((&failed["documentNo"], &failed["cause"]), (&json!(1), &json!("format")));
    assert!(failed["on"].is_string());
    let refused = json!({ "txnRefNo": txn, "documentNo": 2, "cause": "size" });
    meena.call("document/upload", "U", &refused).await.expect(200);
    let failed = told(&banker, &txn).await;
    assert_eq!(failed["failedUpload"]["documentNo"], 2, "the newest");
    assert_eq!((&failed["failedUpload"]["cause"], &failed["linkOpenedOn"]), (&json!("size"), &first));

    let odd = json!({ "txnRefNo": txn, "documentNo": 2, "cause": "the file <b>" });
    assert_eq!(meena.call("document/upload", "U", &odd).await.expect(422).fields(), ["cause"]);
    let other = json!({ "txnRefNo": txn, "documentNo": 99, "cause": "size" });
    meena.call("document/upload", "U", &other).await.expect(404);
    let parties = json!([party("Arjun", "arjun@example.com", "+919841030002", &["PAN"])]);
    banker.save(&with(with(request_input(), "parties", parties), "send", json!(true))).await.expect(200);
    let stranger = Desk::customer(&app, "arjun@example.com").await;
    stranger.call("document/upload", "U", &refused).await.expect(404);
    // Staff who upload for a customer are not the customer.
    banker.upload(&txn, 1, "pan.exe", png()).await.expect(415);
    assert_eq!(told(&banker, &txn).await["failedUpload"]["documentNo"], 2);
    assert_eq!(app.count("SELECT count(*) FROM docrequest_activity").await, 1);
}
