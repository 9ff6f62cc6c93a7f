"""The arrows between the packages: enrich → db ← graph, SQL in db, httpx in one module."""

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("enrich", "db", "graph")
SQL = re.compile(
    r"\bSELECT\b.+\bFROM\b|\bINSERT\s+(OR\s+\w+\s+)?INTO\b|\bCREATE\s+(VIRTUAL\s+|TEMP\s+)?TABLE\b"
    r"|\bUPDATE\b.+\bSET\b|\bDELETE\s+FROM\b|\bPRAGMA\b",
    re.DOTALL,
)


def modules() -> dict[str, ast.Module]:
    """Return every module of the three packages, parsed, by its dotted name."""
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): ast.parse(
            path.read_text(encoding="utf-8")
        )
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
    }


MODULES = modules()


def imports(module: str, nodes: Iterator[ast.AST]) -> Iterator[str]:
    """Yield the dotted names that the import statements among the nodes name."""
    is_package = (ROOT.joinpath(*module.split(".")) / "__init__.py").exists()
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = module.split(".")[: len(module.split(".")) - node.level + is_package]
            start = ".".join((*base, *filter(None, [node.module]))) if node.level else node.module
            yield from (f"{start}.{alias.name}" for alias in node.names)


def all_imports(module: str) -> set[str]:
    return set(imports(module, ast.walk(MODULES[module])))


def packages_imported(module: str) -> set[str]:
    return {name.split(".")[0] for name in all_imports(module)}


def test_the_packages_are_there() -> None:
    assert {name.split(".")[0] for name in MODULES} == set(PACKAGES)


def test_db_imports_neither_enrich_nor_graph() -> None:
    wrong = [
        m for m in MODULES if m.startswith("db") and packages_imported(m) & {"enrich", "graph"}
    ]
    assert wrong == []


def test_graph_does_not_import_enrich() -> None:
    wrong = [m for m in MODULES if m.startswith("graph") and "enrich" in packages_imported(m)]
    assert wrong == []


def test_only_the_commands_join_enrich_and_graph() -> None:
    joining = [m for m in MODULES if m.startswith("enrich") and "graph" in packages_imported(m)]
    assert [m for m in joining if not m.startswith("enrich.commands.")] == []


def test_only_one_module_imports_httpx() -> None:
    assert {m for m in MODULES if "httpx" in packages_imported(m)} <= {"enrich.http"}


def test_only_db_holds_sql() -> None:
    found = [
        f"{module}:{node.lineno}"
        for module, tree in MODULES.items()
        if not module.startswith("db")
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and SQL.search(node.value)
    ]
    assert found == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    """At import time, that is: imports inside functions do not count."""
    graph = {
        module: {
            target
            for name in imports(module, at_import_time(tree))
            for target in (name, name.rpartition(".")[0])
            # A package holds its modules; importing a sibling through it is no circle.
            if target in MODULES and not module.startswith(f"{target}.") and target != module
        }
        for module, tree in MODULES.items()
    }
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the circle


def at_import_time(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the nodes that run when the module is imported."""
    waiting: list[ast.AST] = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        yield node
        waiting.extend(ast.iter_child_nodes(node))
