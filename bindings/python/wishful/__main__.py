"""The command `wishful`: `python -m wishful`, or the script that the package installs."""

import signal
import sys

from ._wishful import run


def main() -> None:
    """Runs the command with the arguments of the process, and exits with its status."""
    # The interpreter's handler would only set a flag, and Ctrl-C would not stop the command.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
