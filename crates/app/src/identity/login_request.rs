use serde::Deserialize;

use super::failed_login::CallOrigin;

/// Attempts with our own password while a directory is down.
pub(super) const OUTAGE: &str = "outage user";

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct LoginRequest {
    pub country_code: Option<String>,
    pub entity_code: String,
    pub tenant_code: Option<String>,
    pub user_id: String,
    pub password: String,
    pub captcha_id: Option<String>,
    pub captcha_answer: Option<String>,
    /// The second step: the reference from the first step, and the code.
    pub factor_ref: Option<String>,
    pub factor_code: Option<String>,
    #[serde(skip)]
    pub from: CallOrigin,
    /// The caller's network; for IPv6 the whole /64.
    #[serde(skip)]
    pub network: String,
}

/// What is counted of a user and, with a lower limit, of the user from one network.
pub(super) fn subjects(what: &str, request: &LoginRequest) -> Vec<(String, i64)> {
    let user: String = request.user_id.chars().take(100).collect();
    vec![(format!("{what} {user}"), 10), (format!("{what} {user} from {}", request.network), 5)]
}
