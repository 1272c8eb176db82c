use std::process::{Command, ExitCode};
use std::sync::Arc;

use integrations::outbound::Outbound;
use jiff::Timestamp;

use store::{LoginRights, Store};

use super::{file_report, place_report};
use crate::config::Config;
use crate::files::{DocumentStores, StoreKind};
use crate::locations::Locations;
use crate::{demo_folder, private, tls, wiring};

/// Reports for each dependency whether it is in place, and what does not work without it.
pub async fn run(place: Locations, files: bool) -> anyhow::Result<ExitCode> {
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
    let (is_encrypted, line) = tls::describe(config.tls.as_ref(), Timestamp::now());
    println!("{line}");
    store.ping().await?;
    println!("ok            schema {}, the root key fits", store::SCHEMA_VERSION);
    print_login(&config, &store).await?;
    let documents = match DocumentStores::open(&config) {
        Ok(documents) => documents,
        Err(error) => {
            println!("FAIL          {error:#}");
            return Ok(ExitCode::FAILURE);
        }
    };
    let mut is_ok = is_encrypted;
    is_ok &= print_stores(&config, &documents).await?;
    let places = documents.places();
    is_ok &= place_report::print(&config, &store, &places).await?;
    wiring::check_domains(&config, &store).await?;
    is_ok &= super::clock::print(&store).await?.doubt.is_none();
    is_ok &= super::jobs::show(&store).await?;
    let connector = config.outbound.connector(&config.data)?;
    config.outbound.messenger(&connector, &config.data)?;
    config.outbound.sign_on(&connector)?;
    config.outbound.outbound.describe().iter().for_each(|line| println!("{line}"));
    for place in wiring::unknown_outbound_entities(&config, &store).await? {
        println!("WARN          outbound.entities.\"{place}\": there is no such entity, so nobody reaches these hosts");
    }
    match config.outbound.sms_gateway {
        Some(_) => println!("ok            SMS gateway"),
        None => println!("missing       SMS gateway: codes go by email only"),
    }
    print_scanner(&config, &connector).await;
    check_tools(&config);
    let documents = wiring::sealed(documents.all, &store);
    if files && file_report::print(&store, documents.as_ref(), &store::audit::now(), &places).await? > 0 {
        return Ok(ExitCode::FAILURE);
    }
    Ok(if is_ok { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A login that owns the schema could switch row-level security off.
async fn print_login(config: &Config, store: &Store) -> anyhow::Result<()> {
    let Some(rights) = store.login_rights().await?.filter(|_| demo_folder::origin(&config.data).is_none()) else {
        return Ok(());
    };
    let advice = "serve with a login that is only a member of docz_app, see \"PostgreSQL\" in docs/operating.md";
    match rights {
        LoginRights { is_unrestricted: true, .. } => {
            println!("WARN          the database login is exempt from row-level security: {advice}");
        }
        LoginRights { owns_schema: true, .. } => println!("WARN          the database login owns the schema: {advice}"),
        LoginRights { .. } => println!("ok            the database login does not own the schema"),
    }
    Ok(())
}

/// The stores of documents; false when one does not answer.
async fn print_stores(config: &Config, documents: &DocumentStores) -> anyhow::Result<bool> {
    let role = |kind| if config.files.kind == kind { "new documents" } else { "older documents" };
    let mut is_up = true;
    println!(
        "ok            documents, encrypted, in {} ({})",
        config.files_folder()?.display(),
        role(StoreKind::Folder)
    );
    if let (Some(file), Some(s3)) = (&config.files.s3, &documents.s3) {
        let place = format!("bucket {} at {} ({})", file.bucket, file.endpoint, role(StoreKind::S3));
        match s3.check().await {
            Ok(()) => println!("ok            documents, encrypted, in {place}; it answers"),
            Err(fault) => {
                println!("FAIL          {place}: {fault}");
                is_up = false;
            }
        }
    }
    Ok(is_up)
}

/// Reports the programs that are not installed, and what to install.
fn check_tools(config: &Config) {
    let tools = &config.text_tools;
    let unread = "verdicts are Unreadable";
    let programs = [
        (tools.pdftotext.as_path(), "-v", format!("the text of PDFs cannot be read, {unread}: install poppler-utils")),
        (
            tools.tesseract.as_path(),
            "--version",
            format!("text in pictures cannot be read, {unread}: install tesseract-ocr"),
        ),
    ];
    for (program, flag, without) in programs {
        let name = program.display();
        match Command::new(program).arg(flag).output() {
            Ok(output) if output.status.success() => println!("ok            {name}"),
            _ => println!("missing       {name}: {without}"),
        }
    }
    let languages = Command::new(&tools.tesseract).arg("--list-langs").output();
    let languages = languages.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    for language in ["eng", "tam"].into_iter().filter(|name| !languages.is_empty() && !languages.contains(name)) {
        println!("missing       tesseract language {language}: install tesseract-ocr-{language}");
    }
}

async fn print_scanner(config: &Config, connector: &Arc<Outbound>) {
    match wiring::open_scanner(config, connector) {
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
        if loose.is_tightened {
            println!("tightened     {path} was open to others ({mode:04o})")
        } else {
            println!("WARN          {path} is open to others ({mode:04o}), and could not be changed")
        }
    }
    for loose in private::loose_operator_files(config) {
        println!("WARN          {} is open to others ({:04o}): chmod go= it", loose.path.display(), loose.mode);
    }
}
