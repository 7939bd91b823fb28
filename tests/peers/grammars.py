"""Parses by Lark's Earley parser and by its LR tables, for tests/peers/grammars.sh."""

import sys
import time

import lark

sys.setrecursionlimit(1_000_000)
lines = open(sys.argv[1]).read().split("\n")
words = open(sys.argv[2]).read().split()
rules = [line.split() for line in lines[1:] if line.strip()]
lefts = {rule[0] for rule in rules}
names = {}
for rule in rules:
    for symbol in rule[1:]:
        if symbol not in lefts:
            names.setdefault(symbol, f"T{len(names)}")
alternatives = {}
for left, *right in rules:
    right = [f"n_{symbol}" if symbol in lefts else names[symbol] for symbol in right]
    alternatives.setdefault(left, []).append(" ".join(right))
text = "".join(f"n_{left}: {' | '.join(right)}\n" for left, right in alternatives.items())
text += "".join(f"%declare {name}\n" for name in names.values())


class Words(lark.lexer.Lexer):
    """A lexer of words that are tokens already."""

    def __init__(self, _configuration):
        pass

    def lex(self, data):
        for word in data:
            yield lark.Token(names[word], word)


for parser in ("earley", "lalr"):
    if parser == "earley" and len(words) > 8000:
        print("Lark-earley -", end=" ")
        continue
    best = float("inf")
    try:
        made = lark.Lark(text, start=f"n_{lines[0].strip()}", parser=parser, lexer=Words)
        for _ in range(5 if len(words) < 3000 else 2):
            begin = time.process_time()
            made.parse(words)
            best = min(best, time.process_time() - begin)
        print(f"Lark-{parser} {best / len(words) * 1e9:.0f}", end=" ")
    except (lark.exceptions.LarkError, RecursionError) as error:
        print(f"Lark-{parser} {type(error).__name__}", end=" ")
print()
