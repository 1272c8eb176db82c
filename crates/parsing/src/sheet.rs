use std::io::Cursor;

use calamine::{DataRef, ExcelDateTime, Reader, Xlsx};
use domain::document::FileType;
use ports::inspector::{MAX_COLUMNS, MAX_ROWS};
use ports::{InspectFault, Rows};

use crate::office;

/// Header and rows.
const MAX_LINES: usize = MAX_ROWS + 1;
/// The maximum size of all cells together.
const MAX_TEXT: usize = 20 * 1024 * 1024;

/// The cells of a workbook's first sheet as text. Cells are read one by one, so a sheet that declares a huge range
/// takes no extra memory.
pub fn rows(bytes: Vec<u8>) -> Result<Rows, InspectFault> {
    office::inspect(FileType::Xlsx, &bytes)?;
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(|_| InspectFault::Unreadable)?;
    let first = book.sheet_names().first().cloned().ok_or(InspectFault::Unreadable)?;
    let mut cells = book.worksheet_cells_reader(&first).map_err(|_| InspectFault::Unreadable)?;
    let (mut rows, mut text): (Rows, usize) = (Vec::new(), 0);
    while let Some(cell) = cells.next_cell().map_err(|_| InspectFault::Unreadable)? {
        let value = cell_text(cell.get_value());
        if value.is_empty() {
            continue;
        }
        let (row, column) = cell.get_position();
        let (row, column) = (row as usize, column as usize);
        text += value.len();
        if row >= MAX_LINES || column >= MAX_COLUMNS || text > MAX_TEXT {
            return Err(InspectFault::TooMuch);
        }
        if rows.len() <= row {
            rows.resize(row + 1, Vec::new());
        }
        if rows[row].len() <= column {
            rows[row].resize(column + 1, String::new());
        }
        rows[row][column] = value;
    }
    Ok(rows)
}

fn cell_text(value: &DataRef) -> String {
    match value {
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.trim().to_owned(),
        DataRef::SharedString(text) => text.trim().to_owned(),
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => number.to_string(),
        DataRef::Bool(flag) => flag.to_string(),
        DataRef::DateTime(at) => date(at),
        DataRef::Error(_) | DataRef::Empty => String::new(),
    }
}

/// `YYYY-MM-DD`, followed by the time if there is one.
fn date(at: &ExcelDateTime) -> String {
    if !at.is_datetime() {
        return at.as_f64().to_string();
    }
    let (year, month, day, hour, minute, second, _) = at.to_ymd_hms_milli();
    let date = format!("{year:04}-{month:02}-{day:02}");
    if at.as_f64().fract() == 0.0 { date } else { format!("{date}T{hour:02}:{minute:02}:{second:02}") }
}
