/** Markdown documents of the site: headings, sections and links, link resolution, and the check for dead links. */

import { readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import Slugger from 'github-slugger'
import { Marked, type Token, type TokensList } from 'marked'

/** Root folder of the project, ending in a separator. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const markdown = new Marked({ gfm: true })

export interface Heading {
  readonly depth: number
  /** Anchor, the same as on GitHub. */
  readonly id: string
  readonly text: string
}

/** A heading with the text below it, up to the next heading. */
interface Section {
  readonly heading: Heading
  readonly text: string
}

export interface Document {
  /** Path from the root of the project. */
  readonly file: string
  readonly title: string
  readonly tokens: TokensList
  readonly headings: readonly Heading[]
  readonly sections: readonly Section[]
  /** Targets of links and images, as written. */
  readonly links: readonly string[]
}

/** A target within the project: a file, and an anchor in it. */
interface Target {
  readonly file: string
  readonly anchor: string
}

/** Reads a Markdown file of the project. */
export const readDocument = (file: string): Document => parseDocument(file, readFileSync(join(ROOT, file), 'utf8'))

export const parseDocument = (file: string, text: string): Document => {
  const tokens = markdown.lexer(text)
  const sections = readSections(tokens)
  const headings = sections.map(({ heading }) => heading)
  const links: string[] = []
  void markdown.walkTokens(tokens, (token) => {
    if (token.type === 'link' || token.type === 'image') links.push(token.href)
    if (token.type === 'html')
      for (const [, href = ''] of token.raw.matchAll(/\b(?:src|href)="([^"]+)"/g)) links.push(href)
  })
  return { file, title: headings[0]?.text ?? file, tokens, headings, sections, links }
}

const readSections = (tokens: readonly Token[]): Section[] => {
  const slugger = new Slugger()
  const sections: { heading: Heading; text: string }[] = []
  for (const token of tokens) {
    const last = sections.at(-1)
    if (token.type === 'heading') {
      const text = plainText(token.tokens ?? [])
      sections.push({ heading: { depth: token.depth, id: slugger.slug(text), text }, text: '' })
    } else if (last) last.text = `${last.text} ${plainText([token])}`.trim()
  }
  return sections
}

/** Returns the text of tokens without their markup. */
const plainText = (tokens: readonly Token[]): string => tokens.map(textInToken).join('').replaceAll(/\s+/g, ' ')

const textInToken = (token: Token): string => {
  if (token.type === 'html') return ' '
  if (token.type === 'table') {
    const rows: { tokens: Token[] }[][] = [token.header, ...token.rows]
    return rows.map((row) => row.map((cell) => `${plainText(cell.tokens)} `).join('')).join('')
  }
  if (token.type === 'list') return token.items.map((item: Token) => `${textInToken(item)} `).join('')
  if ('tokens' in token && token.tokens) return plainText(token.tokens)
  if ('text' in token) return token.text
  return ' '
}

/** Returns whether the project has a file at this path. */
export const isFile = (file: string): boolean =>
  statSync(join(ROOT, file), { throwIfNoEntry: false })?.isFile() ?? false

/** Returns the target of a link within the project; undefined for an external link. */
export const resolveLink = (from: string, href: string): Target | undefined => {
  if (/^[a-z]+:/.test(href)) return undefined
  const [path = '', anchor = ''] = href.split('#')
  return { file: path === '' ? from : posix.join(posix.dirname(from), path), anchor }
}

/** Returns a sentence for each link to a missing file or anchor, or to Markdown that is not part of the site. */
export const findDeadLinks = (documents: readonly Document[]): string[] => {
  const anchors = new Map(documents.map(({ file, headings }) => [file, new Set(headings.map(({ id }) => id))]))
  const isDead = ({ file, anchor }: Target): boolean =>
    anchors.has(file) ? anchor !== '' && !anchors.get(file)?.has(anchor) : file.endsWith('.md') || !isFile(file)
  return documents.flatMap(({ file, links }) =>
    links.flatMap((href) => {
      const target = resolveLink(file, href)
      return target && isDead(target) ? [`${file}: the link ${href} leads nowhere.`] : []
    }),
  )
}
