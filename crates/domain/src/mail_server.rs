/// The mail server of an entity.
#[derive(Clone)]
pub struct MailServer {
    /// `IN/NGB`
    pub entity: String,
    pub host: String,
    pub port: u16,
    /// `None`, `StartTls` or `Tls`.
    pub security: String,
    pub user_name: Option<String>,
    pub password: Option<String>,
    pub from_address: String,
    pub from_name: Option<String>,
}
