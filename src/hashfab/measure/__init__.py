# SPDX-License-Identifier: Apache-2.0
"""Design, workload and target in; cycles, area and frequency out. Nothing else calls the tools."""

from hashfab.measure.record import Measurement, Provenance
from hashfab.measure.run import area_by_module, measure
from hashfab.measure.store import Store
from hashfab.measure.workload import DEFAULT, Workload

__all__ = ["DEFAULT", "Measurement", "Provenance", "Store", "Workload", "area_by_module", "measure"]
