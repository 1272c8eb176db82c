use domain::Refusal;
use domain::document::FileType;
use domain::message::Message;
use futures_util::{StreamExt, stream};
use ports::inspector::{MAX_COLUMNS, MAX_ROWS};
use ports::{FileFault, InspectFault, Inspector, Pieces};

use super::rearm;
use crate::Result;
use crate::files::{file_fault, inspect_fault};

/// The maximum size of an imported table.
pub const MAX_BYTES: usize = 10 * 1024 * 1024;

/// An imported table: column names and lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    pub columns: Vec<String>,
    pub lines: Vec<Line>,
}

/// The cells of one line, padded to the number of columns; `number` is the line number in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub number: u64,
    pub cells: Vec<String>,
    /// It has more cells than there are columns; the import reports it.
    pub is_too_long: bool,
}

/// Reads CSV or XLSX, detected by the first bytes. A workbook is parsed by the inspector in a slot; a CSV is only split
/// into cells.
pub async fn read<T>(
    inspector: &dyn Inspector,
    slot: impl Future<Output = Result<T>>,
    body: Pieces<'_>,
) -> Result<Sheet> {
    let bytes = collect(body).await?;
    if bytes.is_empty() {
        return Err(Refusal::field("file", Message::plain("fileEmpty")).into());
    }
    let lines = if bytes.starts_with(b"PK\x03\x04") {
        let file: Pieces = Box::pin(stream::once(std::future::ready(Ok(bytes.into()))));
        let _slot = slot.await?;
        let rows = inspector.rows(file).await.map_err(|fault| match fault {
            InspectFault::TooMuch => too_many().into(),
            fault => inspect_fault(FileType::Xlsx, &fault),
        })?;
        (1..).zip(rows).map(|(number, cells)| Line { number, cells, is_too_long: false }).collect()
    } else {
        csv_lines(&bytes)?
    };
    Ok(sheet(lines)?)
}

async fn collect(mut body: Pieces<'_>) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    while let Some(piece) = body.next().await {
        bytes.extend_from_slice(&piece.map_err(|error| file_fault(FileFault::Cut(error)))?);
        if bytes.len() > MAX_BYTES {
            let message = Message::plain("fileTooLarge").with("max", MAX_BYTES / (1024 * 1024));
            return Err(Refusal::TooLarge(message).into());
        }
    }
    Ok(bytes)
}

fn too_many() -> Refusal {
    Refusal::TooLarge(Message::plain("importTooLarge").with("max", MAX_ROWS))
}

fn csv_lines(bytes: &[u8]) -> Result<Vec<Line>, Refusal> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let is_text = std::str::from_utf8(bytes).is_ok_and(|text| !text.contains('\0'));
    if !is_text {
        return Err(Refusal::UnsupportedFormat);
    }
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(bytes);
    let mut lines = Vec::new();
    let mut record = csv::StringRecord::new();
    while reader.read_record(&mut record).map_err(|_| Refusal::UnsupportedFormat)? {
        if lines.len() > MAX_ROWS || record.len() > MAX_COLUMNS {
            return Err(too_many());
        }
        let number = record.position().map_or(0, |at| at.line() + blank_lines(bytes, at.byte()));
        lines.push(Line { number, cells: record.iter().map(original).collect(), is_too_long: false });
    }
    Ok(lines)
}

/// The CSV reader counts empty lines as part of the next record.
fn blank_lines(bytes: &[u8], from: u64) -> u64 {
    let rest = usize::try_from(from).ok().and_then(|from| bytes.get(from..)).unwrap_or_default();
    let blank = rest.iter().take_while(|byte| matches!(byte, b'\r' | b'\n'));
    blank.filter(|byte| **byte == b'\n').count() as u64
}

/// Removes the apostrophe that an export puts before a formula.
fn original(cell: &str) -> String {
    rearm(cell.trim()).to_owned()
}

/// The first line contains the column names; empty lines are skipped.
fn sheet(lines: Vec<Line>) -> Result<Sheet, Refusal> {
    let mut lines = lines.into_iter().filter(|line| line.cells.iter().any(|cell| !cell.is_empty()));
    let mut columns = lines.next().ok_or(Refusal::UnsupportedFormat)?.cells;
    while columns.last().is_some_and(String::is_empty) {
        columns.pop();
    }
    let mut lines: Vec<Line> = lines.collect();
    if lines.len() > MAX_ROWS {
        return Err(too_many());
    }
    for line in &mut lines {
        line.is_too_long = line.cells.iter().skip(columns.len()).any(|cell| !cell.is_empty());
        line.cells.resize(columns.len(), String::new());
    }
    Ok(Sheet { columns, lines })
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use futures_util::TryStreamExt;
    use integrations::inspector::InProcess;

    use super::*;
    use crate::Error;
    use crate::tables::{Format, Table};

    const HOSTILE: [&str; 8] =
        ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "+919840012345", "மீனா, \"x\"\ny", "＝1+1", "'=1+1"];
    const COLUMNS: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];

    async fn read_bytes(bytes: impl Into<Bytes>) -> Result<Sheet> {
        let bytes = bytes.into();
        let pieces: Vec<_> = bytes.chunks(1000).map(|part| Ok(Bytes::copy_from_slice(part))).collect();
        read(&InProcess, async { Ok(()) }, Box::pin(stream::iter(pieces))).await
    }

    fn refusal(result: Result<Sheet>) -> Refusal {
        match result {
            Err(Error::Refused(refusal)) => refusal,
            other => panic!("{:?}", other.map(|sheet| sheet.lines.len())),
        }
    }

    async fn written(format: Format, rows: usize) -> Vec<u8> {
        let mut table = Table::start(format, &COLUMNS).unwrap();
        (0..rows).for_each(|_| table.row(&HOSTILE).unwrap());
        let sent = table.finish().unwrap();
        let bytes: Vec<Bytes> = sent.pieces.try_collect().await.unwrap();
        let bytes = bytes.concat();
        assert_eq!(bytes.len() as u64, sent.size);
        bytes
    }

    #[tokio::test]
    async fn exported_cells_are_read_back_and_never_run_as_formulas() {
        for format in [Format::Csv, Format::Xlsx] {
            let bytes = written(format, 3).await;
            let sheet = read_bytes(bytes.clone()).await.unwrap();
            assert_eq!(sheet.columns, COLUMNS, "{format:?}");
            assert_eq!(sheet.lines.len(), 3);
            assert!(sheet.lines.iter().all(|line| line.cells == HOSTILE), "{format:?} {:?}", sheet.lines);
            if format == Format::Csv {
                let text = String::from_utf8(bytes).unwrap();
                assert!(text.contains("\n'=1+1,'+cmd|' /C calc'!A0,'-2+3,'@SUM(A1),+919840012345,"), "{text}");
                assert!(text.contains(",'＝1+1,''=1+1\n"), "{text}");
            } else {
                let mut zip = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
                let mut xml = String::new();
                let mut entry = zip.by_name("xl/worksheets/sheet1.xml").unwrap();
                std::io::Read::read_to_string(&mut entry, &mut xml).unwrap();
                assert!(!xml.contains("<f>") && xml.contains("=1+1"), "all cells are text");
            }
        }
    }

    #[tokio::test]
    async fn lines_keep_their_numbers_in_the_file() {
        let sheet = read_bytes("\u{feff}name,mobile,\n\n\"a\nb\",1\n,,\n c ,2\n").await.unwrap();
        assert_eq!(sheet.columns, ["name", "mobile"]);
        let lines: Vec<(u64, &str)> = sheet.lines.iter().map(|line| (line.number, line.cells[0].as_str())).collect();
        assert_eq!(lines, [(3, "a\nb"), (6, "c")]);
        assert!(sheet.lines.iter().all(|line| line.cells.len() == 2), "short lines are padded");
        let long = read_bytes("a,b\n1,2,3\n1,2,\n").await.unwrap();
        assert_eq!(long.lines.iter().map(|line| line.is_too_long).collect::<Vec<_>>(), [true, false]);
    }

    #[tokio::test]
    async fn tables_are_limited_in_size() {
        let fits = format!("name\n{}", "x\n".repeat(MAX_ROWS));
        assert_eq!(read_bytes(fits.clone()).await.unwrap().lines.len(), MAX_ROWS);
        assert!(matches!(refusal(read_bytes(fits + "x\n").await), Refusal::TooLarge(_)));
        assert_eq!(read_bytes(written(Format::Xlsx, MAX_ROWS).await).await.unwrap().lines.len(), MAX_ROWS);
        assert!(matches!(refusal(read_bytes(written(Format::Xlsx, MAX_ROWS + 1).await).await), Refusal::TooLarge(_)));
        let wide = vec!["a"; MAX_COLUMNS + 1].join(",");
        assert!(matches!(refusal(read_bytes(wide).await), Refusal::TooLarge(_)));
        assert!(matches!(refusal(read_bytes(vec![b'a'; MAX_BYTES + 1]).await), Refusal::TooLarge(_)));
    }

    #[tokio::test]
    async fn other_files_are_refused() {
        assert!(matches!(refusal(read_bytes("").await), Refusal::Invalid(_)));
        for other in [&b"\x89PNG\r\n\x1A\n\0\0"[..], b"PK\x03\x04 no zip", b"\xFF\xFEa\0", b"\n\n", b",,\n"] {
            assert_eq!(refusal(read_bytes(other.to_vec()).await), Refusal::UnsupportedFormat, "{other:?}");
        }
    }
}
