import type { Rolldown } from 'vite'

type Built = Rolldown.RolldownOutput | Rolldown.RolldownOutput[] | Rolldown.RolldownWatcher

/** Returns the paths of the scripts that the first screen needs: the entry, the console and the chart, including their imports. */
export const findFirstScripts = (built: Built): ReadonlySet<string> => {
  if (!('output' in built)) throw new Error('Invariant: one build, which is not watched')
  const chunks = new Map(built.output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]))
  const reached = new Set<string>()
  const visit = (name: string): void => {
    const chunk = chunks.get(name)
    if (!chunk || reached.has(`/${name}`)) return
    reached.add(`/${name}`)
    for (const imported of chunk.imports) visit(imported)
  }
  for (const { fileName, isEntry, facadeModuleId } of chunks.values())
    if (isEntry || FIRST.some((path) => facadeModuleId?.endsWith(path))) visit(fileName)
  return reached
}

/** Modules that the first screen imports separately: the console, after its texts, and the chart. */
const FIRST = ['/src/start.tsx', '/chart/candle-chart.tsx']
