#!/bin/sh
# The parity run: `grammar/marpa.grammar` against Marpa::R2::HTML on the public
# suites and the legacy documents. README.md here describes each part.
#
#     tests/parity/run.sh [options of compare.py]
#
# All output goes to target/parity. The exit status is that of compare.py, or 77
# (by convention: skipped) if Perl's Marpa or the suites are missing. If CI is
# set, a missing peer is a failure.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
out=$root/target/parity
mkdir -p "$out"

missing() {
    echo "parity: $1" >&2
    if [ -n "${CI:-}" ]; then exit 1; else exit 77; fi
}

perl -MMarpa::R2::HTML -e 1 2>/dev/null ||
    missing 'no Marpa::R2::HTML (Debian: libmarpa-r2-perl)'
python3 "$here/inputs.py" --corpus "$root/corpus/legacy" > "$out/inputs.ndjson" ||
    missing 'no inputs'

perl "$here/marpa.pl" --echo < "$out/inputs.ndjson" > "$out/marpa.ndjson"

cd "$root"
cargo run --quiet --release -p benches --example parity -- structures \
    < "$out/inputs.ndjson" > "$out/ours.ndjson"
cargo run --quiet --release -p benches --example parity -- replay \
    < "$out/marpa.ndjson" > "$out/replayed.ndjson"

exec python3 "$here/compare.py" \
    "$out/marpa.ndjson" "$out/ours.ndjson" "$out/replayed.ndjson" "$@"
