import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Integrity digests by path of the loaded file. */
export type Integrities = ReadonlyMap<string, string>

const LOADED = /(<(?:script|link)\b[^>]*?\b(?:src|href)=")(\/assets\/[^"]+)(")/g

/** Lets the page refuse scripts and styles that are not those it was built with, also those it needs later only. */
export const addIntegrity = async (directory: string): Promise<Integrities> => {
  const page = join(directory, 'index.html')
  const html = await nameAllScripts(directory, await readFile(page, 'utf8'))
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

/** A script that is imported later has the digest it is named with here. */
const nameAllScripts = async (directory: string, html: string): Promise<string> => {
  const scripts = (await readdir(join(directory, 'assets'))).filter((name) => name.endsWith('.js'))
  const later = scripts.map((name) => `/assets/${name}`).filter((path) => !html.includes(`"${path}"`))
  const links = later.map((path) => `    <link rel="modulepreload" crossorigin href="${path}">\n`)
  return html.replace('  </head>', `${links.join('')}  </head>`)
}
