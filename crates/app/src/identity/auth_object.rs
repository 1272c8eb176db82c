use domain::access::{Actor, SCREENS};
use serde_json::{Value, json};
use store::identity::{EntityProfile, StaffUser};

use crate::places::brand_address;

pub struct LoggedIn {
    pub token: String,
    pub auth: Value,
    pub entity_type: String,
}

/// The auth object of the specification, extended with what the client's menu needs.
pub(super) fn auth_object(actor: &Actor, user: &StaffUser, entity: &EntityProfile) -> Value {
    let has_access = |screen: &&domain::access::Screen| actor.may(screen.code, domain::access::Action::Access);
    let screens: Vec<Value> = SCREENS
        .iter()
        .filter(has_access)
        .map(|screen| {
            json!({
                "screenCode": screen.code,
                "path": screen.path,
                "title": screen.title,
                "group": screen.group.title(),
                "kind": screen.kind,
                "resource": screen.resource,
                "actions": actor.screens[screen.code].codes(),
            })
        })
        .collect();
    let theme = entity.theme.as_deref().and_then(|theme| serde_json::from_str::<Value>(theme).ok());
    let branches: Vec<Value> =
        actor.branches.iter().map(|branch| json!({ "tenantCode": branch.tenant, "branchCode": branch.code })).collect();
    json!({
        "userId": actor.user_id,
        "userType": actor.user_type,
        "countryCode": actor.scope.country,
        "entityCode": actor.scope.entity,
        "tenantCode": actor.tenant,
        "branchCode": actor.branch,
        "defaultTenantCode": user.default_tenant,
        "defaultBranchCode": user.default_branch,
        "departmentCode": user.department,
        "userLanguage": user.language,
        "userName": user.display_name,
        "entityType": entity.entity_type,
        "displayName": entity.display_name,
        "logo": entity.logo_version.map(|version| brand_address(&actor.scope.entity, version, "logo")),
        "supportMail": entity.support_mail,
        "theme": theme,
        "tenants": actor.tenants,
        "branches": branches,
        "screens": screens,
        "apps": actor.apps().into_iter().map(domain::access::AppCode::code).collect::<Vec<_>>(),
        "businessActions": actor.business.iter().map(|action| action.code()).collect::<Vec<_>>(),
        "authorizationLevel": actor.level,
        "addressLinesRequired": entity.address_lines_required,
    })
}
