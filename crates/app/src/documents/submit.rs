use domain::Refusal;
use domain::access::{Actor, Change, RequestAccess, Side};
use domain::message::Message;
use domain::request::Event;
use domain::request::read::{BodyReader, numbers};
use serde_json::{Map, Value, json};
use store::requests::{ActionTaken, DocumentRow, RequestAggregate, add_remark};

use super::remark::{check, new_remark};
use super::stage::{document, person};
use crate::requests::{
    EntityClock, Outcome, RequestView, change, describe, entity_clock, level_on, reference, step, version, view,
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
    let mut reader = BodyReader::new(body, "");
    reader.only(&["txnRefNo", "versionNumber", "documents", "remark", "remarks"]);
    let documents = body.get("documents").filter(|value| !value.is_null()).map(numbers);
    if documents == Some(None) {
        reader.fail("documents", Message::about("selectValid", "docrequest", "documents"));
    }
    let documents = documents.flatten();
    let mut remarks: Vec<(u32, String)> = reader.text("remark", 1000).map(|text| (0, text)).into_iter().collect();
    for (path, map) in reader.objects("remarks", 200) {
        let mut own = BodyReader::new(map, &path);
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
pub async fn submit(
    app: &App,
    actor: &Actor,
    access: &RequestAccess<Change>,
    body: &Map<String, Value>,
) -> Result<Value> {
    let hand_in = read(body)?;
    let by_name = super::remark::name_of(app, actor, access).await?;
    let today = entity_clock(app, access).await?.today;
    let decide = |aggregate: &RequestAggregate, at: &EntityClock| decide(access, &hand_in, &by_name, aggregate, at);
    let after = change(app, access, reference(body)?, version(body)?, decide).await?;
    describe(app, access, view(&RequestView { actor, access, today }, &after)).await
}

fn decide(
    access: &RequestAccess<Change>,
    hand_in: &HandIn,
    by_name: &str,
    aggregate: &RequestAggregate,
    at: &EntityClock,
) -> Result<Outcome> {
    let side = access.viewer().side();
    let numbers: Vec<u32> = match &hand_in.documents {
        Some(numbers) => numbers.clone(),
        None => {
            let mine = aggregate.documents.iter().filter(|row| level_on(access, aggregate, row) > 0);
            mine.filter(|row| aggregate.staged(row.number, side).next().is_some()).map(|row| row.number).collect()
        }
    };
    let rows: Vec<&DocumentRow> =
        numbers.iter().map(|number| document(access, aggregate, *number)).collect::<Result<_>>()?;
    let nothing = Refusal::field("documents", Message::plain("UploadAnyDocumentORemarks"));
    let (rows, empty): (Vec<_>, Vec<_>) =
        rows.into_iter().partition(|row| aggregate.staged(row.number, side).next().is_some());
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
    let done = ActionTaken { document: only, remark, detail, ..step(access, Some(aggregate), at, action) };
    let mut decided = Outcome { after: aggregate.clone(), step: done, effects: Vec::new(), more: Vec::new() };
    for row in rows {
        if level_on(access, aggregate, row) < 3 {
            return Err(Refusal::NotYou(Message::plain("levelTooLow")).into());
        }
        decided = decided.and(&Event::Upload { document: row.number, by: person(access) }, at)?;
        take_files(&mut decided.after, row.number, side);
        if aggregate.request.levels == 0 {
            // Nobody looks at it: the rules have the last word, and they have nothing against it.
            decided = decided.and(&Event::RuleAccepts { document: row.number }, at)?;
        }
    }
    for (number, text) in &hand_in.remarks {
        let party = check(access, aggregate, *number)?;
        let remark = new_remark(access, *number, party, by_name, text, &at.now);
        decided.more.push(add_remark(
            access.permit(),
            &aggregate.request.tenant_code,
            &aggregate.request.txn_ref_no,
            &remark,
        ));
    }
    Ok(decided)
}

/// The staged files become the newest version's.
fn take_files(after: &mut RequestAggregate, number: u32, side: Side) {
    let newest = after.versions.iter().filter(|version| version.document == number).map(|version| version.number).max();
    let staged =
        after.files.iter_mut().filter(|file| file.document == number && file.version == 0 && file.side() == side);
    staged.for_each(|file| file.version = newest.unwrap_or(1));
}
