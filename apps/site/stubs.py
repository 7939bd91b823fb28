"""Pages of API documentation from type stubs, in Markdown.

The signatures of the Python package are those of its stub files. Descriptions of its native part
are the doc comments of the Rust code, where the interpreter also takes them from.
"""

import ast
import re

MODULES = ("errors", "options", "parselet", "_sources", "bs4", "lxml", "mf2")


def python(root):
    """Returns the page of the Python package."""
    folder = root / "bindings/python/wishful"
    docs = native_docs(root / "bindings/python/src")
    lines = [
        "# Python API",
        "",
        "[A tour](../../bindings/python/README.md) shows the package with examples.",
        "",
        ast.get_docstring(ast.parse((folder / "__init__.py").read_text())).split("\n")[0],
    ]
    lines += module("wishful", folder / "_wishful.pyi", docs)
    for name in MODULES:
        public = f"wishful.{name}" if name in ("bs4", "lxml", "mf2") else "wishful"
        lines += module(public, folder / f"{name}.py", {})
    return "\n".join(merged(lines)) + "\n"


def merged(lines):
    """Drops repeated headings of a module, so that its items follow one another."""
    seen = set()
    for line in lines:
        if line.startswith("## "):
            if line in seen:
                continue
            seen.add(line)
        yield line


def module(name, file, docs):
    """Returns the section of a file's public classes and functions."""
    tree = ast.parse(file.read_text())
    lines = ["", f"## `{name}`", ""]
    if name != "wishful":
        lines.append(prose(ast.get_docstring(tree)))
    public = next(
        (ast.literal_eval(node.value) for node in tree.body if is_assignment(node, "__all__")), None
    )
    overloads = set()
    for node in tree.body:
        if not isinstance(node, ast.ClassDef | ast.FunctionDef) or node.name.startswith("_"):
            continue
        if public is not None and node.name not in public:
            continue
        if isinstance(node, ast.FunctionDef):
            lines += item("###", node, docs.get(node.name), overloads)
            continue
        bases = ", ".join(ast.unparse(base) for base in node.bases)
        lines += ["", f"### class `{node.name}{f'({bases})' if bases else ''}`", ""]
        lines.append(prose(docs.get(node.name) or ast.get_docstring(node)))
        lines += members(node, docs)
    return lines


def is_assignment(node, name):
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name


def members(owner, docs):
    """Returns the fields and methods of a class as a list."""
    lines, overloads = [""], set()
    for index, node in enumerate(owner.body):
        if isinstance(node, ast.AnnAssign):
            text = owner.body[index + 1] if index + 1 < len(owner.body) else None
            is_doc = isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant)
            lines += entry(ast.unparse(node), text.value.value if is_doc else None)
        elif isinstance(node, ast.FunctionDef) and is_public(node.name):
            lines += item("*", node, docs.get(f"{owner.name}.{node.name}"), overloads)
    return lines


def is_public(name):
    return not name.startswith("_") or name in ("__init__", "__iter__", "__len__", "__getitem__")


def item(mark, node, doc, overloads):
    """Returns a function or a method, in a section of its own or as an entry of a list."""
    is_property = any(ast.unparse(mark) == "property" for mark in node.decorator_list)
    doc = None if node.name in overloads else doc or ast.get_docstring(node)
    overloads.add(node.name)
    result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    arguments = re.sub(r"^self(, /)?(, )?", "", ast.unparse(node.args))
    signature = f"{node.name}({arguments}){result}"
    if is_property:
        signature = f"{node.name}: {ast.unparse(node.returns)}"
    if mark == "*":
        return entry(signature, doc)
    return ["", f"{mark} `{node.name}`", "", "```python", signature, "```", "", prose(doc)]


def entry(signature, doc):
    first, *rest = prose(doc).split("\n")
    return [f"* `{signature}`" + (f": {first}" if first else ""), *(f"  {line}" for line in rest)]


def prose(doc):
    """Returns a docstring as Markdown: examples of the interpreter become code."""
    blocks = []
    for block in re.split(r"\n\s*\n", (doc or "").strip()):
        is_example = block.lstrip().startswith(">>>")
        blocks.append(f"```python\n{block}\n```" if is_example else block)
    return "\n\n".join(blocks)


def native_docs(folder):
    """Returns the doc comments of the Rust code, by the names that Python has."""
    docs = {}
    for file in sorted(folder.glob("*.rs")):
        owner, comment, is_native, is_methods = None, [], False, False
        for line in file.read_text().splitlines():
            text = line.strip()
            if text.startswith("///"):
                comment.append(text[3:].removeprefix(" "))
                continue
            if text.startswith("#["):
                is_native |= text.startswith(("#[pyclass", "#[pyfunction"))
                is_methods |= text.startswith("#[pymethods")
                continue
            named = re.match(r"(?:pub(?:\(\w+\))? )?(struct|fn|impl) (\w+)", text)
            if named and named[1] == "impl" and not line.startswith(" "):
                owner = named[2] if is_methods else None
                is_methods = False
            elif named and line.startswith("    fn") and owner:
                docs.setdefault(f"{owner}.{named[2]}", "\n".join(comment))
            elif named and is_native:
                docs[named[2]] = "\n".join(comment)
                is_native = False
            comment = []
    return docs


def javascript(root):
    """Returns the page of the npm package from its declarations, or `None` without the package."""
    files = [
        file
        for file in sorted((root / "bindings/npm").glob("**/*.d.ts"))
        if "node_modules" not in file.parts and "test" not in str(file.relative_to(root))
    ]
    if not files:
        return None
    lines = ["# JavaScript API", "", "[A tour](../../bindings/npm/README.md) shows the package with examples."]
    for file in files:
        lines += ["", f"## `{file.name}`"]
        declaration = r"(?:^/\*\*((?:(?!\*/).)*?)\*/\n)?^(export (?!\{|\*|type \{).*?)(?=^/\*\*|^export |\Z)"
        for doc, code in re.findall(declaration, file.read_text(), re.M | re.S):
            name = re.search(r"(?:class|interface|function|type|const) (\w+)", code)
            text = re.sub(r"^\s*\* ?", "", doc, flags=re.M).strip()
            if name:
                lines += ["", f"### `{name[1]}`", "", text, "", "```typescript", code.strip(), "```"]
    return "\n".join(lines) + "\n"
