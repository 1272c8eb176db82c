//! What an entity still lacks before its people can work.

use domain::access::{Permit, View};
use domain::master_data::Value;

use crate::row::{int_of, text_of};
use crate::sql::{Sql, scoped};
use crate::{Result, Store};

/// More are not counted.
const MOST: i64 = 100;

impl Store {
    pub async fn has_mail_server(&self, permit: &Permit<View>) -> Result<bool> {
        let sql = Sql::new(
            "SELECT entity_code FROM email_configuration WHERE country_code = $1 AND entity_code = $2",
            scoped(permit, &[]),
        );
        Ok(self.first_decoded(permit, &sql, text_of("email_configuration", "entity_code")).await?.is_some())
    }

    /// Services for copies of accepted documents that are switched on and have no address, so that nothing is copied.
    pub async fn shares_without_address(&self, permit: &Permit<View>) -> Result<i64> {
        let sql = Sql::new(
            r#"SELECT CAST(CASE WHEN file_sharing_integration
                    AND file_sharing_url IS NULL THEN 1 ELSE 0 END + CASE WHEN drive_integration
                    AND drive_url IS NULL THEN 1 ELSE 0 END AS BIGINT) AS n
                FROM entity_master
                WHERE country_code = $1 AND entity_code = $2"#,
            scoped(permit, &[]),
        );
        Ok(self.first_decoded(permit, &sql, int_of("entity_master", "n")).await?.unwrap_or(0))
    }

    pub async fn roles_without_screens(&self, permit: &Permit<View>) -> Result<Vec<String>> {
        let mut sql = Sql::new(
            r#"SELECT d.role_code
                FROM role_definition d
                WHERE d.country_code = $1 AND d.entity_code = $2
                    AND NOT EXISTS (SELECT 1 FROM role_screen s WHERE s.country_code = d.country_code
                    AND s.entity_code = d.entity_code AND s.role_code = d.role_code)
                ORDER BY d.role_code
                LIMIT "#,
            scoped(permit, &[]),
        );
        sql.bind(Value::Int(MOST));
        self.decoded(permit, &sql, text_of("role_definition", "role_code")).await
    }

    /// Active users who can open no branch.
    pub async fn users_without_branches(&self, permit: &Permit<View>) -> Result<Vec<String>> {
        let mut sql = Sql::new(
            r#"SELECT u.user_id
                FROM staff_user u
                WHERE u.country_code = $1 AND u.entity_code = $2 AND u.status = 'Active'
                    AND NOT EXISTS (SELECT 1 FROM user_branch b WHERE b.country_code = u.country_code
                    AND b.entity_code = u.entity_code AND b.user_id = u.user_id AND b.access_allowed = "#,
            scoped(permit, &[]),
        );
        sql.bind(Value::Bool(true)).push(") ORDER BY u.user_id LIMIT ").bind(Value::Int(MOST));
        self.decoded(permit, &sql, text_of("staff_user", "user_id")).await
    }
}
