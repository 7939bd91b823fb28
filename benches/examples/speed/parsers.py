"""Times an HTML parser of PyPI for `benches/examples/speed`.

    parsers.py lexbor       of selectolax
    parsers.py turbohtml
    parsers.py wishful

It reads commands line by line, and answers with lines:

    clear        drop all texts                          (no answer)
    text BYTES   add the next BYTES bytes as a text      (no answer)
    run          parse and free each text: answers with the processor time in seconds
    peak         answers with the peak memory of this process in kB

The first output line names the program and its version. Each parser takes the bytes for UTF-8, and
skips work that other peers do not do: lexbor's mutation events, turbohtml's positions.
"""
import gc
import sys
import time


def lexbor():
    import selectolax
    from selectolax.lexbor import (
        LEXBOR_VERSION_MAJOR,
        LEXBOR_VERSION_MINOR,
        LexborDocumentOptions,
        LexborHTMLParser,
    )

    options = LexborDocumentOptions.WO_EVENTS.value
    version = f"{LEXBOR_VERSION_MAJOR}.{LEXBOR_VERSION_MINOR}"
    name = f"lexbor {version} (selectolax {selectolax.__version__})"
    return name, lambda text: LexborHTMLParser(text, options=options)


def turbohtml():
    import turbohtml

    name = f"turbohtml {turbohtml.__version__}"
    return name, lambda text: turbohtml.parse(text, encoding="utf-8", positions=False)


def wishful():
    import wishful

    return f"wishful {wishful.__version__}, Python", lambda text: wishful.parse(text)


PARSERS = {"lexbor": lexbor, "turbohtml": turbohtml, "wishful": wishful}


def run(parse, texts):
    start = time.process_time()
    for text in texts:
        parse(text)
    return time.process_time() - start


def peak():
    with open("/proc/self/status") as status:
        return next(line.split()[1] for line in status if line.startswith("VmHWM:"))


def answer(text):
    print(text, flush=True)


def main():
    name, parse = PARSERS[sys.argv[1]]()
    gc.disable()
    answer(name)
    texts = []
    for line in iter(sys.stdin.buffer.readline, b""):
        match line.split():
            case [b"clear"]:
                texts.clear()
            case [b"text", size]:
                texts.append(sys.stdin.buffer.read(int(size)))
            case [b"run"]:
                answer(run(parse, texts))
            case [b"peak"]:
                answer(peak())


main()
