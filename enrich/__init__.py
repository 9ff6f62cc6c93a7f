"""Lists in, answers fetched, the database filled: the citeweave command."""

__version__ = "0.1.0"
