use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::{Child, Stdio};

use tempfile::TempDir;

use super::bound_to_us;
use crate::{PATIENCE, block_until};

/// Files with these bytes are malware to the test's scanner.
pub const MALWARE: &[u8] = b"docz-malware-test-signature";

/// A real clamd with one signature of our own. It can be stopped and started again at the same socket.
pub struct Clamd {
    child: Option<Child>,
    folder: TempDir,
}

impl Clamd {
    pub fn start() -> Clamd {
        let folder = tempfile::tempdir().expect("a folder");
        let (base, signatures) = (folder.path().display(), folder.path().join("signatures"));
        let settings = format!(
            "Foreground yes\nLocalSocket {base}/clamd.sock\nDatabaseDirectory {}\nStreamMaxLength 1M\n",
            signatures.display()
        );
        let hex = hex::encode(MALWARE);
        std::fs::create_dir(&signatures).expect("a folder");
        std::fs::write(signatures.join("docz.ndb"), format!("Docz.Test:0:*:{hex}\n")).expect("a file");
        std::fs::write(folder.path().join("clamd.conf"), settings).expect("a file");
        let mut clamd = Clamd { child: None, folder };
        clamd.resume();
        clamd
    }

    pub fn socket(&self) -> PathBuf {
        self.folder.path().join("clamd.sock")
    }

    pub fn stop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
        let _ = std::fs::remove_file(self.socket());
    }

    pub fn resume(&mut self) {
        let settings = format!("--config-file={}/clamd.conf", self.folder.path().display());
        let mut command = bound_to_us("/usr/sbin/clamd");
        let child = command.arg(settings).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        self.child = Some(child.expect("clamd is installed: make test does that"));
        block_until("clamd answers", PATIENCE, || UnixStream::connect(self.socket()).is_ok());
    }
}

impl Drop for Clamd {
    fn drop(&mut self) {
        self.stop();
    }
}
