"""WSGI entry point."""

import gc
import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from casino.start import refuse_unsafe

gc.set_threshold(50_000, 20, 20)  # what is imported is no garbage
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
application = get_wsgi_application()
refuse_unsafe()
get_resolver().url_patterns  # noqa: B018  (all pages are imported before the workers fork)
# What was imported stays to the end; looking for garbage in it was a tenth of the CPU of pages.
gc.collect()
gc.freeze()
gc.set_threshold(10_000, 20, 20)
