/** Digests of the program's code: of the whole build, and of the modules that a backtest runs. */

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathsTo } from '../../core/import-graph.ts'
import { readCodeGraph } from '../../evidence/host/build.ts'
import { PROJECT_ROOT } from '../../project.ts'

/** Digests of the code: of the whole program, and of the part that a backtest runs. */
export interface CodeDigests {
  readonly buildDigest: string
  readonly engineDigest: string
}

/** Module that imports everything that a backtest runs. */
const ROOT_MODULE = 'server/app/research/drive-backtest.ts'

/** Reads both digests; without the sources, as in a package, the digest of the build is used for the engine. */
export const readCodeDigests = async (): Promise<CodeDigests> => {
  const { graph, buildDigest } = await readCodeGraph(PROJECT_ROOT)
  if (!existsSync(join(PROJECT_ROOT, ROOT_MODULE))) return { buildDigest, engineDigest: buildDigest }
  const modules = [ROOT_MODULE, ...pathsTo(graph, ROOT_MODULE, () => true).map((path) => path.at(-1) ?? ROOT_MODULE)]
  const hash = createHash('sha256')
  for (const path of [...new Set(modules)].toSorted()) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(PROJECT_ROOT, path)))
      .update('\0')
  }
  return { buildDigest, engineDigest: hash.digest('hex') }
}
