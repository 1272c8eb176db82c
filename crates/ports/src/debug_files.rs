/// Debug files for operators. Their size is bounded; the oldest lines are removed first.
pub trait DebugFiles: Send + Sync {
    /// Adds one line to the file of this name.
    fn append(&self, name: &str, line: &str) -> std::io::Result<()>;
}

/// Writes nothing, for when no folder is configured.
pub struct NoDebugFiles;

impl DebugFiles for NoDebugFiles {
    fn append(&self, _: &str, _: &str) -> std::io::Result<()> {
        Ok(())
    }
}
