import { describe, expect, it } from 'vitest'
import { graphDigest, type ImportGraph, neighbours, parseImports, pathsTo } from './import-graph.ts'

const buildGraph = (files: Readonly<Record<string, string>>): ImportGraph =>
  new Map(Object.entries(files).map(([path, text]) => [path, parseImports(path, text)]))

describe('the imports of a module', () => {
  it('are returned with the names they import, in every form', () => {
    const text = [
      "import { a, type B as C } from '../core/a.ts'",
      "import type D from './d.ts'",
      "import * as e from '@scope/lib/part'",
      'import {\n  f,\n  g,\n} from "./f.ts"',
      "import './side-effect.ts'",
      "export { h } from './h.ts'",
      "const later = () => import('./late.ts')",
      "const thread = new Worker(new URL('./thread.ts', import.meta.url))",
      "import { readFile } from 'node:fs'",
    ].join('\n')
    const { imports, computed } = parseImports('server/x/y.ts', text)
    expect(imports.map(({ target, names }) => [target, names])).toEqual([
      ['server/core/a.ts', ['a', 'B']],
      ['server/x/d.ts', []],
      ['@scope/lib', []],
      ['server/x/f.ts', ['f', 'g']],
      ['server/x/h.ts', ['h']],
      ['node:fs', ['readFile']],
      ['server/x/side-effect.ts', []],
      ['server/x/late.ts', []],
      ['server/x/thread.ts', []],
    ])
    expect(computed).toBe(false)
  })

  it.each([
    ['await import(path)', true],
    ["await import(base + '/x.ts')", true],
    ["await import('./known.ts')", false],
    ['reimport(path)', false],
  ])('%s: cannot be followed: %s', (text, computed) => {
    expect(parseImports('a.ts', text).computed).toBe(computed)
  })
})

describe('the graph of the imports', () => {
  const graph = buildGraph({
    'a.ts': "import './b.ts'\nimport './lib.js'",
    'b.ts': "import './c.ts'\nimport './a.ts'",
    'c.ts': '',
    'alone.ts': '',
  })

  it('has edges between existing modules', () => {
    expect(neighbours(graph, 'a.ts')).toEqual(['b.ts'])
  })

  it('returns the path from one module to another, even through cycles', () => {
    expect(pathsTo(graph, 'a.ts', (path) => path === 'c.ts')).toEqual([['a.ts', 'b.ts', 'c.ts']])
    expect(pathsTo(graph, 'a.ts', (path) => path === 'alone.ts')).toEqual([])
  })

  it('has a digest of its edges only', () => {
    const same = buildGraph({
      'c.ts': '// text',
      'b.ts': "import './a.ts'\nimport './c.ts'",
      'alone.ts': '',
      'a.ts': "import './b.ts'",
    })
    expect(graphDigest(same)).toBe(graphDigest(graph))
    expect(graphDigest(buildGraph({ 'a.ts': '' }))).not.toBe(graphDigest(graph))
  })
})
