#!/bin/sh
# Reads the output of `wishful coverage -f lcov` with Debian's lcov. Its counts of lines and
# branches must be those in the file.
#
#     tests/peers/lcov.sh [GRAMMAR] [FILE|DIR…]
#
# The exit status is 77 (by convention: skipped) if lcov is missing. If CI is set, that is a
# failure.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
if ! command -v lcov >/dev/null; then
    echo 'peers: no lcov' >&2
    if [ -n "${CI:-}" ]; then exit 1; else exit 77; fi
fi
cd "$root"
grammar=${1:-whatwg}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- corpus
out=$(mktemp)
trap 'rm -f "$out"' EXIT
cargo run --quiet --release -- coverage -g "$grammar" -f lcov "$@" >"$out"
# lcov 2 renamed the option for branches.
summary=$(lcov --summary "$out" --rc lcov_branch_coverage=1 2>&1 || lcov --summary "$out" --rc branch_coverage=1 2>&1)
echo "$summary"
sum() { awk -F: -v key="$1" '$1 == key { all += $2 } END { print all }' "$out"; }
echo "$summary" | grep -q "($(sum LH) of $(sum LF) lines)"
echo "$summary" | grep -q "($(sum BRH) of $(sum BRF) branches)"
