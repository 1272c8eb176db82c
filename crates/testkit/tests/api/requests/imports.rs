//! Requests created from a file.

use axum::body::Body;
use serde_json::json;
use testkit::{Answer, TestApp, on_both_databases, on_sqlite};

use super::{Desk, request_input, with};

on_both_databases!(an_import_uses_the_branch_of_the_call,);

on_sqlite!(a_dry_run_creates_nothing_and_a_repeated_import_creates_once,);

/// A file of one request.
const SHEET: &str = "customerName,customerType,customerIndicator,customerIndustry,requestCategory,requestSubCategory,\
    requestPurpose,primaryMobile,address1,address2,address3,city,state,postalCode,\
    customerCountry,emailAddress,customerReference";
const LINE: &str = "Meena Krishnan,INDIVIDUAL,EXISTING,SALARIED,HOMELOAN,PURCHASE,NEWLOAN,+919841030001,12 Temple \
                    Street,Mylapore,Near the tank,Chennai,TN,600004,IN,meena@example.com,CIF-1001";

async fn import(desk: &Desk, query: &str, key: Option<&str>, text: String) -> Answer {
    let header = desk.client.header_json(Some("S"));
    let path = format!("/api/banker/v1/docz/banking/transaction/docrequest/import@{header}?{query}");
    let headers: Vec<(&str, &str)> = key.map(|key| ("Idempotency-Key", key)).into_iter().collect();
    desk.client.send("POST", &path, &headers, Body::from(text)).await
}

async fn a_dry_run_creates_nothing_and_a_repeated_import_creates_once(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let count = async || app.count("SELECT count(*) FROM docrequest").await;
    let before = count().await;
    let sheet = format!("{SHEET}\n{LINE}\n");
    for query in ["dryRun=1", "dryRun=TRUE", "dryrun=true", "send=yes", "colour=red"] {
        import(&banker, query, None, sheet.clone()).await.expect(422);
    }
    import(&banker, "dryRun=true&send=true", None, sheet.clone()).await.expect(200);
    let twice = format!("{SHEET},customerName\n{LINE},Other\n");
    import(&banker, "", None, twice).await.expect(422);
    let surplus = import(&banker, "dryRun=true", None, format!("{SHEET}\n{LINE},more\n")).await.expect(200);
    assert_eq!(surplus.record()["faults"][0]["line"], 2);
    let misspelt = format!("{SHEET}\n{}\n", LINE.replace("HOMELOAN", "HOMELON"));
    let misspelt = import(&banker, "dryRun=true", None, misspelt).await.expect(200);
    let values: Vec<_> = misspelt.record()["faults"].as_array().unwrap().iter().map(|fault| &fault["value"]).collect();
    assert!(values.contains(&&json!("HOMELON")), "{}", misspelt.json);
    assert_eq!(count().await, before, "nothing came of any of it");
    let draft = json!({ "screenCode": "SD-BNK-001", "body": { "customerName": "half a na" } });
    banker.call("docrequest/draft", "S", &draft).await.expect(200);
    let made = import(&banker, "send=true", Some("once"), sheet.clone()).await.expect(200);
    assert_eq!(made.record()["created"], 1, "{}", made.json);
    let again = import(&banker, "send=true", Some("once"), sheet.clone()).await.expect(200);
    assert_eq!(made.record()["references"], again.record()["references"], "a double click");
    assert_eq!(count().await, before + 1);
    banker.save(&with(request_input(), "draft", json!(false))).await.expect(200);
    let kept = banker.call("docrequest/draft", "F", &json!({ "screenCode": "SD-BNK-001" })).await.expect(200);
    assert_eq!(kept.record()["body"]["customerName"], "half a na", "what is being typed is left alone");
    banker.save(&request_input()).await.expect(200);
    let gone = banker.call("docrequest/draft", "F", &json!({ "screenCode": "SD-BNK-001" })).await.expect(200);
    assert!(gone.record().is_null(), "until it is sent");
}

async fn an_import_uses_the_branch_of_the_call(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let elsewhere = banker.client.header_json(Some("S")).replacen("%7B", "%7B%22branchCode%22%3A%22BR103%22%2C", 1);
    let sheet = format!("{SHEET}\n{LINE}\n");
    let path = format!("/api/banker/v1/docz/banking/transaction/docrequest/import@{elsewhere}");
    banker.client.send("POST", &path, &[], sheet.into()).await.expect(200);
    assert_eq!(app.texts("SELECT branch_code FROM docrequest").await, ["BR103"]);
}
