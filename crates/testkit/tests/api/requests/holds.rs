//! Legal holds, the purge calendar, and the list of requests whose documents are destroyed soon.

use serde_json::{Value, json};
use testkit::{Client, TestApp, on_both_databases};

use super::{Desk, reference, request_input, with};

on_both_databases!(
    a_hold_is_set_shown_and_lifted,
    a_hold_on_a_customer_keeps_all_requests_of_the_customer,
    holds_with_wrong_input_or_without_the_right_are_refused,
    an_administrator_holds_requests_from_the_calendar,
    the_calendar_tells_what_is_destroyed_when,
    what_a_hold_keeps_past_its_day_is_in_the_calendar,
    the_calendar_refuses_bad_days_and_pages,
    own_requests_are_listed_before_their_documents_are_destroyed,
);

const ORDER: &str = "Court order 12/2026";

fn holds(request: &Value) -> Vec<&str> {
    request["legalHolds"].as_array().expect("a list").iter().filter_map(|hold| hold["reason"].as_str()).collect()
}

async fn a_hold_is_set_shown_and_lifted(app: TestApp) {
    let (banker, checker) = (Desk::staff(&app, "BANKER1").await, Desk::staff(&app, "CHECKER2").await);
    let (txn, other) = (banker.sent().await, banker.sent().await);
    assert_eq!(holds(banker.find(&txn).await.expect(200).record()), [""; 0]);
    let set = checker.call("hold", "S", &json!({ "txnRefNo": txn, "reason": format!(" {ORDER} ") })).await.expect(200);
    assert_eq!((&set.record()["reason"], &set.record()["setBy"]), (&json!(ORDER), &json!("CHECKER2")));
    let seen = banker.find(&txn).await.expect(200);
    assert_eq!(holds(seen.record()), [ORDER]);
    assert!(!seen.record()["allowed"].as_array().unwrap().contains(&json!("hold")), "a banker lacks the right");
    assert!(checker.find(&txn).await.record()["allowed"].as_array().unwrap().contains(&json!("hold")));
    assert_eq!(holds(banker.find(&other).await.expect(200).record()), [""; 0]);
    let meena = Desk::customer(&app, "meena@example.com").await;
    assert_eq!(meena.find(&txn).await.expect(200).record().get("legalHolds"), None, "a hold is internal");

    // A record may be sent back as it was answered.
    super::edit(&banker, &txn, |body| body["customerName"] = json!("Meena K")).await.expect(200);
    let again = checker.call("hold", "S", &json!({ "txnRefNo": txn, "reason": "again" })).await.expect(409);
    assert!(again.error().contains("already"), "{}", again.error());

    checker.call("hold", "D", &json!({ "txnRefNo": txn, "reason": "The case is closed." })).await.expect(200);
    checker.call("hold", "D", &json!({ "txnRefNo": txn, "reason": "twice" })).await.expect(409);
    assert_eq!(holds(banker.find(&txn).await.expect(200).record()), [""; 0]);
    let listed = banker.get("hold", &format!("txnRefNo={txn}")).await.expect(200);
    assert_eq!(listed.content().len(), 1, "lifted holds stay listed");
    assert_eq!(listed.content()[0]["liftedBy"], "CHECKER2");
    let events = banker.get("docrequest/timeline", &format!("txnRefNo={txn}")).await.expect(200);
    let told: Vec<_> = events.content().iter().map(|event| (&event["action"], &event["detail"]["reason"])).collect();
    assert!(told.contains(&(&json!("hold"), &json!(ORDER))), "{told:?}");
    assert!(told.contains(&(&json!("lifthold"), &json!("The case is closed."))), "{told:?}");
    checker.call("hold", "S", &json!({ "txnRefNo": txn, "reason": "It is reopened." })).await.expect(200);
}

async fn a_hold_on_a_customer_keeps_all_requests_of_the_customer(app: TestApp) {
    let (banker, checker) = (Desk::staff(&app, "BANKER1").await, Desk::staff(&app, "CHECKER2").await);
    let body = with(request_input(), "customerReference", json!("CIF-7777"));
    let txn = reference(&banker.save(&body).await.expect(200));
    let on_customer = json!({ "customerReference": "CIF-7777", "reason": ORDER });
    let set = checker.call("hold", "S", &on_customer).await.expect(200);
    assert_eq!((&set.record()["customerReference"], &set.record()["txnRefNo"]), (&json!("CIF-7777"), &Value::Null));
    let later = reference(&banker.save(&body).await.expect(200));
    let stranger = banker.sent().await;
    for (txn, expected) in [(&txn, 1), (&later, 1), (&stranger, 0)] {
        assert_eq!(holds(banker.find(txn).await.expect(200).record()).len(), expected, "{txn}");
    }
    // A request can be held for itself as well.
    checker.call("hold", "S", &json!({ "txnRefNo": txn, "reason": "Its own" })).await.expect(200);
    assert_eq!(holds(banker.find(&txn).await.expect(200).record()), ["Its own", ORDER]);
    checker.call("hold", "S", &on_customer).await.expect(409);
    let listed = banker.get("hold", "customerReference=CIF-7777").await.expect(200);
    assert_eq!(listed.content().len(), 1);
    checker.call("hold", "D", &on_customer).await.expect(200);
    checker.call("hold", "D", &on_customer).await.expect(409);
    assert_eq!(holds(banker.find(&txn).await.expect(200).record()), ["Its own"]);
    let audited = "SELECT action FROM audit_log WHERE resource = 'legalhold' ORDER BY action";
    assert_eq!(app.texts(audited).await, ["hold", "lifthold"]);
}

async fn holds_with_wrong_input_or_without_the_right_are_refused(app: TestApp) {
    let (banker, checker) = (Desk::staff(&app, "BANKER1").await, Desk::staff(&app, "CHECKER2").await);
    let txn = banker.sent().await;
    for (body, field) in [
        (json!({ "txnRefNo": txn }), "reason"),
        (json!({ "txnRefNo": txn, "reason": "  " }), "reason"),
        (json!({ "txnRefNo": txn, "reason": "x".repeat(501) }), "reason"),
        (json!({ "txnRefNo": txn, "reason": 5 }), "reason"),
        (json!({ "reason": ORDER }), "txnRefNo"),
        (json!({ "txnRefNo": txn, "customerReference": "CIF-1001", "reason": ORDER }), "txnRefNo"),
        (json!({ "txnRefNo": txn, "records": [{ "txnRefNo": txn }], "reason": ORDER }), "txnRefNo"),
        (json!({ "txnRefNo": txn, "reason": ORDER, "until": "2027-01-01" }), "until"),
    ] {
        for operation in ["S", "D"] {
            let refused = checker.call("hold", operation, &body).await.expect(422);
            assert!(refused.fields().contains(&field), "{body}: {:?}", refused.fields());
        }
    }
    let held = json!({ "txnRefNo": txn, "reason": ORDER });
    for operation in ["S", "D"] {
        for unknown in ["N2611150099999", "' OR 1=1 --"] {
            checker.call("hold", operation, &with(held.clone(), "txnRefNo", json!(unknown))).await.expect(404);
        }
        let nobody = json!({ "customerReference": "CIF-NOBODY", "reason": ORDER });
        checker.call("hold", operation, &nobody).await.expect(404);
        banker.call("hold", operation, &held).await.expect(403);
        Desk::staff(&app, "CHECKER1").await.call("hold", operation, &held).await.expect(403);
    }
    checker.call("hold", "U", &held).await.expect(400);
    assert_eq!(banker.get("hold", "").await.expect(422).fields(), ["txnRefNo"]);
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.get("hold", &format!("txnRefNo={txn}")).await.expect(403);
    // Another entity's request does not exist, and neither does another tenant's.
    let foreign = Desk { client: app.log_in("KALVI", "CHECKER2").await, service: "banker" };
    foreign.call("hold", "S", &held).await.expect(404);
    app.run_sql_directly(&format!(
        "UPDATE docrequest SET tenant_code = 'SME', branch_code = (SELECT min(branch_code) \
                                   FROM branch WHERE tenant_code = 'SME') WHERE txn_ref_no = '{txn}'"
    ))
    .await;
    checker.call("hold", "S", &held).await.expect(404);
    banker.get("hold", &format!("txnRefNo={txn}")).await.expect(404);
    assert_eq!(app.count("SELECT count(*) FROM legal_hold").await, 0);
}

/// A call of the calendar's screen.
async fn from_calendar(client: &Client, rest: &str, operation: Option<&str>, body: &Value) -> testkit::Answer {
    let mut client = client.clone();
    client.claims.insert("screenId".to_owned(), "SD-ADM-029".into());
    match operation {
        Some(_) => client.post("banker", rest, operation, body).await,
        None => client.get("admin", rest, body.as_str().unwrap_or_default()).await,
    }
}

async fn an_administrator_holds_requests_from_the_calendar(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let (one, two) = (banker.sent().await, banker.sent().await);
    let admin = app.log_in("NGB", "ADMIN").await;
    let body = json!({ "records": [{ "txnRefNo": one }, { "txnRefNo": two }, { "txnRefNo": one }], "reason": ORDER });
    let done = from_calendar(&admin, "transaction/hold", Some("S"), &body).await.expect(200);
    assert_eq!(done.content().len(), 2, "each request once");
    for txn in [&one, &two] {
        assert_eq!(holds(banker.find(txn).await.expect(200).record()), [ORDER]);
    }
    let three = banker.sent().await;
    let body =
        json!({ "records": [{ "txnRefNo": one }, { "txnRefNo": three }, { "txnRefNo": "nothing" }], "reason": "x" });
    let done = from_calendar(&admin, "transaction/hold", Some("S"), &body).await.expect(200);
    let failed = done.content().iter().filter(|one| one.get("error").is_some()).count();
    assert_eq!((done.content().len(), failed, &done.json["status"]), (3, 2, &json!("W")));
    assert_eq!(holds(banker.find(&three).await.expect(200).record()), ["x"]);
    from_calendar(&admin, "transaction/hold", Some("S"), &json!({ "records": [], "reason": "x" })).await.expect(422);
    from_calendar(&admin, "transaction/hold", Some("D"), &body).await.expect(400);
    let lift = json!({ "txnRefNo": one, "reason": "It is over." });
    from_calendar(&admin, "transaction/hold", Some("D"), &lift).await.expect(200);
    let viewer = app.log_in("NGB", "VIEWER").await;
    from_calendar(&viewer, "transaction/hold", Some("S"), &lift).await.expect(403);
}

/// A closed request whose submitted version and record are destroyed after these days.
async fn closing(app: &TestApp, banker: &Desk, documents: &str, record: Option<&str>) -> String {
    let txn = banker.sent().await;
    let meena = Desk::customer(app, "meena@example.com").await;
    meena.upload_and_submit(&txn, 1).await.expect(200);
    banker.act(&txn, "cancel", json!({ "reason": "enough" })).await.expect(200);
    let day = record.map_or("NULL".to_owned(), |day| format!("'{day}'"));
    app.run_sql_directly(&format!(
        "UPDATE docrequest SET purge_after = '{documents}', record_purge_after = {day} WHERE txn_ref_no = '{txn}'"
    ))
    .await;
    app.run_sql_directly(&format!(
        "UPDATE docrequest_version SET purge_after = '{documents}', purge_kind = 'documents' WHERE txn_ref_no = '{txn}'"
    ))
    .await;
    txn
}

async fn the_calendar_tells_what_is_destroyed_when(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let (soon, later) = (app.day(10), app.day(80));
    let one = closing(&app, &banker, &soon, Some(&later)).await;
    let two = closing(&app, &banker, &soon, None).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let days =
        from_calendar(&admin, "admin/retention", None, &json!(format!("from={soon}&to={later}"))).await.expect(200);
    let expected = [
        json!({ "date": soon, "kind": "documents", "requests": 2, "documents": 2 }),
        json!({ "date": later, "kind": "records", "requests": 1, "documents": 0 }),
    ];
    assert_eq!(days.content(), &expected);
    let ahead = from_calendar(&admin, "admin/retention", None, &json!("")).await.expect(200);
    assert!(expected.iter().all(|day| ahead.content().contains(day)), "the next 90 days: {:?}", ahead.content());
    let hold = json!({ "txnRefNo": two, "reason": ORDER });
    from_calendar(&admin, "transaction/hold", Some("S"), &hold).await.expect(200);
    let query = json!(format!("date={soon}&kind=documents"));
    let items = from_calendar(&admin, "admin/retention/item", None, &query).await.expect(200);
    let shown: Vec<_> = items.content().iter().map(|item| (item["txnRefNo"].as_str(), &item["isHeld"])).collect();
    assert_eq!(shown, [(Some(one.as_str()), &json!(false)), (Some(two.as_str()), &json!(true))]);
    let first = &items.content()[0];
    assert_eq!(
        (&first["documentNo"], &first["versionNo"], &first["owner"], &first["customerName"]),
        (&json!(1), &json!(1), &json!("BANKER1"), &json!("Meena Krishnan"))
    );
    let page = from_calendar(
        &admin,
        "admin/retention/item",
        None,
        &json!(format!("date={soon}&kind=documents&page=1&size=1")),
    )
    .await;
    assert_eq!((page.content().len(), page.total()), (1, 2));
    let csv = from_calendar(&admin, "admin/retention/item/export", None, &query).await.expect(200);
    let csv = String::from_utf8_lossy(&csv.bytes).into_owned();
    assert!(csv.contains(&one) && csv.contains(&two), "{csv}");
    assert_eq!(app.count("SELECT count(*) FROM audit_log WHERE action = 'export' AND resource = 'retention'").await, 1);
    let viewer = app.log_in("NGB", "VIEWER").await;
    assert_eq!(from_calendar(&viewer, "admin/retention/item", None, &query).await.expect(200).total(), 2);
    from_calendar(&viewer, "admin/retention/item/export", None, &query).await.expect(403);
    let elsewhere = app.log_in("KALVI", "ADMIN").await;
    assert_eq!(from_calendar(&elsewhere, "admin/retention/item", None, &query).await.expect(200).total(), 0);
    from_calendar(&banker.client, "admin/retention", None, &json!("")).await.expect(403);
    assert_eq!(from_calendar(&admin, "admin/retention/run", None, &json!("")).await.expect(200).total(), 0);
}

async fn what_a_hold_keeps_past_its_day_is_in_the_calendar(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let (passed, yesterday, soon) = (app.day(-20), app.day(-1), app.day(10));
    let held = closing(&app, &banker, &passed, Some(&yesterday)).await;
    closing(&app, &banker, &passed, None).await;
    let ahead = closing(&app, &banker, &soon, None).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    for txn in [&held, &ahead] {
        let hold = json!({ "txnRefNo": txn, "reason": ORDER });
        from_calendar(&admin, "transaction/hold", Some("S"), &hold).await.expect(200);
    }
    let days = from_calendar(&admin, "admin/retention", None, &json!("")).await.expect(200);
    let past: Vec<_> = days.content().iter().filter(|day| day["isHeld"] == true).cloned().collect();
    let expected = [
        json!({ "date": yesterday, "kind": "documents", "requests": 1, "documents": 1, "isHeld": true }),
        json!({ "date": yesterday, "kind": "records", "requests": 1, "documents": 0, "isHeld": true }),
    ];
    assert_eq!(past, expected, "neither what falls due tonight nor what is held ahead of its day");
    assert_eq!(days.content()[..2], expected, "they come first");
    for (kind, day) in [("documents", &passed), ("records", &yesterday)] {
        let query = json!(format!("date={yesterday}&kind={kind}&isHeld=true"));
        let items = from_calendar(&admin, "admin/retention/item", None, &query).await.expect(200);
        let shown: Vec<_> = items.content().iter().map(|item| (&item["txnRefNo"], &item["date"])).collect();
        assert_eq!((shown, items.total()), (vec![(&json!(held), &json!(day))], 1));
        let csv = from_calendar(&admin, "admin/retention/item/export", None, &query).await.expect(200);
        assert!(String::from_utf8_lossy(&csv.bytes).contains(&held));
    }
    let elsewhere = app.log_in("KALVI", "ADMIN").await;
    let foreign = from_calendar(&elsewhere, "admin/retention", None, &json!("")).await.expect(200);
    assert!(foreign.content().iter().all(|day| day["isHeld"] != true), "another entity's holds");
}

async fn the_calendar_refuses_bad_days_and_pages(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    for (rest, query, field) in [
        ("admin/retention", "from=2026-02-30", "from"),
        ("admin/retention", "from=yesterday", "from"),
        ("admin/retention", "from=2026-11-17T00:00:00", "from"),
        ("admin/retention", "from=2026-11-17&to=2026-11-16", "to"),
        ("admin/retention", "from=2026-01-01&to=2027-01-03", "to"),
        ("admin/retention", "from=2026-01-01&to=9999-12-31", "to"),
        ("admin/retention", "days=5", "days"),
        ("admin/retention/item", "kind=documents", "date"),
        ("admin/retention/item", "date=2026-13-01&kind=documents", "date"),
        ("admin/retention/item", "date=2026-11-17", "kind"),
        ("admin/retention/item", "date=2026-11-17&kind=everything", "kind"),
        ("admin/retention/item", "date=2026-11-17&kind=records&isHeld=yes", "isHeld"),
        ("admin/retention/item", "date=2026-11-17&kind=records&size=0", "size"),
        ("admin/retention/item", "date=2026-11-17&kind=records&size=100000", "size"),
        ("admin/retention/item", "date=2026-11-17&kind=records&page=-1", "page"),
        ("admin/retention/item", "date=2026-11-17&kind=records&page=4000000000", "page"),
        ("admin/retention/run", "page=99999", "page"),
    ] {
        let refused = from_calendar(&admin, rest, None, &json!(query)).await.expect(422);
        assert_eq!(refused.fields(), [field], "{rest}?{query}");
    }
    let leap = from_calendar(&admin, "admin/retention", None, &json!("from=2027-01-01&to=2028-01-02")).await;
    leap.expect(200);
}

async fn own_requests_are_listed_before_their_documents_are_destroyed(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let listed = async |query: &str| {
        let found = banker.get("docrequest/search", query).await.expect(200);
        let mut all: Vec<String> =
            found.content().iter().filter_map(|row| row["txnRefNo"].as_str().map(str::to_owned)).collect();
        all.sort();
        all
    };
    let soon = closing(&app, &banker, &app.day(30), None).await;
    let later = closing(&app, &banker, &app.day(31), None).await;
    closing(&app, &banker, &app.day(-1), None).await;
    banker.sent().await;
    assert_eq!(listed("purgeWithin=30&owner=BANKER1").await, [soon.as_str()]);
    assert_eq!(listed("purgeWithin=30").await, [soon.as_str()]);
    assert_eq!(listed("purgeWithin=30&owner=BANKER1&q=meena&sort=documentDueDate").await, [soon.as_str()]);
    assert_eq!(listed("purgeWithin=31&owner=BANKER1").await, [soon.as_str(), later.as_str()]);
    assert_eq!(listed("purgeWithin=30&owner=BANKER2").await, [""; 0]);
    let checker = Desk::staff(&app, "CHECKER2").await;
    let of_others = checker.get("docrequest/search", "purgeWithin=30").await.expect(200);
    assert_eq!(of_others.total(), 0, "without an owner, those of the caller");
    checker.call("hold", "S", &json!({ "txnRefNo": soon, "reason": ORDER })).await.expect(200);
    assert_eq!(listed("purgeWithin=30&owner=BANKER1").await, [""; 0], "what is held is not destroyed");
    for wrong in ["0", "-5", "1.5", "367", "1000000000", "soon"] {
        let refused = banker.get("docrequest/search", &format!("purgeWithin={wrong}")).await.expect(422);
        assert_eq!(refused.fields(), ["purgeWithin"], "{wrong}");
    }
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.get("docrequest/search", "purgeWithin=30").await.expect(422);
}
