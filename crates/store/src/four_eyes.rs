//! What the rules of four-eyes need to know, and who gave access to whom.

use std::collections::BTreeSet;

use domain::access::{Action, AppCode, BusinessAction, Change, Permit, Role};
use domain::four_eyes::{Facts, Handover};
use domain::master_data::{ADMIN_SCREENS, Value};

use crate::row::{Record, text_of};
use crate::sql::{Sql, scoped};
use crate::statement::Statement;
use crate::{Result, Row, Store};

const ROLES: &str = r#"
SELECT d.role_code, d.auth_level_code, l.level_no
FROM role_definition d LEFT JOIN authorization_level l
    ON l.country_code = d.country_code AND l.entity_code = d.entity_code AND l.auth_level_code = d.auth_level_code
WHERE d.country_code = $1 AND d.entity_code = $2"#;

const SCREENS: &str = r#"
SELECT role_code, screen_code FROM role_screen
WHERE country_code = $1 AND entity_code = $2 AND action_code = $3"#;

const HELD: &str = "SELECT DISTINCT role_code FROM user_role_mapping WHERE country_code = $1 AND entity_code = $2";

/// Active staff who may edit a screen and log in today. The two actions may come from different roles.
const EDITORS: &str = r#"
SELECT u.user_id, u.default_tenant_code FROM staff_user u
WHERE u.country_code = $1 AND u.entity_code = $2 AND u.status = 'Active' AND u.expiry_date >= $3
    AND 2 = (SELECT count(DISTINCT s.action_code)
        FROM user_role_mapping r
        JOIN role_app a ON a.country_code = r.country_code AND a.entity_code = r.entity_code
        AND a.role_code = r.role_code
        JOIN role_screen s ON s.country_code = r.country_code AND s.entity_code = r.entity_code
        AND s.role_code = r.role_code
        WHERE r.country_code = u.country_code AND r.entity_code = u.entity_code AND r.user_id = u.user_id
            AND a.app_code = $4 AND s.screen_code = $5 AND s.action_code IN ('access', 'edit'))
ORDER BY u.user_id"#;

impl Store {
    /// The roles of the entity, and those of the user whom a change concerns.
    pub async fn four_eyes_facts(&self, permit: &Permit<Change>, user: &str, today: &str) -> Result<Facts> {
        let mut facts = Facts::new(&ADMIN_SCREENS, today);
        let role = |row: &dyn Row| {
            let row = Record::new(row, "role_definition", "role_code");
            Ok((row.text("role_code")?, row.optional_text("auth_level_code")?, row.optional_int("level_no")?))
        };
        for (code, level, number) in self.decoded(permit, &Sql::new(ROLES, scoped(permit, &[])), role).await? {
            facts.role_levels.extend(level.map(|level| (code.clone(), level)));
            let role = Role { code: code.clone(), level: number.unwrap_or(0), ..Role::default() };
            facts.roles.insert(code, role);
        }
        self.add_rights(permit, &mut facts).await?;
        let levels =
            "SELECT auth_level_code, level_no FROM authorization_level WHERE country_code = $1 AND entity_code = $2";
        let level = |row: &dyn Row| {
            let row = Record::new(row, "authorization_level", "auth_level_code");
            Ok((row.text("auth_level_code")?, row.int("level_no")?))
        };
        facts.levels.extend(self.decoded(permit, &Sql::new(levels, scoped(permit, &[])), level).await?);
        let code = || text_of("user_role_mapping", "role_code");
        let held: BTreeSet<String> =
            self.decoded(permit, &Sql::new(HELD, scoped(permit, &[])), code()).await?.into_iter().collect();
        facts.held = held;
        if !user.is_empty() {
            let own = Sql::new(format!("{HELD} AND user_id = $3"), scoped(permit, &[user]));
            facts.own_roles = self.decoded(permit, &own, code()).await?;
        }
        Ok(facts)
    }

    /// Codes that this version does not know grant nothing.
    async fn add_rights(&self, permit: &Permit<Change>, facts: &mut Facts) -> Result<()> {
        let screen = |row: &dyn Row| {
            let row = Record::new(row, "role_screen", "role_code");
            Ok((row.text("role_code")?, row.text("screen_code")?))
        };
        let edited = Sql::new(SCREENS, scoped(permit, &[Action::Edit.code()]));
        for (role, screen) in self.decoded(permit, &edited, screen).await? {
            if let Some(role) = facts.roles.get_mut(&role) {
                role.screens.entry(screen).or_default().insert(Action::Edit);
            }
        }
        let rights = |table: &'static str, column: &'static str| {
            let text = format!("SELECT role_code, {column} FROM {table} WHERE country_code = $1 AND entity_code = $2");
            let right = move |row: &dyn Row| {
                let row = Record::new(row, table, "role_code");
                Ok((row.text("role_code")?, row.text(column)?))
            };
            (Sql::new(text, scoped(permit, &[])), right)
        };
        let (apps, right) = rights("role_app", "app_code");
        for (role, app) in self.decoded(permit, &apps, right).await? {
            if let Some(role) = facts.roles.get_mut(&role) {
                role.apps.extend(AppCode::parse(&app));
            }
        }
        let (actions, right) = rights("role_action", "action_code");
        for (role, action) in self.decoded(permit, &actions, right).await? {
            if let Some(role) = facts.roles.get_mut(&role) {
                role.business.extend(BusinessAction::parse(&action));
            }
        }
        Ok(())
    }

    /// User id and default tenant of the active staff who may edit this screen.
    pub async fn editors_of<Kind>(
        &self,
        permit: &Permit<Kind>,
        screen: &str,
        today: &str,
    ) -> Result<Vec<(String, String)>> {
        let app = AppCode::of_screen(screen).map_or("", AppCode::code);
        let sql = Sql::new(EDITORS, scoped(permit, &[today, app, screen]));
        self.decoded(permit, &sql, |row| {
            let row = Record::new(row, "staff_user", "user_id");
            Ok((row.text("user_id")?, row.text("default_tenant_code")?))
        })
        .await
    }

    /// When `by` last gave this user access, or changed how the user proves who they are.
    pub async fn last_handover(&self, permit: &Permit<Change>, user: &str, by: &str) -> Result<Option<String>> {
        let sql = Sql::new(
            r#"
SELECT handed_over_on FROM access_handover
WHERE country_code = $1 AND entity_code = $2 AND user_id = $3 AND by_user = $4
ORDER BY handed_over_on DESC LIMIT 1"#,
            scoped(permit, &[user, by]),
        );
        self.first_decoded(permit, &sql, text_of("access_handover", "handed_over_on")).await
    }

    /// When this user last changed the own address without a second person.
    pub async fn last_own_address(&self, permit: &Permit<Change>, user: &str) -> Result<Option<String>> {
        let sql = Sql::new(
            r#"
SELECT handed_over_on FROM access_handover
WHERE country_code = $1 AND entity_code = $2 AND user_id = $3 AND by_user = $3 AND what = 'reset'"#,
            scoped(permit, &[user]),
        );
        self.first_decoded(permit, &sql, text_of("access_handover", "handed_over_on")).await
    }

    /// When single sign-on was last changed.
    pub async fn sso_changed_on(&self, permit: &Permit<Change>) -> Result<Option<String>> {
        let sql = Sql::new(
            r#"
SELECT sso_changed_on FROM access_guard
WHERE country_code = $1 AND entity_code = $2 AND sso_changed_on IS NOT NULL"#,
            scoped(permit, &[]),
        );
        self.first_decoded(permit, &sql, text_of("access_guard", "sso_changed_on")).await
    }
}

/// Records who gave access to whom; `by` is the one who proposed it.
pub fn handed_over(permit: &Permit<Change>, handover: &Handover, by: &str, now: &str) -> Statement {
    Statement::raw(
        "access_handover",
        r#"
INSERT INTO access_handover (country_code, entity_code, user_id, by_user, what, handed_over_on)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (country_code, entity_code, user_id, by_user, what) DO UPDATE
SET handed_over_on = excluded.handed_over_on"#,
        scoped(permit, &[&handover.user, by, handover.what, now]),
    )
}

/// Records that single sign-on changed.
pub fn sso_changed(permit: &Permit<Change>, now: &str) -> Statement {
    let mut values = scoped(permit, &[now]);
    values.push(Value::Int(0));
    Statement::raw(
        "access_guard",
        r#"
INSERT INTO access_guard (country_code, entity_code, sso_changed_on, version_number) VALUES ($1, $2, $3, $4)
ON CONFLICT (country_code, entity_code) DO UPDATE SET sso_changed_on = excluded.sso_changed_on"#,
        values,
    )
}
