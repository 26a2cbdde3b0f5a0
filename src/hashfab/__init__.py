# SPDX-License-Identifier: Apache-2.0
"""hashfab: SHA-3 hardware as real RTL, verified, and measured side by side with one open flow."""

from importlib.metadata import version

__version__ = version("hashfab")
