"""
What others know of the packages that run in the office: their age, and advisories.

Started by script/audit before a release and every week. It asks the index that pip uses, and
pip-audit the advisories. What cannot be reached is said so, and is no clean bill. Status: 0, or
1 where something is found, or 2 where one of the two could not be asked of all packages. An old
package that stays has its reason in script/old_packages.toml.
"""

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.request import Request, urlopen

from pip._internal.models.index import PyPI

from script import sbom

KEPT = sbom.TOP / "script" / "old_packages.toml"
OLD = timedelta(days=2 * 365)
ASKED_AS = {"Accept": "application/vnd.pypi.simple.v1+json"}
PATIENCE = 20


@dataclass(frozen=True, kw_only=True, slots=True)
class Age:
    """When the pinned version was released, and the newest one of the package."""

    package: sbom.Package
    pinned_at: datetime | None
    newest_at: datetime | None

    def said(self, now: datetime) -> str:
        """Return a line for the list; days."""
        days = [
            "?" if at is None else str((now - at).days) for at in (self.pinned_at, self.newest_at)
        ]
        return f"{self.package.name:<32} {self.package.version:<16} {days[0]:>6} {days[1]:>6}"

    def is_abandoned(self, now: datetime) -> bool:
        """Return whether nothing was released for two years."""
        return self.newest_at is not None and now - self.newest_at > OLD


def age(package: sbom.Package, page: dict[str, Any]) -> Age:
    """Return what an index's page (PEP 700) says of a package; None where it has no dates."""
    files = [
        (each["filename"], datetime.fromisoformat(each["upload-time"]), each["hashes"]["sha256"])
        for each in page["files"]
        if each.get("upload-time") and not each.get("yanked")
    ]
    pinned = [at for _, at, digest in files if digest in package.hashes]
    return Age(
        package=package,
        pinned_at=min(pinned, default=None),
        newest_at=max((at for _, at, _ in files), default=None),
    )


def advisories(answer: str) -> tuple[list[str], list[str]]:
    """Return what pip-audit's JSON names, and which packages nobody could be asked about."""
    found, unasked = [], []
    for each in json.loads(answer)["dependencies"]:
        if "skip_reason" in each:
            unasked.append(each["name"])
        for known in each.get("vulns", ()):
            mended = ", ".join(known["fix_versions"]) or "no version yet"
            found.append(f"{each['name']} {each['version']}: {known['id']}, mended in {mended}")
    return found, unasked


def ask(packages: Iterable[sbom.Package]) -> Iterable[Age]:
    """Yield how old packages are, as pip's index says."""
    index = _index()
    for each in packages:
        page = Request(f"{index}/{each.name}/", headers=ASKED_AS)  # noqa: S310
        try:
            with urlopen(page, timeout=PATIENCE) as answer:  # noqa: S310
                yield age(each, json.load(answer))
        except (OSError, ValueError) as failure:
            print(f"{each.name}: {failure}", file=sys.stderr)
            yield Age(package=each, pinned_at=None, newest_at=None)


def main() -> None:
    """Print ages and advisories of what the lock of the office pins."""
    now = datetime.now(UTC)
    pinned = sbom.packages(sbom.LOCK.read_text())
    ages = sorted(ask(pinned), key=lambda each: each.newest_at or now)
    print(f"{'package':<32} {'pinned':<16} {'days':>6} {'newest':>6}")
    print(*(each.said(now) for each in ages), sep="\n")
    kept = tomllib.loads(KEPT.read_text())
    old = [each.package.name for each in ages if each.is_abandoned(now)]
    abandoned = [name for name in old if name not in kept]
    found, unasked = advisories(_audited())
    undated = [each.package.name for each in ages if each.newest_at is None]
    _tell("no release for two years", abandoned)
    _tell("nor of these, which stay", [f"{name} ({kept[name]})" for name in old if name in kept])
    _tell("advisories", found)
    _tell("age not known", undated)
    _tell("advisories not asked, for no service was reached", unasked)
    sys.exit(1 if abandoned or found else 2 if undated or unasked else 0)


def _tell(what: str, names: list[str]) -> None:
    print(f"{what}: {'; '.join(names) or 'none'}")


def _index() -> str:
    asked = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
    said = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    return (os.environ.get("PIP_INDEX_URL") or said or PyPI.simple_url).rstrip("/")


def _audited() -> str:
    asked = [sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes", "-f", "json"]
    done = subprocess.run(
        [*asked, "-r", str(sbom.LOCK)], capture_output=True, text=True, check=False
    )
    if not done.stdout:
        sys.exit(f"pip-audit failed: {done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
