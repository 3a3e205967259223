"""The files of deploy/ name programs, commands and variables that there are, and can be parsed."""

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from casino import gunicorn
from script import serve

TOP = Path(__file__).resolve().parents[2]
DEPLOY = TOP / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("casino-*"))
SERVICES = [path for path in UNITS if path.suffix == ".service"]
SERVING = [path for path in SERVICES if path.stem.split("-")[1] in {"web", "worker", "beat"}]
INSTALLED = "/opt/casino/office"
BIN = Path(sys.executable).parent
ASSIGNED = re.compile(r"^([A-Z_]+)=", re.MULTILINE)
# Of PostgreSQL's and Caddy's images, of compose itself, of Python.
OF_OTHERS = {"POSTGRES_PASSWORD", "OWNER_PASSWORD", "APP_PASSWORD", "UPSTREAM", "OFFICE_NAME"}
OF_OTHERS |= {"PYTHONUTF8"}


def values(unit: Path, name: str) -> list[str]:
    return re.findall(rf"^{name}=(.*)$", unit.read_text(), re.MULTILINE)


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return found


def documented() -> set[str]:
    return set(re.findall(r"^\| `(\w+)` \|", (TOP / "docs/variables.md").read_text(), re.MULTILINE))


def unwrapped(command: list[str]) -> list[str]:
    """Return what a shell is asked to run, or the command itself."""
    return shlex.split(command[2].split(" >")[0]) if command[:2] == ["sh", "-c"] else command


def commands() -> Iterator[list[str]]:
    """Yield what units and containers run, with the program's name first."""
    for unit in SERVICES:
        program, *rest = shlex.split(values(unit, "ExecStart")[0])
        assert program.startswith(f"{INSTALLED}/.venv/bin/"), unit
        yield [Path(program).name, *rest]
    for service in compose()["services"].values():
        if "build" in service and "command" in service:
            yield unwrapped(service["command"])
    said = re.findall(r"^CMD (\[.*\])$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    yield from map(yaml.safe_load, said)


def test_each_variable_that_is_set_there_is_explained():
    names = {name for path in DEPLOY.glob("*.env*") for name in ASSIGNED.findall(path.read_text())}
    names |= set(compose()["x-office"]["environment"])
    names |= set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text()))
    assert len(names) > 20
    assert names - documented() - OF_OTHERS == set()


# Paths and addresses that compose.yaml sets itself, programs that no container runs, and the two
# that its chapter says are not there: backup and standby.
NOT_OF_COMPOSE = {
    "CASINO_APP_ROLE", "CELL_URL", "DATABASE_OWNER_URL", "DATABASE_ADMIN_URL", "DATABASE_POOLED",
    "DEBUG", "DEMO", "INSTANCE", "NEW_CELL_ADMIN_URL", "PIP_INDEX_URL", "POSTGRES_BIN", "PYTHON",
    "TMPDIR", "WAREHOUSE_ADMIN_URL",
}  # fmt: skip


def test_what_an_operator_writes_into_composes_variables_reaches_the_office():
    handed = set(compose()["x-office"]["environment"])
    left_out = documented() - handed
    assert {name for name in left_out if not name.startswith(("BACKUP_", "STANDBY_"))} == (
        NOT_OF_COMPOSE
    )


def test_the_settings_of_a_club_of_ones_own_are_all_there():
    page = (TOP / "docs/variables.md").read_text()
    part = page.partition("## Watching the installation")[2].partition("\n## ")[0]
    asked = set(re.findall(r"^\| `(\w+)` \|", part, re.MULTILINE))
    assert asked <= set(ASSIGNED.findall((DEPLOY / "office.env").read_text()))


def test_the_owners_address_is_given_to_no_program_that_serves():
    assert "casino_owner" not in (DEPLOY / "office.env").read_text()
    given = {unit.stem for unit in SERVICES if "owner.env" in unit.read_text()}
    assert given == {"casino-migrate"}
    for name, service in compose()["services"].items():
        knows = "casino_owner" in str(service) or "OWNER_PASSWORD" in str(service)
        assert knows == (name in {"migrate", "roles"}), name


def test_each_program_and_command_is_there():
    ran = list(commands())
    assert len(ran) >= 8
    for program, *rest in ran:
        assert (BIN / program).exists(), program
        if rest[0] == "manage.py":
            assert len([*TOP.glob(f"*/*/management/commands/{rest[1]}.py")]) == 1, rest


def test_the_web_server_is_started_alike_everywhere():
    web = [rest for program, *rest in commands() if program == "gunicorn"]
    assert web == [list(map(str, serve.WEB[1:]))] * 2
    assert gunicorn.preload_app


def test_worker_and_beat_are_started_alike_everywhere():
    ran = [" ".join(rest) for program, *rest in commands() if program == "celery"]
    for command in (serve.WORKER, serve.LONG):
        assert [each.replace("%%", "%") for each in ran].count(" ".join(map(str, command[1:]))) == 2
    assert ran.count("-A casino beat --schedule=/var/lib/casino/beat") == 2


@pytest.mark.parametrize("unit", SERVING, ids=lambda path: path.stem)
def test_what_serves_comes_back_unless_it_refuses_its_settings(unit: Path):
    said = {name: values(unit, name) for name in re.findall(r"^(\w+)=", unit.read_text(), re.M)}
    assert said["Restart"] == ["always"]
    assert said["RestartPreventExitStatus"] == ["78"]
    assert {"RestartSteps", "RestartMaxDelaySec"} <= said.keys()  # one alone is ignored
    assert said["StartLimitIntervalSec"] == ["0"]


@pytest.mark.parametrize("unit", SERVICES, ids=lambda path: path.stem)
def test_each_program_has_no_more_rights_than_it_needs(unit: Path):
    assert values(unit, "User") == ["casino"]
    for name in ("NoNewPrivileges", "PrivateTmp", "ProtectHome", "RestrictSUIDSGID"):
        assert values(unit, name) == ["yes"]
    assert values(unit, "ProtectSystem") == ["strict"]
    assert values(unit, "CapabilityBoundingSet") == [""]


OPERATORS = "script/test unpacks Debian's package of it, and found none"


@pytest.mark.skipif(
    not shutil.which("systemd-analyze"),
    reason="containers have no systemd; the tests above ask the units everywhere",
)
def test_systemd_reads_the_units(tmp_path: Path):
    for unit in UNITS:
        text = unit.read_text().replace(f"{INSTALLED}/.venv/bin", str(BIN))
        (tmp_path / unit.name).write_text(text)
    command = ["systemd-analyze", "verify", "--man=no", *map(str, sorted(tmp_path.iterdir()))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    # Older than 254, it says that it does not know the growing pauses, and goes on.
    old = ("RestartSteps", "RestartMaxDelaySec", "RestartMode")
    wrong = [
        line
        for line in done.stderr.splitlines()
        if "casino" in line and not any(name in line for name in old)
    ]
    assert wrong == []


def test_compose_names_what_there_is():
    file = compose()
    for name, service in file["services"].items():
        needed = service.get("depends_on", {})
        assert set(needed) <= file["services"].keys(), name
        for mount in service.get("volumes", []):
            source = mount.split(":")[0]
            there = (DEPLOY / source).exists() if source[0] == "." else source in file["volumes"]
            assert there, mount
    assert (TOP / file["x-office"]["build"]["dockerfile"]).exists()


def test_what_compose_mounts_names_the_operators_office_and_not_the_example():
    example = (DEPLOY / "compose.env.example").read_text()
    given = re.findall(r"^\w+=(.+)$", example, re.MULTILINE)
    values = [each for each in given if "://" not in each]
    assert values == ["office.example"]
    for name, service in compose()["services"].items():
        mounted = [each.split(":")[0] for each in service.get("volumes", []) if each[0] == "."]
        for text in [(DEPLOY / each).read_text() for each in mounted]:
            assert set(re.findall(r"\{\$(\w+)", text)) == service["environment"].keys(), name
            assert not [each for each in values if each in re.sub(r"\{\$\w+:[^}]*\}", "", text)]


@pytest.mark.skipif(not shutil.which("caddy"), reason=OPERATORS)
def test_caddy_reads_its_file():
    file = str(DEPLOY / "Caddyfile")
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", file]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(not shutil.which("nginx"), reason=OPERATORS)
def test_nginx_reads_its_file(tmp_path: Path):
    key, certificate = tmp_path / "privkey.pem", tmp_path / "fullchain.pem"
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=office"]
    make += ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run(make, check=True, capture_output=True)
    site = (DEPLOY / "nginx.conf").read_text().replace("/etc/ssl/casino", str(tmp_path))
    (tmp_path / "site.conf").write_text(site)
    parts = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    kept = " ".join(f"{part}_temp_path {tmp_path}/{part};" for part in parts)
    (tmp_path / "nginx.conf").write_text(
        f"pid {tmp_path}/pid; error_log stderr; events {{}}\n"
        f"http {{ access_log off; {kept} include {tmp_path}/site.conf; }}\n"
    )
    command = ["nginx", "-t", "-c", str(tmp_path / "nginx.conf"), "-p", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_page_names_files_that_there_are():
    named = re.findall(r"deploy/[\w./-]*[\w*]", (TOP / "docs/deployment.md").read_text())
    assert len(named) > 6
    for name in named:
        if name != "deploy/compose.env":  # the operator's own copy
            assert list(TOP.glob(name)), name


@pytest.mark.parametrize("page", ["deployment.md", "standby.md"])
def test_the_folder_of_the_settings_is_made_first_and_postgres_may_enter_it(page: str):
    lines = re.findall(r"^    (install .* /etc/casino.*)$", (TOP / "docs" / page).read_text(), re.M)
    made = re.fullmatch(r"install -d -m (\d+)(?: -g casino)? /etc/casino", lines[0])
    assert made, lines[0]
    assert int(made[1], 8) & 0o001


@pytest.mark.parametrize("section", ["Backup", "Watching"])
def test_the_programs_are_restarted_after_what_they_read_at_their_start(section: str):
    page = (TOP / "docs/deployment.md").read_text()
    said = page.split(f"## {section}\n")[1].split("\n## ")[0]
    assert "office.env" in said
    assert "systemctl restart casino-web casino-worker casino-worker-long casino-beat\n" in said
