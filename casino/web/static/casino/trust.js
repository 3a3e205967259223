/*
 * What becomes markup on our pages is our server's own answer, read by htmx and the modules; a text
 * that would become a script, or a script's address, is refused by the browser, since no such
 * function stands here.
 */

window.trustedTypes?.createPolicy("default", { createHTML: (markup) => markup });
