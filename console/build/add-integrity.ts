import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FirstScripts } from './first-scripts.ts'

/** Integrity digests by path of the loaded file. */
export type Integrities = ReadonlyMap<string, string>

const LOADED = /(<(?:script|link)\b[^>]*?\b(?:src|href)=")(\/assets\/[^"]+)(")/g

/**
 * Adds integrity digests, so that the page refuses changed scripts and styles. The scripts of the console are fetched with
 * the page; the others are only listed, in a template, with the addresses of the screens and the names of the parts that
 * need them first.
 */
export const addIntegrity = async (directory: string, first: FirstScripts): Promise<Integrities> => {
  const page = join(directory, 'index.html')
  const html = await nameAllFiles(directory, await readFile(page, 'utf8'), first)
  const integrities = new Map<string, string>()
  for (const [, , path = ''] of html.matchAll(LOADED)) {
    const digest = createHash('sha384').update(await readFile(join(directory, path)))
    integrities.set(path, `sha384-${digest.digest('base64')}`)
  }
  await writeFile(
    page,
    html.replaceAll(
      LOADED,
      (_all, before, path, after) => `${before}${path}${after} integrity="${integrities.get(path)}"`,
    ),
  )
  return integrities
}

/** Lists the digests of scripts that are imported later, and of the font, which text rendering waits for. */
const nameAllFiles = async (directory: string, html: string, first: FirstScripts): Promise<string> => {
  const paths = (await readdir(join(directory, 'assets'))).map((name) => `/assets/${name}`)
  const scripts = paths.filter((path) => path.endsWith('.js') && !html.includes(`"${path}"`))
  const fonts = paths.filter((path) => path.endsWith('.woff2'))
  const link = (path: string): string => {
    const needs = first.by.get(path)?.join(' ')
    return `    <link rel="modulepreload" crossorigin${needs === undefined ? '' : ` data-for="${needs}"`} href="${path}">\n`
  }
  const links = [
    ...fonts.map((path) => `    <link rel="preload" as="font" type="font/woff2" crossorigin href="${path}">\n`),
    ...scripts.filter((path) => first.always.has(path)).map(link),
    '    <template id="other-scripts">\n',
    ...scripts.filter((path) => !first.always.has(path)).map(link),
    '    </template>\n',
  ]
  return html.replace('  </head>', `${links.join('')}  </head>`)
}
