#!/usr/bin/env python
"""Django's command line."""

import atexit
import gc
import os
import sys

from django.core.management import execute_from_command_line

from casino.start import busy_in_one_sentence, refuse_unsafe_command

if __name__ == "__main__":
    # To look for garbage in what was imported, and once more at the end, took a third of a start.
    gc.set_threshold(50_000, 20, 20)
    atexit.register(gc.freeze)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    refuse_unsafe_command(sys.argv)
    with busy_in_one_sentence():
        execute_from_command_line(sys.argv)
