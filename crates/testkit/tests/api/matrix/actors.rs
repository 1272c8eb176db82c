//! The kinds of caller, and what each may do according to the demo's files, read without the product's own code.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use testkit::{Client, TestApp};

const SCREENS: &str = include_str!("../../../../app/demo/NGB/rolescreenmapping.csv");
const APPS: &str = include_str!("../../../../app/demo/NGB/roleappmapping.csv");
const ACTIONS: &str = include_str!("../../../../app/demo/NGB/roleactionmapping.csv");

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Nobody,
    Customer,
    Staff,
    /// A valid token with a header JSON that does not match it.
    Liar,
}

pub struct Caller {
    pub name: &'static str,
    pub kind: Kind,
    pub client: Client,
    screens: BTreeMap<String, BTreeSet<String>>,
    business: BTreeSet<String>,
}

impl Caller {
    pub fn may(&self, screens: &[&str], action: &str) -> bool {
        let held = |screen: &&&str| self.screens.get(**screen);
        screens.iter().filter_map(|screen| held(&screen)).any(|held| held.contains("access") && held.contains(action))
    }

    pub fn may_act(&self, action: &str) -> bool {
        self.business.contains(action)
    }
}

fn rows(csv: &str) -> Vec<Vec<String>> {
    csv.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

fn caller(name: &'static str, kind: Kind, client: Client, role: &str) -> Caller {
    let apps: BTreeSet<String> =
        rows(APPS).into_iter().filter(|row| row[0] == role).map(|row| row[1].clone()).collect();
    let mut screens: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in rows(SCREENS).into_iter().filter(|row| row[0] == role) {
        // SD-ADM-001 is of ADM; the education variant's screen is of BNK.
        let app = if row[1].starts_with("SD-EDU") { "BNK" } else { &row[1][3..6] };
        if apps.contains(app) {
            screens.entry(row[1].clone()).or_default().insert(row[2].clone());
        }
    }
    let business = rows(ACTIONS).into_iter().filter(|row| row[0] == role).map(|row| row[1].clone()).collect();
    Caller { name, kind, client, screens, business }
}

/// A token whose last letters were changed.
fn forged(token: &str) -> String {
    let (head, signature) = token.rsplit_once('.').expect("a token has parts");
    let turned: String = signature.chars().rev().collect();
    assert_ne!(signature, turned);
    format!("{head}.{turned}")
}

async fn save(admin: &Client, resource: &str, record: Value) {
    admin.operate(domain::master_data::find(resource).expect("a resource"), "S", &record).await.expect(200);
}

const GIVEN: &str = "Given#2026x";

/// A user with a role of their own: every business action, and these mappings.
async fn new_user(app: &TestApp, admin: &Client, name: &str, actions: &[&str], apps: &[&str]) -> Client {
    let screen_rows = domain::access::SCREENS.iter().filter(|screen| screen.group != domain::access::Group::Provider);
    save(admin, "roledefinition", json!({ "roleCode": name, "roleDesc": name })).await;
    let mut csv = "roleCode,screenCode,actionCode\n".to_owned();
    for screen in screen_rows {
        actions.iter().for_each(|action| csv.push_str(&format!("{name},{},{action}\n", screen.code)));
    }
    let mapping = domain::master_data::find("rolescreenmapping").expect("a resource");
    admin.verb(mapping, "/import", "", "POST", &[], csv.into()).await.expect(200);
    for action in domain::access::BusinessAction::CODES {
        save(admin, "roleactionmapping", json!({ "roleCode": name, "actionCode": action })).await;
    }
    for code in apps {
        save(admin, "roleappmapping", json!({ "roleCode": name, "appCode": code })).await;
    }
    let user = json!({
        "userId": name, "password": GIVEN, "firstName": name, "lastName": name, "userLanguage": "en",
        "defaultDepartmentCode": "IT", "defaultBranchCode": "BR101", "defaultTenantCode": "RETAIL",
        "mailId": format!("{}@northgate.example", name.to_lowercase()),
        "mobileNumber": format!("+9177{:08}", name.len() * 7 + apps.len()), "userType": "B",
        "expiryDate": "2036-12-31", "status": "Active",
    });
    save(admin, "usermaster", user).await;
    save(admin, "userrolemapping", json!({ "userId": name, "roleCode": name })).await;
    Client::choose_password(app.router.clone(), "NGB", name, GIVEN, "Docz@2026").await
}

fn claiming(mut client: Client, name: &str, value: &str) -> Client {
    client.claims.insert(name.to_owned(), value.into());
    client
}

pub async fn all(app: &TestApp) -> Vec<Caller> {
    app.without_four_eyes().await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let mut forger = admin.clone();
    forger.token = Some(forged(admin.token.as_deref().expect("a token")));
    let no_app = new_user(app, &admin, "NOAPP", &domain::access::Action::CODES, &[]).await;
    let no_action = new_user(app, &admin, "NOACTION", &["access"], &domain::access::AppCode::CODES).await;
    let log_in = |user| app.log_in("NGB", user);
    let foreign = app.log_in("KALVI", "ADMIN").await;
    vec![
        caller("nobody", Kind::Nobody, app.anonymous(), ""),
        caller("a forged token", Kind::Nobody, forger, ""),
        caller("a customer", Kind::Customer, app.log_in_customer("meena@example.com").await, ""),
        caller("the viewer", Kind::Staff, log_in("VIEWER").await, "VIEWER"),
        caller("a banker", Kind::Staff, log_in("BANKER1").await, "BANKER"),
        caller("a checker", Kind::Staff, log_in("CHECKER1").await, "CHECKER1"),
        caller("the administrator", Kind::Staff, admin, "ADMIN"),
        caller("all screens, no app", Kind::Staff, no_app, ""),
        caller("all screens, no action", Kind::Staff, no_action, ""),
        caller("another entity's header", Kind::Liar, claiming(foreign, "entityCode", "NGB"), ""),
        caller("another user's header", Kind::Liar, claiming(log_in("ADMIN").await, "userId", "VIEWER"), ""),
        caller("another tenant's header", Kind::Liar, claiming(log_in("BANKER1").await, "tenantCode", "SME"), ""),
        caller("another branch's header", Kind::Liar, claiming(log_in("ADMIN").await, "branchCode", "NOPE"), ""),
    ]
}
