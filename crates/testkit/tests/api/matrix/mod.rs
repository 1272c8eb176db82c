//! Every route × every operation × every kind of caller.

mod actors;
mod screens;

use std::collections::BTreeSet;

use actors::{Caller, Kind};
use api::routes::{Listed, Method, Permission, Rule, table};
use axum::body::Body;
use domain::master_data::ALL;
use screens::{EVERYBODY, FOR_CUSTOMERS, OPERATOR, PORTAL, SCREENS, SESSION, STAFF};
use testkit::{Answer, TestApp, on_sqlite};

on_sqlite!(every_route_admits_only_the_callers_of_its_row, a_get_with_an_operation_changes_nothing,);

/// The resource of customers, who find and update their own record.
const OWN_RECORD: &str = "customerusermaster";
/// A party that may authorise others must state the relationship and the level.
const FOR_PARTIES: [&str; 2] = ["authpartyrelationshipdefinition/options", "authlevel/options"];

/// The screens of the server's table, and whether customers may call too.
fn declared(listed: &Listed) -> (BTreeSet<&'static str>, bool) {
    let mut screens: BTreeSet<&str> = match listed.permission {
        Permission::Screens(screens) | Permission::NamesOrScreens(screens) => screens.iter().copied().collect(),
        Permission::Rules(rules) => {
            rules.iter().flat_map(|rule| rule.screens.codes().into_iter().chain(rule.others.iter().copied())).collect()
        }
        _ => BTreeSet::new(),
    };
    let is_for_customers = screens.remove(PORTAL);
    (screens, is_for_customers)
}

#[test]
fn the_table_is_that_of_the_specification() {
    let (mut known, mut wrong) = (BTreeSet::new(), Vec::new());
    for listed in table() {
        let name = format!("{}/{}", listed.area, listed.of);
        let listed_in = |list: &[&str]| list.contains(&name.as_str());
        let fits = match listed.permission {
            Permission::Everybody => listed_in(EVERYBODY),
            Permission::Operator => listed_in(OPERATOR),
            Permission::Session => listed_in(SESSION),
            Permission::Staff => listed_in(STAFF),
            _ => {
                let wanted = SCREENS.iter().find(|(of, _)| *of == name).map(|(_, screens)| screens.iter().copied());
                wanted.is_some_and(|wanted| declared(&listed) == (wanted.collect(), listed_in(FOR_CUSTOMERS)))
            }
        };
        if !fits {
            wrong.push(format!("{name}{}: {:?}", listed.verb, declared(&listed)));
        }
        known.insert(name);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let lists = [EVERYBODY, OPERATOR, SESSION, STAFF].concat().into_iter().chain(SCREENS.iter().map(|(of, _)| *of));
    let gone: Vec<&str> = lists.filter(|of| !known.contains(*of)).collect();
    assert!(gone.is_empty(), "no such call: {gone:?}");
}

/// 200 means "admitted"; the empty body may still be refused.
fn expected(caller: &Caller, listed: &Listed, asked: Method) -> u16 {
    let (known, lying) = (caller.kind != Kind::Nobody, caller.kind == Kind::Liar);
    match listed.permission {
        Permission::Everybody => 200,
        Permission::Operator => 401,
        Permission::NamesOrScreens(_) if asked.1.is_none() && asked.0 == "POST" => 200,
        Permission::NamesOrScreens(_) if !known && caller.client.token.is_none() => match asked.1 {
            Some("S" | "U" | "D") => 401,
            _ => 200,
        },
        _ if !known => 401,
        _ if lying => 403,
        Permission::Session => 200,
        Permission::Staff => if_so(caller.kind == Kind::Staff),
        Permission::Rules(rules) => if_so(follows(caller, rules, asked)),
        Permission::Screens(_) if caller.kind == Kind::Customer => {
            let is_own = listed.of == OWN_RECORD && listed.verb.is_empty() && matches!(asked.1, Some("F" | "U"));
            if_so(is_own || FOR_PARTIES.contains(&listed.resource.as_str()))
        }
        Permission::Screens(screens) | Permission::NamesOrScreens(screens) => {
            if_so(may(caller, listed, screens, asked))
        }
    }
}

fn if_so(allowed: bool) -> u16 {
    if allowed { 200 } else { 403 }
}

fn follows(caller: &Caller, rules: &[Rule], asked: Method) -> bool {
    let operation = asked.1.unwrap_or("-");
    let applies = |rule: &&Rule| rule.operations.is_empty() || rule.operations.contains(&operation);
    let Some(rule) = rules.iter().find(applies) else { return false };
    let screens = rule.screens.codes();
    if caller.kind == Kind::Customer {
        return screens.contains(&PORTAL);
    }
    let screens: Vec<&str> = screens.into_iter().chain(rule.others.iter().copied()).collect();
    caller.may(&screens, rule.action.code()) && rule.business.is_none_or(|act| caller.may_act(act.code()))
}

/// Resources whose names every screen of requests shows.
const NAMED: &[&str] = &[
    "customertypedefinition",
    "customerindicatordefinition",
    "customercategory",
    "industrymaster",
    "categorydefinition",
    "subcategorydefinition",
    "requestpurposedefinition",
    "referreddetail",
    "authpartyrelationshipdefinition",
    "authlevel",
    "documentdefinition",
    "documentcategory",
    "documenttemplatedefinitionmaster",
    "entity/documentdefinition",
    "branchmaster",
    "usermaster",
];
const BANKERS: &[&str] = &[
    "SD-BNK-001",
    "SD-EDU-001",
    "SD-BNK-002",
    "SD-BNK-003",
    "SD-BNK-004",
    "SD-BNK-005",
    "SD-BNK-006",
    "SD-BNK-007",
    "SD-BNK-008",
    "SD-BNK-009",
    "SD-BNK-010",
];

fn may(caller: &Caller, listed: &Listed, screens: &[&str], asked: Method) -> bool {
    match (listed.verb, asked.1) {
        ("/export", _) => caller.may(screens, "view") && caller.may_act("export"),
        ("/import", _) => caller.may(screens, "edit") && caller.may_act("import"),
        ("/options", _) => {
            let refers = ALL.iter().filter(|definition| definition.refers_to(listed.of));
            caller.may(screens, "view")
                || refers.into_iter().any(|other| caller.may(other.screens, "view"))
                || (NAMED.contains(&listed.of) && caller.may(BANKERS, "view"))
        }
        (_, Some("S" | "U")) => caller.may(screens, "edit"),
        (_, Some("D")) => caller.may(screens, "delete"),
        _ => caller.may(screens, "view"),
    }
}

async fn call(caller: &Caller, listed: &Listed, asked: Method) -> Answer {
    let mut client = caller.client.clone();
    let mut resource = listed.resource.clone();
    if let Some(start) = listed.resource.strip_suffix('*') {
        resource = format!("{start}{}", client.token.take().unwrap_or_else(|| "none".into()));
    }
    let header = client.header_json(asked.1);
    let path = format!("/api/{}/v1/docz/banking/{}/{resource}@{header}", service(listed), listed.area);
    if listed.of == "notification/stream" {
        return client.begin(&path).await;
    }
    let body = if asked.0 == "GET" { Body::empty() } else { Body::from("{}") };
    client.send(asked.0, &path, &[], body).await
}

fn service(listed: &Listed) -> &'static str {
    if listed.area == "transaction" { "banker" } else { listed.area }
}

/// Routes that end a session or replace its token come last.
fn ordered() -> Vec<Listed> {
    let mut all = table();
    all.sort_by_key(|listed| match listed.of {
        "usermasterlogout" => 2,
        of if of.starts_with("refreshtokenjwt") => 1,
        _ => 0,
    });
    all
}

const CHANGES: &str = "SELECT count(*) FROM audit_log WHERE action IN ('S', 'U', 'D')";

async fn every_route_admits_only_the_callers_of_its_row(app: TestApp) {
    let callers = actors::all(&app).await;
    let (mut wrong, mut checked) = (Vec::new(), 0);
    for mut caller in callers {
        let refusals = "SELECT count(*) FROM audit_log WHERE action = 'refused'";
        let (refused_before, changed_before) = (app.count(refusals).await, app.count(CHANGES).await);
        let mut refused = 0;
        for listed in ordered() {
            for asked in listed.methods {
                let expected = expected(&caller, &listed, *asked);
                let answer = call(&caller, &listed, *asked).await;
                let status = answer.status.as_u16();
                let fits = if expected == 200 { !matches!(status, 401 | 403 | 500..) } else { status == expected };
                if !fits {
                    wrong.push(format!("{}: {asked:?} {}/{} → {status}", caller.name, listed.area, listed.resource));
                }
                refused += i64::from(status == 403);
                checked += 1;
                if listed.of.starts_with("refreshtokenjwt") && status == 200 {
                    caller.client.take_token(&answer);
                }
            }
        }
        assert_eq!(app.count(refusals).await - refused_before, refused, "{}: each refusal is audited", caller.name);
        if !matches!(caller.name, "the administrator") {
            assert_eq!(app.count(CHANGES).await, changed_before, "{} changed something", caller.name);
        }
    }
    assert!(wrong.is_empty(), "{} of {checked} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(checked > 5000, "{checked}");
}

async fn a_get_with_an_operation_changes_nothing(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let before = app.count(CHANGES).await;
    for listed in
        table().into_iter().filter(|listed| !listed.resource.contains('*') && !listed.resource.ends_with("stream"))
    {
        for operation in ["S", "U", "D"] {
            let header = admin.header_json(Some(operation));
            let (service, area) = (service(&listed), listed.area);
            let path = format!("/api/{service}/v1/docz/banking/{area}/{}@{header}", listed.resource);
            let answer = admin.send("GET", &path, &[], Body::from(r#"{"industryCode":"IT"}"#)).await;
            let is_post = listed.methods.iter().all(|(method, _)| *method == "POST");
            assert!(!is_post || answer.status == 400, "{} {}", listed.resource, answer.status);
            assert!(answer.status.as_u16() < 500, "{} {}", listed.resource, answer.status);
        }
    }
    assert_eq!(app.count(CHANGES).await, before);
    admin.get("sms", "sms/me", "").await.expect(200);
}
