"""Where the command begins, installed or as `python -m enrich`."""

import sys


def main() -> None:
    """Run the command; Ctrl-C while it is still being loaded ends it as quietly as later."""
    try:
        from .cli import main as run  # noqa: PLC0415
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
