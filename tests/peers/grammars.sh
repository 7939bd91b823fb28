#!/usr/bin/env bash
# Times of Marpa::R2, and of Lark with its Earley parser and its LR tables, on the grammars and texts of
# `benches/examples/grammars.rs`: nanoseconds a word, the least of five runs. Needs Debian's
# libmarpa-r2-perl and the package lark of PyPI; PYTHON names a Python that has it.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cargo run --quiet --release -p benches --example grammars -- "$folder"
for grammar in "$folder"/*.g; do
  printf '%s ' "$(basename "$grammar" .g)"
  perl tests/peers/grammars.pl "$grammar" "${grammar%.g}.txt"
  "${PYTHON:-python3}" tests/peers/grammars.py "$grammar" "${grammar%.g}.txt"
done
