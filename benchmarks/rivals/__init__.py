"""Other ways to post, in a database of their own: django-hordak and the plain ORM."""
