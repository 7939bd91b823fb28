"""Times lexbor, through PyPI's selectolax, for `benches/examples/speed`.

It reads commands line by line, and answers with lines:

    clear        drop all texts                          (no answer)
    text BYTES   add the next BYTES bytes as a text      (no answer)
    run          parse and free each text: answers with the processor time in seconds
    peak         answers with the peak memory of this process in kB

The first output line names the program and its version. `WO_EVENTS` switches mutation events off,
which no other peer has.
"""
import gc
import sys
import time

import selectolax
from selectolax.lexbor import (
    LEXBOR_VERSION_MAJOR,
    LEXBOR_VERSION_MINOR,
    LexborDocumentOptions,
    LexborHTMLParser,
)

OPTIONS = LexborDocumentOptions.WO_EVENTS.value


def run(texts):
    start = time.process_time()
    for text in texts:
        LexborHTMLParser(text, options=OPTIONS)
    return time.process_time() - start


def peak():
    with open("/proc/self/status") as status:
        return next(line.split()[1] for line in status if line.startswith("VmHWM:"))


def answer(text):
    print(text, flush=True)


def main():
    gc.disable()
    answer(f"lexbor {LEXBOR_VERSION_MAJOR}.{LEXBOR_VERSION_MINOR} (selectolax {selectolax.__version__})")
    texts = []
    for line in iter(sys.stdin.buffer.readline, b""):
        match line.split():
            case [b"clear"]:
                texts.clear()
            case [b"text", size]:
                texts.append(sys.stdin.buffer.read(int(size)))
            case [b"run"]:
                answer(run(texts))
            case [b"peak"]:
                answer(peak())


main()
