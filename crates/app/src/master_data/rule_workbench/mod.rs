//! The rule workbench: a draft of a rule is tried on past documents and then published.

mod slots;
mod trial;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use domain::Refusal;
use domain::access::{Change, Permit, RequestAccess, View, system};
use domain::master_data::{self, Definition, Purpose, Record, ValidationContext, validate, validate_key};
use domain::message::Message;
use domain::refusal::FieldError;
use domain::verification::{DocumentText, KeywordType, RuleDetail, RuleMode, RuleVerdict};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use store::audit::stamp;
use store::requests::StoredText;
use store::rule_samples::RuleSample;
use store::{Batch, Entry};

use super::protect::{audited, shown};
use super::update::changes;
use super::{check_scope, read_list_request};
use crate::context::entity_clock;
use crate::{App, Error, Result};
pub use slots::Trials;
use slots::{Slot, StopOnDrop};
use trial::{Results, Trial, Tried};

const MAX_DOCUMENTS: i64 = 100;
const DEFAULT_DOCUMENTS: i64 = 25;
const MAX_DETAILS: usize = 50;
/// More than a rule may have.
const ALL_DETAILS: i64 = 1000;

/// The action of an audit entry about a draft, or about past documents that were shown.
const LOOK: &str = "rule-trial";
const RULES: &str = "adminentitydocumentverficationrulemaster";

fn definition(resource: &str) -> Result<&'static Definition, Refusal> {
    master_data::find(resource).ok_or(Refusal::NotFound)
}

pub fn rule_details() -> Result<&'static Definition, Refusal> {
    definition("adminentitydocumentverficationrule")
}

/// The code of a rule that exists.
pub async fn rule_code(app: &App, permit: &Permit<Change>, code: &str) -> Result<String> {
    let asked = Map::from_iter([("ruleCode".to_owned(), code.into())]);
    let rule = stored_rule(app, &permit.clone().into(), &asked).await?;
    Ok(code_of(&rule))
}

async fn stored_rule(app: &App, permit: &Permit<View>, asked: &Map<String, Value>) -> Result<Map<String, Value>> {
    let rules = definition(RULES)?;
    let key = validate_key(rules, asked, &app.validation_context(permit.scope()).await?)?;
    Ok(app.store.find_record(permit, rules, &key).await?.ok_or(Refusal::NotFound)?.to_map())
}

fn code_of(rule: &Map<String, Value>) -> String {
    rule.get("ruleCode").and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// A rule with its details as they are stored.
struct Published {
    code: String,
    rule: Map<String, Value>,
    details: Vec<Map<String, Value>>,
}

impl Published {
    async fn load(app: &App, permit: &Permit<View>, code: Option<&Value>) -> Result<Published> {
        let asked = Map::from_iter(code.map(|code| ("ruleCode".to_owned(), code.clone())));
        let rule = stored_rule(app, permit, &asked).await?;
        let code = code_of(&rule);
        let details = rule_details()?;
        let query = read_list_request(details, [("ruleCode", Value::from(code.as_str()))].into_iter())?.query;
        let page = app.store.list_next(permit, details, &query, None, ALL_DETAILS).await?;
        let list = [b"[", page.json.as_slice(), b"]"].concat();
        Ok(Published { code, rule, details: serde_json::from_slice(&list).map_err(Error::internal)? })
    }

    /// Changes with each change of a detail.
    fn version(&self) -> String {
        let one = |detail: &Map<String, Value>| format!("{}.{}", detail["sequenceNo"], detail["versionNumber"]);
        self.details.iter().map(one).collect::<Vec<_>>().join(" ")
    }
}

/// The documents on which the caller may try a rule.
pub struct WorkbenchDocuments {
    /// The requests of past documents.
    pub access: Option<RequestAccess<View>>,
    pub has_samples: bool,
}

/// The published rule, and what it finds in the newest documents.
pub async fn open_workbench(
    app: &App,
    permit: &Permit<View>,
    documents: &WorkbenchDocuments,
    asked: &Map<String, Value>,
) -> Result<Value> {
    let slot = app.trials.take(permit.scope(), permit.actor()).await?;
    let published = Published::load(app, permit, asked.get("ruleCode")).await?;
    let found = load(app, permit, documents, &published, size(asked)?).await?;
    tried(app, permit, published, found, slot, |_| Ok(None)).await
}

/// What a draft would find in the newest documents. The draft is not stored.
pub async fn try_rule(
    app: &App,
    permit: &Permit<Change>,
    documents: &WorkbenchDocuments,
    body: &Map<String, Value>,
) -> Result<Value> {
    let definition = rule_details()?;
    check_scope(definition, permit.scope(), body)?;
    let (seen, body) = (Permit::<View>::from(permit.clone()), body.clone());
    let slot = app.trials.take(permit.scope(), permit.actor()).await?;
    let published = Published::load(app, &seen, body.get("ruleCode")).await?;
    let context = app.validation_context(permit.scope()).await?;
    let found = load(app, &seen, documents, &published, size(&body)?).await?;
    let read = move |code: &str| {
        let records = draft(code, &body, &context)?;
        Ok(Some(records.iter().filter_map(|record| detail(definition, record)).collect()))
    };
    tried(app, &seen, published, found, slot, read).await
}

/// What a draft finds in a typed text. Neither is stored.
pub async fn try_text(app: &App, permit: &Permit<View>, body: &Map<String, Value>) -> Result<Value> {
    let definition = rule_details()?;
    check_scope(definition, permit.scope(), body)?;
    // A text and a draft of one user do not replace each other.
    let user = format!("{}/text", permit.actor());
    let slot = app.trials.take(permit.scope(), &user).await?;
    let _stop = StopOnDrop(slot.stop());
    let (body, context) = (body.clone(), app.validation_context(permit.scope()).await?);
    let work = move || -> Result<Value, Refusal> {
        let given = |name: &str| body.get(name).and_then(Value::as_str);
        let records = draft(given("ruleCode").unwrap_or("TEXT"), &body, &context)?;
        let lines: Vec<RuleDetail> = records.iter().filter_map(|record| detail(definition, record)).collect();
        let text = DocumentText::typed(given("text").unwrap_or_default());
        let whole = trial::run_on_text(&lines, &text, &slot.stop())?;
        let alone: Vec<RuleDetail> = lines.iter().flat_map(each_keyword).collect();
        let parts = trial::run_on_text(&alone, &text, &slot.stop())?;
        let details = lines.iter().zip(&whole.details).map(|(line, result)| {
            let own = alone.iter().zip(&parts.details).filter(|(one, _)| one.number == line.number);
            let (found, missing): (Vec<_>, Vec<_>) = own.partition(|(_, part)| part.is_matched);
            json!({
                "isMatched": result.is_matched,
                "found": found.iter().map(|(_, part)| &part.found).collect::<Vec<_>>(),
                "missing": missing.iter().map(|(one, _)| &one.keywords).collect::<Vec<_>>(),
            })
        });
        Ok(json!({ "verdict": whole.verdict, "details": details.collect::<Vec<Value>>() }))
    };
    Ok(tokio::task::spawn_blocking(work).await.map_err(Error::internal)??)
}

/// The keywords of a line, each as a line that looks for it.
fn each_keyword(line: &RuleDetail) -> Vec<RuleDetail> {
    let keyword_type = match line.keyword_type {
        KeywordType::Regex | KeywordType::Mask => return vec![line.clone()],
        KeywordType::All | KeywordType::None => KeywordType::Any,
        other => other,
    };
    let keywords = line.keywords.split('|').map(str::trim).filter(|keyword| !keyword.is_empty());
    keywords.map(|keyword| RuleDetail { keyword_type, keywords: keyword.to_owned(), ..line.clone() }).collect()
}

/// Replaces the details of a rule by the draft in one commit. A draft that removes details also needs the permit to
/// delete them.
pub async fn publish_rule(
    app: &App,
    permit: &Permit<Change>,
    removal: Result<Permit<Change>, Refusal>,
    body: &Map<String, Value>,
) -> Result<Value> {
    let (definition, scope) = (rule_details()?, permit.scope());
    check_scope(definition, scope, body)?;
    let published = Published::load(app, &permit.clone().into(), body.get("ruleCode")).await?;
    let (code, given, context) = (published.code.clone(), body.clone(), app.validation_context(scope).await?);
    // Large expressions take a while to compile, and other tasks of this thread would wait.
    let records =
        tokio::task::spawn_blocking(move || draft(&code, &given, &context)).await.map_err(Error::internal)??;
    if body.get("ruleVersion").and_then(Value::as_str) != Some(&published.version()) {
        return Err(Refusal::Stale.into());
    }
    let now = stamp(app.clock.now());
    let number_of = |detail: &Map<String, Value>| detail.get("sequenceNo").and_then(Value::as_i64).unwrap_or(0);
    let mut stored: BTreeMap<i64, Map<String, Value>> =
        published.details.into_iter().map(|detail| (number_of(&detail), detail)).collect();
    let mut batch = Batch::default();
    for record in &records {
        let visible = shown(definition, record);
        let Some(before) = stored.remove(&number_of(&visible)) else {
            let added = json!({ "record": audited(definition, visible) });
            batch = batch.join(store::master_data::insert(definition, scope, permit.actor(), record, &now, added));
            continue;
        };
        let (version, changes) = (version_of(&before), changes(definition, &before, record));
        batch = if changes["changed"].as_object().is_some_and(Map::is_empty) {
            batch.and(store::master_data::unchanged(definition, scope, &record.key(definition), version))
        } else {
            let actor = permit.actor();
            batch.join(store::master_data::update(definition, scope, actor, record, version, &now, changes))
        };
    }
    if !stored.is_empty() {
        removal?;
    }
    let context = app.validation_context(scope).await?;
    for before in stored.into_values() {
        let key_fields = before.iter().filter(|(name, _)| definition.key().any(|field| field.name == **name));
        let key_fields = key_fields.map(|(name, value)| (name.clone(), value.clone())).collect();
        let key = validate_key(definition, &key_fields, &context)?;
        let (version, was) = (version_of(&before), audited(definition, before));
        batch = batch.join(store::master_data::delete(definition, scope, &key, version, was, ""));
    }
    let entries = batch.entries.len();
    if entries > 0 {
        let batch = batch.join(Batch::audited(entry("publish-rule", &published.code, json!({ "changes": entries }))));
        app.store.commit(permit, batch).await?;
    }
    Ok(json!({ "ruleCode": published.code, "changes": entries }))
}

fn version_of(record: &Map<String, Value>) -> i64 {
    record.get("versionNumber").and_then(Value::as_i64).unwrap_or(0)
}

fn size(asked: &Map<String, Value>) -> Result<i64, Refusal> {
    let given = match asked.get("size") {
        None | Some(Value::Null) => return Ok(DEFAULT_DOCUMENTS),
        Some(given) => given.as_i64().or_else(|| given.as_str().and_then(|text| text.parse().ok())),
    };
    let range = || Message::plain("range").with("label", "size").with("min", 1).with("max", MAX_DOCUMENTS);
    given.filter(|size| (1..=MAX_DOCUMENTS).contains(size)).ok_or_else(|| Refusal::field("size", range()))
}

/// The details of a draft, each checked as if it were saved.
fn draft(code: &str, body: &Map<String, Value>, context: &ValidationContext) -> Result<Vec<Record>, Refusal> {
    let definition = rule_details()?;
    let given = body.get("details").and_then(Value::as_array);
    let given = given.ok_or(Refusal::BadRequest("a draft has a list of details"))?;
    if given.is_empty() {
        return Err(Refusal::field("details", Message::plain("ruleWithoutDetails")));
    }
    if given.len() > MAX_DETAILS {
        return Err(Refusal::field("details", Message::plain("tooMany").with("max", MAX_DETAILS)));
    }
    let (mut records, mut errors, mut numbers) = (Vec::new(), Vec::new(), HashSet::new());
    for (at, given) in given.iter().enumerate() {
        let mut detail = given.as_object().cloned().ok_or(Refusal::BadRequest("a detail is an object"))?;
        detail.insert("ruleCode".to_owned(), code.into());
        match validate(definition, &detail, Purpose::Save, context) {
            Ok(record) if numbers.insert(record.get(definition, "sequenceNo").to_json().to_string()) => {
                records.push(record);
            }
            Ok(_) => {
                let message = Message::about("enterValid", definition.resource, "sequenceNo");
                errors.push(FieldError::new(&format!("details[{at}].sequenceNo"), message));
            }
            Err(Refusal::Invalid(own)) => {
                let own = own
                    .into_iter()
                    .map(|error| FieldError { field: format!("details[{at}].{}", error.field), ..error });
                errors.extend(own);
            }
            Err(refusal) => return Err(refusal),
        }
    }
    if errors.is_empty() { Ok(records) } else { Err(Refusal::Invalid(errors)) }
}

fn detail(definition: &'static Definition, record: &Record) -> Option<RuleDetail> {
    let text = |name| record.get(definition, name).as_text().map(str::to_owned);
    let number = |name| record.get(definition, name).to_json().as_u64();
    Some(RuleDetail {
        rule_code: text("ruleCode")?,
        number: number("sequenceNo")?.try_into().ok()?,
        keyword_type: KeywordType::parse(&text("keywordType")?)?,
        keywords: text("keywords")?,
        length: number("keywordLength").and_then(|length| length.try_into().ok()).unwrap_or(0),
        mask: text("characterMask"),
    })
}

/// The documents on which a draft is tried.
struct Found {
    mode: RuleMode,
    rule: Vec<RuleDetail>,
    texts: Vec<StoredText>,
    samples: Vec<RuleSample>,
    /// How many of the newest documents the caller may not see.
    hidden: i64,
}

/// The newest documents of the rule in requests that the caller may see, and the samples of the rule.
async fn load(
    app: &App,
    permit: &Permit<View>,
    documents: &WorkbenchDocuments,
    published: &Published,
    size: i64,
) -> Result<Found> {
    let rule = app.store.rule(permit, &published.code).await?;
    let texts = match &documents.access {
        Some(access) => {
            let today = entity_clock(app, access).await?.today.to_string();
            app.store.texts_of_rule(access, &published.code, &today, size).await?
        }
        None => Vec::new(),
    };
    let all = app.store.count_texts_of_rule(permit, &published.code, size).await?;
    let samples =
        if documents.has_samples { app.store.rule_samples(permit, &published.code).await? } else { Vec::new() };
    let hidden = all.saturating_sub(texts.len() as i64).max(0);
    Ok(Found { mode: rule.mode, rule: rule.details, texts, samples, hidden })
}

impl Found {
    /// The documents, then the samples that were read.
    fn documents(&self) -> Vec<Tried<'_>> {
        let texts = self.texts.iter().map(|stored| Tried { text: &stored.text, covered: &stored.covered });
        let samples = self.samples.iter().filter_map(|sample| sample.text.as_ref());
        texts.chain(samples.map(|text| Tried { text, covered: &[] })).collect()
    }
}

/// Tries the draft that `read` returns, or the published rule alone. The slot is held until the work has really ended;
/// it ends soon when the caller leaves.
async fn tried(
    app: &App,
    permit: &Permit<View>,
    published: Published,
    found: Found,
    slot: Slot,
    read: impl FnOnce(&str) -> Result<Option<Vec<RuleDetail>>, Refusal> + Send + 'static,
) -> Result<Value> {
    let _stop = StopOnDrop(slot.stop());
    let code = published.code.clone();
    let work = move || -> Result<_, Refusal> {
        let draft = read(&code)?;
        let results = trial::run(&found.rule, draft.as_deref(), &found.documents(), &slot.stop());
        Ok((draft, found, results))
    };
    let (draft, found, results) = tokio::task::spawn_blocking(work).await.map_err(Error::internal)??;
    note_look(app, permit, &published.code, draft.as_deref(), &found).await?;
    let Results { trials, slow_line } = results?;
    let (documents, samples) = trials.split_at(trials.len().min(found.texts.len()));
    Ok(json!({
        "ruleCode": published.code,
        "ruleDesc": published.rule.get("ruleDesc"),
        "ruleMode": found.mode.name(),
        "ruleVersion": published.version(),
        "details": published.details,
        "slowLine": slow_line,
        "summary": summary(&trials, found.mode),
        "documents": found.texts.iter().zip(documents).map(document).collect::<Vec<Value>>(),
        "hidden": found.hidden,
        "samples": shown_samples(&found.samples, samples),
    }))
}

fn entry(action: &'static str, rule_code: &str, detail: Value) -> Entry {
    Entry { action, resource: RULES, key: rule_code.to_owned(), detail }
}

/// Audits a draft with its lines, and whose documents were shown. The same look again is audited after an hour.
async fn note_look(
    app: &App,
    permit: &Permit<View>,
    rule_code: &str,
    draft: Option<&[RuleDetail]>,
    found: &Found,
) -> Result<()> {
    if draft.is_none() && found.texts.is_empty() {
        return Ok(());
    }
    let requests: BTreeSet<&str> = found.texts.iter().map(|stored| stored.txn_ref_no.as_str()).collect();
    let mut look = json!({ "documents": found.texts.len(), "requests": requests });
    if let Some(lines) = draft {
        let lines: Vec<Value> = lines.iter().map(audited_line).collect();
        look["samples"] = found.samples.len().into();
        look["draft"] = hash(&lines).into();
        look["lines"] = lines.into();
    }
    let (scope, now) = (permit.scope(), app.clock.now());
    let key = hash(&[json!([scope.country, scope.entity, permit.actor(), rule_code]), look.clone()]);
    if app.trials.is_known(&key, now) {
        return Ok(());
    }
    let writing = system::identity(&scope.country, &scope.entity, permit.actor());
    app.store.commit(&writing, Batch::audited(entry(LOOK, rule_code, look))).await?;
    app.trials.remember(key, now);
    Ok(())
}

fn audited_line(line: &RuleDetail) -> Value {
    json!({
        "sequenceNo": line.number,
        "keywordType": line.keyword_type.name(),
        "keywords": line.keywords,
        "keywordLength": line.length,
        "characterMask": line.mask,
    })
}

fn hash(values: &[Value]) -> String {
    let text = serde_json::to_string(values).unwrap_or_default();
    hex::encode(Sha256::digest(text))
}

fn summary(trials: &[Trial], mode: RuleMode) -> Value {
    let counts = |verdict_of: &dyn Fn(&Trial) -> RuleVerdict| {
        let count = |verdict| trials.iter().filter(|trial| verdict_of(trial) == verdict).count();
        let failed = count(RuleVerdict::Fail);
        json!({
            "pass": count(RuleVerdict::Pass),
            "fail": failed,
            "unreadable": count(RuleVerdict::Unreadable),
            "rejected": if mode == RuleMode::AutoReject { failed } else { 0 },
        })
    };
    json!({
        "documents": trials.len(),
        "changed": trials.iter().filter(|trial| trial.now != trial.drafted.verdict).count(),
        "now": counts(&|trial| trial.now),
        "draft": counts(&|trial| trial.drafted.verdict),
    })
}

fn document((stored, trial): (&StoredText, &Trial)) -> Value {
    let mut pages: Vec<Value> = Vec::new();
    for page in &stored.text.pages {
        let page = json!({ "fileId": page.file_id, "page": page.page });
        // A page read in two languages occurs twice.
        if !pages.contains(&page) {
            pages.push(page);
        }
    }
    json!({
        "documentTitle": stored.document_title,
        "readOn": stored.read_on,
        "recordedVerdict": stored.verdict,
        "verdict": trial.now,
        "draftVerdict": trial.drafted.verdict,
        "source": {
            "txnRefNo": stored.txn_ref_no,
            "documentNo": stored.document,
            "versionNo": stored.version,
            "customerName": stored.customer_name,
            "pages": pages,
            "details": trial.drafted.details,
        },
    })
}

/// One that was not read yet, or that the published rule had no time for, is waiting.
fn shown_samples(samples: &[RuleSample], trials: &[Trial]) -> Vec<Value> {
    let mut trials = trials.iter();
    let one = |sample: &RuleSample| {
        let mut shown = crate::documents::sample_view(sample);
        let trial = sample.text.as_ref().and_then(|_| trials.next());
        let waiting = RuleVerdict::Waiting;
        shown["verdict"] = json!(trial.map_or(waiting, |trial| trial.now));
        shown["draftVerdict"] = json!(trial.map_or(waiting, |trial| trial.drafted.verdict));
        shown["details"] = json!(trial.map(|trial| &trial.drafted.details));
        shown
    };
    samples.iter().map(one).collect()
}
