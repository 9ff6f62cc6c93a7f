"""The same questions on Apache Spark: the same rows in every table, and broken shards told."""

import json
import shutil
import sys
from pathlib import Path

import duckdb
import pytest
from bulk_runs import bulk, make, shards_with, write_list
from shards import Made, citation_row, make_shards, write_shard
from test_bulk_refusals import BROKEN

from db.bulk.spark_engine import _advice
from enrich.errors import Exit

# Most of the time of so small a job goes into compiling it well.
QUICKLY = """
spark.driver.extraJavaOptions -XX:TieredStopAtLevel=1
spark.executor.extraJavaOptions -XX:TieredStopAtLevel=1
spark.sql.codegen.wholeStage false
spark.sql.codegen.factoryMode NO_CODEGEN
"""
MASTERS = ("local[2]", "local-cluster[2,1,1536]")
"""In one process, and with two processes beside it that do the work."""


def test_a_master_that_is_not_there_is_asked_for_before_java():
    assert "Is a master there" in _advice("spark://here:7077")
    assert _advice("local[*]").startswith("It needs Java")
    assert "server" in _advice("sc://here")


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Made:
    return make_shards(tmp_path_factory.mktemp("shards"), papers=120, rows=2000)


@pytest.fixture
def spark(tmp_path, monkeypatch) -> list[str]:
    if shutil.which("java") is None:
        pytest.skip("Java is missing, which Spark runs on")
    pytest.importorskip("pyspark", reason="pip install 'citeweave[spark]' brings it")
    (tmp_path / "conf").mkdir()
    (tmp_path / "conf" / "spark-defaults.conf").write_text(QUICKLY)
    monkeypatch.setenv("SPARK_CONF_DIR", str(tmp_path / "conf"))
    return ["--engine", "spark", "--memory", "1GB"]


@pytest.mark.spark
def test_every_table_has_the_same_rows_on_every_engine(made, spark, tmp_path):
    listed = write_list(tmp_path / "list.csv")
    words = ["--list", listed, "--all", "--hub", "9"]
    expected = tables(make(made, tmp_path / "duckdb", *words))
    assert all(expected[name] for name in ("induced", "coupling", "components", "hubs", "papers"))
    for number, master in enumerate(MASTERS):
        out = make(made, tmp_path / f"spark{number}", *words, *spark, "--master", master)
        found = tables(out)
        assert found.keys() == expected.keys()
        assert [name for name in found if found[name] != expected[name]] == []
        assert counts(out) == counts(tmp_path / "duckdb")


def tables(out: Path) -> dict[str, list[tuple]]:
    """Return the rows of every table, in the order in which they lie there."""
    names = json.loads((out / "manifest.json").read_text())["tables"]
    return {
        name: duckdb.execute(f"SELECT * FROM read_parquet('{out}/{name}/*')").fetchall()
        for name in names
    }


def counts(out: Path) -> dict[str, object]:
    """Return what the manifest says of what was read and left out."""
    told = json.loads((out / "manifest.json").read_text())
    left = {name: {**each, "files": None} for name, each in told.pop("tables").items()}
    return {**told, "engine": None, "list": None, "tables": left}


@pytest.mark.spark
def test_broken_shards_are_named(spark, tmp_path, capfd):
    """By a pattern of an address, so that nothing but Spark has looked at them."""
    for what, (name, body) in BROKEN.items():
        folder = tmp_path / what.replace(" ", "_")
        folder.mkdir()
        pattern = f"file://{shards_with(folder, name, body)}"
        words = ["--citations", pattern, "--all", "--out", folder / "out"]
        assert bulk(*words, *spark, "--master", "local[2]") == Exit.BAD_INPUT, what
        said = capfd.readouterr().err
        (told,) = [line for line in said.splitlines() if line.startswith("citeweave: ")]
        assert "1_bad" in told, what
        assert "Exception" not in said
    words = ["--citations", f"file://{tmp_path}/none/*.gz", "--all", "--out", tmp_path / "out"]
    assert bulk(*words, *spark, "--master", "local[2]") == Exit.BAD_INPUT
    assert "no such shards" in capfd.readouterr().err


@pytest.mark.spark
def test_names_of_shards_are_names_alone(spark, tmp_path, capfd):
    """Signs of patterns stand for themselves; what Spark hides is not passed over in silence."""
    for name in ("a[1].gz", "a{1,2}.gz", "a b%41.gz"):
        write_shard(tmp_path / "c" / name, [citation_row(1, 1, 2)])
    words = ["--citations", tmp_path / "c" / "*", "--all", *spark, "--master", "local[2]"]
    assert bulk(*words, "--out", tmp_path / "out") == Exit.OK
    told = json.loads((tmp_path / "out" / "manifest.json").read_text())
    shards = told["datasets"]["citations"]["shards"]
    assert {(shard["name"], shard["rows"]) for shard in shards} == {
        ("a[1].gz", 1), ("a{1,2}.gz", 1), ("a b%41.gz", 1)
    }  # fmt: skip
    write_shard(tmp_path / "c" / "_hidden.gz", [citation_row(2, 3, 4)])
    assert bulk(*words, "--out", tmp_path / "again") == Exit.BAD_INPUT
    assert "_hidden.gz" in capfd.readouterr().err


def test_without_spark_it_says_what_to_install(made, tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "pyspark", None)
    words = ["--citations", made.citations, "--all", "--out", tmp_path / "out"]
    assert bulk(*words, "--engine", "spark") == Exit.BAD_INPUT
    assert "pip install 'citeweave[spark]'" in capsys.readouterr().err
