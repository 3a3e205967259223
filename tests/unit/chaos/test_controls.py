"""The negative controls of the chaos runner: a patch that fits no more would control nothing."""

import re

import pytest

from chaos.controls import CONTROLS
from script.office import TOP


@pytest.mark.parametrize("name", CONTROLS)
def test_a_control_still_fits_the_program(name: str):
    control = CONTROLS[name]
    for file, old, new in control.patches:
        text = (TOP / file).read_text()
        assert (text.count(old), old == new) == (1, False), (file, old)
    if control.tests:
        tests = re.findall(r"def (test_\w+)", (TOP / control.tests).read_text())
        assert any(re.search(control.shows, each) for each in tests)
