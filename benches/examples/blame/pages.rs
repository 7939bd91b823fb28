//! Tidy pages by seed.

use fastrand::Rng;

/// Writes a page without mistakes.
pub(crate) fn page(seed: u64) -> String {
    let mut random = Rng::with_seed(seed);
    let unit = ["  ", "    ", "\t"][random.usize(..3)];
    let mut page = Page { out: String::new(), unit, random };
    page.line(0, "<!DOCTYPE html>");
    page.line(0, "<html lang=\"en\">");
    page.head();
    page.line(1, "<body>");
    page.header();
    page.line(2, "<main class=\"content\" id=\"main\">");
    for number in 0..page.random.usize(2..6) {
        page.section(3, number);
    }
    page.line(2, "</main>");
    page.line(2, "<!-- the footer -->");
    page.line(2, "<footer class=\"site-footer\"><small>Written by hand</small></footer>");
    page.line(2, "<script src=\"last.js\"></script>");
    page.line(1, "</body>");
    page.line(0, "</html>");
    page.out
}

const WORDS: [&str; 16] = [
    "river", "stone", "letters", "morning", "a garden", "of the", "winter", "bread", "slowly",
    "window", "paper", "the road", "under", "lamps", "music", "salt",
];

struct Page {
    out: String,
    unit: &'static str,
    random: Rng,
}

impl Page {
    fn line(&mut self, depth: usize, text: &str) {
        for _ in 0..depth {
            self.out.push_str(self.unit);
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn words(&mut self, most: usize) -> String {
        let count = self.random.usize(1..=most);
        let words = (0..count).map(|_| WORDS[self.random.usize(..WORDS.len())]);
        words.collect::<Vec<_>>().join(" ")
    }

    /// Writes text with inline elements.
    fn prose(&mut self) -> String {
        let mut text = self.words(8);
        for _ in 0..self.random.usize(0..3) {
            let words = self.words(2);
            let piece = match self.random.usize(..5) {
                0 => format!(" <a href=\"page-{}.html\">{words}</a>", self.random.u8(..)),
                1 => format!(" <em>{words}</em>"),
                2 => format!(" <code>{words}</code>"),
                3 => format!(" <strong class=\"key\">{words}</strong>"),
                _ => format!(" <span class=\"note\">{words} <b>{}</b></span>", self.words(1)),
            };
            text.push_str(&piece);
            text.push(' ');
            text.push_str(&self.words(5));
        }
        text
    }

    fn head(&mut self) {
        let title = self.words(3);
        self.line(1, "<head>");
        self.line(2, "<meta charset=\"utf-8\">");
        self.line(2, &format!("<title>{title}</title>"));
        self.line(2, "<!-- styles -->");
        self.line(2, "<link rel=\"stylesheet\" href=\"style.css\">");
        self.line(2, "<style>");
        self.line(3, "body { margin: 0 }");
        self.line(2, "</style>");
        self.line(2, "<script>");
        self.line(3, "var ready = 1 < 2 && \"yes\";");
        self.line(2, "</script>");
        self.line(1, "</head>");
    }

    fn header(&mut self) {
        self.line(2, "<!-- the header of the page -->");
        self.line(2, "<header class=\"top\">");
        let title = self.words(2);
        self.line(3, &format!("<h1>{title}</h1>"));
        self.line(3, "<nav class=\"menu\">");
        self.line(4, "<ul>");
        for number in 0..self.random.usize(2..5) {
            let words = self.words(2);
            self.line(5, &format!("<li><a href=\"#part-{number}\">{words}</a></li>"));
        }
        self.line(4, "</ul>");
        self.line(3, "</nav>");
        self.line(2, "</header>");
    }

    fn section(&mut self, depth: usize, number: usize) {
        self.line(depth, &format!("<section class=\"part\" id=\"part-{number}\">"));
        let title = self.words(3);
        self.line(depth + 1, &format!("<h2>{title}</h2>"));
        for _ in 0..self.random.usize(1..4) {
            self.block(depth + 1);
        }
        self.line(depth, "</section>");
    }

    fn block(&mut self, depth: usize) {
        let prose = self.prose();
        match self.random.usize(..7) {
            0 => {
                self.line(depth, "<div class=\"card\">");
                self.line(depth + 1, &format!("<p>{prose}</p>"));
                if depth < 8 {
                    self.block(depth + 1);
                }
                self.line(depth, "</div>");
            }
            1 => {
                self.line(depth, "<ul class=\"list\">");
                for _ in 0..self.random.usize(2..5) {
                    let item = self.prose();
                    self.line(depth + 1, &format!("<li>{item}</li>"));
                }
                self.line(depth, "</ul>");
            }
            2 => {
                self.line(depth, "<table>");
                for _ in 0..self.random.usize(2..4) {
                    let (first, second) = (self.words(2), self.prose());
                    self.line(depth + 1, "<tr>");
                    self.line(depth + 2, &format!("<td>{first}</td>"));
                    self.line(depth + 2, &format!("<td>{second}</td>"));
                    self.line(depth + 1, "</tr>");
                }
                self.line(depth, "</table>");
            }
            3 => {
                self.line(depth, "<form action=\"/send\" method=\"post\">");
                let label = self.words(2);
                self.line(depth + 1, &format!("<label>{label} <input name=\"a\"></label>"));
                self.line(depth + 1, "<textarea name=\"b\" rows=\"3\"></textarea>");
                self.line(depth + 1, "<button type=\"submit\">Send</button>");
                self.line(depth, "</form>");
            }
            4 => {
                self.line(depth, "<blockquote>");
                self.line(depth + 1, &format!("<p>{prose}</p>"));
                self.line(depth, "</blockquote>");
            }
            _ => self.line(depth, &format!("<p>{prose}</p>")),
        }
    }
}
