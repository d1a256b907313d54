import type { Rolldown } from 'vite'

type Built = Rolldown.RolldownOutput | Rolldown.RolldownOutput[] | Rolldown.RolldownWatcher

/**
 * Returns the paths of the scripts that the first screen needs: the entry with all it imports, now or later, except
 * other screens and what only those import.
 */
export const findFirstScripts = (built: Built): ReadonlySet<string> => {
  if (!('output' in built)) throw new Error('Invariant: one build, which is not watched')
  const chunks = new Map(built.output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]))
  const reached = new Set<string>()
  const visit = (name: string): void => {
    const chunk = chunks.get(name)
    if (!chunk || reached.has(`/${name}`) || chunk.facadeModuleId?.endsWith('/screen.tsx')) return
    reached.add(`/${name}`)
    for (const imported of [...chunk.imports, ...chunk.dynamicImports]) visit(imported)
  }
  for (const { fileName, isEntry } of chunks.values()) if (isEntry) visit(fileName)
  return reached
}
