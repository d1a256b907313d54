/** Renders Markdown documents as HTML, with highlighted code and adjusted links. */

import { Marked, type RendererObject } from 'marked'
import type { Document } from './documents.ts'

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for HTML. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '')

/** Returns code as HTML; undefined for a language that is not highlighted. */
export type Highlight = (text: string, language: string) => string | undefined

interface Rendering {
  readonly highlight: Highlight
  /** Returns the address of the target of a link. */
  readonly address: (href: string) => string
}

/** Returns a document as HTML without scripts and inline styles. */
export const renderDocument = ({ tokens, headings }: Document, { highlight, address }: Rendering): string => {
  let nth = 0
  const renderer: RendererObject = {
    heading({ tokens: inline, depth }) {
      const { id = '', text = '' } = headings[nth++] ?? {}
      const anchor =
        depth === 1 ? '' : ` <a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(text)}">#</a>`
      return `<h${depth} id="${id}">${this.parser.parseInline(inline)}${anchor}</h${depth}>\n`
    },
    code: ({ text, lang = '' }) => codeBlock(highlight(text, lang.split(' ')[0] ?? '') ?? escapeHtml(text)),
    link({ href, tokens: inline }) {
      return `<a href="${escapeHtml(address(href))}">${this.parser.parseInline(inline)}</a>`
    },
    table({ header, rows }) {
      const line = (cells: typeof header, tag: string): string =>
        `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`
      const head = header.some(({ text }) => text !== '') ? `<thead>${line(header, 'th')}</thead>` : ''
      const body = rows.map((row) => line(row, 'td')).join('\n')
      return `<div class="table" tabindex="0" role="group" aria-label="Table"><table>${head}<tbody>${body}</tbody></table></div>\n`
    },
  }
  return new Marked({ gfm: true, renderer }).parser(tokens)
}

const codeBlock = (html: string): string => `<pre tabindex="0"><code>${html}\n</code></pre>\n`
