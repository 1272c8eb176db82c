//! `DOCZ_LOG`: a level, or levels by module.

use anyhow::{Context, bail};
use tracing_subscriber::EnvFilter;

const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

pub fn from_environment() -> anyhow::Result<EnvFilter> {
    match std::env::var("DOCZ_LOG") {
        Ok(text) if text.is_empty() => Ok(EnvFilter::new("info")),
        Ok(text) => parse(&text).context("DOCZ_LOG cannot be used"),
        Err(std::env::VarError::NotPresent) => Ok(EnvFilter::new("info")),
        Err(error) => Err(error).context("DOCZ_LOG cannot be used"),
    }
}

/// A single word must be a level: the library would read a mistyped one as a module name and log nothing.
fn parse(text: &str) -> anyhow::Result<EnvFilter> {
    for part in text.split(',').map(str::trim).filter(|part| !part.contains(['=', '[', ']'])) {
        if !LEVELS.contains(&part.to_ascii_lowercase().as_str()) {
            bail!("\"{part}\" is not one of {}", LEVELS.join(", "));
        }
    }
    Ok(EnvFilter::try_new(text)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_is_a_level_or_levels_by_module() {
        for good in ["info", "WARN", "info,hyper=off", "docz=debug,store=trace", "info,api[call]=trace"] {
            assert!(parse(good).is_ok(), "{good}");
        }
        for bad in ["inof", "", "info,hyper", "docz=loud", "info,,warn"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
