"""The negative controls that change functions of the database: they fit what migrations left."""

import psycopg

from chaos.controls import CONTROLS, meddle


def test_each_control_still_fits_the_functions_of_the_database(forger: psycopg.Connection):
    """`meddle` raises where a later migration put another text in a function's place."""
    for control in CONTROLS.values():
        with forger.transaction(force_rollback=True):
            meddle(control, forger)
