//! Messages to a user whose account was changed.

use domain::access::{Change, Permit};
use domain::master_data::{Account, Definition};
use serde_json::{Map, Value};

use crate::{App, Result};

/// Where codes and links go.
const ADDRESSES: [&str; 2] = ["mailId", "mobileNumber"];

/// An updated user, or a record of another resource, of which nobody is told.
pub(super) struct UpdatedAccount {
    pub definition: &'static Definition,
    pub user: String,
    pub is_password_by_link: bool,
    pub before: Map<String, Value>,
}

impl UpdatedAccount {
    /// Tells the former address, and sends the link for a new password. A failure does not affect the record.
    pub async fn tell(self, app: &App, permit: &Permit<Change>, after: &Value) {
        if self.definition.account != Some(Account::Staff) {
            return;
        }
        if let Err(error) = self.send(app, permit, after).await {
            tracing::warn!(%error, "a user could not be told of a change of the account");
        }
    }

    async fn send(&self, app: &App, permit: &Permit<Change>, after: &Value) -> Result<()> {
        let is_moved = ADDRESSES.iter().any(|name| self.before.get(*name) != after.get(*name));
        if is_moved {
            crate::identity::tell_former_address(app, permit, &self.before).await?;
        }
        if self.is_password_by_link {
            crate::identity::send_password_link(app, permit, &self.user).await?;
        }
        Ok(())
    }
}
