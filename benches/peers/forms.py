"""Compares form owners with Chromium: `control.form` of each control.

    cargo run --release -p benches --example forms -- --list | python3 benches/peers/forms.py

Reads lines of JSON: `text`, and `owners`, the name and the owner of each element in document order.
`CHROMIUM` names the program; Debian's package is `chromium`. No property of an `<img>` shows its
owner, so images are not compared.
"""

import html
import json
import os
import re
import subprocess
import sys
import tempfile

PAGE = """<!DOCTYPE html><meta charset=utf-8><pre id=out></pre><script>
function elements(node, out) {
    for (const child of node.children) {
        out.push(child);
        if (child.localName === 'template' && child.content) elements(child.content, out);
        elements(child, out);
    }
    return out;
}
const results = [];
for (const text of TEXTS) {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const page = frame.contentDocument;
    page.open();
    page.write(text);
    page.close();
    const all = elements(page, []);
    results.push(all.map((element) => {
        const owner = 'form' in element && element.localName !== 'label'
            && element.localName !== 'option' && element.localName !== 'legend' ? element.form : null;
        return [element.localName, owner === null ? null : all.indexOf(owner)];
    }));
    frame.remove();
}
document.getElementById('out').textContent = JSON.stringify(results);
</script>"""


def main():
    cases = [json.loads(line) for line in sys.stdin if line.strip()]
    texts = json.dumps([case["text"] for case in cases]).replace("</", "<\\/").replace("<!", "<\\!")
    with tempfile.TemporaryDirectory() as folder:
        page = os.path.join(folder, "page.html")
        with open(page, "w", encoding="utf-8") as file:
            file.write(PAGE.replace("TEXTS", texts, 1))
        command = [
            os.environ.get("CHROMIUM", "chromium"), "--headless", "--no-sandbox", "--disable-gpu",
            f"--user-data-dir={folder}/profile", "--virtual-time-budget=60000", "--dump-dom",
            f"file://{page}",
        ]
        dumped = subprocess.run(command, capture_output=True, text=True, timeout=300).stdout
    found = re.search(r'<pre id="out">(.*?)</pre>', dumped, re.S)
    if not found or not found.group(1):
        sys.exit("Chromium printed no result")
    failures = 0
    for case, theirs in zip(cases, json.loads(html.unescape(found.group(1))), strict=True):
        ours = [[name.split()[-1], None if name == "img" else owner] for name, owner in case["owners"]]
        if ours != theirs:
            failures += 1
            print(f"{case['text']}\n  wishful  {ours}\n  Chromium {theirs}")
    controls = sum(owner is not None for case in cases for _, owner in case["owners"])
    print(f"{len(cases)} sources, {controls} controls with an owner: {failures} differ")
    sys.exit(bool(failures))


main()
