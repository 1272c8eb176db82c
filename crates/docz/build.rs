//! Embeds the built client in the binary. Without a built client the binary still compiles and says so when a page is
//! opened.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let dist = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../../web/dist");
    println!("cargo:rerun-if-changed={}", dist.display());
    let mut files = Vec::new();
    collect(&dist, &mut files);
    files.sort();
    // Copied, because the client may be rebuilt while we compile.
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let mut table = String::from("pub static FILES: &[(&str, &[u8])] = &[\n");
    for (at, file) in files.iter().enumerate() {
        let name = file.strip_prefix(&dist).unwrap_or(file).to_string_lossy().into_owned();
        let copy = out.join(format!("web-{at}"));
        if fs::copy(file, &copy).is_ok() {
            let _ = writeln!(table, "    ({name:?}, include_bytes!({:?})),", copy.display().to_string());
        }
    }
    table.push_str("];\n");
    if let Err(error) = fs::write(out.join("web_files.rs"), table) {
        println!("cargo:warning=the client's files could not be listed: {error}");
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            collect(&entry.path(), files);
        } else {
            files.push(entry.path());
        }
    }
}
