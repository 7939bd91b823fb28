//! A table as comma-separated values (RFC 4180), with a line feed at the end of each row.

use super::model::Table;
use wishful::Allowance;
use wishful::base::counted;
use wishful::tree::Extent;

impl Table<'_> {
    /// Returns the table as comma-separated values: one record for each row of
    /// [`Table::grid`](Table::grid), up to the default limit of an output. A cell that covers
    /// several slots is repeated in each.
    ///
    /// ```
    /// use wishful_query::Select;
    /// let page = "<table><tr><th colspan=2>Tea, hot<tr><td>1<td>\"2\"</table>";
    /// let document = wishful::parse(page);
    /// let csv = document.tables()[0].to_csv();
    /// assert_eq!(csv, "\"Tea, hot\",\"Tea, hot\"\n1,\"\"\"2\"\"\"\n");
    /// ```
    #[must_use]
    pub fn to_csv(&self) -> String {
        self.csv_within(Allowance::OUTPUT.of(self.node().document().text().len())).0
    }

    /// Returns the values as [`Table::to_csv`] does, up to about `most` bytes, and reports whether
    /// these are all rows.
    #[must_use]
    pub fn csv_within(&self, most: u64) -> (String, Extent) {
        let mut texts: Vec<Option<String>> = vec![None; self.cells().len()];
        let mut out = String::new();
        for row in self.grid() {
            if counted(out.len()) >= most {
                return (out, Extent::Cut);
            }
            // A record of one empty value would be an empty line.
            let is_alone = row.len() == 1;
            for (number, cell) in row.into_iter().enumerate() {
                if number > 0 {
                    out.push(',');
                }
                let text = match cell {
                    Some(cell) => texts[cell.index()].get_or_insert_with(|| cell.text()),
                    None => "",
                };
                write(text, is_alone && text.is_empty(), &mut out);
            }
            out.push('\n');
        }
        (out, Extent::Whole)
    }
}

fn write(text: &str, is_quoted: bool, out: &mut String) {
    if !is_quoted && !text.contains([',', '"', '\n', '\r']) {
        return out.push_str(text);
    }
    out.push('"');
    out.push_str(&text.replace('"', "\"\""));
    out.push('"');
}
