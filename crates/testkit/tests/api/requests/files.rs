//! What the document store holds, and what takes it away.

use bytes::Bytes;
use futures_util::stream;
use jiff::Timestamp;
use testkit::{TestApp, on_both_databases};

use super::{Desk, png};

on_both_databases!(files_that_no_record_names_are_swept);

async fn files_that_no_record_names_are_swept(app: TestApp) {
    let txn = Desk::staff(&app, "BANKER1").await.sent().await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.supply(&txn, 1).await.expect(200);
    meena.upload(&txn, 2, "a.png", png()).await.expect(200);
    let named = app.files_kept();
    // As an upload leaves it that ends between the file and its record.
    let lost = stream::iter([Ok(Bytes::from_static(b"lost"))]);
    app.app().files.put("0123456789abcdef0123", Box::pin(lost)).await.unwrap();
    let long_ago = Timestamp::UNIX_EPOCH;
    assert_eq!(app.sweep_files(long_ago).await, 0, "it may be on its way");
    assert_eq!(app.sweep_files(Timestamp::MAX).await, 1);
    assert_eq!(app.files_kept(), named, "what a record names stays, staged or handed in");
}
