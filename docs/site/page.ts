/**
 * HTML of a documentation page around its content: header, navigation, outline, and links to the previous and next
 * page.
 */

import { posix } from 'node:path'
import type { Heading } from './documents.ts'
import { escapeHtml } from './render.ts'

export interface Page {
  /** Path in the site. */
  readonly path: string
  /** Name in the navigation. */
  readonly label: string
  readonly title: string
  readonly headings: readonly Heading[]
  readonly html: string
}

/** Navigation and version of the site. */
export interface Surroundings {
  readonly chapters: readonly { readonly title: string; readonly pages: readonly Omit<Page, 'html'>[] }[]
  readonly version: string
}

const MARK =
  '<svg viewBox="0 0 40 40" width="24" height="24" aria-hidden="true"><circle cx="20" cy="20" r="13" fill="none" stroke="currentColor" stroke-width="3"/><path d="M2 20h36" stroke="currentColor" stroke-width="3"/></svg>'

/** Returns the link from a page to a path of the site. */
export const relativeTo = (page: string, path: string): string => posix.relative(posix.dirname(page), path) || path

/**
 * Returns the complete HTML of a page. Links are relative to the page, or start with `at` when the page is served at
 * any address.
 */
export const pageHtml = (page: Page, site: Surroundings, at?: string): string => {
  const to = (path: string): string => (at === undefined ? relativeTo(page.path, path) : at + path)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)} · Plimsoll documentation</title>
<link rel="icon" href="${to('favicon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${to('style.css')}">
<script src="${to('appearance.js')}"></script>
<script type="module" src="${to('site.js')}"></script>
</head>
<body data-sections="${to('sections.json')}">
<a class="skip" href="#content">Skip to content</a>
<header>
<button type="button" class="pages" popovertarget="pages">Pages</button>
<a class="home" href="${to('index.html')}">${MARK}<span>Plimsoll <span class="quiet">documentation</span></span></a>
<button type="button" class="search" aria-haspopup="dialog" aria-keyshortcuts="/" hidden>Search <kbd>/</kbd></button>
<a href="/api-docs">API reference</a>
<a href="/">Console</a>
<label class="theme" hidden><span>Theme</span> <select><option value="system">System</option><option value="light">Light</option><option value="dark">Dark</option></select></label>
</header>
<div class="frame">
<nav id="pages" class="sidebar" popover aria-label="Pages">
${site.chapters.map((chapter) => chapterHtml(chapter, page, to)).join('\n')}
<ul class="elsewhere"><li><a href="/api-docs">API reference</a></li><li><a href="/">Console</a></li></ul>
<p class="quiet">Version ${site.version}</p>
</nav>
<main id="content" tabindex="-1">
${page.html}
${neighboursHtml(page, site, to)}
</main>
${outlineHtml(page)}
</div>
</body>
</html>
`
}

type To = (path: string) => string

const chapterHtml = ({ title, pages }: Surroundings['chapters'][number], current: Page, to: To): string => {
  const items = pages.map(({ path, label }) => {
    const state = path === current.path ? ' aria-current="page"' : ''
    return `<li><a href="${to(path)}"${state}>${escapeHtml(label)}</a></li>`
  })
  return `<h2>${escapeHtml(title)}</h2>\n<ul>${items.join('')}</ul>`
}

const neighboursHtml = (page: Page, { chapters }: Surroundings, to: To): string => {
  const order = chapters.flatMap(({ pages }) => pages)
  const at = order.findIndex(({ path }) => path === page.path)
  const link = (other: (typeof order)[number] | undefined, side: string): string =>
    other
      ? `<a class="${side.toLowerCase()}" href="${to(other.path)}"><span class="quiet">${side}</span> ${escapeHtml(other.label)}</a>`
      : ''
  if (at < 0) return ''
  return `<nav class="neighbours" aria-label="Previous and next page">${link(order[at - 1], 'Previous')}${link(order[at + 1], 'Next')}</nav>`
}

const outlineHtml = ({ headings }: Page): string => {
  const listed = headings.filter(({ depth }) => depth === 2 || depth === 3)
  if (listed.length < 2) return ''
  const items = listed.map(
    ({ depth, id, text }) => `<li class="depth-${depth}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  )
  return `<nav class="outline" aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></nav>`
}
