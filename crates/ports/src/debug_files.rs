/// Files that an operator reads while something is looked at closely. They are bounded; the oldest lines go first.
pub trait DebugFiles: Send + Sync {
    /// Adds one line to the file of this name.
    fn append(&self, name: &str, line: &str) -> std::io::Result<()>;
}

/// Where no folder was given, nothing is written.
pub struct NoDebugFiles;

impl DebugFiles for NoDebugFiles {
    fn append(&self, _: &str, _: &str) -> std::io::Result<()> {
        Ok(())
    }
}
