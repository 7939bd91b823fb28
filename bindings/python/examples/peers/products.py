"""The products of pages as JSON, with extruct."""

import json
import sys
from pathlib import Path

import extruct

PAGES = Path(__file__).parents[1] / "pages"
products = []
files = [Path(file) for file in sys.argv[1:]] or sorted(PAGES.glob("*.html"))
for file in files:
    page = file.read_bytes()
    data = extruct.extract(page, syntaxes=["json-ld", "microdata"], uniform=True)
    for product in data["json-ld"] + data["microdata"]:
        if product["@type"] == "Product":
            offers = product.get("offers", [])
            offers = offers if isinstance(offers, list) else [offers]
            prices = [offer.get("price") for offer in offers]
            products.append({"name": product.get("name"), "prices": prices})
print(json.dumps(products, indent=2))
