"""The pages of the files: what goes out, what comes in, the work behind both."""

from casino.bookkeeping.views.accounts import account, accounts, accounts_file
from casino.bookkeeping.views.batches import batch, batches, file, manifest
from casino.bookkeeping.views.imports import file_import, file_imports, take, undo
from casino.bookkeeping.views.jobs import cancel, job, jobs
from casino.bookkeeping.views.profiles import profile, profiles
from casino.bookkeeping.views.registers import registers

__all__ = [
    "account",
    "accounts",
    "accounts_file",
    "batch",
    "batches",
    "cancel",
    "file",
    "file_import",
    "file_imports",
    "job",
    "jobs",
    "manifest",
    "profile",
    "profiles",
    "registers",
    "take",
    "undo",
]
