"""Lists a part at a time: ordered by columns of their own."""

import pytest
from django.core.exceptions import FieldDoesNotExist

from casino.epochs.models import LostAct
from casino.paging import Page

pytestmark = pytest.mark.django_db


def test_a_list_in_the_order_of_another_table_fails_however_short_it_is():
    with pytest.raises(FieldDoesNotExist):
        Page(100).of(LostAct.objects.order_by("settlement__id", "act_id"))
