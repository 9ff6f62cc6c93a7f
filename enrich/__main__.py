"""Lets `python -m enrich` run the command."""

from .cli import main

if __name__ == "__main__":
    main()
