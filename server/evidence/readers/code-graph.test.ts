import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { aTempDirectory } from '../../../test/support/temp-directory.ts'
import { parseImports } from '../../core/import-graph.ts'
import { buildDigest, readCodeGraph, storeCodeGraph } from '../host/build.ts'
import { codeGraphTruth, FORBIDDEN } from './code-graph.ts'

const readGraph = (files: Readonly<Record<string, string>>) =>
  codeGraphTruth(new Map(Object.entries(files).map(([path, text]) => [path, parseImports(path, text)])))

const ENGINE = {
  'server/engine/run/perform.ts': "import type { ExecutionVenue } from '../model/ports.ts'",
  'server/engine/model/ports.ts': '',
}

describe('import graph checks', () => {
  it('prove for the shipped code that there is no advice, and that only permitted modules hold the port', async () => {
    const root = fileURLToPath(new URL('../../..', import.meta.url))
    const { graph, buildDigest: digest } = await readCodeGraph(root)
    const truth = codeGraphTruth(graph)
    expect(digest).toBe(buildDigest(root))
    expect(truth).toMatchObject({ advisory: [], paths: [], influenced: [], strangeHolders: [] })
    expect(truth.computedImports).toEqual(['server/adapters/strategies/load-definition.ts'])
    const isThere = (place: string) => [...graph.keys()].some((path) => path.startsWith(place))
    expect(FORBIDDEN.flatMap(({ places }) => places.filter((place) => !isThere(place)))).toEqual([])
    expect(truth.portHolders).toContain('server/engine/run/perform.ts')
    expect(truth.edges).toBeGreaterThan(truth.nodes)
  })

  it('are stored with a bundle and read from it when there are no sources', async () => {
    const root = aTempDirectory()
    mkdirSync(join(root, 'dist'))
    const module = parseImports('server/main.ts', "import { start } from './app/platform.ts'")
    const stored = { graph: new Map([[module.path, module]]), buildDigest: 'ab'.repeat(32) }
    storeCodeGraph(join(root, 'dist'), stored)
    expect(await readCodeGraph(root)).toEqual(stored)
  })

  it('detect advice by its folder and by the libraries it uses', () => {
    const { advisory, paths } = readGraph({
      ...ENGINE,
      'server/advisory/notes.ts': '',
      'server/views/words.ts': "import OpenAI from 'openai'",
      'server/views/search.ts': "import { Index } from '@pinecone-database/pinecone'",
    })
    expect(advisory.map(({ path, kind }) => [path, kind])).toEqual([
      ['server/advisory/notes.ts', 'ML_CLASSIFIER'],
      ['server/views/words.ts', 'LLM'],
      ['server/views/search.ts', 'RAG'],
    ])
    expect(paths).toEqual([])
  })

  it('find the path from advice to an order, through any modules', () => {
    const { paths } = readGraph({
      ...ENGINE,
      'server/advisory/notes.ts': "import { help } from '../views/help.ts'",
      'server/views/help.ts': "import { perform } from '../engine/run/perform.ts'",
    })
    expect(paths).toEqual([
      {
        from: 'server/advisory/notes.ts',
        to: 'server/engine/run/perform.ts',
        path: ['server/advisory/notes.ts', 'server/views/help.ts', 'server/engine/run/perform.ts'],
      },
    ])
  })

  it('find decisions that use advice, and other modules that hold the port', () => {
    const { influenced, strangeHolders } = readGraph({
      ...ENGINE,
      'server/advisory/notes.ts': '',
      'server/domain/signal/x.ts': "import type { Note } from '../../advisory/notes.ts'",
      'server/views/x.ts': "import type { ExecutionVenue } from '../engine/model/ports.ts'",
    })
    expect(influenced).toEqual(['server/domain/signal/x.ts'])
    expect(strangeHolders).toEqual(['server/views/x.ts'])
  })
})
