use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use serde::Serialize;
use store::Store;
use store::audit::Cursor;

use crate::cli::AuditExport;
use crate::config::Config;
use crate::locations::Locations;
use crate::{private, wiring};

pub async fn run(place: Locations, what: &AuditExport) -> anyhow::Result<ExitCode> {
    let store = wiring::open_store(&Config::of(place)?).await?;
    let mut out = Target::open(what.to.as_deref())?;
    if what.entries {
        write_entries(&store, what, &mut out).await?;
    } else {
        for heads in store.export_heads().await? {
            out.write_line(&heads)?;
        }
        out.finish()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Where lines go to: a file that must reach the disk, or standard output.
struct Target {
    out: BufWriter<Box<dyn Write + Send>>,
    file: Option<File>,
}

impl Target {
    fn open(to: Option<&Path>) -> anyhow::Result<Target> {
        let Some(path) = to else { return Ok(Target { out: BufWriter::new(Box::new(std::io::stdout())), file: None }) };
        let file = File::options().append(true).create(true).mode(0o600).open(path);
        let file = file.with_context(|| format!("{} cannot be written", path.display()))?;
        Ok(Target { out: BufWriter::new(Box::new(file.try_clone()?)), file: Some(file) })
    }

    fn write_line(&mut self, line: &impl Serialize) -> anyhow::Result<()> {
        serde_json::to_writer(&mut self.out, line)?;
        Ok(self.out.write_all(b"\n")?)
    }

    fn finish(&mut self) -> anyhow::Result<()> {
        self.out.flush()?;
        Ok(self.file.as_ref().map_or(Ok(()), File::sync_all)?)
    }
}

async fn write_entries(store: &Store, what: &AuditExport, out: &mut Target) -> anyhow::Result<()> {
    let known = what.state.as_deref().map(read_state).transpose()?.unwrap_or_default();
    let since = what.since.map(store::audit::stamp).unwrap_or_default();
    let mut cursors = store.audit_shards().await?;
    for cursor in &mut cursors {
        let is_same = |own: &&Cursor| {
            (&own.country_code, &own.entity_code, own.shard)
                == (&cursor.country_code, &cursor.entity_code, cursor.shard)
        };
        cursor.seq = known.iter().find(is_same).map_or(0, |own| own.seq);
        loop {
            let page = store.audit_entries(cursor, &since).await?;
            let Some(last) = page.last() else { break };
            cursor.seq = last.seq;
            for entry in &page {
                out.write_line(entry)?;
            }
        }
    }
    // The state last: after a crash entries are exported twice rather than never.
    out.finish()?;
    match &what.state {
        Some(file) => write_state(file, &cursors),
        None => Ok(()),
    }
}

fn read_state(file: &Path) -> anyhow::Result<Vec<Cursor>> {
    match fs::read(file) {
        Ok(bytes) => serde_json::from_slice(&bytes).with_context(|| format!("{} is not a state", file.display())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error).with_context(|| format!("{} cannot be read", file.display())),
    }
}

fn write_state(file: &Path, cursors: &[Cursor]) -> anyhow::Result<()> {
    let part = file.with_extension("part");
    let _ = fs::remove_file(&part);
    let mut written = private::create(&part)?;
    serde_json::to_writer(&mut written, cursors)?;
    written.sync_all()?;
    Ok(fs::rename(&part, file)?)
}
