use std::process::{Command, ExitCode};

use super::file_report;
use crate::cli::Place;
use crate::config::Config;
use crate::{private, wiring};

/// Reports for each dependency whether it is in place, and what does not work without it.
pub async fn run(place: Place, files: bool) -> anyhow::Result<ExitCode> {
    let config = Config::of(place)?;
    println!("data folder   {}", config.data.display());
    println!("database      {}", if config.database_url.is_some() { "PostgreSQL" } else { "SQLite" });
    print_modes(&config);
    let store = match wiring::open_store(&config).await {
        Ok(store) => store,
        Err(error) => {
            println!("FAIL          {error:#}");
            return Ok(ExitCode::FAILURE);
        }
    };
    config.network.describe().iter().for_each(|line| println!("{line}"));
    store.ping().await?;
    println!("ok            schema {}, the root key fits", store::SCHEMA_VERSION);
    let documents = match wiring::open_files(&config) {
        Ok(documents) => documents,
        Err(error) => {
            println!("FAIL          {error:#}");
            return Ok(ExitCode::FAILURE);
        }
    };
    println!("ok            documents in {}", config.files_folder()?.display());
    wiring::check_domains(&config, &store).await?;
    super::jobs::show(&store).await?;
    let connector = config.outbound.connector(&config.data)?;
    config.outbound.messenger(&connector, &config.data)?;
    config.outbound.sign_on(&connector)?;
    match config.outbound.outbound.allow.len() {
        0 => println!("closed        no outbound hosts: mail, directories and identity providers are not reached"),
        hosts => println!("ok            {hosts} outbound hosts"),
    }
    match config.outbound.sms_gateway {
        Some(_) => println!("ok            SMS gateway"),
        None => println!("missing       SMS gateway: codes go by email only"),
    }
    print_scanner(&config).await;
    let tools = [("tesseract", "--version", "texts in pictures cannot be read; verdicts are Unreadable")];
    for (program, flag, without) in tools {
        match Command::new(program).arg(flag).output() {
            Ok(output) if output.status.success() => println!("ok            {program}"),
            _ => println!("missing       {program}: {without}"),
        }
    }
    if files && file_report::print(&store, &documents, &store::audit::now()).await? > 0 {
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

async fn print_scanner(config: &Config) {
    match wiring::open_scanner(config) {
        None => println!("missing       scan.clamd: uploads are not scanned for malware"),
        Some(clamd) => match clamd.version().await {
            Ok(version) => println!("ok            {version}"),
            Err(error) => println!("FAIL          clamd: {error}; uploads wait for their scan"),
        },
    }
}

/// Reports files that others than the owner may read.
fn print_modes(config: &Config) {
    for loose in private::tighten(config) {
        let (path, mode) = (loose.path.display(), loose.mode);
        match loose.is_tightened {
            true => println!("tightened     {path} was open to others ({mode:04o})"),
            false => println!("WARN          {path} is open to others ({mode:04o}), and could not be changed"),
        }
    }
    for loose in private::loose_operator_files(config) {
        println!("WARN          {} is open to others ({:04o}): chmod go= it", loose.path.display(), loose.mode);
    }
}
