"""What comes from others: pinned by hash, under licences that we accept, listed in one bill."""

import re
from pathlib import Path

import pytest

from script import sbom

TOP = Path(__file__).resolve().parents[2]
LOCKS = ["requirements.txt", "requirements-dev.txt"]
LOCK = (TOP / "requirements.txt").read_text()
PINNED = sbom.packages(LOCK)


@pytest.mark.parametrize("lock", LOCKS)
def test_every_line_of_a_lock_pins_a_version_with_its_hashes(lock: str):
    text = (TOP / lock).read_text()
    found = sbom.packages(text)
    named = re.findall(r"^(\S+?)==", text, re.MULTILINE)
    assert [each.name for each in found] == [name.lower() for name in named]
    assert all(each.hashes for each in found)
    assert sum(len(each.hashes) for each in found) == text.count("--hash=sha256:")
    rest = re.sub(r"^\S+==[^\n]*|^ +--hash=\S+( \\)?", "", text, flags=re.MULTILINE)
    assert rest.strip() == "", "an address, an option or a package without a hash"


def test_what_we_ask_for_is_in_the_lock():
    asked = re.findall(r"^([A-Za-z][\w.-]*)", (TOP / "requirements.in").read_text(), re.MULTILINE)
    assert {sbom._normal(name) for name in asked} <= {each.name for each in PINNED}


@pytest.mark.parametrize("name", [each.name for each in PINNED])
def test_every_package_that_runs_has_a_licence_that_we_accept(name: str):
    assert sbom.licence(name), "read its licence file, then script/licences.toml"
    assert sbom.unaccepted(sbom.licence(name)) == set()


def test_no_licence_is_said_that_the_package_says_itself():
    said = sbom._licences()["said"]
    assert set(said) <= {each.name for each in PINNED}
    own = {name: found for name in said if (found := sbom.installed(name))}
    assert [n for n, d in own.items() if d.metadata.get("License-Expression")] == []


@pytest.mark.parametrize(
    ("expression", "wrong"),
    [
        ("MIT", set()),
        ("GPL-3.0-only OR MIT", set()),
        ("MIT AND AGPL-3.0-only", {"AGPL-3.0-only"}),
        ("SSPL-1.0", {"SSPL-1.0"}),
        ("", {"none"}),
    ],
)
def test_a_licence_that_binds_us_is_named(expression: str, wrong: set[str]):
    assert sbom.unaccepted(expression) == wrong


def test_the_bill_names_everything_once_and_says_what_needs_what():
    bill = sbom.bill(LOCK)
    assert (bill["bomFormat"], bill["specVersion"], bill["version"]) == ("CycloneDX", "1.6", 1)
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", bill["serialNumber"])
    refs = [each["bom-ref"] for each in bill["components"]]
    assert len(refs) == len(set(refs)) == len(PINNED)
    for each in bill["components"]:
        assert each["purl"] == f"pkg:pypi/{each['name']}@{each['version']}"
        assert {each["type"], each["hashes"][0]["alg"]} == {"library", "SHA-256"}
    needs = {each["ref"]: each["dependsOn"] for each in bill["dependencies"]}
    assert set(needs) == {"office", *refs}
    assert {ref for several in needs.values() for ref in several} == set(refs)
    django = next(ref for ref in refs if ref.startswith("pkg:pypi/django@"))
    assert any("asgiref" in ref for ref in needs[django])
    assert sbom.bill(LOCK) == bill
