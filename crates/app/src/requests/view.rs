//! A request as the caller sees it, with the actions that the caller may take now.

use domain::access::business::{Approve, Cancel, Decline, Export, Extend, Forward, LegalHold, Send, ViewOriginal};
use domain::access::{Action, Actor, Business, RequestAccess, ScreenSet, Viewer};
use domain::request::body::{Audience, BodyField};
use domain::request::{
    DocumentStatus, Event, NextAction, Person, Request, RequestAction, RequestStatus, Reviewer, apply, bodies,
};
use domain::verification::RuleVerdict;
use jiff::ToSpan;
use serde_json::{Map, Value, json};
use store::requests::{DocumentRow, FileRow, PartyRow, RequestAggregate, RequestRow, VersionRow, person_name};

use super::row::Row;
use crate::context::EntityClock;
use crate::notifications::held::is_rejection_held;

/// The parties whose documents a login may see, each with a level: its own, and those that authorised it.
pub(crate) fn party_levels(aggregate: &RequestAggregate, user_id: &str) -> Vec<(u32, u8)> {
    let mine = aggregate.parties.iter().filter(|party| party.user_id == user_id);
    mine.map(|party| match party.auth_party_seq_no {
        None => (party.seq_no, 3),
        Some(authoriser) => (authoriser, party.auth_level.unwrap_or(1)),
    })
    .collect()
}

/// The caller's level on a document: 0 hides it, 1 is view, 2 upload, 3 submit.
pub(crate) fn level_on<Kind>(access: &RequestAccess<Kind>, aggregate: &RequestAggregate, document: &DocumentRow) -> u8 {
    match access.viewer() {
        Viewer::Party { user_id } => {
            let levels = party_levels(aggregate, user_id);
            levels.iter().filter(|(seq, _)| *seq == document.party).map(|(_, level)| *level).max().unwrap_or(0)
        }
        Viewer::Staff { .. } | Viewer::All => 3,
    }
}

/// Who reads, and on which day.
pub(crate) struct RequestView<'a, Kind> {
    pub actor: &'a Actor,
    pub access: &'a RequestAccess<Kind>,
    pub at: &'a EntityClock,
}

impl<Kind> RequestView<'_, Kind> {
    pub(super) fn is_party(&self) -> bool {
        matches!(self.access.viewer(), Viewer::Party { .. })
    }

    fn may(&self, screens: ScreenSet, action: Action) -> bool {
        screens.permits(self.actor, &[action])
    }

    pub(super) fn acts<A: Business>(&self) -> bool {
        !self.is_party() && self.may(ScreenSet::BRANCH_EDITORS, Action::Edit) && self.actor.may_act(A::ACTION)
    }

    /// Cancelling, declining and approving take `close` on the same screen as well.
    fn closes<A: Business>(&self) -> bool {
        let may = ScreenSet::BRANCH_EDITORS.permits(self.actor, &[Action::Edit, Action::Close]);
        !self.is_party() && may && self.actor.may_act(A::ACTION)
    }

    fn person(&self) -> Person {
        match self.access.viewer() {
            Viewer::Party { user_id } => Person::Customer(user_id.clone()),
            _ => Person::Staff(self.actor.user_id.clone()),
        }
    }

    pub(super) fn allowed(&self, state: &Request) -> Vec<RequestAction> {
        let fits = |event: Event| apply(state, &event, self.at.today).is_ok();
        let writes = !self.is_party() && self.may(ScreenSet::WIZARDS, Action::Edit);
        let later = state.expires_on.max(self.at.today).saturating_add(1.days());
        let add = Event::AddDocument { number: u32::MAX, party: 1, is_required: true };
        [
            (RequestAction::Send, self.acts::<Send>() && fits(Event::Send)),
            (RequestAction::Edit, writes && (!state.is_sent || fits(Event::Edit))),
            (RequestAction::Delete, !self.is_party() && self.may(ScreenSet::WIZARDS, Action::Delete) && !state.is_sent),
            (RequestAction::Approve, self.closes::<Approve>() && fits(Event::Approve)),
            (RequestAction::Decline, self.closes::<Decline>() && fits(Event::Decline { has_reason: true })),
            (RequestAction::Extend, self.acts::<Extend>() && fits(Event::Extend { until: later })),
            (RequestAction::Cancel, self.closes::<Cancel>() && fits(Event::Cancel { has_reason: true })),
            (RequestAction::Forward, self.acts::<Forward>() && state.decision.is_none()),
            (RequestAction::Notify, self.acts::<Send>() && fits(Event::Notified)),
            (RequestAction::Remind, self.acts::<Send>() && fits(Event::Remind)),
            (RequestAction::AddDocument, writes && fits(add)),
            (RequestAction::AddParty, writes && (!state.is_sent || fits(Event::Edit))),
            (
                RequestAction::Clone,
                writes
                    && (self.may(ScreenSet::WIZARDS, Action::Copy)
                        || self.may(ScreenSet::BRANCH_EDITORS, Action::Copy)),
            ),
            (
                RequestAction::Hold,
                !self.is_party()
                    && self.may(ScreenSet::BRANCH_EDITORS, Action::View)
                    && self.actor.may_act(LegalHold::ACTION),
            ),
            (
                RequestAction::Evidence,
                !self.is_party() && self.may(ScreenSet::READERS, Action::View) && self.actor.may_act(Export::ACTION),
            ),
        ]
        .into_iter()
        .filter_map(|(action, is_allowed)| is_allowed.then_some(action))
        .collect()
    }

    fn allowed_on(&self, aggregate: &RequestAggregate, state: &Request, row: &DocumentRow) -> Vec<RequestAction> {
        let fits = |event: Event| apply(state, &event, self.at.today).is_ok();
        let document = row.number;
        let by = Reviewer::of(self.actor);
        let reviews = !self.is_party() && self.actor.can_review();
        let desk = !self.is_party() && self.may(ScreenSet::BRANCH_EDITORS, Action::Edit);
        let level = level_on(self.access, aggregate, row);
        let supplies = fits(Event::Upload { document, by: self.person() });
        let uploads = if self.is_party() { level >= 2 } else { self.may(ScreenSet::STAFF_UPLOADS, Action::Edit) };
        let submits = uploads && level >= 3;
        let answers = Event::AnswerClaim { document, by: self.person(), is_granted: true };
        let waives = Event::NotRequired { document, by: self.person() };
        // A waiver has to be answered before anything else.
        let (waits, asked) = (row.waiver_by.is_some(), row.waiver_by.as_deref() == Some(self.actor.user_id.as_str()));
        let answers_waiver = |is_granted| Event::AnswerWaiver { document, by: self.person(), is_granted };
        let claims = Event::ClaimNotRequired { document, by: self.person(), has_reason: true };
        [
            (RequestAction::Upload, uploads && supplies),
            (RequestAction::Submit, submits && supplies),
            (RequestAction::Accept, reviews && fits(Event::Accept { document, by: by.clone() })),
            (RequestAction::Reject, reviews && fits(Event::Reject { document, by: by.clone(), has_reason: true })),
            (RequestAction::SendBack, reviews && fits(Event::SendBack { document, by: by.clone(), has_reason: true })),
            (
                RequestAction::Undo,
                reviews
                    && fits(Event::Undo { document, by, has_reason: true })
                    && (row.status != DocumentStatus::Rejected || is_rejection_held(aggregate, row, &self.at.now)),
            ),
            (RequestAction::NotRequired, desk && !waits && fits(waives)),
            (RequestAction::AnswerClaim, desk && !waits && fits(answers)),
            (RequestAction::AnswerWaiver, desk && fits(answers_waiver(true))),
            (RequestAction::WithdrawWaiver, desk && asked && fits(answers_waiver(false))),
            (RequestAction::Claim, self.is_party() && level >= 3 && fits(claims)),
            (
                RequestAction::RemoveDocument,
                desk && self.may(ScreenSet::WIZARDS, Action::Edit) && fits(Event::RemoveDocument { document }),
            ),
            (
                RequestAction::Original,
                !self.is_party() && self.actor.may_act(ViewOriginal::ACTION) && has_masked(aggregate, document),
            ),
            (RequestAction::Remark, state.decision.is_none() && (desk || (self.is_party() && level >= 2))),
        ]
        .into_iter()
        .filter_map(|(action, is_allowed)| is_allowed.then_some(action))
        .collect()
    }
}

fn has_masked(aggregate: &RequestAggregate, document: u32) -> bool {
    aggregate.versions.iter().filter(|version| version.document == document).any(|version| {
        let own = |file: &&FileRow| file.document == document && file.version == version.number;
        aggregate.files.iter().filter(own).any(|file| is_masked(version, file) || is_original_only(version, file))
    })
}

/// What has to happen next. Without the aggregate the counts of the row decide.
pub(super) fn next_action(request: &RequestRow, aggregate: Option<&RequestAggregate>) -> NextAction {
    match request.status {
        RequestStatus::New => NextAction::Send,
        RequestStatus::Accepted | RequestStatus::Rejected => NextAction::None,
        RequestStatus::Expired => NextAction::Decide,
        // With nothing left to submit it is up to the bank, modified or not.
        RequestStatus::Modified if request.accepted + request.not_required == request.requested => NextAction::Decide,
        RequestStatus::Waiting => {
            let in_review = aggregate.map_or(request.in_review > 0, |aggregate| {
                aggregate.documents.iter().any(|document| document.status.is_in_review())
            });
            if in_review { NextAction::Review } else { NextAction::Decide }
        }
        _ => {
            let in_review = |document: &DocumentRow| document.status.is_in_review();
            let owed = |document: &DocumentRow| document.status.is_owed();
            match aggregate {
                Some(aggregate)
                    if aggregate.documents.iter().any(in_review) && !aggregate.documents.iter().any(owed) =>
                {
                    NextAction::Review
                }
                _ => NextAction::Customer,
            }
        }
    }
}

/// Removes what a party must not see. `is_customer`: the party is the customer's own, or authorised by it.
pub(super) fn hide(map: &mut Map<String, Value>, is_customer: bool) {
    let is_hidden = |field: &&BodyField| match field.audience {
        Audience::Staff => true,
        Audience::StaffAndCustomer => !is_customer,
        Audience::Everyone | Audience::Some => false,
    };
    bodies::REQUEST.fields().filter(is_hidden).for_each(|field| drop(map.remove(field.name)));
}

/// A file of a submitted version, with whether parts of it are covered, or all. A party sees what it sent itself.
fn version_file(version: &VersionRow, file: &FileRow, is_party: bool) -> Value {
    let mut shown = file_view(file);
    shown["isMasked"] = json!(is_masked(version, file));
    shown["isOriginalOnly"] = json!(!is_party && is_original_only(version, file));
    shown
}

fn is_original_only(version: &VersionRow, file: &FileRow) -> bool {
    version.verification.as_ref().is_some_and(|verification| verification.original_only.contains(&file.file_id))
}

fn is_masked(version: &VersionRow, file: &FileRow) -> bool {
    let mut covered = version.verification.iter().flat_map(|verification| &verification.covered);
    covered.any(|one| one.file_id == file.file_id)
}

pub(crate) fn file_view(file: &FileRow) -> Value {
    json!({ "fileId": file.file_id, "fileName": file.file_name, "contentType": file.content_type, "size": file.size,
        "pages": file.pages, "sha256": file.sha256, "scan": file.scan, "isMasked": false, "isOriginalOnly": false,
        "purgedOn": file.purged_on })
}

/// Reviews are internal; a party reads on the document why it was rejected.
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
        "files": files.map(|file| version_file(version, file, is_party)).collect::<Vec<_>>(),
        "reviews": reviews.collect::<Vec<_>>(),
    })
}

/// The automatic verification of the newest version. Staff also see when it was read and what was found.
fn verification_view(aggregate: &RequestAggregate, document: u32, is_party: bool) -> Value {
    let versions = aggregate.versions.iter().filter(|version| version.document == document);
    let newest = versions.max_by_key(|version| version.number).and_then(|version| version.verification.as_ref());
    let newest = newest.filter(|verification| verification.has_rule());
    let verdict = newest.map_or(RuleVerdict::None, |verification| verification.verdict);
    let mut shown = json!({ "verdict": verdict, "code": verdict.code() });
    if !is_party {
        let evidence = newest.and_then(|verification| serde_json::from_str(verification.evidence.as_deref()?).ok());
        shown["readOn"] = json!(newest.and_then(|verification| verification.read_on.as_deref()));
        shown["details"] = evidence.unwrap_or_else(|| json!([]));
    }
    shown
}

/// A document as the caller sees it.
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
    // Waivers are internal.
    let waiver = row
        .waiver_by
        .as_deref()
        .filter(|_| !reader.is_party())
        .map(|by| json!({ "by": person_name(by), "reason": row.waiver_reason, "on": row.waiver_on }));
    json!({
        "documentNo": row.number, "partySeqNo": row.party, "documentCode": row.document_code,
        "templateCode": row.template_code, "documentTitle": row.title, "documentCategory": row.category,
        "documentTypes": row.types, "maxSizeMb": row.max_size_mb, "maxFiles": row.max_files,
        "keepOriginal": row.keep_original, "mandatory": row.mandatory,
        "instructions": row.instructions, "instructionsShown": row.instructions,
        "documentDueDate": row.due, "status": row.status.name(),
        "acceptedLevels": row.accepted_levels, "claim": claim, "waiver": waiver,
        "needsSecondPerson": !reader.is_party() && state.four_eyes && state.is_sent && row.mandatory,
        "reasonCode": rejected.and_then(|review| review.reason_code.clone()),
        "reasonRemark": rejected.and_then(|review| review.remark.clone()),
        "versions": versions.map(|version| version_view(aggregate, version, reader.is_party())).collect::<Vec<_>>(),
        "verification": verification_view(aggregate, row.number, reader.is_party()),
        "staged": aggregate.staged(row.number, reader.access.viewer().side()).map(file_view).collect::<Vec<_>>(),
        "allowed": reader.allowed_on(aggregate, state, row),
    })
}

/// The complete request, or the part that a party may see.
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
        let mut shown = json!(party);
        shown["documents"] = own.map(|row| document_view(reader, aggregate, &state, row)).collect();
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
            allowed.push(RequestAction::AddParty);
        }
    }
    map.insert("allowed".to_owned(), json!(allowed));
    Value::Object(map)
}

/// The customer's own party, not one that authorised the customer.
fn party_owner<Kind>(aggregate: &RequestAggregate, reader: &RequestView<Kind>) -> Option<u32> {
    let Viewer::Party { user_id } = reader.access.viewer() else { return None };
    let own = |party: &&PartyRow| party.user_id == *user_id && party.auth_party_seq_no.is_none();
    aggregate.parties.iter().find(own).map(|party| party.seq_no)
}

/// A party sees itself, the parties that authorised it, and those that it authorised.
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

/// A party sees the counts of its own documents.
fn count_own(map: &mut Map<String, Value>, aggregate: &RequestAggregate, seen: &[u32]) {
    let own = || aggregate.documents.iter().filter(|document| seen.contains(&document.party));
    let counts = domain::request::Counts::of(own().map(|document| document.status));
    let is_open = aggregate.request.is_running();
    for (name, n) in [
        ("documentsRequested", counts.requested),
        ("documentsAccepted", counts.accepted),
        ("documentsPending", if is_open { counts.pending() } else { 0 }),
        ("documentsRejected", counts.rejected),
        ("documentsNotRequired", counts.not_required),
        ("documentsInReview", if is_open { counts.in_review } else { 0 }),
    ] {
        map.insert(name.to_owned(), json!(n));
    }
}
