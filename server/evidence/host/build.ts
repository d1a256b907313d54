/** Digest and import graph of the running code, read from a bundle or from the sources. */

import { createHash, type Hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type CodeModule, type ImportGraph, parseImports } from '../../core/import-graph.ts'

/**
 * Returns the import graph of the running code: the one stored with a bundle, otherwise from the sources. The code of a
 * process does not change, so it is read once.
 */
export const readCodeGraph = (root: string): Promise<CodeGraph> => {
  const known = graphs.get(root)
  if (known !== undefined) return known
  const graph = readGraph(root)
  graphs.set(root, graph)
  return graph
}

/** Import graphs by project folder. */
const graphs = new Map<string, Promise<CodeGraph>>()

const readGraph = async (root: string): Promise<CodeGraph> => {
  if (IS_BUNDLED || !existsSync(join(root, 'server'))) return readStoredGraph(join(root, 'dist'))
  const hash = createHash('sha256')
  const modules: CodeModule[] = []
  for (const [index, file] of shippedFiles(root).entries()) {
    const content = await readFile(join(root, file))
    addFile(hash, file, content)
    if (/\.[jt]s$/.test(file)) modules.push(parseImports(file, content.toString('utf8')))
    if (index % FILES_AT_ONCE === 0) await setImmediate()
  }
  return { graph: toGraph(modules), buildDigest: hash.digest('hex') }
}

/** Import graph of the code in a folder, and the digest of its source files. */
export interface CodeGraph {
  readonly graph: ImportGraph
  readonly buildDigest: string
}

/** Number of files after which the reader yields to the event loop. */
const FILES_AT_ONCE = 10

/** File of a bundle with the import graph of its sources. */
const STORED_GRAPH = 'code-graph.json'

const IS_BUNDLED = import.meta.url.endsWith('.js')

interface StoredGraph {
  readonly buildDigest: string
  readonly modules: readonly CodeModule[]
}

export const storeCodeGraph = (bundle: string, { graph, buildDigest }: CodeGraph): void => {
  const stored: StoredGraph = { buildDigest, modules: [...graph.values()] }
  writeFileSync(join(bundle, STORED_GRAPH), JSON.stringify(stored))
}

const readStoredGraph = async (bundle: string): Promise<CodeGraph> => {
  const { buildDigest, modules } = JSON.parse(await readFile(join(bundle, STORED_GRAPH), 'utf8')) as StoredGraph
  return { graph: toGraph(modules), buildDigest }
}

const toGraph = (modules: readonly CodeModule[]): ImportGraph => new Map(modules.map((module) => [module.path, module]))

/** Folders of a running server below the project folder, with the file extension that counts in each. */
const PARTS = { bin: '.js', contract: '.ts', server: '.ts', venue: '.ts' }
const LOCKFILE = 'package-lock.json'

/** SHA-256, in hexadecimal, of the code in a folder, except its tests, and of its lockfile. */
const computeBuildDigest = (root: string): string => {
  const hash = createHash('sha256')
  for (const file of shippedFiles(root)) addFile(hash, file, readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** Adds a file and its name to the digest of a build. */
const addFile = (hash: Hash, file: string, content: Buffer): void => {
  hash.update(file).update('\0').update(content).update('\0')
}

/**
 * Returns the digest of the running code; for a bundle, the stored digest of the sources it was built from. It is
 * computed once.
 */
export const buildDigest = (root: string): string => {
  const known = digests.get(root)
  if (known !== undefined) return known
  const bundled = IS_BUNDLED ? readFileSync(join(root, 'dist', 'complete'), 'utf8') : ''
  const digest = /^[0-9a-f]{64}$/.test(bundled) ? bundled : computeBuildDigest(root)
  digests.set(root, digest)
  return digest
}

/** Build digests by project folder. */
const digests = new Map<string, string>()

/** File of a bundle with the digest of the code that derives the ledger from the journal. */
export const FOLD_STAMP = 'fold'

/**
 * Returns the digest of the code that derives the ledger from the journal; of the whole program when it runs from its
 * sources.
 */
export const foldDigest = (root: string): string =>
  IS_BUNDLED ? readFileSync(join(root, 'dist', FOLD_STAMP), 'utf8') : buildDigest(root)

/** Returns the files of a running server, without its tests, sorted by name. */
const shippedFiles = (root: string): string[] =>
  Object.entries(PARTS)
    .flatMap(([folder, ending]) => listFiles(root, folder).filter((file) => file.endsWith(ending)))
    .filter((file) => !file.endsWith('.test.ts'))
    .concat(existsSync(join(root, LOCKFILE)) ? LOCKFILE : [])
    .toSorted()

/** Returns the paths of the files in a folder and its subfolders; none if the folder does not exist. */
const listFiles = (root: string, folder: string): string[] => {
  const path = join(root, folder)
  if (!existsSync(path)) return []
  return readdirSync(path, { recursive: true, encoding: 'utf8' }).map((file) =>
    `${folder}/${file}`.replaceAll('\\', '/'),
  )
}
