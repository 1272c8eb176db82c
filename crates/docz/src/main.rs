//! The command line.

use std::process::ExitCode;

use clap::Parser;
use docz::cli::Cli;

/// Allocates faster than the system's allocator and returns memory sooner.
#[cfg(feature = "jemalloc")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    docz::private::set_umask();
    let cli = Cli::parse();
    if let Some(done) = docz::cli::run_alone(&cli) {
        return ended(done);
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            docz::log::print_error(&format!("docz: no runtime: {error}"));
            return ExitCode::FAILURE;
        }
    };
    ended(runtime.block_on(docz::cli::run(cli)))
}

fn ended(done: anyhow::Result<ExitCode>) -> ExitCode {
    match done {
        Ok(code) => code,
        Err(error) => {
            docz::log::print_error(&format!("docz: {error:#}"));
            ExitCode::FAILURE
        }
    }
}
