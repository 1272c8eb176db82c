//! Random histories: whatever happens in whatever order, a request stays one.

use jiff::ToSpan;
use jiff::civil::Date;
use proptest::prelude::*;

use super::DocumentStatus as Is;
use super::*;

const TODAY: Date = Date::constant(2026, 11, 15);

fn person() -> impl Strategy<Value = Person> {
    prop_oneof![
        (0..4u8).prop_map(|at| Person::Staff(format!("S{at}"))),
        (0..2u8).prop_map(|at| Person::Customer(format!("C{at}"))),
    ]
}

fn banker() -> impl Strategy<Value = Person> {
    (0..4u8).prop_map(|at| Person::Staff(format!("S{at}")))
}

fn reviewer() -> impl Strategy<Value = Reviewer> {
    ((0..4u8).prop_map(|at| Person::Staff(format!("S{at}"))), 0..6u8)
        .prop_map(|(person, level)| Reviewer { person, level })
}

fn event() -> impl Strategy<Value = Event> {
    let document = 1..6u32;
    prop_oneof![
        2 => Just(Event::Send),
        1 => Just(Event::Edit),
        1 => Just(Event::Notified),
        1 => Just(Event::Remind),
        1 => (1..9u32, 1..3u32, any::<bool>())
            .prop_map(|(number, party, is_required)| Event::AddDocument { number, party, is_required }),
        1 => document.clone().prop_map(|document| Event::RemoveDocument { document }),
        6 => (document.clone(), person()).prop_map(|(document, by)| Event::Upload { document, by }),
        8 => (document.clone(), reviewer()).prop_map(|(document, by)| Event::Accept { document, by }),
        3 => (document.clone(), reviewer(), any::<bool>())
            .prop_map(|(document, by, has_reason)| Event::Reject { document, by, has_reason }),
        1 => document.clone().prop_map(|document| Event::RuleAccepts { document }),
        1 => document.clone().prop_map(|document| Event::MalwareFound { document }),
        1 => document.clone().prop_map(|document| Event::RuleRejects { document }),
        1 => document.clone().prop_map(|document| Event::RuleAdvises { document }),
        2 => (document.clone(), reviewer(), any::<bool>())
            .prop_map(|(document, by, has_reason)| Event::SendBack { document, by, has_reason }),
        2 => (document.clone(), reviewer(), any::<bool>())
            .prop_map(|(document, by, has_reason)| Event::Undo { document, by, has_reason }),
        3 => (document.clone(), banker()).prop_map(|(document, by)| Event::NotRequired { document, by }),
        2 => (document.clone(), person(), any::<bool>())
            .prop_map(|(document, by, has_reason)| Event::ClaimNotRequired { document, by, has_reason }),
        2 => (document.clone(), banker(), any::<bool>())
            .prop_map(|(document, by, is_granted)| Event::AnswerClaim { document, by, is_granted }),
        3 => (document, banker(), any::<bool>())
            .prop_map(|(document, by, is_granted)| Event::AnswerWaiver { document, by, is_granted }),
        1 => Just(Event::Approve),
        1 => any::<bool>().prop_map(|has_reason| Event::Decline { has_reason }),
        1 => any::<bool>().prop_map(|has_reason| Event::Cancel { has_reason }),
        1 => Just(Event::Expire),
        1 => (0..60i64).prop_map(|days| Event::Extend { until: TODAY.saturating_add(days.days()) }),
    ]
}

/// Every step of the table of document statuses, and those that the request's own life brings.
fn may_follow(from: Is, to: Is) -> bool {
    from == to
        || matches!(
            (from, to),
            (Is::New, Is::Requested | Is::NotRequired)
                | (Is::Requested | Is::Rejected, Is::Uploaded | Is::NotRequired | Is::Expired)
                | (Is::Uploaded | Is::Waiting, Is::Accepted | Is::Rejected | Is::Waiting)
                | (Is::Waiting, Is::Uploaded)
                | (Is::Accepted, Is::Waiting | Is::Rejected)
                | (Is::Expired, Is::Requested | Is::Rejected)
        )
}

fn check(before: &Request, event: &Event, after: &Request) {
    assert!(before.decision.is_none(), "{event:?} changed what was decided");
    for old in &before.documents {
        let Some(new) = after.documents.iter().find(|new| new.number == old.number) else {
            assert!(old.versions.is_empty(), "{event:?} took a version away");
            let two_agree = before.four_eyes && before.is_sent && old.is_required;
            assert!(!two_agree || old.status == Is::NotRequired, "{event:?} removed what is mandatory");
            continue;
        };
        if before.four_eyes
            && before.is_sent
            && old.is_required
            && old.status != new.status
            && new.status == Is::NotRequired
        {
            assert!(old.waiver.is_some() && old.waiver.as_ref() != author(event), "{event:?} by one person alone");
        }
        assert!(may_follow(old.status, new.status), "{event:?}: {:?} became {:?}", old.status, new.status);
        assert!(new.versions.len() >= old.versions.len(), "{event:?} lost a version");
        for (kept, was) in new.versions.iter().zip(&old.versions) {
            assert_eq!((kept.number, &kept.uploaded_by), (was.number, &was.uploaded_by));
            assert!(kept.reviews.starts_with(&was.reviews), "{event:?} rewrote a review");
        }
    }
    whole(after);
}

/// Who says that a document is not needed.
fn author(event: &Event) -> Option<&Person> {
    match event {
        Event::NotRequired { by, .. } | Event::AnswerClaim { by, .. } | Event::AnswerWaiver { by, .. } => Some(by),
        _ => None,
    }
}

fn whole(request: &Request) {
    let counts = request.counts();
    assert_eq!(counts.requested, request.documents.len() as i64);
    let open = request.documents.iter().filter(|one| !one.status.is_settled() && one.status != Is::Rejected).count();
    assert_eq!(counts.pending(), open as i64, "counts add up");
    for document in &request.documents {
        let numbers: Vec<u32> = document.versions.iter().map(|version| version.number).collect();
        assert_eq!(numbers, (1..=document.versions.len() as u32).collect::<Vec<_>>());
        assert!(document.accepted_levels <= request.levels.max(1));
        if document.status.is_in_review() || document.status == Is::Accepted {
            assert!(!document.versions.is_empty(), "{:?} without a file", document.status);
        }
        let is_open = document.status.is_owed() || document.status == Is::Expired;
        assert!((document.claim.is_none() && document.waiver.is_none()) || is_open);
        for version in &document.versions {
            four_eyes(version);
        }
    }
    let settled = request.documents.iter().filter(|one| one.is_required).all(|one| one.status.is_settled());
    match request.status() {
        RequestStatus::Accepted => assert!(settled),
        RequestStatus::New => assert!(!request.is_sent),
        RequestStatus::Waiting => assert!(request.is_complete()),
        RequestStatus::Requested => assert!(request.documents.iter().all(|one| one.versions.is_empty())),
        _ => {}
    }
}

/// Nobody decides on their own upload or acts at two levels; the valid levels come from different people.
fn four_eyes(version: &Version) {
    let mut current: Vec<(&Person, u8)> = Vec::new();
    for one in version.reviews.iter().filter(|review| review.by != Person::System) {
        let is_elsewhere = |review: &Review| review.by == one.by && review.level != one.level;
        assert!(!version.reviews.iter().any(is_elsewhere), "{one:?}");
    }
    // The levels that a rejection took away, until it is undone.
    let mut rejected = None;
    for review in &version.reviews {
        assert_ne!(review.by, version.uploaded_by);
        match review.verdict {
            Verdict::Accepted => {
                assert!(current.iter().all(|(by, _)| **by != review.by), "one person at two levels");
                current.push((&review.by, review.level));
            }
            Verdict::SentBack => drop(current.pop()),
            Verdict::Undone => match rejected.take() {
                Some(before) => current = before,
                None => drop(current.pop()),
            },
            Verdict::Rejected => rejected = Some(std::mem::take(&mut current)),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_history_keeps_a_request_whole(levels in 0..6u8, four_eyes: bool, optional in 0..3u32,
        events in prop::collection::vec((event(), 0..3i64), 1..80)) {
        let documents = (1..=4).map(|number| Document::new(number, 1 + number % 2, number > optional)).collect();
        let mut request = Request { four_eyes, ..Request::new(levels, TODAY.saturating_add(20.days()), documents) };
        let mut today = TODAY;
        for (event, days) in events {
            today = today.saturating_add(days.days());
            if let Ok((next, _)) = apply(&request, &event, today) {
                check(&request, &event, &next);
                request = next;
            }
        }
    }
}

fn staff(name: &str, level: u8) -> Reviewer {
    Reviewer { person: Person::Staff(name.into()), level }
}

fn sent(levels: u8, documents: u32) -> Request {
    let documents = (1..=documents).map(|number| Document::new(number, 1, true)).collect();
    let request = Request::new(levels, TODAY.saturating_add(30.days()), documents);
    apply(&request, &Event::Send, TODAY).unwrap().0
}

fn after(request: &Request, events: &[Event]) -> Request {
    events.iter().fold(request.clone(), |request, event| {
        apply(&request, event, TODAY).unwrap_or_else(|no| panic!("{event:?}: {no:?}")).0
    })
}

fn upload(document: u32) -> Event {
    Event::Upload { document, by: Person::Customer("meena".into()) }
}

#[test]
fn a_request_walks_from_new_to_accepted_over_two_levels() {
    let request = sent(2, 2);
    assert_eq!(request.status(), RequestStatus::Requested);
    let request = after(&request, &[upload(1)]);
    assert_eq!(request.status(), RequestStatus::Pending);
    let rejected = Event::Reject { document: 1, by: staff("K1", 1), has_reason: true };
    let request = after(&request, &[rejected, upload(1), upload(2)]);
    assert_eq!((request.status(), request.documents[0].versions.len()), (RequestStatus::Waiting, 2));
    let first = |document| Event::Accept { document, by: staff("K1", 1) };
    let second = |document| Event::Accept { document, by: staff("K2", 2) };
    let request = after(&request, &[first(1), second(1), first(2)]);
    assert_eq!(apply(&request, &Event::Approve, TODAY), Err(RuleViolation::StillOpen));
    let (request, effects) = apply(&after(&request, &[second(2)]), &Event::Approve, TODAY).unwrap();
    assert_eq!(request.status(), RequestStatus::Accepted);
    assert!(effects.contains(&Effect::Closed));
    assert_eq!(apply(&request, &Event::Edit, TODAY), Err(RuleViolation::WrongState));
}

#[test]
fn levels_want_rank_and_different_people() {
    let request = after(&sent(2, 1), &[upload(1)]);
    let accept = |name, level| Event::Accept { document: 1, by: staff(name, level) };
    assert_eq!(apply(&request, &accept("K1", 0), TODAY), Err(RuleViolation::LevelTooLow));
    let request = after(&request, &[accept("K1", 5)]);
    assert_eq!(apply(&request, &accept("K1", 5), TODAY), Err(RuleViolation::SamePerson));
    assert_eq!(apply(&request, &accept("K2", 1), TODAY), Err(RuleViolation::LevelTooLow));
    let back = Event::SendBack { document: 1, by: staff("K2", 2), has_reason: true };
    let request = after(&request, &[back]);
    assert_eq!((request.documents[0].accepted_levels, request.documents[0].status), (0, Is::Uploaded));
    // Who sent it back has acted at the second level, and stays there.
    assert_eq!(apply(&request, &accept("K2", 2), TODAY), Err(RuleViolation::SamePerson));
    // The first level decides again, and may be the same person, because the first decision was withdrawn.
    let request = after(&request, &[accept("K1", 1), accept("K2", 2)]);
    let undo = Event::Undo { document: 1, by: staff("K2", 2), has_reason: true };
    assert_eq!(after(&request, &[undo]).documents[0].status, Is::Waiting);
    let own = Event::Upload { document: 1, by: Person::Staff("K1".into()) };
    let request = after(&sent(1, 1), &[own]);
    assert_eq!(apply(&request, &accept("K1", 3), TODAY), Err(RuleViolation::OwnUpload));
    let mut brought = after(&sent(1, 1), &[upload(1)]);
    brought.documents[0].versions[0].files_by.push(Person::Staff("K1".into()));
    assert_eq!(
        apply(&brought, &accept("K1", 3), TODAY),
        Err(RuleViolation::OwnUpload),
        "brought by him, handed in by another"
    );
}

#[test]
fn an_acceptance_is_undone_at_every_level_by_somebody_of_that_level() {
    let accept = |name, level| Event::Accept { document: 1, by: staff(name, level) };
    let undo = |name, level| Event::Undo { document: 1, by: staff(name, level), has_reason: true };
    let uploaded = after(&sent(3, 1), &[upload(1)]);
    assert_eq!(apply(&uploaded, &undo("K1", 1), TODAY), Err(RuleViolation::WrongState), "nobody has accepted it");
    let first = after(&uploaded, &[accept("K1", 1)]);
    let (undone, effects) = apply(&first, &undo("K1", 1), TODAY).unwrap();
    assert_eq!((undone.documents[0].accepted_levels, undone.documents[0].status), (0, Is::Uploaded));
    assert_eq!(effects, [Effect::Notify { event: NotificationEvent::ReviewWaiting, document: Some(1) }]);
    after(&undone, &[accept("K1", 1)]);
    let without = Event::Undo { document: 1, by: staff("K1", 1), has_reason: false };
    assert_eq!(apply(&first, &without, TODAY), Err(RuleViolation::ReasonMissing));
    let second = after(&first, &[accept("K2", 2)]);
    assert_eq!(apply(&second, &undo("K1", 1), TODAY), Err(RuleViolation::LevelTooLow), "the second level has spoken");
    assert_eq!(apply(&second, &undo("K1", 2), TODAY), Err(RuleViolation::SamePerson));
    let undone = after(&second, &[undo("K2", 2)]);
    assert_eq!((undone.documents[0].accepted_levels, undone.documents[0].status), (1, Is::Waiting));
    let third = after(&second, &[accept("K3", 3)]);
    let (undone, effects) = apply(&third, &undo("K3", 3), TODAY).unwrap();
    assert_eq!((undone.documents[0].accepted_levels, undone.documents[0].status), (2, Is::Waiting));
    assert!(effects.contains(&Effect::DocumentReopened { document: 1 }), "only what was accepted is reopened");
}

#[test]
fn a_rejection_is_undone_by_who_made_it() {
    let reject = |name, level| Event::Reject { document: 1, by: staff(name, level), has_reason: true };
    let undo = |name, level, has_reason| Event::Undo { document: 1, by: staff(name, level), has_reason };
    let first = after(&sent(2, 1), &[upload(1), Event::Accept { document: 1, by: staff("K1", 1) }]);
    let rejected = after(&first, &[reject("K2", 2)]);
    assert_eq!(apply(&rejected, &undo("K3", 2, true), TODAY), Err(RuleViolation::WrongState), "somebody else's");
    assert_eq!(apply(&rejected, &undo("K2", 2, false), TODAY), Err(RuleViolation::ReasonMissing));
    let (undone, effects) = apply(&rejected, &undo("K2", 2, true), TODAY).unwrap();
    assert_eq!((undone.documents[0].accepted_levels, undone.documents[0].status), (1, Is::Waiting));
    assert_eq!(effects, [Effect::RejectionUndone { document: 1 }]);
    assert_eq!(apply(&undone, &undo("K2", 2, true), TODAY), Err(RuleViolation::SamePerson), "the first level's");
    let accepted = after(&undone, &[Event::Accept { document: 1, by: staff("K2", 2) }]);
    assert_eq!(accepted.documents[0].status, Is::Accepted);
    let at_first = after(&sent(2, 1), &[upload(1), reject("K1", 1), undo("K1", 1, true)]);
    assert_eq!((at_first.documents[0].accepted_levels, at_first.documents[0].status), (0, Is::Uploaded));
}

#[test]
fn what_expired_can_be_extended_and_goes_on() {
    let request = after(&sent(1, 2), &[upload(1)]);
    let late = request.expires_on.saturating_add(1.day());
    assert_eq!(apply(&request, &Event::Expire, request.expires_on), Err(RuleViolation::StillOpen));
    let (expired, _) = apply(&request, &Event::Expire, late).unwrap();
    assert_eq!((expired.status(), expired.documents[1].status), (RequestStatus::Expired, Is::Expired));
    assert_eq!(apply(&expired, &upload(2), late), Err(RuleViolation::WrongState));
    assert_eq!(apply(&expired, &Event::Extend { until: TODAY }, late), Err(RuleViolation::DateInThePast));
    let until = late.saturating_add(7.days());
    let (extended, effects) = apply(&expired, &Event::Extend { until }, late).unwrap();
    assert_eq!((extended.status(), extended.documents[1].status), (RequestStatus::Pending, Is::Requested));
    assert_eq!(effects, [Effect::Notify { event: NotificationEvent::RequestExtended, document: None }]);
}

#[test]
fn a_claim_waits_for_the_banker() {
    let claim = |has_reason| Event::ClaimNotRequired { document: 1, by: Person::Customer("meena".into()), has_reason };
    let banker = || Person::Staff("B1".into());
    let request = sent(1, 2);
    assert_eq!(apply(&request, &claim(false), TODAY), Err(RuleViolation::ReasonMissing));
    let claimed = after(&request, &[claim(true)]);
    assert_eq!(claimed.documents[0].status, Is::Requested);
    let refused = after(&claimed, &[Event::AnswerClaim { document: 1, by: banker(), is_granted: false }]);
    assert_eq!((refused.documents[0].status, &refused.documents[0].claim), (Is::Requested, &None));
    let granted = after(&claimed, &[Event::AnswerClaim { document: 1, by: banker(), is_granted: true }]);
    assert_eq!(granted.documents[0].status, Is::NotRequired);
}

#[test]
fn edited_after_sending_it_is_modified_until_the_parties_know() {
    let request = after(&sent(1, 1), &[Event::AddDocument { number: 7, party: 2, is_required: false }]);
    assert_eq!((request.status(), request.documents[1].status), (RequestStatus::Modified, Is::Requested));
    let (request, effects) = apply(&request, &Event::Notified, TODAY).unwrap();
    assert_eq!(request.status(), RequestStatus::Requested);
    assert_eq!(effects, [Effect::Notify { event: NotificationEvent::RequestModified, document: None }]);
    let last = after(&request, &[Event::RemoveDocument { document: 7 }]);
    assert_eq!(apply(&last, &Event::RemoveDocument { document: 1 }, TODAY), Err(RuleViolation::NoDocuments));
}

fn not_required(by: &str) -> Event {
    Event::NotRequired { document: 1, by: Person::Staff(by.into()) }
}

fn answer_waiver(by: &str, is_granted: bool) -> Event {
    Event::AnswerWaiver { document: 1, by: Person::Staff(by.into()), is_granted }
}

#[test]
fn under_four_eyes_two_people_waive_a_mandatory_document() {
    let request = Request { four_eyes: true, ..sent(1, 2) };
    let (asked, effects) = apply(&request, &not_required("B1"), TODAY).unwrap();
    assert_eq!(
        (asked.documents[0].status, &asked.documents[0].waiver),
        (Is::Requested, &Some(Person::Staff("B1".into())))
    );
    assert_eq!(effects, [Effect::Notify { event: NotificationEvent::WaiverWaiting, document: Some(1) }]);
    for again in [not_required("B1"), answer_waiver("B1", true)] {
        assert_eq!(apply(&asked, &again, TODAY), Err(RuleViolation::OwnWaiver), "{again:?}");
    }
    assert_eq!(apply(&asked, &Event::RemoveDocument { document: 1 }, TODAY), Err(RuleViolation::MandatoryStays));
    for second in [not_required("B2"), answer_waiver("B2", true)] {
        let (waived, effects) = apply(&asked, &second, TODAY).unwrap();
        assert_eq!((waived.documents[0].status, &waived.documents[0].waiver), (Is::NotRequired, &None));
        assert_eq!(effects, [Effect::Notify { event: NotificationEvent::StatusChanged, document: Some(1) }]);
        assert_eq!(after(&waived, &[Event::RemoveDocument { document: 1 }]).documents.len(), 1, "two have agreed");
    }
    for no in [answer_waiver("B2", false), answer_waiver("B1", false)] {
        let declined = after(&asked, &[no]);
        assert_eq!((declined.documents[0].status, &declined.documents[0].waiver), (Is::Requested, &None));
    }
    assert_eq!(after(&asked, &[upload(1)]).documents[0].waiver, None, "it came after all");
    assert_eq!(apply(&request, &answer_waiver("B2", true), TODAY), Err(RuleViolation::WrongState));
}

#[test]
fn under_four_eyes_a_claim_on_a_mandatory_document_takes_two_of_the_staff() {
    let claim = Event::ClaimNotRequired { document: 1, by: Person::Customer("meena".into()), has_reason: true };
    let answer = |by: &str, is_granted| Event::AnswerClaim { document: 1, by: Person::Staff(by.into()), is_granted };
    let claimed = after(&Request { four_eyes: true, ..sent(1, 2) }, &[claim]);
    let first = after(&claimed, &[answer("B1", true)]);
    assert_eq!(first.documents[0].status, Is::Requested);
    assert!(first.documents[0].claim.is_some() && first.documents[0].waiver.is_some());
    assert_eq!(apply(&first, &answer("B1", true), TODAY), Err(RuleViolation::OwnWaiver));
    assert_eq!(after(&first, &[answer("K1", true)]).documents[0].status, Is::NotRequired);
    let refused = &after(&first, &[answer("K1", false)]).documents[0];
    assert!(refused.claim.is_none() && refused.waiver.is_none());
}

#[test]
fn four_eyes_leave_optional_documents_and_drafts_to_one_person() {
    let mut request = Request { four_eyes: true, ..sent(1, 2) };
    request.documents[0].is_required = false;
    assert_eq!(after(&request, &[not_required("B1")]).documents[0].status, Is::NotRequired);
    assert_eq!(after(&request, &[Event::RemoveDocument { document: 1 }]).documents.len(), 1);
    let draft = Request { is_sent: false, ..Request { four_eyes: true, ..sent(1, 2) } };
    assert_eq!(after(&draft, &[not_required("B1")]).documents[0].status, Is::NotRequired);
    assert_eq!(after(&draft, &[Event::RemoveDocument { document: 1 }]).documents.len(), 1);
}
