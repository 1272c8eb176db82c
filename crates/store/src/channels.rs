//! How an entity reaches people: its channels and its mail server.

use domain::access::{Change, Permit};
use domain::mail_server::MailServer;

use crate::row::Record;
use crate::sql::{Sql, scoped};
use crate::{Result, Row, Store};

/// Without its entity.
fn mail_server(row: &dyn Row) -> Result<MailServer> {
    let row = Record::new(row, "email_configuration", "entity_code");
    Ok(MailServer {
        entity: String::new(),
        host: row.text("host")?,
        port: row.int("port")?,
        security: row.text("security")?,
        user_name: row.optional_text("user_name")?,
        password: row.optional_text("password")?,
        from_address: row.text("from_address")?,
        from_name: row.optional_text("from_name")?,
    })
}

impl Store {
    /// The channels the entity uses: (mail, SMS).
    pub async fn entity_channels(&self, permit: &Permit<Change>) -> Result<Option<(bool, bool)>> {
        let sql = Sql::new(
            r#"SELECT entity_code, email_notification, sms_notification
                FROM entity_master
                WHERE country_code = $1 AND entity_code = $2"#,
            scoped(permit, &[]),
        );
        self.first_decoded(permit, &sql, |row| {
            let row = Record::new(row, "entity_master", "entity_code");
            Ok((row.flag("email_notification")?, row.flag("sms_notification")?))
        })
        .await
    }

    /// The entity's mail server with its decrypted password.
    pub async fn mail_server(&self, permit: &Permit<Change>) -> Result<Option<MailServer>> {
        let sql = Sql::new(
            r#"SELECT entity_code, host, port, security, user_name, password, from_address, from_name
                FROM email_configuration
                WHERE country_code = $1 AND entity_code = $2"#,
            scoped(permit, &[]),
        );
        let Some(mut server) = self.first_decoded(permit, &sql, mail_server).await? else { return Ok(None) };
        server.entity = permit.scope().path();
        if let Some(sealed) = server.password.take().filter(|sealed| !sealed.is_empty()) {
            server.password = Some(self.unseal(permit.scope(), "emailconfig.password", &sealed).await?);
        }
        Ok(Some(server))
    }
}
