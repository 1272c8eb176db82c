//! Imports requests from a file: one request per line, with the customer as its only party.

use domain::access::{Actor, Change, RequestAccess};
use domain::message::Message;
use domain::refusal::{FieldError, Refusal};
use domain::request::RequestPolicy;
use domain::request::bodies::CUSTOMER;
use ports::Pieces;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use store::Error;

use super::create::create;
use super::{compose, look_ups};
use crate::context::{Idempotency, entity_clock};
use crate::files::inspection_queue::Caller;
use crate::live::ImportProgress;
use crate::tables::{Line, Sheet};
use crate::{App, Result, tables};

/// The maximum number of requests in one file.
const MAX_REQUESTS: usize = 500;
/// The most characters of a wrong cell that are shown.
const MAX_VALUE: usize = 60;
/// Columns besides the customer's own fields.
const EXTRA_COLUMNS: &[&str] = &[
    "firstName",
    "lastName",
    "langCode",
    "documents",
    "documentDueDate",
    "expiryDays",
    "userReference",
    "referredBy",
    "branchCode",
    "requestRemarks",
];

/// Options of an import.
#[derive(Debug, Default)]
pub struct Import {
    /// Sends the requests at once.
    pub send: bool,
    /// Only validates the file.
    pub is_dry: bool,
    pub repeat: Option<Idempotency>,
    /// The branch of lines without one.
    pub branch: Option<String>,
}

impl Idempotency {
    /// Makes repeated imports of the same line create one request.
    fn of_line(&self, number: u64, body: &Map<String, Value>) -> Idempotency {
        let body = serde_json::to_vec(body).unwrap_or_default();
        let body_hash = hex::encode(Sha256::digest(body));
        Idempotency { key: format!("{} {number}", self.key), body_hash }
    }
}

/// An error of a line, with the cell that caused it.
#[derive(Debug)]
pub struct LineFault {
    pub line: u64,
    pub error: FieldError,
    pub value: Option<String>,
}

impl LineFault {
    fn of(columns: &[String], line: &Line, error: FieldError) -> LineFault {
        let name = error.field.rsplit('.').next().unwrap_or_default();
        let cell = columns.iter().position(|column| column == name).and_then(|at| line.cells.get(at));
        let value =
            cell.map(|cell| cell.trim().chars().take(MAX_VALUE).collect()).filter(|cell: &String| !cell.is_empty());
        LineFault { line: line.number, error, value }
    }
}

/// The result of an import: number of lines, their errors, and the new reference numbers.
#[derive(Debug, Default)]
pub struct Imported {
    pub rows: usize,
    pub faults: Vec<LineFault>,
    pub references: Vec<String>,
}

/// Validates every line, and creates the requests if all are valid and it is not a dry run.
pub async fn import(
    app: &App,
    actor: &Actor,
    access: &RequestAccess<Change>,
    file: Pieces<'_>,
    options: Import,
) -> Result<Imported> {
    let slot = app.inspections.uploads.take(Caller::of(access.permit()));
    let sheet = tables::read(app.inspector.as_ref(), slot, file).await?;
    check_columns(&sheet)?;
    let at = entity_clock(app, access).await?;
    let policy = app.store.policy(access.permit(), at.today).await?;
    let mut done = Imported { rows: sheet.lines.len(), ..Imported::default() };
    let mut bodies = Vec::with_capacity(sheet.lines.len());
    let mut progress = ImportProgress::new(app, access.permit(), sheet.lines.len() as u64);
    for (at, line) in (0..).zip(&sheet.lines) {
        progress.tell(at);
        let body = body_of(app, access, &sheet.columns, line, &options).await?;
        if line.is_too_long {
            let message = Message::plain("importSurplus");
            done.faults.push(LineFault::of(&sheet.columns, line, FieldError { field: "file".to_owned(), message }));
        }
        match check(app, access, &body, &policy).await {
            Ok(()) => bodies.push((line, body)),
            Err(Error::Refused(Refusal::Invalid(errors))) => {
                done.faults.extend(errors.into_iter().map(|error| LineFault::of(&sheet.columns, line, error)));
            }
            Err(error) => return Err(error),
        }
    }
    if options.is_dry || !done.faults.is_empty() {
        return Ok(done);
    }
    for (at, (line, body)) in (0..).zip(bodies) {
        progress.tell(at);
        let repeat = options.repeat.as_ref().map(|whole| whole.of_line(line.number, &body));
        match Box::pin(create(app, actor, access, &body, repeat)).await {
            Ok(made) => done.references.extend(made["txnRefNo"].as_str().map(str::to_owned)),
            // A referenced record was deleted in the meantime: created requests stay, and this line is reported.
            Err(Error::Refused(Refusal::Invalid(errors))) => {
                done.faults.extend(errors.into_iter().map(|error| LineFault::of(&sheet.columns, line, error)));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(done)
}

fn check_columns(sheet: &Sheet) -> std::result::Result<(), Refusal> {
    let known = |name: &String| CUSTOMER.field(name).is_some() || EXTRA_COLUMNS.contains(&name.as_str());
    if let Some(unknown) = sheet.columns.iter().find(|name| !known(name)) {
        return Err(Refusal::field("file", Message::plain("importHeader").with("name", unknown)));
    }
    let is_duplicate = |(at, name): &(usize, &String)| sheet.columns[..*at].contains(name);
    if let Some((_, duplicate)) = sheet.columns.iter().enumerate().find(is_duplicate) {
        return Err(Refusal::field("file", Message::plain("importTwice").with("name", duplicate)));
    }
    match sheet.lines.len() {
        0 => Err(Refusal::field("file", Message::plain("fileEmpty"))),
        n if n > MAX_REQUESTS => Err(Refusal::TooLarge(Message::plain("importTooLarge").with("max", MAX_REQUESTS))),
        _ => Ok(()),
    }
}

async fn check(
    app: &App,
    access: &RequestAccess<Change>,
    body: &Map<String, Value>,
    policy: &RequestPolicy,
) -> Result<()> {
    let (input, _) = compose::read(app, access, body, policy, None).await?;
    compose::branch(access, input.branch_code.as_deref(), "").map(drop)
}

/// The body to save: the line's cells, with the template's documents where it names none.
async fn body_of(
    app: &App,
    access: &RequestAccess<Change>,
    columns: &[String],
    line: &Line,
    options: &Import,
) -> Result<Map<String, Value>> {
    let cells: Map<String, Value> =
        columns.iter().cloned().zip(line.cells.iter().map(|cell| json!(cell.trim()))).collect();
    let text = |name: &str| cells.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let documents: Vec<Value> = match text("documents").as_str() {
        "" => look_ups::propose(app, access, &cells).await?.into_iter().map(requested_document).collect(),
        named => named.split(['|', ';', ',']).map(|code| json!({ "documentCode": code.trim() })).collect(),
    };
    let name = text("customerName");
    let (first, last) = name.rsplit_once(' ').unwrap_or((&name, &name));
    let or = |given: String, usual: &str| if given.is_empty() { usual.to_owned() } else { given };
    let mail = text("emailAddress");
    let party = json!({
        "firstName": or(text("firstName"), first).chars().take(50).collect::<String>(),
        "lastName": or(text("lastName"), last).chars().take(50).collect::<String>(),
        "emailAddress": mail, "mobileNumber": text("primaryMobile"), "primaryParty": true,
        "emailNotification": !mail.is_empty(), "smsNotification": mail.is_empty(),
        "langCode": or(text("langCode"), "en"), "requestRemarks": text("requestRemarks"), "documents": documents,
    });
    let mut body: Map<String, Value> = cells
        .into_iter()
        .filter(|(name, value)| {
            let is_customer_field = CUSTOMER.field(name).is_some();
            let is_filled =
                ["documentDueDate", "expiryDays", "userReference", "referredBy", "branchCode"].contains(&name.as_str());
            is_customer_field || (is_filled && value.as_str().is_some_and(|text| !text.is_empty()))
        })
        .collect();
    body.insert("parties".to_owned(), json!([party]));
    if let Some(branch) = &options.branch {
        body.entry("branchCode").or_insert_with(|| json!(branch));
    }
    body.insert("send".to_owned(), json!(options.send));
    // An import must not consume the user's draft.
    body.insert("draft".to_owned(), json!(false));
    Ok(body)
}

fn requested_document(proposed: Value) -> Value {
    json!({
        "documentCode": proposed["documentCode"], "templateCode": proposed["templateCode"],
        "mandatory": proposed["mandatory"], "instructions": proposed["instructions"],
    })
}
