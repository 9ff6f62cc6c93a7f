"""Flag, environment, file, default: the strongest counts, and each says where it is from."""

import pytest

from enrich.addresses import is_loopback, is_private
from enrich.errors import BadInput
from enrich.settings import load_settings


def test_precedence_and_origin(tmp_path):
    project, user = tmp_path / "citeweave.toml", tmp_path / "config.toml"
    project.write_text('contact = "project@example.org"\ns2_interval = 4\n')
    user.write_text('contact = "user@example.org"\narxiv_interval = 9\ns2_key = "from-file"\n')
    settings = load_settings(
        {"db": "flag.db", "arxiv_url": "http://localhost:1/api"},
        {"CITEWEAVE_DB": "environment.db", "CITEWEAVE_S2_INTERVAL": "2"},
        [project, user],
    )
    arxiv, s2 = settings.services["arxiv"], settings.services["s2"]
    assert (str(settings.db), s2.interval) == ("flag.db", 2)
    assert (settings.contact, arxiv.interval) == ("project@example.org", 9)
    assert (arxiv.url, s2.key) == ("http://localhost:1/api", "from-file")
    assert settings.origins == {
        "db": "flag",
        "arxiv_url": "flag",
        "s2_url": "default",
        "contact": str(project),
        "arxiv_interval": str(user),
        "s2_interval": "CITEWEAVE_S2_INTERVAL",
        "retry_scale": "default",
        "s2_key": str(user),
        "s2_datasets_url": "default",
        "s2_datasets_interval": "default",
        "s2_datasets_key": "default",
    }
    assert settings.shown()["s2_key"] == "present"
    assert "from-file" not in repr(settings) + str(settings.shown())


def test_the_first_key_variable_counts():
    both = {"S2_API_KEY": " first\n", "SEMANTIC_SCHOLAR_API_KEY": "second"}
    assert load_settings(environment=both, files=[]).services["s2"].key == "first"
    del both["S2_API_KEY"]
    assert load_settings(environment=both, files=[]).services["s2"].key == "second"


@pytest.mark.parametrize(
    "environment",
    [
        {"CITEWEAVE_S2_INTERVAL": "0.5"},
        {"CITEWEAVE_ARXIV_INTERVAL": "2.9"},
        {"CITEWEAVE_RETRY_SCALE": "0.1"},
        {"CITEWEAVE_S2_INTERVAL": "soon"},
        {"CITEWEAVE_S2_INTERVAL": "nan"},
        {"CITEWEAVE_S2_INTERVAL": "0", "CITEWEAVE_S2_URL": "https://API.semanticscholar.org./x"},
        {"CITEWEAVE_S2_INTERVAL": "0", "CITEWEAVE_S2_URL": "https://export.arxiv.org/x"},
    ],
)
def test_what_would_harm_is_refused(environment):
    with pytest.raises(BadInput, match=r"interval|retry_scale"):
        load_settings(environment=environment, files=[])


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.org",
        "example.org",
        "https://",
        "https://exa mple.org",
        "https://example.org:99999",
        "https://example.org:port",
        "https://[::1",
        "https://-example.org",
        f"https://{'a' * 64}.org",
        "https://user:hidden-word@example.org",
        "https://example.org/?hidden-word",
        "https://example.org/\x07",
    ],
)
def test_an_address_that_cannot_be_asked_is_refused(url):
    with pytest.raises(BadInput, match="s2_url") as error:
        load_settings({"s2_url": url}, environment={}, files=[])
    assert "@" not in url or "hidden-word" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("s2_key", "secret word"),
        ("s2_key", "secret\nword"),
        ("s2_key", "secretwörd"),
        ("contact", "you@exämple.org"),
        ("contact", "a\nb"),
        ("db", "a\0b"),
    ],
)
def test_what_cannot_be_sent_is_refused_and_a_key_never_quoted(name, value):
    with pytest.raises(BadInput, match=r"flag") as error:
        load_settings({name: value}, environment={}, files=[])
    assert "secret" not in str(error.value)
    assert "wörd" not in str(error.value)


def test_hosts_on_this_machine_and_private_ways():
    here = ["http://localhost:1/x", "http://127.0.0.1", "http://127.9.9.9/", "http://[::1]:80/"]
    assert all(is_loopback(url) and is_private(url) for url in here)
    assert not is_loopback("http://localhost.example.org")
    assert not is_private("http://example.org")
    assert is_private("https://example.org")
    assert load_settings({"s2_url": "https://bücher.example/v1"}, {}, []).services["s2"]


def test_a_stand_in_may_be_asked_faster():
    environment = {"CITEWEAVE_S2_URL": "http://localhost:1", "CITEWEAVE_S2_INTERVAL": "0"}
    assert load_settings(environment=environment, files=[]).services["s2"].interval == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('s2_key = "secret-in-the-open"', "does not belong"),
        ("s2_keys = 1", "no such setting"),
        ("contact = [1]", "neither a text nor a number"),
        ("contact =", "cannot be read"),
    ],
)
def test_a_projects_file_that_cannot_be_used_is_refused(tmp_path, text, said):
    project = tmp_path / "citeweave.toml"
    project.write_text(text)
    with pytest.raises(BadInput, match=said) as error:
        load_settings(environment={}, files=[project, tmp_path / "none.toml"])
    assert "secret-in-the-open" not in str(error.value)
