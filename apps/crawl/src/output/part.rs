//! Encoders of rows: Parquet, or lines of JSON.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::sync::Arc;

use arrow_json::reader::{Decoder, ReaderBuilder};
use arrow_schema::{ArrowError, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;

use crate::arguments::RowFormat;
use crate::columns::{self, Column};
use crate::row::{PageRow, SelectedRow};

/// The number of rows that are converted to columns at a time.
const BATCH: usize = 256;

/// The number of bytes of rows after which a smaller batch is converted.
const BATCH_BYTES: usize = 4 << 20;

/// A file that is being written.
pub(super) enum OutputPart {
    Parquet(Box<Parquet>),
    Ndjson(NdjsonWriter<File>),
}

impl OutputPart {
    pub(super) fn new(format: RowFormat, columns: &[Column], file: File) -> io::Result<Self> {
        match format {
            RowFormat::Parquet => Ok(Self::Parquet(Box::new(Parquet::new(columns, file)?))),
            RowFormat::Ndjson => Ok(Self::Ndjson(NdjsonWriter::new(columns, file))),
        }
    }

    pub(super) fn row(&mut self, row: &PageRow) -> io::Result<()> {
        match self {
            Self::Parquet(parquet) => parquet.row(row),
            Self::Ndjson(lines) => lines.row(row),
        }
    }

    /// Writes the remaining rows and flushes the file to the disk.
    pub(super) fn finish(self) -> io::Result<()> {
        let file = match self {
            Self::Parquet(parquet) => parquet.finish()?,
            Self::Ndjson(lines) => lines.finish()?,
        };
        file.sync_all()
    }
}

/// A writer of lines of JSON.
pub(crate) struct NdjsonWriter<W: Write> {
    columns: Vec<Column>,
    out: BufWriter<W>,
}

impl<W: Write> NdjsonWriter<W> {
    pub(crate) fn new(columns: &[Column], out: W) -> Self {
        Self { columns: columns.to_vec(), out: BufWriter::with_capacity(1 << 16, out) }
    }

    pub(crate) fn row(&mut self, row: &PageRow) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, &SelectedRow { row, columns: &self.columns })?;
        self.out.write_all(b"\n")
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Writes the remaining bytes. Dropping the writer instead would hide an error.
    fn finish(self) -> io::Result<W> {
        self.out.into_inner().map_err(io::IntoInnerError::into_error)
    }
}

/// A Parquet file of one row group.
pub(super) struct Parquet {
    columns: Vec<Column>,
    /// The converter of rows to columns.
    decoder: Decoder,
    rows: usize,
    bytes: usize,
    writer: ArrowWriter<File>,
    /// A second handle of the same file, to flush it to the disk.
    file: File,
}

impl Parquet {
    fn new(columns: &[Column], file: File) -> io::Result<Self> {
        let schema: SchemaRef = Arc::new(columns::schema(columns));
        let decoder = ReaderBuilder::new(schema.clone()).with_batch_size(BATCH).build_decoder();
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(concat!("wishful-crawl ", env!("CARGO_PKG_VERSION")).to_owned())
            .build();
        let writer = ArrowWriter::try_new(file.try_clone()?, schema, Some(properties));
        let writer = writer.map_err(of_parquet)?;
        let decoder = decoder.map_err(of_arrow)?;
        Ok(Self { columns: columns.to_vec(), decoder, rows: 0, bytes: 0, writer, file })
    }

    fn row(&mut self, row: &PageRow) -> io::Result<()> {
        self.decoder.serialize(&[SelectedRow { row, columns: &self.columns }]).map_err(of_arrow)?;
        self.rows += 1;
        self.bytes += row.size();
        if self.rows >= BATCH || self.bytes >= BATCH_BYTES { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        (self.rows, self.bytes) = (0, 0);
        match self.decoder.flush().map_err(of_arrow)? {
            Some(batch) => self.writer.write(&batch).map_err(of_parquet),
            None => Ok(()),
        }
    }

    fn finish(mut self) -> io::Result<File> {
        self.flush()?;
        self.writer.finish().map_err(of_parquet)?;
        // `sync` reports the file's error, which taking the file back would not.
        self.writer.sync()?;
        Ok(self.file)
    }
}

fn of_arrow(error: ArrowError) -> io::Error {
    io::Error::other(error)
}

/// Extracts the file's error, if there is one.
fn of_parquet(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other),
        },
        other => io::Error::other(other),
    }
}
