"""The version, where all three packages can read it, installed or not."""

__version__ = "0.1.0"
