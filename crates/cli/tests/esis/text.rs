//! A generator of text: records, references, marked sections, and data that resembles markup.

use super::entities::{Entity, Keyword, Kind};
use super::instance::Writer;

impl Writer<'_> {
    /// Writes a few pieces of mixed content.
    pub(super) fn text(&mut self) {
        for _ in 0..self.random.usize(0..5) {
            self.room = self.room.saturating_sub(1);
            match self.random.usize(0..14) {
                0..5 => self.records(),
                5 => self.markup(),
                6..8 => self.reference(),
                8 => self.character(),
                9 => self.characters_section(),
                10 => self.replaceable_section(),
                _ => self.data(),
            }
        }
    }

    fn records(&mut self) {
        self.before_text();
        let records = ["\n", "\n", "\n\n", " \n", "\n ", "\t"];
        self.put(&records);
    }

    fn data(&mut self) {
        self.before_text();
        let data = [
            "x",
            "word",
            "two words",
            "& ",
            "a < b",
            "&-",
            "]]",
            "]> ",
            "< a",
            "&# ",
            "a&b".split_at(1).0,
            "<3",
        ];
        let slash = if self.nets == 0 && self.chance(8) {
            ["/", "</ "][self.random.usize(0..2)]
        } else {
            ""
        };
        self.put(&data);
        self.out += slash;
    }

    fn character(&mut self) {
        self.before_text();
        let references = [
            "&#65;", "&#66", "&#67\n", "&#13;", "&#10;", "&#RE;", "&#RS;", "&#SPACE;", "&#TAB;",
            "&#RE\n", "&#9;", "&#38;", "&#60;", "&#92;", "&#RS\n", "&#10\n", "&#13\n",
        ];
        let reference = self.pick(&references);
        self.out += reference;
        self.end_reference(reference);
    }

    /// Ends a reference. A name may be followed by name characters, a number may not (kind 7 of
    /// notes/sgml.md).
    fn end_reference(&mut self, reference: &str) {
        if !reference.ends_with([';', '\n']) {
            self.put(&[";", " ", "\n", "!", "<!>", ";\n"]);
        }
    }

    /// Reports whether the current element may contain the element with a name.
    fn may_hold(&self, name: &str) -> bool {
        let Some(current) = self.current() else { return false };
        for (number, element) in self.of.elements.iter().enumerate() {
            if element.name == name {
                return current.holds(number);
            }
        }
        false
    }

    /// Writes a reference to an entity that is allowed here.
    fn reference(&mut self) {
        let of = self.of;
        let mut fitting: Vec<&Entity> = Vec::new();
        for entity in &of.entities {
            let fits = match (entity.kind, entity.holds) {
                (Kind::EndTag | Kind::StartTag, _) => false,
                (_, Some(name)) => self.may_hold(name),
                _ => true,
            };
            if fits {
                fitting.push(entity);
            }
        }
        if fitting.is_empty() {
            return;
        }
        self.before_text();
        let chosen = fitting[self.random.usize(0..fitting.len())];
        self.refer(chosen);
    }

    fn refer(&mut self, entity: &Entity) {
        let reference = format!("&{}", entity.name);
        self.out += &reference;
        self.end_reference(&reference);
    }

    /// Writes markup other than tags: comments, processing instructions, ignored sections, and
    /// entities of these.
    pub(super) fn markup(&mut self) {
        match self.random.usize(0..8) {
            0 => self.put(&[
                "<!>",
                "<!-->-->",
                "<!-- & <a> -->",
                "<!-- a -- --b-->",
                "<!-- a\nb\n-->",
            ]),
            1 => self.put(&["<?go>", "<?>", "<?a &b; <c\nd>"]),
            2..4 if !self.open.is_empty() => {
                let open = self.section(Keyword::is_ignore, &["IGNORE", " ignore CDATA "]);
                let inside = self.pick(&[
                    "",
                    "x",
                    "<a>",
                    "\n",
                    "&#65; &x0;",
                    "<![CDATA[ ]]>",
                    "<![%k0;[a]]>\n",
                    " CDATA [",
                    "]] ]>",
                    "</doc>",
                ]);
                self.out += &format!("{open}{inside}]]>");
            }
            4..6 if !self.open.is_empty() => {
                let of = self.of;
                let mut marks: Vec<&Entity> = Vec::new();
                for entity in &of.entities {
                    if matches!(entity.kind, Kind::Markup | Kind::Instruction) {
                        marks.push(entity);
                    }
                }
                if !marks.is_empty() {
                    let chosen = marks[self.random.usize(0..marks.len())];
                    self.refer(chosen);
                }
            }
            _ => {}
        }
    }

    /// Writes the beginning of a marked section: keywords, or a parameter entity with keywords.
    pub(super) fn section(
        &mut self,
        is_meant: impl Fn(&Keyword) -> bool,
        written: &[&str],
    ) -> String {
        let of = self.of;
        let mut named: Vec<&str> = Vec::new();
        for keyword in &of.keywords {
            if is_meant(keyword) {
                named.push(&keyword.name);
            }
        }
        if named.is_empty() || self.chance(2) {
            return format!("<![{}[", self.pick(written));
        }
        let (name, form) = (self.pick(&named), self.random.usize(0..5));
        match form {
            0 => format!("<![ %{name} ["),
            1 => format!("<![%{name}["),
            2 => format!("<![%{name}\n["),
            3 => format!("<![ TEMP %{name}; ["),
            _ => format!("<![%{name};["),
        }
    }

    fn characters_section(&mut self) {
        self.before_text();
        let open = self.section(Keyword::is_characters, &["CDATA", " CDATA ", "RCDATA cdata"]);
        self.out += &open;
        self.characters();
        self.out += "]]>";
    }

    fn replaceable_section(&mut self) {
        self.before_text();
        let open = self.section(Keyword::is_replaceable, &["RCDATA", " rcdata ", "INCLUDE RCDATA"]);
        self.out += &open;
        self.replaceable();
        self.out += "]]>";
    }

    /// Writes character data (CDATA) content, in which only an end is markup.
    pub(super) fn characters(&mut self) {
        self.before_text();
        for _ in 0..self.random.usize(0..5) {
            let texts = [
                "x",
                "\n",
                " ",
                "<a>",
                "<!-- c -->",
                "&#65;",
                "&x0;",
                "]]",
                "<![CDATA[",
                "<?x>",
                "\n\n",
                "<",
                "<!>",
            ];
            self.put(&texts);
        }
    }

    /// Writes replaceable character data (RCDATA) content, which may have references.
    pub(super) fn replaceable(&mut self) {
        self.characters();
        for _ in 0..self.random.usize(0..4) {
            match self.random.usize(0..3) {
                0 => self.character(),
                1 => {
                    let of = self.of;
                    let texts: Vec<&Entity> =
                        of.entities.iter().filter(|entity| entity.kind == Kind::Text).collect();
                    if !texts.is_empty() {
                        let chosen = texts[self.random.usize(0..texts.len())];
                        self.refer(chosen);
                    }
                }
                _ => self.put(&["y", "\n", "<b>", "]]"]),
            }
        }
    }
}
