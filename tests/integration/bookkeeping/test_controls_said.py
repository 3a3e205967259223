"""Each file for an accountant's program says the control profile where its format has a place."""

import io
import zipfile

import pytest

from casino.bookkeeping.exports import download
from casino.bookkeeping.models import File
from casino.bookkeeping.queries.registers import REGISTERS
from casino.bookkeeping.rules.profiles import BUILT_IN
from casino.bookkeeping.services import jobs
from casino.bookkeeping.services.registers import ask_register
from casino.staff.models import Role
from tests.books import LATER, file_of, mapped, read, sealed, sent
from tests.profiles import profiles
from tests.world import EVENING, World

pytestmark = pytest.mark.django_db
# Their columns are a program's own; the manifest beside the file says it, and the download.
NO_PLACE = {
    "journal",
    "journal-excel",
    "xero",
    "quickbooks",
    "merit-api",
    "datev",
    "directo",
    "odoo",
    "standard-books",
    "simplbooks",
    "smartaccounts",
}


@pytest.fixture
def world(world: World) -> World:
    """A casino's sealed day; since then it is a club again."""
    profiles(world, ("casino", EVENING), ("club", LATER))

    world.sell(300)
    mapped(world)
    sealed(world)
    return world


def says(file: File) -> bool:
    """Return whether the file itself says which controls were in force."""
    content = read(file)
    if content.startswith(b"PK"):
        content = zipfile.ZipFile(io.BytesIO(content)).read("docProps/core.xml")
    return b"control profile: casino" in content


@pytest.mark.parametrize("slug", sorted(BUILT_IN))
def test_a_file_says_it_itself_or_has_no_place_and_its_manifest_does(world: World, slug: str):
    file = file_of(world, sent(world), slug)
    assert says(file) is (slug not in NO_PLACE)
    assert file.manifest["control_profile"] == "casino"
    assert download(file)["Control-Profile"] == "casino"


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_so_does_a_register(world: World, form: str):
    stamp = world.stamp("13:00", role=Role.ACCOUNTANT, day=LATER)
    days = {"first_day": EVENING, "last_day": EVENING}
    job = ask_register(stamp, register=sorted(REGISTERS)[0], form=form, **days)
    assert jobs.run(job.pk, clock=lambda: world.at("13:01", day=LATER))
    job.refresh_from_db()
    assert job.file
    assert says(job.file) is (form == "xlsx")
    assert job.file.manifest["control_profile"] == "casino"
