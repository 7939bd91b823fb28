#!/bin/sh
# Compares in a real browser how pages look before and after `corpus/edits/presentation.toml`: the
# boxes and the computed styles of all elements, and the picture of the page.
#
#     apt-get install chromium                    or CHROMIUM names the program
#     npm install playwright-core                 in any folder; NODE_PATH names its node_modules
#     tests/peers/looks.sh [FILE…]                without files, the pages in corpus/edits/pages
#
# Exits with 77 (by convention: skipped) if one of the two is missing and CI is not set. PROFILE
# defaults to `release`.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
profile=${PROFILE:-release}
CHROMIUM=${CHROMIUM:-$(command -v chromium || true)}
export CHROMIUM

if [ -z "$CHROMIUM" ] || ! node -e 'require("playwright-core")' 2>/dev/null; then
    echo 'peers: no chromium, or no playwright-core (npm install playwright-core; NODE_PATH)' >&2
    if [ -n "${CI:-}" ]; then exit 1; else exit 77; fi
fi
[ "$profile" != release ] || cargo build --release --quiet --manifest-path "$root/Cargo.toml"
program=${CARGO_TARGET_DIR:-$root/target}/$profile/wishful
[ $# -gt 0 ] || set -- "$root"/corpus/edits/pages/*.html
exec node "$here/looks.cjs" "$program" "$root/corpus/edits/presentation.toml" "$@"
