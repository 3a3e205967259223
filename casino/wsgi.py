"""WSGI entry point."""

import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from casino.start import refuse_unsafe

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
application = get_wsgi_application()
refuse_unsafe()
get_resolver().url_patterns  # noqa: B018  (all pages are imported before the workers fork)
