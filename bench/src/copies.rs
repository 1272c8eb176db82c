//! Copies the requests of a seeded database, for measurements at a size that takes an hour to seed.
//! `copies 199 data/docz.sqlite` or `copies 199 postgres://...`: each request gets this many copies under other
//! references.

use tokio_postgres::NoTls;

const COUNTS: &str = "UPDATE docrequest_count SET n = n * (CAST($1 AS BIGINT) + 1)";

/// References, telephone numbers and addresses are words that few requests share, so the copies have others.
const POSTGRES_WORDS: &str = "array_to_tsvector(ARRAY(SELECT CASE WHEN w ~ '[0-9]' THEN w || k.n ELSE w END FROM \
                              unnest(tsvector_to_array(r.search)) w))";

/// On SQLite the copies are found by their own references.
const SQLITE_WORDS: &str = "replace(r.search, lower(r.txn_ref_no), lower(r.txn_ref_no) || '-' || k.n)";

/// The same columns again, with a reference and an id of their own.
fn insert(columns: &[String], copies: &str, words: &str) -> String {
    let values = columns.iter().map(|column| match column.as_str() {
        "txn_ref_no" | "txn_id" => format!("r.{column} || '-' || k.n"),
        "search" => words.to_owned(),
        _ => format!("r.{column}"),
    });
    let values = values.collect::<Vec<_>>().join(", ");
    format!("INSERT INTO docrequest ({}) SELECT {values} FROM {copies} CROSS JOIN docrequest r", columns.join(", "))
}

fn in_sqlite(file: &str, count: i64) -> rusqlite::Result<()> {
    let connection = rusqlite::Connection::open(file)?;
    connection.execute_batch("PRAGMA synchronous = OFF; PRAGMA cache_size = -500000; BEGIN")?;
    let mut found = connection.prepare("SELECT name FROM pragma_table_info('docrequest') WHERE name <> 'row_no'")?;
    let columns = found.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()?;
    let numbers = format!(
        "(WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < {count}) SELECT n FROM n) k"
    );
    connection.execute(&insert(&columns, &numbers, SQLITE_WORDS), [])?;
    connection.execute(COUNTS, [count])?;
    connection.execute_batch("COMMIT; ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)")
}

async fn in_postgres(url: &str, count: i64) -> Result<(), tokio_postgres::Error> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    tokio::spawn(connection);
    let text = |rows: Vec<tokio_postgres::Row>| rows.iter().map(|row| row.get(0)).collect::<Vec<String>>();
    let columns = "SELECT column_name::TEXT FROM information_schema.columns WHERE table_name = 'docrequest'";
    let columns = text(client.query(columns, &[]).await?);
    let indexes = "FROM pg_indexes WHERE tablename = 'docrequest' AND indexname <> 'docrequest_key'";
    let drop = text(client.query(&format!("SELECT 'DROP INDEX ' || indexname {indexes}"), &[]).await?);
    let create = text(client.query(&format!("SELECT indexdef {indexes}"), &[]).await?);
    // Indexes are built afterwards, at once; the copies refer to records that are there.
    client.batch_execute("SET session_replication_role = replica; SET maintenance_work_mem = '1GB'").await?;
    client.batch_execute(&drop.join("; ")).await?;
    client.execute(&insert(&columns, &format!("generate_series(1, {count}) AS k(n)"), POSTGRES_WORDS), &[]).await?;
    client.execute(COUNTS, &[&count]).await?;
    client.batch_execute(&create.join("; ")).await?;
    client.batch_execute("VACUUM ANALYZE docrequest").await
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [count, place] = arguments.as_slice() else { return Err("copies COUNT FILE-OR-URL".into()) };
    let count = count.parse()?;
    match place.starts_with("postgres:") {
        true => in_postgres(place, count).await?,
        false => in_sqlite(place, count)?,
    }
    Ok(())
}
