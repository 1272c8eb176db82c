//! A request as its reader sees it, with what he may do to it now.

use domain::access::business::{Approve, Cancel, Decline, Extend, Forward, Review, Send};
use domain::access::{Action, Actor, Business, RequestAccess, Viewer};
use domain::request::{DocumentStatus, Event, Person, Request, RequestStatus, Reviewer, apply};
use jiff::ToSpan;
use jiff::civil::Date;
use serde_json::{Map, Value, json};
use store::requests::{DocumentRow, FileRow, PartyRow, RequestAggregate, RequestRow, VersionRow, person_name};

use super::row::Row;

/// What a party may see and do: his own documents, and those of whoever authorised him, up to a level.
pub(crate) fn party_levels(aggregate: &RequestAggregate, user_id: &str) -> Vec<(u32, u8)> {
    let mine = aggregate.parties.iter().filter(|party| party.user_id == user_id);
    mine.map(|party| match party.auth_party_seq_no {
        None => (party.seq_no, 3),
        Some(authoriser) => (authoriser, party.auth_level.unwrap_or(1)),
    })
    .collect()
}

/// What this reader may do with this document by the party that owns it: 0 is nothing at all, not even to see it.
pub(crate) fn level_on<Kind>(access: &RequestAccess<Kind>, aggregate: &RequestAggregate, document: &DocumentRow) -> u8 {
    match access.viewer() {
        Viewer::Party { user_id } => {
            let levels = party_levels(aggregate, user_id);
            levels.iter().filter(|(seq, _)| *seq == document.party).map(|(_, level)| *level).max().unwrap_or(0)
        }
        Viewer::Staff { .. } | Viewer::All => 3,
    }
}

/// Whoever reads, and when.
pub(crate) struct RequestView<'a, Kind> {
    pub actor: &'a Actor,
    pub access: &'a RequestAccess<Kind>,
    pub today: Date,
}

const WIZARDS: [&str; 2] = ["SD-BNK-001", "SD-EDU-001"];
pub(super) const DESKS: [&str; 5] = ["SD-BNK-002", "SD-BNK-004", "SD-BNK-005", "SD-BNK-006", "SD-BNK-007"];

impl<Kind> RequestView<'_, Kind> {
    pub(super) fn is_party(&self) -> bool {
        matches!(self.access.viewer(), Viewer::Party { .. })
    }

    fn may(&self, screens: &[&str], action: Action) -> bool {
        screens.iter().any(|screen| self.actor.may(screen, action))
    }

    fn acts<A: Business>(&self) -> bool {
        !self.is_party() && self.may(&DESKS, Action::Edit) && self.actor.may_act(A::ACTION)
    }

    /// Cancelling, declining and approving take `close` on the same screen as well.
    fn closes<A: Business>(&self) -> bool {
        let may = |screen: &&str| self.actor.may_all(screen, &[Action::Edit, Action::Close]);
        !self.is_party() && DESKS.iter().any(may) && self.actor.may_act(A::ACTION)
    }

    fn person(&self) -> Person {
        match self.access.viewer() {
            Viewer::Party { user_id } => Person::Customer(user_id.clone()),
            _ => Person::Staff(self.actor.user_id.clone()),
        }
    }

    pub(super) fn allowed(&self, state: &Request) -> Vec<&'static str> {
        let fits = |event: Event| apply(state, &event, self.today).is_ok();
        let writes = !self.is_party() && self.may(&WIZARDS, Action::Edit);
        let later = state.expires_on.max(self.today).saturating_add(1.days());
        let add = Event::AddDocument { number: u32::MAX, party: 1, is_required: true };
        [
            ("send", self.acts::<Send>() && fits(Event::Send)),
            ("edit", writes && (!state.is_sent || fits(Event::Edit))),
            ("delete", !self.is_party() && self.may(&WIZARDS, Action::Delete) && !state.is_sent),
            ("approve", self.closes::<Approve>() && fits(Event::Approve)),
            ("decline", self.closes::<Decline>() && fits(Event::Decline { has_reason: true })),
            ("extend", self.acts::<Extend>() && fits(Event::Extend { until: later })),
            ("cancel", self.closes::<Cancel>() && fits(Event::Cancel { has_reason: true })),
            ("forward", self.acts::<Forward>() && state.decision.is_none()),
            ("notify", self.acts::<Send>() && fits(Event::Notified)),
            ("adddocument", writes && fits(add)),
            ("addparty", writes && (!state.is_sent || fits(Event::Edit))),
            ("clone", writes && (self.may(&WIZARDS, Action::Copy) || self.may(&DESKS, Action::Copy))),
        ]
        .into_iter()
        .filter_map(|(name, is)| is.then_some(name))
        .collect()
    }

    fn allowed_on(&self, aggregate: &RequestAggregate, state: &Request, row: &DocumentRow) -> Vec<&'static str> {
        let fits = |event: Event| apply(state, &event, self.today).is_ok();
        let document = row.number;
        let by = Reviewer { person: self.person(), level: u8::try_from(self.actor.level.clamp(0, 255)).unwrap_or(0) };
        let reviews = self.acts::<Review>();
        let desk = !self.is_party() && self.may(&DESKS, Action::Edit);
        let level = level_on(self.access, aggregate, row);
        let supplies = fits(Event::Upload { document, by: self.person() });
        let uploads = if self.is_party() { level >= 2 } else { self.may(&["SD-BNK-007", "SD-BNK-008"], Action::Edit) };
        let submits = uploads && level >= 3;
        let answers = Event::AnswerClaim { document, by: self.person(), is_granted: true };
        let waives = Event::NotRequired { document, by: self.person() };
        // While a waiver waits, it is the one thing to answer.
        let (waits, asked) = (row.waiver_by.is_some(), row.waiver_by.as_deref() == Some(self.actor.user_id.as_str()));
        let answers_waiver = |is_granted| Event::AnswerWaiver { document, by: self.person(), is_granted };
        let claims = Event::ClaimNotRequired { document, by: self.person(), has_reason: true };
        [
            ("upload", uploads && supplies),
            ("submit", submits && supplies),
            ("accept", reviews && fits(Event::Accept { document, by: by.clone() })),
            ("reject", reviews && fits(Event::Reject { document, by: by.clone(), has_reason: true })),
            ("sendback", reviews && fits(Event::SendBack { document, by: by.clone(), has_reason: true })),
            ("undo", reviews && fits(Event::Undo { document, by, has_reason: true })),
            ("notrequired", desk && !waits && fits(waives)),
            ("answerclaim", desk && !waits && fits(answers)),
            ("answerwaiver", desk && fits(answers_waiver(true))),
            ("withdrawwaiver", desk && asked && fits(answers_waiver(false))),
            ("claim", self.is_party() && level >= 3 && fits(claims)),
            ("removedocument", desk && self.may(&WIZARDS, Action::Edit) && fits(Event::RemoveDocument { document })),
            ("remark", state.decision.is_none() && (desk || (self.is_party() && level >= 2))),
        ]
        .into_iter()
        .filter_map(|(name, is)| is.then_some(name))
        .collect()
    }
}

/// Who has to do something next.
pub(super) fn next_action(request: &RequestRow, aggregate: Option<&RequestAggregate>) -> &'static str {
    match request.status {
        RequestStatus::New => "send",
        RequestStatus::Accepted | RequestStatus::Rejected => "none",
        RequestStatus::Expired => "decide",
        // Changed or not, of a request with nothing left to come the bank has to say something.
        RequestStatus::Modified if request.accepted + request.not_required == request.requested => "decide",
        RequestStatus::Waiting => {
            let in_review = aggregate
                .map_or(request.accepted + request.not_required < request.requested, |aggregate| {
                    aggregate.documents.iter().any(|document| document.status.is_in_review())
                });
            if in_review { "review" } else { "decide" }
        }
        _ => {
            let in_review = |document: &DocumentRow| document.status.is_in_review();
            let owed = |document: &DocumentRow| document.status.is_owed();
            match aggregate {
                Some(aggregate)
                    if aggregate.documents.iter().any(in_review) && !aggregate.documents.iter().any(owed) =>
                {
                    "review"
                }
                _ => "customer",
            }
        }
    }
}

/// What a party need not know about the bank's own side of a request.
const OF_THE_BANK: [&str; 10] = [
    "userReference",
    "referredBy",
    "owner",
    "forwardedTo",
    "purgeDays",
    "customerReference",
    "createdBy",
    "updatedBy",
    "latestActionBy",
    "notification",
];
/// What is known to nobody but the customer himself, and whomever he authorised.
const OF_THE_CUSTOMER: [&str; 10] = [
    "primaryMobile",
    "alternateMobile",
    "emailAddress",
    "address1",
    "address2",
    "address3",
    "city",
    "state",
    "postalCode",
    "customerCountry",
];

pub(super) fn hide(map: &mut Map<String, Value>, is_customer: bool) {
    OF_THE_BANK.iter().chain(OF_THE_CUSTOMER.iter().filter(|_| !is_customer)).for_each(|name| drop(map.remove(*name)));
}

fn file_view(file: &FileRow) -> Value {
    json!({ "fileId": file.file_id, "fileName": file.file_name, "contentType": file.content_type, "size": file.size, "pages": file.pages })
}

/// Who looked at it and what he said is the bank's own matter; a party reads why it was rejected on the document.
fn version_view(aggregate: &RequestAggregate, version: &VersionRow, is_party: bool) -> Value {
    let is_of = |document: u32, number: u32| document == version.document && number == version.number;
    let files = aggregate.files.iter().filter(|file| is_of(file.document, file.version));
    let on_behalf = !version.uploaded_by.starts_with("customer:");
    let reviews = aggregate.reviews.iter().filter(|review| !is_party && is_of(review.document, review.version));
    let reviews = reviews.map(|review| {
        json!({
            "level": review.level, "by": person_name(&review.reviewed_by), "on": review.reviewed_on,
            "verdict": review.verdict.name(), "reasonCode": review.reason_code, "remark": review.remark,
        })
    });
    json!({
        "versionNo": version.number, "uploadedOn": version.uploaded_on, "onBehalf": on_behalf,
        "uploadedBy": (!(is_party && on_behalf)).then(|| person_name(&version.uploaded_by)),
        "files": files.map(file_view).collect::<Vec<_>>(), "reviews": reviews.collect::<Vec<_>>(),
    })
}

/// A document as its reader sees it.
pub(crate) fn document_view<Kind>(
    reader: &RequestView<Kind>,
    aggregate: &RequestAggregate,
    state: &Request,
    row: &DocumentRow,
) -> Value {
    let versions = aggregate.versions.iter().filter(|version| version.document == row.number);
    let last = aggregate.reviews.iter().rfind(|review| review.document == row.number);
    let rejected = last.filter(|_| row.status == DocumentStatus::Rejected);
    let claim = row
        .claim_by
        .as_deref()
        .map(|by| json!({ "by": person_name(by), "reason": row.claim_reason, "on": row.claim_on }));
    // Who of the bank wants what is the bank's own matter.
    let waiver = row
        .waiver_by
        .as_deref()
        .filter(|_| !reader.is_party())
        .map(|by| json!({ "by": person_name(by), "reason": row.waiver_reason, "on": row.waiver_on }));
    json!({
        "documentNo": row.number, "partySeqNo": row.party, "documentCode": row.document_code,
        "templateCode": row.template_code, "documentTitle": row.title, "documentCategory": row.category,
        "documentTypes": row.types, "maxSizeMb": row.max_size_mb, "maxFiles": row.max_files, "mandatory": row.mandatory,
        "instructions": row.instructions, "documentDueDate": row.due, "status": row.status.name(),
        "acceptedLevels": row.accepted_levels, "claim": claim, "waiver": waiver,
        "needsSecondPerson": !reader.is_party() && state.four_eyes && state.is_sent && row.mandatory,
        "reasonCode": rejected.and_then(|review| review.reason_code.clone()),
        "reasonRemark": rejected.and_then(|review| review.remark.clone()),
        "versions": versions.map(|version| version_view(aggregate, version, reader.is_party())).collect::<Vec<_>>(),
        "staged": aggregate.staged(row.number, reader.access.viewer().side()).map(file_view).collect::<Vec<_>>(),
        "allowed": reader.allowed_on(aggregate, state, row),
    })
}

fn party_view(party: &PartyRow, documents: Vec<Value>) -> Value {
    json!({
        "partySeqNo": party.seq_no, "partyType": party.party_type, "firstName": party.first_name,
        "secondName": party.second_name, "lastName": party.last_name, "mobileNumber": party.mobile_number,
        "emailAddress": party.email_address, "primaryParty": party.primary_party,
        "authorizeOtherPty": party.authorize_other_pty, "emailNotification": party.email_notification,
        "smsNotification": party.sms_notification, "requestRemarks": party.request_remarks,
        "sameRemarksToAllPty": party.same_remarks_to_all_pty, "relationship": party.relationship,
        "relationshipDesc": party.relationship_desc, "authPartySeqNo": party.auth_party_seq_no,
        "authLevel": party.auth_level, "langCode": party.lang_code, "documents": documents,
    })
}

/// The whole of a request, or as much of it as a party is asked for.
pub(crate) fn view<Kind>(reader: &RequestView<Kind>, aggregate: &RequestAggregate) -> Value {
    let scope = reader.access.permit().scope();
    let state = aggregate.state();
    let mut map = Row::of(&scope.country, &scope.entity, &aggregate.request).map();
    let seen: Option<Vec<u32>> = match reader.access.viewer() {
        Viewer::Party { user_id } => Some(visible_parties(aggregate, user_id)),
        _ => None,
    };
    let parties =
        aggregate.parties.iter().filter(|party| seen.as_ref().is_none_or(|seen| seen.contains(&party.seq_no)));
    let parties = parties.map(|party| {
        let own = aggregate.documents.iter().filter(|document| document.party == party.seq_no);
        let own = own.filter(|document| level_on(reader.access, aggregate, document) > 0);
        let mut shown = party_view(party, own.map(|row| document_view(reader, aggregate, &state, row)).collect());
        if let Viewer::Party { user_id } = reader.access.viewer() {
            shown["own"] = json!(party.user_id == *user_id);
        }
        shown
    });
    map.insert("parties".to_owned(), parties.collect());
    map.insert("notification".to_owned(), json!(aggregate.request.notification));
    map.insert("nextAction".to_owned(), json!(next_action(&aggregate.request, Some(aggregate))));
    let mut allowed = reader.allowed(&state);
    if let Some(seen) = &seen {
        hide(&mut map, seen.iter().filter_map(|seq_no| aggregate.party(*seq_no)).any(|party| party.primary_party));
        let own = aggregate.documents.iter().filter(|document| seen.contains(&document.party)).cloned().collect();
        let part = RequestAggregate { documents: own, ..aggregate.clone() };
        map.insert("nextAction".to_owned(), json!(next_action(&aggregate.request, Some(&part))));
        count_own(&mut map, aggregate, seen);
        let authorises = |party: &&PartyRow| seen.contains(&party.seq_no) && party.authorize_other_pty;
        let is_open = state.is_sent && state.decision.is_none() && !state.is_expired;
        if is_open && party_owner(aggregate, reader).is_some_and(|own| aggregate.party(own).iter().any(authorises)) {
            allowed.push("addparty");
        }
    }
    map.insert("allowed".to_owned(), json!(allowed));
    Value::Object(map)
}

/// The party that this customer is himself, not one that authorised him.
fn party_owner<Kind>(aggregate: &RequestAggregate, reader: &RequestView<Kind>) -> Option<u32> {
    let Viewer::Party { user_id } = reader.access.viewer() else { return None };
    let own = |party: &&PartyRow| party.user_id == *user_id && party.auth_party_seq_no.is_none();
    aggregate.parties.iter().find(own).map(|party| party.seq_no)
}

/// A party sees himself, whoever authorised him, and whomever he authorised.
fn visible_parties(aggregate: &RequestAggregate, user_id: &str) -> Vec<u32> {
    let own: Vec<u32> = party_levels(aggregate, user_id).into_iter().map(|(seq, _)| seq).collect();
    let is_seen = |party: &&PartyRow| {
        party.user_id == user_id
            || own.contains(&party.seq_no)
            || party.auth_party_seq_no.is_some_and(|by| own.contains(&by) && is_self(aggregate, user_id, by))
    };
    aggregate.parties.iter().filter(is_seen).map(|party| party.seq_no).collect()
}

fn is_self(aggregate: &RequestAggregate, user_id: &str, seq: u32) -> bool {
    aggregate.party(seq).is_some_and(|party| party.user_id == user_id)
}

/// The counts of a party are those of what he is asked for.
fn count_own(map: &mut Map<String, Value>, aggregate: &RequestAggregate, seen: &[u32]) {
    let own = || aggregate.documents.iter().filter(|document| seen.contains(&document.party));
    let in_review = own().filter(|document| document.status.is_in_review()).count() as i64;
    let counts = domain::request::Counts::of(own().map(|document| document.status));
    for (name, n) in [
        ("documentsRequested", counts.requested),
        ("documentsAccepted", counts.accepted),
        ("documentsPending", counts.pending()),
        ("documentsRejected", counts.rejected),
        ("documentsNotRequired", counts.not_required),
        ("documentsInReview", in_review),
    ] {
        map.insert(name.to_owned(), json!(n));
    }
}
