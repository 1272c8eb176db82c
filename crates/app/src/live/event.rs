//! Live events, and which connected users receive them.

use domain::access::{Actor, RequestAccess, Scope, Side, View, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum LiveEvent {
    RequestChanged(RequestChanged),
    NoticesAdded(NoticesAdded),
    ProgressMade(ProgressMade),
    AccessInvalidated(AccessInvalidated),
    LimitCharges(Vec<Charge>),
}

/// A change to a request, and who may see it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RequestChanged {
    pub(super) country: String,
    pub(super) entity: String,
    pub(super) tenant: String,
    /// The current and the former branch.
    pub(super) branches: Vec<String>,
    pub(super) staff: Vec<String>,
    pub(super) parties: Vec<String>,
    pub(super) body: Value,
}

/// New notices for a member of staff.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct NoticesAdded {
    pub(crate) country: String,
    pub(crate) entity: String,
    pub(crate) user_id: String,
    pub(crate) notices: Vec<Value>,
}

/// How far long work is that a member of staff started.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ProgressMade {
    pub(crate) country: String,
    pub(crate) entity: String,
    pub(crate) user_id: String,
    /// The name of the event: `bulksend` or `import`.
    pub(crate) work: String,
    pub(crate) progress: Value,
}

/// A session ended or access changed, for one user or a whole entity.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct AccessInvalidated {
    pub(super) country: String,
    pub(super) entity: String,
    pub(super) user_id: Option<String>,
}

/// The kinds of rate limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Limit {
    Login,
    Public,
    User,
    Search,
    Address,
    Streams,
}

/// What a caller used up at one node. The key is a keyed hash that identifies nobody.
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
    /// The event, if this caller may see it.
    pub fn visible_to(&self, access: &RequestAccess<View>) -> Option<&Value> {
        if !is_of(access.permit().scope(), &self.country, &self.entity) {
            return None;
        }
        let is_visible = match access.viewer() {
            Viewer::All => true,
            Viewer::Party { user_id } => self.parties.contains(user_id),
            Viewer::Staff { user_id, tenant, branches } => {
                let is_in_branch = || self.branches.iter().any(|branch| branches.contains(branch));
                *tenant == self.tenant && (is_in_branch() || self.staff.contains(user_id))
            }
        };
        is_visible.then_some(&self.body)
    }
}

/// True when the actor is this member of staff.
fn is_staff(actor: &Actor, country: &str, entity: &str, user_id: &str) -> bool {
    actor.side == Side::Staff && actor.user_id == user_id && is_of(&actor.scope, country, entity)
}

impl NoticesAdded {
    pub fn visible_to(&self, actor: &Actor) -> &[Value] {
        if is_staff(actor, &self.country, &self.entity, &self.user_id) { &self.notices } else { &[] }
    }
}

impl ProgressMade {
    /// The name of the event and its body.
    pub fn visible_to(&self, actor: &Actor) -> Option<(&str, &Value)> {
        is_staff(actor, &self.country, &self.entity, &self.user_id).then_some((&*self.work, &self.progress))
    }
}

impl AccessInvalidated {
    pub fn is_about(&self, actor: &Actor) -> bool {
        let is_affected = self.user_id.as_ref().is_none_or(|user_id| *user_id == actor.user_id);
        is_affected && is_of(&actor.scope, &self.country, &self.entity)
    }

    /// True when it concerns all users of the entity.
    pub fn is_for_all_users(&self) -> bool {
        self.user_id.is_none()
    }
}
