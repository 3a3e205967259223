"""Settings of the rivals: the office's connection options, nothing else of the office."""

from environs import Env

env = Env()
SECRET_KEY = "benchmarks-serve-no-page"
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "mptt",
    "hordak",
    "benchmarks.rivals",
]
DATABASES = {"default": env.dj_db_url("RIVALS_URL")}
DATABASES["default"]["CONN_MAX_AGE"] = None
DATABASES["default"].setdefault("OPTIONS", {}).update(server_side_binding=True, prepare_threshold=1)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
HORDAK_CURRENCIES = ["EUR"]
