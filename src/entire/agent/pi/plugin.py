"""Our extension for Pi: a file of our own."""

from __future__ import annotations

import os
import re

from entire.agent.hook_config.plugin import Plugin
from entire.agent.pi import CONFIG_FILE, NAME

_OURS = re.compile(r"// entire extension for Pi, version \d")
PLUGIN = Plugin(CONFIG_FILE, NAME, os.path.join(os.path.dirname(__file__), "plugin.js"), _OURS)
install = PLUGIN.install
uninstall = PLUGIN.uninstall
installed = PLUGIN.installed
missing_hooks = PLUGIN.missing_hooks
