/** HTML, styles and script of the API reference and of other documentation pages, and their security policy. */

import type { FastifyReply } from 'fastify'

/** Returns a complete HTML page without script. */
export const htmlPage = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} · Plimsoll</title><link rel="stylesheet" href="${STYLE_PATH}"></head><body><header><a href="/api-docs">${MARK}Plimsoll API</a><a href="/docs/">Documentation</a></header><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`

/** Content security policy of text pages: own styles, no script, no external image, no frame. */
const TEXT_POLICY = "default-src 'none'; style-src 'self'; frame-ancestors 'none'"

/** Path of the style sheet of the pages. */
export const STYLE_PATH = '/api-docs/pages.css'

/** Escapes text for HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Escapes text for HTML, with backtick spans as code. */
export const proseHtml = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

export const PAGE_TYPE = 'text/html; charset=utf-8'

export const withPagePolicy = (reply: FastifyReply): FastifyReply =>
  reply.header('content-security-policy', TEXT_POLICY)

export const sendPage = (reply: FastifyReply, page: string): FastifyReply =>
  withPagePolicy(reply).type(PAGE_TYPE).send(page)

const MARK =
  '<svg viewBox="0 0 40 40" width="24" height="24" aria-hidden="true"><circle cx="20" cy="20" r="13" fill="none" stroke="currentColor" stroke-width="3"/><path d="M2 20h36" stroke="currentColor" stroke-width="3"/></svg>'

/** Style sheet of the text pages. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f6f7f9; --raised: #ffffff; --line: #d5dae1; --text: #11161d; --muted: #4d5866; --accent: #00558f;
}
@media (prefers-color-scheme: dark) {
  :root { --ground: #0d1117; --raised: #161b22; --line: #2d3540; --text: #e6eaf0; --muted: #9aa6b5; --accent: #56b4e9; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.55 system-ui, sans-serif; }
header { display: flex; gap: 1.5rem; padding: 0.75rem 1rem; border-bottom: 1px solid var(--line); background: var(--raised); }
header a { display: inline-flex; gap: 0.5rem; align-items: center; font-weight: 600; text-decoration: none; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem 1rem 4rem; }
h1 { margin: 1rem 0; font-size: 1.75rem; line-height: 1.2; }
h2 { margin: 2.5rem 0 0.75rem; padding-top: 0.5rem; border-top: 1px solid var(--line); font-size: 1.25rem; }
h3 { margin: 1.5rem 0 0.25rem; font-size: 1rem; }
p { margin: 0.5rem 0; max-width: 46rem; }
a { color: var(--accent); }
code, pre { font: 0.875em/1.5 ui-monospace, monospace; }
code { overflow-wrap: break-word; }
pre {
  overflow-x: auto; margin: 0.5rem 0; white-space: pre-wrap; padding: 0.75rem; border: 1px solid var(--line); border-radius: 6px;
  background: var(--raised);
}
pre code { font-size: 1em; }
nav ul { columns: 16rem; padding-left: 1.25rem; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.4rem 0.75rem 0.4rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--muted); font-weight: 600; }
details { margin: 0.5rem 0; padding: 0.5rem 0.75rem; border: 1px solid var(--line); border-radius: 6px; background: var(--raised); }
details details { background: var(--ground); }
summary { cursor: pointer; overflow-wrap: anywhere; }
[id] { scroll-margin-top: 4rem; }
.fields { margin: 0.25rem 0; padding-left: 1.1rem; }
.fields li { margin: 0.2rem 0; }
.type, .muted { color: var(--muted); font-size: 0.875em; }
@media (max-width: 40rem) {
  thead { display: none; }
  tr { display: block; padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
  td { display: block; padding: 0.1rem 0; border: 0; }
}
`.trimStart()

/** Page of the API reference, filled by Swagger UI; scripts and styles are files of this server. */
export const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Plimsoll API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api-docs/static/swagger-ui.css">
<link rel="stylesheet" href="/api-docs/static/index.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/api-docs/static/swagger-ui-bundle.js"></script>
<script src="/api-docs/static/initializer.js"></script>
</body>
</html>
`

/** Script of the API reference; an entered token is discarded when the page is closed or reloaded. */
export const INITIALIZER = `window.onload = () => {
  SwaggerUIBundle({
    dom_id: '#swagger-ui',
    url: '/api-docs/openapi.json',
    deepLinking: true,
    displayRequestDuration: true,
    docExpansion: 'list',
    layout: 'BaseLayout',
    persistAuthorization: false,
    presets: [SwaggerUIBundle.presets.apis],
    validatorUrl: null,
  })
}
`
