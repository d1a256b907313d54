/** Loading of user strategy files: finds them in a folder, and imports one into the current thread. */

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { StrategyDefinition } from '../../domain/signal/strategy.ts'
import { checkDefinition } from './check-definition.ts'

/**
 * Loads a strategy file into this thread and returns its validated definition. Its digest is the SHA-256 of the file;
 * if it imports other files of the user, a digest of all of them. Throws any error of the file, and a `StrategyFault`
 * when it is not a strategy.
 */
export const loadDefinition = (path: string): Promise<LoadedDefinition> => {
  const known = loading.get(path) ?? loadFile(path)
  loading.set(path, known)
  return known
}

/** Module name under which a user's file imports our indicators, wherever the file is. */
const KIT = 'plimsoll/strategy'
const isSource = import.meta.url.endsWith('.ts')
const KIT_URL = new URL(isSource ? './strategy-kit.ts' : './strategy-kit.js', import.meta.url).href
/** Folder of our own code: `server`, or the bundle. */
const OURS = new URL(isSource ? '../../' : './', import.meta.url).href

/** Strategy definition of a file, with its digest. */
export type LoadedDefinition = StrategyDefinition & {
  readonly sourceDigest: string
  /** Modules of Node.js that the file imports, such as `node:fs`, whose results are not inputs of a rule. */
  readonly nodeModules: readonly string[]
}

/** Definitions by path: a module is loaded once per thread, and its hooks are called only then. */
const loading = new Map<string, Promise<LoadedDefinition>>()

const loadFile = async (path: string): Promise<LoadedDefinition> => {
  const [loaded, nodeModules] = [new Set<string>(), new Set<string>()]
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === KIT) return { url: KIT_URL, shortCircuit: true }
      const resolved = next(specifier, context)
      if (resolved.url.startsWith('node:') && loaded.has(context.parentURL ?? '')) nodeModules.add(resolved.url)
      return resolved
    },
    load(url, context, next) {
      if (url.startsWith('file:') && !url.startsWith(OURS)) loaded.add(url)
      return next(url, context)
    },
  })
  const module: { readonly default?: unknown } = await import(pathToFileURL(path).href)
  const definition = checkDefinition(module.default)
  return { ...definition, sourceDigest: digestOfAll([...loaded]), nodeModules: [...nodeModules] }
}

const digestOfAll = (urls: readonly string[]): string => {
  const digests = urls.map((url) => sha256(readFileSync(fileURLToPath(url)))).toSorted()
  const [only] = digests
  return only !== undefined && digests.length === 1 ? only : sha256(digests.join('\n'))
}

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')

/**
 * Returns the strategy files of a folder, in order of name; files whose names start with `_` are modules that they can
 * import.
 */
export const findStrategyFiles = (directory: string): string[] =>
  readdirSync(directory, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && isStrategyFile(entry.name))
    .map(({ name }) => join(directory, name))
    .toSorted()

const isStrategyFile = (name: string): boolean => /\.(ts|js|mjs)$/.test(name) && !/^[_.]|\.test\.|\.d\.ts$/.test(name)
