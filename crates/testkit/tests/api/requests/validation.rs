//! Every fault of a request is reported under its field, and nothing is written.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::Body;
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use serde_json::{Value, json};
use testkit::{PATIENCE, TestApp, on_both_databases, on_sqlite, until};

use super::{Desk, party, png, reference, request_input, with};

on_both_databases!(
    script_in_every_name_stays_text,
    an_aborted_upload_leaves_nothing,
    slow_uploads_hold_no_database_connection,
    a_bulk_action_with_a_bad_record_changes_nothing,
    a_request_is_created_in_the_branch_it_names,
    a_new_request_cannot_name_an_existing_one,
    a_choice_fits_what_its_master_says,
    an_entity_may_do_without_address_lines,
);

on_sqlite!(
    every_empty_field_has_its_code,
    impossible_values_are_reported_under_their_fields,
    a_due_date_lies_between_today_and_the_expiry,
    files_that_are_not_what_they_say_are_refused,
    an_upload_that_says_it_is_too_large_is_refused_unread,
    five_hundred_parties_are_too_many,
    an_expired_entity_cannot_create_requests,
    a_version_number_must_be_a_number,
    a_user_saves_at_most_fifty_views,
    a_bulk_delete_with_a_bad_record_deletes_nothing,
    unknown_codes_are_reported_under_their_fields,
    duplicate_parties_and_documents_are_refused,
);

async fn requests(app: &TestApp) -> i64 {
    app.count("SELECT count(*) FROM docrequest").await
}

async fn every_empty_field_has_its_code(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let before = requests(&app).await;
    let codes = [
        ("customerName", "EnTxn0002"),
        ("customerType", "EnTxn0003"),
        ("customerIndicator", "EnTxn0004"),
        ("address1", "EnTxn0005"),
        ("address2", "EnTxn0006"),
        ("address3", "EnTxn0007"),
        ("city", "EnTxn0008"),
        ("state", "EnTxn0009"),
        ("postalCode", "EnTxn0010"),
        ("customerCountry", "EnTxn0011"),
        ("customerIndustry", "EnTxn0012"),
        ("requestPurpose", "EnTxn0013"),
        ("requestCategory", "EnTxn0014"),
        ("requestSubCategory", "EnTxn0015"),
        ("primaryMobile", "EnTxn0016"),
        ("customerReference", "EnTxn0017"),
        ("emailAddress", "EnTxn0018"),
    ];
    for (field, code) in codes {
        let answer = banker.save(&with(request_input(), field, json!("  "))).await.expect(422);
        assert_eq!((answer.code(), answer.fields()), (code, vec![field]));
    }
    let mut nothing = request_input();
    codes.iter().for_each(|(field, _)| nothing[field] = Value::Null);
    let all = banker.save(&nothing).await.expect(422);
    let said: Vec<&str> =
        all.json["data"]["ErrorCodeDTO"].as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect();
    assert_eq!(said, codes.map(|(_, code)| code), "in the order of the catalogue");
    for (resource, operation) in
        [("docrequest", "F"), ("docrequest", "U"), ("docrequest", "D"), ("document/submit", "U")]
    {
        let answer = banker.call(resource, operation, &json!({ "txnRefNo": " " })).await.expect(422);
        assert_eq!(answer.code(), "EnTxn0001", "{resource} {operation}");
    }
    assert_eq!(requests(&app).await, before, "nothing was written");
}

async fn a_new_request_cannot_name_an_existing_one(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let before = requests(&app).await;
    let twice = banker.save(&with(request_input(), "txnRefNo", json!(format!(" {txn} ")))).await.expect(409);
    assert_eq!((twice.code(), twice.fields()), ("EnTxn0022", vec!["txnRefNo"]));
    assert_eq!(twice.error(), "Transaction Reference No. Already Exists");
    // Also when the whole record is sent back, although a new request cannot have most of its fields.
    let found = banker.find(&txn).await.expect(200).record().clone();
    assert_eq!(banker.save(&found).await.expect(409).code(), "EnTxn0022");
    assert_eq!(requests(&app).await, before, "nothing was written");
    // A request that the caller cannot see does not exist for the caller.
    let hidden =
        Desk::staff(&app, "BANKER2").await.save(&with(request_input(), "txnRefNo", json!(txn))).await.expect(200);
    assert_ne!(hidden.record()["txnRefNo"], json!(txn));
    for new in ["", "N000000000000"] {
        let made = banker.save(&with(request_input(), "txnRefNo", json!(new))).await.expect(200);
        assert_ne!(made.record()["txnRefNo"], json!(new), "the server chooses the number");
    }
}

async fn impossible_values_are_reported_under_their_fields(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let before = requests(&app).await;
    let alone = |changes: Value| {
        let mut body = request_input();
        let one = body["parties"][0].as_object_mut().unwrap();
        one.extend(changes.as_object().unwrap().clone());
        body
    };
    let twins = json!([
        party("A", "meena@example.com", "+919841030001", &["PAN"]),
        party("B", "MEENA@example.com", "+91 98410 30001", &["PAN"]),
    ]);
    let mut lost = party("B", "b@example.com", "+919841030009", &[]);
    lost["authPartySeqNo"] = json!(7);
    lost["authLevel"] = json!(1);
    lost["relationship"] = json!("SPOUSE");
    // The same number in its national form.
    let own = request_input()["parties"][0]["mobileNumber"].as_str().unwrap().replace("+91", "0");
    let one_telephone = party("Ravi", "ravi@example.com", &own, &["PAN"]);
    let cases = [
        (with(request_input(), "documentDueDate", app.day(-1).into()), "documentDueDate"),
        (with(request_input(), "documentDueDate", app.day(400).into()), "documentDueDate"),
        (with(request_input(), "documentDueDate", json!("soon")), "documentDueDate"),
        (with(request_input(), "customerType", json!("NOBODY")), "customerType"),
        (with(request_input(), "requestSubCategory", json!("OTHER")), "requestSubCategory"),
        (with(request_input(), "customerCountry", json!("XX")), "customerCountry"),
        (with(request_input(), "emailAddress", json!("not a mail")), "emailAddress"),
        (with(request_input(), "customerName", json!("x".repeat(101))), "customerName"),
        (with(request_input(), "branchCode", json!("BR999")), "branchCode"),
        (with(request_input(), "parties", json!([])), "parties"),
        (with(request_input(), "parties", json!("all")), "parties"),
        (with(request_input(), "oops", json!(1)), "oops"),
        (with(request_input(), "parties", twins), "parties[1].emailAddress"),
        (
            with(request_input(), "parties", json!([request_input()["parties"][0], one_telephone])),
            "parties[1].mobileNumber",
        ),
        (with(request_input(), "parties", json!([request_input()["parties"][0], lost])), "parties[1].authPartySeqNo"),
        (alone(json!({ "emailNotification": false, "smsNotification": false })), "parties[0].emailNotification"),
        (alone(json!({ "emailAddress": null, "mobileNumber": null })), "parties[0].emailAddress"),
        (alone(json!({ "mobileNumber": null })), "parties[0].mobileNumber"),
        (alone(json!({ "firstName": "" })), "parties[0].firstName"),
        (alone(json!({ "documents": [{ "documentCode": "NONE" }] })), "parties[0].documents[0].documentCode"),
        (
            alone(json!({ "documents": [{ "documentCode": "PAN" }, { "documentCode": "PAN" }] })),
            "parties[0].documents[1].documentCode",
        ),
        (
            alone(json!({ "documents": [{ "documentCode": "PAN", "documentDueDate": app.day(-2) }] })),
            "parties[0].documents[0].documentDueDate",
        ),
        (with(alone(json!({ "documents": [] })), "send", json!(true)), "parties"),
        (with(request_input(), "notification", json!({ "statusChangeTo": "mars" })), "notification.statusChangeTo"),
    ];
    for (body, field) in cases {
        let answer = banker.save(&body).await.expect(422);
        assert!(answer.fields().contains(&field), "{field}: {}", answer.json);
    }
    assert_eq!(requests(&app).await, before, "nothing was written");
    assert_eq!(banker.call("docrequest/action", "U", &json!({ "action": "dance", "txnRefNo": "N" })).await.status, 400);
    assert_eq!(banker.get("docrequest/search", "size=100000").await.status, 422);
    assert_eq!(banker.get("docrequest/search", "sort=password").await.status, 422);
    assert_eq!(banker.get("docrequest/search", "x=1").await.status, 422);
}

async fn script_in_every_name_stays_text(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let script = "<script>alert('x')</script> {{7*7}} ' OR 1=1 --";
    let mut body = request_input();
    for field in ["customerName", "address1", "address2", "address3"] {
        body[field] = json!(script);
    }
    body["city"] = json!("<b>x</b>");
    body["parties"][0]["requestRemarks"] = json!(script);
    body["send"] = json!(true);
    let mut named = body.clone();
    named["parties"][0]["firstName"] = json!("<img src=x onerror=y>");
    assert_eq!(banker.save(&named).await.expect(422).fields(), ["parties[0].firstName"]);
    let made = banker.save(&body).await.expect(200);
    assert_eq!(made.record()["customerName"], script);
    assert_eq!(banker.get("docrequest/search", "q=%27%20OR%202%3D2").await.expect(200).total(), 0);
    assert_eq!(banker.get("docrequest/search", "q=%3Cscript").await.expect(200).total(), 1);
    app.run_job("deliver").await;
    let letter = app.mailbox.letters().into_iter().find(|(_, letter)| letter.to == "meena@example.com").unwrap().1;
    assert!(
        !letter.text.contains("> 49 '") && !letter.subject.contains("> 49 '"),
        "a name is never read as a template"
    );
    assert!(!letter.subject.contains('\n'));
}

async fn a_choice_fits_what_its_master_says(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let of = |type_code: &str, category: Option<&str>| {
        with(with(request_input(), "customerType", json!(type_code)), "customerCategory", json!(category))
    };
    banker.save(&of("COMPANY", None)).await.expect(200);
    assert_eq!(banker.save(&of("COMPANY", Some("STUDENT"))).await.expect(422).fields(), ["customerCategory"]);
    banker.save(&of("INDIVIDUAL", Some("STUDENT"))).await.expect(200);
    let savings =
        with(with(request_input(), "requestCategory", json!("SAVACCT")), "requestSubCategory", json!("REGULAR"));
    let refused = banker.save(&with(savings.clone(), "customerType", json!("COMPANY"))).await.expect(422);
    assert_eq!((refused.fields(), refused.error()), (vec!["customerType"], "Please Select Valid Customer Type"));
    banker.save(&savings).await.expect(200);
    assert_eq!(
        banker.save(&with(request_input(), "requestPurpose", json!("KYCUPD"))).await.expect(422).fields(),
        ["requestPurpose"]
    );
    let kalvi = Desk { client: app.log_in("KALVI", "BANKER1").await, service: "banker" };
    let student = |country: &str, customer: &str| {
        let mut body = request_input();
        let course = json!({
            "requestCategory": "BSC", "requestSubCategory": "BIOTECH", "requestPurpose": "MELBOURNE",
            "customerIndustry": country, "customerType": customer,
        });
        body.as_object_mut().unwrap().extend(course.as_object().unwrap().clone());
        body["parties"][0]["documents"] = json!([{ "documentCode": "PASSPORT" }]);
        body
    };
    kalvi.save(&student("AU", "INDIVIDUAL")).await.expect(200);
    assert_eq!(kalvi.save(&student("GB", "INDIVIDUAL")).await.expect(422).fields(), ["requestPurpose"]);
    assert_eq!(kalvi.save(&student("AU", "COMPANY")).await.expect(422).fields(), ["customerType"]);
    let offered = kalvi.client.get("admin", "admin/requestpurposedefinition/options", "").await.expect(200);
    assert!(offered.content().iter().any(|one| one["requestPurposeCode"] == "ASU" && one["industryCode"] == "US"));
}

async fn an_entity_may_do_without_address_lines(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    assert_eq!(banker.client.auth["addressLinesRequired"], true);
    let short = with(with(request_input(), "address2", json!("")), "address3", json!(null));
    assert_eq!(banker.save(&short).await.expect(422).fields(), ["address2", "address3"]);
    let admin = app.log_in("NGB", "ADMIN").await;
    let master = domain::master_data::find("master").unwrap();
    let entity = admin.operate(master, "F", &json!({})).await.expect(200).record().clone();
    admin.operate(master, "U", &with(entity, "addressLinesRequired", json!(false))).await.expect(200);
    let made = banker.save(&short).await.expect(200);
    assert_eq!((&made.record()["address2"], &made.record()["address3"]), (&json!(""), &json!("")));
    assert_eq!(banker.save(&with(request_input(), "address1", json!(""))).await.expect(422).fields(), ["address1"]);
    assert_eq!(app.log_in("NGB", "BANKER1").await.auth["addressLinesRequired"], false);
    // A client that does not know the setting leaves it as it is; null is the default.
    let mut entity = admin.operate(master, "F", &json!({})).await.expect(200).record().clone();
    entity.as_object_mut().unwrap().remove("addressLinesRequired");
    let entity = admin.operate(master, "U", &entity).await.expect(200).record().clone();
    banker.save(&short).await.expect(200);
    admin.operate(master, "U", &with(entity, "addressLinesRequired", json!(null))).await.expect(200);
    banker.save(&short).await.expect(422);
}

/// The wizard says the same.
async fn a_due_date_lies_between_today_and_the_expiry(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let after = "Document due date must not be after the expiry date";
    for (day, message) in [(-1, "Please Select Valid Date"), (400, after)] {
        let day = json!(app.day(day));
        assert_eq!(
            banker.save(&with(request_input(), "documentDueDate", day.clone())).await.expect(422).error(),
            message
        );
        let mut body = request_input();
        body["parties"][0]["documents"][0]["documentDueDate"] = day;
        assert_eq!(banker.save(&body).await.expect(422).error(), message);
    }
    let txn = banker.sent().await;
    let late = json!({ "expiresOn": app.day(40), "documentDueDate": app.day(41) });
    assert_eq!(banker.act(&txn, "extend", late).await.expect(422).error(), after);
}

async fn files_that_are_not_what_they_say_are_refused(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    let html = meena.upload(&txn, 1, "a.png", "<html><script>alert(1)</script></html>").await.expect(415);
    assert_eq!(html.error(), "Unsuported Format!");
    assert_eq!(meena.upload(&txn, 1, "a.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>").await.status, 415);
    assert_eq!(meena.upload(&txn, 1, "a.exe", "MZ").await.status, 415);
    assert_eq!(meena.upload(&txn, 1, "a.pdf", png()).await.status, 415, "a picture that calls itself a PDF");
    assert_eq!(meena.upload(&txn, 1, "a.png", "").await.status, 422, "0 bytes");
    // 2 GB, of which the server reads only as much as the limit.
    let read = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&read);
    let mut first = png();
    first.resize(1024 * 1024, 0);
    let piece = Bytes::from(first);
    let large = stream::iter((0..2048).map(move |_| {
        counted.fetch_add(1, Ordering::Relaxed);
        Ok::<_, std::io::Error>(piece.clone())
    }));
    assert_eq!(meena.upload(&txn, 1, "a.png", Body::from_stream(large)).await.status, 413, "5 MB is the most");
    assert!(read.load(Ordering::Relaxed) < 16, "the rest is not read");
    assert_eq!(meena.upload(&txn, 9, "a.png", png()).await.status, 404);
    for at in 0..3 {
        let expected = if at < 2 { 200 } else { 422 };
        meena.upload(&txn, 1, "a.png", png()).await.expect(expected);
    }
    assert_eq!(app.count("SELECT count(*) FROM docrequest_file").await, 2);
    let odd = meena.upload(&txn, 2, "..%2F..%2Fetc%2Fpasswd%0d%0ax.png", png()).await.expect(200);
    let name = odd.record()["fileName"].as_str().unwrap();
    assert!(!name.contains('/') && !name.contains('\r'), "{name}");
}

async fn an_upload_that_says_it_is_too_large_is_refused_unread(app: TestApp) {
    let txn = Desk::staff(&app, "BANKER1").await.sent().await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    let read = Arc::new(AtomicUsize::new(0));
    let seen = read.clone();
    let pieces = stream::iter(std::iter::repeat_with(move || {
        seen.fetch_add(1, Ordering::Relaxed);
        Ok::<_, std::io::Error>(Bytes::from(png()))
    }));
    let header = meena.client.header_json(Some("S"));
    let path = format!(
        "/api/customer/v1/docz/banking/transaction/document/upload@{header}?txnRefNo={txn}&documentNo=1&fileName=a.png"
    );
    let length = [("content-length", "209715200")];
    let refused =
        meena.client.send("POST", &path, &length, Body::from_stream(pieces.take(3_000_000))).await.expect(413);
    assert_eq!(refused.code(), "fileTooLarge");
    assert_eq!(read.load(Ordering::Relaxed), 0, "nothing of it was read");
}

/// More uploads at a standstill than there are connections to PostgreSQL.
async fn slow_uploads_hold_no_database_connection(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let meena = Arc::new(Desk::customer(&app, "meena@example.com").await);
    let waiting = Arc::new(AtomicUsize::new(0));
    let mut uploads = tokio::task::JoinSet::new();
    for _ in 0..30 {
        let (meena, txn, waiting) = (meena.clone(), txn.clone(), waiting.clone());
        let first = stream::once(async { Ok::<_, std::io::Error>(Bytes::from(png())) });
        let never = stream::once(async move {
            waiting.fetch_add(1, Ordering::Relaxed);
            std::future::pending().await
        });
        let body = Body::from_stream(first.chain(never));
        uploads.spawn(async move { meena.upload(&txn, 1, "a.png", body).await });
    }
    until("every upload waits", PATIENCE, async || waiting.load(Ordering::Relaxed) == 30).await;
    banker.find(&txn).await.expect(200);
    app.anonymous().send("GET", "/readyz", &[], Body::empty()).await.expect(200);
}

async fn an_aborted_upload_leaves_nothing(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    let whole = png();
    for at in [0, 1, 8, 30, whole.len() - 1] {
        let pieces = [Ok(Bytes::from(whole[..at].to_vec())), Err(std::io::Error::other("gone"))];
        let answer = meena.upload(&txn, 1, "a.png", Body::from_stream(stream::iter(pieces))).await;
        assert_eq!(answer.status, 400, "cut after {at}");
    }
    assert_eq!(app.count("SELECT count(*) FROM docrequest_file").await, 0);
    assert_eq!(app.files_kept(), 0, "nothing in the store");
    meena.upload(&txn, 1, "a.png", whole).await.expect(200);
    assert_eq!(app.files_kept(), 1);
}

async fn five_hundred_parties_are_too_many(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let many = |n: usize| {
        let one = |at: usize| party("P", &format!("p{at}@example.com"), &format!("+91984100{at:04}"), &["PAN"]);
        with(with(request_input(), "parties", (0..n).map(one).collect()), "send", json!(true))
    };
    assert_eq!(banker.save(&many(500)).await.expect(422).fields()[0], "parties");
    let made = banker.save(&many(50)).await.expect(200);
    assert_eq!(made.record()["documentsRequested"], 50);
}

async fn an_expired_entity_cannot_create_requests(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    app.run_sql_directly("UPDATE entity_master SET expiry_date = '2020-01-01' WHERE entity_code = 'NGB'").await;
    banker.save(&request_input()).await.expect(401);
    let permit = domain::access::system::requests("IN", "NGB");
    let today = app.day(0).parse().unwrap();
    let refused = app.app().store.policy(&permit, today).await;
    assert!(matches!(refused, Err(store::Error::Refused(domain::Refusal::EntityExpired))), "whoever asks");
    assert_eq!(requests(&app).await, 0);
}

async fn a_bulk_action_with_a_bad_record_changes_nothing(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let before = banker.find(&txn).await.expect(200).record().clone();
    for odd in [json!("bad"), json!({}), json!({ "txnRefNo": txn, "versionNumber": "x" })] {
        let body = json!({ "action": "extend", "expiresOn": app.day(60), "records": [{ "txnRefNo": txn }, odd] });
        banker.call("docrequest/action", "U", &body).await.expect(422);
    }
    assert_eq!(banker.find(&txn).await.expect(200).record(), &before);
}

async fn a_version_number_must_be_a_number(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let until = app.day(60);
    for odd in [json!("1"), json!("abc"), json!(1.5), json!([])] {
        let more = json!({ "expiresOn": until, "versionNumber": odd });
        assert_eq!(banker.act(&txn, "extend", more).await.expect(422).fields(), ["versionNumber"]);
    }
    banker.act(&txn, "extend", json!({ "expiresOn": until, "versionNumber": 7 })).await.expect(409);
    banker.act(&txn, "extend", json!({ "expiresOn": until, "versionNumber": 1 })).await.expect(200);
    banker.act(&txn, "extend", json!({ "expiresOn": "2040-01-01" })).await.expect(422);
}

async fn a_user_saves_at_most_fifty_views(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let view = |at: usize| json!({ "name": format!("view {at:02}"), "query": "status=New" });
    for at in 0..50 {
        banker.call("docrequest/view", "S", &view(at)).await.expect(200);
    }
    assert_eq!(banker.call("docrequest/view", "S", &view(50)).await.expect(422).fields(), ["name"]);
    banker.call("docrequest/view", "S", &view(7)).await.expect(200);
}

async fn a_bulk_delete_with_a_bad_record_deletes_nothing(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = reference(&banker.save(&request_input()).await.expect(200));
    let refused = banker.call("docrequest", "D", &json!({ "records": [{ "txnRefNo": txn }, "bad", 5] })).await;
    assert_eq!(refused.expect(422).fields(), ["records"]);
    banker.find(&txn).await.expect(200);
}

async fn a_request_is_created_in_the_branch_it_names(app: TestApp) {
    let mut banker = Desk::staff(&app, "BANKER1").await;
    for (name, elsewhere) in [("tenantCode", "SME"), ("entityCode", "KALVI"), ("countryCode", "US")] {
        banker.save(&with(request_input(), name, json!(elsewhere))).await.expect(403);
    }
    banker.client.claims.insert("branchCode".into(), json!("BR102"));
    let made = banker.save(&request_input()).await.expect(200);
    assert_eq!(made.record()["branchCode"], "BR102", "the branch that its maker works at");
    let said = banker.save(&with(request_input(), "branchCode", json!("BR103"))).await.expect(200);
    assert_eq!(said.record()["branchCode"], "BR103");
}

async fn unknown_codes_are_reported_under_their_fields(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut body = with(with(request_input(), "requestCategory", json!("NOPE")), "customerName", json!(""));
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
    let odd =
        banker.save(&with(with(request_input(), "colour", json!("red")), "expiryDays", json!(-1))).await.expect(422);
    assert!(!odd.json.to_string().contains("{{"), "{}", odd.json);
    let no_day = banker.save(&with(request_input(), "expiryDays", json!(0))).await.expect(422);
    assert_eq!(no_day.fields(), ["expiryDays"]);
    assert!(no_day.error().contains('1'), "{}", no_day.error());
}

async fn duplicate_parties_and_documents_are_refused(app: TestApp) {
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
