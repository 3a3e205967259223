"""
How days and figures are written and read here, the same in every language (UX 4.2).

Django looks for `<language>/formats.py`; money goes through `casino.money` wherever it stands.
"""

from casino.money import NO_BREAK_SPACE

DATE_FORMAT = SHORT_DATE_FORMAT = "d.m.Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "d.m.Y H:i"
YEAR_MONTH_FORMAT = "m.Y"
MONTH_DAY_FORMAT = "d.m"
FIRST_DAY_OF_WEEK = 1
DATE_INPUT_FORMATS = ["%d.%m.%Y", "%Y-%m-%d"]
TIME_INPUT_FORMATS = ["%H:%M", "%H:%M:%S"]
DATETIME_INPUT_FORMATS = ["%d.%m.%Y %H:%M", "%d.%m.%Y %H:%M:%S", "%Y-%m-%d %H:%M"]
DECIMAL_SEPARATOR = ","
THOUSAND_SEPARATOR = NO_BREAK_SPACE
NUMBER_GROUPING = 3
