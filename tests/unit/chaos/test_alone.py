"""A run has its folder for itself."""

from pathlib import Path

import pytest

from chaos.run import alone
from script.children import Unable


def test_a_second_run_in_a_folder_is_refused_before_it_empties_the_folder(tmp_path: Path):
    folder = tmp_path / "chaos"
    with alone(folder), pytest.raises(Unable, match="name another --folder"), alone(folder):
        raise AssertionError
    with alone(folder):  # once the first one has ended
        pass
