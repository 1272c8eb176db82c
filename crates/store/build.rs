//! Lists the migrations by the names of their files: `NNNN_name.sql` for both databases, or one in `sqlite` and one in
//! `postgres`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?).join("migrations");
    println!("cargo::rerun-if-changed=migrations");
    let mut names = BTreeSet::new();
    for place in ["", "sqlite", "postgres"] {
        for file in fs::read_dir(folder.join(place))? {
            let file = file?.file_name();
            names.extend(file.to_string_lossy().strip_suffix(".sql").map(str::to_owned));
        }
    }
    let mut list = String::from("&[\n");
    for name in names {
        let version = name.split('_').next().and_then(|digits| digits.parse::<i64>().ok());
        let version = version.ok_or_else(|| io::Error::other(format!("{name}.sql has no number")))?;
        let file = |dialect: &str| {
            let common = folder.join(format!("{name}.sql"));
            if common.exists() { common } else { folder.join(dialect).join(format!("{name}.sql")) }
        };
        let (sqlite, postgres) = (file("sqlite"), file("postgres"));
        writeln!(
            list,
            "Migration {{ version: {version}, name: {name:?}, sqlite: include_str!({sqlite:?}), \
             postgres: include_str!({postgres:?}) }},"
        )
        .map_err(io::Error::other)?;
    }
    list.push(']');
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("migrations.rs"), list)
}
