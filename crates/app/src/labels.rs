//! Labels of masters in the reader's language.

use std::collections::HashMap;
use std::sync::Arc;

use domain::access::{Scope, system};
use parking_lot::Mutex;
use serde_json::Value;

use crate::{App, Result};

/// Changes by other nodes appear within this time, changes by this process at once.
const LIFETIME_MILLISECONDS: i64 = 10_000;

/// The labels of one entity in one language.
#[derive(Debug, Default)]
pub struct Labels(HashMap<String, String>);

impl Labels {
    /// The label in the reader's language; a text without one stays as it is.
    pub fn pick<'a>(&'a self, text: &'a str) -> &'a str {
        self.0.get(text).map_or(text, String::as_str)
    }
}

/// Labels for the fields of an answer that hold one.
#[derive(Debug)]
pub struct LabelFields {
    pub labels: Arc<Labels>,
    pub names: Vec<&'static str>,
}

impl LabelFields {
    /// The answer in the reader's language.
    pub fn translate(&self, mut answer: Value) -> Value {
        self.replace(&mut answer);
        answer
    }

    fn replace(&self, value: &mut Value) {
        match value {
            Value::Array(all) => all.iter_mut().for_each(|one| self.replace(one)),
            Value::Object(map) => {
                for (name, one) in map {
                    match one {
                        Value::String(text) if self.names.contains(&name.as_str()) => {
                            *text = self.labels.pick(text).to_owned();
                        }
                        other => self.replace(other),
                    }
                }
            }
            _ => {}
        }
    }
}

type Entity = (String, String);

#[derive(Default)]
pub struct LabelCache(Mutex<HashMap<Entity, (i64, Arc<Labels>)>>);

fn entity(scope: &Scope) -> Entity {
    (scope.country.clone(), scope.entity.clone())
}

impl LabelCache {
    pub(crate) fn forget(&self, scope: &Scope) {
        self.0.lock().remove(&entity(scope));
    }

    fn get(&self, scope: &Scope, now: i64) -> Option<Arc<Labels>> {
        let entries = self.0.lock();
        let (read_at, labels) = entries.get(&entity(scope))?;
        (now - read_at < LIFETIME_MILLISECONDS).then(|| labels.clone())
    }
}

impl App {
    /// The labels of the entity's masters in this language. English is what the masters hold, so nothing is replaced.
    pub async fn labels(&self, scope: &Scope, language: &str) -> Result<Arc<Labels>> {
        if language != "ta" {
            return Ok(Arc::default());
        }
        let now = self.clock.now().as_millisecond();
        if let Some(known) = self.label_cache.get(scope, now) {
            return Ok(known);
        }
        let permit = system::identity(&scope.country, &scope.entity, "system:labels");
        let labels = Arc::new(Labels(self.store.tamil_labels(&permit).await?));
        self.label_cache.0.lock().insert(entity(scope), (now, labels.clone()));
        Ok(labels)
    }
}
