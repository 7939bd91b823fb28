"""Collects the products of pages, with their offers, from JSON-LD and microdata alike. Prints
JSON."""

import json
import sys
from pathlib import Path

import wishful

PAGES = Path(__file__).parent / "pages"
products = []
files = [Path(file) for file in sys.argv[1:]] or sorted(PAGES.glob("*.html"))
for file in files:
    data = wishful.parse_file(file).structured_data()
    for product in data.of_type("Product"):
        prices = [offer.text("price") for offer in map(data.get, product.all("offers")) if offer]
        products.append({"name": product.text("name"), "prices": prices})
print(json.dumps(products, indent=2))
