//! Microformats as Python dictionaries and lists, in the shape of the JSON that `wishful
//! microformats` prints, but without printing and parsing it.
//!
//! ```text
//! {"items": [{"type": ["h-card"], "properties": {"name": ["Jane"]}}],
//!  "rels": {…}, "rel-urls": {…}}
//! ```
//!
//! Nested items are built with an explicit work list: each dictionary is inserted empty into its
//! parent, queued, and filled later. So neither this code nor Python's reading of it recurses,
//! however deep items nest. The output has the same size limit as the JSON; the member `cut`
//! reports that something was left out.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use wishful_microformats::output::JsonOptions;
use wishful_microformats::{Item, Microformats, Property, RelatedUrl, Value};

/// Options for the dictionaries of microformats.
pub(crate) struct DictionaryOptions<'a, 'py> {
    /// A flag that adds the languages of items and markup.
    pub(crate) lang: bool,
    /// A flag that adds the source spans of items and values.
    pub(crate) spans: bool,
    /// A function that is called with the index of an element. Its result is stored as `dom`,
    /// instead of the element's HTML.
    pub(crate) dom: Option<&'a Bound<'py, PyAny>>,
}

/// Builds the dictionary of all microformats of a document.
pub(crate) fn built<'py>(
    py: Python<'py>,
    found: &Microformats<'_>,
    shape: DictionaryOptions<'_, 'py>,
) -> PyResult<Bound<'py, PyDict>> {
    let room = JsonOptions::default().bytes.of(found.document().text().len());
    let mut builder = Builder { py, shape, room: Some(room), waiting: Vec::new() };
    let all = PyDict::new(py);
    all.set_item(intern!(py, "items"), builder.items(found.items())?)?;
    while let Some((dictionary, item, value)) = builder.waiting.pop() {
        builder.fill(&dictionary, item, value)?;
    }
    let (rels, urls) = (PyDict::new(py), PyDict::new(py));
    for (rel, addresses) in &found.relations().rels {
        rels.set_item(rel, addresses)?;
    }
    for (url, related) in &found.relations().urls {
        urls.set_item(url, self::related(py, related)?)?;
    }
    all.set_item(intern!(py, "rels"), rels)?;
    all.set_item(intern!(py, "rel-urls"), urls)?;
    if builder.room.is_none() || found.is_cut() {
        all.set_item(intern!(py, "cut"), true)?;
    }
    Ok(all)
}

/// Builds the dictionary of the links to one URL.
fn related<'py>(py: Python<'py>, related: &RelatedUrl) -> PyResult<Bound<'py, PyDict>> {
    let dictionary = PyDict::new(py);
    dictionary.set_item(intern!(py, "text"), &related.text)?;
    for (name, value) in &related.attributes {
        dictionary.set_item(name, value)?;
    }
    dictionary.set_item(intern!(py, "rels"), PyList::new(py, &related.rels)?)?;
    Ok(dictionary)
}

/// The cost of an item or a value in bytes, not counting its texts.
const EACH: u64 = 16;

struct Builder<'a, 'py, 'm> {
    py: Python<'py>,
    shape: DictionaryOptions<'a, 'py>,
    /// The number of bytes that may still be written; `None` once something was left out.
    room: Option<u64>,
    /// The work list: dictionaries of items that are still empty. An item that is also a property's
    /// value comes with that value.
    waiting: Vec<(Bound<'py, PyDict>, Item<'m>, Option<Value<'m>>)>,
}

impl<'py, 'm> Builder<'_, 'py, 'm> {
    /// Takes bytes from the remaining room, and reports whether there was enough.
    fn take(&mut self, bytes: usize) -> bool {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX).saturating_add(EACH);
        self.room = self.room.and_then(|room| room.checked_sub(bytes));
        self.room.is_some()
    }

    /// Creates the dictionary of an item and queues it to be filled.
    fn item(&mut self, item: Item<'m>, value: Option<Value<'m>>) -> Bound<'py, PyDict> {
        let dictionary = PyDict::new(self.py);
        self.waiting.push((dictionary.clone(), item, value));
        dictionary
    }

    /// Returns the items as a list, as far as there is room.
    fn items(&mut self, items: impl Iterator<Item = Item<'m>>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(self.py);
        for item in items {
            if !self.take(0) {
                break;
            }
            list.append(self.item(item, None))?;
        }
        Ok(list)
    }

    /// Fills the dictionary of an item.
    fn fill(
        &mut self,
        into: &Bound<'py, PyDict>,
        item: Item<'m>,
        value: Option<Value<'m>>,
    ) -> PyResult<()> {
        let py = self.py;
        if let Some(value) = value {
            self.markup(into, value)?;
            let pair = PyDict::new(py);
            let inner = if value.is_url_of_item() { &pair } else { into };
            inner.set_item(intern!(py, "value"), value.text())?;
            if let Some(alt) = value.alt() {
                inner.set_item(intern!(py, "alt"), alt)?;
            }
            if value.is_url_of_item() {
                into.set_item(intern!(py, "value"), pair)?;
            }
        }
        if let Some(id) = item.element_id() {
            into.set_item(intern!(py, "id"), id)?;
        }
        into.set_item(intern!(py, "type"), item.types().collect::<Vec<_>>())?;
        if self.shape.lang
            && let Some(lang) = item.lang()
        {
            into.set_item(intern!(py, "lang"), lang)?;
        }
        if self.shape.spans {
            self.sources(into, item)?;
        }
        let properties = PyDict::new(py);
        for property in item.properties() {
            let values = self.values(property)?;
            properties.set_item(property.name(), values)?;
        }
        into.set_item(intern!(py, "properties"), properties)?;
        let mut children = item.children().peekable();
        if children.peek().is_some() {
            into.set_item(intern!(py, "children"), self.items(children)?)?;
        }
        Ok(())
    }

    /// Returns the values of a property as a list, as far as there is room.
    fn values(&mut self, property: Property<'m>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(self.py);
        for value in property.values() {
            let alt = value.alt().map_or(0, str::len);
            if !self.take(value.text().len().saturating_add(alt)) {
                break;
            }
            match value.item() {
                Some(item) => list.append(self.item(item, Some(value)))?,
                None => list.append(self.plain(value)?)?,
            }
        }
        Ok(list)
    }

    /// Builds a value that is not an item.
    fn plain(&mut self, value: Value<'m>) -> PyResult<Bound<'py, PyAny>> {
        let py = self.py;
        let dictionary = PyDict::new(py);
        if !self.markup(&dictionary, value)? && value.alt().is_none() {
            return Ok(PyString::new(py, value.text()).into_any());
        }
        dictionary.set_item(intern!(py, "value"), value.text())?;
        if let Some(alt) = value.alt() {
            dictionary.set_item(intern!(py, "alt"), alt)?;
        }
        if self.shape.lang
            && let Some(lang) = value.lang()
        {
            dictionary.set_item(intern!(py, "lang"), lang)?;
        }
        Ok(dictionary.into_any())
    }

    /// Puts the markup of a value into its dictionary, and reports whether it has any.
    fn markup(&mut self, into: &Bound<'py, PyDict>, value: Value<'m>) -> PyResult<bool> {
        let Some(html) = value.html() else { return Ok(false) };
        if let Some(dom) = self.shape.dom {
            let element = dom.call1((value.node().id().index(),))?;
            into.set_item(intern!(self.py, "dom"), element)?;
        } else if self.take(html.len()) {
            into.set_item(intern!(self.py, "html"), html)?;
        }
        Ok(true)
    }

    /// Adds the source spans of an item and its values.
    fn sources(&mut self, into: &Bound<'py, PyDict>, item: Item<'m>) -> PyResult<()> {
        let py = self.py;
        if let Some(span) = item.node().spans().first() {
            into.set_item(intern!(py, "span"), [span.start, span.end])?;
        }
        let sources = PyDict::new(py);
        for property in item.properties() {
            let list = PyList::empty(py);
            for value in property.values() {
                list.append(self.source(value)?)?;
            }
            sources.set_item(property.name(), list)?;
        }
        into.set_item(intern!(py, "sources"), sources)
    }

    /// Builds the dictionary of a value's origin: the step that produced it, and the source spans
    /// of its parts.
    fn source(&mut self, value: Value<'m>) -> PyResult<Bound<'py, PyDict>> {
        let py = self.py;
        let (dictionary, parts) = (PyDict::new(py), PyList::empty(py));
        dictionary.set_item(intern!(py, "step"), value.step().wording())?;
        for (role, spans) in value.parts() {
            if !self.take(spans.len().saturating_mul(size_of::<[u32; 2]>())) {
                break;
            }
            let part = PyDict::new(py);
            part.set_item(intern!(py, "role"), role.name())?;
            let spans: Vec<[u32; 2]> = spans.iter().map(|span| [span.start, span.end]).collect();
            part.set_item(intern!(py, "spans"), spans)?;
            parts.append(part)?;
        }
        dictionary.set_item(intern!(py, "parts"), parts)?;
        Ok(dictionary)
    }
}
