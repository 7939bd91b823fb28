#!/bin/sh
# Tests the page of `wishful diff --report` in a real browser: 2,000 documents, by pointer and by
# keyboard, in light and dark mode. Prints a line for each check that passes, and the frame times of
# scrolling.
#
#     apt-get install chromium                    or CHROMIUM names the program
#     npm install playwright-core                 in any folder; NODE_PATH names its node_modules
#     tests/peers/report.sh [SCREENSHOTS]         a folder for screenshots
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
exec node "$here/report.cjs" "$program" "$@"
