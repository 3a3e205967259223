"""What the tests need beside Python: installed where it may be, or named in one sentence."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from script import check

REFUSES = "#!/bin/sh\necho 'Reading ...' >&2\necho 'E: no network' >&2\nexit 100\n"


def program(folder: Path, name: str, text: str = "#!/bin/sh\n") -> None:
    (folder / name).write_text(text)
    (folder / name).chmod(0o755)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without Chromium: the folder of its few programs."""
    program(tmp_path, "hledger")
    for name in ("env", "sudo"):
        program(tmp_path, name, '#!/bin/sh\nshift\nexec "$@"\n')
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(check, "font_is_there", lambda: True)
    return tmp_path


class TestWithoutChromium:
    def test_what_could_not_be_installed_is_named_with_the_reason_and_what_to_do(
        self, machine: Path
    ):
        program(machine, "apt-get", REFUSES)
        with pytest.raises(check.Unable) as refused:
            check.main()
        assert str(refused.value) == (
            "Could not install chromium-headless-shell, which tests need (E: no network): run "
            "`apt-get install chromium-headless-shell` as root, then start again."
        )

    def test_another_system_than_debian_is_told_the_names(self, machine: Path):
        (machine / "hledger").unlink()
        with pytest.raises(check.Unable) as refused:
            check.main()
        assert str(refused.value) == (
            "The tests need chromium-headless-shell hledger, as Debian calls them: "
            "install them, start again."
        )

    def test_tests_that_were_asked_for_run_all_the_same(
        self, machine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ):
        monkeypatch.setattr(check, "PYTEST", [sys.executable, "-c", "raise SystemExit(7)"])
        assert check.main("tests/unit") == 7
        assert capsys.readouterr().out.startswith("The tests need chromium-headless-shell, as")


def sourced(line: str, **environment: str) -> str:
    """Return what a line of bash prints after what all scripts begin with."""
    command, own = ["bash", "-c", f". script/common && {line}"], {**os.environ, **environment}
    done = subprocess.run(command, cwd=check.TOP, env=own, stdout=subprocess.PIPE, check=True)
    return done.stdout.decode().strip()


def test_a_terminal_that_knows_only_english_letters_is_written_to_in_all_languages():
    ascii_only = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    assert sourced('"$python" -c "print(\'Борис\')"', **ascii_only) == "Борис"


def test_a_temporary_folder_that_is_missing_is_not_handed_on(tmp_path: Path):
    say = 'echo "${TMPDIR-none}"'
    assert sourced(say, TMPDIR=str(tmp_path)) == str(tmp_path)
    assert sourced(say, TMPDIR=str(tmp_path / "missing")) == "none"


def test_a_python_that_was_compiled_without_its_optimizations_is_the_last_choice(tmp_path: Path):
    for tool in ("bash", "dirname"):
        (tmp_path / tool).symlink_to(str(shutil.which(tool)))
    slow, quick = tmp_path / "python3.11", tmp_path / "python3.13"
    for program, at_best in ((slow, 0), (quick, 1)):
        program.write_text(f'#!{shutil.which("bash")}\n[ "$3" -le {at_best} ]')
        program.chmod(0o755)
    assert sourced("echo $python", PATH=str(tmp_path)) == str(quick)
    assert sourced("echo $python", PATH=str(tmp_path), PYTHON=str(slow)) == str(slow)
    quick.unlink()
    assert sourced("echo $python", PATH=str(tmp_path)) == str(slow)
