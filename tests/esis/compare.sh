#!/bin/sh
# `wishful parse -f esis` held against OpenSP's `onsgmls`, line for line.
#
#     tests/esis/compare.sh [-a] GRAMMAR FILE…
#
# Each FILE is an SGML document with its document type declaration, GRAMMAR the
# grammar of that document type. Where the two differ, a patch is printed. With
# -a, lines of attributes are left out: a grammar does not declare them.
# WISHFUL names the program, target/debug/wishful if it is not set. The exit
# status is 1 if a document differs, or 77 (by custom: skipped) without onsgmls
# (Debian: opensp), unless CI is set: then missing is failing.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
wishful=${WISHFUL:-$root/target/debug/wishful}
# No line is empty: this leaves none out.
dropped='^$'
if [ "${1:-}" = -a ]; then dropped='^A'; shift; fi
[ $# -ge 2 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2; }
grammar=$1; shift

command -v onsgmls > /dev/null || {
    echo 'esis: no onsgmls (Debian: opensp)' >&2
    if [ -n "${CI:-}" ]; then exit 1; else exit 77; fi
}

# Both read and write UTF-8.
export SP_CHARSET_FIXED=YES SP_ENCODING=utf-8
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
differing=0
for file; do
    # What is wrong with a document shows in the output: its last line is missing.
    onsgmls "$file" 2> /dev/null | grep -av "$dropped" > "$out/onsgmls" || true
    "$wishful" parse -g "$grammar" -f esis --encoding utf-8 "$file" | grep -av "$dropped" > "$out/wishful" || true
    diff -u --label "onsgmls $file" --label "wishful $file" "$out/onsgmls" "$out/wishful" ||
        differing=$((differing + 1))
done
echo "$# documents, $differing differ"
[ "$differing" = 0 ]
