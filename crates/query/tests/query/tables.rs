//! Tables: usual pages, and equality with the standard's algorithm (HTML, section 4.9.12) as it is
//! written, slot by slot, on all small tables and on random ones.

use std::collections::BTreeMap;

use fastrand::Rng;
use wishful::tree::NodeRef;
use wishful::{Document, ParseOptions, parse};
use wishful_query::table::{Table, TableError};
use wishful_query::{Select, xml};

use crate::common;

fn grid(html: &str) -> Vec<Vec<String>> {
    let document = parse(html);
    let tables = document.tables();
    texts(&tables[0])
}

fn texts(table: &Table<'_>) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for row in table.grid() {
        rows.push(
            row.into_iter().map(|cell| cell.map_or(String::new(), |one| one.text())).collect(),
        );
    }
    rows
}

#[test]
fn spans_repeat_cells() {
    let rows = grid(
        "<table><caption>Teas</caption><thead><tr><th>Tea<th colspan=2>Cup</thead>
         <tr><td rowspan=2>Assam<td>2.10<td>small<tr><td>2.60</table>",
    );
    let wanted = [["Tea", "Cup", "Cup"], ["Assam", "2.10", "small"], ["Assam", "2.60", ""]];
    assert_eq!(rows, wanted);
}

#[test]
fn header_rows_name_the_columns() {
    for (html, rows) in [
        ("<tr><th>a<th>b<tr><td>1<td>2", 1),
        ("<thead><tr><td>a<td>b</thead><tr><td>1<td>2", 1),
        ("<thead><tr><th colspan=2>a<tr><th>b<th>c</thead><tr><td>1<td>2", 2),
        ("<tr><th>a<td>1<tr><th>b<td>2", 0),
        ("<tr><td>1<td>2", 0),
        ("<tr><th>a<th>b", 0),
        ("<thead><tr><th>a<th>b</thead>", 1),
        ("<tr><th rowspan=2>a<th>b<tr><th>c<tr><td>1<td>2", 2),
        ("<tr><tr><th>a<tr><td>1", 0),
    ] {
        let document = parse(format!("<table>{html}"));
        assert_eq!(document.tables()[0].header_rows(), rows, "{html}");
    }
}

#[test]
fn feet_come_last() {
    assert_eq!(
        grid("<table><tfoot><tr><td>sum</tfoot><tr><td>1<tr><td>2"),
        [["1"], ["2"], ["sum"]]
    );
}

#[test]
fn tables_in_cells_are_tables() {
    let document = parse("<table><tr><td>a<table><tr><td>b</table></table><template><table>");
    let tables = document.tables();
    assert_eq!(tables.len(), 2);
    assert_eq!(texts(&tables[0]), [["a b"]]);
    assert_eq!(texts(&tables[1]), [["b"]]);
    assert_eq!(tables[0].cells()[0].node.tables().len(), 1);
    assert_eq!(tables[1].node().tables().len(), 1);
}

#[test]
fn broken_tables_are_repaired_before() {
    assert_eq!(grid("<table><td>1<td>2</tr><tr>lost<td>3"), [["1", "2"], ["3", ""]]);
}

#[test]
fn long_spans_make_no_rows_and_columns() {
    let document = parse("<table><tr><td colspan=1000 rowspan=65534>a<tr><td>b</table>");
    let table = &document.tables()[0];
    assert_eq!((table.width(), table.height()), (1001, 65534));
    assert_eq!(texts(table), [["a", ""], ["a", "b"]]);
    let messages: Vec<String> = table.errors().iter().map(ToString::to_string).collect();
    assert_eq!(
        messages,
        ["no cell begins in rows 3 to 65534", "no cell begins in columns 2 to 1000"]
    );
    assert_eq!(table.cell_at(999, 65533).map(|cell| cell.node), Some(table.cells()[0].node));
    assert!(table.cell_at(0, 65534).is_none() && table.cell_at(1001, 0).is_none());
}

#[test]
fn overlaps_are_told() {
    let document = parse("<table><tr><td>a<td rowspan=2>b<tr><td colspan=2>c</table>");
    let table = &document.tables()[0];
    assert_eq!(table.errors(), [TableError::Overlap { x: 1, y: 1, cells: [1, 2] }]);
    assert_eq!(table.errors()[0].to_string(), "two cells overlap in row 2, column 2");
    assert_eq!(texts(table), [["a", "b"], ["c", "b"]]);
}

#[test]
fn cells_have_headers() {
    let document = parse(
        "<table><tr><th><th>2025<th id=y>2026<tr><th>Tea<td>1<td>2
         <tr><th>Milk<td>3<td headers='y nothing'>4<tr><th colspan=3>Sum<tr><th>All<td>5<td>6</table>",
    );
    let tables = document.tables();
    let headers = tables[0].headers();
    let mut found = Vec::new();
    for cell in tables[0].cells() {
        let names: Vec<String> = headers.of(cell).into_iter().map(|one| one.text()).collect();
        if !names.is_empty() {
            found.push(format!("{}: {}", cell.text(), names.join(", ")));
        }
    }
    assert_eq!(
        found,
        [
            "1: Tea, 2025",
            "2: Tea, 2026",
            "3: Milk, 2025",
            "4: 2026",
            "Sum: 2025, 2026",
            "All: Sum",
            "5: All, Sum, 2025",
            "6: All, Sum, 2026",
        ]
    );
}

#[test]
fn csv_is_quoted() {
    let csv = |html: &str| parse(html).tables()[0].to_csv();
    assert_eq!(
        csv("<table><tr><td>a,b<td>say &quot;x&quot;<td>c<br>d"),
        "\"a,b\",\"say \"\"x\"\"\",c d\n"
    );
    assert_eq!(csv("<table><tr><td><tr><td>x"), "\"\"\nx\n");
    assert_eq!(csv("<table></table>"), "");
}

/// A cell of the model: its element, its rectangle, its row group.
struct ModelCell<'d> {
    node: NodeRef<'d>,
    rectangle: [usize; 4],
    group: Option<usize>,
}

/// The table model as the standard writes it: all slots, and the cells that cover each.
#[derive(Default)]
struct SlotModel<'d> {
    cells: Vec<ModelCell<'d>>,
    slots: BTreeMap<(usize, usize), Vec<usize>>,
    width: usize,
    height: usize,
    y: usize,
    growing: Vec<(usize, usize, usize)>,
    groups: usize,
    column_groups: Vec<(usize, usize)>,
}

fn named<'d>(node: NodeRef<'d>, names: &[&str]) -> Vec<NodeRef<'d>> {
    node.child_elements().filter(|child| names.contains(&child.name().unwrap())).collect()
}

/// The rules for parsing non-negative integers, with a default and a limit.
fn span(node: NodeRef<'_>, name: &str, most: usize) -> usize {
    node.attribute(name).and_then(|value| value.trim().parse().ok()).unwrap_or(1).min(most)
}

impl<'d> SlotModel<'d> {
    fn form(table: NodeRef<'d>) -> Self {
        let mut model = Self::default();
        let children = named(table, &["colgroup", "thead", "tbody", "tfoot", "tr"]);
        let first = children.iter().position(|child| child.name() != Some("colgroup"));
        let first = first.unwrap_or(children.len());
        for group in &children[..first] {
            let start = model.width;
            let columns = named(*group, &["col"]);
            for column in if columns.is_empty() { vec![*group] } else { columns } {
                model.width += span(column, "span", 1000).max(1);
            }
            model.column_groups.push((start, model.width));
        }
        let mut feet = Vec::new();
        for child in &children[first..] {
            match child.name().unwrap() {
                "tr" => model.row(*child, None),
                "tfoot" => {
                    model.end_group();
                    feet.push(*child);
                }
                "colgroup" => {}
                _ => model.group(*child),
            }
        }
        for foot in feet {
            model.group(foot);
        }
        model.end_group();
        model
    }

    fn group(&mut self, group: NodeRef<'d>) {
        self.end_group();
        let start = self.height;
        for row in named(group, &["tr"]) {
            self.row(row, Some(self.groups));
        }
        if self.height > start {
            self.groups += 1;
        }
        self.end_group();
    }

    fn end_group(&mut self) {
        // (The standard increases first: see `forming.rs`.)
        while self.y < self.height {
            self.grow();
            self.y += 1;
        }
        self.growing.clear();
    }

    fn grow(&mut self) {
        for &(cell, x, width) in &self.growing {
            for x in x..x + width {
                self.slots.entry((x, self.y)).or_default().push(cell);
            }
            let rectangle = &mut self.cells[cell].rectangle;
            rectangle[3] = self.y + 1 - rectangle[1];
        }
    }

    fn row(&mut self, row: NodeRef<'d>, group: Option<usize>) {
        if self.height == self.y {
            self.height += 1;
        }
        let mut x = 0;
        self.grow();
        for node in named(row, &["td", "th"]) {
            while x < self.width && self.slots.contains_key(&(x, self.y)) {
                x += 1;
            }
            if x == self.width {
                self.width += 1;
            }
            let width = span(node, "colspan", 1000).max(1);
            let rows = span(node, "rowspan", 65534);
            let height = rows.max(1);
            self.width = self.width.max(x + width);
            self.height = self.height.max(self.y + height);
            let cell = self.cells.len();
            for x in x..x + width {
                for y in self.y..self.y + height {
                    self.slots.entry((x, y)).or_default().push(cell);
                }
            }
            self.cells.push(ModelCell { node, rectangle: [x, self.y, width, height], group });
            if rows == 0 {
                self.growing.push((cell, x, width));
            }
            x += width;
        }
        self.y += 1;
    }

    fn is_header(&self, cell: usize) -> bool {
        self.cells[cell].node.name() == Some("th")
    }

    fn scope(&self, cell: usize) -> &str {
        match self.cells[cell].node.attribute("scope") {
            Some(scope) if self.is_header(cell) => scope,
            _ => "",
        }
    }

    /// Reports whether there is no data cell in any of the cells covering some slots.
    fn is_without_data(&self, is_asked: impl Fn(usize, usize) -> bool) -> bool {
        self.slots
            .iter()
            .filter(|((x, y), _)| is_asked(*x, *y))
            .all(|(_, cells)| cells.iter().all(|cell| self.is_header(*cell)))
    }

    fn is_column_header(&self, cell: usize) -> bool {
        let [_, top, _, height] = self.cells[cell].rectangle;
        match self.scope(cell) {
            "col" => true,
            "" => {
                self.is_header(cell)
                    && self.is_without_data(|_, y| (top..top + height).contains(&y))
            }
            _ => false,
        }
    }

    fn is_row_header(&self, cell: usize) -> bool {
        let [left, _, width, _] = self.cells[cell].rectangle;
        match self.scope(cell) {
            "row" => true,
            "" => {
                self.is_header(cell)
                    && !self.is_column_header(cell)
                    && self.is_without_data(|x, _| (left..left + width).contains(&x))
            }
            _ => false,
        }
    }

    fn headers(&self, principal: usize) -> Vec<usize> {
        let [left, top, width, height] = self.cells[principal].rectangle;
        let mut list = Vec::new();
        for y in top..top + height {
            self.scan(principal, (left, y), true, &mut list);
        }
        for x in left..left + width {
            self.scan(principal, (x, top), false, &mut list);
        }
        let column_group = |x: usize| self.column_groups.iter().position(|&(a, b)| a <= x && x < b);
        for (number, cell) in self.cells.iter().enumerate() {
            let is_before = cell.rectangle[0] < left + width && cell.rectangle[1] < top + height;
            let group = self.cells[principal].group;
            if is_before
                && self.scope(number) == "rowgroup"
                && group.is_some()
                && group == cell.group
            {
                list.push(number);
            }
        }
        for (number, cell) in self.cells.iter().enumerate() {
            let is_before = cell.rectangle[0] < left + width && cell.rectangle[1] < top + height;
            let group = column_group(left);
            if is_before
                && self.scope(number) == "colgroup"
                && group.is_some()
                && group == column_group(cell.rectangle[0])
            {
                list.push(number);
            }
        }
        let mut found = Vec::new();
        for cell in list {
            if cell != principal
                && !found.contains(&cell)
                && self.cells[cell].node.first_child().is_some()
            {
                found.push(cell);
            }
        }
        found
    }

    fn scan(&self, principal: usize, from: (usize, usize), is_left: bool, list: &mut Vec<usize>) {
        let (mut x, mut y) = from;
        let mut opaque: Vec<usize> = Vec::new();
        let mut is_in_block = self.is_header(principal);
        let mut block = if is_in_block { vec![principal] } else { Vec::new() };
        loop {
            let step = if is_left { &mut x } else { &mut y };
            let Some(next) = step.checked_sub(1) else { return };
            *step = next;
            let Some([cell]) = self.slots.get(&(x, y)).map(Vec::as_slice) else { continue };
            if self.is_header(*cell) {
                is_in_block = true;
                block.push(*cell);
                let own = self.cells[*cell].rectangle;
                let mut is_blocked = opaque.iter().any(|other| {
                    let other = self.cells[*other].rectangle;
                    if is_left {
                        (other[1], other[3]) == (own[1], own[3])
                    } else {
                        (other[0], other[2]) == (own[0], own[2])
                    }
                });
                is_blocked |= if is_left {
                    !self.is_row_header(*cell)
                } else {
                    !self.is_column_header(*cell)
                };
                if !is_blocked {
                    list.push(*cell);
                }
            } else if is_in_block {
                is_in_block = false;
                opaque.append(&mut block);
            }
        }
    }
}

/// Compares the tables of a document with the model, slot by slot. Returns the number of cells.
fn check(document: &Document, shown: &str) -> usize {
    let mut count = 0;
    for table in document.tables() {
        let model = SlotModel::form(table.node());
        assert_eq!((table.width(), table.height()), (model.width, model.height), "{shown}");
        assert_eq!(table.cells().len(), model.cells.len(), "{shown}");
        for (cell, modelled) in table.cells().iter().zip(&model.cells) {
            assert_eq!(cell.node, modelled.node, "{shown}");
            assert_eq!([cell.x, cell.y, cell.width, cell.height], modelled.rectangle, "{shown}");
        }
        let mut overlaps = Vec::new();
        for y in 0..model.height {
            for x in 0..model.width {
                let cells = model.slots.get(&(x, y)).map_or(&[][..], Vec::as_slice);
                // Each cell is in exactly the slots of its rectangle.
                for (number, cell) in table.cells().iter().enumerate() {
                    let is_inside = (cell.x..cell.x + cell.width).contains(&x)
                        && (cell.y..cell.y + cell.height).contains(&y);
                    assert_eq!(is_inside, cells.contains(&number), "{shown} {x} {y}");
                }
                let first = cells.iter().min().map(|first| model.cells[*first].node);
                assert_eq!(table.cell_at(x, y).map(|cell| cell.node), first, "{shown} {x} {y}");
                let mut cells = cells.to_vec();
                cells.sort_unstable();
                for other in cells.iter().skip(1) {
                    if !overlaps.contains(&[cells[0], *other]) {
                        overlaps.push([cells[0], *other]);
                    }
                }
            }
        }
        let mut told = Vec::new();
        let (mut rows, mut columns) = (vec![false; model.height], vec![false; model.width]);
        for error in table.errors() {
            match *error {
                TableError::Overlap { cells, .. } => told.push(cells),
                TableError::EmptyRows { start, end } => rows[start..end].fill(true),
                TableError::EmptyColumns { start, end } => columns[start..end].fill(true),
                _ => unreachable!("there are three kinds"),
            }
        }
        told.sort_unstable();
        overlaps.sort_unstable();
        assert_eq!(told, overlaps, "{shown}");
        for (y, is_told) in rows.into_iter().enumerate() {
            let is_empty = !model.cells.iter().any(|cell| cell.rectangle[1] == y);
            assert_eq!(is_told, is_empty, "{shown} row {y}");
        }
        for (x, is_told) in columns.into_iter().enumerate() {
            let is_empty = !model.cells.iter().any(|cell| cell.rectangle[0] == x);
            assert_eq!(is_told, is_empty, "{shown} column {x}");
        }
        let headers = table.headers();
        for (number, cell) in table.cells().iter().enumerate() {
            let found: Vec<_> = headers.of(cell).into_iter().map(|header| header.node).collect();
            let wanted = model.headers(number);
            let wanted: Vec<_> =
                wanted.into_iter().map(|header| model.cells[header].node).collect();
            assert_eq!(found, wanted, "{shown} cell {number}");
        }
        count += table.cells().len();
    }
    count
}

/// Parses a table whose tags are given as `td rowspan=2`; the tree is as written.
fn written(tags: &[&str]) -> (String, Document) {
    let level = |tag: &str| match tag.split(' ').next().unwrap() {
        "td" | "th" | "col" => 3,
        "tr" => 2,
        _ => 1,
    };
    let (mut text, mut open): (String, Vec<&str>) = (String::from("<table>"), Vec::new());
    for tag in tags {
        while open.last().is_some_and(|last| level(last) >= level(tag)) {
            text += &format!("</{}>", open.pop().unwrap().split(' ').next().unwrap());
        }
        let quoted = tag.replace('=', "=\"").replace(' ', "\" ").replacen("\" ", " ", 1);
        let end = if tag.contains('=') { "\"" } else { "" };
        text += &format!("<{quoted}{end}>");
        if level(tag) == 3 {
            text.push('x');
        }
        open.push(tag);
    }
    while let Some(tag) = open.pop() {
        text += &format!("</{}>", tag.split(' ').next().unwrap());
    }
    text += "</table>";
    let document = xml::parse("t.xml", &text, &ParseOptions::default());
    let document = document.unwrap_or_else(|report| panic!("{text} {}", report.text()));
    (text, document)
}

/// Checks all tables of up to `most` of some tags.
fn check_all(tags: &[&'static str], most: usize) -> usize {
    let (mut lists, mut count): (Vec<Vec<&str>>, usize) = (vec![Vec::new()], 0);
    for _ in 0..most {
        let mut longer = Vec::new();
        for list in lists {
            for tag in tags {
                longer.push([&list[..], &[tag]].concat());
            }
        }
        for list in &longer {
            let (text, document) = written(list);
            check(&document, &text);
            count += 1;
        }
        lists = longer;
    }
    count
}

#[test]
fn small_tables_are_as_the_standard_says() {
    let all = ["tbody", "thead", "tfoot", "tr", "td", "th", "td rowspan=0", "td rowspan=3"];
    assert_eq!(check_all(&all, 4), 4680);
    let spans = ["tr", "td", "td rowspan=2", "td colspan=2"];
    assert_eq!(check_all(&spans, 6), 5460);
    let headers = ["tr", "td", "th", "th colspan=2"];
    assert_eq!(check_all(&headers, 6), 5460);
}

const TAGS: [&str; 22] = [
    "colgroup",
    "col",
    "col span=2",
    "tbody",
    "thead",
    "tfoot",
    "tr",
    "tr",
    "tr",
    "tr",
    "td",
    "td",
    "th",
    "th",
    "td rowspan=2",
    "td rowspan=0",
    "td colspan=3 rowspan=3",
    "th rowspan=2",
    "th colspan=2",
    "th scope=col",
    "th scope=rowgroup",
    "th scope=colgroup",
];

#[test]
fn random_tables_are_as_the_standard_says() {
    let mut cells = 0;
    for seed in 0..3000 {
        let mut random = Rng::with_seed(seed);
        let count = random.usize(5..40);
        let mut tags: Vec<&str> = Vec::new();
        for _ in 0..count {
            // (A row with `<col>` or a column group with cells is no more than others.)
            tags.push(TAGS[random.usize(..TAGS.len())]);
        }
        let (text, document) = written(&tags);
        cells += check(&document, &text);
    }
    assert!(cells > 10_000, "{cells}");
}

#[test]
fn tables_of_pages_are_as_the_standard_says() {
    for page in common::page_documents().into_iter().chain(common::broken_documents()) {
        let document = parse(&page.bytes[..]);
        // The model takes quadratic time.
        if document.tables().iter().all(|table| table.cells().len() < 300) {
            check(&document, &page.name);
        }
    }
}

/// The work is linear in the slots, of which there is a limit.
#[test]
fn huge_spans_are_cut() {
    let row = "<tr><td colspan=1000 rowspan=65534>x".to_owned();
    let document = parse(format!("<table>{}", row.repeat(400)));
    let table = &document.tables()[0];
    assert!(table.is_cut() && table.rows().count() < 400);
    assert!(table.to_csv().len() < 1 << 20);
}
