//! Single sign-on: the identity providers of an entity, and the user they identify.

use domain::Refusal;
use domain::access::{Change, Permit};
use domain::master_data::Value;
use domain::sso::{Protocol, SsoServer};

use crate::row::{Record, text_of};
use crate::sql::{Sql, scoped};
use crate::statement::Statement;
use crate::{Result, Row, Store};

const COLUMNS: &str = r#"SELECT s.app_code, s.protocol, s.host_name, s.ip_address, s.port_number, s.dn_name, s.cn_name,
        s.client_secret, s.security, s.service_dn, s.user_attribute, s.issuer_path, s.sso_only
    FROM sso_configuration s"#;

/// Decodes a server, without its entity; `None` for a protocol that can be configured but is not supported.
fn read(row: &dyn Row) -> Result<Option<SsoServer>> {
    let row = Record::new(row, "sso_configuration", "app_code");
    if row.str("protocol")? == "SAML" {
        return Ok(None);
    }
    Ok(Some(SsoServer {
        entity: String::new(),
        app_code: row.text("app_code")?,
        protocol: row.parsed("protocol", Protocol::parse)?,
        host: row.text("host_name")?,
        address: row.optional_parsed("ip_address", |address| address.parse().ok())?,
        port: row.int("port_number")?,
        dn_name: row.text("dn_name")?,
        cn_name: row.text("cn_name")?,
        secret: row.optional_text("client_secret")?,
        security: row.optional_text("security")?.unwrap_or_else(|| "Tls".to_owned()),
        service_dn: row.optional_text("service_dn")?,
        user_attribute: row.optional_text("user_attribute")?,
        issuer_path: row.optional_text("issuer_path")?,
        sso_only: row.flag("sso_only")?,
    }))
}

impl Store {
    /// One server, whether or not SSO is on; `None` when it is not usable.
    pub async fn sso_server(&self, permit: &Permit<Change>, app_code: &str) -> Result<Option<SsoServer>> {
        let text = format!("{COLUMNS} WHERE s.country_code = $1 AND s.entity_code = $2 AND s.app_code = $3");
        let found = self.first_decoded(permit, &Sql::new(text, scoped(permit, &[app_code])), read).await?;
        let Some(mut server) = found.ok_or(Refusal::NotFound)?.filter(SsoServer::is_usable) else { return Ok(None) };
        self.open_secret(permit, &mut server).await?;
        Ok(Some(server))
    }

    async fn open_secret(&self, permit: &Permit<Change>, server: &mut SsoServer) -> Result<()> {
        server.entity = permit.scope().path();
        if let Some(sealed) = server.secret.take().filter(|sealed| !sealed.is_empty()) {
            server.secret = Some(self.unseal(permit.scope(), "ssoconfiguration.clientSecret", &sealed).await?);
        }
        Ok(())
    }

    /// The servers of an entity with SSO switched on, with decrypted secrets; empty otherwise.
    pub async fn sso_servers(&self, permit: &Permit<Change>) -> Result<Vec<SsoServer>> {
        let mut values = scoped(permit, &[]);
        values.push(Value::Bool(true));
        let text = format!(
            "{COLUMNS} JOIN entity_master e ON e.country_code = s.country_code \
                AND e.entity_code = s.entity_code WHERE s.country_code = $1 AND s.entity_code = $2 \
                AND e.sso_enabled = $3 ORDER BY s.app_code LIMIT 20"
        );
        let sql = Sql::new(text, values);
        let mut servers: Vec<SsoServer> = self.decoded(permit, &sql, read).await?.into_iter().flatten().collect();
        servers.retain(|server| {
            let usable = server.is_usable();
            if !usable {
                tracing::warn!(app_code = server.app_code, "a sign-on server has an unusable configuration");
            }
            usable
        });
        for server in &mut servers {
            self.open_secret(permit, server).await?;
        }
        Ok(servers)
    }

    /// The user with this id regardless of case; `None` when two match.
    pub async fn staff_id_in_any_case(&self, permit: &Permit<Change>, user_id: &str) -> Result<Option<String>> {
        let sql = Sql::new(
            r#"SELECT user_id
                FROM staff_user
                WHERE country_code = $1 AND entity_code = $2 AND lower(user_id) = $3
                LIMIT 2"#,
            scoped(permit, &[&user_id.to_ascii_lowercase()]),
        );
        let mut found = self.decoded(permit, &sql, text_of("staff_user", "user_id")).await?;
        Ok(if found.len() == 1 { found.pop() } else { None })
    }

    /// A login at a provider can be completed once.
    pub async fn spend_sign_on(&self, permit: &Permit<Change>, ticket: &str, expires_on: &str) -> Result<()> {
        let insert = Statement::raw(
            "spent_ticket",
            r#"INSERT INTO spent_ticket (country_code, entity_code, ticket, expires_on)
                VALUES ($1, $2, $3, $4)
                ON CONFLICT DO NOTHING"#,
            scoped(permit, &[ticket, expires_on]),
        );
        self.commit_unaudited(permit, vec![insert.or_refuse(Refusal::SignOnFailed)]).await
    }
}
