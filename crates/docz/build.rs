//! Lists the built client, so that it becomes part of the binary. Without it the binary builds too, and says so.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let dist = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../../web/dist");
    println!("cargo:rerun-if-changed={}", dist.display());
    let mut files = Vec::new();
    collect(&dist, &mut files);
    files.sort();
    let mut table = String::from("pub static FILES: &[(&str, &[u8])] = &[\n");
    for file in files {
        let name = file.strip_prefix(&dist).unwrap_or(&file).to_string_lossy().into_owned();
        let path = fs::canonicalize(&file).unwrap_or(file);
        let _ = writeln!(table, "    ({name:?}, include_bytes!({:?})),", path.display().to_string());
    }
    table.push_str("];\n");
    let target = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("web_files.rs");
    if let Err(error) = fs::write(target, table) {
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
