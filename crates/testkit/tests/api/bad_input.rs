//! Bodies that are too large, cut off or not valid.

use axum::body::Body;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use domain::document::FileType;
use serde_json::json;
use testkit::{Database, TestApp, documents, on_both_databases, on_sqlite};

on_both_databases!(a_tiff_logo_is_stored_as_png, control_characters_are_refused_by_every_route,);

on_sqlite!(entity_rules_are_enforced, rules_between_fields_are_enforced,);

fn find(resource: &str) -> &'static domain::master_data::Definition {
    domain::master_data::find(resource).unwrap()
}

async fn a_tiff_logo_is_stored_as_png(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let entity = find("master");
    let record = async || admin.operate(entity, "F", &json!({})).await.expect(200).record().clone();
    let with_logo = async |file: Vec<u8>| {
        let mut changed = record().await;
        changed["logo"] = json!(format!("data:image/tiff;base64,{}", STANDARD.encode(file)));
        admin.operate(entity, "U", &changed).await
    };
    let saved = with_logo(documents::picture(FileType::Tiff, 2000, 100)).await.expect(200);
    let logo = record().await["logo"].as_str().unwrap().to_owned();
    assert_eq!(saved.record()["logo"], json!(logo));
    let png = STANDARD.decode(logo.strip_prefix("data:image/png;base64,").expect("a PNG")).unwrap();
    let png = image::load_from_memory(&png).unwrap();
    assert_eq!((png.width(), png.height()), (1600, 80), "scaled down");
    // A small file that claims a hundred million pixels, a file that is not a TIFF, and a file over the size limit.
    for (file, code) in [
        (documents::tiff_that_claims(10_000, 10_000), "imageTooLarge"),
        (b"II*\0\x08\0\0\0rubbish".to_vec(), "invalidImage"),
        (documents::picture(FileType::Tiff, 1000, 1000), "imageTooLarge"),
    ] {
        let refused = with_logo(file).await.expect(422);
        assert_eq!((refused.code(), refused.fields()), (code, vec!["logo"]));
    }
    assert_eq!(record().await["logo"], json!(logo), "the logo is as it was");
}

/// Calls that read a body before anybody has logged in.
const OPEN: &[&str] = &[
    "usermasterlogin",
    "customerusermasterLogin",
    "usermaster/forgetpassword",
    "usermaster/resetpassword",
    "captcha/audio",
    "sso",
    "sso/begin",
    "sso/finish",
    "tenancymaintenance",
    "mapping/domain",
];

async fn control_characters_are_refused_by_every_route(app: TestApp) {
    let callers = [
        app.anonymous(),
        app.log_in("NGB", "ADMIN").await,
        app.log_in("NGB", "BANKER1").await,
        app.log_in_customer("meena@example.com").await,
    ];
    // Logging out would end the sweep.
    let routes: Vec<_> = api::routes::table().into_iter().filter(|listed| !ENDS_SESSION.contains(&listed.of)).collect();
    let mut bodies_refused = 0;
    for (client, listed) in callers.iter().flat_map(|client| routes.iter().map(move |listed| (client, listed))) {
        let service = if listed.area == "transaction" { "banker" } else { listed.area };
        let path = format!("/api/{service}/v1/docz/banking/{}/{}", listed.area, listed.resource);
        for (method, operation) in listed.methods.iter().filter(|(method, _)| matches!(*method, "GET" | "POST")) {
            let header = client.header_json(*operation);
            if *method == "POST" {
                let body = json!({ "entityCode": "NGB\0", "userId": "A\0", "otpRef": "x.\0", "factorRef": "x.\0" });
                let body = Body::from(body.to_string());
                let answer = client.send("POST", &format!("{path}@{header}"), &[], body).await;
                assert!(!answer.status.is_server_error(), "{path} {operation:?}: {}", answer.json);
                if client.token.is_none() && operation.is_none() && OPEN.contains(&&*listed.resource) {
                    assert_eq!((answer.status.as_u16(), answer.code()), (422, "controlCharacter"), "{path}");
                }
                bodies_refused += usize::from(answer.code() == "controlCharacter");
            }
            // The query and the header json are read before the caller is known.
            if client.token.is_none() {
                let query = format!("{path}@{header}?q=%00&code=%1b");
                let claims = "%7B%22entityCode%22%3A%22NGB%5Cu0000%22%7D";
                for address in [query, format!("{path}@{claims}")] {
                    let answer = client.send(method, &address, &[], Body::empty()).await;
                    assert_eq!((answer.status.as_u16(), answer.code()), (422, "controlCharacter"), "{address}");
                }
            }
        }
    }
    assert!(bodies_refused > 300, "{bodies_refused}");
}

const ENDS_SESSION: &[&str] = &["usermasterlogout", "session", "refreshtokenjwt", "refreshtokenjwt/*"];

async fn entity_rules_are_enforced(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let entity = find("master");
    let record = admin.operate(entity, "F", &json!({})).await.expect(200).record().clone();
    let wrong = [
        (
            json!({ "smsNotification": false, "emailNotification": false }),
            "emailNotification",
            "Either email or SMS notification must be enabled",
        ),
        (json!({ "expiryDate": "2020-01-01" }), "expiryDate", "The expiry date must be after the start date"),
        (json!({ "documentPurgingDays": 7 }), "documentPurgingDays", "Document Purging Days must be 0 or at least 30"),
        (json!({ "recordPurgeDays": null }), "recordPurgeDays", "Please Enter Record Purge Days"),
        (
            json!({ "recordPurgeDays": 100 }),
            "recordPurgeDays",
            "Record purge days must not be less than document purging days",
        ),
        (
            json!({ "referenceNoPrefix": "@" }),
            "referenceNoPrefix",
            "Please Enter Valid Reference Number Prefix Character",
        ),
        (
            json!({ "verificationLevels": 6 }),
            "verificationLevels",
            "Number Of Levels Of Document Verification must be between 0 and 5",
        ),
        (json!({ "utcTimeZone": "Mars/Base" }), "utcTimeZone", "Please Select Valid UTC Time Zone"),
        (json!({ "state": "ZZ" }), "state", "Please Select Valid State"),
        (json!({ "logo": "data:image/svg+xml;base64,PHN2Zz4=" }), "logo", "Invalid image type"),
        (json!({ "cssTheme": "body{}" }), "cssTheme", "This CSS theme is not valid"),
        (json!({ "supportMailIdGroup": "x" }), "supportMailIdGroup", "Please Enter Valid Email Address"),
    ];
    for (change, field, message) in wrong {
        let mut body = record.clone();
        body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let answer = admin.operate(entity, "U", &body).await.expect(422);
        assert_eq!((answer.fields(), answer.error()), (vec![field], message));
    }
    assert_eq!(*admin.operate(entity, "F", &json!({})).await.expect(200).record(), record);
    admin.operate(entity, "D", &json!({})).await.expect(409);
}

async fn rules_between_fields_are_enforced(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let refused = [
        (
            "compliancemaintenance",
            json!({ "complianceApplicable": "X", "complianceDesc": "x", "complianceDays": 30,
                "complianceReminderDays": 30 }),
            "Compliance reminder days must be less than compliance days",
        ),
        (
            "adminEntityRequestForward",
            json!({ "fromUserId": "ADMIN", "toUserId": "ADMIN" }),
            "Can't Forward To Same UserId",
        ),
        (
            "smstemplate",
            json!({ "templateType": "Email", "templateFor": "Reminder", "langCode": "en", "messageFormat": "x" }),
            "Please Enter Subject",
        ),
        (
            "smstemplate",
            json!({ "templateType": "SMS", "templateFor": "Reminder", "langCode": "en",
                "messageFormat": "{{ secret }}" }),
            "Unknown placeholder secret",
        ),
        (
            "customerusermaster",
            json!({ "userId": "a@b.in", "firstName": "a", "lastName": "b", "userLanguage": "en", "status": "Active" }),
            "Enter an email or mobile number",
        ),
        (
            "documentdefinition",
            json!({ "documentCode": "X", "titleCode": "PAN", "documentCategoryCode": "X", "documentTypes": "exe",
                "maxSizeMb": 1, "maxFiles": 1 }),
            "Unsuported Format!",
        ),
        (
            "usermaster",
            json!({ "userId": "NEW", "password": "abc1@", "firstName": "a", "lastName": "b", "userLanguage": "en",
                "defaultDepartmentCode": "IT", "defaultBranchCode": "BR101", "defaultTenantCode": "RETAIL",
                "mailId": "new@northgate.example", "mobileNumber": "+919999999999", "userType": "B",
                "expiryDate": "2030-01-01", "status": "Active" }),
            "Password Must Be Atleast 7 Characters",
        ),
        (
            "integrationmaster",
            json!({ "integrationCode": "X", "externalSystemCode": "X", "eventTypes": "Reminder",
                "endpointUrl": "http://example.com", "signingSecret": "x", "status": "Active" }),
            "The address must start with https://",
        ),
    ];
    for (resource, body, message) in refused {
        let answer = admin.operate(find(resource), "S", &body).await.expect(422);
        assert_eq!(answer.error(), message, "{resource}");
    }
    let twice = json!({ "userId": "NEW", "password": "Docz@2026", "firstName": "a", "lastName": "b",
        "userLanguage": "en", "defaultDepartmentCode": "IT", "defaultBranchCode": "BR101",
        "defaultTenantCode": "RETAIL", "mailId": "admin@northgate.example", "mobileNumber": "+919999999999",
        "userType": "B", "expiryDate": "2030-01-01", "status": "Active" });
    assert_eq!(admin.operate(find("usermaster"), "S", &twice).await.expect(409).error(), "This Email Already Exists");
    let mut twice = twice;
    twice["userId"] = json!("ADMIN");
    twice["mailId"] = json!("new@northgate.example");
    assert_eq!(admin.operate(find("usermaster"), "S", &twice).await.expect(409).error(), "This UserId Already Exists");
    let orphan = json!({ "categoryCode": "NOPE", "subCategoryCode": "X", "subCategoryDesc": "x" });
    let answer = admin.operate(find("subcategorydefinition"), "S", &orphan).await.expect(422);
    assert_eq!((answer.fields(), answer.error()), (vec!["categoryCode"], "Please Select Valid Category Code"));
}

#[tokio::test(flavor = "multi_thread")]
async fn large_and_cut_bodies_are_refused_without_being_kept() {
    let app = TestApp::start(Database::Sqlite).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let path = format!("/api/admin/v1/docz/banking/admin/industrymaster@{}", admin.header_json(Some("S")));
    // Declared: refused before a byte is read.
    let answer = admin.send("POST", &path, &[("content-length", "104857600")], Body::empty()).await.expect(413);
    assert_eq!(answer.error(), "The file or request is too large");
    // Not declared: refused as soon as the limit is passed, long before 100 MB have come.
    let sent = std::sync::Arc::new(std::sync::atomic::AtomicU64::new(0));
    let counter = sent.clone();
    let endless = futures_stream(move || {
        counter.fetch_add(65536, std::sync::atomic::Ordering::SeqCst);
        Ok(Bytes::from(vec![b' '; 65536]))
    });
    admin.send("POST", &path, &[], endless).await.expect(413);
    assert!(sent.load(std::sync::atomic::Ordering::SeqCst) < 1_000_000);
    let mut first = true;
    let cut = futures_stream(move || {
        let piece = if first {
            Ok(Bytes::from_static(b"{\"industryCode\":\"CUT\","))
        } else {
            Err(std::io::Error::other("cut"))
        };
        first = false;
        piece
    });
    admin.send("POST", &path, &[], cut).await.expect(400);
    assert_eq!(app.count("SELECT count(*) FROM industry WHERE industry_code = 'CUT'").await, 0);
}

fn futures_stream(mut next: impl FnMut() -> Result<Bytes, std::io::Error> + Send + 'static) -> Body {
    Body::from_stream(futures_util::stream::iter(std::iter::from_fn(move || Some(next()))))
}
