"""`python -m bot.cli`: the same as `feldpost`."""

from __future__ import annotations

import sys

from bot.cli.main import main

sys.exit(main())
