#!/bin/sh
# Compares the structured data of pages by extruct (PyPI) and by wishful. notes/structured-data.md
# has the reasons for the remaining differences.
#
#     python3 -m venv target/extruct && target/extruct/bin/pip install extruct==0.18.0
#     tests/peers/extruct.sh [FILE…]
#
# Exits with 77 (by convention: skipped) if the package is missing and CI is not set.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
python=${PYTHON:-$root/target/extruct/bin/python}

if ! "$python" -c 'import extruct' 2>/dev/null; then
    echo 'peers: no extruct (pip install extruct==0.18.0 in target/extruct; or PYTHON)' >&2
    if [ -n "${CI:-}" ]; then exit 1; else exit 77; fi
fi
program=${WISHFUL:-${CARGO_TARGET_DIR:-$root/target}/release/wishful}
[ -x "$program" ] || cargo build --release --quiet --manifest-path "$root/Cargo.toml"
shared=$root/../shared
[ -d "$shared" ] || shared=$root/../../shared
[ "$#" -gt 0 ] || set -- "$shared"/pages/*.html $(find "$shared/suites/broken" "$root/corpus/legacy" -name '*.html' | sort) "$root"/corpus/data/*.txt
exec "$python" "$here/structured-data.py" "$program" "$@"
