use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use crate::commands;
use crate::files::StoreKind;
use crate::locations::Locations;

/// Docz: request documents from customers, check them, keep them safe.
#[derive(Debug, Parser)]
#[command(version, about, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Start the server
    Serve {
        #[command(flatten)]
        place: Locations,
        /// Address and port to listen on
        #[arg(long, env = "DOCZ_LISTEN")]
        listen: Option<String>,
        /// Fill an empty data folder with the demo, and print its logins
        #[arg(long)]
        demo: bool,
        /// "off" lets automated clients log in without a captcha (only with --demo)
        #[arg(long, env = "DOCZ_CAPTCHA", value_parser = ["on", "off"])]
        captcha: Option<String>,
        /// Create a new database although there is a root key, or documents (which are kept in a folder of their own)
        #[arg(long)]
        new_installation: bool,
    },
    /// Migrate the database schema
    Migrate {
        #[command(flatten)]
        place: Locations,
        /// Create a new database although there is a root key, or documents (which are kept in a folder of their own)
        #[arg(long)]
        new_installation: bool,
    },
    /// Fill an empty database with the demo entities
    Seed {
        #[command(flatten)]
        place: Locations,
        /// Add this many requests to the demo bank, for measurements
        #[arg(long, default_value_t = 0)]
        requests: u64,
        /// Spread them over this many tenants
        #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=99))]
        tenants: u32,
    },
    /// Copy the database and the documents to a folder
    Backup {
        #[command(flatten)]
        place: Locations,
        /// A new folder for the backup
        #[arg(long)]
        to: PathBuf,
    },
    /// Restore a backup into an empty data folder or database
    Restore {
        #[command(flatten)]
        place: Locations,
        /// The folder of the backup
        #[arg(long)]
        from: PathBuf,
        /// A documents' folder that was in use after the backup: what was purged since is purged again
        #[arg(long)]
        purged: Vec<PathBuf>,
    },
    /// Audit log
    #[command(subcommand)]
    Audit(Audit),
    /// Keys
    #[command(subcommand)]
    Keys(KeyCommand),
    /// Stored documents
    #[command(subcommand)]
    Files(FilesCommand),
    /// Periodic maintenance: expiry, delivery, cleanup …
    #[command(subcommand)]
    Jobs(Jobs),
    /// Check that everything the product needs is in place
    Doctor {
        #[command(flatten)]
        place: Locations,
        /// Also compare every document with its record; takes as long as reading them all
        #[arg(long)]
        files: bool,
    },
    /// Commands for administrators
    #[command(subcommand)]
    Admin(Admin),
    /// Parse an untrusted file within limits; the server runs this for every file
    #[command(hide = true)]
    Inspect(Inspect),
    /// Run a program that reads an untrusted file within limits; the server runs this for OCR
    #[command(hide = true)]
    Confine {
        #[arg(last = true, required = true)]
        program: Vec<OsString>,
    },
}

/// The file to inspect and how.
#[derive(Debug, Args)]
pub struct Inspect {
    #[arg(value_parser = ["look", "picture", "png", "cover", "rows"])]
    pub task: String,
    /// The expected type of the file: pdf, png, docx …
    #[arg(long, default_value = "xlsx")]
    pub kind: String,
    #[arg(long, default_value_t = 1)]
    pub page: u32,
    #[arg(long, default_value_t = 1200)]
    pub width: u32,
    /// A part to cover: left, top, width and height as parts of the page
    #[arg(long = "cover")]
    pub covers: Vec<String>,
    /// The file, if not standard input
    pub file: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub enum Audit {
    /// Check every entry, or a certificate or evidence pack; exits with 2 when something was changed or is missing
    Verify {
        #[command(flatten)]
        place: Locations,
        /// A destruction certificate (JSON) or an evidence pack (zip); needs neither database nor keys
        file: Option<PathBuf>,
        /// The fingerprint of the key that must have signed the file, as printed by `docz audit key`
        #[arg(long, requires = "file")]
        key: Option<String>,
        /// Also compare with a file of `docz audit export`
        #[arg(long, conflicts_with = "file")]
        against: Option<PathBuf>,
    },
    /// Write where the log of each entity ends, signed, or its entries, as JSON lines for keeping elsewhere
    Export {
        #[command(flatten)]
        place: Locations,
        #[command(flatten)]
        what: AuditExport,
    },
    /// Print the fingerprint of each entity's signing key
    Key(Locations),
}

/// What is exported, and where to.
#[derive(Debug, Args)]
pub struct AuditExport {
    /// The file to append to, if not standard output
    #[arg(long)]
    pub to: Option<PathBuf>,
    /// Write the entries, without their encrypted details
    #[arg(long)]
    pub entries: bool,
    /// Only entries from this time on, such as 2026-11-17T09:00:00Z
    #[arg(long, requires = "entries")]
    pub since: Option<jiff::Timestamp>,
    /// A file that keeps how far the export got, so that the next one goes on there
    #[arg(long, requires = "entries", conflicts_with = "since")]
    pub state: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub enum KeyCommand {
    /// Generate a new root key and wrap every entity's keys with it (stop the server first)
    Rotate(Locations),
}

#[derive(Debug, Subcommand)]
pub enum FilesCommand {
    /// Move all documents to the folder or to S3, with or without a running server
    Move {
        #[command(flatten)]
        place: Locations,
        #[arg(long)]
        to: StoreKind,
    },
    /// Bring files back that sweep-files moved to the trash
    RestoreTrash {
        #[command(flatten)]
        place: Locations,
        /// Only files that were moved there since this time, such as 2026-11-17T09:00:00Z
        #[arg(long)]
        since: Option<jiff::Timestamp>,
        /// Only files that a record of the database names
        #[arg(long)]
        named: bool,
    },
}

#[derive(Debug, Subcommand)]
pub enum Jobs {
    /// List the jobs, how often each runs, and the result of its last run
    List(Locations),
    /// Run a job once now, with or without a running server; prints one line of JSON, exits with 1 when something
    /// failed
    Run {
        #[command(flatten)]
        place: Locations,
        name: String,
        /// The time to run at, such as 2026-11-17T09:00:00Z (only where a demo is served)
        #[arg(long, env = "DOCZ_NOW")]
        now: Option<jiff::Timestamp>,
        /// The clock is right for this run, although the product does not trust it
        #[arg(long)]
        accept_clock: bool,
        /// sweep-files may move as many files as it found
        #[arg(long)]
        accept_amount: bool,
    },
    /// Confirm that this machine's clock is right, so that jobs that wait for it go on; prints one line of JSON
    AcceptClock(Locations),
}

#[derive(Debug, Subcommand)]
pub enum Admin {
    /// Create an entity with its first administrator
    CreateEntity {
        #[command(flatten)]
        place: Locations,
        #[command(flatten)]
        first: FirstAdmin,
    },
    /// Create another administrator, like an existing one, without a second person's approval
    CreateAdministrator {
        #[command(flatten)]
        place: Locations,
        #[command(flatten)]
        other: AnotherAdmin,
    },
    /// Set a user's password (read from standard input) and end the user's sessions
    ResetPassword {
        #[command(flatten)]
        place: Locations,
        #[arg(long, default_value = "IN")]
        country: String,
        #[arg(long)]
        entity: String,
        #[arg(long)]
        user: String,
        /// Also remove the authenticator app, for a user who has lost the phone and the recovery codes
        #[arg(long)]
        remove_second_factor: bool,
    },
}

/// A new entity and its first administrator; the password is read from standard input.
#[derive(Debug, Args)]
pub struct FirstAdmin {
    #[arg(long, default_value = "IN")]
    pub country: String,
    /// The entity code, at most 20 characters
    #[arg(long)]
    pub entity: String,
    #[arg(long, value_parser = ["Bank", "FinInstitute", "Education"])]
    pub entity_type: String,
    #[arg(long)]
    pub name: String,
    /// The state of the head office, as a code: TN
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

/// Another administrator of an entity; the first password is read from standard input.
#[derive(Debug, Args)]
pub struct AnotherAdmin {
    #[arg(long, default_value = "IN")]
    pub country: String,
    #[arg(long)]
    pub entity: String,
    #[arg(long)]
    pub user: String,
    #[arg(long)]
    pub mail: String,
    #[arg(long)]
    pub mobile: String,
    /// The user whose home branch, roles and branches the new one gets
    #[arg(long, default_value = "ADMIN")]
    pub like: String,
}

/// Parsing runs before any thread starts, because threads would share its limits.
pub fn run_alone(cli: &Cli) -> Option<anyhow::Result<ExitCode>> {
    match &cli.command {
        Command::Inspect(inspect) => Some(commands::inspect::run(inspect)),
        Command::Confine { program } => Some(commands::confine::run(program)),
        _ => None,
    }
}

pub async fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    match cli.command {
        Command::Serve { place, listen, demo, captcha, new_installation } => {
            let mut config = commands::serve::configure(place, listen, demo, captcha)?;
            config.is_new_installation = new_installation;
            commands::serve::run(config).await
        }
        Command::Migrate { place, new_installation } => commands::migrate::run(place, new_installation).await,
        Command::Seed { place, requests, tenants } => commands::seed::run(place, requests, tenants).await,
        Command::Backup { place, to } => commands::backup::run(place, &to).await,
        Command::Restore { place, from, purged } => commands::restore::run(&place, &from, &purged).await,
        Command::Audit(Audit::Verify { file: Some(file), key, .. }) => commands::evidence_verify::run(&file, key),
        Command::Audit(Audit::Verify { place, against, .. }) => commands::audit_verify::run(place, against).await,
        Command::Audit(Audit::Export { place, what }) => commands::audit_export::run(place, &what).await,
        Command::Audit(Audit::Key(place)) => commands::audit_key::run(place).await,
        Command::Keys(KeyCommand::Rotate(place)) => commands::keys_rotate::run(place).await,
        Command::Files(FilesCommand::Move { place, to }) => commands::files_move::run(place, to).await,
        Command::Files(FilesCommand::RestoreTrash { place, since, named }) => {
            commands::restore_trash::run(place, since, named).await
        }
        Command::Jobs(Jobs::List(place)) => commands::jobs::list(place).await,
        Command::Jobs(Jobs::AcceptClock(place)) => commands::jobs::accept_clock(place).await,
        Command::Jobs(Jobs::Run { place, name, now, accept_clock, accept_amount }) => {
            let accepted = app::jobs::Accepted { clock: accept_clock, amount: accept_amount };
            commands::jobs::run(place, &name, now, accepted).await
        }
        Command::Doctor { place, files } => commands::doctor::run(place, files).await,
        Command::Admin(Admin::CreateEntity { place, first }) => commands::create_entity::run(place, first).await,
        Command::Admin(Admin::CreateAdministrator { place, other }) => {
            commands::create_administrator::run(place, other).await
        }
        Command::Admin(Admin::ResetPassword { place, country, entity, user, remove_second_factor }) => {
            commands::reset_password::run(place, &country, &entity, &user, remove_second_factor).await
        }
        Command::Inspect(inspect) => commands::inspect::run(&inspect),
        Command::Confine { program } => commands::confine::run(&program),
    }
}
