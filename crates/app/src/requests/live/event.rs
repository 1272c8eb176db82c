//! What can be said to those who listen, and which of them it is for.

use domain::access::{Actor, RequestAccess, Scope, Side, View, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum LiveEvent {
    Happened(RequestChanged),
    Noticed(Noticed),
    AccessInvalidated(AccessInvalidated),
    Charged(Vec<Charge>),
}

/// What happened to a request, and who may know.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RequestChanged {
    pub(super) country: String,
    pub(super) entity: String,
    pub(super) tenant: String,
    /// Where it is, and where it was before.
    pub(super) branches: Vec<String>,
    pub(super) staff: Vec<String>,
    pub(super) parties: Vec<String>,
    pub(super) body: Value,
}

/// What a member of the staff was told inside the product.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Noticed {
    pub(super) country: String,
    pub(super) entity: String,
    pub(super) user_id: String,
    pub(super) notices: Vec<Value>,
}

/// A session ended, or rights changed: of one user, or of anybody of an entity.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct AccessInvalidated {
    pub(super) country: String,
    pub(super) entity: String,
    pub(super) user_id: Option<String>,
}

/// What is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Limit {
    Login,
    Public,
    User,
    Search,
    Address,
    Streams,
}

/// What a caller used up at one node. The key is a keyed hash: it names nobody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charge {
    pub limit: Limit,
    pub key: u64,
    pub count: u32,
}

fn is_of(scope: &Scope, country: &str, entity: &str) -> bool {
    scope.country == country && scope.entity == entity
}

impl RequestChanged {
    /// What this reader may know of it.
    pub fn for_reader(&self, access: &RequestAccess<View>) -> Option<&Value> {
        if !is_of(access.permit().scope(), &self.country, &self.entity) {
            return None;
        }
        let is_theirs = match access.viewer() {
            Viewer::All => true,
            Viewer::Party { user_id } => self.parties.contains(user_id),
            Viewer::Staff { user_id, tenant, branches } => {
                let is_near = || self.branches.iter().any(|branch| branches.contains(branch));
                *tenant == self.tenant && (is_near() || self.staff.contains(user_id))
            }
        };
        is_theirs.then_some(&self.body)
    }
}

impl Noticed {
    pub fn for_reader(&self, actor: &Actor) -> &[Value] {
        let is_own = actor.side == Side::Staff && actor.user_id == self.user_id;
        match is_own && is_of(&actor.scope, &self.country, &self.entity) {
            true => &self.notices,
            false => &[],
        }
    }
}

impl AccessInvalidated {
    pub fn is_about(&self, actor: &Actor) -> bool {
        let is_meant = self.user_id.as_ref().is_none_or(|user_id| *user_id == actor.user_id);
        is_meant && is_of(&actor.scope, &self.country, &self.entity)
    }

    /// Nobody in particular, then.
    pub fn is_of_all(&self) -> bool {
        self.user_id.is_none()
    }
}
