"""Times parslepy on a parselet for `benches/examples/speed`.

The protocol is that of parsers.py. The first text is the parselet, which is compiled when it is
loaded; `run` parses each other text and extracts.
"""
import io
import json
import sys
import time

import cssselect
import lxml.cssselect
import parslepy

# The version of lxml that parslepy was written for had this function.
lxml.cssselect.css_to_xpath = cssselect.HTMLTranslator().css_to_xpath


def run(parselet, pages):
    start = time.process_time()
    for page in pages:
        parselet.parse(io.BytesIO(page))
    return time.process_time() - start


def main():
    print(f"parslepy {parslepy.__version__}", flush=True)
    texts = []
    parselet = None
    for line in iter(sys.stdin.buffer.readline, b""):
        match line.split():
            case [b"clear"]:
                texts.clear()
            case [b"text", size]:
                texts.append(sys.stdin.buffer.read(int(size)))
                if len(texts) == 1:
                    parselet = parslepy.Parselet(json.loads(texts[0]))
            case [b"run"]:
                print(run(parselet, texts[1:]), flush=True)


main()
