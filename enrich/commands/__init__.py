"""One module a verb; each defines `command`."""
