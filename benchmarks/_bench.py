"""What the benchmarks share: rounds side by side, medians, one printed line a figure."""

import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median

FULL = "--full" in sys.argv
ROUNDS = 3


def connect_django() -> None:
    """Start the program on the benchmark's own database, as the web server does."""
    import casino.wsgi  # noqa: F401


def seconds(work: Callable[[], object]) -> float:
    """Return how long a piece of work takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def side_by_side(
    contenders: Mapping[str, Callable[[], float]], rounds: int = ROUNDS
) -> dict[str, list[float]]:
    """Run every contender once a round, in turn, and return what each measured."""
    found: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, measure in contenders.items():
            found[name].append(measure())
    return found


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """Return the median of the ratios inside each round."""
    return median(mine / other for mine, other in zip(ours, theirs, strict=True))


def show(
    name: str, value: float, *, least: float = 0, most: float = float("inf"), raw: str = ""
) -> None:
    """Print a figure, what it should be, and what stands behind it."""
    aim = f">= {least:g}" if least else f"<= {most:g}" if most < float("inf") else ""
    met = (not least or value >= least) and value <= most
    verdict = "" if not aim else "met" if met else "MISSED"
    print(f"{name:<52} {value:>11,.2f}  {aim:<10} {verdict:<6} {raw}", flush=True)


def raws(values: Sequence[float], unit: str, digits: int = 0) -> str:
    """Return the raw figures of the rounds as text."""
    return " ".join(f"{value:,.{digits}f}" for value in values) + f" {unit}"


def peak_mb(work: Callable[[], object]) -> float:
    """Return by how much the memory of this process rises while a piece of work is done."""
    Path("/proc/self/clear_refs").write_text("5")  # forgets the highest it ever was
    before = resident_mb()
    work()
    status = Path("/proc/self/status").read_text()
    highest_kb = int(status.split("VmHWM:")[1].split()[0])
    return highest_kb / 2**10 - before


def resident_mb() -> float:
    """Return the memory that this process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
