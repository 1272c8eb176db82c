use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use crate::commands;

/// Docz: ask customers for documents, check them, keep them safe.
#[derive(Debug, Parser)]
#[command(version, about, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

/// Where things are; each may also stand in docz.toml in the data folder.
#[derive(Debug, Clone, Args)]
pub struct Place {
    /// The folder of database, keys and documents
    #[arg(long, env = "DOCZ_DATA", default_value = "data")]
    pub data: PathBuf,
    /// PostgreSQL to use instead of SQLite in the data folder
    #[arg(long, env = "DOCZ_DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// The folder of documents (a path or file:///…), if not files in the data folder
    #[arg(long, env = "DOCZ_FILES_URL", hide_env_values = true)]
    pub files_url: Option<String>,
    /// The file with the root key, if not root.key in the data folder
    #[arg(long, env = "DOCZ_ROOT_KEY_FILE")]
    pub root_key_file: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the product
    Serve {
        #[command(flatten)]
        place: Place,
        /// Address and port to listen on
        #[arg(long, env = "DOCZ_LISTEN")]
        listen: Option<String>,
        /// Fill an empty data folder with the demo, and show its logins
        #[arg(long)]
        demo: bool,
        /// "off" lets automated clients log in without a captcha (only with --demo)
        #[arg(long, env = "DOCZ_CAPTCHA", value_parser = ["on", "off"])]
        captcha: Option<String>,
    },
    /// Bring the database's schema up to date
    Migrate(Place),
    /// Fill an empty database with the demo entities
    Seed {
        #[command(flatten)]
        place: Place,
        /// Adds so many requests to the demo bank, for measuring.
        #[arg(long, default_value_t = 0)]
        requests: u64,
        /// Over so many tenants.
        #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=99))]
        tenants: u32,
    },
    /// Copy the database and the documents to a folder
    Backup {
        #[command(flatten)]
        place: Place,
        /// A new folder for the copy
        #[arg(long)]
        to: PathBuf,
    },
    /// Bring a copy back into an empty data folder or database
    Restore {
        #[command(flatten)]
        place: Place,
        /// The folder of the copy
        #[arg(long)]
        from: PathBuf,
    },
    /// The audit log
    #[command(subcommand)]
    Audit(Audit),
    /// The keys
    #[command(subcommand)]
    Keys(KeyCommand),
    /// Periodic maintenance: expiry, delivery, sweeping …
    #[command(subcommand)]
    Jobs(Jobs),
    /// Check that everything the product needs is there
    Doctor {
        #[command(flatten)]
        place: Place,
        /// Compare every document with its record as well; takes as long as reading them all
        #[arg(long)]
        files: bool,
    },
    /// Help for administrators
    #[command(subcommand)]
    Admin(Admin),
    /// Parse a stranger's file within limits; the server starts it for every file
    #[command(hide = true)]
    Inspect(Inspect),
}

/// One thing to do with one file.
#[derive(Debug, Args)]
pub struct Inspect {
    #[arg(value_parser = ["look", "picture", "rows"])]
    pub task: String,
    /// What the file is said to be: pdf, png, docx …
    #[arg(long, default_value = "xlsx")]
    pub kind: String,
    #[arg(long, default_value_t = 1)]
    pub page: u32,
    #[arg(long, default_value_t = 1200)]
    pub width: u32,
    /// The file, if not standard input
    pub file: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub enum Audit {
    /// Check every entry; exits with 2 when one was changed or is missing
    Verify(Place),
}

#[derive(Debug, Subcommand)]
pub enum KeyCommand {
    /// Make a new root key and wrap every entity's keys with it (stop the server first)
    Rotate(Place),
}

#[derive(Debug, Subcommand)]
pub enum Jobs {
    /// Name the jobs, how often each runs, and how its last run ended
    List(Place),
    /// Run one pass of a job now, beside a running server or without one; prints one line of JSON, exits with 1 when
    /// something failed
    Run {
        #[command(flatten)]
        place: Place,
        name: String,
        /// The time to run at, as 2026-11-17T09:00:00Z (only where a demo is served)
        #[arg(long, env = "DOCZ_NOW")]
        now: Option<jiff::Timestamp>,
    },
}

#[derive(Debug, Subcommand)]
pub enum Admin {
    /// Make an entity with its first administrator
    CreateEntity {
        #[command(flatten)]
        place: Place,
        #[command(flatten)]
        first: FirstAdmin,
    },
    /// Set a user's password (read from standard input) and end his sessions
    ResetPassword {
        #[command(flatten)]
        place: Place,
        #[arg(long, default_value = "IN")]
        country: String,
        #[arg(long)]
        entity: String,
        #[arg(long)]
        user: String,
    },
}

/// A new entity and its first administrator; the password is read from standard input.
#[derive(Debug, Args)]
pub struct FirstAdmin {
    #[arg(long, default_value = "IN")]
    pub country: String,
    /// Its code, at most 20 characters
    #[arg(long)]
    pub entity: String,
    #[arg(long, value_parser = ["Bank", "FinInstitute", "Education"])]
    pub entity_type: String,
    #[arg(long)]
    pub name: String,
    /// The state of its head office, as a code: TN
    #[arg(long)]
    pub state: String,
    #[arg(long, default_value = "Asia/Kolkata")]
    pub time_zone: String,
    /// The administrator's mail address
    #[arg(long)]
    pub mail: String,
    /// The administrator's mobile number
    #[arg(long)]
    pub mobile: String,
    #[arg(long, default_value = "ADMIN")]
    pub admin: String,
}

/// Parsing runs before there are threads: they would share its limits.
pub fn run_alone(cli: &Cli) -> Option<anyhow::Result<ExitCode>> {
    match &cli.command {
        Command::Inspect(inspect) => Some(commands::inspect::run(inspect)),
        _ => None,
    }
}

pub async fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    match cli.command {
        Command::Serve { place, listen, demo, captcha } => commands::serve::run(place, listen, demo, captcha).await,
        Command::Migrate(place) => commands::migrate::run(place).await,
        Command::Seed { place, requests, tenants } => commands::seed::run(place, requests, tenants).await,
        Command::Backup { place, to } => commands::backup::run(place, &to).await,
        Command::Restore { place, from } => commands::restore::run(&place, &from).await,
        Command::Audit(Audit::Verify(place)) => commands::audit_verify::run(place).await,
        Command::Keys(KeyCommand::Rotate(place)) => commands::keys_rotate::run(place).await,
        Command::Jobs(Jobs::List(place)) => commands::jobs::list(place).await,
        Command::Jobs(Jobs::Run { place, name, now }) => commands::jobs::run(place, &name, now).await,
        Command::Doctor { place, files } => commands::doctor::run(place, files).await,
        Command::Admin(Admin::CreateEntity { place, first }) => commands::create_entity::run(place, first).await,
        Command::Admin(Admin::ResetPassword { place, country, entity, user }) => {
            commands::reset_password::run(place, &country, &entity, &user).await
        }
        Command::Inspect(inspect) => commands::inspect::run(&inspect),
    }
}
