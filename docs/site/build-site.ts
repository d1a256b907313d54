/** Builds the documentation site from the Markdown files: pages, search index, styles and scripts. */

import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { rolldown } from 'rolldown'
import { type Document, findDeadLinks, isFile, parseDocument, ROOT, readDocument, resolveLink } from './documents.ts'
import { HOME, NAVIGATION } from './navigation.ts'
import { type Page, pageHtml, relativeTo, type Surroundings } from './page.ts'
import { type Highlight, renderDocument } from './render.ts'

const HERE = join(ROOT, 'docs/site')
const OUT = join(ROOT, 'docs/dist')

/** Writes the site to `docs/dist` and returns its faults, such as dead links and unlisted pages. */
export const buildSite = async (highlight: Highlight): Promise<string[]> => {
  const chapters = [{ title: 'Documentation', entries: [[HOME, 'Overview'] as const] }, ...NAVIGATION]
  const labels = new Map(chapters.flatMap(({ entries }) => entries))
  const documents = [...labels.keys()].map(readDocument)
  const sources = findLinkedSources(documents)
  const pages = documents.map((document) => makePage(document, highlight, labels.get(document.file)))
  const byFile = new Map(documents.map(({ file }, nth) => [file, pages[nth] as Page]))
  const site: Surroundings = {
    chapters: chapters.map(({ title, entries }) => ({
      title,
      pages: entries.flatMap(([file]) => byFile.get(file) ?? []),
    })),
    version: JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version,
  }
  rmSync(OUT, { recursive: true, force: true })
  for (const page of [...pages, ...sources.map((document) => makePage(document, highlight))]) {
    write(page.path, pageHtml(page, site))
  }
  write('404.html', pageHtml(LOST, site, '/docs/'))
  write('sections.json', JSON.stringify(documents.flatMap(listSections)))
  cpSync(join(ROOT, 'docs/screenshots'), join(OUT, 'screenshots'), { recursive: true })
  cpSync(join(ROOT, 'console/public/favicon.svg'), join(OUT, 'favicon.svg'))
  cpSync(join(HERE, 'style.css'), join(OUT, 'style.css'))
  await bundleScripts()
  return [...findDeadLinks(documents), ...findUnlisted(labels)]
}

const LOST: Page = {
  path: '404.html',
  label: '',
  title: 'Page not found',
  headings: [],
  html: '<h1>Page not found</h1><p>No page of the documentation has this address. Use the navigation or the search.</p>',
}

const write = (path: string, text: string): void => {
  const file = join(OUT, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** Returns the path in the site of a file of the project. */
const sitePath = (file: string): string => {
  if (file === HOME) return 'index.html'
  if (!file.endsWith('.md')) return `files/${file}.html`
  return `${file
    .replace(/^docs\//, '')
    .replace(/\/README\.md$/, '')
    .replace(/\.md$/, '')
    .toLowerCase()}.html`
}

const makePage = (document: Document, highlight: Highlight, label = document.title): Page => {
  const { file, title, headings } = document
  const path = sitePath(file)
  const address = (href: string): string => {
    const target = resolveLink(file, href)
    if (!target) return href
    return relativeTo(path, sitePath(target.file)) + (target.anchor && `#${target.anchor}`)
  }
  return { path, label, title, headings, html: renderDocument(document, { highlight, address }) }
}

/** Returns the source files that documents link to; each becomes a page with its text. */
const findLinkedSources = (documents: readonly Document[]): Document[] => {
  const files = documents.flatMap(({ file, links }) => links.flatMap((href) => resolveLink(file, href)?.file ?? []))
  return [...new Set(files)].filter(isSource).map((file) => {
    const language = posix.extname(file).slice(1)
    return parseDocument(
      file,
      `# ${basename(file)}\n\n\`\`\`\`\`${language}\n${readFileSync(join(ROOT, file), 'utf8')}\n\`\`\`\`\`\n`,
    )
  })
}

const isSource = (file: string): boolean => !/\.(md|png)$/.test(file) && isFile(file)

/** Returns the sections of a page for the search index, each with its text and address. */
const listSections = ({ file, title, sections }: Document) =>
  sections.map(({ heading: { depth, id, text: heading }, text }) => ({
    address: sitePath(file) + (depth === 1 ? '' : `#${id}`),
    title,
    heading: depth === 1 ? '' : heading,
    text,
  }))

const findUnlisted = (labels: ReadonlyMap<string, string>): string[] =>
  globSync('docs/**/*.md', { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !labels.has(file))
    .map((file) => `${file} is missing in docs/site/navigation.ts.`)

const bundleScripts = async (): Promise<void> => {
  const scripts = { appearance: join(HERE, 'browser/appearance.ts'), site: join(HERE, 'browser/site.ts') }
  const bundle = await rolldown({ input: scripts, logLevel: 'warn' })
  await bundle.write({ dir: OUT, format: 'esm', minify: true })
  await bundle.close()
}
