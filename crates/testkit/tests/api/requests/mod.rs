//! Requests: created, sent, answered, reviewed, decided.

mod activity;
mod bulk_send;
mod concurrency;
mod dates;
mod declared;
pub mod deliveries;
mod drafts;
mod editing;
mod events;
mod evidence;
mod figures;
mod files;
mod flow;
mod four_eyes;
mod holds;
mod home;
mod imports;
mod live;
mod meetings;
mod message_year;
mod notifications;
mod people;
pub mod plans;
mod reminders;
mod renewals;
mod resumable;
mod review;
mod review_queue;
mod search;
mod storage;
mod trash;
mod undelivered;
mod validation;
mod visibility;

use axum::body::Body;
use serde_json::{Value, json};
use testkit::{Answer, Client, TestApp};

/// A valid picture.
pub fn png() -> Vec<u8> {
    testkit::documents::picture(domain::document::FileType::Png, 8, 8)
}

/// A customer's request as a banker of Northgate Bank would make it: one party, two documents.
pub fn request_input() -> Value {
    json!({
        "customerName": "Meena Krishnan", "customerType": "INDIVIDUAL", "customerIndicator": "EXISTING",
        "customerIndustry": "SALARIED", "requestCategory": "HOMELOAN", "requestSubCategory": "PURCHASE",
        "requestPurpose": "NEWLOAN", "primaryMobile": "+919841030001", "address1": "12 Temple Street",
        "address2": "Mylapore", "address3": "Near the tank", "city": "Chennai", "state": "TN", "postalCode": "600004",
        "customerCountry": "IN", "emailAddress": "meena@example.com", "customerReference": "CIF-1001",
        "parties": [party("Meena", "meena@example.com", "+919841030001", &["PAN", "AADHAAR"])],
    })
}

pub fn party(first: &str, mail: &str, mobile: &str, documents: &[&str]) -> Value {
    let documents: Vec<Value> = documents.iter().map(|code| json!({ "documentCode": code })).collect();
    json!({
        "firstName": first, "lastName": "Krishnan", "emailAddress": mail, "mobileNumber": mobile,
        "documents": documents,
    })
}

pub fn with(mut body: Value, name: &str, value: Value) -> Value {
    body[name] = value;
    body
}

/// Someone who works on requests, of either side.
pub struct Desk {
    pub client: Client,
    pub service: &'static str,
}

impl Desk {
    pub async fn staff(app: &TestApp, user: &str) -> Desk {
        Desk { client: app.log_in("NGB", user).await, service: "banker" }
    }

    pub async fn customer(app: &TestApp, user: &str) -> Desk {
        // Codes are not sent more often than once a minute.
        app.clock.advance_seconds(61);
        Desk { client: app.log_in_customer(user).await, service: "customer" }
    }

    pub async fn call(&self, resource: &str, operation: &str, body: &Value) -> Answer {
        self.client.post(self.service, &format!("transaction/{resource}"), Some(operation), body).await
    }

    pub async fn get(&self, resource: &str, query: &str) -> Answer {
        self.client.get(self.service, &format!("transaction/{resource}"), query).await
    }

    pub async fn save(&self, body: &Value) -> Answer {
        self.call("docrequest", "S", body).await
    }

    pub async fn find(&self, txn: &str) -> Answer {
        self.call("docrequest", "F", &json!({ "txnRefNo": txn })).await
    }

    pub async fn act(&self, txn: &str, action: &str, more: Value) -> Answer {
        let mut body = json!({ "txnRefNo": txn, "action": action });
        body.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
        self.call("docrequest/action", "U", &body).await
    }

    pub async fn upload(&self, txn: &str, document: u32, name: &str, bytes: impl Into<Body>) -> Answer {
        let header = self.client.header_json(Some("S"));
        let path = format!(
            "/api/{}/v1/docz/banking/transaction/document/upload@{header}\
             ?txnRefNo={txn}&documentNo={document}&fileName={name}",
            self.service
        );
        self.client.send("POST", &path, &[], bytes.into()).await
    }

    pub async fn submit(&self, txn: &str, body: Value) -> Answer {
        let mut all = json!({ "txnRefNo": txn });
        all.as_object_mut().unwrap().extend(body.as_object().cloned().unwrap_or_default());
        self.call("document/submit", "U", &all).await
    }

    /// Uploads a file and submits it.
    pub async fn upload_and_submit(&self, txn: &str, document: u32) -> Answer {
        self.upload(txn, document, "card.png", png()).await.expect(200);
        self.submit(txn, json!({ "documents": [document] })).await
    }

    pub async fn review(&self, txn: &str, document: u32, decision: &str, more: Value) -> Answer {
        let mut body = json!({ "txnRefNo": txn, "documentNo": document, "decision": decision });
        body.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
        self.call("document/review", "U", &body).await
    }

    /// A request that was sent; its number.
    pub async fn sent(&self) -> String {
        self.sent_as(request_input()).await
    }

    /// A request for two documents that staff see as they are, whether or not they were read; its number.
    pub async fn sent_without_aadhaar(&self) -> String {
        let meena = party("Meena", "meena@example.com", "+919841030001", &["PAN", "UTILBILL"]);
        self.sent_as(with(request_input(), "parties", json!([meena]))).await
    }

    async fn sent_as(&self, request: Value) -> String {
        let made = self.save(&with(request, "send", json!(true))).await.expect(200);
        made.record()["txnRefNo"].as_str().expect("a number").to_owned()
    }
}

pub fn status(answer: &Answer) -> &str {
    answer.record()["transactionStatus"].as_str().unwrap_or_default()
}

pub fn document(answer: &Answer, number: usize) -> &Value {
    &answer.record()["parties"][0]["documents"][number - 1]
}

pub fn reference(answer: &Answer) -> String {
    answer.record()["txnRefNo"].as_str().expect("a number").to_owned()
}

/// Changes a request as it is stored now.
pub async fn edit(desk: &Desk, txn: &str, change: impl FnOnce(&mut Value)) -> Answer {
    let mut body = desk.find(txn).await.expect(200).record().clone();
    change(&mut body);
    desk.call("docrequest", "U", &body).await
}

/// Who is notified of this event of a request, in order.
pub async fn recipients(app: &TestApp, txn: &str, event: &str) -> Vec<String> {
    let sql =
        format!("SELECT recipient FROM outbox WHERE txn_ref_no = '{txn}' AND event = '{event}' ORDER BY message_id");
    app.texts(&sql).await
}

/// Who is notified of anything about a request, in order.
pub async fn all_recipients(app: &TestApp, txn: &str) -> Vec<String> {
    app.texts(&format!("SELECT recipient FROM outbox WHERE txn_ref_no = '{txn}' ORDER BY message_id")).await
}
