"""What comes from others: pinned by hash, under licences that we accept, listed in one bill."""

import json
import re
import tomllib
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from script import audit, sbom

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


def test_the_bill_is_one_by_the_standards_own_schema():
    validator = JsonStrictValidator(SchemaVersion.V1_6)
    bill = sbom.bill(LOCK)
    assert validator.validate_str(json.dumps(bill)) is None
    wrong = bill | {
        "components": [each | {"licenses": [{"said": 1}]} for each in bill["components"]]
    }
    assert validator.validate_str(json.dumps(wrong)) is not None


def a_page(*files: tuple[str, datetime, str]) -> dict[str, object]:
    """Return what an index says of a package's files."""
    return {
        "files": [
            {"filename": name, "upload-time": at.isoformat(), "hashes": {"sha256": digest}}
            for name, at, digest in files
        ]
    }


def test_a_package_without_a_release_for_two_years_is_found():
    now = datetime(2026, 11, 24, tzinfo=UTC)
    ours = sbom.Package(name="ours", version="1.0", hashes=("aa", "bb"))
    old, older = now - timedelta(days=731), now - timedelta(days=900)
    pinned = a_page(("ours-1.0.whl", old, "bb"), ("ours-1.0.tar.gz", older, "aa"))
    newer = a_page(("ours-1.0.whl", older, "bb"), ("ours-2.0.whl", now, "cc"))

    assert audit.age(ours, pinned).is_abandoned(now)
    assert not audit.age(ours, newer).is_abandoned(now)
    assert audit.age(ours, newer).pinned_at == older
    assert audit.age(ours, {"files": []}).newest_at is None


def test_the_index_is_asked_that_pip_asks(monkeypatch: pytest.MonkeyPatch):
    ours = sbom.Package(name="ours", version="1.0", hashes=("aa",))
    other = sbom.Package(name="other", version="1.0", hashes=("bb",))
    at = datetime(2026, 11, 1, tzinfo=UTC)

    class Index(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/simple/ours/" else 404)
            self.end_headers()
            self.wfile.write(json.dumps(a_page(("ours-1.0.whl", at, "aa"))).encode())

        def log_message(self, *_: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Index) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{server.server_port}/simple")
        found = list(audit.ask([ours, other]))
        server.shutdown()

    assert [(each.pinned_at, each.newest_at) for each in found] == [(at, at), (None, None)]


def test_an_advisory_is_named_and_who_could_not_be_asked_about_too():
    answer = {
        "dependencies": [
            {"name": "a", "version": "1", "vulns": []},
            {"name": "b", "version": "2", "vulns": [{"id": "PYSEC-1", "fix_versions": ["3"]}]},
            {"name": "c", "skip_reason": "not reached"},
        ]
    }
    assert audit.advisories(json.dumps(answer)) == (["b 2: PYSEC-1, mended in 3"], ["c"])


def test_an_old_package_that_stays_is_one_of_the_lock():
    assert set(tomllib.loads(audit.KEPT.read_text())) <= {each.name for each in PINNED}
