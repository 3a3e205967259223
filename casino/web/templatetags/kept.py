"""Django's own `url` and `translate`, but that each address and each text is made only once."""

from functools import lru_cache
from typing import Any

from django import template
from django.template.base import Parser, Token, Variable
from django.template.context import Context
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as djangos_url
from django.templatetags.i18n import TranslateNode, do_translate
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()
ADDRESSES = 20_000


class AddressNode(URLNode):
    """An address by its name, which here belongs to no app and needs no current one."""

    def render(self, context: Context) -> str:
        """Write the address."""
        if self.kwargs or self.asvar or not context.autoescape:
            return str(super().render(context))
        arguments = [each.resolve(context) for each in self.args]
        return address(self.view_name.resolve(context), *arguments)


class TextNode(TranslateNode):
    """A text that the catalogues hold, in the reader's language."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        said = self.filter_expression
        constant = isinstance(said.var, Variable) and said.var.literal is not None
        self.is_constant = constant and not (said.filters or self.asvar or self.message_context)
        self.known: dict[str | None, str] = {}

    def render(self, context: Context) -> str:
        """Write the text."""
        if not self.is_constant:
            return super().render(context)
        language = get_language()
        if language not in self.known:
            self.known[language] = super().render(context)
        return self.known[language]


@register.tag
def url(parser: Parser, token: Token) -> AddressNode:
    node = djangos_url(parser, token)
    return AddressNode(node.view_name, node.args, node.kwargs, node.asvar)


@register.tag
def translate(parser: Parser, token: Token) -> TextNode:
    node = do_translate(parser, token)
    said = node.filter_expression
    return TextNode(said, node.noop, node.asvar, node.message_context)


@lru_cache(ADDRESSES)
def address(name: str, *arguments: object) -> SafeString:
    """Return an address as a page writes it."""
    return escape(reverse(name, args=arguments))
