use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode, Stdio};

use anyhow::Context;
use integrations::text_reader::NO_SUCH_PROGRAM;

use super::inspect::{Limits, MIB, limit};

/// One page of a document takes a second and 50 MB.
const READING: Limits = Limits { address_space: 1024 * MIB, seconds: 15, open_files: 64, nice: 5 };

/// Replaces this process by a program that reads an untrusted file, under resource limits and without a network.
pub fn run(program: &[OsString]) -> anyhow::Result<ExitCode> {
    let (name, arguments) = program.split_first().context("no program is given")?;
    limit(&READING).context("the resource limits could not be set")?;
    let mut command = if can_leave_network() {
        let mut command = Command::new("unshare");
        command.args(["--map-root-user", "--net", "--"]).arg(name);
        command
    } else {
        Command::new(name)
    };
    // Returns only when the program cannot be started.
    let error = command.args(arguments).exec();
    match error.kind() {
        io::ErrorKind::NotFound => Ok(ExitCode::from(NO_SUCH_PROGRAM)),
        _ => Err(error).context("the program cannot be started"),
    }
}

/// False where the kernel does not allow network namespaces without privileges.
fn can_leave_network() -> bool {
    let mut command = Command::new("unshare");
    command.args(["--map-root-user", "--net", "--", "true"]).stdin(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
