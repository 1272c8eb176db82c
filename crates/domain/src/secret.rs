use std::fmt;

/// A text that must not leak: a hash, a key, a password. It has no `Display` and `Debug` hides it, so it cannot reach a
/// log or a panic message by accident.
#[derive(Clone, Default)]
pub struct Secret(String);

impl Secret {
    pub fn new(text: impl Into<String>) -> Secret {
        Secret(text.into())
    }

    /// The plain text, to be passed on and never stored.
    pub fn open(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("(secret)")
    }
}

#[cfg(test)]
mod tests {
    use super::Secret;

    #[test]
    fn a_secret_does_not_show() {
        let secret = Secret::new("canary");
        assert_eq!((format!("{:?}", Some(&secret)).as_str(), secret.open()), ("Some((secret))", "canary"));
    }
}
