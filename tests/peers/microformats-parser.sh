#!/bin/sh
# Compares the items of microformats-parser (npm) and of wishful in pages and in the public suite's
# documents. notes/microformats.md lists the known differences.
#
#     npm install microformats-parser             in any folder; NODE_PATH names its node_modules
#     tests/peers/microformats-parser.sh [FILE…]
#
# Exits with 77 (by convention: skipped) if the package is missing and CI is not set.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)

if ! node -e 'require("microformats-parser")' 2>/dev/null; then
    echo 'peers: no microformats-parser (npm install microformats-parser; NODE_PATH)' >&2
    if [ -n "${CI:-}" ]; then exit 1; else exit 77; fi
fi
cargo build --release --quiet --manifest-path "$root/Cargo.toml"
program=${CARGO_TARGET_DIR:-$root/target}/release/wishful
shared=$root/../shared
[ "$#" -gt 0 ] || set -- "$shared"/pages/*.html $(find "$shared/suites/microformats" -name '*.html' | sort)
exec node "$here/microformats-parser.cjs" "$program" "$@"
