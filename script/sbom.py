"""
The bill of materials of what runs in the office, out of the lock: CycloneDX 1.6 as JSON.

Started by script/sbom. The same lock gives the same file; its serial number is made of it.
"""

import json
import re
import sys
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

TOP = Path(__file__).resolve().parent.parent
LOCK, LICENCES = TOP / "requirements.txt", TOP / "script" / "licences.toml"
PINNED = re.compile(r"^([a-z0-9-]+)==([^ ;\\]+)([^\n]*\n(?: +--hash=[^\n]+\n?)*)", re.MULTILINE)
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
NAME = re.compile(r"^[A-Za-z0-9._-]+")
OPERATORS = {"AND", "OR", "WITH"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Package:
    """A pinned package; hashes: SHA-256 of the files that the lock takes."""

    name: str
    version: str
    hashes: tuple[str, ...]

    @property
    def purl(self) -> str:
        return f"pkg:pypi/{self.name}@{self.version}"


def packages(lock: str) -> list[Package]:
    """Return what a lock pins."""
    return [
        Package(name=name, version=version, hashes=tuple(HASH.findall(rest)))
        for name, version, rest in PINNED.findall(lock)
    ]


def licence(name: str) -> str:
    """Return the SPDX expression of a package: its own, else the one that we read; '' for none."""
    own = installed(name)
    said = own.metadata.json.get("license_expression") if own else None
    return str(said or "") or str(_licences()["said"].get(name, ""))


def unaccepted(expression: str) -> set[str]:
    """Return which of its licences we do not ship under; of a choice one suffices."""
    known = {*_licences()["accepted"], *_licences()["carried"]}
    choices = [
        set(re.findall(r"[A-Za-z0-9.+-]+", each)) - OPERATORS
        for each in re.split(r"\bOR\b", expression)
    ]
    return min((choice - known for choice in choices if choice), key=len, default={"none"})


def installed(name: str) -> Distribution | None:
    """Return the package as it is here; some are for other systems alone."""
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def needs(name: str, known: set[str]) -> list[str]:
    """Return which of the pinned packages a package asks for."""
    own = installed(name)
    asked = [found for each in (own.requires if own else None) or () if (found := NAME.match(each))]
    return sorted({_normal(each[0]) for each in asked} & known - {name})


def bill(lock: str) -> dict[str, Any]:
    """Return the bill of materials of a lock."""
    pinned = packages(lock)
    by_name = {each.name: each for each in pinned}
    version = re.search(r'^version = "(.+)"', (TOP / "pyproject.toml").read_text(), re.MULTILINE)
    office = {
        "type": "application",
        "bom-ref": "office",
        "name": "casino-back-office",
        "version": version[1] if version else "0",
    }
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid5(NAMESPACE_URL, lock)}",
        "version": 1,
        "metadata": {"component": office},
        "components": [_component(each) for each in pinned],
        "dependencies": [
            {"ref": "office", "dependsOn": [each.purl for each in pinned]},
            *(
                {
                    "ref": each.purl,
                    "dependsOn": [by_name[n].purl for n in needs(each.name, {*by_name})],
                }
                for each in pinned
            ),
        ],
    }


def main() -> None:
    """Write the bill to a file, or to the screen."""
    text = json.dumps(bill(LOCK.read_text()), indent=1)
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(text + "\n")
    else:
        print(text)


def _component(package: Package) -> dict[str, Any]:
    return {
        "type": "library",
        "bom-ref": package.purl,
        "name": package.name,
        "version": package.version,
        "purl": package.purl,
        "hashes": [{"alg": "SHA-256", "content": each} for each in package.hashes],
        "licenses": [{"expression": licence(package.name)}],
    }


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@cache
def _licences() -> dict[str, Any]:
    return tomllib.loads(LICENCES.read_text())


if __name__ == "__main__":
    main()
