# SPDX-License-Identifier: Apache-2.0
"""From a design space to measured points and their Pareto front."""
