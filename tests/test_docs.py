"""The README says what is true: commands, settings, exit codes, tables."""

import re
import tomllib
from pathlib import Path

import duckdb
from shards import make_shards

import db.version
from db.columns import data_dictionary
from db.queries import queries
from enrich import __version__
from enrich.cli import citeweave, run
from enrich.commands.ask import command as ask
from enrich.commands.graph import command as graph
from enrich.commands.sandbox import command as sandbox
from enrich.errors import Exit
from enrich.sandbox import arxiv_api, s2_api
from enrich.settings import variables

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def test_the_tables_of_a_dump_have_the_columns_that_the_readme_names(tmp_path):
    made = make_shards(tmp_path / "shards")
    (tmp_path / "l.txt").write_text("2301.00001\n2301.00003\n")
    words = ["--citations", made.citations, "--papers", made.papers, "--all"]
    words += ["--list", str(tmp_path / "l.txt"), "--out", str(tmp_path / "out")]
    assert run(lambda: citeweave(["bulk", *words], standalone_mode=False)) == Exit.OK
    told = README.split("| table (Parquet files")[1].split("\n\n")[0]
    rows = re.findall(r"^\| (`.+) \| .+ \| (.+) \|$", told, re.MULTILINE)
    named = {
        table: set(re.findall(r"`(\w+)`", columns)) - {"links"}
        for tables, columns in rows
        for table in re.findall(r"`(\w+)`", tables)
    }
    assert named.keys() == {path.name for path in (tmp_path / "out").iterdir() if path.is_dir()}
    named["neighbourhood"] |= named["links"]
    for table, columns in named.items():
        found = duckdb.sql(f"FROM '{tmp_path}/out/{table}/*.parquet'").columns
        assert columns <= set(found) if table == "papers" else columns == set(found), table


def test_every_command_setting_and_exit_code_is_there():
    for path in (ROOT / "enrich" / "commands").glob("[a-z]*.py"):
        assert f"| `citeweave {path.stem}" in README
    for names in variables().values():
        assert all(f"`{name}`" in README for name in names)
    assert re.findall(r"^\| (\d+) \|", README, re.MULTILINE) == [str(int(code)) for code in Exit]


def test_the_questions_bear_the_names_that_the_pages_give_them():
    told = README.split("## Asking")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.+) \|$", told, re.MULTILINE)
    assert len(rows) == 10
    for name, text in rows:
        query = queries()[name]
        assert text.startswith(query.title), name
        assert not query.is_detail, name
        assert not query.is_housekeeping, name


def test_the_data_dictionary_is_the_declared_one():
    shown = README.split("<!-- data dictionary -->\n")[1].split("<!-- end -->")[0]
    assert shown.strip() == data_dictionary().strip()


def test_ci_runs_the_two_commands_of_the_readme():
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    commands = re.findall(r"^python3 -m venv .+$", README, re.MULTILINE)
    assert len(commands) == 2
    assert all(command in script for command in commands)


def test_one_version_everywhere():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == __version__ == db.version.__version__
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text("utf-8")


def test_the_stand_in_is_where_the_readme_says():
    port = option_of_sandbox("port").default
    for variable, path in (("ARXIV_URL", arxiv_api.PATH), ("S2_URL", s2_api.ROOT)):
        assert f"export CITEWEAVE_{variable}=http://127.0.0.1:{port}{path}\n" in README
    assert "`--no-pace`" in README


def test_the_examples_name_papers_that_the_given_list_has():
    listed = (ROOT / "db" / "iclr2024.csv").read_text("utf-8")
    told = [README, *(command.help or "" for command in (graph, ask))]
    named = [
        found for text in told for found in re.findall(r"(?:--explain|explain\(|from=).*", text)
    ]
    ids = {each for line in named for each in re.findall(r"\b\d{4}\.\d{5}\b", line)}
    assert len(ids) > 2
    assert all(f",{each}," in listed for each in ids)


def option_of_sandbox(name: str):
    return next(each for each in sandbox.params if each.name == name)
