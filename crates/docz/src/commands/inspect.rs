use std::fs::File;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use anyhow::{Context, bail, ensure};
use domain::document::FileType;
use integrations::inspector::{MAX_BYTES, Task, perform};
use ports::Cover;
use rustix::process::{Resource, Rlimit, nice, setrlimit};

use crate::cli::Inspect;

pub(super) const MIB: u64 = 1024 * 1024;

/// The resource limits of a process.
pub(super) struct Limits {
    /// Bytes for the file and its parsed content.
    pub address_space: u64,
    /// CPU seconds.
    pub seconds: u64,
    pub open_files: u64,
    pub nice: i32,
}

/// An upload is read once and matters more than a preview.
const UPLOAD: Limits = Limits { address_space: 1024 * MIB, seconds: 10, open_files: 16, nice: 3 };
const PREVIEW: Limits = Limits { address_space: 768 * MIB, seconds: 5, open_files: 16, nice: 5 };

/// Parses one file under resource limits, so that a malicious file can do little harm.
pub fn run(inspect: &Inspect) -> anyhow::Result<ExitCode> {
    let task = task(inspect)?;
    limit(if matches!(task, Task::Picture { .. } | Task::Cover { .. }) { &PREVIEW } else { &UPLOAD })
        .context("the resource limits could not be set")?;
    let mut file = Vec::new();
    match &inspect.file {
        Some(path) => File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut file)?,
        None => io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut file)?,
    };
    ensure!(file.len() as u64 <= MAX_BYTES, "the file is too large");
    let answer = perform(task, file);
    let mut out = io::stdout().lock();
    out.write_all(&answer)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn task(inspect: &Inspect) -> anyhow::Result<Task> {
    let kind = FileType::of_extension(&inspect.kind).context("this kind of file is not known")?;
    Ok(match inspect.task.as_str() {
        "look" => Task::Inspect(kind),
        "picture" => Task::Picture { kind, page: inspect.page, width: inspect.width },
        "png" => Task::Png(kind),
        "cover" => {
            Task::Cover { kind, covers: inspect.covers.iter().map(|text| cover(text)).collect::<Result<_, _>>()? }
        }
        "rows" => Task::Rows,
        _ => bail!("this task is not known"),
    })
}

fn cover(text: &str) -> anyhow::Result<Cover> {
    let parts = text.split(',').map(str::parse).collect::<Result<Vec<f64>, _>>()?;
    let &[x, y, width, height] = &parts[..] else { bail!("a cover has four numbers") };
    Ok(Cover { x, y, width, height })
}

pub(super) fn limit(own: &Limits) -> io::Result<()> {
    let limits = [
        (Resource::As, own.address_space),
        (Resource::Cpu, own.seconds),
        (Resource::Fsize, 0),
        (Resource::Core, 0),
        (Resource::Nofile, own.open_files),
    ];
    for (resource, most) in limits {
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?;
    }
    // Other requests come before previews.
    nice(own.nice)?;
    Ok(())
}
