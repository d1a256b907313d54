import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** What derives the ledger from stored facts, and stores it as a snapshot. */
const FOLD = {
  'adapters/store/sqlite/journal-reader.ts': ['createJournalReader'],
  'adapters/store/upkeep/ledger-snapshot.ts': ['emptySnapshot', 'foldOn', 'readSnapshot', 'writeSnapshot'],
}

/**
 * Returns the SHA-256, in hexadecimal, of the code in the folder `server` on which a snapshot of the ledger depends: all
 * of it that is executed, libraries included, but no comments, types or names of variables.
 */
export const digestFold = async ({ rolldown }, server) => {
  const lines = Object.entries(FOLD).map(
    ([path, names]) => `export { ${names.join(', ')} } from ${JSON.stringify(join(server, path))}`,
  )
  const fold = {
    name: 'fold',
    resolveId: (source) => (source === 'fold' ? '\0fold' : undefined),
    load: (id) => (id === '\0fold' ? lines.join('\n') : undefined),
  }
  const bundle = await rolldown({ platform: 'node', plugins: [fold], input: 'fold', logLevel: 'warn' })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  const hash = createHash('sha256')
  for (const chunk of output) hash.update(chunk.code)
  return hash.digest('hex')
}
