//! Paging, sorting, searching and filtering, the same on both databases.

use serde_json::{Value, json};
use testkit::{Answer, Client, TestApp, on_both_databases, on_sqlite};

on_both_databases!(
    pages_follow_each_other_and_the_total_is_kept,
    sorting_searching_and_filtering_work,
    a_long_list_is_streamed_whole,
    bulk_delete_is_all_or_nothing,
);

on_sqlite!(choices_are_open_to_those_whose_screen_refers_to_them,);

fn industry() -> &'static domain::master_data::Definition {
    domain::master_data::find("industrymaster").unwrap()
}

fn values(answer: &Answer, field: &str) -> Vec<String> {
    answer.content().iter().map(|one| one[field].as_str().unwrap_or_default().to_owned()).collect()
}

async fn fill(client: &Client, count: usize) {
    let rows: String = (0..count).map(|number| format!("I{number:05},Industry {:05}\n", count - number)).collect();
    let body = format!("industryCode,industryDesc\n{rows}");
    client.verb(industry(), "/import", "", "POST", &[], body.into()).await.expect(200);
}

async fn pages_follow_each_other_and_the_total_is_kept(app: TestApp) {
    let client = app.new_entity("LIST").await;
    fill(&client, 57).await;
    let mut seen = Vec::new();
    for page in 0..4 {
        let answer = client.list(industry(), &format!("page={page}&size=20")).await.expect(200);
        assert_eq!(answer.total(), 57);
        seen.extend(values(&answer, "industryCode"));
    }
    assert_eq!(seen, (0..57).map(|number| format!("I{number:05}")).collect::<Vec<_>>());
    assert!(client.list(industry(), "page=99&size=20").await.expect(200).content().is_empty());
    client.operate(industry(), "D", &json!({ "industryCode": "I00000" })).await.expect(200);
    assert_eq!(client.list(industry(), "page=0").await.expect(200).total(), 56);
    for wrong in ["page=-1", "page=x", "page=0&size=0", "page=0&size=100000", "page=0&sort=", "page=0&nothing=1"] {
        client.list(industry(), wrong).await.expect(422);
    }
}

async fn sorting_searching_and_filtering_work(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let branch = domain::master_data::find("branchmaster").unwrap();
    let names = values(&admin.list(branch, "page=0&size=50&sort=branchName").await.expect(200), "branchName");
    let mut sorted = names.clone();
    sorted.sort_by_key(|name| name.to_lowercase());
    assert_eq!(names, sorted);
    let down = values(&admin.list(branch, "page=0&size=50&sort=-branchName").await.expect(200), "branchName");
    assert_eq!(down, names.iter().rev().cloned().collect::<Vec<_>>());
    let codes = values(&admin.list(branch, "page=0&size=50&sort=-branchCode").await.expect(200), "branchCode");
    assert_eq!((codes[0].as_str(), codes.len()), ("BR112", 12));
    let found = admin.list(branch, "page=0&q=br10").await.expect(200);
    assert_eq!((found.total(), found.content().len()), (9, 9));
    let filtered = admin.list(branch, "page=0&tenantCode=SME&status=Active").await.expect(200);
    assert!(filtered.total() >= 1 && values(&filtered, "tenantCode").iter().all(|tenant| tenant == "SME"));
    let posted = admin.operate(branch, "FA", &json!({ "tenantCode": "SME", "page": 0 })).await.expect(200);
    assert!(values(&posted, "tenantCode").iter().all(|tenant| tenant == "SME"));
    let users = domain::master_data::find("userbranchaccess").unwrap();
    assert!(admin.list(users, "page=0&accessAllowed=true").await.expect(200).total() > 0);
    assert_eq!(admin.list(users, "page=0&accessAllowed=false").await.expect(200).total(), 0);
    // Wildcards are plain text.
    assert_eq!(admin.list(branch, "page=0&q=%25").await.expect(200).total(), 0);
    assert_eq!(admin.list(branch, "page=0&q=_").await.expect(200).total(), 0);
}

async fn a_long_list_is_streamed_whole(app: TestApp) {
    let client = app.new_entity("LONG").await;
    fill(&client, 2345).await;
    let all = client.list(industry(), "").await.expect(200);
    assert_eq!((all.content().len(), all.total()), (2345, 2345));
    let mut codes = values(&all, "industryCode");
    codes.dedup();
    assert_eq!(codes.len(), 2345);
    let sorted = client.list(industry(), "sort=industryDesc").await.expect(200);
    assert_eq!(sorted.content().len(), 2345);
    assert_eq!(sorted.content()[0]["industryDesc"], "Industry 00001");
    let some = client.list(industry(), "q=Industry%2000").await.expect(200);
    assert_eq!(some.content().len(), 999);
}

async fn bulk_delete_is_all_or_nothing(app: TestApp) {
    let client = app.new_entity("BULK").await;
    fill(&client, 10).await;
    let keys = |codes: &[&str]| -> Value {
        json!({ "records": codes.iter().map(|code| json!({ "industryCode": code })).collect::<Vec<_>>() })
    };
    client.operate(industry(), "D", &keys(&["I00001", "NOPE"])).await.expect(404);
    assert_eq!(client.list(industry(), "page=0").await.expect(200).total(), 10);
    let none = client.operate(industry(), "D", &keys(&[])).await.expect(422);
    assert_eq!(none.error(), "Please Select Any One Of The Record");
    client.operate(industry(), "D", &json!({ "records": "all" })).await.expect(400);
    let done = client.operate(industry(), "D", &keys(&["I00001", "I00002", "I00003"])).await.expect(200);
    assert_eq!((done.total(), done.code()), (3, "EnTxn0020"));
    assert_eq!(client.list(industry(), "page=0").await.expect(200).total(), 7);
}

async fn choices_are_open_to_those_whose_screen_refers_to_them(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let category = domain::master_data::find("categorydefinition").unwrap();
    let mut from_sub_category = admin.clone();
    from_sub_category.claims.insert("screenId".into(), json!("SD-ADM-003"));
    let choices = from_sub_category.verb(category, "/options", "", "GET", &[], "".into()).await.expect(200);
    assert!(!choices.content().is_empty());
    let names: Vec<&String> = choices.content()[0].as_object().unwrap().keys().collect();
    assert_eq!(names, ["categoryCode", "categoryDesc", "customerTypeCode"], "key, name and what narrows the choice");
    from_sub_category.list(category, "").await.expect(403);
    let mut from_industry = admin.clone();
    from_industry.claims.insert("screenId".into(), json!("SD-ADM-013"));
    from_industry.verb(category, "/options", "", "GET", &[], "".into()).await.expect(403);
    let banker = app.log_in("NGB", "BANKER1").await;
    banker.verb(category, "/options", "", "GET", &[], "".into()).await.expect(200);
    let roles = domain::master_data::find("roledefinition").unwrap();
    banker.verb(roles, "/options", "", "GET", &[], "".into()).await.expect(403);
}
