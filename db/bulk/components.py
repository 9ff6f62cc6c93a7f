"""Connected parts of the whole graph, in SQL alone: groups follow groups until none is joined.

In each round every group that is joined to others follows its smallest neighbour if that is
smaller; whom it follows, follows another in turn, and so on to the end of the chain, and all along
the chain become one group. A group smaller than all its neighbours, none of which follows it, would
be left behind (every leaf of a star with a large centre); it follows its smallest neighbour too,
and no circle can come of that, as nobody leads to it. So no group stays alone, each round at least
halves them, and the rounds grow with the logarithm of the papers, whatever the graph. (Shiloach and
Vishkin's hooking, of stagnant trees too, and jumping, 1982.)
"""

from collections.abc import Callable
from pathlib import Path

from ..wording import counted
from .engine import Engine
from .errors import EngineError
from .questions import question

_MOST_ROUNDS, _MOST_JUMPS = 64, 64


def find_components(
    engine: Engine, work: Path, out: Path, tell: Callable[[str], None] = lambda text: None
) -> int:
    """Write the table components from the tables links and degrees; return its rows.

    `tell` is told after every round how many joins are left. Raises EngineError.
    """
    engine.write("nodes_0", question("component_nodes"), work / "nodes_0")
    left = engine.write("edges_0", question("component_edges"), work / "edges_0")
    number = 0
    while left:
        tell(f"Making components, round {number + 1}: {counted(left, 'join')} left")
        if number == _MOST_ROUNDS:
            raise EngineError(f"The components are not found after {_MOST_ROUNDS} rounds.")
        left = _join(engine, work, number)
        number += 1
    last = question("components", nodes=f"nodes_{number}")
    return engine.write("components", last, out / "components")


def _join(engine: Engine, work: Path, number: int) -> int:
    """Make a round; return how many joins are left."""
    nodes, edges, following = f"nodes_{number}", f"edges_{number}", number + 1
    first = question("component_parents", edges=edges)
    parents = f"parents_{number}_0"
    engine.write(parents, first, work / parents)
    for jump in range(1, _MOST_JUMPS):
        if not engine.ask(question("component_unsettled", parents=parents))[0][0]:
            break
        jumped = f"parents_{number}_{jump}"
        engine.write(jumped, question("component_jump", parents=parents), work / jumped)
        parents = jumped
    moved = question("component_moved", nodes=nodes, parents=parents)
    engine.write(f"nodes_{following}", moved, work / f"nodes_{following}")
    contracted = question("component_contracted", edges=edges, parents=parents)
    return engine.write(f"edges_{following}", contracted, work / f"edges_{following}")
