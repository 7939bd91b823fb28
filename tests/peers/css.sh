#!/bin/sh
# Compares answers to random selectors on real pages and broken documents: those of wishful, of the
# crate `scraper` (Servo's `selectors`) and of lexbor (selectolax). If a peer has another answer,
# css.py must know the reason.
#
#     tests/peers/css.sh [--number 100000] [--seed 18] [--show 10]
#
# The run fails unless every pseudo-class that a peer supports occurs in a hundred cases. Where the
# peers differ from wishful, the standard decides. The classes, each with its test in css.py:
#
#   lexbor   `:enabled` matches every element that is not disabled. HTML (4.16.3) restricts it to
#            elements that can be disabled.
#   lexbor   `:link` matches the element `link`, too, which HTML (4.16.3) removed.
#   lexbor   `:optional` matches every control without `required`. HTML restricts it to controls to
#            which that attribute applies.
#   lexbor   `:read-only` and `:read-write` consider `readonly` alone. In HTML, the type of an
#            input, editing hosts and disabled controls matter, too.
#   lexbor   `:contains` (its `:lexbor-contains`) tests the texts directly in an element;
#            jQuery tests all text in it.
#   lexbor   `:checked` matches no option without `selected`. In a select with one line, the first
#            option matches (HTML, 4.10.7, 4.16.3).
#   lexbor   `PATH` matches the `path` of SVG. Only names of HTML elements are compared in lower
#            case (HTML, 4.16.2).
#   lexbor   the doctype and comments before the root element count as its siblings, so it is not a
#            first child. In Selectors 4 (section 13.3), only elements count.
#   lexbor   a compound that begins with `:is :where :not :has :nth-child(… of …)` is tested on the
#            nearest ancestor or sibling only (`:is(div) b` with an element in between). Section 14
#            tests each of them.
#   scraper  inside `:is` and `:where`, `:nth-child` does not support `of`. The alternative is
#            dropped, as section 3.9 allows for invalid ones. By section 13.3.1 it is valid there.
#
# Pseudo-classes that only wishful supports have an oracle in `crates/query/src/select/tests`.
# selectolax is installed into target/peers. The exit status is 77 (by convention: skipped) if Python or the
# package is not available. If CI is set, that is a failure.
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
