//! Rate limits of users and addresses, at one node and at several.

use api::{Api, Rates};
use app::App;
use app::live::relay;
use axum::body::Body;
use serde_json::json;
use testkit::{Answer, Client, Database, PATIENCE, TestApp, on_sqlite, until};

on_sqlite!(
    a_user_who_calls_too_often_is_held_back_and_others_are_not,
    searches_have_a_limit_of_their_own,
    a_user_has_a_limit_of_streams_and_a_closed_one_makes_room,
    an_address_is_held_back_for_all_its_users,
);

fn rates(change: impl FnOnce(&mut Rates)) -> Rates {
    let mut rates = Rates::HIGH;
    change(&mut rates);
    rates
}

fn held(answer: &Answer) -> bool {
    if answer.status != 429 {
        return false;
    }
    assert_eq!(answer.code(), "tooManyTries");
    answer.headers["retry-after"].to_str().unwrap().parse::<u64>().unwrap() >= 1
}

async fn a_user_who_calls_too_often_is_held_back_and_others_are_not(app: TestApp) {
    let app = app.behind_proxies(&[], &rates(|rates| rates.user = 1.try_into().unwrap())).await;
    let (banker, other) = (app.log_in("NGB", "BANKER1").await, app.log_in("NGB", "BANKER2").await);
    let mut answers = Vec::new();
    for _ in 0..40 {
        answers.push(banker.get("sms", "sms/me", "").await);
    }
    assert!(answers[..5].iter().all(|answer| answer.status == 200), "five seconds' worth may come at once");
    assert!(answers.iter().any(held));
    other.get("sms", "sms/me", "").await.expect(200);
    app.log_in("KALVI", "BANKER1").await.get("sms", "sms/me", "").await.expect(200);
}

async fn searches_have_a_limit_of_their_own(app: TestApp) {
    let app = app.behind_proxies(&[], &rates(|rates| rates.search = 1.try_into().unwrap())).await;
    for (user, resource, query) in
        [("BANKER1", "docrequest/search", "page=1&size=10"), ("BANKER2", "docrequest/customer", "q=Meena")]
    {
        let banker = app.log_in("NGB", user).await;
        let mut answers = Vec::new();
        for _ in 0..40 {
            answers.push(banker.get("banker", &format!("transaction/{resource}"), query).await);
        }
        assert!(answers[..5].iter().all(|answer| answer.status == 200));
        assert!(answers.iter().any(held), "{resource}");
        banker.get("sms", "sms/me", "").await.expect(200);
    }
}

async fn a_user_has_a_limit_of_streams_and_a_closed_one_makes_room(app: TestApp) {
    let app = app.behind_proxies(&[], &rates(|rates| rates.streams = 2.try_into().unwrap())).await;
    let banker = app.log_in("NGB", "BANKER1").await;
    let path = format!("/api/banker/v1/docz/banking/transaction/notification/stream@{}", banker.header_json(None));
    let (one, two) = (banker.open(&path).await, banker.open(&path).await);
    assert_eq!((one.status().as_u16(), two.status().as_u16()), (200, 200));
    assert!(held(&banker.send("GET", &path, &[], Body::empty()).await));
    drop(one);
    assert_eq!(banker.open(&path).await.status(), 200);
}

async fn an_address_is_held_back_for_all_its_users(app: TestApp) {
    let app = app.behind_proxies(&["127.0.0.1"], &rates(|rates| rates.address = 1.try_into().unwrap())).await;
    let from = async |address: &str| {
        let path = "/api/sms/v1/docz/banking/sms/me";
        app.anonymous().send("GET", path, &[("x-forwarded-for", address)], Body::empty()).await
    };
    let mut answers = Vec::new();
    for _ in 0..40 {
        answers.push(from("203.0.113.9").await);
    }
    assert!(answers[..5].iter().all(|answer| answer.status == 401) && answers.iter().any(held));
    from("198.51.100.1").await.expect(401);
}

/// Calls at one node count at the other, without a row being written.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn limits_hold_across_nodes() {
    // Few enough a minute that the limit does not recover while the test runs.
    let rates = rates(|rates| rates.login = 2.try_into().unwrap());
    let app = TestApp::start(Database::Postgres).await.behind_proxies(&[], &rates).await;
    let other = App::new(app.second_store().await, app.clock.clone(), app.mailbox.clone(), app.app().settings.clone());
    let other = Api::new(other, &rates, api::Proxies::default(), Box::new(String::new));
    let there = Client::anonymous(api::router(other.clone()));
    let wrong = json!({ "entityCode": "NGB", "userId": "BANKER1", "password": "Wrong@2026" });
    let walk = async {
        let both_know = async || app.app().live.has_other_nodes() && other.app.live.has_other_nodes();
        until("the nodes know of each other", PATIENCE, both_know).await;
        // From now on both nodes count.
        assert_eq!((app.api.limits.collect(true), other.limits.collect(true)), (vec![], vec![]));
        for _ in 0..2 {
            app.anonymous().post("sms", "sms/usermasterlogin", None, &wrong).await.expect(422);
        }
        // The other node may start to listen a moment later: repeated until it is received.
        let charges = app.api.limits.collect(true);
        assert_eq!(charges.len(), 1, "{charges:?}");
        assert!(!serde_json::to_string(&charges).unwrap().contains("127.0.0"), "keys name nobody");
        until("the other node receives it", PATIENCE, async || {
            app.app().live.charge(charges.clone());
            other.limits.charges_received() > 0
        })
        .await;
        assert!(held(&there.post("sms", "sms/usermasterlogin", None, &wrong).await));
    };
    tokio::select! {
        () = relay(app.app()) => panic!("our node went deaf"),
        () = relay(&other.app) => panic!("the other node went deaf"),
        () = walk => {}
    }
}
