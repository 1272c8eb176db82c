//! Roles, branch access and debug switches of a user.

use std::collections::BTreeMap;

use domain::access::explain::BranchGrant;
use domain::access::{
    Action, AppCode, Branch, BusinessAction, Change, DebugLevel, Debugging, ModuleDebug, Permit, Role, ScreenSet,
};
use domain::master_data::Value;

use crate::row::{Record, text_of};
use crate::sql::{Sql, scoped};
use crate::{Error, Result, Row, Store};

/// What a user is granted; an actor is built from it.
#[derive(Debug, Default, Clone)]
pub struct Grants {
    pub roles: Vec<Role>,
    /// Branches the user has access to, active and of an active tenant.
    pub branches: Vec<Branch>,
    pub debugging: Debugging,
}

/// A member of the staff who may review documents of a branch.
#[derive(Debug, Clone)]
pub struct BranchReviewer {
    pub user_id: String,
    pub mail: String,
    pub name: String,
    pub language: String,
    /// The highest level of the user's roles; 0 without one.
    pub level: u8,
}

/// One query for all mappings of all roles: (role, kind of row, code, action, level).
const ROLES: &str = "SELECT r.role_code, 'role' AS kind, '' AS name, '' AS action_code, 0 AS level_no \
    FROM user_role_mapping r WHERE r.country_code = $1 AND r.entity_code = $2 AND r.user_id = $3
UNION ALL SELECT r.role_code, 'screen', s.screen_code, s.action_code, 0 FROM user_role_mapping r \
JOIN role_screen s ON s.country_code = r.country_code AND s.entity_code = r.entity_code \
AND s.role_code = r.role_code WHERE r.country_code = $1 AND r.entity_code = $2 AND r.user_id = $3
UNION ALL SELECT r.role_code, 'app', a.app_code, '', 0 FROM user_role_mapping r JOIN role_app a \
ON a.country_code = r.country_code AND a.entity_code = r.entity_code AND a.role_code = r.role_code \
WHERE r.country_code = $1 AND r.entity_code = $2 AND r.user_id = $3
UNION ALL SELECT r.role_code, 'business', b.action_code, '', 0 FROM user_role_mapping r JOIN role_action b \
ON b.country_code = r.country_code AND b.entity_code = r.entity_code AND b.role_code = r.role_code \
WHERE r.country_code = $1 AND r.entity_code = $2 AND r.user_id = $3
UNION ALL SELECT r.role_code, 'level', '', '', l.level_no FROM user_role_mapping r JOIN role_definition d \
ON d.country_code = r.country_code AND d.entity_code = r.entity_code AND d.role_code = r.role_code \
JOIN authorization_level l ON l.country_code = d.country_code AND l.entity_code = d.entity_code \
AND l.auth_level_code = d.auth_level_code WHERE r.country_code = $1 AND r.entity_code = $2 AND r.user_id = $3";

/// Apps and screens of every role of the entity, in the same form.
const ALL_ROLES: &str = r#"
SELECT role_code, 'screen' AS kind, screen_code AS name, action_code, 0 AS level_no FROM role_screen
WHERE country_code = $1 AND entity_code = $2
UNION ALL SELECT role_code, 'app', app_code, '', 0 FROM role_app WHERE country_code = $1 AND entity_code = $2"#;

const BRANCHES: &str = r#"SELECT u.tenant_code, u.branch_code, u.access_allowed, b.status AS branch_status,
        t.status AS tenant_status
    FROM user_branch u
    JOIN branch b ON b.country_code = u.country_code AND b.entity_code = u.entity_code AND b.tenant_code = u.tenant_code
        AND b.branch_code = u.branch_code
    JOIN tenant t ON t.country_code = u.country_code AND t.entity_code = u.entity_code AND t.tenant_code = u.tenant_code
    WHERE u.country_code = $1 AND u.entity_code = $2 AND u.user_id = $3
    ORDER BY u.tenant_code, u.branch_code"#;

const BRANCH_EDITORS: &str = r#"SELECT DISTINCT u.user_id
    FROM user_branch b
    JOIN staff_user u ON u.country_code = b.country_code AND u.entity_code = b.entity_code AND u.user_id = b.user_id
    JOIN user_role_mapping r ON r.country_code = u.country_code AND r.entity_code = u.entity_code
        AND r.user_id = u.user_id
    JOIN role_app a ON a.country_code = r.country_code AND a.entity_code = r.entity_code AND a.role_code = r.role_code
    JOIN role_screen s ON s.country_code = r.country_code AND s.entity_code = r.entity_code
        AND s.role_code = r.role_code
    JOIN role_screen o ON o.country_code = s.country_code AND o.entity_code = s.entity_code
        AND o.role_code = s.role_code AND o.screen_code = s.screen_code
    WHERE b.country_code = $1 AND b.entity_code = $2 AND b.tenant_code = $3 AND b.branch_code = $4 AND a.app_code = $5
        AND b.access_allowed = $6 AND u.status = 'Active' AND s.action_code = 'edit' AND o.action_code = 'access'"#;

/// Active staff of a branch with the action `review`, their highest level and how to reach them. The screen, the action
/// and the level may come from different roles, as in `Powers::of`.
const REVIEWERS: &str = r#"SELECT u.user_id, u.mail_id, coalesce(u.preferred_name, u.first_name) AS display_name,
        u.user_language,
        (SELECT max(l.level_no) FROM user_role_mapping r JOIN role_definition d ON d.country_code = r.country_code
        AND d.entity_code = r.entity_code
        AND d.role_code = r.role_code JOIN authorization_level l ON l.country_code = d.country_code
        AND l.entity_code = d.entity_code
        AND l.auth_level_code = d.auth_level_code WHERE r.country_code = u.country_code
        AND r.entity_code = u.entity_code AND r.user_id = u.user_id) AS level_no
    FROM user_branch b
    JOIN staff_user u ON u.country_code = b.country_code AND u.entity_code = b.entity_code AND u.user_id = b.user_id
    JOIN branch o ON o.country_code = b.country_code AND o.entity_code = b.entity_code AND o.tenant_code = b.tenant_code
        AND o.branch_code = b.branch_code
    JOIN tenant t ON t.country_code = b.country_code AND t.entity_code = b.entity_code AND t.tenant_code = b.tenant_code
    WHERE b.country_code = $1 AND b.entity_code = $2 AND b.tenant_code = $3 AND b.branch_code = $4
        AND b.access_allowed = $5 AND u.status = 'Active' AND o.status = 'Active' AND t.status = 'Active'
        AND EXISTS (SELECT 1 FROM user_role_mapping r JOIN role_action a ON a.country_code = r.country_code
        AND a.entity_code = r.entity_code AND a.role_code = r.role_code WHERE r.country_code = u.country_code
        AND r.entity_code = u.entity_code AND r.user_id = u.user_id AND a.action_code = $6) AND coalesce(u.expiry_date,
        '9999') >= $7"#;
/// The user's roles that may call app `$8` hold `access` and `edit` on one of the screens that follow.
const EDITS_SCREEN: &str = " AND EXISTS (SELECT 1 FROM user_role_mapping r JOIN role_app a \
    ON a.country_code = r.country_code AND a.entity_code = r.entity_code AND a.role_code = r.role_code \
    JOIN role_screen s ON s.country_code = r.country_code AND s.entity_code = r.entity_code \
    AND s.role_code = r.role_code WHERE r.country_code = u.country_code AND r.entity_code = u.entity_code \
    AND r.user_id = u.user_id AND a.app_code = $8 AND s.action_code = 'edit' AND EXISTS (SELECT 1 \
    FROM user_role_mapping x JOIN role_app y ON y.country_code = x.country_code AND y.entity_code = x.entity_code \
    AND y.role_code = x.role_code JOIN role_screen z ON z.country_code = x.country_code \
    AND z.entity_code = x.entity_code AND z.role_code = x.role_code WHERE x.country_code = u.country_code \
    AND x.entity_code = u.entity_code AND x.user_id = u.user_id AND y.app_code = $8 \
    AND z.screen_code = s.screen_code AND z.action_code = 'access')";

const DEBUG: &str = "SELECT 'user' AS kind, user_id AS record_key, debug_level, '' AS file_prefix, '' AS debug_mode, \
    debug_enabled, debug_enabled AS action_log_enabled FROM user_debug WHERE country_code = $1 \
    AND entity_code = $2 AND user_id = $3 AND debug_enabled = $4
UNION ALL SELECT 'module', module_code, debug_level, file_prefix, debug_mode, debug_enabled, action_log_enabled \
FROM debug_configuration WHERE country_code = $1 AND entity_code = $2 AND (debug_enabled = $4 \
OR action_log_enabled <> $4)";

impl Store {
    /// Loads a user's roles with all their grants, the accessible branches and the debug switches.
    pub async fn grants(&self, permit: &Permit<Change>, user_id: &str) -> Result<Grants> {
        let branches = self.branch_grants(permit, user_id).await?;
        let branches = branches
            .into_iter()
            .filter(BranchGrant::is_open)
            .map(|grant| Branch { tenant: grant.tenant, code: grant.branch });
        Ok(Grants {
            roles: self.roles(permit, user_id).await?,
            branches: branches.collect(),
            debugging: self.debugging(permit, user_id).await?,
        })
    }

    pub async fn roles(&self, permit: &Permit<Change>, user_id: &str) -> Result<Vec<Role>> {
        self.read_roles(permit, &Sql::new(ROLES, scoped(permit, &[user_id]))).await
    }

    /// Every role of the entity, with its apps and screens only.
    pub async fn all_roles<Kind>(&self, permit: &Permit<Kind>) -> Result<Vec<Role>> {
        self.read_roles(permit, &Sql::new(ALL_ROLES, scoped(permit, &[]))).await
    }

    async fn read_roles<Kind>(&self, permit: &Permit<Kind>, sql: &Sql) -> Result<Vec<Role>> {
        let mut roles: BTreeMap<String, Role> = BTreeMap::new();
        self.visit(permit, sql, &mut |row| {
            // A role may hold a screen or an action of a newer version; its other grants still count.
            take(&mut roles, row).unwrap_or_else(|error| error.report());
        })
        .await?;
        Ok(roles.into_values().collect())
    }

    /// True for roles and for parties that use this Authorization Level.
    pub async fn users_of_level(&self, permit: &Permit<Change>, code: &str) -> Result<(bool, bool)> {
        let uses = async |table: &'static str| {
            let text = format!(
                r#"SELECT auth_level_code
                    FROM {table}
                    WHERE country_code = $1 AND entity_code = $2 AND auth_level_code = $3
                    LIMIT 1"#
            );
            let sql = Sql::new(text, scoped(permit, &[code]));
            Ok::<bool, Error>(self.first_decoded(permit, &sql, text_of(table, "auth_level_code")).await?.is_some())
        };
        Ok((uses("role_definition").await?, uses("docrequest_party").await?))
    }

    /// All User Branch Access rows of a user, active or not.
    pub async fn branch_grants(&self, permit: &Permit<Change>, user_id: &str) -> Result<Vec<BranchGrant>> {
        let sql = Sql::new(BRANCHES, scoped(permit, &[user_id]));
        self.decoded(permit, &sql, |row| {
            let row = Record::new(row, "user_branch", "branch_code");
            Ok(BranchGrant {
                tenant: row.text("tenant_code")?,
                branch: row.text("branch_code")?,
                allowed: row.flag("access_allowed")?,
                branch_active: row.str("branch_status")? == "Active",
                tenant_active: row.str("tenant_status")? == "Active",
            })
        })
        .await
    }

    /// Active staff with access to this branch and the edit action on one of these request screens.
    pub async fn staff_who_can_edit(
        &self,
        permit: &Permit<Change>,
        tenant: &str,
        branch: &str,
        screens: ScreenSet,
    ) -> Result<Vec<String>> {
        let values = [scoped(permit, &[tenant, branch, AppCode::Banker.code()]), vec![Value::Bool(true)]].concat();
        let mut sql = Sql::new(BRANCH_EDITORS, values);
        for (at, screen) in screens.iter().enumerate() {
            sql.push(if at == 0 { " AND s.screen_code IN (" } else { ", " }).bind(Value::text(screen.name()));
        }
        sql.push(") ORDER BY u.user_id");
        self.decoded(permit, &sql, text_of("staff_user", "user_id")).await
    }

    /// Active staff who may review documents of this branch at some level.
    pub async fn reviewers(
        &self,
        permit: &Permit<Change>,
        tenant: &str,
        branch: &str,
        screens: ScreenSet,
        today: &str,
    ) -> Result<Vec<BranchReviewer>> {
        let mut values = scoped(permit, &[tenant, branch]);
        values.push(Value::Bool(true));
        values.extend([BusinessAction::Review.code(), today, AppCode::Banker.code()].map(Value::text));
        let mut sql = Sql::new(REVIEWERS, values);
        sql.push(EDITS_SCREEN);
        for (at, screen) in screens.iter().enumerate() {
            sql.push(if at == 0 { " AND s.screen_code IN (" } else { ", " }).bind(Value::text(screen.name()));
        }
        sql.push(")) ORDER BY u.user_id");
        let reviewer = |row: &dyn Row| {
            let row = Record::new(row, "staff_user", "user_id");
            Ok(BranchReviewer {
                user_id: row.text("user_id")?,
                mail: row.text("mail_id")?,
                name: row.text("display_name")?,
                language: row.text("user_language")?,
                level: row.optional_int("level_no")?.unwrap_or(0),
            })
        };
        self.readable(permit, &sql, reviewer).await
    }

    /// The debug switches of a user, staff or customer; almost always all off.
    pub async fn debugging(&self, permit: &Permit<Change>, user_id: &str) -> Result<Debugging> {
        let values = [scoped(permit, &[user_id]), vec![Value::Bool(true)]].concat();
        let mut debugging = Debugging::default();
        self.visit(permit, &Sql::new(DEBUG, values), &mut |row| {
            // An unreadable debug switch must not stop a user from working.
            switch(&mut debugging, row).unwrap_or_else(|error| error.report());
        })
        .await?;
        Ok(debugging)
    }
}

fn switch(debugging: &mut Debugging, row: &dyn Row) -> Result<()> {
    let user = Record::new(row, "user_debug", "record_key");
    if user.str("kind")? == "user" {
        debugging.user = Some(user.parsed("debug_level", DebugLevel::parse)?);
        return Ok(());
    }
    let row = Record::new(row, "debug_configuration", "record_key");
    let (to_table, to_file) = row.parsed("debug_mode", |mode| match mode {
        "Table" => Some((true, false)),
        "File" => Some((false, true)),
        "Both" => Some((true, true)),
        _ => None,
    })?;
    debugging.modules.push(ModuleDebug {
        app: row.parsed("record_key", AppCode::parse)?,
        is_on: row.flag("debug_enabled")?,
        level: row.parsed("debug_level", DebugLevel::parse)?,
        to_table,
        file: if to_file { Some(row.text("file_prefix")?) } else { None },
        with_changes: row.flag("action_log_enabled")?,
    });
    Ok(())
}

fn take(roles: &mut BTreeMap<String, Role>, row: &dyn Row) -> Result<()> {
    let mapping = Record::new(row, "user_role_mapping", "role_code");
    let (code, kind) = (mapping.text("role_code")?, mapping.str("kind")?);
    let role = roles.entry(code.clone()).or_insert_with(|| Role { code, ..Role::default() });
    let table = match kind {
        "screen" => "role_screen",
        "app" => "role_app",
        "business" => "role_action",
        _ => "authorization_level",
    };
    let row = Record::new(row, table, "role_code");
    match kind {
        "screen" => {
            let action = row.parsed("action_code", Action::parse)?;
            role.screens.entry(row.text("name")?).or_default().insert(action);
        }
        "app" => drop(role.apps.insert(row.parsed("name", AppCode::parse)?)),
        "business" => drop(role.business.insert(row.parsed("name", BusinessAction::parse)?)),
        "level" => role.level = row.int("level_no")?,
        _ => {}
    }
    Ok(())
}
