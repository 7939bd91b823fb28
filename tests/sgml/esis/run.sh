#!/usr/bin/env bash
# Holds `wishful parse -f esis` against OpenSP's `onsgmls`, line for line.
#
#     tests/sgml/esis/run.sh [-a] [-g GRAMMAR] [FILE…]
#
# FILE is an SGML document with its document type declaration; without any, those of corpus/sgml-documents, and then random ones of
# random small document types, which `cargo test --test sgml esis::` makes: WISHFUL_ESIS_COUNT valid ones (2000), from the seed
# WISHFUL_ESIS_SEED (1) on. The grammar of a document is made from its declaration, through the same catalogue, unless GRAMMAR is
# given for all. Where the two differ, a patch is printed; of a random document, what is left of it when it has been made as small
# as can be. With -a, lines of attributes are left out.
#
# WISHFUL names the program, target/debug/wishful if it is not set; CATALOG the catalogue, /etc/sgml/catalog. Needs Debian's
# opensp, sgml-data and w3c-sgml-lib. The exit status is 1 if a document differs or is not valid, or 77 (by custom: skipped)
# where these are not installed, unless CI is set: then missing is failing.
set -euo pipefail

root=$(cd "$(dirname "$0")/../../.." && pwd)
wishful=${WISHFUL:-$root/target/debug/wishful}
catalog=${CATALOG:-/etc/sgml/catalog}
# No line is empty: this leaves none out.
dropped='^$'
grammar=
while getopts ag: option; do
    case $option in
        a) dropped='^A' ;;
        g) grammar=$OPTARG ;;
        *) sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))

if ! command -v onsgmls > /dev/null || [ ! -e "$catalog" ]; then
    echo "esis: onsgmls or $catalog is not installed" >&2
    if [ -n "${CI:-}" ]; then exit 1; else exit 77; fi
fi
# Both read and write UTF-8.
export SGML_CATALOG_FILES=$catalog SP_CHARSET_FIXED=YES SP_ENCODING=utf-8
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The grammar of a document: one for all documents of one declaration, up to the end of its subset if it has one.
grammar_of() {
    if [ -n "$grammar" ]; then echo "$grammar"; return; fi
    local made end='>'
    if grep -q '<!DOCTYPE[^>]*\[' "$1"; then end='^]>'; fi
    made=$work/$(sed -n "/<!DOCTYPE/,/$end/p" "$1" | md5sum | cut -c1-32).grammar
    [ -e "$made" ] || "$wishful" grammar from-dtd "$1" --catalog "$catalog" > "$made"
    echo "$made"
}

if [ $# -eq 0 ]; then mapfile -t documents < <(find "$root/corpus/sgml-documents" -name '*.sgm' | sort); else documents=("$@"); fi
differing=0 invalid=0
for document in "${documents[@]}"; do
    # Its last line, C, says that the document is valid.
    if ! onsgmls "$document" > "$work/all" 2> "$work/errors"; then
        invalid=$((invalid + 1))
        cat "$work/errors"
    fi
    grep -av "$dropped" "$work/all" > "$work/onsgmls" || true
    "$wishful" parse -g "$(grammar_of "$document")" -f esis --encoding utf-8 "$document" | grep -av "$dropped" > "$work/wishful" || true
    diff -u --label "onsgmls $document" --label "wishful $document" "$work/onsgmls" "$work/wishful" ||
        differing=$((differing + 1))
done
echo "${#documents[@]} documents, $invalid not valid, $differing differ"
if [ "$differing" != 0 ] || [ "$invalid" != 0 ]; then exit 1; fi
if [ $# -eq 0 ]; then
    export WISHFUL_ESIS_COUNT=${WISHFUL_ESIS_COUNT:-2000}
    cargo test --quiet --manifest-path "$root/Cargo.toml" --test sgml esis::random -- --nocapture
fi
