use std::fs::File;
use std::io::BufWriter;

use domain::Refusal;
use domain::message::Message;
use ports::OpenFile;
use rust_xlsxwriter::{Format as Style, Workbook, XlsxError};

use super::disarm;
use crate::{Error, Result, temp_file};

/// The maximum number of rows below the header that spreadsheets can open.
const MAX_XLSX_ROWS: u32 = 1_048_575;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Csv,
    Xlsx,
}

impl Format {
    pub fn parse(name: &str) -> Option<Format> {
        match name {
            "csv" => Some(Format::Csv),
            "xlsx" => Some(Format::Xlsx),
            _ => None,
        }
    }

    pub fn extension(self) -> &'static str {
        match self {
            Format::Csv => "csv",
            Format::Xlsx => "xlsx",
        }
    }

    pub fn content_type(self) -> &'static str {
        match self {
            Format::Csv => "text/csv; charset=utf-8",
            Format::Xlsx => domain::document::FileType::Xlsx.content_type(),
        }
    }
}

/// A table written to disk row by row. Cells are always text: a CSV cell that looks like a formula gets an apostrophe,
/// an XLSX text cell is never a formula.
pub struct Table(Kind);

enum Kind {
    Csv(Box<csv::Writer<BufWriter<File>>>),
    Xlsx { book: Box<Workbook>, next: u32 },
}

impl Table {
    pub fn start(format: Format, columns: &[&str]) -> Result<Table> {
        match format {
            Format::Csv => {
                let mut writer = csv::Writer::from_writer(BufWriter::new(temp_file::create()?));
                writer.write_record(columns).map_err(Error::internal)?;
                Ok(Table(Kind::Csv(Box::new(writer))))
            }
            Format::Xlsx => {
                let mut book = Box::new(Workbook::new());
                begin_sheet(&mut book, columns).map_err(Error::internal)?;
                Ok(Table(Kind::Xlsx { book, next: 1 }))
            }
        }
    }

    pub fn row<T: AsRef<str>>(&mut self, cells: &[T]) -> Result<()> {
        match &mut self.0 {
            Kind::Csv(writer) => {
                writer.write_record(cells.iter().map(|cell| disarm(cell.as_ref()))).map_err(Error::internal)
            }
            Kind::Xlsx { next, .. } if *next > MAX_XLSX_ROWS => {
                Err(Refusal::TooLarge(Message::plain("importTooLarge").with("max", MAX_XLSX_ROWS)).into())
            }
            Kind::Xlsx { book, next } => {
                write_row(book, *next, cells).map_err(Error::internal)?;
                *next += 1;
                Ok(())
            }
        }
    }

    /// The finished file, to be sent.
    pub fn finish(self) -> Result<OpenFile> {
        match self.0 {
            Kind::Csv(writer) => {
                let written = writer.into_inner().map_err(Error::internal)?;
                temp_file::stream(written.into_inner().map_err(Error::internal)?)
            }
            Kind::Xlsx { mut book, .. } => {
                let file = temp_file::create()?;
                book.save_to_writer(BufWriter::new(file.try_clone().map_err(Error::internal)?))
                    .map_err(Error::internal)?;
                temp_file::stream(file)
            }
        }
    }
}

/// Rows are written to disk as they come, so memory use does not grow with the sheet.
fn begin_sheet(book: &mut Workbook, columns: &[&str]) -> Result<(), XlsxError> {
    let bold = Style::new().set_bold();
    let sheet = book.add_worksheet_with_constant_memory()?;
    sheet.set_freeze_panes(1, 0)?;
    for (at, name) in (0u16..).zip(columns) {
        sheet.set_column_width(at, 20)?;
        sheet.write_string_with_format(0, at, *name, &bold)?;
    }
    Ok(())
}

fn write_row<T: AsRef<str>>(book: &mut Workbook, row: u32, cells: &[T]) -> Result<(), XlsxError> {
    /// The maximum length of a cell.
    const MAX_CELL_LENGTH: usize = 32_767;
    let sheet = book.worksheet_from_index(0)?;
    for (at, cell) in (0u16..).zip(cells) {
        let text = cell.as_ref();
        let short = text.char_indices().nth(MAX_CELL_LENGTH).map_or(text, |(end, _)| &text[..end]);
        sheet.write_string(row, at, short)?;
    }
    Ok(())
}
