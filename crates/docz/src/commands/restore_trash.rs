use std::process::ExitCode;

use app::files::trash;
use jiff::Timestamp;

use crate::config::Config;
use crate::locations::Locations;
use crate::wiring;

/// Brings files back that `sweep-files` moved to the trash, with or without a running server.
pub async fn run(place: Locations, since: Option<Timestamp>, is_named: bool) -> anyhow::Result<ExitCode> {
    let app = wiring::open_app(&Config::of(place)?).await?.app;
    let restored = trash::restore(&app, since, is_named).await?;
    println!("{restored} files were brought back from the trash.");
    let mut left = 0;
    for place in &app.places {
        left += trash::list(place.as_ref()).await?.len();
    }
    println!("{left} files are still there.");
    Ok(ExitCode::SUCCESS)
}
