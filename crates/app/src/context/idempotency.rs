/// A key under which a repeated save creates only one record.
#[derive(Debug)]
pub struct Idempotency {
    pub key: String,
    pub body_hash: String,
}
