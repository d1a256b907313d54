import type { Rolldown } from 'vite'
import { SCREENS } from '../src/screens.ts'

type Built = Rolldown.RolldownOutput | Rolldown.RolldownOutput[] | Rolldown.RolldownWatcher

/** Scripts that the page needs first, by path of the file. */
export interface FirstScripts {
  /** The entry and the console. */
  readonly always: ReadonlySet<string>
  /** Those of the screens, with the addresses of the screens that need each. */
  readonly ofScreens: ReadonlyMap<string, readonly string[]>
}

/** Returns the scripts that the console and each screen need first, including their imports. */
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
  const ofScreens = new Map<string, readonly string[]>()
  for (const { path, component } of SCREENS) {
    const module = component === 'Market' ? MARKET : `/${component.toLowerCase()}/screen.tsx`
    for (const script of find(({ facadeModuleId }) => facadeModuleId?.endsWith(module) === true))
      if (!always.has(script)) ofScreens.set(script, [...(ofScreens.get(script) ?? []), path])
  }
  return { always, ofScreens }
}

/** The screen Market is part of the console; its chart is imported separately. */
const MARKET = '/chart/candle-chart.tsx'
