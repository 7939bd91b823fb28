"""The attributes of an element."""

from __future__ import annotations

from typing import Any, NoReturn

__all__ = ["Attributes"]


class Attributes(dict[str, str]):
    """A dictionary of attributes that cannot be changed, since documents are immutable."""

    def _refuse(self, *_arguments: Any, **_names: Any) -> NoReturn:
        raise TypeError(
            "documents are immutable: `with document.edit() as editor: "
            "editor.set_attribute(node, name, value)` makes a changed one, in `editor.result`; "
            "`dict(node.attributes)` is a copy that you can change"
        )

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[type[Attributes], tuple[dict[str, str]]]:
        return Attributes, (dict(self),)
