"""Flag, environment, file, default: the strongest counts, and each says where it is from."""

import pytest

from enrich.errors import BadInput
from enrich.settings import load_settings


def test_precedence_and_origin(tmp_path):
    project, user = tmp_path / "citeweave.toml", tmp_path / "config.toml"
    project.write_text('contact = "project@example.org"\ns2_interval = 4\n')
    user.write_text('contact = "user@example.org"\narxiv_interval = 9\ns2_key = "from file"\n')
    settings = load_settings(
        {"db": "flag.db"},
        {"CITEWEAVE_DB": "environment.db", "CITEWEAVE_S2_INTERVAL": "2"},
        [project, user],
    )
    assert (str(settings.db), settings.s2_interval) == ("flag.db", 2)
    assert (settings.contact, settings.arxiv_interval) == ("project@example.org", 9)
    assert settings.origins == {
        "db": "flag",
        "arxiv_url": "default",
        "s2_url": "default",
        "contact": str(project),
        "arxiv_interval": str(user),
        "s2_interval": "CITEWEAVE_S2_INTERVAL",
        "retry_scale": "default",
        "s2_key": str(user),
    }


def test_the_first_key_variable_counts():
    both = {"S2_API_KEY": "first", "SEMANTIC_SCHOLAR_API_KEY": "second"}
    assert load_settings(environment=both, files=[]).s2_key == "first"
    del both["S2_API_KEY"]
    assert load_settings(environment=both, files=[]).s2_key == "second"


@pytest.mark.parametrize(
    "environment",
    [
        {"CITEWEAVE_S2_INTERVAL": "0.5"},
        {"CITEWEAVE_ARXIV_INTERVAL": "2.9"},
        {"CITEWEAVE_RETRY_SCALE": "0.1"},
        {"CITEWEAVE_S2_INTERVAL": "soon"},
        {"CITEWEAVE_S2_INTERVAL": "nan"},
        {"CITEWEAVE_S2_URL": "ftp://example.org"},
    ],
)
def test_what_would_harm_or_cannot_be_is_refused(environment):
    with pytest.raises(BadInput, match=r"interval|retry_scale|web address"):
        load_settings(environment=environment, files=[])


def test_a_stand_in_may_be_asked_faster():
    environment = {"CITEWEAVE_S2_URL": "http://localhost:1", "CITEWEAVE_S2_INTERVAL": "0"}
    assert load_settings(environment=environment, files=[]).s2_interval == 0


def test_a_key_in_the_projects_file_is_refused(tmp_path):
    project = tmp_path / "citeweave.toml"
    project.write_text('s2_key = "secret-in-the-open"')
    with pytest.raises(BadInput, match="does not belong") as error:
        load_settings(environment={}, files=[project, tmp_path / "none.toml"])
    assert "secret-in-the-open" not in str(error.value)
