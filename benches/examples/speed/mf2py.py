"""Times mf2py for `benches/examples/speed`.

The protocol is that of parsers.py. `run` parses and extracts.
"""
import sys
import time

import mf2py

BASE = "http://example.com/"


def run(texts):
    start = time.process_time()
    for text in texts:
        mf2py.parse(doc=text, url=BASE)
    return time.process_time() - start


def main():
    print(f"mf2py {mf2py.__version__}", flush=True)
    texts = []
    for line in iter(sys.stdin.buffer.readline, b""):
        match line.split():
            case [b"clear"]:
                texts.clear()
            case [b"text", size]:
                texts.append(sys.stdin.buffer.read(int(size)).decode("utf-8", "replace"))
            case [b"run"]:
                print(run(texts), flush=True)


main()
