/** Import graph of the program's modules, parsed from their text: shortest paths between modules, and a digest. */

import { createHash } from 'node:crypto'

/** Modules of the program by path, with their imports. */
export type ImportGraph = ReadonlyMap<string, CodeModule>

/** One import of a module: of another module by its path, or of a library by its name. */
interface Import {
  readonly target: string
  readonly kind: 'MODULE' | 'LIBRARY'
  /** Names imported from the target; empty for all of it. */
  readonly names: readonly string[]
}

export interface CodeModule {
  readonly path: string
  readonly imports: readonly Import[]
  /** True when it has an import with a computed path, which static analysis cannot follow. */
  readonly computed: boolean
}

const FROM = /(?:^|\n)\s*(?:import|export)\s+([^'"`;()]*?)\s*from\s*['"]([^'"\n]+)['"]/g
const BARE = /(?:^|\n)\s*import\s*['"]([^'"\n]+)['"]/g
const DYNAMIC = /\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/g
/** Pattern of the URL from which a worker is started. */
const ADDRESS = /\bnew URL\(\s*['"](\.[^'"\n]+)['"]/g
const COMPUTED = /(?<![\w.'"`/])import\(\s*(?!['"\s])/

/** Parses the imports of a module from its text, types included. */
export const parseImports = (path: string, text: string): CodeModule => {
  const named = [...text.matchAll(FROM)].map(([, names = '', target = '']) => toImport(path, target, namesIn(names)))
  const whole = [BARE, DYNAMIC, ADDRESS].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, target = '']) => toImport(path, target, [])),
  )
  return { path, imports: [...named, ...whole], computed: COMPUTED.test(text) }
}

const toImport = (path: string, target: string, names: readonly string[]): Import =>
  target.startsWith('.')
    ? { target: resolve(path, target), kind: 'MODULE', names }
    : { target: libraryName(target), kind: 'LIBRARY', names }

/** Returns `@scope/name` for `@scope/name/part`. */
const libraryName = (target: string): string =>
  target.startsWith('node:')
    ? target
    : target
        .split('/')
        .slice(0, target.startsWith('@') ? 2 : 1)
        .join('/')

const resolve = (from: string, target: string): string => {
  const parts = from.split('/').slice(0, -1)
  for (const part of target.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}

const namesIn = (clause: string): string[] =>
  (/\{([^}]*)\}/.exec(clause)?.[1] ?? '')
    .split(',')
    .map(
      (name) =>
        name
          .trim()
          .replace(/^type\s+/, '')
          .split(/\s+as\s+/)[0] ?? '',
    )
    .filter((name) => name !== '')

/** Returns the distinct modules imported by a module. */
export const neighbours = (graph: ImportGraph, path: string): string[] => [
  ...new Set(
    (graph.get(path)?.imports ?? []).flatMap(({ kind, target }) =>
      kind === 'MODULE' && graph.has(target) ? [target] : [],
    ),
  ),
]

/** Returns the shortest path from a module to each matching module it reaches, itself included. */
export const pathsTo = (graph: ImportGraph, from: string, isTarget: (path: string) => boolean): string[][] => {
  const cameFrom = new Map<string, string | null>([[from, null]])
  const queue = [from]
  for (const at of queue) {
    for (const next of neighbours(graph, at)) {
      if (cameFrom.has(next)) continue
      cameFrom.set(next, at)
      queue.push(next)
    }
  }
  return queue.filter(isTarget).map((target) => wayBack(cameFrom, target))
}

const wayBack = (cameFrom: ReadonlyMap<string, string | null>, target: string): string[] => {
  const way: string[] = []
  for (let at: string | null | undefined = target; at; at = cameFrom.get(at)) way.unshift(at)
  return way
}

/** Returns the SHA-256 of all edges, sorted by name. */
export const graphDigest = (graph: ImportGraph): string => {
  const hash = createHash('sha256')
  for (const path of [...graph.keys()].toSorted())
    hash.update(`${path}\n  ${neighbours(graph, path).toSorted().join('\n  ')}\n`)
  return hash.digest('hex')
}
