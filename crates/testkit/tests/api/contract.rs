//! Address, header json, envelope and statuses.

use std::process::Command;

use axum::body::Body;
use serde_json::json;
use testkit::{Database, TestApp, on_both_databases, on_sqlite};

on_both_databases!(
    claims_that_differ_from_the_token_are_refused_and_audited,
    a_repeated_save_creates_once,
    places_answer_before_login,
);

on_sqlite!(
    lists_and_finds_come_in_the_envelope,
    broken_header_json_is_refused,
    unknown_things_are_refused,
    a_get_changes_nothing,
    the_token_may_be_in_the_path,
    answers_are_in_the_callers_language,
    definitions_describe_what_the_caller_may_use,
    a_service_has_one_area,
);

#[test]
fn the_description_is_valid_openapi() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openapi.json");
    std::fs::write(&file, api::routes::openapi::description()).unwrap();
    let python = testkit::servers::program("python");
    let checked = Command::new(python).args(["-m", "openapi_spec_validator"]).arg(&file).output().unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
}

fn branch() -> &'static domain::master_data::Definition {
    domain::master_data::find("branchmaster").unwrap()
}

/// The services of each area, as the contract has them.
fn services_of(area: &str) -> &'static [&'static str] {
    match area {
        "admin" => &["admin"],
        "app" => &["app"],
        "sms" => &["sms"],
        "transaction" => &["banker", "customer"],
        other => panic!("{other}"),
    }
}

async fn a_service_has_one_area(app: TestApp) {
    let nobody = app.anonymous();
    for listed in api::routes::table() {
        let (method, operation) = listed.methods[0];
        let header = nobody.header_json(operation);
        for service in ["admin", "app", "banker", "customer", "sms"] {
            let resource = listed.resource.replace('*', "none");
            let path = format!("/api/{service}/v1/docz/banking/{}/{resource}@{header}", listed.area);
            if listed.of == "notification/stream" {
                continue;
            }
            let answer = nobody.send(method, &path, &[], Body::from("{}")).await;
            let is_refused = answer.status == 400 && answer.error().ends_with("this service has no such area");
            assert_eq!(is_refused, !services_of(listed.area).contains(&service), "{path} {}", answer.error());
            // A browser that is made to show an answer loads and runs nothing.
            assert_eq!(
                answer.headers["content-security-policy"],
                "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
            );
            assert_eq!(answer.headers["x-content-type-options"], "nosniff");
        }
    }
    for short in ["code/countryList", "app/code/countryList", "entity/entityList", "app/entity/entityList"] {
        nobody.get("app", short, "").await.expect(200);
    }
}

async fn lists_and_finds_come_in_the_envelope(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let page = admin.list(branch(), "page=0&size=5").await.expect(200);
    assert_eq!(page.json["status"], "S");
    assert_eq!((page.json["data"]["page"].as_i64(), page.json["data"]["size"].as_i64()), (Some(0), Some(5)));
    assert_eq!((page.content().len(), page.total(), page.code()), (5, 12, "EnTxn0023"));
    assert_eq!(page.json["data"]["ErrorCodeDTO"][0]["message"], "Retrieved All Records");
    assert!(page.json.get("error").is_none());
    let all = admin.list(branch(), "").await.expect(200);
    assert_eq!((all.content().len(), all.total()), (12, 12));
    assert!(page.headers.contains_key("x-request-id"));
    assert_eq!(page.headers["cache-control"], "no-store");
    assert_eq!(page.headers["referrer-policy"], "no-referrer");
}

async fn broken_header_json_is_refused(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let big = format!("%7B%22userId%22%3A%22{}%22%7D", "x".repeat(5000));
    let bad = [
        "%7B",
        "1",
        "%5B%5D",
        "%ff",
        "%7B%22userId%22%3A%22ADMIN%22%2C%22userId%22%3A%22ADMIN%22%7D",
        "%7B%22operation%22%3A%22X%22%7D",
        "%7B%22role%22%3A%22x%22%7D",
        &big,
    ];
    for header in bad {
        let path = format!("/api/admin/v1/docz/banking/admin/branchmaster@{header}");
        let answer = admin.send("GET", &path, &[], Body::empty()).await.expect(400);
        assert!(answer.error().starts_with("The request could not be read: "), "{}", answer.error());
        assert_eq!(answer.json["status"], "F");
    }
}

async fn unknown_things_are_refused(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    for (service, rest) in [
        ("admin", "admin/nothing"),
        ("admin", "sms/branchmaster"),
        ("nowhere", "admin/branchmaster"),
        ("admin", "admin/branchmaster/drop"),
    ] {
        admin.get(service, rest, "").await.expect(400);
    }
    admin.post("admin", "admin/branchmaster", None, &json!({})).await.expect(400);
    admin.send("PUT", "/api/admin/v1/docz/banking/admin/branchmaster", &[], Body::empty()).await.expect(400);
    for body in ["{", "[]", "null", "\"x\"", "{\"a\":", &"[".repeat(1000)] {
        let path = format!("/api/admin/v1/docz/banking/admin/branchmaster@{}", admin.header_json(Some("S")));
        admin.send("POST", &path, &[], Body::from(body.to_owned())).await.expect(400);
    }
}

async fn a_get_changes_nothing(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    for operation in ["S", "U", "D", "F"] {
        let path = format!("/api/admin/v1/docz/banking/admin/branchmaster@{}", admin.header_json(Some(operation)));
        admin.send("GET", &path, &[], Body::from(r#"{"branchCode":"BR101","tenantCode":"RETAIL"}"#)).await.expect(400);
    }
    assert_eq!(app.count("SELECT count(*) FROM branch WHERE entity_code = 'NGB'").await, 12);
}

async fn claims_that_differ_from_the_token_are_refused_and_audited(app: TestApp) {
    let banker = app.log_in("NGB", "BANKER1").await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let lies = [
        ("userId", "CHECKER1"),
        ("userType", "A"),
        ("countryCode", "US"),
        ("entityCode", "KALVI"),
        ("tenantCode", "NOWHERE"),
        ("branchCode", "BR999"),
        ("screenId", "SD-ADM-002"),
        ("screenId", "SD-SMS-002"),
    ];
    for (name, value) in lies {
        let mut liar = admin.clone();
        liar.claims.insert(name.into(), json!(value));
        let before = app.count("SELECT count(*) FROM audit_log WHERE action = 'refused'").await;
        let answer = liar.list(branch(), "").await.expect(403);
        assert_eq!(answer.error(), "You don't have permission to do this");
        assert_eq!(app.count("SELECT count(*) FROM audit_log WHERE action = 'refused'").await, before + 1, "{name}");
    }
    let mut honest = admin.clone();
    honest.claims.insert("screenId".into(), json!("SD-ADM-001"));
    honest.claims.insert("branchCode".into(), json!("BR102"));
    honest.list(branch(), "").await.expect(200);
    // A tenant that exists, but not for this banker.
    let mut outside = banker.clone();
    outside.claims.insert("tenantCode".into(), json!("SME"));
    outside.list(branch(), "").await.expect(403);
}

async fn the_token_may_be_in_the_path(app: TestApp) {
    let mut admin = app.log_in("NGB", "ADMIN").await;
    let token = admin.token.take().unwrap();
    admin.list(branch(), "").await.expect(401);
    admin.claims.insert("authorization".into(), json!(token));
    admin.list(branch(), "").await.expect(200);
    // The real header wins.
    admin.token = Some("not a token at all".into());
    let refused = admin.list(branch(), "").await.expect(401);
    assert_eq!(refused.error(), "Session Expired! Please Login Again...");
}

async fn a_repeated_save_creates_once(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let industry = domain::master_data::find("industrymaster").unwrap();
    let body = json!({ "industryCode": "IDEM", "industryDesc": "Once" });
    let first = admin.save_with_key(industry, "key-1", &body).await.expect(200);
    let second = admin.save_with_key(industry, "key-1", &body).await.expect(200);
    assert_eq!(first.record(), second.record());
    let other = json!({ "industryCode": "IDEM2", "industryDesc": "Twice" });
    admin.save_with_key(industry, "key-1", &other).await.expect(409);
    assert_eq!(app.count("SELECT count(*) FROM industry WHERE industry_code LIKE 'IDEM%'").await, 1);
    let race = json!({ "industryCode": "RACE", "industryDesc": "Many" });
    let tries = (0..8).map(|_| {
        let (admin, race) = (admin.clone(), race.clone());
        tokio::spawn(async move { admin.save_with_key(industry, "key-2", &race).await.status.as_u16() })
    });
    for one in tries.collect::<Vec<_>>() {
        assert_eq!(one.await.unwrap(), 200);
    }
    assert_eq!(app.count("SELECT count(*) FROM industry WHERE industry_code = 'RACE'").await, 1);
}

async fn places_answer_before_login(app: TestApp) {
    let nobody = app.anonymous();
    for path in ["/api/app/v1/docz/banking/code/countryList", "/api/app/v1/docz/banking/app/code/countryList"] {
        let countries = nobody.send("GET", path, &[], Body::empty()).await.expect(200);
        assert!(countries.content().len() >= 249);
    }
    assert_eq!(nobody.get("app", "code/stateList", "code=IN").await.expect(200).content().len(), 36);
    let entities = nobody.get("app", "entity/entityList", "code=IN").await.expect(200);
    let codes: Vec<&str> = entities.content().iter().filter_map(|one| one["entityCode"].as_str()).collect();
    assert_eq!(codes, ["KALVI", "NGB"]);
    let tenants = nobody.post("app", "app/tenancymaintenance", None, &json!({ "entityCode": "NGB" })).await.expect(200);
    assert_eq!(tenants.content()[0]["tenantCode"], "RETAIL");
    assert_eq!(tenants.content()[0].as_object().unwrap().len(), 2, "names only");
    nobody.post("app", "app/tenancymaintenance", Some("S"), &json!({ "entityCode": "NGB" })).await.expect(401);
    let domain = nobody.post("app", "app/mapping/domain", None, &json!({ "domain": "localhost" })).await.expect(200);
    assert_eq!(domain.record()["baseUrls"]["sms"], "/api/sms");
    assert!(domain.record()["entity"].is_null());
    let own = json!({ "domain": "Docs.Northgate.example:443" });
    let own = nobody.post("app", "app/mapping/domain", None, &own).await.expect(200);
    assert_eq!(own.record()["entity"]["entityCode"], "NGB");
    assert_eq!(own.record()["entity"]["theme"]["--t-brand"], "#2b4acb");
    assert!(own.record()["entity"].get("supportMailIdGroup").is_none(), "only what a login page shows");
}

async fn answers_are_in_the_callers_language(app: TestApp) {
    let mut student = app.log_in("KALVI", "ADMIN").await;
    let category = domain::master_data::find("categorydefinition").unwrap();
    let english = student.operate(category, "S", &json!({})).await.expect(422);
    assert!(english.error().contains("Course"), "{}", english.error());
    student.language = Some("ta");
    let tamil = student.operate(category, "S", &json!({})).await.expect(422);
    assert!(tamil.error().chars().any(|character| ('\u{0b80}'..='\u{0bff}').contains(&character)), "{}", tamil.error());
}

async fn definitions_describe_what_the_caller_may_use(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let all = admin.get("app", "app/definition", "").await.expect(200);
    assert_eq!(all.content().len(), domain::master_data::ALL.len() + domain::logs::ALL.len());
    let branch = all.content().iter().find(|one| one["resource"] == "branchmaster").unwrap();
    assert_eq!(branch["key"], json!(["branchCode", "tenantCode"]));
    assert_eq!(branch["actions"], json!(["access", "view", "edit", "delete", "copy", "close"]));
    let viewer = app.log_in("NGB", "VIEWER").await;
    let seen = viewer.get("app", "app/definition", "").await.expect(200);
    assert_eq!(seen.content()[0]["actions"], json!(["access", "view"]));
    let banker = app.log_in("NGB", "BANKER1").await;
    let named = banker.get("app", "app/definition", "").await.expect(200);
    assert!(named.content().iter().any(|one| one["resource"] == "customertypedefinition"), "what requests refer to");
    assert!(named.content().iter().all(|one| one["actions"] == json!([]) && one["resource"] != "roledefinition"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_description_is_openapi_and_names_every_resource() {
    let app = TestApp::start(Database::Sqlite).await;
    let nobody = app.anonymous();
    let description = nobody.send("GET", "/api/openapi.json", &[], Body::empty()).await.expect(200).json;
    assert_eq!(description["openapi"], "3.1.0");
    for definition in domain::master_data::ALL {
        let area = definition.area.name();
        let path = format!("/api/{area}/v1/docz/banking/{area}/{}@{{headerJson}}", definition.resource);
        assert!(description["paths"][&path]["post"].is_object(), "{path}");
    }
    // Every part of a path in braces is declared.
    for (path, item) in description["paths"].as_object().unwrap() {
        let declared = item["parameters"].as_array().into_iter().flatten().filter_map(|one| one["name"].as_str());
        let declared: Vec<&str> = declared.collect();
        for name in path.split('{').skip(1).filter_map(|rest| rest.split('}').next()) {
            assert!(declared.contains(&name), "{path} does not declare {name}");
        }
    }
    // Every reference leads somewhere.
    let text = description.to_string();
    for name in text.split("#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(description["components"]["schemas"][name].is_object(), "{name}");
    }
    for path in ["/api/docs", "/api/docs/docs.js", "/api/docs/docs.css", "/healthz", "/readyz", "/metrics"] {
        nobody.send("GET", path, &[], Body::empty()).await.expect(200);
    }
}
