"""Times lexbor, through PyPI's selectolax, for `benches/examples/speed`: lines of commands come in, lines of answers go out.

    clear        forget the texts                                   (no answer)
    text BYTES   that many bytes follow, one more text              (no answer)
    run          parse and free each text: seconds of the processor that it took
    peak         the most memory that this process ever had, in kB

The first line that goes out says what is measured. `WO_EVENTS` leaves mutation events away, which no peer has.
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
