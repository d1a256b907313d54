import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { type StoredFile, storeFile } from '../http/answers/stored-file.ts'
import type { BuiltConsole } from '../http/routes/console.ts'
import { readManifest } from './console-files.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const PAGE = '/index.html'

/** Reads the built console, once, so that what is served is of one build; undefined where none has been built. */
export const loadConsole = async (directory: string): Promise<BuiltConsole | undefined> => {
  const manifest = await readManifest(directory)
  if (!manifest) return undefined
  const names = await readdir(directory, { recursive: true })
  const files = new Map<string, StoredFile>()
  for (const name of names.filter((known) => extname(known) in TYPES)) {
    files.set(`/${name.replaceAll('\\', '/')}`, await readConsoleFile(join(directory, name)))
  }
  const page = files.get(PAGE)
  if (!page) throw new Error(`${directory} has no page`)
  files.delete(PAGE)
  return { pages: [...new Set(manifest.routes.map(({ path }) => path))], page, files }
}

const readConsoleFile = async (file: string): Promise<StoredFile> => {
  const gzip = await readFile(`${file}.gz`).catch(() => undefined)
  return storeFile(TYPES[extname(file)] ?? 'application/octet-stream', await readFile(file), gzip && { gzip })
}
