//! The review queue: each caller's equals the list of documents that the requests themselves let that caller decide.

use serde_json::{Value, json};
use testkit::{Client, TestApp, on_both_databases, on_sqlite};

use super::{Desk, document, party, png, recipients, reference, request_input, with};

on_both_databases!(
    every_queue_equals_the_decisions_that_each_request_allows,
    two_checkers_share_a_queue_and_the_second_is_told,
    reviewers_are_told_once_per_request,
    a_queue_follows_what_happens_to_a_request,
);

on_sqlite!(
    wrong_questions_are_refused,
    an_acceptance_of_the_first_level_is_undone,
    who_may_not_review_has_an_empty_queue,
    a_decision_can_be_made_from_the_queue_alone,
);

const USERS: [&str; 5] = ["BANKER1", "BANKER2", "CHECKER1", "CHECKER2", "ALLROUND"];

/// A banker who also checks at the second level, so that nothing but the rules keeps them from their own uploads.
async fn allround(app: &TestApp) -> Desk {
    app.without_four_eyes().await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let save = async |resource: &str, record: Value| {
        admin.operate(domain::master_data::find(resource).unwrap(), "S", &record).await.expect(200);
    };
    let user = json!({
        "userId": "ALLROUND", "password": "Given#2026x", "firstName": "Asha", "lastName": "Bose", "userLanguage": "ta",
        "defaultDepartmentCode": "IT", "defaultBranchCode": "BR101", "defaultTenantCode": "RETAIL",
        "mailId": "allround@northgate.example", "mobileNumber": "+917712345678", "userType": "B",
        "expiryDate": "2036-12-31", "status": "Active",
    });
    save("usermaster", user).await;
    for role in ["BANKER", "CHECKER2"] {
        save("userrolemapping", json!({ "userId": "ALLROUND", "roleCode": role })).await;
    }
    let branch = json!({ "userId": "ALLROUND", "tenantCode": "RETAIL", "branchCode": "BR101", "accessAllowed": true });
    save("userbranchaccess", branch).await;
    let client = Client::choose_password(app.router.clone(), "NGB", "ALLROUND", "Given#2026x", "Docz@2026").await;
    Desk { client, service: "banker" }
}

async fn made(desk: &Desk, body: &Value) -> String {
    reference(&desk.save(&with(body.clone(), "send", json!(true))).await.expect(200))
}

/// Requests in all states that matter: due on different days, half decided, uploaded by staff, forwarded, closed,
/// expired.
async fn story(app: &TestApp, desks: &[Desk]) -> Vec<String> {
    let [banker1, banker2, checker1, checker2, allround] = desks else { panic!("five desks") };
    let meena = Desk::customer(app, "meena@example.com").await;
    let due = |day: i64| with(request_input(), "documentDueDate", json!(app.day(day)));
    let mut all = Vec::new();
    for day in [9, 3, 6] {
        let txn = made(banker1, &due(day)).await;
        for number in [1, 2] {
            meena.upload_and_submit(&txn, number).await.expect(200);
        }
        all.push(txn);
    }
    checker1.review(&all[0], 1, "accept", json!({})).await.expect(200);
    allround.review(&all[1], 1, "accept", json!({})).await.expect(200);
    checker1.review(&all[1], 2, "accept", json!({})).await.expect(200);
    checker2.review(&all[1], 2, "sendback", json!({ "remark": "look again" })).await.expect(200);
    checker1.review(&all[2], 1, "reject", json!({ "reasonCode": "UNREADABLE" })).await.expect(200);
    checker1.review(&all[2], 2, "accept", json!({})).await.expect(200);
    checker2.review(&all[2], 2, "accept", json!({})).await.expect(200);
    checker2.review(&all[2], 2, "undo", json!({ "remark": "too fast" })).await.expect(200);
    // Another branch and category, with a date of its own for one document.
    let mut other = with(due(5), "requestCategory", json!("LAP"));
    other["requestSubCategory"] = json!("RESID");
    other["parties"][0]["documents"][1]["documentDueDate"] = json!(app.day(2));
    let txn = made(banker2, &other).await;
    for number in [1, 2] {
        meena.upload_and_submit(&txn, number).await.expect(200);
    }
    all.push(txn);
    // Uploaded on behalf, and staged by one and submitted by another.
    let txn = made(allround, &due(4)).await;
    allround.upload_and_submit(&txn, 1).await.expect(200);
    allround.upload(&txn, 2, "card.png", png()).await.expect(200);
    banker1.submit(&txn, json!({})).await.expect(200);
    all.push(txn);
    // Forwarded to somebody without the branch.
    let txn = made(banker2, &due(1)).await;
    meena.upload_and_submit(&txn, 1).await.expect(200);
    banker2.act(&txn, "forward", json!({ "toUserId": "ALLROUND" })).await.expect(200);
    all.push(txn);
    // Closed, and never sent.
    let txn = made(banker1, &due(2)).await;
    meena.upload_and_submit(&txn, 1).await.expect(200);
    banker1.act(&txn, "cancel", json!({ "reason": "withdrawn" })).await.expect(200);
    all.push(txn);
    all.push(reference(&banker1.save(&request_input()).await.expect(200)));
    all
}

/// What a caller may decide, read from each request by itself.
async fn by_hand(desk: &Desk, all: &[String]) -> Vec<Value> {
    let mut items = Vec::new();
    for txn in all {
        let found = desk.find(txn).await;
        if found.status == 404 {
            continue;
        }
        let request = found.expect(200).record().clone();
        for party in request["parties"].as_array().unwrap() {
            for document in party["documents"].as_array().unwrap() {
                if !document["allowed"].as_array().unwrap().contains(&json!("accept")) {
                    continue;
                }
                let version = document["versions"].as_array().unwrap().last().unwrap();
                let due = Some(&document["documentDueDate"]).filter(|due| !due.is_null());
                let reviews = version["reviews"].as_array().unwrap().iter().filter_map(|review| review["on"].as_str());
                let since = reviews.max().map_or(version["uploadedOn"].clone(), |on| json!(on));
                let name = [&party["firstName"], &party["lastName"]].map(|part| part.as_str().unwrap()).join(" ");
                items.push(json!({
                    "txnRefNo": txn, "documentNo": document["documentNo"], "versionNo": version["versionNo"],
                    "documentTitle": document["documentTitle"], "customerName": request["customerName"],
                    "partyName": name, "branchCode": request["branchCode"],
                    "requestCategory": request["requestCategory"],
                    "level": document["acceptedLevels"].as_i64().unwrap() + 1,
                    "documentDueDate": due.unwrap_or(&request["documentDueDate"]), "uploadedOn": version["uploadedOn"],
                    "waitingSince": since, "verdict": document["verification"]["verdict"],
                    "fileId": version["files"][0]["fileId"],
                }));
            }
        }
    }
    items.sort_by_key(|item| {
        let text = |name: &str| item[name].as_str().unwrap().to_owned();
        (text("documentDueDate"), text("txnRefNo"), item["documentNo"].as_i64())
    });
    items
}

async fn desks(app: &TestApp) -> Vec<Desk> {
    let mut all = Vec::new();
    for user in &USERS[..4] {
        all.push(Desk::staff(app, user).await);
    }
    all.push(allround(app).await);
    all
}

async fn every_queue_equals_the_decisions_that_each_request_allows(app: TestApp) {
    let desks = desks(&app).await;
    let all = story(&app, &desks).await;
    let mut sizes = Vec::new();
    for (user, desk) in USERS.into_iter().zip(&desks) {
        let expected = by_hand(desk, &all).await;
        sizes.push(expected.len());
        let found = desk.get("document/queue", "").await.expect(200);
        assert_eq!(*found.content(), expected, "{user}");
        assert_eq!(found.total(), expected.len() as i64, "{user}");
        let is = |name: &'static str, value: Value| move |item: &&Value| item[name] == value;
        for (query, keep) in [
            ("branchCode=BR101", is("branchCode", json!("BR101"))),
            ("branchCode=BR105", is("branchCode", json!("BR105"))),
            ("requestCategory=LAP", is("requestCategory", json!("LAP"))),
            ("level=1", is("level", json!(1))),
            ("level=2", is("level", json!(2))),
            ("level=5", is("level", json!(5))),
        ] {
            let expected: Vec<&Value> = expected.iter().filter(keep).collect();
            let found = desk.get("document/queue", query).await.expect(200);
            assert_eq!(found.content().iter().collect::<Vec<_>>(), expected, "{user} {query}");
            assert_eq!(found.total(), expected.len() as i64, "{user} {query}");
        }
        let mut paged = Vec::new();
        for page in 0..5 {
            let found = desk.get("document/queue", &format!("page={page}&size=2")).await.expect(200);
            assert_eq!(found.total(), expected.len() as i64, "{user} page {page}");
            paged.extend(found.content().to_vec());
        }
        assert_eq!(paged, expected[..expected.len().min(10)], "{user}");
    }
    assert_eq!(sizes[..2], [0, 0], "bankers do not review");
    assert!(sizes[2] >= 5 && sizes[3] >= 5 && sizes[4] >= 4, "{sizes:?}");
}

async fn two_checkers_share_a_queue_and_the_second_is_told(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let (one, two) = (Desk::staff(&app, "CHECKER1").await, Desk::staff(&app, "CHECKER2").await);
    let txn = banker.sent().await;
    Desk::customer(&app, "meena@example.com").await.upload_and_submit(&txn, 1).await.expect(200);
    let read = async |desk: &Desk| desk.get("document/queue", "").await.expect(200).content().to_vec();
    let (first, second) = (read(&one).await, read(&two).await);
    assert_eq!(first, second);
    assert_eq!(first[0]["level"], 1);
    let version = json!({ "versionNo": first[0]["versionNo"] });
    one.review(&txn, 1, "reject", json!({ "reasonCode": "WRONG", "versionNo": 1 })).await.expect(200);
    let late = two.review(&txn, 1, "accept", version).await.expect(409);
    assert!(late.json["error"].as_str().is_some_and(|text| !text.is_empty()), "{}", late.json);
    assert_eq!((read(&one).await.len(), read(&two).await.len()), (0, 0));
    // Accepted at the first level it leaves the first checker's queue and waits for the second.
    Desk::customer(&app, "meena@example.com").await.upload_and_submit(&txn, 1).await.expect(200);
    one.review(&txn, 1, "accept", json!({ "versionNo": 2 })).await.expect(200);
    assert_eq!(read(&one).await.len(), 0);
    let waiting = read(&two).await;
    assert_eq!((waiting.len(), &waiting[0]["level"], &waiting[0]["versionNo"]), (1, &json!(2), &json!(2)));
}

async fn notices(desk: &Desk) -> Vec<Value> {
    let found = desk.get("notification", "").await.expect(200);
    let waiting = found.content().iter().filter(|one| one["event"] == "ReviewWaiting" && one["isRead"] == false);
    waiting.cloned().collect()
}

async fn reviewers_are_told_once_per_request(app: TestApp) {
    let desks = desks(&app).await;
    let [banker1, banker2, checker1, checker2, allround] = &desks[..] else { panic!("five desks") };
    let txn = banker1.sent().await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    for number in [1, 2] {
        meena.upload(&txn, number, "card.png", png()).await.expect(200);
    }
    meena.submit(&txn, json!({})).await.expect(200);
    let mails = || recipients(&app, &txn, "ReviewWaiting");
    let everybody =
        ["allround@northgate.example", "checker1@northgate.example", "checker2@northgate.example"].map(str::to_owned);
    assert_eq!(mails().await, everybody, "one mail for two documents");
    for (desk, expected) in [(banker1, 1), (banker2, 0), (checker1, 1), (checker2, 1), (allround, 1)] {
        let own = notices(desk).await;
        assert_eq!(own.len(), expected, "{own:?}");
        assert!(own.iter().all(|one| one["documentTitle"].is_null()), "it is about both documents");
    }
    app.run_job("deliver").await;
    let sent: Vec<_> = app.mailbox.letters().into_iter().map(|(_, letter)| letter).collect();
    let mail = sent.iter().find(|mail| mail.to == "checker1@northgate.example").expect("a mail");
    for part in ["Suresh", txn.as_str(), "- PAN", "https://docs.northgate.example/requestor/review-queue"] {
        assert!(mail.text.contains(part), "{part} in {}", mail.text);
    }
    let tamil = sent.iter().find(|mail| mail.to == "allround@northgate.example").expect("a mail");
    assert!(tamil.subject.contains("சரிபார்ப்பு"), "{}", tamil.subject);

    // A better copy of one document: nobody has read the first notice, so nobody is told again.
    meena.upload_and_submit(&txn, 1).await.expect(200);
    assert_eq!(mails().await, everybody);
    assert_eq!((notices(checker1).await.len(), notices(banker1).await.len()), (1, 1));

    // The first level has read it by acting; the second level, whose notice is unread, has one notice.
    checker1.review(&txn, 1, "accept", json!({})).await.expect(200);
    assert_eq!((notices(checker1).await.len(), notices(checker2).await.len()), (0, 1));
    checker2.review(&txn, 1, "sendback", json!({ "remark": "blurred" })).await.expect(200);
    let again = mails().await;
    assert_eq!(again.iter().filter(|to| to.starts_with("checker1")).count(), 2, "{again:?}");
    assert_eq!(notices(checker1).await.len(), 1);

    // When nothing waits any more, no notice is left.
    for number in [1, 2] {
        checker1.review(&txn, number, "reject", json!({ "reasonCode": "WRONG" })).await.expect(200);
    }
    for desk in &desks {
        assert_eq!(notices(desk).await.len(), 0);
    }

    // The uploader is not told of their own upload; another checker is.
    let own = made(allround, &request_input()).await;
    allround.upload_and_submit(&own, 1).await.expect(200);
    let told = recipients(&app, &own, "ReviewWaiting").await;
    assert_eq!(told, ["checker1@northgate.example", "checker2@northgate.example"]);
    assert_eq!(notices(allround).await.len(), 0);
    assert_eq!(notices(checker1).await[0]["documentTitle"], "PAN Card");
}

async fn a_queue_follows_what_happens_to_a_request(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let checker = Desk::staff(&app, "CHECKER1").await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    let read = async || checker.get("document/queue", "").await.expect(200).content().to_vec();
    let txn = banker.sent().await;
    meena.upload_and_submit(&txn, 1).await.expect(200);
    let mut edited = banker.find(&txn).await.expect(200).record().clone();
    edited["customerName"] = json!("Meena Raman");
    edited["documentDueDate"] = json!(app.day(20));
    banker.call("docrequest", "U", &edited).await.expect(200);
    let shown = read().await;
    assert_eq!((&shown[0]["customerName"], &shown[0]["documentDueDate"]), (&json!("Meena Raman"), &json!(app.day(20))));
    app.clock.advance_seconds(40 * 24 * 3600);
    app.run_job("expire").await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let checker = Desk::staff(&app, "CHECKER1").await;
    let read = async || checker.get("document/queue", "").await.expect(200).total();
    assert_eq!(read().await, 0, "it has expired");
    banker.act(&txn, "extend", json!({ "expiresOn": app.day(60) })).await.expect(200);
    assert_eq!(read().await, 1, "it goes on");
    app.run_sql_directly("DELETE FROM user_branch WHERE user_id = 'CHECKER1' AND branch_code = 'BR101'").await;
    let checker = Desk::staff(&app, "CHECKER1").await;
    assert_eq!(checker.get("document/queue", "").await.expect(200).total(), 0, "the branch is gone");
    assert_eq!(app.count("SELECT count(*) FROM docrequest_waiting").await, 1);
    banker.act(&txn, "decline", json!({ "reason": "withdrawn" })).await.expect(200);
    assert_eq!(app.count("SELECT count(*) FROM docrequest_waiting").await, 0);
}

async fn wrong_questions_are_refused(app: TestApp) {
    let checker = Desk::staff(&app, "CHECKER1").await;
    for (query, field) in [
        ("level=0", "level"),
        ("level=6", "level"),
        ("level=first", "level"),
        ("size=0", "size"),
        ("size=201", "size"),
        ("page=-1", "page"),
        ("page=x", "page"),
        ("page=9223372036854775807", "page"),
        ("owner=BANKER1", "owner"),
    ] {
        let refused = checker.get("document/queue", query).await.expect(422);
        assert_eq!(refused.json["data"]["ErrorCodeDTO"][0]["field"], field, "{query}");
    }
    for query in ["branchCode=NOPE", "requestCategory=%27%20OR%201%3D1", "level=&branchCode="] {
        assert_eq!(checker.get("document/queue", query).await.expect(200).total(), 0, "{query}");
    }
}

async fn an_acceptance_of_the_first_level_is_undone(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let (one, two) = (Desk::staff(&app, "CHECKER1").await, Desk::staff(&app, "CHECKER2").await);
    let txn = banker.sent().await;
    Desk::customer(&app, "meena@example.com").await.upload_and_submit(&txn, 1).await.expect(200);
    let accepted = one.review(&txn, 1, "accept", json!({})).await.expect(200);
    assert!(document(&accepted, 1)["allowed"].as_array().unwrap().contains(&json!("undo")));
    one.review(&txn, 1, "undo", json!({})).await.expect(422);
    let undone = one.review(&txn, 1, "undo", json!({ "remark": "wrong key" })).await.expect(200);
    assert_eq!(
        (&document(&undone, 1)["status"], &document(&undone, 1)["acceptedLevels"]),
        (&json!("Uploaded"), &json!(0))
    );
    let queue = one.get("document/queue", "").await.expect(200);
    assert_eq!((queue.total(), &queue.content()[0]["level"]), (1, &json!(1)));
    one.review(&txn, 1, "accept", json!({})).await.expect(200);
    two.review(&txn, 1, "accept", json!({})).await.expect(200);
    one.review(&txn, 1, "undo", json!({ "remark": "too late" })).await.expect(403);
    let timeline = banker.get("docrequest/timeline", &format!("txnRefNo={txn}")).await.expect(200);
    let undo = timeline.content().iter().find(|entry| entry["action"] == "undo").expect("an entry");
    assert_eq!((&undo["actor"], &undo["detail"]["remark"]), (&json!("CHECKER1"), &json!("wrong key")));
}

async fn who_may_not_review_has_an_empty_queue(app: TestApp) {
    let txn = Desk::staff(&app, "BANKER1").await.sent().await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.upload_and_submit(&txn, 1).await.expect(200);
    for user in ["BANKER1", "VIEWER"] {
        let desk = Desk::staff(&app, user).await;
        assert_eq!(desk.get("document/queue", "").await.expect(200).total(), 0, "{user}");
    }
    meena.get("document/queue", "").await.expect(403);
    Desk::staff(&app, "ADMIN").await.get("document/queue", "").await.expect(403);
    // Without a level the role's action is of no use.
    app.run_sql_directly("UPDATE role_definition SET auth_level_code = NULL WHERE role_code = 'CHECKER1'").await;
    let checker = Desk::staff(&app, "CHECKER1").await;
    assert_eq!(checker.get("document/queue", "").await.expect(200).total(), 0);
}

/// The queue's screen is enough for a checker: to list, open and decide.
async fn a_decision_can_be_made_from_the_queue_alone(app: TestApp) {
    let txn = Desk::staff(&app, "BANKER1").await.sent().await;
    Desk::customer(&app, "meena@example.com").await.upload_and_submit(&txn, 1).await.expect(200);
    app.run_sql_directly("DELETE FROM role_screen WHERE role_code = 'CHECKER1' AND screen_code <> 'SD-BNK-009'").await;
    let mut checker = Desk::staff(&app, "CHECKER1").await;
    checker.client.claims.insert("screenId".to_owned(), "SD-BNK-009".into());
    let queue = checker.get("document/queue", "").await.expect(200);
    assert_eq!(*queue.content(), by_hand(&checker, std::slice::from_ref(&txn)).await);
    checker.review(&txn, 1, "accept", json!({ "versionNo": 1 })).await.expect(200);
    let party = party("Ravi", "ravi@example.com", "+919841030099", &["PAN"]);
    checker.act(&txn, "addparty", json!({ "party": party })).await.expect(403);
}
