/**
 * Reads the built web console from disk: its files for the HTTP server, and its manifest with a digest of all files for
 * the monitor.
 */

import { createHash } from 'node:crypto'
import { glob, readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { ConsoleManifest } from '../../contract/monitor/console-manifest.ts'
import { type StoredFile, storeFile } from '../http/answers/stored-file.ts'
import { compileShape } from '../http/input/schemas.ts'
import type { BuiltConsole } from '../http/routes/console.ts'
import { PROJECT_ROOT } from '../project.ts'

/**
 * Reads all files of the built console, so that every response is from the same build; undefined if it is not built.
 */
export const loadConsole = async (directory: string): Promise<BuiltConsole | undefined> => {
  const manifest = await readManifest(directory)
  if (!manifest) return undefined
  const names = await readdir(directory, { recursive: true })
  const reading = names
    .filter((name) => extname(name) in TYPES)
    .map(async (name) => [`/${name.replaceAll('\\', '/')}`, await readConsoleFile(join(directory, name))] as const)
  const files = new Map(await Promise.all(reading))
  const page = files.get(PAGE)
  if (!page) throw new Error(`${directory} has no page`)
  files.delete(PAGE)
  return { pages: [...new Set(manifest.routes.map(({ path }) => path))], page, files }
}

/** Build directory of the console. */
export const CONSOLE_DIRECTORY = join(PROJECT_ROOT, 'console', 'dist')

const CONSOLE_MANIFEST = 'manifest.json'

/** Manifest of the console build, and the digest of its files on disk. */
export interface ConsoleFiles {
  readonly manifest: ConsoleManifest
  readonly bundleDigest: string
}

/** Reads manifest and digest; undefined if the console is not built. Throws when the manifest is invalid. */
export const readConsoleFiles = async (directory: string): Promise<ConsoleFiles | undefined> => {
  const manifest = await readManifest(directory)
  return manifest && { manifest, bundleDigest: await bundleDigest(directory) }
}

/** Reads the manifest as `readConsoleFiles` does, without reading the files. */
const readManifest = async (directory: string): Promise<ConsoleManifest | undefined> => {
  const text = await readFile(join(directory, CONSOLE_MANIFEST), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const isManifest = compileShape<ConsoleManifest>(ConsoleManifest)
  const manifest: unknown = JSON.parse(text)
  if (!isManifest(manifest)) throw new Error(`${join(directory, CONSOLE_MANIFEST)} is not a manifest`)
  return manifest
}

const bundleDigest = async (directory: string): Promise<string> => {
  const files: string[] = []
  for await (const entry of glob('**/*', { cwd: directory, withFileTypes: true })) {
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name).slice(directory.length + 1))
  }
  const hash = createHash('sha256')
  for (const file of files.map((name) => name.replaceAll('\\', '/')).toSorted()) {
    if (file === CONSOLE_MANIFEST) continue
    hash
      .update(file)
      .update('\0')
      .update(await readFile(join(directory, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

const PAGE = '/index.html'

const readConsoleFile = async (file: string): Promise<StoredFile> => {
  const readIfAny = (name: string): Promise<Buffer | undefined> => readFile(name).catch(() => undefined)
  const [body, gzip, br] = await Promise.all([readFile(file), readIfAny(`${file}.gz`), readIfAny(`${file}.br`)])
  return storeFile(TYPES[extname(file)] ?? 'application/octet-stream', body, {
    ...(gzip && { gzip }),
    ...(br && { br }),
  })
}
