#!/bin/sh
# Compares random XPath expressions on pages and broken documents by libxml2 (Python's lxml) and by
# wishful, on the same trees: those of wishful, written as XML. Prints a line for each expression
# with another value, and the number of expressions. benches/examples/expressions.rs generates them.
#
#     pip install lxml                      in any environment; PYTHON names its interpreter
#     tests/peers/xpath.sh [SEED [FOR_EACH [FILE...]]]
#
# Excused differences, each with its reason:
#   lang        libxml2 considers `xml:lang` only; HTML uses `lang` (not generated)
#   position    libxml2 has neither a position nor a size outside of predicates
#   following   `following::` of an attribute begins after its element in libxml2. In XPath 1.0
#               (section 2.2), the element's contents follow its attributes in document order and
#               are not their descendants
#   namespace   the order of an element's namespaces depends on the implementation (section 5.4),
#               so the first of them may differ
#   exponent    libxml2 reads a text that begins like `3e5` as a number; in XPath 1.0 (section 4.4)
#               it is none. This occurs only on documents with one
# lxml cannot express the root in a node-set, nor the element of a namespace node; these are only
# counted. Numbers may differ in their last digit, and so may texts of numbers. Expressions that
# take libxml2 longer than SECONDS_EACH (2) are left out and reported.
#
# Exits with 77 (by convention: skipped) if lxml is missing and CI is not set.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
python=${PYTHON:-python3}

if ! "$python" -c 'import lxml.etree' 2>/dev/null; then
    echo 'peers: no lxml (pip install lxml; PYTHON)' >&2
    if [ -n "${CI:-}" ]; then exit 1; else exit 77; fi
fi
cargo build --release --quiet -p benches --example expressions --manifest-path "$root/Cargo.toml"
program=${CARGO_TARGET_DIR:-$root/target}/release/examples/expressions
seed=${1:-1}
each=${2:-500}
[ "$#" -le 2 ] || shift 2
[ "$#" -gt 2 ] || set -- "$root"/../shared/pages/*.html "$root"/../shared/suites/broken/*.html
"$program" "$seed" "$each" "$@" | "$python" "$here/xpath.py"
