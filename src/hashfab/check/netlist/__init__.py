# SPDX-License-Identifier: Apache-2.0
"""A design's gates, and hundreds of independent runs of them at once.

``synthesis.gates`` makes a ``circuit.Gates`` of a design, ``simulator.Simulator`` runs it. What a
run is made to suffer, and what is seen of it, is for ``check.faults`` and ``check.leakage``.
"""
