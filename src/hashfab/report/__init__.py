# SPDX-License-Identifier: Apache-2.0
"""What people look at: the page of an exploration and the picture in the README."""
