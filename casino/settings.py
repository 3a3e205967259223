"""Settings of the casino back office; every deployment value is read from the environment here."""

from datetime import timedelta
from pathlib import Path
from secrets import token_urlsafe

import structlog
from environs import validate
from structlog.contextvars import merge_contextvars
from structlog.processors import JSONRenderer, TimeStamper, add_log_level, format_exc_info

from casino import environment as must_be
from casino.addresses import FOLLOWS, database_of, mail_of
from casino.web.client_address import trusted
from casino.web.logs import LINES, without_rows

env = must_be.Environment()
BASE_DIR = Path(__file__).resolve().parent.parent

DEBUG = env.bool("DEBUG", False)
# TLS ends at a proxy in production; the embedded default serves one desk over loopback.
HTTPS = env.bool("HTTPS", False)
# A key of the process's own lets `calculate` and `check` run without any environment; what serves
# does not start with it (casino.start).
SECRET_KEY_IS_OF_THIS_PROCESS = not env.str("SECRET_KEY", "")
SECRET_KEY = env.str("SECRET_KEY", "") or token_urlsafe(48)
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", [])
# Keys of what is kept in the database, so that a new SECRET_KEY loses none of it (casino.keys).
SECOND_FACTOR_KEYS: list[str] = list(filter(None, env.list("SECOND_FACTOR_KEYS", [])))
WEBHOOK_KEYS: list[str] = list(filter(None, env.list("WEBHOOK_KEYS", [])))
PIN_KEYS: list[str] = list(filter(None, env.list("PIN_KEYS", [])))
ALLOWED_HOSTS: list[str] = env.list(
    "ALLOWED_HOSTS", ["127.0.0.1", "localhost", "[::1]"], validate=must_be.HOSTS
)
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", [], validate=must_be.ORIGINS)
CSRF_FAILURE_VIEW = "casino.web.old_page.refused"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "axes",
    "django_htmx",
    "template_partials",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "csp",
    "casino.house",
    "casino.staff",
    "casino.web",
    "casino.ledger",
    "casino.approvals",
    "casino.webhooks",
    "casino.editions",
    "casino.players",
    "casino.cage",
    "casino.journal",
    "casino.rates",
    "casino.closing",
    "cashgames",
    "tournaments",
    "jackpot",
    "ranking",
    "casino.audit",
    "casino.tablefloats",
    "casino.bank",
    "casino.countroom",
    "casino.whatif",
    "casino.reports",
    "casino.bookkeeping",
    "casino.epochs",
    "casino.operations",
    "casino.setup",
    "casino.calculators",
    "casino.verify",
    "casino.cells",
    "casino.catalogues",
    "demo",  # its commands; nothing of the product imports it
]

# Every request passes these, from the first to the last.
MIDDLEWARE = [
    "casino.web.client_address.ClientAddressMiddleware",
    "casino.operations.probes.ProbesMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "casino.web.middleware.EncryptedMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "casino.web.middleware.NoStoreMiddleware",
    "casino.web.middleware.PolicyMiddleware",
    "casino.web.middleware.MethodMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "casino.web.middleware.RequestIdMiddleware",
    "casino.web.people.PeopleMiddleware",  # here those of people
    "allauth.account.middleware.AccountMiddleware",
    "casino.web.middleware.RefusalMiddleware",
    "axes.middleware.AxesMiddleware",
    "casino.web.middleware.LookingMiddleware",
]
PEOPLE_MIDDLEWARE = [  # these too, but for what a program asks the API
    "casino.board.views.NothingNewMiddleware",
    "casino.web.room.KeptScreenMiddleware",
    "casino.web.middleware.SignInMiddleware",
    "casino.web.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "casino.web.middleware.LanguageMiddleware",
    "casino.web.sessions.OwnPagesMiddleware",
    "casino.web.sessions.SessionLimits",
    "casino.web.lockout.DeviceMiddleware",
]

ROOT_URLCONF = "casino.urls"
WSGI_APPLICATION = "casino.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": [
                "django.templatetags.i18n",
                "casino.web.templatetags.office",
                "casino.ledger.templatetags.entries",
                "casino.web.templatetags.may",
                "casino.web.templatetags.keys",
                "casino.web.templatetags.kept",
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "casino.web.context.club",
                "casino.approvals.views.waiting",
                "casino.operations.views.undone",
            ],
        },
    }
]

# Our own widgets among the templates: Django's, drawn with fewer of them.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# The runtime role may only insert into the journal; migrations run as its owner (LEDGER.md 4.8).
DATABASE_URL = env.str(
    "DATABASE_URL", "postgresql://casino_app@127.0.0.1:55432/casino", validate=must_be.SERVER
)
DATABASES = {"default": database_of(DATABASE_URL)}
# Who waits longer for a lock or an answer hears that the office is busy.
DATABASE_LIMITS = env.str(
    "DATABASE_LIMITS",
    "-c lock_timeout=5s -c statement_timeout=60s -c idle_in_transaction_session_timeout=30s",
)
DATABASES["default"]["CONN_MAX_AGE"] = None
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
# Behind PgBouncer in transaction mode each transaction is another connection's: nothing prepared
# or open may outlast it, and the limits are those that prepare_database gave the role.
DATABASE_POOLED = env.bool("DATABASE_POOLED", False)
DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = DATABASE_POOLED
# What the address itself says ("?connect_timeout=30") goes before.
DATABASES["default"]["OPTIONS"] = {
    # Server-side binding lets PostgreSQL keep the plans of the few statements a posting needs.
    "server_side_binding": True,
    "prepare_threshold": None if DATABASE_POOLED else 1,
    "connect_timeout": 3,
    **({} if DATABASE_POOLED else {"options": f"{DATABASE_LIMITS} -c timezone=UTC"}),
    **DATABASES["default"].get("OPTIONS", {}),
}
# Of casino.cells: another cell's database; the group's warehouse, and what it is to follow.
NEW_CELL_ADMIN_URL = env.str("NEW_CELL_ADMIN_URL", "")
WAREHOUSE_ADMIN_URL, CELL_URL = env.str("WAREHOUSE_ADMIN_URL", ""), env.str("CELL_URL", "")
# Reports, what-ifs and the public screens read a streaming replica (casino.replica).
if REPLICA_URL := env.str("REPLICA_URL", "", validate=must_be.SERVER):
    replica = database_of(REPLICA_URL)
    options = DATABASES["default"]["OPTIONS"] | replica["OPTIONS"] | FOLLOWS
    DATABASES["replica"] = {**DATABASES["default"], **replica, "OPTIONS": options}
REPLICA_LAG_SECONDS = env.float("REPLICA_LAG_SECONDS", 5.0, validate=validate.Range(min=0))
# Whether webhooks may go into networks of one's own; strangers' names must not lead there.
WEBHOOK_PRIVATE_NETWORKS = env.bool("WEBHOOK_PRIVATE_NETWORKS", False)
CASINO_APP_ROLE = env.str("CASINO_APP_ROLE", "casino_app")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", "redis://127.0.0.1:56379/0", validate=must_be.BROKER)
CACHES = {
    # In the database: desks, codes and sign-in need nothing of Valkey.
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "operations_cached",
    },
    # In each web process: panels drawn once for many screens; what is looked for once a day, where
    # nothing is written, too; whose polls were let in: ten screens of each of two thousand clubs.
    **{
        name: {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": name,
            "OPTIONS": {"MAX_ENTRIES": entries},
        }
        for name, entries in (("panels", 2_000), ("days", 2_000), ("polls", 20_000))
    },
}

AUTH_USER_MODEL = "staff.User"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "casino.web.sign_in.OwnBlockList"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTHENTICATION_BACKENDS = ["axes.backends.AxesBackend", "casino.web.sign_in.People"]
# Wrong passwords and codes are counted for each account and device (casino.web.lockout) and kept
# in the database, where the auditor sees them; from the fifth on one waits, each time longer.
AXES_HANDLER = "casino.web.lockout.Lockout"
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(hours=24)  # after that they are forgotten
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_CALLABLE = "casino.web.views.closed_door"
AXES_USERNAME_CALLABLE = "casino.web.lockout.counted_as"
# One name after the other from one address, by devices that nobody here has used.
SIGN_IN_TRIES_OF_AN_ADDRESS = 100
AXES_RESET_ON_SUCCESS = True
AXES_VERBOSE = False
ACCOUNT_ADAPTER = "casino.web.sign_in.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*"]
ACCOUNT_USER_MODEL_EMAIL_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_RATE_LIMITS = False  # axes counts, in the database and not in the cache
MFA_ADAPTER = "casino.web.sign_in.SecondFactorAdapter"
MFA_FORMS = {
    "authenticate": "casino.web.sign_in.CodeForm",
    "reauthenticate": "casino.web.sign_in.CodeAgainForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_TOTP_ISSUER = "Back office"
MFA_TOTP_TOLERANCE = 1
MFA_ALLOW_UNVERIFIED_EMAIL = True  # staff have no mail address here
MFA_RATE_LIMITS = False
# "required": whoever has no second factor yet is asked for one after the password.
SECOND_FACTOR = env.str(
    "SECOND_FACTOR",
    "required" if HTTPS else "optional",
    validate=validate.OneOf(["required", "optional"]),
)
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"  # in no cookie
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "sign-in"
SESSION_ENGINE = "casino.web.session_store"
SESSION_COOKIE_AGE = SESSION_LONGEST_SECONDS = 12 * 3600
SESSION_IDLE_SECONDS = 15 * 60
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
# A browser takes a cookie of that name from this very host alone, encrypted.
COOKIE_PREFIX = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = COOKIE_PREFIX + "sessionid", COOKIE_PREFIX + "csrftoken"

# Sentences are written in English and translated in `locale`; how figures and days are written is
# our own for every language, as Django's own formats are American or have gaps.
LANGUAGE_CODE = "en"
LANGUAGES = [("et", "eesti"), ("ru", "русский"), ("en", "English"), ("lv", "latviešu")]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "casino.formats"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True

STATIC_URL = "static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", str(BASE_DIR / "var" / "static")))
# Every page names files by their content; compressed once, not once more under the plain name.
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "casino.web.storage.StaticFiles"},
}
if DEBUG:
    STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "object-src": ["'none'"],
        "frame-ancestors": ["'none'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "require-trusted-types-for": ["'script'"],
        "trusted-types": ["default"],
    }
}
# How many proxies of ours a request passes, or their networks: what they say of it is believed.
TRUSTED_PROXIES = env.str("TRUSTED_PROXIES", f"{HTTPS:d}", validate=must_be.checked(trusted))
SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_REDIRECT_EXEMPT = ["^api/"]  # refused: casino.web.middleware
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
# A document of the journal has 200 lines of six fields each.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 1500

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "casino.web.api.TokenAuthentication",
        "casino.web.api.ClubSessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["casino.web.api.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "casino.web.openapi.Schema",
    "DEFAULT_THROTTLE_CLASSES": ["casino.web.api.PerUser"],
    "DEFAULT_THROTTLE_RATES": {
        "user": env.str("API_RATE", "6000/minute", validate=must_be.RATE),
        "own": "30/minute",
        "room": env.str("ROOM_RATE", "3000/minute", validate=must_be.RATE),
    },
    "EXCEPTION_HANDLER": "casino.web.errors.api_exception_handler",
    "UNAUTHENTICATED_USER": None,
    "NUM_PROXIES": 0,  # ClientAddressMiddleware has put the caller's address in its place
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Casino back office",
    "DESCRIPTION": "Money is integer cents. A POST or PUT needs an Idempotency-Key header (UUID), "
    "unless it writes nothing, as the calculators. Errors are problem details (RFC 9457).",
    "VERSION": "1.0.0",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": ["casino.web.openapi.finish", "casino.webhooks.schema.told"],
    "PATH_CONVERTER_OVERRIDES": {
        "id": {"type": "integer", "format": "int64", "minimum": 1, "maximum": 10**18 - 1},
        "day": {"type": "string", "format": "date"},
    },
}

CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_IGNORE_RESULT = True

# What the screen in the room shows of those who wait; "off": the club has no public board.
PUBLIC_BOARD = env.str(
    "PUBLIC_BOARD", "initials", validate=validate.OneOf(["names", "initials", "numbers", "off"])
)

# What runs the installation: how it is watched, who is told, what is kept for an emergency.
STATE_DIR = Path(env.str("STATE_DIR", str(BASE_DIR / "var"), validate=must_be.FOLDER))
BACKUP_DIR = env.str("BACKUP_DIR", "", validate=must_be.FOLDER)
PUBLIC_URL = env.str("PUBLIC_URL", "", validate=must_be.ADDRESS)
METRICS_TOKEN = env.str("METRICS_TOKEN", "")
ALARM_MAIL: list[str] = env.list("ALARM_MAIL", [], validate=must_be.MAILBOXES)
ALARM_WEBHOOK = env.str("ALARM_WEBHOOK", "", validate=must_be.ADDRESS)
ALIVE_URL = env.str("ALIVE_URL", "", validate=must_be.ADDRESS)
RESERVE_MB = env.int("RESERVE_MB", 200, validate=validate.Range(min=0))
# smtp+tls://user:password@mail.example:587; without it alarms are printed into the log.
MAIL = mail_of(env.str("EMAIL_URL", "console://", validate=must_be.MAIL_SERVER))
globals().update(MAIL | {"EMAIL_TIMEOUT": 10})
DEFAULT_FROM_EMAIL = env.str("MAIL_FROM", "casino@localhost", validate=must_be.MAILBOX)
# What script/server calls this run of the office: by it, it knows its own web server.
INSTANCE = env.str("INSTANCE", "")
# Where anchors of the seals are written, outside the database (RELIABILITY.md 7.3).
ANCHOR_DIR = Path(env.str("ANCHOR_DIR", str(BASE_DIR / "var" / "anchors"), validate=must_be.FOLDER))
# What signs them, where the worker runs; what verifies them, wherever that is done.
ANCHOR_KEY = env.str("ANCHOR_KEY", "")
ANCHOR_PUBLIC_KEYS: list[str] = env.list("ANCHOR_PUBLIC_KEYS", [], validate=must_be.PUBLIC_KEYS)
ANCHOR_MAIL: list[str] = env.list("ANCHOR_MAIL", [], validate=must_be.MAILBOXES)
ANCHOR_WEBHOOK = env.str("ANCHOR_WEBHOOK", "", validate=must_be.ADDRESS)

LOGGING = LINES
# Its own way to show an exception would print every variable of every function.
structlog.configure(
    processors=[
        merge_contextvars,
        add_log_level,
        TimeStamper(fmt="iso"),
        format_exc_info,
        without_rows,
        JSONRenderer(),
    ]
)
