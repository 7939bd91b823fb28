"""An HTML parser driven by a grammar file, with a reason for every repair.

>>> import wishful
>>> document = wishful.parse("<ul><li>One<li>Two")
>>> [item.text() for item in document.select("li")]
['One', 'Two']
>>> print(document.mistakes[0])
inserted </ul> before the end of the input at 1:19 (whatwg.grammar:267: EOF -> ENDED any-end ;)

`wishful.bs4` and `wishful.lxml` build the trees of Beautiful Soup and lxml. `wishful.mf2` and
`Parselet` have the interfaces of mf2py and parslepy.
"""

from ._imports import after_import
from ._sources import parse_file
from ._wishful import (
    Attribute,
    Coercion,
    Comparison,
    Document,
    Documents,
    Edited,
    Editor,
    Explanation,
    Grammar,
    Intent,
    Mistake,
    Node,
    Nodes,
    Query,
    RefusedEdit,
    Repair,
    Rewriting,
    Span,
    Xml,
    __version__,
    check,
    grammars,
    parse,
    parse_many,
)
from .errors import (
    AddressWarning,
    Diagnostic,
    EditError,
    ExtractionError,
    GrammarError,
    ParseError,
    ParseletError,
    Place,
    QueryError,
    Related,
    WishfulError,
)
from .options import ParseOptions
from .parselet import Parselet
from .structured_data import DataProblem, StructuredData, Subject, Value
from .tables import Cell, Table
from .text_map import TextMap, TextRun

__all__ = [
    "AddressWarning",
    "Attribute",
    "Cell",
    "Coercion",
    "Comparison",
    "DataProblem",
    "Diagnostic",
    "Document",
    "Documents",
    "EditError",
    "Edited",
    "Editor",
    "Explanation",
    "ExtractionError",
    "Grammar",
    "GrammarError",
    "Intent",
    "Mistake",
    "Node",
    "Nodes",
    "ParseError",
    "ParseOptions",
    "Parselet",
    "ParseletError",
    "Place",
    "Query",
    "QueryError",
    "RefusedEdit",
    "Related",
    "Repair",
    "Rewriting",
    "Span",
    "StructuredData",
    "Subject",
    "Table",
    "TextMap",
    "TextRun",
    "Value",
    "WishfulError",
    "Xml",
    "__version__",
    "check",
    "grammars",
    "parse",
    "parse_file",
    "parse_many",
]

# The module `wishful.bs4` registers the builder for Beautiful Soup.
after_import("bs4", "wishful.bs4")
