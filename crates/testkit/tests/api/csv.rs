//! Export and import.

use serde_json::json;
use testkit::{TestApp, on_both_databases, on_sqlite};

on_both_databases!(
    an_export_can_be_imported_again,
    a_dry_run_names_every_bad_row_and_writes_nothing,
    one_bad_row_rejects_the_whole_file,
);

on_sqlite!(a_file_that_is_not_csv_is_refused, too_many_rows_are_refused,);

fn find(resource: &str) -> &'static domain::master_data::Definition {
    domain::master_data::find(resource).unwrap()
}

async fn an_export_can_be_imported_again(app: TestApp) {
    let bank = app.log_in("NGB", "ADMIN").await;
    let fresh = app.new_entity("FRESH").await;
    // Referred to before referring.
    let resources = [
        "documentcategory",
        "customertypedefinition",
        "categorydefinition",
        "subcategorydefinition",
        "customercategory",
        "documenttemplatedefinitionmaster",
        "doccustcattempmapping",
        "entity/documentdefinition",
        "compliancemaintenance",
        "adminentitydocumentverficationrulemaster",
        "adminentitydocumentverficationrule",
        "documentdefinition",
        "smstemplate",
        "industrymaster",
    ];
    for resource in resources {
        let definition = find(resource);
        let csv = bank.verb(definition, "/export", "", "GET", &[], "".into()).await.expect(200);
        assert_eq!(csv.headers["content-type"], "text/csv; charset=utf-8");
        assert!(csv.headers["content-disposition"].to_str().unwrap().starts_with("attachment; filename="));
        let rows = bank.list(definition, "page=0&size=1").await.expect(200).total();
        let dry =
            fresh.verb(definition, "/import", "dryRun=true", "POST", &[], csv.bytes.clone().into()).await.expect(200);
        assert_eq!(
            (dry.json["data"]["rows"].as_i64(), dry.json["data"]["imported"].as_i64()),
            (Some(rows), Some(0)),
            "{resource}"
        );
        assert_eq!(fresh.list(definition, "page=0").await.expect(200).total(), 0);
        let done = fresh.verb(definition, "/import", "", "POST", &[], csv.bytes.clone().into()).await.expect(200);
        assert_eq!(done.json["data"]["imported"].as_i64(), Some(rows));
        let again = fresh.verb(definition, "/export", "", "GET", &[], "".into()).await.expect(200);
        assert_eq!(again.bytes, csv.bytes, "{resource}");
    }
    let verdict = app.app().store.verify_audit(&domain::access::system::audit_reader()).await.unwrap();
    assert_eq!(verdict.faults, Vec::<String>::new());
}

const BAD: &str = "\
branchCode,branchName,tenantCode,status,state,emailAddress
OK1,Good,MAIN,Active,TN,a@b.in
,No code,MAIN,Active,,
TOOLONGCODE1,Long,MAIN,Active,,
BAD1,Bad mail,MAIN,Active,,not-a-mail
BAD2,Bad state,MAIN,Active,XX,
BAD3,Bad status,MAIN,Maybe,,
BAD4,No such tenant,NOWHERE,Active,,
HO,There already,MAIN,Active,,
OK1,Twice in the file,MAIN,Active,,
";

async fn a_dry_run_names_every_bad_row_and_writes_nothing(app: TestApp) {
    let client = app.new_entity("DRY").await;
    let branch = find("branchmaster");
    let answer = client.verb(branch, "/import", "dryRun=true", "POST", &[], BAD.into()).await.expect(422);
    let faults = answer.json["data"]["faults"].as_array().unwrap();
    let named: Vec<(i64, &str)> = faults
        .iter()
        .map(|fault| (fault["line"].as_i64().unwrap(), fault["errors"][0]["field"].as_str().unwrap()))
        .collect();
    let expected = [
        (3, "branchCode"),
        (4, "branchCode"),
        (5, "emailAddress"),
        (6, "state"),
        (7, "status"),
        (8, "tenantCode"),
        (9, "tenantCode"),
        (10, "tenantCode"),
    ];
    assert_eq!(named.len(), expected.len(), "{}", answer.json);
    for (one, (line, field)) in named.iter().zip(expected) {
        assert_eq!(one.0, line);
        // A duplicate key names the key, whichever part of it.
        assert!(one.1 == field || one.1 == "branchCode", "{one:?}");
    }
    assert_eq!(answer.json["data"]["rows"], 9);
    assert_eq!(client.list(branch, "page=0").await.expect(200).total(), 1);
}

async fn one_bad_row_rejects_the_whole_file(app: TestApp) {
    let client = app.new_entity("HALF").await;
    let before = app.count("SELECT count(*) FROM audit_log").await;
    client.verb(find("branchmaster"), "/import", "", "POST", &[], BAD.into()).await.expect(422);
    assert_eq!(client.list(find("branchmaster"), "page=0").await.expect(200).total(), 1);
    assert_eq!(app.count("SELECT count(*) FROM audit_log").await, before);
    // The writer works as before.
    client.operate(find("industrymaster"), "S", &json!({ "industryCode": "A", "industryDesc": "B" })).await.expect(200);
    let verdict = app.app().store.verify_audit(&domain::access::system::audit_reader()).await.unwrap();
    assert_eq!(verdict.faults, Vec::<String>::new());
}

async fn a_file_that_is_not_csv_is_refused(app: TestApp) {
    let client = app.new_entity("JUNK").await;
    let industry = find("industrymaster");
    let png = b"\x89PNG\r\n\x1a\n\x00\x01\x02\xff\xfe".to_vec();
    let answer = client.verb(industry, "/import", "", "POST", &[], png.into()).await.expect(415);
    assert_eq!(answer.error(), "Unsuported Format!");
    client.verb(industry, "/import", "", "POST", &[], "industryCode,industryDesc\nA,\u{0}\n".into()).await.expect(422);
    client
        .verb(industry, "/import", "", "POST", &[], b"industryCode,industryDesc\nA,\xff\xfe\n".to_vec().into())
        .await
        .expect(415);
    let unknown =
        client.verb(industry, "/import", "", "POST", &[], "industryCode,nothing\nA,B\n".into()).await.expect(422);
    assert_eq!(unknown.error(), "Unknown column nothing");
    let missing = client.verb(industry, "/import", "", "POST", &[], "industryCode\nA\n".into()).await.expect(422);
    assert_eq!(missing.error(), "Column industryDesc is missing");
    client.verb(industry, "/import", "", "POST", &[], "".into()).await.expect(422);
    client.verb(industry, "/import", "", "GET", &[], "".into()).await.expect(400);
    assert_eq!(client.list(industry, "page=0").await.expect(200).total(), 0);
}

async fn too_many_rows_are_refused(app: TestApp) {
    let client = app.new_entity("MANY").await;
    let industry = find("industrymaster");
    let rows: String = (0..50_001).map(|number| format!("I{number},x\n")).collect();
    let answer = client
        .verb(industry, "/import", "", "POST", &[], format!("industryCode,industryDesc\n{rows}").into())
        .await
        .expect(413);
    assert_eq!(answer.error(), "At most 50000 rows");
    let large = vec![b'x'; 17 * 1024 * 1024];
    client.verb(industry, "/import", "", "POST", &[], large.into()).await.expect(413);
    assert_eq!(client.list(industry, "page=0").await.expect(200).total(), 0);
}
