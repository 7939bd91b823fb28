"""Entries of weblogs as JSON, with parsel."""

import json
import sys
from pathlib import Path

from parsel import Selector

for file in sys.argv[1:] or [Path(__file__).parents[4] / "corpus" / "legacy" / "early-weblog.html"]:
    page = Selector(body=Path(file).read_bytes())
    entries = [
        {
            "title": entry.xpath("normalize-space(.//h3)").get(),
            "posted": entry.xpath("normalize-space(.//*[@class='posted'])").get(),
            "links": entry.css("p a::attr(href)").getall(),
        }
        for entry in page.css(".blogbody")
    ]
    answer = {"site": page.css("title::text").get(), "entries": entries}
    print(json.dumps(answer, indent=2))
