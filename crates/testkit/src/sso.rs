//! Single sign-on against real servers.

use std::sync::Arc;

use crate::{Answer, Client, TestApp};
use app::identity::SignOn;
use integrations::https::Https;
use integrations::ldap::Ldap;
use integrations::mailbox::Mailbox;
use integrations::oidc::OpenId;
use integrations::outbound::Outbound;
use serde_json::{Value, json};

pub fn sign_on(outbound: &Arc<Outbound>) -> SignOn {
    SignOn {
        directory: Arc::new(Ldap::new(outbound.clone())),
        provider: Arc::new(OpenId::new(Https::new(outbound.clone()))),
        emergency_users: vec![("NGB".into(), "VIEWER".into())],
    }
}

pub async fn with_sign_on(app: TestApp, outbound: &Arc<Outbound>) -> TestApp {
    app.with_external_systems(Arc::new(Mailbox::default()), sign_on(outbound)).await
}

/// Changes some fields of the one record that the key finds.
pub async fn change(admin: &Client, resource: &str, key: Value, fields: Value) {
    let definition = domain::master_data::find(resource).expect("a resource");
    let mut record = admin.operate(definition, "F", &key).await.expect(200).record().clone();
    for (name, value) in fields.as_object().expect("fields") {
        record[name] = value.clone();
    }
    admin.operate(definition, "U", &record).await.expect(200);
}

/// Switches SSO on with one row, as an administrator does it.
pub async fn switch_on(app: &TestApp, fields: Value) {
    app.without_four_eyes().await;
    let admin = app.log_in("NGB", "ADMIN").await;
    change(&admin, "ssoconfiguration", json!({ "appCode": "BNK" }), fields).await;
    change(&admin, "master", json!({}), json!({ "ssoEnabled": true })).await;
}

pub async fn log_in(app: &TestApp, user: &str, password: &str) -> Answer {
    let body = json!({ "entityCode": "NGB", "userId": user, "password": password });
    app.anonymous().post("sms", "sms/usermasterlogin", None, &body).await
}

/// What the audit log says of an action, newest first.
pub async fn audited(app: &TestApp, action: &str) -> Vec<Value> {
    let admin = app.log_in("NGB", "ADMIN").await;
    let query = format!("page=0&size=100&actionPerformed={action}");
    admin.get("sms", "sms/useractionlog", &query).await.expect(200).content().clone()
}
