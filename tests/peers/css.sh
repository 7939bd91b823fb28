#!/bin/sh
# Random selectors on real pages and broken documents, as ours, the crate `scraper` (Servo's `selectors`) and lexbor (selectolax)
# answer them: where a peer has another answer, css.py must know why.
#
#     tests/peers/css.sh [--number 100000] [--seed 18] [--show 10]
#
# Every pseudo-class that a peer has is asked a hundred times at least, or it fails. Where the peers differ from ours it is the
# standard that decides; the classes, each with its test in css.py:
#
#   lexbor   `:enabled` is every element that is not disabled; HTML (4.16.3) has it for those that can be.
#   lexbor   `:link` is the element `link`, too, which HTML (4.16.3) took out.
#   lexbor   `:optional` is every control that has no `required`; HTML has it for those to which that applies.
#   lexbor   `:read-only` and `:read-write` go by `readonly` alone: other sorts of input are writable, what is editable or disabled is
#            no matter; HTML says otherwise of all three.
#   lexbor   `:contains` (its `:lexbor-contains`) looks at the texts directly in an element; jQuery's at all text in it.
#   lexbor   `:checked` is no option unless it says `selected`; of a select with one line the first is (HTML, 4.10.7, 4.16.3).
#   lexbor   `PATH` is the `path` of SVG; only names of HTML elements are compared in lower case (HTML, 4.16.2).
#   lexbor   the doctype and comments before the root element count among its siblings, so that it is no first child; children are
#            elements (Selectors 4, section 13.3).
#   lexbor   a compound that begins with `:is :where :not :has :nth-child(… of …)` is asked of the nearest ancestor or sibling
#            only (`:is(div) b` with something between); section 14 has any.
#   scraper  in `:is` and `:where` there is no `of` in `:nth-child`: the alternative is dropped, as what is invalid may be (section 3.9);
#            section 13.3.1 has it valid there, too.
#
# Pseudo-classes that only ours has are held against an oracle in `src/query/select/tests`. selectolax is installed into
# target/peers. The exit status is 77 (by custom: skipped) where Python or the package cannot be had, unless CI is set: then missing
# is failing.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
out=${CARGO_TARGET_DIR:-$root/target}/peers
mkdir -p "$out"

missing() {
    echo "peers: $1" >&2
    if [ -n "${CI:-}" ]; then exit 1; else exit 77; fi
}

number=100000 seed=18 show=10
while [ "$#" -gt 0 ]; do
    case $1 in
        --number) number=$2 ;;
        --seed) seed=$2 ;;
        --show) show=$2 ;;
        *) echo "css.sh: [--number N] [--seed N] [--show N]" >&2; exit 2 ;;
    esac
    shift 2
done

python3 -m venv "$out/python" || missing 'no Python with venv'
"$out/python/bin/pip" install --quiet selectolax==1.0.2 || missing 'no selectolax 1.0.2'

cd "$root"
cargo build --quiet --release -p benches --example selectors
program=${CARGO_TARGET_DIR:-$root/target}/release/examples/selectors
"$program" "$number" "$seed" >"$out/css.jsonl"
exec "$out/python/bin/python" "$here/css.py" --show "$show" <"$out/css.jsonl"
