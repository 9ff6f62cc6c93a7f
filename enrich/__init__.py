"""Lists in, answers fetched, the database filled: the citeweave command."""

from db.version import __version__ as __version__
