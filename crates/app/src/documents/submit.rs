use domain::Refusal;
use domain::access::{Actor, Change, RequestAccess, Side};
use domain::message::Message;
use domain::request::read::BodyReader;
use domain::request::{Event, RequestAction, bodies};
use serde_json::{Map, Value, json};
use store::requests::{
    ActionTaken, DocumentRow, NO_RULE, RequestAggregate, RuleOfDocument, VerificationRow, add_remark,
};

use super::receive::stage::{document, person};
use super::remark::{check, new_remark};
use crate::context::{EntityClock, Outcome, entity_clock, reference, step, version};
use crate::requests::{RequestView, change, describe, level_on, view};
use crate::{App, Result};

/// Documents with staged files, and remarks about them.
struct Submission {
    /// `None`: all documents with staged files.
    documents: Option<Vec<u32>>,
    /// (document, text); 0 is the whole request.
    remarks: Vec<(u32, String)>,
}

fn read(body: &Map<String, Value>) -> std::result::Result<Submission, Refusal> {
    let mut reader = BodyReader::new(body, &bodies::SUBMISSION);
    reader.only_declared();
    let documents = reader.numbers("documents");
    let mut remarks: Vec<(u32, String)> = reader.text("remark").map(|text| (0, text)).into_iter().collect();
    for mut own in reader.objects("remarks") {
        own.only_declared();
        let number = own.number("documentNo").unwrap_or(0);
        remarks.extend(own.text("text").map(|text| (number, text)));
        reader.errors.append(&mut own.errors);
    }
    reader.into_result(Submission { documents, remarks })
}

/// Submits the staged files. A submission needs a document or a remark.
pub async fn submit(
    app: &App,
    actor: &Actor,
    access: &RequestAccess<Change>,
    body: &Map<String, Value>,
) -> Result<Value> {
    let submission = read(body)?;
    let by_name = super::remark::name_of(app, actor, access).await?;
    let at = entity_clock(app, access).await?;
    let rules = app.store.rules_of_request(access, reference(body)?).await?;
    let decide =
        |aggregate: &RequestAggregate, at: &EntityClock| decide(access, &submission, &rules, &by_name, aggregate, at);
    let after = change(app, access, reference(body)?, version(body)?, decide).await?;
    app.live.verification_signal().notify_one();
    describe(app, access, view(&RequestView { actor, access, at: &at }, &after)).await
}

fn decide(
    access: &RequestAccess<Change>,
    submission: &Submission,
    rules: &[RuleOfDocument],
    by_name: &str,
    aggregate: &RequestAggregate,
    at: &EntityClock,
) -> Result<Outcome> {
    let side = access.viewer().side();
    let numbers: Vec<u32> = match &submission.documents {
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
    // A remark about a document does not need a file with it.
    if submission.remarks.is_empty() && (rows.is_empty() || !empty.is_empty()) {
        return Err(nothing.into());
    }
    let action = if rows.is_empty() { RequestAction::Remark } else { RequestAction::Submit };
    let only = if rows.len() == 1 { Some(rows[0].number) } else { None };
    let titles: Vec<&str> = rows.iter().map(|row| row.title.as_str()).collect();
    let said = submission.remarks.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join("\n");
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
        let rule = rules.iter().find(|rule| rule.document == row.number);
        // Without a rule it is still read, so that numbers in it can be covered.
        wait_for_verification(&mut decided.after, row.number, rule.map_or(NO_RULE, |rule| &rule.rule_code));
        // Without levels of review the rule decides once the file is read; without a rule nobody objects.
        if aggregate.request.levels == 0 && rule.is_none() {
            decided = decided.and(&Event::RuleAccepts { document: row.number }, at)?;
        }
    }
    for (number, text) in &submission.remarks {
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

fn wait_for_verification(after: &mut RequestAggregate, number: u32, rule_code: &str) {
    let newest = after.versions.iter_mut().filter(|version| version.document == number).max_by_key(|row| row.number);
    if let Some(version) = newest {
        version.verification = Some(VerificationRow::waiting(rule_code));
    }
}

/// Moves the staged files into the newest version.
fn take_files(after: &mut RequestAggregate, number: u32, side: Side) {
    let newest = after.versions.iter().filter(|version| version.document == number).map(|version| version.number).max();
    let staged =
        after.files.iter_mut().filter(|file| file.document == number && file.version == 0 && file.side() == side);
    staged.filter(|file| !file.is_infected()).for_each(|file| file.version = newest.unwrap_or(1));
}
