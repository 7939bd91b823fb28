"""The products of pages as JSON, with extruct."""

import json
import sys
from pathlib import Path

import extruct

products = []
for file in sys.argv[1:] or sorted(Path(__file__).parents[1].glob("pages/*.html")):
    page = Path(file).read_bytes()
    data = extruct.extract(page, syntaxes=["json-ld", "microdata"], uniform=True)
    for product in data["json-ld"] + data["microdata"]:
        if product["@type"] == "Product":
            offers = product.get("offers", [])
            offers = offers if isinstance(offers, list) else [offers]
            prices = [offer.get("price") for offer in offers]
            products.append({"name": product.get("name"), "prices": prices})
print(json.dumps(products, indent=2))
