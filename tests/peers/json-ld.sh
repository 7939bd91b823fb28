#!/bin/sh
# Compares random JSON-LD scripts, with contexts inline, by PyLD (PyPI) and by wishful.
# notes/structured-data.md has the reasons for the remaining differences.
#
#     python3 -m venv target/pyld && target/pyld/bin/pip install PyLD==3.3.0
#     tests/peers/json-ld.sh [NUMBER [SEED]]
#
# Exits with 77 (by convention: skipped) if the package is missing and CI is not set.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
python=${PYTHON:-$root/target/pyld/bin/python}

if ! "$python" -c 'import pyld' 2>/dev/null; then
    echo 'peers: no PyLD (pip install PyLD in target/pyld; or PYTHON)' >&2
    if [ -n "${CI:-}" ]; then exit 1; else exit 77; fi
fi
program=${WISHFUL:-${CARGO_TARGET_DIR:-$root/target}/release/wishful}
[ -x "$program" ] || cargo build --release --quiet --manifest-path "$root/Cargo.toml"
exec "$python" "$here/json-ld.py" "$program" "$@"
