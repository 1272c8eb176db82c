//! The protocol of the inspector process: a line of JSON, followed by the bytes of a picture.

use bytes::Bytes;
use domain::document::FileType;
use ports::{Cover, FileFacts, InspectFault, Picture, Rendered, Rows};
use serde::{Deserialize, Serialize};

/// A task for the inspector process.
#[derive(Debug, Clone, PartialEq)]
pub enum Task {
    Inspect(FileType),
    Picture { kind: FileType, page: u32, width: u32 },
    Png(FileType),
    Cover { kind: FileType, covers: Vec<Cover> },
    Rows,
}

impl Task {
    /// As arguments of `docz inspect`.
    pub fn arguments(&self) -> Vec<String> {
        match self {
            Task::Inspect(kind) => vec!["look".into(), "--kind".into(), kind.extension().into()],
            Task::Png(kind) => vec!["png".into(), "--kind".into(), kind.extension().into()],
            Task::Rows => vec!["rows".into()],
            Task::Cover { kind, covers } => {
                let flags = covers
                    .iter()
                    .flat_map(|at| ["--cover".to_owned(), format!("{},{},{},{}", at.x, at.y, at.width, at.height)]);
                ["cover", "--kind", kind.extension()].map(str::to_owned).into_iter().chain(flags).collect()
            }
            Task::Picture { kind, page, width } => {
                let flags = [
                    ("--kind", kind.extension().to_owned()),
                    ("--page", page.to_string()),
                    ("--width", width.to_string()),
                ];
                let flags = flags.into_iter().flat_map(|(name, value)| [name.to_owned(), value]);
                std::iter::once("picture".to_owned()).chain(flags).collect()
            }
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Response {
    #[serde(rename_all = "camelCase")]
    FileFacts {
        pages: Option<u32>,
        width: Option<u32>,
        height: Option<u32>,
        is_protected: bool,
    },
    #[serde(rename_all = "camelCase")]
    Picture {
        content_type: String,
        pages: u32,
        /// Left out in pictures that were stored before there was such a field.
        #[serde(default)]
        is_partial: bool,
    },
    Rows(Rows),
    Fault(Fault),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Fault {
    Unreadable,
    TooMuch,
    Active,
    Mixed,
    NoSuchPage,
    NoPicture,
}

/// Performs the task and returns the encoded response.
pub fn perform(task: Task, file: Vec<u8>) -> Vec<u8> {
    match task {
        Task::Inspect(kind) => write(parsing::inspect(kind, file).map(facts_response), &[]),
        Task::Png(kind) => write_picture(&parsing::png(kind, file)),
        Task::Cover { kind, covers } => write_picture(&parsing::cover(kind, file, &covers)),
        Task::Rows => write(parsing::rows(file).map(Response::Rows), &[]),
        Task::Picture { kind, page, width } => write_picture(&parsing::picture(kind, file, page, width)),
    }
}

fn write(response: Result<Response, InspectFault>, bytes: &[u8]) -> Vec<u8> {
    let response = response.unwrap_or_else(|fault| Response::Fault(wire_fault(&fault)));
    let mut answer = serde_json::to_vec(&response).unwrap_or_default();
    answer.push(b'\n');
    answer.extend(bytes);
    answer
}

/// Encodes a rendered page or the reason for its failure.
pub fn write_picture(rendered: &Rendered) -> Vec<u8> {
    match rendered {
        Ok(Picture { content_type, bytes, pages, is_partial }) => {
            let (content_type, pages, is_partial) = ((*content_type).to_owned(), *pages, *is_partial);
            write(Ok(Response::Picture { content_type, pages, is_partial }), bytes)
        }
        Err(fault) => write(Err(fault.clone()), &[]),
    }
}

fn facts_response(facts: FileFacts) -> Response {
    let FileFacts { pages, width, height, is_protected } = facts;
    Response::FileFacts { pages, width, height, is_protected }
}

fn wire_fault(fault: &InspectFault) -> Fault {
    match fault {
        InspectFault::TooMuch => Fault::TooMuch,
        InspectFault::Active => Fault::Active,
        InspectFault::Mixed => Fault::Mixed,
        InspectFault::NoSuchPage => Fault::NoSuchPage,
        InspectFault::NoPicture => Fault::NoPicture,
        InspectFault::Unreadable | InspectFault::Unavailable(_) => Fault::Unreadable,
    }
}

/// The parser may be compromised, so its response is read as strictly as any untrusted input.
fn read(answer: &[u8]) -> Result<(Response, &[u8]), InspectFault> {
    let end = answer.iter().position(|byte| *byte == b'\n').ok_or(InspectFault::Unreadable)?;
    let response = serde_json::from_slice(&answer[..end]).map_err(|_| InspectFault::Unreadable)?;
    match response {
        Response::Fault(Fault::Unreadable) => Err(InspectFault::Unreadable),
        Response::Fault(Fault::TooMuch) => Err(InspectFault::TooMuch),
        Response::Fault(Fault::Active) => Err(InspectFault::Active),
        Response::Fault(Fault::Mixed) => Err(InspectFault::Mixed),
        Response::Fault(Fault::NoSuchPage) => Err(InspectFault::NoSuchPage),
        Response::Fault(Fault::NoPicture) => Err(InspectFault::NoPicture),
        response => Ok((response, &answer[end + 1..])),
    }
}

pub fn read_facts(answer: &[u8]) -> Result<FileFacts, InspectFault> {
    match read(answer)? {
        (Response::FileFacts { pages, width, height, is_protected }, []) => {
            Ok(FileFacts { pages, width, height, is_protected })
        }
        _ => Err(InspectFault::Unreadable),
    }
}

pub fn read_picture(answer: &[u8]) -> Result<Picture, InspectFault> {
    let (Response::Picture { content_type, pages, is_partial }, bytes) = read(answer)? else {
        return Err(InspectFault::Unreadable);
    };
    let content_type = match content_type.as_str() {
        "image/png" if bytes.starts_with(b"\x89PNG\r\n\x1A\n") => "image/png",
        "image/jpeg" if bytes.starts_with(b"\xFF\xD8\xFF") => "image/jpeg",
        _ => return Err(InspectFault::Unreadable),
    };
    Ok(Picture { content_type, bytes: Bytes::copy_from_slice(bytes), pages, is_partial })
}

pub fn read_rows(answer: &[u8]) -> Result<Rows, InspectFault> {
    match read(answer)? {
        (Response::Rows(rows), []) => Ok(rows),
        _ => Err(InspectFault::Unreadable),
    }
}
