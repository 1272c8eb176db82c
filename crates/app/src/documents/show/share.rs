//! Copies accepted documents to the entity's file-sharing service and drive. Each entity and target is served on its
//! own, so that a slow or dead drive delays no other.

use std::collections::HashSet;
use std::time::Duration;

use domain::access::{Change, Permit, RequestAccess, system};
use domain::document::file_name;
use domain::drive::Drive;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use jiff::{SignedDuration, Timestamp};
use ports::DriveFile;
use store::Error;
use store::audit::stamp;
use store::requests::{DueShare, ShareLane, ShareResult};

use super::content::content_of;
use super::masking::{original_only_reason, shown_file};
use crate::context::lease::{hold, lease_end};
use crate::context::{Pass, entity_clock, load};
use crate::{App, Result};

/// Entities and targets served at the same time.
const MAX_LANES: usize = 16;
/// Documents copied for one lane before the others get their turn.
const BATCH_SIZE: i64 = 20;
/// How often lanes with new documents are looked for while others are still being served.
const LOOK_AGAIN: Duration = Duration::from_secs(1);
/// A failed copy is tried again for this long.
const RETRIES: SignedDuration = SignedDuration::from_hours(72);
/// The part of an error that is kept.
const FAULT_CHARS: usize = 200;

/// Makes the copies that are due. A lane that fails is left alone until the next pass.
pub async fn share_waiting(app: &App, pass: &mut Pass) -> Result<()> {
    let mut stop = pass.stop();
    let mut seen = HashSet::new();
    let mut work = FuturesUnordered::new();
    loop {
        for lane in app.store.due_share_lanes(&stamp(app.shared_now())).await? {
            match lane {
                Ok(lane) if work.len() < MAX_LANES && seen.insert(lane.clone()) => {
                    let own = pass.part();
                    work.push(async move {
                        let done = serve(app, &lane, &own).await;
                        (lane, done)
                    });
                }
                Ok(_) => {}
                Err(error) => pass.count("document_share", Err(error))?,
            }
        }
        let ended = tokio::select! {
            ended = work.next() => ended,
            // Others need not wait for a drive that is slow.
            () = tokio::time::sleep(LOOK_AGAIN) => continue,
            // What is under way is claimed, and made again later.
            () = stop.requested() => return Ok(()),
        };
        let Some((lane, done)) = ended else { return Ok(()) };
        let key = format!("{}/{}/{}", lane.country, lane.entity, lane.target.name());
        match done {
            Ok(Served { done, skipped, fault }) => {
                pass.report.done += done;
                pass.report.skipped += skipped;
                match fault {
                    Some(fault) => pass.fail(&key, fault),
                    // There may be more; another node makes what was skipped.
                    None if done > 0 && skipped == 0 => drop(seen.remove(&lane)),
                    None => {}
                }
            }
            Err(error) => pass.count(&key, Err(error))?,
        }
    }
}

#[derive(Default)]
struct Served {
    done: u64,
    skipped: u64,
    fault: Option<String>,
}

/// Copies some documents to one target and stops at the first failure.
async fn serve(app: &App, lane: &ShareLane, pass: &Pass) -> Result<Served> {
    let permit = system::requests(&lane.country, &lane.entity);
    let drive = app.store.drive(&permit, lane.target).await?;
    let due = app.store.due_shares(&permit, lane.target, &stamp(app.shared_now()), BATCH_SIZE).await?;
    let mut served = Served::default();
    for due in due {
        if pass.is_stopping() {
            break;
        }
        if !app.store.claim_share(&permit, lane.target, &due, &lease_end(app)).await? {
            served.skipped += 1;
            continue;
        }
        let copied = match &drive {
            Some(drive) => copy_holding(app, (&permit, lane), drive, &due).await,
            None => Err("the target was switched off".to_owned()),
        };
        let now = app.shared_now();
        let result = match copied {
            Ok(Copied::All) => ShareResult::Shared,
            // Another try would not change it, and the drive is not at fault.
            Ok(Copied::LeftOut(names)) => ShareResult::GivenUp {
                fault: format!("shown only as original: {names}").chars().take(FAULT_CHARS).collect(),
            },
            Err(fault) => {
                let fault: String = fault.chars().take(FAULT_CHARS).collect();
                served.fault = Some(fault.clone());
                if pass.may_give_up && is_over(&due.queued_on, now) {
                    ShareResult::GivenUp { fault }
                } else {
                    ShareResult::Again { at: stamp(now + back_off(due.tries)), fault }
                }
            }
        };
        app.store.settle_share(&permit, lane.target, &due, &result, &stamp(now)).await?;
        if served.fault.is_some() {
            break;
        }
        served.done += 1;
    }
    Ok(served)
}

/// What was copied of a document.
enum Copied {
    All,
    /// All but these files, which only the original shows.
    LeftOut(String),
}

/// Copies a document and renews its claim meanwhile. A second copy replaces the first, so it goes on in any case.
async fn copy_holding(
    app: &App,
    (permit, lane): (&Permit<Change>, &ShareLane),
    drive: &Drive,
    due: &DueShare,
) -> std::result::Result<Copied, String> {
    let renew = || async {
        app.store.renew_share(permit, lane.target, due, &lease_end(app)).await?;
        Ok(true)
    };
    let copied = hold(copy(app, permit, drive, due), renew).await;
    copied.unwrap_or_else(|| Err("the claim was lost".to_owned()))
}

/// Copies all files of a document's version. The stored files are verified while they are read.
async fn copy(
    app: &App,
    permit: &Permit<Change>,
    drive: &Drive,
    due: &DueShare,
) -> std::result::Result<Copied, String> {
    let text = |error: Error| error.to_string();
    let access = RequestAccess::system(&permit.scope().country, &permit.scope().entity);
    let at = entity_clock(app, &access).await.map_err(text)?;
    let aggregate = load(app, &access, &due.txn_ref_no, &at).await.map_err(text)?;
    let document = aggregate.document(due.document).ok_or("the document does not exist")?;
    let files = aggregate.files.iter().filter(|file| file.document == due.document && file.version == due.version);
    let mut left_out = Vec::new();
    for (at, file) in files.enumerate() {
        if file.is_infected() {
            return Err("malware was found in the document".to_owned());
        }
        let content = content_of(&access, &aggregate, file);
        let shown = match shown_file(app, &content).await {
            Err(error) if original_only_reason(&error).is_some() => {
                left_out.push(file.file_name.as_str());
                continue;
            }
            other => other.map_err(text)?,
        };
        let title: String = document.title.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
        let number = format!("{:02}-{}-{}", due.document, due.version, at + 1);
        let name = format!("{number} {} - {}", title.trim(), file_name::clean(&shown.name));
        let copy = DriveFile { folder: due.txn_ref_no.clone(), name, size: shown.size, pieces: shown.pieces };
        app.drives.put(drive, copy).await?;
    }
    Ok(if left_out.is_empty() { Copied::All } else { Copied::LeftOut(left_out.join(", ")) })
}

/// Doubles from one minute to one hour.
fn back_off(tries: i64) -> SignedDuration {
    SignedDuration::from_secs(60i64.saturating_mul(1 << tries.clamp(0, 6)).min(3600))
}

fn is_over(since: &str, now: Timestamp) -> bool {
    since.parse::<Timestamp>().is_ok_and(|since| since + RETRIES <= now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failing_drive_is_tried_less_and_less_often_for_three_days() {
        let minutes: Vec<i64> = (0..9).map(|tries| back_off(tries).as_secs() / 60).collect();
        assert_eq!(minutes, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
        let now: Timestamp = "2026-11-15T06:00:00Z".parse().unwrap();
        assert!(is_over("2026-11-12T06:00:00.000Z", now) && !is_over("2026-11-12T06:00:01.000Z", now));
    }
}
