use std::io::{BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};

use domain::Refusal;
use domain::access::{Change, Permit};
use domain::master_data::{Definition, Kind, Purpose, Record, ValidationContext, Value, validate};
use domain::message::Message;
use serde_json::{Map, Value as Json, json};
use store::master_data::key_text;
use store::{Batch, ImportOutcome, ImportRow, RowFault};

use super::four_eyes::{Guard, Held, Operation};
use super::protect::{audited, is_set_by_other, password_set_by_admin, protect, shown};
use super::save::{set_password, try_rows};
use super::user_access::SameCommit;
use super::{check_scope, checks, four_eyes, invalidate_caches};
use crate::live::ImportProgress;
use crate::tables::rearm;
use crate::{App, Error, Result};

/// The maximum number of rows in one file.
const MAX_ROWS: u64 = 50_000;
/// The maximum size of one file.
pub const LIMIT_BYTES: u64 = 16 * 1024 * 1024;
/// Password hashing is slow on purpose, so fewer rows are allowed.
const MAX_PASSWORDS: u64 = 500;
const MAX_FAULTS: usize = 1000;
/// The maximum number of rows in one file that wait for a second person.
const MAX_PROPOSALS: usize = 500;

/// The result of an import.
pub type Import = ImportOutcome;

/// Imports a CSV file as one change. Every invalid row is reported, and one of them rejects the whole file.
///
/// Rows are validated and encrypted first, outside of any transaction, and buffered in a file: memory use stays
/// constant and the database is locked only for the inserts.
pub async fn import(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    file: std::fs::File,
    dry_run: bool,
) -> Result<Import> {
    let scope = permit.scope().clone();
    let mut progress = ImportProgress::new(app, permit, lines_below_head(&file)?);
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(BufReader::new(file));
    let header = header(definition, &mut reader)?;
    let has_password = definition.stored().any(|field| field.kind == Kind::Password);
    let max_rows = if has_password { MAX_PASSWORDS } else { MAX_ROWS };
    let context = app.validation_context(&scope).await?;
    let own_role = four_eyes::own_role(app, permit, definition).await?;
    let guard = Guard::load(app, permit, definition, "", None).await?;
    let mut read = ReadRows::new(store::audit::stamp(app.clock.now()))?;
    let mut rows = 0;
    let mut cells = csv::StringRecord::new();
    while next(&mut reader, &mut cells)? {
        rows += 1;
        progress.tell(rows);
        if rows > max_rows {
            return Err(Refusal::TooLarge(Message::plain("importTooLarge").with("max", max_rows)).into());
        }
        let line = cells.position().map_or(rows + 1, csv::Position::line);
        let row =
            validate_row(definition, &header, &cells, &context, &scope).and_then(|record| match own_role(&record) {
                Some(message) => Err(Refusal::field("userId", message)),
                None => Ok(record),
            });
        read.take(app, permit, (definition, &guard), line, row).await?;
        if rows % 256 == 0 {
            tokio::task::yield_now().await;
        }
    }
    read.store(app, permit, (definition, guard), rows, dry_run).await
}

/// How many lines a file has below its first. A cell may have several, so there can be fewer rows.
fn lines_below_head(mut file: &std::fs::File) -> Result<u64> {
    let lines = BufReader::new(file).split(b'\n').try_fold(0u64, |lines, line| line.map(|_| lines + 1));
    file.seek(SeekFrom::Start(0)).map_err(Error::internal)?;
    Ok(lines.map_err(Error::internal)?.saturating_sub(1))
}

/// The rows of a file, sorted by what becomes of them.
struct ReadRows {
    now: String,
    buffer: BufWriter<std::fs::File>,
    /// Users who choose their password by a link.
    invited: Vec<String>,
    /// Rows that wait for a second person.
    waiting: Vec<(u64, Record)>,
    faults: Vec<RowFault>,
    more: u64,
    /// What is committed once with all rows.
    once: SameCommit,
}

impl ReadRows {
    fn new(now: String) -> Result<ReadRows> {
        let buffer = BufWriter::new(tempfile::tempfile().map_err(Error::internal)?);
        let (invited, waiting, faults) = (Vec::new(), Vec::new(), Vec::new());
        Ok(ReadRows { now, buffer, invited, waiting, faults, more: 0, once: SameCommit::default() })
    }

    async fn take(
        &mut self,
        app: &App,
        permit: &Permit<Change>,
        (definition, guard): (&'static Definition, &Guard),
        line: u64,
        row: Result<Record, Refusal>,
    ) -> Result<()> {
        let row = match row {
            Ok(record) => match checks::run(app, permit, definition, None, &record).await {
                Ok(()) => Ok(record),
                Err(Error::Refused(refusal)) => Err(refusal),
                Err(error) => return Err(error),
            },
            refused => refused,
        };
        match row {
            Ok(record) if !guard.waits_to_save(definition, &record).is_empty() => self.waiting.push((line, record)),
            Ok(record) => {
                let applied = guard.applied(permit, definition, None, &record, &self.now);
                self.once.depend_on(applied.after);
                if applied.is_sign_on && self.once.told.is_empty() {
                    let key = key_text(&record.key(definition));
                    let told = four_eyes::sign_on_changed(app, permit, definition, &key, &self.now).await?;
                    self.once.tell(told, permit);
                }
                let is_by_link = guard.is_on() && is_set_by_other(definition, permit, &record);
                let mut record = protect(app, permit, definition, record).await?;
                if is_by_link {
                    set_password(definition, &mut record, Value::text(""));
                    self.invited.extend(record.get(definition, "userId").as_text().map(str::to_owned));
                }
                let values: Vec<Json> = record.values.iter().map(Value::to_json).collect();
                writeln!(self.buffer, "{}", json!([line, values])).map_err(Error::internal)?;
            }
            Err(refusal) if self.faults.len() < MAX_FAULTS => self.faults.push(RowFault { line, refusal }),
            Err(_) => self.more += 1,
        }
        Ok(())
    }

    /// Stores them in one commit, unless there are faults or it is a trial.
    async fn store(
        self,
        app: &App,
        permit: &Permit<Change>,
        (definition, guard): (&'static Definition, Guard),
        rows: u64,
        dry_run: bool,
    ) -> Result<Import> {
        let ReadRows { now, buffer, invited, waiting, mut faults, more, mut once } = self;
        let buffer = rewind(buffer)?;
        let lines: Vec<u64> = waiting.iter().map(|(line, _)| *line).collect();
        faults.extend(faults_of_waiting(app, permit, definition, &waiting, &now).await?);
        let found_faults = !faults.is_empty();
        let proposals = propose_rows(app, permit, definition, waiting, &now, &mut once).await?;
        let batch = once.take_batch(permit);
        let first = (!batch.statements.is_empty()).then_some(Ok(ImportRow { line: 0, change: Ok(batch) }));
        let source = buffered_rows(definition, permit.clone(), guard, buffer, now).chain(proposals);
        let source = first.into_iter().chain(source);
        let mut outcome = app.store.import(permit, Box::new(source), dry_run || found_faults).await?;
        if let Some(fault) = outcome.faults.iter().find(|fault| fault.line == 0) {
            return Err(fault.refusal.clone().into());
        }
        outcome.dry_run = dry_run;
        outcome.rows = rows;
        outcome.more_faults += more;
        outcome.faults.extend(faults);
        outcome.faults.sort_by_key(|fault| fault.line);
        outcome.waiting = lines;
        if outcome.is_kept() {
            invalidate_caches(app, definition, permit.scope());
            invite(app, permit, &invited).await;
            for one in once.told {
                one.send(app, permit).await;
            }
        }
        Ok(outcome)
    }
}

/// Rows that wait are tried before: nobody should approve what cannot be stored.
async fn faults_of_waiting(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    rows: &[(u64, Record)],
    now: &str,
) -> Result<Vec<RowFault>> {
    if rows.len() > MAX_PROPOSALS {
        return Err(Refusal::TooLarge(Message::plain("importTooLarge").with("max", MAX_PROPOSALS)).into());
    }
    let rows: Vec<(u64, &Record)> = rows.iter().map(|(line, record)| (*line, record)).collect();
    try_rows(app, permit, definition, &rows, now).await
}

/// Rows that need a second person become proposals, one for each. Administrators are told once for the file.
async fn propose_rows(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    rows: Vec<(u64, Record)>,
    now: &str,
    once: &mut SameCommit,
) -> Result<std::vec::IntoIter<Result<ImportRow>>> {
    if let Some((_, first)) = rows.first() {
        let key = key_text(&first.key(definition));
        once.tell(four_eyes::waiting(app, permit, definition, &key, now).await?, permit);
    }
    let mut proposals = Vec::new();
    for (line, record) in rows {
        let key = record.key(definition);
        let held = Held::of_save(definition, &record);
        let batch = four_eyes::proposal_batch(app, permit, definition, Operation::Save, &key, held, now).await?;
        proposals.push(Ok(ImportRow { line, change: Ok(batch) }));
    }
    Ok(proposals.into_iter())
}

/// Sends new users the link by which they choose a password. A failure does not affect the records.
async fn invite(app: &App, permit: &Permit<Change>, users: &[String]) {
    for user in users {
        if let Err(error) = Box::pin(crate::identity::invite(app, permit, user)).await {
            tracing::warn!(%error, "an imported user could not be invited");
        }
    }
}

fn next(reader: &mut csv::Reader<BufReader<std::fs::File>>, cells: &mut csv::StringRecord) -> Result<bool, Refusal> {
    reader.read_record(cells).map_err(|_| Refusal::UnsupportedFormat)
}

/// The field of each column. Unknown columns and missing required ones are refused before any row is read.
fn header(
    definition: &'static Definition,
    reader: &mut csv::Reader<BufReader<std::fs::File>>,
) -> Result<Vec<String>, Refusal> {
    let header = reader.headers().map_err(|_| Refusal::UnsupportedFormat)?;
    let mut columns: Vec<String> = header.iter().map(|name| name.trim().to_owned()).collect();
    if let Some(first) = columns.first_mut() {
        *first = first.trim_start_matches('\u{feff}').to_owned();
    }
    if columns.iter().any(|name| name.chars().any(char::is_control)) {
        return Err(Refusal::UnsupportedFormat);
    }
    if let Some(at) = columns.iter().position(|name| definition.field(name).is_none()) {
        let name = safe_column_name(&columns[at], at);
        return Err(Refusal::field(&name, Message::plain("importHeader").with("name", &name)));
    }
    let missing = definition.stored().find(|field| field.required && !columns.iter().any(|name| name == field.name));
    match missing {
        Some(field) => Err(Refusal::field(field.name, Message::plain("importMissingColumn").with("name", field.name))),
        None => Ok(columns),
    }
}

/// The column's name if it is well-formed, otherwise its number: the first line of a file that is not a table may
/// contain anything, even a password.
fn safe_column_name(name: &str, at: usize) -> String {
    let is_name =
        (1..=50).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if is_name { name.to_owned() } else { format!("{}", at + 1) }
}

fn validate_row(
    definition: &'static Definition,
    header: &[String],
    cells: &csv::StringRecord,
    context: &ValidationContext,
    scope: &domain::access::Scope,
) -> Result<Record, Refusal> {
    let mut body = Map::new();
    for (name, cell) in header.iter().zip(cells.iter()) {
        let kind = definition.field(name).map(|field| field.kind);
        body.insert(name.clone(), typed(kind, cell));
    }
    check_scope(definition, scope, &body)?;
    validate(definition, &body, Purpose::Save, context)
}

/// A cell as the type of its field; a value that does not fit stays text and is refused by validation.
fn typed(kind: Option<Kind>, cell: &str) -> Json {
    let cell = rearm(cell);
    match (kind, cell.trim()) {
        (_, "") => Json::Null,
        (Some(Kind::Bool), "true" | "TRUE" | "True" | "1" | "yes") => true.into(),
        (Some(Kind::Bool), "false" | "FALSE" | "False" | "0" | "no") => false.into(),
        (Some(Kind::Int { .. }), number) => number.parse::<i64>().map_or_else(|_| number.into(), Json::from),
        _ => cell.into(),
    }
}

fn rewind(writer: BufWriter<std::fs::File>) -> Result<BufReader<std::fs::File>> {
    let mut file = writer.into_inner().map_err(Error::internal)?;
    file.seek(SeekFrom::Start(0)).map_err(Error::internal)?;
    Ok(BufReader::new(file))
}

/// The buffered rows as changes.
fn buffered_rows(
    definition: &'static Definition,
    permit: Permit<Change>,
    guard: Guard,
    buffer: BufReader<std::fs::File>,
    now: String,
) -> impl Iterator<Item = Result<ImportRow>> + Send {
    buffer.lines().map(move |text| {
        let text = text.map_err(Error::internal)?;
        let (line, values): (u64, Vec<Json>) = serde_json::from_str(&text).map_err(Error::internal)?;
        let record = Record { values: values.into_iter().map(value).collect() };
        let detail = json!({ "record": audited(definition, shown(definition, &record)), "by": "import" });
        let change = store::master_data::insert(definition, permit.scope(), permit.actor(), &record, &now, detail);
        let applied = guard.applied(&permit, definition, None, &record, &now).statements;
        let given = password_set_by_admin(definition, &permit, &record);
        let change = given.into_iter().chain(applied).fold(change, Batch::and);
        Ok(ImportRow { line, change: Ok(change) })
    })
}

fn value(json: Json) -> Value {
    match json {
        Json::Bool(flag) => Value::Bool(flag),
        Json::Number(number) => number.as_i64().map_or(Value::Null, Value::Int),
        Json::String(text) => Value::Text(text),
        _ => Value::Null,
    }
}
