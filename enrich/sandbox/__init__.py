"""A stand-in for arXiv and Semantic Scholar on this machine, over a made, seeded world.

Titles and ids of the bundled ICLR 2024 list are real; the citations, the papers around
the list, and all other texts and names are made, and say so.
"""

from .dumps import Dump, dump_world, make_dump
from .exchange import Alter, Question, Reply, Visit
from .faults import FaultPlan
from .listing import KINDS, ListedPaper, from_listings, write_list
from .making import make_world
from .options import DEMONSTRATION, WorldOptions
from .server import Sandbox
from .truth import Truth, tell_truth, write_truth
from .world import World

__all__ = [
    "DEMONSTRATION",
    "KINDS",
    "Alter",
    "Dump",
    "FaultPlan",
    "ListedPaper",
    "Question",
    "Reply",
    "Sandbox",
    "Truth",
    "Visit",
    "World",
    "WorldOptions",
    "dump_world",
    "from_listings",
    "make_dump",
    "make_world",
    "tell_truth",
    "write_list",
    "write_truth",
]
