"""What Django says of passwords: here for our catalogues, which call one thing by one word."""

from django.utils.translation import gettext_noop, ngettext_lazy

gettext_noop("Old password")
gettext_noop("New password")
gettext_noop("New password confirmation")
gettext_noop("Enter the same password as before, for verification.")
gettext_noop("Your old password was entered incorrectly. Please enter it again.")
gettext_noop("The two password fields didn’t match.")  # noqa: RUF001
gettext_noop("This password is too common.")
gettext_noop("Your password can’t be a commonly used password.")  # noqa: RUF001
gettext_noop("The password is too similar to the %(verbose_name)s.")
gettext_noop("Your password can’t be too similar to your other personal information.")  # noqa: RUF001
ngettext_lazy(
    "This password is too short. It must contain at least %d character.",
    "This password is too short. It must contain at least %d characters.",
    "min_length",
)
ngettext_lazy(
    "Your password must contain at least %(min_length)d character.",
    "Your password must contain at least %(min_length)d characters.",
    "min_length",
)
