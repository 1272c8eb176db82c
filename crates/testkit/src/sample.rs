//! Valid records of every resource, made from its definition; what they refer to is made first.

use std::collections::HashMap;

use domain::master_data::{self, Definition, Field, Kind};
use serde_json::{Map, Value, json};

use crate::Client;

#[derive(Default)]
pub struct Samples {
    made: usize,
    /// A saved record per resource, to refer to.
    parents: HashMap<&'static str, Map<String, Value>>,
}

impl Samples {
    fn next(&mut self) -> usize {
        self.made += 1;
        self.made
    }

    /// A body that can be saved, with keys that are not in use.
    pub async fn record(&mut self, client: &Client, definition: &'static Definition) -> Value {
        let number = self.next();
        let mut body = Map::new();
        for field in definition.stored().filter(|field| field.reference.is_none()) {
            body.insert(field.name.to_owned(), value(definition, field, number));
        }
        // Plain references before keys, and single ones before those of several fields: the last one wins.
        let mut references: Vec<_> = definition.stored().filter_map(|field| Some((field, field.reference?))).collect();
        references.sort_by_key(|(field, reference)| (reference.pairs.len(), field.key));
        for (field, reference) in references {
            let fresh = field.key && reference.pairs.len() == 1;
            let parent = self.parent(client, reference.resource, fresh).await;
            for (own, key) in reference.pairs {
                body.insert((*own).to_owned(), parent[*key].clone());
            }
        }
        Value::Object(body)
    }

    /// A saved record of a resource: a new one, or one that was made before.
    async fn parent(&mut self, client: &Client, resource: &'static str, fresh: bool) -> Map<String, Value> {
        if !fresh && let Some(known) = self.parents.get(resource) {
            return known.clone();
        }
        let definition = master_data::find(resource).expect("a resource");
        let body = Box::pin(self.record(client, definition)).await;
        let saved = client.operate(definition, "S", &body).await.expect(200);
        let record = saved.record().as_object().expect("a record").clone();
        self.parents.insert(resource, record.clone());
        record
    }
}

fn code(number: usize, max: usize) -> String {
    let text = format!("T{number:04}");
    if max >= text.len() { text } else { ((b'a' + (number % 26) as u8) as char).to_string() }
}

fn value(definition: &Definition, field: &Field, number: usize) -> Value {
    match (definition.resource, field.name) {
        ("documentdefinition", "documentTypes") => return json!("pdf,png"),
        ("integrationmaster", "eventTypes") => return json!("RequestCreated,Reminder"),
        ("compliancemaintenance", "complianceDays") => return json!(365),
        ("compliancemaintenance", "complianceReminderDays") => return json!(30),
        ("customerusermaster", "userId") => return json!(format!("user{number}@example.com")),
        ("master", "recordPurgeDays" | "actionLogDays") => return json!(2555),
        ("master", name) if name.ends_with("PurgeDays") || name.ends_with("PurgingDays") => return json!(365),
        ("master", "status") => return json!("Active"),
        ("debugconfiguration", "filePrefix") => return json!(format!("prefix-{number}")),
        (_, "startDate") => return json!("2024-04-01"),
        ("adminentitydocumentverficationrule", "characterMask") => return json!("AAAAA9999A"),
        // The laws are about one person who saves.
        ("master", "fourEyes") => return json!(false),
        ("authlevel", "appliesTo") => return json!("Role"),
        ("ssoconfiguration", "protocol") => return json!("LDAP"),
        ("ssoconfiguration", "hostName") => return json!(format!("ldap{number}.example")),
        ("ssoconfiguration", "cnName") => return json!("uid={userId}"),
        ("ssoconfiguration", "userAttribute") => return json!("uid"),
        ("ssoconfiguration", "issuerPath") => return json!(format!("/realms/{number}")),
        (_, "expiryDate") => return json!("2031-03-31"),
        _ => {}
    }
    match field.kind {
        Kind::Code => json!(code(number, field.max)),
        Kind::Text => json!(format!("Text {number}").chars().take(field.max).collect::<String>()),
        Kind::Int { min, max } => json!((min + number as i64 % 90).clamp(min, max)),
        Kind::Bool => json!(true),
        Kind::Enum(options) => json!(options[number % options.len()]),
        Kind::Email => json!(format!("mail{number}@example.com")),
        Kind::Mobile => json!(format!("+9198{number:08}")),
        Kind::Url => json!(format!("https://hooks.example.com/{number}")),
        Kind::Secret => json!(format!("canary-secret-{number}")),
        Kind::Password => json!("Canary@20261"),
        Kind::Image => json!("data:image/png;base64,iVBORw0KGgoAAAANSUhEUg=="),
        Kind::Theme => json!(r##"{"--t-brand":"#2b4acb"}"##),
        Kind::TimeZone => json!("Asia/Kolkata"),
        Kind::Date => json!("2026-12-01"),
        Kind::Ip => json!("127.0.0.1"),
        Kind::State => json!("TN"),
    }
}
