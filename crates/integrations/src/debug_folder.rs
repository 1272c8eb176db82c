//! Debug files in a folder: one file per name, rotated when full.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use ports::DebugFiles;

/// A file is rotated at this size; one rotated file is kept for a week.
const MAX_FILE_BYTES: u64 = 5 * 1024 * 1024;
const WEEK: Duration = Duration::from_secs(7 * 24 * 3600);

pub struct DebugFolder {
    folder: PathBuf,
    /// Serializes writers, so that lines are not interleaved.
    writer: Mutex<()>,
    max_bytes: u64,
}

impl DebugFolder {
    pub fn new(folder: PathBuf) -> DebugFolder {
        DebugFolder { folder, writer: Mutex::new(()), max_bytes: MAX_FILE_BYTES }
    }
}

/// Replaces every character that could form a path.
fn safe_name(name: &str) -> String {
    name.chars().map(|one| if one.is_ascii_alphanumeric() || "_-".contains(one) { one } else { '_' }).take(80).collect()
}

impl DebugFiles for DebugFolder {
    fn append(&self, name: &str, line: &str) -> io::Result<()> {
        let _one = self.writer.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        DirBuilder::new().recursive(true).mode(0o700).create(&self.folder)?;
        let name = safe_name(name);
        let (file, older) = (self.folder.join(format!("{name}.log")), self.folder.join(format!("{name}.1.log")));
        let is_old = |at: fs::Metadata| at.modified().is_ok_and(|at| at.elapsed().is_ok_and(|age| age > WEEK));
        if fs::metadata(&older).is_ok_and(is_old) {
            fs::remove_file(&older)?;
        }
        if fs::metadata(&file).is_ok_and(|at| at.len() + line.len() as u64 + 1 > self.max_bytes) {
            fs::rename(&file, &older)?;
        }
        let mut opened = OpenOptions::new().create(true).append(true).mode(0o600).open(&file)?;
        opened.write_all(format!("{}\n", line.replace(['\n', '\r'], " ")).as_bytes())
    }
}

/// In-memory implementation: (name, line).
#[derive(Default)]
pub struct DebugMemory(Mutex<Vec<(String, String)>>);

impl DebugMemory {
    pub fn lines(&self) -> Vec<(String, String)> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }
}

impl DebugFiles for DebugMemory {
    fn append(&self, name: &str, line: &str) -> io::Result<()> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((name.to_owned(), line.to_owned()));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_stay_in_their_folder_and_within_their_size() {
        let folder = std::env::temp_dir().join(format!("docz-debug-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let files = DebugFolder { folder: folder.clone(), writer: Mutex::new(()), max_bytes: 100 };
        for number in 0..50 {
            files.append("../../etc/NGB", &format!("line\n{number}")).unwrap();
        }
        let mut sizes: Vec<(String, u64)> = fs::read_dir(&folder)
            .unwrap()
            .flatten()
            .map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.metadata().unwrap().len()))
            .collect();
        sizes.sort();
        let names: Vec<&str> = sizes.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["______etc_NGB.1.log", "______etc_NGB.log"]);
        assert!(sizes.iter().all(|(_, size)| *size <= 100));
        use std::os::unix::fs::PermissionsExt;
        for path in names.iter().map(|name| folder.join(name)).chain([folder.clone()]) {
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o077, 0, "{}", path.display());
        }
        let text = fs::read_to_string(folder.join("______etc_NGB.log")).unwrap();
        assert!(text.ends_with("line 49\n"), "{text}");
        fs::remove_dir_all(&folder).unwrap();
    }
}
