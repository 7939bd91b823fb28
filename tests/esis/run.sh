#!/usr/bin/env bash
# Holds `wishful parse -f esis` against OpenSP's `onsgmls`, line for line, on the valid documents of corpus/sgml-documents.
#
# Needs Debian's opensp, sgml-data and w3c-sgml-lib (for the DTDs); says so and ends well where they are not installed. The
# grammar of a document is made from its own document type declaration, through the same catalogues.
#
#   tests/esis/run.sh [FILE...]      WISHFUL=path/to/wishful  CATALOG=path/to/catalog
set -euo pipefail
cd "$(dirname "$0")/../.."
wishful=${WISHFUL:-target/debug/wishful}
catalog=${CATALOG:-/etc/sgml/catalog}
folder=corpus/sgml-documents

if ! command -v onsgmls > /dev/null || [ ! -e "$catalog" ]; then
    echo "skipped: onsgmls or $catalog is not installed"
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export SGML_CATALOG_FILES=$catalog SP_ENCODING=utf-8

if [ $# -eq 0 ]; then mapfile -t documents < <(find "$folder" -name '*.sgm' | sort); else documents=("$@"); fi
different=0
for document in "${documents[@]}"; do
    # Its last line, C, says that the document is valid.
    if ! onsgmls "$document" > "$work/expected"; then
        echo "not valid: $document"
        exit 1
    fi
    type=$(sed -n '/<!DOCTYPE/{p;q;}' "$document" | md5sum | cut -c1-32)
    grammar=$work/$type.grammar
    [ -e "$grammar" ] || "$wishful" grammar from-dtd "$document" --catalog "$catalog" > "$grammar"
    "$wishful" parse -g "$grammar" -f esis "$document" > "$work/found"
    if ! diff -u --label onsgmls --label wishful "$work/expected" "$work/found" > "$work/diff"; then
        different=$((different + 1))
        printf '== %s\n' "$document"
        cat "$work/diff"
    fi
done
echo "${#documents[@]} documents, $different different"
[ "$different" -eq 0 ]
