use std::fs::File;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};

/// Checks a certificate or an evidence pack without a database.
pub fn run(path: &Path, key: Option<String>) -> anyhow::Result<ExitCode> {
    let key = key.map(|key| key.trim().to_lowercase());
    if key.as_ref().is_some_and(|key| key.len() != 64 || !key.bytes().all(|digit| digit.is_ascii_hexdigit())) {
        bail!("a fingerprint has 64 hexadecimal digits, as printed by `docz audit key`");
    }
    let name = path.display().to_string();
    let mut file = File::open(path).with_context(|| name.clone())?;
    let checked = app::evidence::verify(&mut file, key.as_deref()).with_context(|| name)?;
    for line in &checked.about {
        println!("{line}");
    }
    match (&checked.signed_by, key) {
        (Some(found), Some(key)) if *found == key => println!("signed by key {found}, as expected"),
        (Some(found), Some(_)) => println!("signed by key {found}"),
        (Some(found), None) => println!("signed by key {found}: compare it with the one that the entity has published"),
        (None, _) => println!("not signed"),
    }
    for fault in &checked.faults {
        println!("FAULT {fault}");
    }
    if checked.faults.is_empty() {
        println!("Nothing was changed.")
    } else {
        return Ok(ExitCode::from(2));
    }
    Ok(ExitCode::SUCCESS)
}
