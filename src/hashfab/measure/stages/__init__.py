# SPDX-License-Identifier: Apache-2.0
"""The stages of a measurement, a file each. Adding one is a file here; the runner knows none."""

from hashfab.measure.stages.activity import Activity
from hashfab.measure.stages.areas import Areas
from hashfab.measure.stages.calls import Calls, Costs
from hashfab.measure.stages.execute import Execute, Execution
from hashfab.measure.stages.map import Map
from hashfab.measure.stages.operate import OperationConsumption
from hashfab.measure.stages.power import Consumption
from hashfab.measure.stages.profile import TakeApart
from hashfab.measure.stages.route import Route
from hashfab.measure.stages.simulate import Simulate, Speed
from hashfab.measure.stages.stage import Stage

__all__ = [
    "Activity",
    "Areas",
    "Calls",
    "Consumption",
    "Costs",
    "Execute",
    "Execution",
    "Map",
    "OperationConsumption",
    "Route",
    "Simulate",
    "Speed",
    "Stage",
    "TakeApart",
]
