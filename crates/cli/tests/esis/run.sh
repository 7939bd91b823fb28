#!/usr/bin/env bash
# Compares `wishful parse -f esis` with OpenSP's `onsgmls`, line by line.
#
#     tests/sgml/esis/run.sh [-a] [-g GRAMMAR] [FILE…]
#
# FILE is an SGML document with its document type declaration. Without FILE, the documents are those
# of corpus/sgml-documents, and then random ones of random small document types: `cargo test --test
# sgml esis::` generates WISHFUL_ESIS_COUNT valid ones (2000), beginning with the seed
# WISHFUL_ESIS_SEED (1). The grammar of a document is generated from its declaration, with the same
# catalogue, unless GRAMMAR is given for all. A difference is printed as a patch; a random document
# is shrunk first. With -a, lines of attributes are left out.
#
# WISHFUL names the program (target/debug/wishful); CATALOG names the catalogue (/etc/sgml/catalog).
# Needs Debian's opensp, sgml-data and w3c-sgml-lib. The exit status is 1 if a document differs or
# is not valid, or 77 (by convention: skipped) if these are not installed. If CI is set, that is a
# failure.
set -euo pipefail

root=$(cd "$(dirname "$0")/../../.." && pwd)
wishful=${WISHFUL:-$root/target/debug/wishful}
catalog=${CATALOG:-/etc/sgml/catalog}
# No line is empty, so this pattern drops none.
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
# Both programs use UTF-8.
export SGML_CATALOG_FILES=$catalog SP_CHARSET_FIXED=YES SP_ENCODING=utf-8
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Prints the path of a document's grammar, which documents with the same declaration and subset
# share.
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
    # onsgmls succeeds only for a valid document.
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
