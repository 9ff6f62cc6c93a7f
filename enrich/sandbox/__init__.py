"""A stand-in for arXiv and Semantic Scholar on this machine, over a made, seeded world.

Titles and ids of the bundled ICLR 2024 list are real; the citations, the papers around
the list, and all other texts and names are made, and say so.
"""

from .exchange import Alter, Question, Reply, Visit
from .faults import FaultPlan
from .listing import ListedPaper, write_list
from .options import WorldOptions
from .server import Sandbox
from .world import World, make_world

__all__ = [
    "Alter",
    "FaultPlan",
    "ListedPaper",
    "Question",
    "Reply",
    "Sandbox",
    "Visit",
    "World",
    "WorldOptions",
    "make_world",
    "write_list",
]
