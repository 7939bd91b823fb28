#!/bin/sh
# Compares the tables of pages by pandas.read_html and by wishful. notes/queries.md has the reasons
# for the differences.
#
#     python3 -m venv target/pandas && target/pandas/bin/pip install pandas==3.1.1 lxml html5lib beautifulsoup4
#     tests/peers/tables.sh [FILE…]
#
# Exits with 77 (by convention: skipped) if a package is missing and CI is not set.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
python=${PYTHON:-$root/target/pandas/bin/python}

if ! "$python" -c 'import pandas, html5lib, bs4' 2>/dev/null; then
    echo 'peers: no pandas with html5lib and beautifulsoup4 (see the head of this file; or PYTHON)' >&2
    if [ -n "${CI:-}" ]; then exit 1; else exit 77; fi
fi
program=${WISHFUL:-${CARGO_TARGET_DIR:-$root/target}/release/wishful}
[ -x "$program" ] || cargo build --release --quiet --manifest-path "$root/Cargo.toml"
shared=$root/../shared
[ -d "$shared" ] || shared=$root/../../shared
[ "$#" -gt 0 ] || set -- "$shared"/pages/*.html $(find "$shared/suites" "$root/corpus" -name '*.html' | sort)
exec "$python" "$here/tables.py" "$program" "$@"
