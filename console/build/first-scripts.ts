import type { Rolldown } from 'vite'
import { PARTS } from '../src/parts.ts'
import { SCREENS, type Screen } from '../src/screens.ts'

type Built = Rolldown.RolldownOutput | Rolldown.RolldownOutput[] | Rolldown.RolldownWatcher

/** Scripts that the page needs first, by path of the file. */
export interface FirstScripts {
  /** The entry and the console. */
  readonly always: ReadonlySet<string>
  /** Those of screens and parts, with the addresses and names of those that need each. */
  readonly by: ReadonlyMap<string, readonly string[]>
}

/** Returns the scripts that the console, each screen and each part need first, including their imports. */
export const findFirstScripts = (built: Built): FirstScripts => {
  if (!('output' in built)) throw new Error('Invariant: one build, which is not watched')
  const chunks = built.output.filter((file) => file.type === 'chunk')
  const find = (isWanted: (chunk: Rolldown.OutputChunk) => boolean): ReadonlySet<string> => {
    const reached = new Set<string>()
    const visit = (chunk: Rolldown.OutputChunk | undefined): void => {
      if (!chunk || reached.has(`/${chunk.fileName}`)) return
      reached.add(`/${chunk.fileName}`)
      for (const imported of chunk.imports) visit(chunks.find(({ fileName }) => fileName === imported))
    }
    for (const chunk of chunks.filter(isWanted)) visit(chunk)
    return reached
  }
  const always = find(({ isEntry }) => isEntry)
  const by = new Map<string, readonly string[]>()
  for (const [name, module] of [...SCREENS.map(findModule), ...Object.entries(PARTS)])
    for (const script of find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module))))
      if (!always.has(script)) by.set(script, [...(by.get(script) ?? []), name])
  return { always, by }
}

/** Returns the address of a screen and its module. The screen Market is part of the console, except its chart. */
const findModule = ({ path, component }: Screen): readonly [string, string] => [
  path,
  component === 'Market' ? PARTS.candleChart : `/${component.toLowerCase()}/screen.tsx`,
]
