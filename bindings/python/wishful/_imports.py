"""Imports of modules that extend optional packages, as soon as those packages are imported."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType


def after_import(package: str, module: str) -> None:
    """Imports a module now, if a package is already imported, or else after that package."""
    if package in sys.modules:
        importlib.import_module(module)
    else:
        sys.meta_path.insert(0, _Watch(package, module))


class _Watch:
    """A finder that lets the other finders load a package, and then imports a module."""

    def __init__(self, package: str, module: str) -> None:
        self.package = package
        self.module = module

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != self.package:
            return None
        others = [finder for finder in sys.meta_path if finder is not self]
        specs = (finder.find_spec(name, path, target) for finder in others)
        spec = next((spec for spec in specs if spec), None)
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module

            def exec_module(package: ModuleType) -> None:
                execute(package)
                if self in sys.meta_path:
                    sys.meta_path.remove(self)
                importlib.import_module(self.module)

            spec.loader.exec_module = exec_module  # type: ignore[assignment]
        return spec
