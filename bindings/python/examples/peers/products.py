"""The products of pages as JSON, with extruct."""

import json
import sys
from pathlib import Path

import extruct

PAGES = Path(__file__).parents[1] / "pages"
products = []
files = [Path(file) for file in sys.argv[1:]] or sorted(PAGES.glob("*.html"))
for file in files:
    data = extruct.extract(file.read_bytes(), errors="log", uniform=True)
    for product in data.get("json-ld", []) + data.get("microdata", []):
        if product.get("@type") == "Product":
            offers = product.get("offers", [])
            offers = offers if isinstance(offers, list) else [offers]
            prices = [offer.get("price") for offer in offers if isinstance(offer, dict)]
            products.append({"name": product.get("name"), "prices": prices})
print(json.dumps(products, indent=2))
