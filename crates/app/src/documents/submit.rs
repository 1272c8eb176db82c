use domain::Refusal;
use domain::access::{Actor, Change, Side, Sight};
use domain::message::Message;
use domain::request::Event;
use domain::request::read::{Reader as Body, numbers};
use serde_json::{Map, Value, json};
use store::requests::{Case, DocumentRow, Step, add_remark};

use super::remark::{check, new_remark};
use super::stage::{document, person};
use crate::requests::{
    Decided, Reader, Situation, change, describe, level_on, reference, situation, step, version, view,
};
use crate::{App, Result};

/// What somebody hands in: documents with files that are staged, and what he says about them.
struct HandIn {
    /// `None`: all that have staged files.
    documents: Option<Vec<u32>>,
    /// (document, text); 0 is the whole request.
    remarks: Vec<(u32, String)>,
}

fn read(body: &Map<String, Value>) -> std::result::Result<HandIn, Refusal> {
    let mut reader = Body::new(body, "");
    reader.only(&["txnRefNo", "versionNumber", "documents", "remark", "remarks"]);
    let documents = body.get("documents").filter(|value| !value.is_null()).map(numbers);
    if documents == Some(None) {
        reader.fail("documents", Message::about("selectValid", "docrequest", "documents"));
    }
    let documents = documents.flatten();
    let mut remarks: Vec<(u32, String)> = reader.text("remark", 1000).map(|text| (0, text)).into_iter().collect();
    for (path, map) in reader.objects("remarks", 200) {
        let mut own = Body::new(map, &path);
        own.only(&["documentNo", "text"]);
        let number = own.int("documentNo", 0, 100_000).unwrap_or(0) as u32;
        remarks.extend(own.text("text", 1000).map(|text| (number, text)));
        reader.errors.append(&mut own.errors);
    }
    match reader.errors.is_empty() {
        true => Ok(HandIn { documents, remarks }),
        false => Err(Refusal::Invalid(reader.errors)),
    }
}

/// Hands in what is staged. With neither a document nor a remark there is nothing to submit.
pub async fn submit(app: &App, actor: &Actor, sight: &Sight<Change>, body: &Map<String, Value>) -> Result<Value> {
    let hand_in = read(body)?;
    let by_name = super::remark::name_of(app, actor, sight).await?;
    let today = situation(app, sight).await?.today;
    let decide = |case: &Case, at: &Situation| decide(sight, &hand_in, &by_name, case, at);
    let after = change(app, sight, reference(body)?, version(body)?, decide).await?;
    describe(app, sight, view(&Reader { actor, sight, today }, &after)).await
}

fn decide(sight: &Sight<Change>, hand_in: &HandIn, by_name: &str, case: &Case, at: &Situation) -> Result<Decided> {
    let side = sight.eyes().side();
    let numbers: Vec<u32> = match &hand_in.documents {
        Some(numbers) => numbers.clone(),
        None => {
            let mine = case.documents.iter().filter(|row| level_on(sight, case, row) > 0);
            mine.filter(|row| case.staged(row.number, side).next().is_some()).map(|row| row.number).collect()
        }
    };
    let rows: Vec<&DocumentRow> = numbers.iter().map(|number| document(sight, case, *number)).collect::<Result<_>>()?;
    let nothing = Refusal::field("documents", Message::plain("UploadAnyDocumentORemarks"));
    let (rows, empty): (Vec<_>, Vec<_>) =
        rows.into_iter().partition(|row| case.staged(row.number, side).next().is_some());
    // Whoever says something about a document need not hand it in as well.
    if hand_in.remarks.is_empty() && (rows.is_empty() || !empty.is_empty()) {
        return Err(nothing.into());
    }
    let action = if rows.is_empty() { "remark" } else { "submit" };
    let only = if rows.len() == 1 { Some(rows[0].number) } else { None };
    let titles: Vec<&str> = rows.iter().map(|row| row.title.as_str()).collect();
    let said = hand_in.remarks.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join("\n");
    let remark = Some(said).filter(|said| !said.is_empty());
    let detail = json!({ "documents": titles });
    let done = Step { document: only, remark, detail, ..step(sight, Some(case), at, action) };
    let mut decided = Decided { after: case.clone(), step: done, effects: Vec::new(), more: Vec::new() };
    for row in rows {
        if level_on(sight, case, row) < 3 {
            return Err(Refusal::NotYou(Message::plain("levelTooLow")).into());
        }
        decided = decided.and(&Event::Upload { document: row.number, by: person(sight) }, at)?;
        take_files(&mut decided.after, row.number, side);
        if case.head.levels == 0 {
            // Nobody looks at it: the rules have the last word, and they have nothing against it.
            decided = decided.and(&Event::RuleAccepts { document: row.number }, at)?;
        }
    }
    for (number, text) in &hand_in.remarks {
        let party = check(sight, case, *number)?;
        let remark = new_remark(sight, *number, party, by_name, text, &at.now);
        decided.more.push(add_remark(sight.permit(), &case.head.tenant_code, &case.head.txn_ref_no, &remark));
    }
    Ok(decided)
}

/// The staged files become the newest version's.
fn take_files(after: &mut Case, number: u32, side: Side) {
    let newest = after.versions.iter().filter(|version| version.document == number).map(|version| version.number).max();
    let staged =
        after.files.iter_mut().filter(|file| file.document == number && file.version == 0 && file.side() == side);
    staged.for_each(|file| file.version = newest.unwrap_or(1));
}
