//! Uploads in progress: what was declared, and the pieces that arrived.

use domain::Refusal;
use domain::access::{Change, Permit, RequestAccess, system};
use domain::master_data::Value;
use domain::message::Message;

use super::aggregate::FileRow;
use crate::row::Record;
use crate::sql::{Sql, scoped};
use crate::statement::{Filter, Statement};
use crate::{Result, Row, Store};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadRow {
    pub tenant_code: String,
    pub upload_id: String,
    pub txn_ref_no: String,
    pub document: u32,
    pub uploaded_by: String,
    pub file_name: String,
    pub length: i64,
    /// The bytes stored so far.
    pub received: i64,
    /// What the sender says about the whole file.
    pub sha256: Option<String>,
    /// The staged file that the upload became.
    pub file_id: Option<String>,
    pub created_on: String,
}

/// A part of an upload, stored as a file of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadPiece {
    pub start: i64,
    pub size: i64,
    pub storage_id: String,
    pub sealed_key: Option<String>,
}

/// An upload of any entity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaleUpload {
    pub country: String,
    pub entity: String,
    pub upload_id: String,
}

const UPLOAD: &str = "tenant_code, upload_id, txn_ref_no, document_no, uploaded_by, file_name, length, received, \
    sha256, file_id, created_on";

fn upload(row: &dyn Row) -> Result<UploadRow> {
    let row = Record::new(row, "upload", "upload_id");
    Ok(UploadRow {
        tenant_code: row.text("tenant_code")?,
        upload_id: row.text("upload_id")?,
        txn_ref_no: row.text("txn_ref_no")?,
        document: row.int("document_no")?,
        uploaded_by: row.text("uploaded_by")?,
        file_name: row.text("file_name")?,
        length: row.int("length")?,
        received: row.int("received")?,
        sha256: row.optional_text("sha256")?,
        file_id: row.optional_text("file_id")?,
        created_on: row.text("created_on")?,
    })
}

fn piece(row: &dyn Row) -> Result<UploadPiece> {
    let row = Record::new(row, "upload_piece", "storage_id");
    Ok(UploadPiece {
        start: row.int("start")?,
        size: row.int("size")?,
        storage_id: row.text("storage_id")?,
        sealed_key: row.optional_text("sealed_key")?,
    })
}

fn stale(row: &dyn Row) -> Result<StaleUpload> {
    let row = Record::new(row, "upload", "upload_id");
    Ok(StaleUpload {
        country: row.text("country_code")?,
        entity: row.text("entity_code")?,
        upload_id: row.text("upload_id")?,
    })
}

/// The refusal of a sender that is not at the stored offset.
fn moved() -> Refusal {
    Refusal::Conflict(Message::plain("uploadMoved"))
}

/// Marks an upload as finished by this file. Of two senders that finish at the same time one is refused.
pub(super) fn finish_upload(permit: &Permit<Change>, upload_id: &str, file: &FileRow) -> Statement {
    let filter = Filter::of(permit).text("upload_id", upload_id).and("file_id IS NULL");
    Statement::update("upload", [("file_id", Value::text(&file.file_id))], filter).or_refuse(moved())
}

impl Store {
    /// Begins an upload, unless the entity has the most that may be in progress at once.
    pub async fn begin_upload(&self, access: &RequestAccess<Change>, new: &UploadRow, most: i64) -> Result<()> {
        let permit = access.permit();
        let mut values = scoped(permit, &[&new.tenant_code, &new.upload_id, &new.txn_ref_no]);
        values.extend([
            Value::Int(new.document.into()),
            Value::text(&new.uploaded_by),
            Value::text(&new.file_name),
            Value::Int(new.length),
            Value::Int(new.received),
            new.sha256.as_ref().map_or(Value::Null, Value::text),
            Value::text(&new.created_on),
        ]);
        values.extend(scoped(permit, &[]));
        values.push(Value::Int(most));
        let insert = Statement::raw(
            "upload",
            r#"INSERT INTO upload (country_code, entity_code, tenant_code, upload_id, txn_ref_no, document_no,
                    uploaded_by, file_name, length, received, sha256, created_on)
                    SELECT CAST($1 AS TEXT),
                    CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS TEXT), CAST($6 AS BIGINT),
                    CAST($7 AS TEXT), CAST($8 AS TEXT), CAST($9 AS BIGINT), CAST($10 AS BIGINT), CAST($11 AS TEXT),
                    CAST($12 AS TEXT)
                WHERE (SELECT count(*) FROM upload u WHERE u.country_code = $13 AND u.entity_code = $14
                    AND u.file_id IS NULL) < $15"#,
            values,
        );
        let busy = Refusal::TooManyTries { retry_after_seconds: 60 };
        self.commit_unaudited(permit, vec![insert.or_refuse(busy)]).await
    }

    /// An upload of this user.
    pub async fn upload(&self, access: &RequestAccess<Change>, upload_id: &str) -> Result<Option<UploadRow>> {
        let permit = access.permit();
        let sql = Sql::new(
            format!(
                r#"SELECT {UPLOAD}
                    FROM upload
                    WHERE country_code = $1 AND entity_code = $2 AND upload_id = $3 AND uploaded_by = $4"#
            ),
            scoped(permit, &[upload_id, permit.actor()]),
        );
        Ok(self.decoded(permit, &sql, upload).await?.pop())
    }

    /// The unfinished uploads of this user, the oldest first.
    pub async fn unfinished_uploads(&self, access: &RequestAccess<Change>) -> Result<Vec<UploadRow>> {
        let permit = access.permit();
        let sql = Sql::new(
            format!(
                r#"SELECT {UPLOAD}
                    FROM upload
                    WHERE country_code = $1 AND entity_code = $2 AND uploaded_by = $3 AND file_id IS NULL
                    ORDER BY created_on, upload_id"#
            ),
            scoped(permit, &[permit.actor()]),
        );
        self.decoded(permit, &sql, upload).await
    }

    /// The pieces of an upload in order.
    pub async fn upload_pieces(&self, permit: &Permit<Change>, upload_id: &str) -> Result<Vec<UploadPiece>> {
        let sql = Sql::new(
            r#"SELECT start, size, storage_id, sealed_key
                FROM upload_piece
                WHERE country_code = $1 AND entity_code = $2 AND upload_id = $3
                ORDER BY start"#,
            scoped(permit, &[upload_id]),
        );
        self.decoded(permit, &sql, piece).await
    }

    /// Records a stored piece. Of two senders at the same offset one is refused.
    pub async fn add_upload_piece(
        &self,
        access: &RequestAccess<Change>,
        upload: &UploadRow,
        piece: &UploadPiece,
    ) -> Result<()> {
        let permit = access.permit();
        let mut values = vec![Value::Int(piece.start + piece.size)];
        values.extend(scoped(permit, &[&upload.upload_id]));
        values.push(Value::Int(piece.start));
        let advance = Statement::raw(
            "upload",
            r#"UPDATE upload
                SET received = $1
                WHERE country_code = $2 AND entity_code = $3 AND upload_id = $4 AND received = $5 AND file_id IS NULL"#,
            values,
        );
        let mut values = scoped(permit, &[&upload.tenant_code, &upload.upload_id]);
        values.extend([
            Value::Int(piece.start),
            Value::Int(piece.size),
            Value::text(&piece.storage_id),
            piece.sealed_key.as_ref().map_or(Value::Null, Value::text),
        ]);
        let insert = Statement::raw(
            "upload_piece",
            r#"INSERT INTO upload_piece (country_code, entity_code, tenant_code, upload_id, start, size, storage_id,
                    sealed_key)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"#,
            values,
        );
        self.commit_unaudited(permit, vec![advance.or_refuse(moved()), insert]).await
    }

    /// Forgets the pieces of an upload, and with `is_all` the upload itself.
    pub async fn remove_upload(&self, permit: &Permit<Change>, upload_id: &str, is_all: bool) -> Result<()> {
        let delete = |table| Statement::delete(table, Filter::of(permit).text("upload_id", upload_id));
        let mut statements = vec![delete("upload_piece")];
        statements.extend(is_all.then(|| delete("upload")));
        self.commit_unaudited(permit, statements).await
    }

    /// Uploads of all entities that were begun before this time.
    pub async fn stale_uploads(&self, before: &str, most: u32) -> Result<Vec<StaleUpload>> {
        let sql = Sql::new(
            r#"SELECT country_code, entity_code, upload_id
                FROM upload
                WHERE created_on < $1
                ORDER BY created_on
                LIMIT $2"#,
            vec![Value::text(before), Value::Int(most.into())],
        );
        self.decoded(&system::audit_reader(), &sql, stale).await
    }
}
