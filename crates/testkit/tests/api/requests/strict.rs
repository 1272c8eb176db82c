//! Nothing is taken for what it is not: codes, places, numbers, dates and people that do not fit are told, and leave nothing behind.

use serde_json::{Value, json};
use testkit::{TestApp, on_both_databases, on_sqlite};

use super::{Desk, document, party, png, status, wish, with};

on_both_databases!(
    whoever_is_refused_leaves_no_login_behind,
    a_file_is_its_bringers_whoever_hands_it_in,
    nobody_acts_at_two_levels_of_a_version,
    a_record_comes_back_as_it_was_found,
    an_extended_or_overdue_request_can_be_edited,
    a_closed_request_is_not_written_to,
    whoever_stands_in_sees_what_is_open,
    a_party_sees_nothing_of_another,
    a_renewal_follows_its_document,
    a_request_is_made_where_it_says,
);

on_sqlite!(
    a_code_that_is_none_is_told_under_its_field,
    what_is_named_twice_or_otherwise_is_refused,
    a_day_begins_where_the_entity_is,
    a_filter_is_never_ignored,
);

async fn a_code_that_is_none_is_told_under_its_field(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut body = with(with(wish(), "requestCategory", json!("NOPE")), "customerName", json!(""));
    body["customerCountry"] = json!("QQ");
    body["parties"][0]["documents"][0]["templateCode"] = json!("NOPE");
    body["parties"][0]["documents"][1]["documentCode"] = json!("NOPE");
    let all = banker.save(&body).await.expect(422);
    let expected = [
        "customerName",
        "requestCategory",
        "customerCountry",
        "parties[0].documents[0].templateCode",
        "parties[0].documents[1].documentCode",
    ];
    assert_eq!(all.fields(), expected, "all at once");
    let txn = banker.sent().await;
    let late = json!({ "partySeqNo": 1, "documentCode": "PASSPORT", "templateCode": "NOPE" });
    assert_eq!(banker.act(&txn, "adddocument", late).await.expect(422).fields(), ["templateCode"]);
    let mut new = party("Ravi", "ravi@example.com", "+919841030099", &["NOPE"]);
    new["relationship"] = json!("NOPE");
    let refused = banker.act(&txn, "addparty", json!({ "party": new })).await.expect(422);
    assert_eq!(refused.fields(), ["party.relationship", "party.documents[0].documentCode"]);
    let odd = banker.save(&with(with(wish(), "colour", json!("red")), "expiryDays", json!(-1))).await.expect(422);
    assert!(!odd.json.to_string().contains("{{"), "{}", odd.json);
}

async fn whoever_is_refused_leaves_no_login_behind(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let logins = app.count("SELECT count(*) FROM customer_user").await;
    let new = party("Ghost", "ghost@example.com", "+919841030077", &[]);
    let meena = Desk::customer(&app, "meena@example.com").await;
    let mut named = new.clone();
    named["relationship"] = json!("SPOUSE");
    meena.act(&txn, "addparty", json!({ "party": named })).await.expect(403);
    meena.act("N0000000000000", "addparty", json!({ "party": named })).await.expect(404);
    for (number, level) in [(1, 1), (44, 1)] {
        let mut wrong = named.clone();
        wrong["authPartySeqNo"] = json!(number);
        wrong["authLevel"] = json!(level);
        let refused = banker.act(&txn, "addparty", json!({ "party": wrong })).await.expect(422);
        assert_eq!(refused.fields(), ["party.authPartySeqNo"], "{number} authorises nobody");
    }
    let mut edited = banker.find(&txn).await.expect(200).record().clone();
    edited["parties"] = json!([new]);
    meena.supply(&txn, 1).await.expect(200);
    let stale = banker.call("docrequest", "U", &edited).await.expect(409);
    assert_eq!(stale.code(), "stale");
    banker.act(&txn, "addparty", json!({ "party": new, "versionNumber": 1 })).await.expect(409);
    edited["versionNumber"] = banker.find(&txn).await.expect(200).record()["versionNumber"].clone();
    banker.call("docrequest", "U", &edited).await.expect(409);
    assert_eq!(app.count("SELECT count(*) FROM customer_user").await, logins);
}

async fn a_file_is_its_bringers_whoever_hands_it_in(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let checker = Desk::staff(&app, "CHECKER1").await;
    let txn = banker.sent().await;
    checker.upload(&txn, 1, "card.png", png()).await.expect(200);
    banker.submit(&txn, json!({ "documents": [1] })).await.expect(200);
    let seen = checker.find(&txn).await.expect(200);
    let allowed = document(&seen, 1)["allowed"].to_string();
    assert!(!allowed.contains("accept") && !allowed.contains("reject"), "{allowed}");
    checker.review(&txn, 1, "accept", json!({})).await.expect(403);
}

async fn nobody_acts_at_two_levels_of_a_version(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    Desk::customer(&app, "meena@example.com").await.supply(&txn, 1).await.expect(200);
    let first = Desk::staff(&app, "CHECKER1").await;
    let second = Desk::staff(&app, "CHECKER2").await;
    first.review(&txn, 1, "accept", json!({})).await.expect(200);
    second.review(&txn, 1, "sendback", json!({ "reasonCode": "WRONG", "remark": "look again" })).await.expect(200);
    second.review(&txn, 1, "accept", json!({})).await.expect(403);
    first.review(&txn, 1, "accept", json!({})).await.expect(200);
    let done = second.review(&txn, 1, "accept", json!({})).await.expect(200);
    assert_eq!(document(&done, 1)["status"], "Accepted");
}

async fn a_record_comes_back_as_it_was_found(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    for body in [wish(), with(wish(), "send", json!(true))] {
        let made = banker.save(&body).await.expect(200);
        let found = banker.find(made.record()["txnRefNo"].as_str().unwrap()).await.expect(200);
        let same = banker.call("docrequest", "U", found.record()).await.expect(200);
        for name in ["transactionStatus", "documentDueDate", "expiresOn", "expiryDays", "parties", "branchCode"] {
            assert_eq!(same.record()[name], found.record()[name], "{name}");
        }
        let mut short = found.record().clone();
        short["versionNumber"] = same.record()["versionNumber"].clone();
        for name in ["documentDueDate", "expiryDays"] {
            short.as_object_mut().unwrap().remove(name);
        }
        let same = banker.call("docrequest", "U", &short).await.expect(200);
        for name in ["documentDueDate", "expiresOn", "expiryDays"] {
            assert_eq!(same.record()[name], found.record()[name], "{name} is left as it is when it is left out");
        }
    }
}

async fn what_is_named_twice_or_otherwise_is_refused(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let found = banker.find(&txn).await.expect(200).record().clone();
    let change = async |edit: &dyn Fn(&mut Value)| {
        let mut body = found.clone();
        edit(&mut body);
        banker.call("docrequest", "U", &body).await
    };
    let twice = change(&|body| {
        let mut other = party("Ravi", "ravi@example.com", "+919841030099", &["PASSPORT"]);
        other["partySeqNo"] = json!(1);
        body["parties"].as_array_mut().unwrap().push(other);
    });
    assert_eq!(twice.await.expect(422).fields(), ["parties[1].partySeqNo"]);
    let twice = change(&|body| body["parties"][0]["documents"][1]["documentNo"] = json!(1));
    assert_eq!(twice.await.expect(422).fields(), ["parties[0].documents[1].documentNo"]);
    let other = change(&|body| body["parties"][0]["documents"][0]["documentCode"] = json!("PASSPORT"));
    assert_eq!(other.await.expect(422).fields(), ["parties[0].documents[0].documentCode"]);
    let none = change(&|body| body["parties"][0]["documents"] = json!([])).await;
    assert!(none.status == 422 && none.error().contains("Select"), "{} {}", none.status, none.error());
    let late = json!({ "documentCode": "PASSPORT", "documentDueDate": "2031-01-01" });
    let late = change(&|body| body["parties"][0]["documents"].as_array_mut().unwrap().push(late.clone())).await;
    assert_eq!(late.expect(422).fields(), ["parties[0].documents[2].documentDueDate"]);
    assert_eq!(banker.find(&txn).await.expect(200).record(), &found, "nothing came of any of it");
}

async fn an_extended_or_overdue_request_can_be_edited(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let (until, due) = (app.day(70), app.day(60));
    let longer = banker.act(&txn, "extend", json!({ "expiresOn": until })).await.expect(200);
    assert_eq!(longer.record()["expiryDays"], 70, "from the day it was made");
    let edited = with(longer.record().clone(), "documentDueDate", json!(due));
    let edited = banker.call("docrequest", "U", &edited).await.expect(200);
    assert_eq!((&edited.record()["documentDueDate"], &edited.record()["expiresOn"]), (&json!(due), &json!(until)));
    let shorter = with(edited.record().clone(), "expiryDays", json!(5));
    assert_eq!(banker.call("docrequest", "U", &shorter).await.expect(422).fields(), ["expiryDays"]);
    app.clock.advance_seconds(61 * 24 * 3600);
    let banker = Desk::staff(&app, "BANKER1").await;
    let late = with(edited.record().clone(), "customerReference", json!("CIF-2002"));
    let late = banker.call("docrequest", "U", &late).await.expect(200);
    assert_eq!(late.record()["customerReference"], "CIF-2002", "overdue, and its date is its own");
    let moved = with(late.record().clone(), "documentDueDate", json!(app.day(-5)));
    assert_eq!(banker.call("docrequest", "U", &moved).await.expect(422).fields(), ["documentDueDate"]);
}

async fn a_day_begins_where_the_entity_is(app: TestApp) {
    // Half past eight in the evening, and in Chennai two o'clock in the morning of the day after.
    let now = ports::Clock::now(app.clock.as_ref());
    let evening = now.to_zoned(jiff::tz::TimeZone::UTC).date().tomorrow().unwrap().at(20, 30, 0, 0);
    let evening = evening.to_zoned(jiff::tz::TimeZone::UTC).unwrap().timestamp();
    app.clock.advance_seconds(evening.as_second() - now.as_second());
    let banker = Desk::staff(&app, "BANKER1").await;
    let made = banker.save(&wish()).await.expect(200);
    assert_eq!(made.record()["expiresOn"], json!(app.day(30)));
    let same = banker.call("docrequest", "U", made.record()).await.expect(200);
    assert_eq!(same.record()["expiresOn"], json!(app.day(30)));
    let total = async |query: String| banker.get("docrequest/search", &query).await.expect(200).total();
    let txn = made.record()["txnRefNo"].as_str().unwrap();
    let (today, yesterday) = (app.day(0), app.day(-1));
    assert_eq!(total(format!("txnRefNo={txn}&from={today}&to={today}")).await, 1);
    assert_eq!(total(format!("txnRefNo={txn}&to={yesterday}")).await, 0);
}

async fn a_closed_request_is_not_written_to(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    let remark = json!({ "txnRefNo": txn, "text": "hello" });
    meena.call("document/remark", "S", &remark).await.expect(200);
    // A word about a document that is not there yet is a word.
    meena.submit(&txn, json!({ "documents": [1], "remark": "next week" })).await.expect(200);
    meena.submit(&txn, json!({ "documents": [1] })).await.expect(422);
    banker.act(&txn, "cancel", json!({ "reason": "enough" })).await.expect(200);
    for desk in [&meena, &banker] {
        desk.call("document/remark", "S", &remark).await.expect(409);
    }
    meena.submit(&txn, json!({ "remark": "too late" })).await.expect(409);
    let closed = banker.find(&txn).await.expect(200);
    assert_eq!((status(&closed), &closed.record()["latestAction"]), ("Rejected", &json!("cancel")));
}

async fn a_filter_is_never_ignored(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let (one, _) = (banker.sent().await, banker.save(&wish()).await.expect(200));
    let by_number = banker.get("docrequest/search", &format!("txnRefNo={one}")).await.expect(200);
    assert_eq!((by_number.total(), &by_number.content()[0]["txnRefNo"]), (1, &json!(one)));
    let by_body = banker.call("docrequest/search", "FA", &json!({ "txnRefNo": one })).await.expect(200);
    assert_eq!(by_body.total(), 1);
    let total = async |query: &str| banker.get("docrequest/search", query).await.expect(200).total();
    assert_eq!((total("transactionStatus=New").await, total("status=Requested").await), (1, 1));
    let view = json!({ "name": "Fresh", "query": "?status=New&sort=-createdOn" });
    banker.call("docrequest/view", "S", &view).await.expect(200);
    assert_eq!((total("view=Fresh").await, total("view=Fresh&status=Requested,New").await), (1, 2));
    for wrong in ["view=Nobody", "overdue=banana", "colour=red"] {
        banker.get("docrequest/search", wrong).await.expect(422);
    }
}

async fn whoever_stands_in_sees_what_is_open(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let other = Desk::staff(&app, "BANKER2").await;
    let (open, closed) = (banker.sent().await, banker.sent().await);
    banker.act(&closed, "cancel", json!({ "reason": "enough" })).await.expect(200);
    let customers = async || other.get("docrequest/customer", "q=meena").await.expect(200).content().len();
    assert_eq!(customers().await, 0, "he has no request of hers");
    let admin = app.log_in("NGB", "ADMIN").await;
    let forward = domain::master_data::find("adminEntityRequestForward").unwrap();
    let entry = admin.operate(forward, "F", &json!({ "fromUserId": "BANKER1" })).await.expect(200).record().clone();
    let entry = with(with(entry, "startDate", json!(app.day(0))), "expiryDate", json!(app.day(9)));
    admin.operate(forward, "U", &with(entry, "toUserId", json!("BANKER2"))).await.expect(200);
    other.find(&open).await.expect(200);
    other.find(&closed).await.expect(404);
    for query in
        ["", "q=krishnan", "q=krishnan&sort=customerName", "sort=-updatedOn", "q=kri&status=Requested,Rejected"]
    {
        let found = other.get("docrequest/search", query).await.expect(200);
        let refs: Vec<&Value> = found.content().iter().map(|row| &row["txnRefNo"]).collect();
        assert_eq!(refs, [&json!(open)], "{query}");
    }
    assert_eq!(customers().await, 1);
    banker.act(&open, "forward", json!({ "toUserId": "ADMIN" })).await.expect(422);
}

async fn a_party_sees_nothing_of_another(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut body = with(wish(), "send", json!(true));
    let second = party("Arjun", "arjun@example.com", "+919841030088", &["PASSPORT"]);
    body["parties"].as_array_mut().unwrap().push(second);
    let txn = banker.save(&body).await.expect(200).record()["txnRefNo"].as_str().unwrap().to_owned();
    let arjun = Desk::customer(&app, "arjun@example.com").await;
    let seen = arjun.find(&txn).await.expect(200);
    let listed = arjun.get("docrequest/search", "").await.expect(200);
    for text in [seen.record().to_string(), listed.content()[0].to_string()] {
        for secret in ["meena@example.com", "+919841030001", "12 Temple Street", "600004", "BANKER1"] {
            assert!(!text.contains(secret), "{secret} in {text}");
        }
        assert!(text.contains("Meena Krishnan"), "he may know what it is about");
    }
    let meena = Desk::customer(&app, "meena@example.com").await;
    assert_eq!(meena.find(&txn).await.expect(200).record()["emailAddress"], "meena@example.com");
}

async fn a_renewal_follows_its_document(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let checkers = [Desk::staff(&app, "CHECKER1").await, Desk::staff(&app, "CHECKER2").await];
    Desk::customer(&app, "meena@example.com").await.supply(&txn, 2).await.expect(200);
    for checker in &checkers {
        checker.review(&txn, 2, "accept", json!({})).await.expect(200);
    }
    app.behind_the_back("UPDATE docrequest_renewal SET remind_on = '2000-01-01'").await;
    let due = async || banker.get("compliance", "").await.expect(200).content().clone();
    assert_eq!(due().await.len(), 1);
    let body = banker.call("compliance", "S", &json!({ "txnRefNo": txn, "documentNo": 2 })).await.expect(200);
    let mut body = body.record().clone();
    let mut wrong = body.clone();
    wrong["renews"]["documentNo"] = json!(1);
    banker.save(&wrong).await.expect(422);
    body["send"] = json!(false);
    let renewal = banker.save(&body).await.expect(200).record()["txnRefNo"].clone();
    assert_eq!(due().await[0]["renewedBy"], renewal);
    banker.call("docrequest", "D", &json!({ "txnRefNo": renewal })).await.expect(200);
    assert_eq!(due().await[0]["renewedBy"], Value::Null, "thrown away, it renews nothing");
    checkers[1].review(&txn, 2, "undo", json!({ "remark": "look again" })).await.expect(200);
    assert_eq!(due().await.len(), 0, "what is looked at again does not fall due");
}

async fn a_request_is_made_where_it_says(app: TestApp) {
    let mut banker = Desk::staff(&app, "BANKER1").await;
    for (name, elsewhere) in [("tenantCode", "SME"), ("entityCode", "KALVI"), ("countryCode", "US")] {
        banker.save(&with(wish(), name, json!(elsewhere))).await.expect(403);
    }
    banker.client.claims.insert("branchCode".into(), json!("BR102"));
    let made = banker.save(&wish()).await.expect(200);
    assert_eq!(made.record()["branchCode"], "BR102", "the branch that its maker works at");
    let said = banker.save(&with(wish(), "branchCode", json!("BR103"))).await.expect(200);
    assert_eq!(said.record()["branchCode"], "BR103");
}
