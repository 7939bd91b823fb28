#!/bin/sh
# Random expressions of XPath on pages and broken documents by libxml2 (python's lxml) and by wishful, on the same trees: ours, written as
# XML. Prints a line for each expression that gives something else, and how many were asked; benches/examples/expressions.rs makes them.
#
#     pip install lxml                      in any environment; PYTHON names its python
#     tests/peers/xpath.sh [SEED [FOR_EACH [FILE...]]]
#
# What differs and is not counted, each with its reason:
#   lang        libxml2 asks `xml:lang` only; HTML says `lang` (not asked)
#   position    libxml2 has neither a position nor a size outside predicates
#   following   `following::` of an attribute begins in libxml2 behind its element; in XPath 1.0 (section 2.2) what is in the element comes
#               behind its attributes in document order and is no descendant of theirs
#   namespace   the order of the namespaces of an element is for implementations to choose (section 5.4), so the first of them may be another
#   exponent    libxml2 reads a text that begins as `3e5` does as a number; in XPath 1.0 (section 4.4) it is none. Only on documents with one
# And of what lxml cannot say: the root in a set, and of which element a namespace is (these are counted only).
# Numbers may differ in their last digit, and so may texts of one. What takes libxml2 longer than SECONDS_EACH (2) is left out, and told.
#
# Exits with 77 (by custom: skipped) where lxml is not, unless CI is set.
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
