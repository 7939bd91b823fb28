#!/bin/sh
# Compares the trees of wishful with those of lexbor and parse5, on the inputs of
# `tests/suite/soup`. Every difference must belong to a class of peer errors in `classes.py`. See
# notes/suite.md.
#
#     tests/peers/run.sh [--number 300000] [--seed 4711] [--show 10]
#
# The peers are installed into target/peers, in the versions below. The exit status is that of
# judge.py, or 77 (by convention: skipped) if Python, Node or a package is not available. If CI is
# set, that is a failure.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
out=$root/target/peers
mkdir -p "$out"

missing() {
    echo "peers: $1" >&2
    if [ -n "${CI:-}" ]; then exit 1; else exit 77; fi
}

python3 -m venv "$out/python" || missing 'no Python with venv'
"$out/python/bin/pip" install --quiet selectolax==1.0.2 || missing 'no selectolax 1.0.2'
npm install --silent --no-save --prefix "$out" parse5@8.1.1 || missing 'no parse5 8.1.1'

cd "$root"
cargo build --quiet --release -p benches --example peers
cd "$out"
exec "$out/python/bin/python" "$here/judge.py" \
    --ours "$root/target/release/examples/peers" --parse5 "$here/parse5.mjs" "$@"
