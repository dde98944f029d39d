"""``python -m chunklint``."""

from chunklint.cli import main

raise SystemExit(main())
