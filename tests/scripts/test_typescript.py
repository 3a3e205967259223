"""The types for TypeScript: npm's program gets the document, or one sentence says why not."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from script.office import TOP

# What npx is told, and what it is given.
NPX = '#!/bin/sh\necho "$*" > "$NPX_TOLD"\ncp "$3" "$5"\n'


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A PATH with what the script uses, and no npm."""
    found = tmp_path / "programs"
    found.mkdir()
    for name in ("bash", "dirname", "mktemp", "rm", "cp"):
        (found / name).symlink_to(shutil.which(name) or name)
    (found / "python3").symlink_to(sys.executable)
    monkeypatch.setenv("PATH", str(found))
    return found


def typescript(target: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the script as the docs have it, into another file."""
    return subprocess.run(
        [shutil.which("bash") or "bash", "script/typescript", str(target)],
        cwd=TOP,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.usefixtures("programs")
def test_without_npm_one_sentence_says_what_to_install(tmp_path: Path):
    done = typescript(tmp_path / "office.d.ts")

    assert done.returncode == 1
    assert done.stderr == ("npm is needed for openapi-typescript; on Debian: apt-get install npm\n")


def test_npm_gets_the_whole_document(
    programs: Path, tmp_path: Path, test_environment: dict[str, str]
):
    (programs / "npx").write_text(NPX)
    (programs / "npx").chmod(0o755)
    told, target = tmp_path / "told", tmp_path / "office.d.ts"

    done = typescript(target, NPX_TOLD=str(told), **test_environment)

    assert done.returncode == 0, done.stderr
    assert told.read_text().startswith("--yes openapi-typescript@")
    assert len(json.loads(target.read_text())["paths"]) > 250
