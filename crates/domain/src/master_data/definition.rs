use serde_json::{Map, Value};

use super::{Account, Check, Draft, Field, Kind};
use crate::Refusal;
use crate::access::access_admins::Removal;
use crate::access::{LookUp, Resource};
use crate::four_eyes::FourEyes;
use crate::refusal::FieldError;

/// The first path segment of a resource's URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Area {
    Admin,
    App,
    Sms,
}

impl Area {
    pub fn name(self) -> &'static str {
        match self {
            Area::Admin => "admin",
            Area::App => "app",
            Area::Sms => "sms",
        }
    }
}

/// Everything that differs between one master data resource and the next.
#[derive(Debug)]
pub struct Definition {
    pub resource: &'static str,
    pub table: &'static str,
    pub area: Area,
    /// The screens that grant access to the resource.
    pub screens: &'static [&'static str],
    pub fields: &'static [Field],
    /// The field shown to people as the record's name.
    pub label: &'static str,
    /// Checks across fields, run when each field is valid by itself.
    pub rules: fn(&Draft) -> Vec<FieldError>,
    /// Which changes need a second person.
    pub four_eyes: Option<FourEyes>,
    pub look_up: LookUp,
    pub account: Option<Account>,
    pub checks: &'static [Check],
    /// Refuses an update, by the record afterwards and the day.
    pub before_update: fn(&Map<String, Value>, &str) -> Result<(), Refusal>,
    /// The access that somebody loses with a deleted record.
    pub access_lost: fn(&Map<String, Value>) -> Option<Removal>,
    /// Access or debug settings of users: a change takes effect on the next call.
    pub is_access: bool,
    /// An update can shorten how long documents and records are kept.
    pub sets_retention: bool,
    /// Has a `find` call of its own.
    pub has_find: bool,
    /// The records that come with the product.
    pub defaults: fn() -> Vec<Map<String, Value>>,
}

impl Resource for Definition {
    fn name(&self) -> &'static str {
        self.resource
    }

    fn screens(&self) -> &'static [&'static str] {
        self.screens
    }
}

impl Definition {
    /// What a resource need not declare.
    pub const BASE: Definition = Definition {
        resource: "",
        table: "",
        area: Area::Admin,
        screens: &[],
        fields: &[],
        label: "",
        rules: |_| Vec::new(),
        four_eyes: None,
        look_up: LookUp::Nobody,
        account: None,
        checks: &[],
        before_update: |_, _| Ok(()),
        access_lost: |_| None,
        is_access: false,
        sets_retention: false,
        has_find: false,
        defaults: Vec::new,
    };

    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// The key fields besides country and entity; `entityCode` comes from the scope.
    pub fn key(&self) -> impl Iterator<Item = &'static Field> {
        self.stored().filter(|field| field.key)
    }

    /// The fields with a Tamil text, each with the field of that text: `categoryDesc` and `categoryDescTa`.
    pub fn translated(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let names = self.fields.iter().filter_map(|field| Some((field.name.strip_suffix("Ta")?, field.name)));
        names.filter(|(name, _)| self.field(name).is_some())
    }

    /// The fields that have a column.
    pub fn stored(&self) -> impl Iterator<Item = &'static Field> {
        self.fields.iter().filter(|field| field.name != "entityCode")
    }

    /// True when records belong to a tenant and are visible only to users of that tenant.
    pub fn is_tenant_scoped(&self) -> bool {
        self.field("tenantCode").is_some_and(|field| field.key)
    }

    pub fn refers_to(&self, resource: &str) -> bool {
        self.fields.iter().filter_map(|field| field.reference).any(|to| to.resource == resource)
    }

    /// True when the key only names other records or choices, as in a mapping of users to roles.
    pub fn is_mapping(&self) -> bool {
        let is_chosen = |field: &'static Field| field.reference.is_some() || matches!(field.kind, Kind::Enum(_));
        self.key().count() > 1 && self.key().all(is_chosen)
    }

    /// The field named in "already exists": the record's own key, not a reference.
    pub fn naming_key(&self) -> &'static str {
        let own = self.key().find(|field| field.required && field.reference.is_none());
        own.or(self.key().last()).or(self.fields.first()).map_or("", |field| field.name)
    }
}
