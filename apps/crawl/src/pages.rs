//! The pages of a unit in order, before decoding: the jobs that a reader passes to the workers.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use wishful_microformats::interpret::DateTime;

use crate::archive::{Archive, ArchiveItem, DamagedPart, Head, Record, RecordPosition};
use crate::budget::{Budget, Reservation};
use crate::failure::{CrawlFailure, reason};
use crate::row::Origin;
use crate::units::Unit;

/// The number of bytes that are read for the head of an HTTP response. A longer head leaves fewer
/// bytes for the page, which is then cut.
const HEAD: usize = 1 << 16;

/// A page as it is stored in an archive or a file.
#[derive(Debug)]
pub(crate) struct StoredPage {
    pub(crate) origin: Origin,
    pub(crate) content: PageContent,
}

/// The content of a page.
#[derive(Debug)]
pub(crate) enum PageContent {
    Response(Block),
    /// The page itself, and its declared media type.
    Document(Block, Option<String>),
    /// No content, since the record is damaged; the reason.
    Damaged(String),
    /// No content, since the file cannot be read; the reason.
    Unreadable(String),
}

/// Bytes, possibly only the beginning of the content.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) bytes: Vec<u8>,
    pub(crate) is_cut: bool,
}

/// A worker's job: a page, and the position from which reading continues once its row is written.
#[derive(Debug)]
pub(crate) struct PageJob {
    pub(crate) page: StoredPage,
    pub(crate) next: RecordPosition,
    pub(crate) charge: Reservation,
    /// The failure to read a page file. It is reported, and the page is a row as well.
    pub(crate) unread: Option<CrawlFailure>,
}

/// An iterator over the pages of a unit, from a position on.
pub(crate) struct Pages<'u> {
    from: From<'u>,
    /// The maximum number of bytes of a page.
    most: usize,
    budget: Arc<Budget>,
}

enum From<'u> {
    Archive {
        archive: Archive,
        name: Arc<str>,
    },
    /// The position of a file is its index.
    Files {
        paths: &'u [PathBuf],
        at: usize,
    },
}

impl<'u> Pages<'u> {
    /// Opens a unit.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn open(
        unit: &'u Unit,
        from: RecordPosition,
        most: usize,
        budget: Arc<Budget>,
    ) -> Result<Self, CrawlFailure> {
        let from = match unit {
            Unit::Pages(paths) => {
                From::Files { paths, at: usize::try_from(from.offset).unwrap_or(usize::MAX) }
            }
            Unit::Archive(input) => {
                let name = unit.name().into();
                let archive = input.open().and_then(|file| Archive::new(file, &input.path, from));
                let archive = archive.map_err(|error| CrawlFailure::unreadable(&name, &error))?;
                From::Archive { archive, name }
            }
        };
        Ok(Self { from, most, budget })
    }

    /// Returns the next page.
    ///
    /// # Errors
    /// If an archive cannot be read. An unreadable page file is a page without content instead,
    /// since other files follow it.
    pub(crate) fn next(&mut self) -> Result<Option<PageJob>, CrawlFailure> {
        let most = self.most;
        let (page, next) = match &mut self.from {
            From::Archive { archive, name } => {
                let page = next_of_archive(archive, name, most);
                let page = page.map_err(|error| CrawlFailure::unreadable(&**name, &error))?;
                (page, archive.at())
            }
            From::Files { paths, at } => {
                let page = paths.get(*at).map(|path| file(path, most));
                *at = at.saturating_add(1);
                (page, RecordPosition { offset: u64::try_from(*at).unwrap_or(u64::MAX), within: 0 })
            }
        };
        Ok(page.map(|page| self.job(page, next)))
    }

    fn job(&self, page: StoredPage, next: RecordPosition) -> PageJob {
        let charge = self.budget.charge(page.content.length());
        let unread = match &page.content {
            PageContent::Unreadable(why) => {
                Some(CrawlFailure::refused(format!("{}: {why}", page.origin.archive)))
            }
            _ => None,
        };
        PageJob { page, next, charge, unread }
    }
}

impl PageContent {
    fn length(&self) -> usize {
        match self {
            Self::Response(block) | Self::Document(block, _) => block.bytes.len(),
            Self::Damaged(why) | Self::Unreadable(why) => why.len(),
        }
    }
}

fn next_of_archive(
    archive: &mut Archive,
    name: &Arc<str>,
    most: usize,
) -> io::Result<Option<StoredPage>> {
    let block = u64::try_from(most.saturating_add(HEAD)).unwrap_or(u64::MAX);
    while let Some(found) = archive.next(block, |head| kind(head).is_some())? {
        match found {
            ArchiveItem::Record(record) => match page(record, name) {
                Some(page) => return Ok(Some(page)),
                None => continue,
            },
            ArchiveItem::Damage(DamagedPart { at, what }) => {
                let origin = Origin {
                    archive: name.clone(),
                    offset: at.offset,
                    within: at.within,
                    ..Origin::default()
                };
                return Ok(Some(StoredPage { origin, content: PageContent::Damaged(what) }));
            }
        }
    }
    Ok(None)
}

/// The kind of content of a record that may be a page.
enum ContentKind {
    Response,
    Document,
}

fn kind(head: &Head) -> Option<ContentKind> {
    let media_type = crate::http::media_type(head.media_type.as_deref().unwrap_or_default()).0;
    match (head.kind.as_str(), media_type.as_deref()) {
        ("response", None | Some("application/http")) => Some(ContentKind::Response),
        ("resource", Some("text/html" | "application/xhtml+xml")) => Some(ContentKind::Document),
        _ => None,
    }
}

fn page(record: Record, name: &Arc<str>) -> Option<StoredPage> {
    let Record { at, head, block, is_cut } = record;
    let kind = kind(&head)?;
    let block = Block { bytes: block, is_cut: is_cut || head.is_truncated };
    let content = match kind {
        ContentKind::Response => PageContent::Response(block),
        ContentKind::Document => PageContent::Document(block, head.media_type),
    };
    let (archive, offset, within) = (name.clone(), at.offset, at.within);
    let Head { id: record, url, date, digest, .. } = head;
    let date = date.as_deref().and_then(timestamp);
    let origin = Origin { archive, offset, within, record, url, date, digest };
    Some(StoredPage { origin, content })
}

/// Reads a `WARC-Date` as a time in UTC, in RFC 3339. A date of lower precision is its first
/// second.
fn timestamp(text: &str) -> Option<String> {
    let moment = DateTime::read(text)?;
    let written = moment.to_string();
    let missing = match written.len() {
        _ if written.starts_with('-') => return None,
        4 => "-01-01T00:00:00Z",
        7 => "-01T00:00:00Z",
        10 => "T00:00:00Z",
        _ if !moment.has_zone() => "Z",
        _ => "",
    };
    let time = DateTime::read(&(written + missing))?.in_utc().to_string();
    // Parquet has no leap seconds.
    Some(time.replace(":60", ":59"))
}

/// Reads a page file. It reads one byte over the limit, to know whether there is more.
fn file(path: &Path, most: usize) -> StoredPage {
    let mut bytes = Vec::new();
    let bound = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    let read = File::open(path).and_then(|file| file.take(bound).read_to_end(&mut bytes));
    let content = match read {
        Ok(_) => {
            let is_cut = bytes.len() > most;
            bytes.truncate(most);
            PageContent::Document(Block { bytes, is_cut }, None)
        }
        Err(error) => PageContent::Unreadable(format!("cannot be read: {}", reason(&error))),
    };
    let archive = path.display().to_string().into();
    StoredPage { origin: Origin { archive, ..Origin::default() }, content }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_any_precision_are_times() {
        for (date, time) in [
            ("2026-11-23T08:00:00Z", "2026-11-23T08:00:00Z"),
            ("2026-11-23T08:00:00.123456Z", "2026-11-23T08:00:00.123456Z"),
            ("2026-11-23T08:00Z", "2026-11-23T08:00:00Z"),
            ("2026-11-23T08:00:00", "2026-11-23T08:00:00Z"),
            ("2026-11-23T01:00:00+02:00", "2026-11-22T23:00:00Z"),
            ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59Z"),
            ("2026-11-23", "2026-11-23T00:00:00Z"),
            ("2026-11", "2026-11-01T00:00:00Z"),
            ("2026", "2026-01-01T00:00:00Z"),
        ] {
            assert_eq!(timestamp(date).as_deref(), Some(time), "{date}");
        }
        for date in ["", "--11-23", "20261123080000", "2026-02-30T08:00:00Z", "yesterday", "é"] {
            assert_eq!(timestamp(date), None, "{date}");
        }
    }
}
