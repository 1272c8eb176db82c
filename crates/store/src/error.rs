use domain::Refusal;

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a use case failed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Error {
    /// A business rule refused it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The database or another service is down; a later attempt may succeed.
    #[error("unavailable: {0}")]
    Unavailable(String),
    /// A stored record is damaged.
    #[error("{table} {key:?} cannot be read: {column}")]
    Unreadable { table: &'static str, key: String, column: String },
    /// A defect of the program.
    #[error("internal: {0}")]
    Internal(String),
}

impl Error {
    pub fn internal(what: impl ToString) -> Error {
        Error::Internal(what.to_string())
    }
}

impl Error {
    /// Names the record that a damaged part belongs to.
    pub fn within(self, record: &str) -> Error {
        match self {
            Error::Unreadable { table, key, column } if key != record => {
                Error::Unreadable { table, key: format!("{record}/{key}"), column }
            }
            other => other,
        }
    }

    /// Logs and counts a damaged record that is skipped.
    pub fn report(&self) {
        if let Error::Unreadable { table, key, column } = self {
            tracing::error!(table, key, column, "a record cannot be read");
            metrics::counter!("docz_unreadable_records_total", "table" => *table).increment(1);
        }
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Error {
        use rusqlite::ErrorCode::{CannotOpen, DatabaseBusy, DatabaseLocked, DiskFull, SystemIoFailure};
        match error.sqlite_error_code() {
            Some(DatabaseBusy | DatabaseLocked | DiskFull | SystemIoFailure | CannotOpen) => {
                Error::Unavailable(error.to_string())
            }
            _ => Error::Internal(error.to_string()),
        }
    }
}

impl From<tokio_postgres::Error> for Error {
    fn from(error: tokio_postgres::Error) -> Error {
        let text = match error.as_db_error() {
            Some(db) => format!("{} {}", db.code().code(), db.message()),
            None => error.to_string(),
        };
        // 57 is operator intervention, 53 insufficient resources, 08 a connection failure.
        let class = error.code().map(|code| code.code().get(..2).unwrap_or_default().to_owned());
        match class.as_deref() {
            None | Some("57" | "53" | "08") => Error::Unavailable(text),
            Some(_) => Error::Internal(text),
        }
    }
}
