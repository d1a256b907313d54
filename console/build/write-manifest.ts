import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConsoleManifest } from '../../contract/monitor/console-manifest.ts'
import { CONTROLS, SCREENS } from '../src/screens.ts'
import type { Integrities } from './add-integrity.ts'

const INLINE_SCRIPT = /<script(?![^>]*\bsrc=)/g

/** Writes the manifest of the build: the screens of the router, their API calls, and the digest of the files. */
export const writeManifest = async (directory: string, integrities: Integrities, at: Date): Promise<void> => {
  const files = await filesIn(directory)
  const page = await readFile(join(directory, 'index.html'), 'utf8')
  const manifest: ConsoleManifest = {
    schemaVersion: '1.0.0',
    builtAt: at.toISOString(),
    bundleDigest: await computeDigest(directory, files),
    routes: [...SCREENS, ...CONTROLS].map(({ path, component, roles, api }) => ({
      path,
      component,
      roles: [...roles],
      api: api.map((call) => ({ method: call.method, path: asRegistered(call.path) })),
    })),
    inlineScripts: page.match(INLINE_SCRIPT)?.length ?? 0,
    assets: files
      .filter((file) => file.startsWith('assets/') && !/\.(gz|br)$/.test(file))
      .map((file) => ({ path: file, integrity: integrities.get(`/${file}`) ?? null })),
  }
  await writeFile(join(directory, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

const asRegistered = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

const filesIn = async (directory: string): Promise<readonly string[]> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(directory.length + 1)
        .replaceAll('\\', '/'),
    )
    .toSorted()
}

const computeDigest = async (directory: string, files: readonly string[]): Promise<string> => {
  const hash = createHash('sha256')
  for (const file of files) {
    const content = await readFile(join(directory, file))
    hash.update(file).update('\0').update(content).update('\0')
  }
  return hash.digest('hex')
}
