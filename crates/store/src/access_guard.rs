//! Who can administer users and roles. Read before access is taken away; a version number puts changes that depend on
//! roles in order.

use domain::Refusal;
use domain::access::access_admins::{ACCESS_SCREENS, Mappings};
use domain::access::{Action, AppCode, Change, Permit};
use domain::master_data::Value;

use crate::row::{Record, int_of, text_of};
use crate::sql::{Sql, scoped};
use crate::statement::Statement;
use crate::{Result, Row, Store};

impl Store {
    /// Roles that can edit the access screens, and their users who can log in today.
    pub async fn access_admins(&self, permit: &Permit<Change>, today: &str) -> Result<Mappings> {
        let mut found = Mappings::default();
        let apps = Sql::new(
            "SELECT role_code FROM role_app WHERE country_code = $1 AND entity_code = $2 AND app_code = $3",
            scoped(permit, &[AppCode::Sms.code()]),
        );
        found.apps = self.decoded(permit, &apps, text_of("role_app", "role_code")).await?.into_iter().collect();
        let mut screens = Sql::new(
            r#"SELECT role_code, screen_code, action_code
                FROM role_screen
                WHERE country_code = $1 AND entity_code = $2 AND screen_code IN ("#,
            scoped(permit, &[]),
        );
        for (at, screen) in ACCESS_SCREENS.iter().enumerate() {
            screens.push(if at == 0 { "" } else { ", " }).bind(Value::text(*screen));
        }
        screens.push(")");
        let held = |row: &dyn Row| {
            let row = Record::new(row, "role_screen", "role_code");
            Ok((row.text("role_code")?, row.text("screen_code")?, row.parsed("action_code", Action::parse)?))
        };
        // An action this version does not know grants no administration.
        found.screens = self.readable(permit, &screens, held).await?.into_iter().collect();
        let users = Sql::new(
            r#"SELECT r.user_id, r.role_code
                FROM user_role_mapping r
                JOIN staff_user u ON u.country_code = r.country_code AND u.entity_code = r.entity_code
                    AND u.user_id = r.user_id
                WHERE r.country_code = $1 AND r.entity_code = $2 AND u.status = $3 AND u.expiry_date >= $4
                    AND r.role_code IN (SELECT a.role_code FROM role_app a WHERE a.country_code = r.country_code
                    AND a.entity_code = r.entity_code AND a.app_code = $5)"#,
            scoped(permit, &["Active", today, AppCode::Sms.code()]),
        );
        let mapping = |row: &dyn Row| {
            let row = Record::new(row, "user_role_mapping", "user_id");
            Ok((row.text("user_id")?, row.text("role_code")?))
        };
        for (user, role) in self.decoded(permit, &users, mapping).await? {
            found.users.entry(user).or_default().push(role);
        }
        Ok(found)
    }

    /// Incremented by every change that takes access away, or that somebody decided alone by what roles give.
    pub async fn access_version(&self, permit: &Permit<Change>) -> Result<i64> {
        let sql = Sql::new(
            "SELECT version_number FROM access_guard WHERE country_code = $1 AND entity_code = $2",
            scoped(permit, &[]),
        );
        Ok(self.first_decoded(permit, &sql, int_of("access_guard", "version_number")).await?.unwrap_or(0))
    }
}

/// Part of every such change: refused when another one came first.
pub fn after_version(permit: &Permit<Change>, version: i64) -> Statement {
    let mut values = scoped(permit, &[]);
    values.push(Value::Int(version));
    Statement::raw(
        "access_guard",
        r#"INSERT INTO access_guard (country_code, entity_code, version_number)
            VALUES ($1, $2, 1)
            ON CONFLICT (country_code, entity_code) DO UPDATE
            SET version_number = access_guard.version_number + 1
            WHERE access_guard.version_number = $3"#,
        values,
    )
    .or_refuse(Refusal::Stale)
}
