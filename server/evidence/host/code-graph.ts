import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type CodeModule, type ImportGraph, parseImports } from '../../core/import-graph.ts'
import { addFile, shippedFiles } from './build-digest.ts'

/** The import graph of the code in a folder, and the digest of the very files it was read from. */
export interface CodeGraph {
  readonly graph: ImportGraph
  readonly buildDigest: string
}

/** Number of files after which the event loop is yielded. */
const FILES_AT_ONCE = 10

export const readCodeGraph = async (root: string): Promise<CodeGraph> => {
  const hash = createHash('sha256')
  const modules: CodeModule[] = []
  for (const [index, file] of shippedFiles(root).entries()) {
    const content = await readFile(join(root, file))
    addFile(hash, file, content)
    if (/\.[jt]s$/.test(file)) modules.push(parseImports(file, content.toString('utf8')))
    if (index % FILES_AT_ONCE === 0) await setImmediate()
  }
  return { graph: new Map(modules.map((module) => [module.path, module])), buildDigest: hash.digest('hex') }
}
