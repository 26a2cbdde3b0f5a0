# SPDX-License-Identifier: Apache-2.0
"""What a chosen design is handed out as."""
