//! The log of the server, on standard error.

use std::io::{self, IsTerminal, Write};

/// Standard error that never fails. A full disk or a closed pipe must not end the server: reporting the write error
/// would panic, and the panic would be logged.
#[derive(Clone, Copy)]
struct InfallibleStderr;

impl Write for InfallibleStderr {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // All or nothing: half a line would garble the next one, and a retry would not help.
        let _ = io::stderr().write_all(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let _ = io::stderr().flush();
        Ok(())
    }
}

/// Lines on a terminal, JSON otherwise.
pub fn start() -> anyhow::Result<()> {
    let filter = crate::log_filter::from_environment()?;
    let log =
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(|| InfallibleStderr).log_internal_errors(false);
    if io::stderr().is_terminal() {
        log.with_target(false).init();
    } else {
        log.json().init();
    }
    Ok(())
}

/// Writes a final message before the process ends.
pub fn print_error(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}
