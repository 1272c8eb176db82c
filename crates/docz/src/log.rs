//! The log of the server, on standard error.

use std::io::{self, IsTerminal, Write};

/// Standard error that never fails. A full disk or a reader that has gone must not end the server: the log's own
/// complaint about it would panic, and the panic would be logged.
#[derive(Clone, Copy)]
struct Quiet;

impl Write for Quiet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // All or nothing: half a line would spoil the next one, and a second try would not help.
        let _ = io::stderr().write_all(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let _ = io::stderr().flush();
        Ok(())
    }
}

/// People read lines, machines read JSON. Secrets are in neither: see `api::edge`.
pub fn start() -> anyhow::Result<()> {
    let filter = crate::log_filter::from_environment()?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(|| Quiet).log_internal_errors(false);
    if io::stderr().is_terminal() {
        log.with_target(false).init();
    } else {
        log.json().init();
    }
    Ok(())
}

/// A last word before the process ends, if anybody still reads.
pub fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}
