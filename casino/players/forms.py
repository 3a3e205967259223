"""What is known of a guest."""

from django import forms

from casino.web.fields import ActForm, NameField


class PlayerForm(ActForm):
    """A guest's name and papers."""

    name = NameField(label="Name")
    birth_date = forms.DateField(
        required=False, label="Birth date", widget=forms.DateInput(attrs={"type": "date"})
    )
    document = forms.CharField(required=False, max_length=50, label="Document")
    notes = forms.CharField(required=False, max_length=500, label="Notes")


class BarForm(ActForm):
    """Until when a guest may not play, and why."""

    until = forms.DateField(
        required=False,
        label="Barred until (empty: lift the bar)",
        widget=forms.DateInput(attrs={"type": "date"}),
    )
    reason = NameField(label="Reason", max_length=200)
