//! Microformats as dictionaries and lists of Python: the shape of `wishful microformats`, without its text in between.
//!
//! ```text
//! {"items": [{"type": ["h-card"], "properties": {"name": ["Jane"]}}], "rels": {…}, "rel-urls": {…}}
//! ```
//!
//! A dictionary stands in its place before it is filled, and waits in a list until then. So nothing recurses, however deep items
//! stand in one another: neither does this, nor does Python while it reads. What is written is bounded as the JSON is, and a
//! member `cut` says if something is left out.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use pyo3::{IntoPyObjectExt, intern};
use wishful::microformats::output::JsonOptions;
use wishful::microformats::{Item, Microformats, Property, RelatedUrl, Value};

/// What else than what they are is told of microformats.
pub(crate) struct Shape<'a, 'py> {
    /// The languages of items and markup.
    pub(crate) lang: bool,
    /// The places of the source that items and values came from.
    pub(crate) spans: bool,
    /// Called with the number of an element, what stands as `dom` for the markup in it, instead of its HTML.
    pub(crate) dom: Option<&'a Bound<'py, PyAny>>,
}

/// Microformats as Python has them.
pub(crate) fn built<'py>(
    py: Python<'py>,
    found: &Microformats<'_>,
    shape: Shape<'_, 'py>,
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

/// What the links to an address say.
fn related<'py>(py: Python<'py>, related: &RelatedUrl) -> PyResult<Bound<'py, PyDict>> {
    let said = PyDict::new(py);
    said.set_item(intern!(py, "text"), &related.text)?;
    for (name, value) in &related.attributes {
        said.set_item(name, value)?;
    }
    said.set_item(intern!(py, "rels"), PyList::new(py, &related.rels)?)?;
    Ok(said)
}

/// What an item or a value costs besides its texts.
const EACH: u64 = 16;

struct Builder<'a, 'py, 'm> {
    py: Python<'py>,
    shape: Shape<'a, 'py>,
    /// How many bytes may still be written; none if something was left out.
    room: Option<u64>,
    /// The dictionaries that are still empty, of items: each with the value that the item is, if it is one.
    waiting: Vec<(Bound<'py, PyDict>, Item<'m>, Option<Value<'m>>)>,
}

impl<'py, 'm> Builder<'_, 'py, 'm> {
    /// Takes room; whether there was enough.
    fn take(&mut self, bytes: usize) -> bool {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX).saturating_add(EACH);
        self.room = self.room.and_then(|room| room.checked_sub(bytes));
        self.room.is_some()
    }

    /// Notes that an item is to be put into a dictionary.
    fn item(&mut self, item: Item<'m>, value: Option<Value<'m>>) -> Bound<'py, PyDict> {
        let dictionary = PyDict::new(self.py);
        self.waiting.push((dictionary.clone(), item, value));
        dictionary
    }

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

    fn fill(
        &mut self,
        into: &Bound<'py, PyDict>,
        item: Item<'m>,
        value: Option<Value<'m>>,
    ) -> PyResult<()> {
        let py = self.py;
        if let Some(value) = value {
            self.markup(into, value)?;
            into.set_item(intern!(py, "value"), self.text_of_item(value)?)?;
        }
        if let Some(id) = item.element_id() {
            into.set_item(intern!(py, "id"), id)?;
        }
        into.set_item(intern!(py, "type"), item.types().collect::<Vec<_>>())?;
        if let Some(lang) = item.lang().filter(|_| self.shape.lang) {
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

    /// A value that is no item.
    fn plain(&mut self, value: Value<'m>) -> PyResult<Bound<'py, PyAny>> {
        let py = self.py;
        let said = PyDict::new(py);
        if !self.markup(&said, value)? && value.alt().is_none() {
            return Ok(PyString::new(py, value.text()).into_any());
        }
        said.set_item(intern!(py, "value"), value.text())?;
        if let Some(alt) = value.alt() {
            said.set_item(intern!(py, "alt"), alt)?;
        }
        if let Some(lang) = value.lang().filter(|_| self.shape.lang) {
            said.set_item(intern!(py, "lang"), lang)?;
        }
        Ok(said.into_any())
    }

    /// Puts the markup of a value into its dictionary, if it is one of markup.
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

    /// What stands for an item where a text is wanted.
    fn text_of_item(&self, value: Value<'m>) -> PyResult<Bound<'py, PyAny>> {
        let py = self.py;
        let Some(alt) = value.alt() else { return value.text().into_bound_py_any(py) };
        let said = PyDict::new(py);
        said.set_item(intern!(py, "value"), value.text())?;
        said.set_item(intern!(py, "alt"), alt)?;
        Ok(said.into_any())
    }

    /// Where an item and its values came from.
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

    /// The step that gave a value, and what it was put together from.
    fn source(&mut self, value: Value<'m>) -> PyResult<Bound<'py, PyDict>> {
        let py = self.py;
        let (said, parts) = (PyDict::new(py), PyList::empty(py));
        said.set_item(intern!(py, "step"), value.step().wording())?;
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
        said.set_item(intern!(py, "parts"), parts)?;
        Ok(said)
    }
}
