//! Where database, documents and keys are.

use std::path::PathBuf;

use clap::Args;

/// Locations; each may also be set in docz.toml in the data folder.
#[derive(Debug, Clone, Args)]
pub struct Locations {
    /// The folder with database, keys and documents
    #[arg(long, env = "DOCZ_DATA", default_value = "data")]
    pub data: PathBuf,
    /// The PostgreSQL database to use instead of SQLite in the data folder
    #[arg(long, env = "DOCZ_DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// The folder with the documents (a path or file:///…), if not "files" in the data folder
    #[arg(long, env = "DOCZ_FILES_URL", hide_env_values = true)]
    pub files_url: Option<String>,
    /// The root key file, if not root.key in the data folder
    #[arg(long, env = "DOCZ_ROOT_KEY_FILE")]
    pub root_key_file: Option<PathBuf>,
}
