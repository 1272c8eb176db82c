//! Files as the bare handler stores them: encrypted in chunks of 64 KiB, synced, renamed.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::routing::{get, post};
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, Nonce, UnboundKey};

const CHUNK: usize = 64 * 1024;
const TAG: usize = 16;

struct Files {
    folder: PathBuf,
    key: LessSafeKey,
    last: AtomicU64,
}

fn nonce(number: usize) -> Nonce {
    let mut bytes = [0; 12];
    bytes[4..].copy_from_slice(&(number as u64).to_be_bytes());
    Nonce::assume_unique_for_key(bytes)
}

impl Files {
    fn write(&self, body: &[u8]) -> io::Result<u64> {
        let id = self.last.fetch_add(1, Ordering::Relaxed);
        let part = self.folder.join(format!("{id}.part"));
        let mut file = File::create(&part)?;
        for (number, chunk) in body.chunks(CHUNK).enumerate() {
            let mut sealed = chunk.to_vec();
            self.key.seal_in_place_append_tag(nonce(number), Aad::empty(), &mut sealed).expect("a chunk");
            file.write_all(&sealed)?;
        }
        file.sync_all()?;
        std::fs::rename(part, self.folder.join(id.to_string()))?;
        File::open(&self.folder)?.sync_all()?;
        Ok(id)
    }

    fn read(&self, id: u64) -> io::Result<Vec<u8>> {
        let mut sealed = std::fs::read(self.folder.join(id.to_string()))?;
        let mut plain = Vec::with_capacity(sealed.len());
        for (number, chunk) in sealed.chunks_mut(CHUNK + TAG).enumerate() {
            plain.extend_from_slice(self.key.open_in_place(nonce(number), Aad::empty(), chunk).expect("a chunk"));
        }
        Ok(plain)
    }
}

async fn keep(State(files): State<Arc<Files>>, body: Bytes) -> String {
    tokio::task::spawn_blocking(move || files.write(&body)).await.unwrap().unwrap().to_string()
}

async fn upload(State(files): State<Arc<Files>>, body: Bytes) -> &'static str {
    let written = move || {
        let id = files.write(&body)?;
        std::fs::remove_file(files.folder.join(id.to_string()))
    };
    tokio::task::spawn_blocking(written).await.unwrap().unwrap();
    "{}"
}

async fn download(State(files): State<Arc<Files>>, Path(id): Path<u64>) -> Vec<u8> {
    tokio::task::spawn_blocking(move || files.read(id)).await.unwrap().unwrap()
}

pub fn router(folder: &str) -> Router {
    std::fs::create_dir_all(FilePath::new(folder)).unwrap();
    let key = LessSafeKey::new(UnboundKey::new(&AES_256_GCM, &[7; 32]).unwrap());
    let files = Arc::new(Files { folder: folder.into(), key, last: AtomicU64::new(0) });
    Router::new()
        .route("/keep", post(keep))
        .route("/upload", post(upload))
        .route("/download/{id}", get(download))
        .layer(DefaultBodyLimit::disable())
        .with_state(files)
}
