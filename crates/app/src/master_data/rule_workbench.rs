//! The rule workbench: a draft of a rule is tried on past documents and then published.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use domain::Refusal;
use domain::access::{Change, Permit, RequestAccess, View, system};
use domain::master_data::{self, Definition, Purpose, Record, ValidationContext, validate, validate_key};
use domain::message::Message;
use domain::refusal::FieldError;
use domain::verification::aadhaar::{Covered, covered_areas};
use domain::verification::{Evidence, KeywordType, RuleDetail, RuleMode, RuleVerdict, Verification, verify};
use jiff::SignedDuration;
use serde_json::{Map, Value, json};
use store::audit::stamp;
use store::requests::StoredText;
use store::{Batch, Entry};
use tokio::sync::Semaphore;

use super::protect::{audited, shown};
use super::update::changes;
use super::{check_scope, read_list_request};
use crate::requests::entity_clock;
use crate::{App, Error, Result};

const MAX_DOCUMENTS: i64 = 100;
const DEFAULT_DOCUMENTS: i64 = 25;
const MAX_DETAILS: usize = 50;
/// More than a rule may have.
const ALL_DETAILS: i64 = 1000;

/// A draft is tried as it is typed. A user who sees the same documents again within this time gets no further entry.
const LOOK_AGAIN: SignedDuration = SignedDuration::from_hours(1);

/// Trials at the same time at this node; each may search a hundred documents.
static TRIALS: Semaphore = Semaphore::const_new(2);

/// The action of an audit entry about past documents that were shown.
const LOOK: &str = "rule-trial";
const RULES: &str = "adminentitydocumentverficationrulemaster";

fn definition(resource: &str) -> Result<&'static Definition, Refusal> {
    master_data::find(resource).ok_or(Refusal::NotFound)
}

pub fn rule_details() -> Result<&'static Definition, Refusal> {
    definition("adminentitydocumentverficationrule")
}

/// A rule with its details as they are stored.
struct Published {
    code: String,
    rule: Map<String, Value>,
    details: Vec<Map<String, Value>>,
}

impl Published {
    async fn load(app: &App, permit: &Permit<View>, code: Option<&Value>) -> Result<Published> {
        let rules = definition(RULES)?;
        let context = app.validation_context(permit.scope()).await?;
        let asked = Map::from_iter(code.map(|code| ("ruleCode".to_owned(), code.clone())));
        let key = validate_key(rules, &asked, &context)?;
        let rule = app.store.find_record(permit, rules, &key).await?.ok_or(Refusal::NotFound)?.to_map();
        let code = rule.get("ruleCode").and_then(Value::as_str).unwrap_or_default().to_owned();
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

/// The published rule, and what it finds in the newest documents.
pub async fn open_workbench(
    app: &App,
    permit: &Permit<View>,
    access: Option<&RequestAccess<View>>,
    asked: &Map<String, Value>,
) -> Result<Value> {
    let published = Published::load(app, permit, asked.get("ruleCode")).await?;
    tried(app, permit, access, &published, None, size(asked)?).await
}

/// What a draft would find in the newest documents. The draft is not stored.
pub async fn try_rule(
    app: &App,
    permit: &Permit<View>,
    access: Option<&RequestAccess<View>>,
    body: &Map<String, Value>,
) -> Result<Value> {
    let definition = rule_details()?;
    check_scope(definition, permit.scope(), body)?;
    let published = Published::load(app, permit, body.get("ruleCode")).await?;
    let records = draft(&published.code, body, &app.validation_context(permit.scope()).await?)?;
    let details = records.iter().filter_map(|record| detail(definition, record)).collect();
    tried(app, permit, access, &published, Some(details), size(body)?).await
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
    let records = draft(&published.code, body, &app.validation_context(scope).await?)?;
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
        batch = match changes["changed"].as_object().is_some_and(Map::is_empty) {
            true => batch.and(store::master_data::unchanged(definition, scope, &record.key(definition), version)),
            false => {
                let actor = permit.actor();
                batch.join(store::master_data::update(definition, scope, actor, record, version, &now, changes))
            }
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

/// A document with the verdict of the published rule and the result of the draft.
type Trial = (StoredText, RuleVerdict, Verification);

async fn tried(
    app: &App,
    permit: &Permit<View>,
    access: Option<&RequestAccess<View>>,
    published: &Published,
    draft: Option<Vec<RuleDetail>>,
    size: i64,
) -> Result<Value> {
    let running = TRIALS.acquire().await.map_err(Error::internal)?;
    let rule = app.store.rule(permit, &published.code).await?;
    let texts = app.store.texts_of_rule(permit, &published.code, size).await?;
    let numbers: Vec<&str> = texts.iter().map(|text| text.txn_ref_no.as_str()).collect();
    let customers = match access {
        Some(access) => {
            let today = entity_clock(app, access).await?.today.to_string();
            app.store.visible_customers(access, &numbers, &today).await?
        }
        None => HashMap::new(),
    };
    let work = move || -> Vec<Trial> {
        let _running = running;
        let compare = |stored: StoredText| {
            let now = verify(&rule.details, &stored.text);
            let verdict = now.verdict;
            let drafted = draft.as_ref().map_or(now, |draft| verify(draft, &stored.text));
            (stored, verdict, drafted)
        };
        texts.into_iter().map(compare).collect()
    };
    let trials = tokio::task::spawn_blocking(work).await.map_err(Error::internal)?;
    note_look(app, permit, &published.code, &trials, &customers).await?;
    let documents: Vec<Value> = trials.iter().map(|trial| document(trial, &customers)).collect();
    Ok(json!({
        "ruleCode": published.code,
        "ruleDesc": published.rule.get("ruleDesc"),
        "ruleMode": rule.mode.name(),
        "ruleVersion": published.version(),
        "details": published.details,
        "summary": summary(&trials, rule.mode),
        "documents": documents,
    }))
}

fn entry(action: &'static str, rule_code: &str, detail: Value) -> Entry {
    Entry { action, resource: RULES, key: rule_code.to_owned(), detail }
}

/// Audits how many documents were tried and whose were shown.
async fn note_look(
    app: &App,
    permit: &Permit<View>,
    rule_code: &str,
    trials: &[Trial],
    customers: &HashMap<String, String>,
) -> Result<()> {
    if trials.is_empty() {
        return Ok(());
    }
    let requests = trials.iter().map(|(stored, ..)| stored.txn_ref_no.as_str());
    let requests: BTreeSet<&str> = requests.filter(|number| customers.contains_key(*number)).collect();
    let since = stamp(app.clock.now() - LOOK_AGAIN);
    let history = app.store.history(permit, RULES, rule_code).await?;
    let mut own = history.iter().filter(|past| past.at > since && past.actor == permit.actor());
    let is_known = own.any(|past| {
        let known = past.detail["requests"].as_array().map(|known| known.iter().filter_map(Value::as_str).collect());
        let is_all = past.detail["documents"].as_u64() >= Some(trials.len() as u64);
        past.action == LOOK && is_all && known.is_some_and(|known: BTreeSet<&str>| requests.is_subset(&known))
    });
    if is_known {
        return Ok(());
    }
    let look = entry(LOOK, rule_code, json!({ "documents": trials.len(), "requests": requests }));
    let scope = permit.scope();
    let writing = system::identity(&scope.country, &scope.entity, permit.actor());
    app.store.commit(&writing, Batch::audited(look)).await
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
        "changed": trials.iter().filter(|(_, now, drafted)| *now != drafted.verdict).count(),
        "now": counts(&|trial| trial.1),
        "draft": counts(&|trial| trial.2.verdict),
    })
}

/// Whose document it is and what it says is only shown if the caller may see its request.
fn document((stored, now, drafted): &Trial, customers: &HashMap<String, String>) -> Value {
    let mut shown = json!({
        "documentTitle": stored.document_title,
        "readOn": stored.read_on,
        "recordedVerdict": stored.verdict,
        "verdict": now,
        "draftVerdict": drafted.verdict,
    });
    if let Some(customer) = customers.get(&stored.txn_ref_no) {
        let mut pages: Vec<Value> = Vec::new();
        for page in &stored.text.pages {
            let page = json!({ "fileId": page.file_id, "page": page.page });
            // A page read in two languages occurs twice.
            if !pages.contains(&page) {
                pages.push(page);
            }
        }
        let covered = covered_areas(&stored.text);
        let details: Vec<Evidence> = drafted.details.iter().map(|found| without_covered(found, &covered)).collect();
        shown["source"] = json!({
            "txnRefNo": stored.txn_ref_no,
            "documentNo": stored.document,
            "versionNo": stored.version,
            "customerName": customer,
            "pages": pages,
            "details": details,
        });
    }
    shown
}

/// A draft could look for a part of an Aadhaar number, so no digit is shown of a text that has covered ones.
fn without_covered(evidence: &Evidence, covered: &[Covered]) -> Evidence {
    let is_on_page =
        |one: &&Covered| evidence.file_id.as_deref() == Some(one.file_id.as_str()) && evidence.page == Some(one.page);
    let is_in_text = |one: &Covered| {
        let [left, top, width, height] = one.area;
        let (x, y) = (left + width / 2.0, top + height / 2.0);
        evidence.area.is_some_and(|[left, top, width, height]| {
            (left..=left + width).contains(&x) && (top..=top + height).contains(&y)
        })
    };
    match covered.iter().filter(is_on_page).any(is_in_text) {
        true => {
            let found = evidence.found.as_ref();
            let hidden = found.map(|text| text.chars().map(|letter| if letter.is_numeric() { 'X' } else { letter }));
            Evidence { found: hidden.map(Iterator::collect), ..evidence.clone() }
        }
        false => evidence.clone(),
    }
}
