use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use api::{Api, Rates};
use app::clock_guard::ClockGuard;
use app::entities::NewEntity;
use app::identity::{Passwords, SignOn};
use app::jobs::{Pass, Run, Stop};
use app::{App, ReportSettings, Settings};
use axum::Router;
use domain::secret::Secret;
use integrations::clock::StillClock;
use integrations::files::FilesFolder;
use integrations::inspector::InProcess;
use integrations::mailbox::Mailbox;
use integrations::preview_folder::PreviewFolder;
use ports::{DatabaseClock, DatabaseTimeFuture, Letter, Messenger};
use serde_json::json;
use store::{Pool, RootKey, Store};
use tempfile::TempDir;
use tokio::sync::OnceCell;

use crate::postgres::drop_database;
use crate::scratch::scratch;
use crate::{Client, Server, template_folder};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Database {
    Sqlite,
    Postgres,
}

/// The product with a database of its own, the demo's two entities in it, and a clock that stands still.
pub struct TestApp {
    pub api: Arc<Api>,
    pub router: Router,
    pub clock: Arc<StillClock>,
    pub mailbox: Arc<Mailbox>,
    pub database: Database,
    /// The SQLite file, or the url of the PostgreSQL database.
    pub place: String,
    /// Its own folder; documents are in `files`.
    pub folder: Arc<TempDir>,
}

pub const PASSWORD: &str = "Docz@2026";
/// What the test application's mail server and SMS gateway present with their reports.
pub const BOUNCE_SECRET: &str = "bounce reporter";
pub const SMS_SECRET: &str = "gateway reporter";

/// The installation of every test's database and documents.
pub const INSTALLATION: &str = "5d3b0c1e-9f0a-4a57-8a44-2f6a1c7e0b19";

/// A signal that never stops a job.
fn never() -> Stop {
    Stop::new(tokio::sync::watch::channel(false).1)
}

fn root() -> RootKey {
    RootKey::new([42; 32])
}

fn clock() -> Arc<StillClock> {
    Arc::new(StillClock::at("2026-11-15T06:00:00Z".parse().expect("a time")))
}

fn settings(captcha: bool) -> Settings {
    let host = ("docs.northgate.example".to_owned(), "IN".to_owned(), "NGB".to_owned());
    Settings {
        captcha,
        demo: true,
        domains: vec![host],
        origin: "https://docs.northgate.example".to_owned(),
        sessions_at_once: 3,
        reports: ReportSettings {
            bounce_secret: Some(Secret::new(BOUNCE_SECRET)),
            bounce_address: Some("bounce@docs.northgate.example".to_owned()),
            sms_secret: Some(Secret::new(SMS_SECRET)),
            sms_id: "/id".to_owned(),
            sms_state: "/state".to_owned(),
            sms_delivered: vec!["DELIVRD".to_owned()],
            sms_failed: vec!["UNDELIV".to_owned()],
        },
    }
}

/// An application whose password hashes cost next to nothing.
fn new_app(store: Store, clock: Arc<StillClock>, messenger: Arc<dyn Messenger>, settings: Settings) -> App {
    let mut app = App::new(store, clock.clone(), messenger, settings);
    app.clock_guard = Arc::new(clock_guard(&app.store, &clock));
    app.passwords = Arc::new(Passwords::cheap());
    app
}

/// The guard of a process that starts now.
fn clock_guard(store: &Store, clock: &Arc<StillClock>) -> ClockGuard {
    let database = StillDatabase { clock: clock.clone(), is_own: store.dialect() == store::Dialect::Postgres };
    ClockGuard::with_database(store.clone(), clock.clone(), Arc::new(database))
}

/// The clock of a database: the true time on PostgreSQL, no clock on SQLite.
struct StillDatabase {
    clock: Arc<StillClock>,
    is_own: bool,
}

impl DatabaseClock for StillDatabase {
    fn now(&self) -> DatabaseTimeFuture<'_> {
        Box::pin(std::future::ready(Ok(self.is_own.then(|| self.clock.true_now()))))
    }
}

/// The same with a folder for documents, on a disk that may be full, and files parsed in this process.
fn new_app_with_files(
    store: Store,
    clock: Arc<StillClock>,
    messenger: Arc<dyn Messenger>,
    settings: Settings,
    folder: &TempDir,
) -> App {
    let mut app = new_app(store, clock, messenger, settings);
    let files = FilesFolder::open(&folder.path().join("files")).expect("a folder");
    let files = Arc::new(files.with_reserve(100, 0));
    std::fs::write(folder.path().join("files/installation"), INSTALLATION).expect("a file");
    app.places = vec![files.clone()];
    app.journal = Some(files.clone());
    app.files = docz::wiring::sealed(files, &app.store);
    app.inspector = Arc::new(InProcess);
    app.previews = Arc::new(PreviewFolder::open(&folder.path().join("previews")).expect("a folder").without_reserve());
    app
}

/// A filled SQLite file to copy, made once.
async fn sqlite_template() -> &'static PathBuf {
    static TEMPLATE: OnceCell<PathBuf> = OnceCell::const_new();
    let make = || async {
        let folder = template_folder("sqlite");
        let live = folder.join("live.sqlite").display().to_string();
        let app = new_app(open(Database::Sqlite, &live).await, clock(), Arc::new(Mailbox::default()), settings(false));
        app::demo::fill(&app).await.expect("the demo loads");
        app.store.keep_installation_id(INSTALLATION).await.expect("an installation");
        app.store.confirm_time(app.clock.now(), None).await.expect("a recorded time");
        app.store.refresh_statistics().expect("statistics");
        let copy = folder.join("template.sqlite");
        app.store.copy_to(&copy).expect("a copy");
        copy
    };
    TEMPLATE.get_or_init(make).await
}

/// A filled PostgreSQL database to copy, made once.
async fn postgres_template() -> &'static String {
    static TEMPLATE: OnceCell<String> = OnceCell::const_new();
    let make = || async {
        let server = Server::shared();
        let name = server.create(None).await;
        let store = open(Database::Postgres, &server.url(&name)).await;
        let app = new_app(store, clock(), Arc::new(Mailbox::default()), settings(false));
        app::demo::fill(&app).await.expect("the demo loads");
        app.store.keep_installation_id(INSTALLATION).await.expect("an installation");
        app.store.confirm_time(app.clock.now(), None).await.expect("a recorded time");
        drop(app);
        name
    };
    TEMPLATE.get_or_init(make).await
}

/// Every action in the audit log is one that the log's filter offers, or belongs to no entity.
async fn assert_actions_are_known(database: Database, place: &str) {
    let known = domain::logs::ACTION_CODES.iter().chain(domain::logs::SYSTEM_ACTION_CODES);
    let known: Vec<String> = known.map(|code| format!("'{code}'")).collect();
    let sql = format!("SELECT DISTINCT action FROM audit_log WHERE action NOT IN ({})", known.join(", "));
    let unknown = texts(database, place, &sql).await;
    assert!(unknown.is_empty(), "{unknown:?} is not in domain::logs::ACTION_CODES");
}

/// The texts in the first column, as the database's owner sees them.
async fn texts(database: Database, place: &str, sql: &str) -> Vec<String> {
    match database {
        Database::Sqlite => {
            let connection = rusqlite::Connection::open(place).expect("SQLite opens");
            let mut statement = connection.prepare(sql).expect("a statement");
            let rows = statement.query_map([], |row| row.get(0)).expect("rows");
            rows.map(|row| row.expect("a text")).collect()
        }
        Database::Postgres => {
            let rows = connect(place).await.query(sql, &[]).await.expect("rows");
            rows.iter().map(|row| row.get(0)).collect()
        }
    }
}

/// A connection to PostgreSQL as the database's owner.
async fn connect(place: &str) -> tokio_postgres::Client {
    let (client, connection) = tokio_postgres::connect(place, tokio_postgres::NoTls).await.expect("PostgreSQL answers");
    tokio::spawn(connection);
    client
}

/// The application's role with the scope of one entity, plans for any values, and no table scan where an index exists.
const POSTGRES_PLANS: &str = "SET ROLE docz_app; SET docz.country = 'IN'; SET docz.country_last = 'IN'; SET \
                              docz.entity = 'NGB'; SET docz.entity_last = 'NGB'; SET docz.tenants = '*'; SET \
                              plan_cache_mode = force_generic_plan; SET enable_seqscan = off";

impl TestApp {
    /// Runs a test, and then checks what must hold after every one of them.
    pub async fn run<Fut: Future<Output = ()>>(database: Database, test: impl FnOnce(TestApp) -> Fut) {
        let app = TestApp::start(database).await;
        let (place, _folder) = (app.place.clone(), app.folder.clone());
        test(app).await;
        assert_actions_are_known(database, &place).await;
        if database == Database::Postgres {
            drop_database(&place).await;
        }
    }

    pub async fn start(database: Database) -> TestApp {
        TestApp::with(database, settings(false), &Rates::HIGH).await
    }

    pub async fn with_captcha(database: Database) -> TestApp {
        TestApp::with(database, settings(true), &Rates::HIGH).await
    }

    pub async fn with(database: Database, settings: Settings, rates: &Rates) -> TestApp {
        let _ = tracing_subscriber::fmt()
            .with_test_writer()
            .with_max_level(tracing_subscriber::filter::LevelFilter::ERROR)
            .try_init();
        let folder = Arc::new(tempfile::tempdir_in(scratch()).expect("a folder"));
        let place = match database {
            Database::Sqlite => {
                let file = folder.path().join("docz.sqlite");
                std::fs::copy(sqlite_template().await, &file).expect("a copy");
                file.display().to_string()
            }
            Database::Postgres => {
                let server = Server::shared();
                let template = postgres_template().await;
                server.url(&server.create(Some(template)).await)
            }
        };
        let clock = clock();
        let mailbox = Arc::new(Mailbox::default());
        let store = open(database, &place).await;
        let app = new_app_with_files(store, clock.clone(), mailbox.clone(), settings, &folder);
        let api = Api::new(app, rates, api::Proxies::default(), Box::new(String::new));
        TestApp { router: api::router(api.clone()), api, clock, mailbox, database, place, folder }
    }

    /// The same database, opened anew with other parts.
    pub async fn with_parts(self, change: impl FnOnce(&mut App)) -> TestApp {
        let store = open(self.database, &self.place).await;
        let settings = self.api.app.settings.clone();
        let mut app = new_app_with_files(store, self.clock.clone(), self.mailbox.clone(), settings, &self.folder);
        app.clock_guard = self.api.app.clock_guard.clone();
        change(&mut app);
        let api = Api::new(app, &Rates::HIGH, api::Proxies::default(), Box::new(String::new));
        TestApp { router: api::router(api.clone()), api, ..self }
    }

    /// The same product behind proxies that it trusts, with limits of its own.
    pub async fn behind_proxies(self, proxies: &[&str], rates: &Rates) -> TestApp {
        let store = open(self.database, &self.place).await;
        let settings = self.api.app.settings.clone();
        let mut app = new_app_with_files(store, self.clock.clone(), self.mailbox.clone(), settings, &self.folder);
        app.clock_guard = self.api.app.clock_guard.clone();
        let names: Vec<String> = proxies.iter().map(|name| (*name).to_owned()).collect();
        let proxies = api::Proxies::parse(&names).expect("networks");
        let api = Api::new(app, rates, proxies, Box::new(String::new));
        TestApp { router: api::router(api.clone()), api, ..self }
    }

    /// The same product on the same database, with a real messenger and directories.
    pub async fn with_external_systems(self, messenger: Arc<dyn Messenger>, sign_on: SignOn) -> TestApp {
        let store = open(self.database, &self.place).await;
        let mut app = new_app_with_files(store, self.clock.clone(), messenger, settings(false), &self.folder);
        app.clock_guard = self.api.app.clock_guard.clone();
        let api = Api::new(app.with_sign_on(sign_on), &Rates::HIGH, api::Proxies::default(), Box::new(String::new));
        TestApp { router: api::router(api.clone()), api, ..self }
    }

    /// The same product in a process that starts now, perhaps with another clock.
    pub async fn restarted(self, clock: Arc<StillClock>) -> TestApp {
        let store = open(self.database, &self.place).await;
        let settings = self.api.app.settings.clone();
        let app = new_app_with_files(store, clock.clone(), self.mailbox.clone(), settings, &self.folder);
        let api = Api::new(app, &Rates::HIGH, api::Proxies::default(), Box::new(String::new));
        TestApp { router: api::router(api.clone()), api, clock, ..self }
    }

    /// Another node of the same product, with a clock of its own.
    pub async fn node(&self, clock: &Arc<StillClock>) -> App {
        let (store, settings) = (open(self.database, &self.place).await, self.api.app.settings.clone());
        new_app_with_files(store, clock.clone(), self.mailbox.clone(), settings, &self.folder)
    }

    /// The date this number of days from now, in the time zone of the demo's entities.
    pub fn day(&self, days: i64) -> String {
        let today = ports::Clock::today(self.clock.as_ref(), "Asia/Kolkata");
        today.saturating_add(jiff::Span::new().days(days)).to_string()
    }

    /// How many files the document store holds, besides its marker and its trash.
    pub fn files_kept(&self) -> usize {
        fn count(folder: &std::path::Path) -> usize {
            let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
            let entries = entries.filter(|entry| entry.file_name() != "trash" && entry.file_name() != "installation");
            entries.map(|entry| if entry.path().is_dir() { count(&entry.path()) } else { 1 }).sum()
        }
        count(&self.folder.path().join("files"))
    }

    /// The same database as a second node has it.
    pub async fn second_store(&self) -> Store {
        open(self.database, &self.place).await
    }

    pub fn app(&self) -> &App {
        &self.api.app
    }

    pub fn anonymous(&self) -> Client {
        Client::anonymous(self.router.clone())
    }

    pub async fn log_in(&self, entity: &str, user: &str) -> Client {
        Client::log_in(self.router.clone(), entity, "", user, PASSWORD).await
    }

    /// A customer of Northgate Bank, logged in with the code in the mailbox.
    pub async fn log_in_customer(&self, user: &str) -> Client {
        let mut client = self.anonymous();
        let place = ("sms", "sms/customerusermasterLogin");
        let body = json!({ "entityCode": "NGB", "userId": user });
        let asked = client.post(place.0, place.1, None, &body).await.expect(200);
        let text = self.mailbox.letters().remove(0).1.text;
        let code = text.split(|one: char| !one.is_ascii_digit()).find(|word| word.len() == 6).expect("a code");
        let body = json!({ "otpRef": asked.record()["otpRef"], "otp": code });
        let done = client.post(place.0, place.1, None, &body).await.expect(200);
        client.take_token(&done);
        client.auth = done.record().clone();
        client
    }

    /// An entity with an administrator and nothing else; the administrator is logged in.
    pub async fn new_entity(&self, code: &str) -> Client {
        self.create_entity(code).await;
        self.log_in(code, "ADMIN").await
    }

    pub async fn create_entity(&self, code: &str) {
        let new = NewEntity {
            country: "IN".into(),
            code: code.into(),
            entity_type: "Bank".into(),
            name: format!("{code} Test Bank"),
            state: "TN".into(),
            time_zone: "Asia/Kolkata".into(),
            mail: format!("admin@{}.example", code.to_lowercase()),
            mobile: "+919840000001".into(),
            admin: "ADMIN".into(),
            password: PASSWORD.into(),
        };
        app::entities::create(self.app(), &new).await.expect("an entity can be made");
        self.without_four_eyes_in(code).await;
    }

    /// One pass of a job.
    pub async fn run_job(&self, name: &str) -> Run {
        let job = app::jobs::find(name).expect("a job");
        app::jobs::run_manually(self.app(), job, &never()).await.expect("the job's lease")
    }

    /// Removes files that no record names and that were kept before this moment.
    pub async fn sweep_files(&self, before: jiff::Timestamp) -> u64 {
        let mut pass = Pass::new(never());
        app::documents::sweep(self.app(), before, &mut pass).await.expect("files can be swept");
        pass.report.done
    }

    /// The messages to an address, newest first.
    pub fn letters_to(&self, address: &str) -> Vec<Letter> {
        self.mailbox.letters().into_iter().map(|(_, letter)| letter).filter(|letter| letter.to == address).collect()
    }

    /// Chooses the first password of a user of Northgate Bank, as the link in the invitation does.
    pub async fn choose_first_password(&self, user: &str, password: &str) {
        let address = format!("{}@northgate.example", user.to_lowercase());
        let letters = self.letters_to(&address);
        let link = letters.iter().find_map(|letter| letter.text.split_once("/auth/reset#")).expect("an invitation").1;
        let token = link.split_whitespace().next().unwrap_or_default();
        let body = json!({ "resetToken": token, "password": password });
        self.anonymous().post("sms", "sms/usermaster/resetpassword", None, &body).await.expect(200);
    }

    /// Switches four-eyes off in Northgate Bank, for a test that is about something else.
    pub async fn without_four_eyes(&self) {
        self.without_four_eyes_in("NGB").await;
    }

    async fn without_four_eyes_in(&self, entity: &str) {
        let sql = format!("UPDATE entity_master SET four_eyes = false WHERE entity_code = '{entity}'");
        self.run_sql_directly(&sql).await;
        self.app().invalidate("IN", entity, None);
    }

    /// Runs SQL past the store, as the database's owner.
    pub async fn run_sql_directly(&self, sql: &str) {
        match self.database {
            Database::Sqlite => {
                let connection = rusqlite::Connection::open(&self.place).expect("SQLite opens");
                connection.busy_timeout(std::time::Duration::from_secs(5)).expect("a timeout");
                connection.execute_batch(sql).unwrap_or_else(|error| panic!("{error}: {sql}"));
            }
            Database::Postgres => {
                let client = connect(&self.place).await;
                client.batch_execute(sql).await.unwrap_or_else(|error| panic!("{error}: {sql}"));
            }
        }
    }

    /// The texts in the first column, as the database's owner sees them.
    pub async fn texts(&self, sql: &str) -> Vec<String> {
        texts(self.database, &self.place, sql).await
    }

    /// One number, as the database's owner sees it.
    pub async fn count(&self, sql: &str) -> i64 {
        match self.database {
            Database::Sqlite => {
                let connection = rusqlite::Connection::open(&self.place).expect("SQLite opens");
                connection.query_row(sql, [], |row| row.get(0)).expect("a number")
            }
            Database::Postgres => connect(&self.place).await.query_one(sql, &[]).await.expect("a number").get(0),
        }
    }

    /// One number as another role sees it: `before` sets role and scope (PostgreSQL only).
    pub async fn count_as(&self, before: &str, sql: &str) -> i64 {
        let client = connect(&self.place).await;
        client.batch_execute(before).await.expect("settings");
        client.query_one(sql, &[]).await.expect("a number").get(0)
    }
}

impl TestApp {
    /// The database's plan of a statement, one step a line, without choices that depend on the size of a table.
    pub async fn plan(&self, sql: &str) -> Vec<String> {
        match self.database {
            Database::Sqlite => {
                let connection = rusqlite::Connection::open(&self.place).expect("SQLite opens");
                let mut query = connection.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).expect("a plan");
                let lines = query.raw_query().mapped(|row| row.get::<_, String>(3)).collect::<Result<_, _>>();
                lines.expect("lines")
            }
            Database::Postgres => {
                let client = connect(&self.place).await;
                client.batch_execute(POSTGRES_PLANS).await.expect("settings");
                client.batch_execute(&format!("PREPARE planned AS {sql}")).await.expect("a statement");
                let values = (1..).take_while(|at| sql.contains(&format!("${at}"))).map(|_| "NULL");
                let values = values.collect::<Vec<_>>().join(", ");
                let call = if values.is_empty() { "planned".to_owned() } else { format!("planned({values})") };
                let rows = client.simple_query(&format!("EXPLAIN EXECUTE {call}")).await.expect("a plan");
                let line = |row: tokio_postgres::SimpleQueryMessage| match row {
                    tokio_postgres::SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
                    _ => None,
                };
                rows.into_iter().filter_map(line).collect()
            }
        }
    }

    /// Every row of every table as text, as the database's owner sees it.
    pub async fn dump(&self) -> Vec<String> {
        match self.database {
            Database::Sqlite => dump_sqlite(&self.place),
            Database::Postgres => dump_postgres(&self.place).await,
        }
    }
}

fn dump_sqlite(place: &str) -> Vec<String> {
    let connection = rusqlite::Connection::open(place).expect("SQLite opens");
    let mut names = connection.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").expect("tables");
    let names: Vec<String> = names.query_map([], |row| row.get(0)).expect("names").map(Result::unwrap).collect();
    let mut all = Vec::new();
    for name in names {
        let mut statement = connection.prepare(&format!("SELECT * FROM \"{name}\"")).expect("a table");
        let columns = statement.column_count();
        let mut rows = statement.query([]).expect("rows");
        while let Some(row) = rows.next().expect("a row") {
            let cell = |at| format!("{:?}", row.get::<_, rusqlite::types::Value>(at).expect("a cell"));
            all.push(format!("{name}: {}", (0..columns).map(cell).collect::<Vec<_>>().join(" | ")));
        }
    }
    all
}

async fn dump_postgres(place: &str) -> Vec<String> {
    let client = connect(place).await;
    let names = "SELECT c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname \
                 = 'public' AND c.relkind = 'r'";
    let mut all = Vec::new();
    for name in client.query(names, &[]).await.expect("tables") {
        let name: String = name.get(0);
        let rows = client.query(&format!("SELECT to_json(t)::text FROM \"{name}\" t"), &[]).await.expect("rows");
        all.extend(rows.iter().map(|row| format!("{name}: {}", row.get::<_, String>(0))));
    }
    all
}

async fn open(database: Database, place: &str) -> Store {
    // A test fails for what the product does, never because the machine is busy.
    let pool = Pool { sqlite_sync: false, timeout: Duration::from_secs(300), ..Pool::default() };
    match database {
        Database::Sqlite => Store::open_sqlite_with(place.as_ref(), root(), &pool).await.expect("SQLite opens"),
        Database::Postgres => Store::open_postgres_with(place, root(), &pool).await.expect("PostgreSQL opens"),
    }
}
