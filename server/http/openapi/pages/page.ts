import type { FastifyReply } from 'fastify'

/** A page has text and our own style: no script, no picture from elsewhere, no frame. */
const TEXT_POLICY = "default-src 'none'; style-src 'self'; frame-ancestors 'none'"

/** Path of the style sheet of the pages. */
export const STYLE_PATH = '/api-docs/pages.css'

/** Escapes text for HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Escapes text for HTML, with backtick spans as code. */
export const proseHtml = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

/** A whole page of HTML, without script. */
export const htmlPage = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} · Plimsoll</title><link rel="stylesheet" href="${STYLE_PATH}"></head><body><header><a href="/api-docs">${MARK}Plimsoll API</a><a href="/docs/">Documentation</a></header><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`

export const PAGE_TYPE = 'text/html; charset=utf-8'

export const withPagePolicy = (reply: FastifyReply): FastifyReply =>
  reply.header('content-security-policy', TEXT_POLICY)

export const sendPage = (reply: FastifyReply, page: string): FastifyReply =>
  withPagePolicy(reply).type(PAGE_TYPE).send(page)

const MARK =
  '<svg viewBox="0 0 40 40" width="24" height="24" aria-hidden="true"><circle cx="20" cy="20" r="13" fill="none" stroke="currentColor" stroke-width="3"/><path d="M2 20h36" stroke="currentColor" stroke-width="3"/></svg>'
