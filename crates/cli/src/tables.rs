//! `wishful tables`: the tables of pages, by the table model of HTML, as CSV or JSON.
//!
//! The exit status tells whether a table was found, as that of `wishful query` does.

use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};

use super::arguments::{TableFormat, TablesArguments, check_needs};
use super::parsed::{PageParser, ParsedPage};
use wishful::base::counted;
use wishful::tree::{Extent, not_written};
use wishful_console::failure::{CommandResult, Verdict};
use wishful_console::inputs;
use wishful_console::output::Output;
use wishful_query::Select;
use wishful_query::table::Table;

pub(super) fn run(arguments: &TablesArguments) -> CommandResult {
    let is_json = arguments.format == TableFormat::Json;
    check_needs(&[(arguments.cells, "--cells", "`-f json`", is_json)])?;
    let parser = PageParser::new(&arguments.grammar, &arguments.pages)?;
    let printer = TablePrinter { arguments, found: AtomicBool::new(false) };
    let mut out = Output::stdout();
    let verdict = parser.print(&arguments.files, &mut out, |page| Ok(printer.page(page)))?;
    out.finish()?;
    Ok(if printer.found.into_inner() { verdict } else { Verdict::Refused })
}

/// The state shared by all pages.
struct TablePrinter<'a> {
    arguments: &'a TablesArguments,
    /// A flag: a page had a table.
    found: AtomicBool,
}

impl TablePrinter<'_> {
    /// Returns the output for a page, and adds messages about what is incomplete.
    fn page(&self, page: &mut ParsedPage<'_>) -> String {
        let mut tables = page.document.tables();
        if let Some(number) = self.arguments.table {
            let wanted = counted(tables.len()).min(u64::from(number) - 1);
            tables.drain(..usize::try_from(wanted).unwrap_or_default());
            tables.truncate(1);
        }
        self.found.fetch_or(!tables.is_empty(), Ordering::Relaxed);
        let name = page.name;
        if tables.iter().any(Table::is_cut) {
            page.messages.push(format!(
                "{name}: rows are missing: a limit on the slots of tables was reached"
            ));
        }
        let (text, extent) = match self.arguments.format {
            TableFormat::Csv => csv(&tables, page.most),
            TableFormat::Json => self.json(&tables, page.most),
        };
        if extent == Extent::Cut {
            page.messages.push(format!("{name}: {}", not_written(page.most)));
        }
        if self.arguments.files.len() == 1 {
            return text;
        }
        match self.arguments.format {
            TableFormat::Csv => format!("==> {} <==\n{text}", inputs::shown(page.path)),
            TableFormat::Json => inputs::json_line(page.path, "tables", &text),
        }
    }

    fn json(&self, tables: &[Table<'_>], most: u64) -> (String, Extent) {
        let mut writer = TableWriter { room: Some(most) };
        let mut all = Vec::new();
        for table in tables {
            let texts: Vec<String> = table.cells().iter().map(|cell| cell.text()).collect();
            let mut object = writer.table(table, &texts);
            if self.arguments.cells {
                object["cells"] = writer.cells(table, &texts);
            }
            all.push(object);
        }
        let extent = if writer.room.is_some() { Extent::Whole } else { Extent::Cut };
        let is_pretty = self.arguments.files.len() == 1;
        let text = if is_pretty { format!("{:#}", json!(all)) } else { json!(all).to_string() };
        (text + "\n", extent)
    }
}

fn csv(tables: &[Table<'_>], most: u64) -> (String, Extent) {
    let (mut out, mut extent) = (String::new(), Extent::Whole);
    for (number, table) in tables.iter().enumerate() {
        if number > 0 {
            out.push('\n');
        }
        let (text, own) = table.csv_within(most.saturating_sub(counted(out.len())));
        out.push_str(&text);
        if own == Extent::Cut {
            extent = Extent::Cut;
        }
    }
    (out, extent)
}

/// A writer of tables as JSON, as far as there is room.
struct TableWriter {
    /// The number of bytes that may still be written; `None` once something was left out.
    room: Option<u64>,
}

impl TableWriter {
    /// Takes the bytes of a text from the room, and those of the punctuation around it.
    fn take(&mut self, text: &str) -> bool {
        self.room = self.room.and_then(|room| room.checked_sub(counted(text.len()) + 3));
        self.room.is_some()
    }

    /// Writes the rows of a table, given the texts of its cells.
    fn table(&mut self, table: &Table<'_>, texts: &[String]) -> Value {
        let mut rows = Vec::new();
        for row in table.grid() {
            let mut values = Vec::with_capacity(row.len());
            for cell in row {
                let text = cell.map_or("", |cell| &texts[cell.index()]);
                if !self.take(text) {
                    break;
                }
                values.push(text);
            }
            if self.room.is_none() {
                break;
            }
            rows.push(values);
        }
        let body = rows.split_off(table.header_rows().min(rows.len()));
        let position = table.node().position();
        json!({
            "caption": table.caption().map(|caption| caption.visible_text(" ", true)),
            "line": position.line,
            "column": position.column,
            "header": rows,
            "rows": body,
            "errors": table.errors().iter().map(ToString::to_string).collect::<Vec<_>>(),
        })
    }

    /// Writes the cells of a table, given their texts.
    fn cells(&mut self, table: &Table<'_>, texts: &[String]) -> Value {
        let headers = table.headers();
        let mut cells = Vec::new();
        for (cell, text) in table.cells().iter().zip(texts) {
            if !self.take(text) {
                break;
            }
            let of: Vec<usize> = headers.of(cell).into_iter().map(|one| one.index()).collect();
            let span = cell.node.spans().first().map(|span| [span.start, span.end]);
            cells.push(json!({
                "x": cell.x, "y": cell.y, "width": cell.width, "height": cell.height,
                "header": cell.is_header, "headers": of, "text": text, "span": span,
            }));
        }
        cells.into()
    }
}
