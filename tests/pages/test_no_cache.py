"""What a shared computer gives away of the club's addresses: no cache keeps an answer."""

from collections import defaultdict
from collections.abc import Callable

from casino.staff.models import Role
from tests.api.routes import operations, path_of
from tests.pages.evening import Answer, ids, signed_in
from tests.world import World


def test_no_address_leaves_anything_in_a_cache(
    evening: World, crawled: Callable[[str], dict[str, Answer]]
):
    pages = crawled(Role.MANAGER).values()
    kept = {each.where: each.headers.get("Cache-Control", "") for each in pages}
    manager = signed_in(evening, Role.MANAGER)
    known = defaultdict(lambda: 1, ids(evening))
    for route, method, _ in operations():
        if method == "get":
            where = f"/api/v1/clubs/tallinn/{path_of(route, known)}"
            kept[where] = manager.get(where).headers.get("Cache-Control", "")
    assert len(kept) > 300
    assert [where for where, said in kept.items() if "no-store" not in said] == []
