import type { Logger } from 'pino'
import { FACTS_UNTIL_NEW } from '../adapters/store/upkeep/ledger-snapshot.ts'
import { startUpkeep, type Upkeep } from '../adapters/store/upkeep/upkeep.ts'
import { every } from '../core/every.ts'
import { MINUTE_MS } from '../core/instant.ts'
import type { Engine } from '../engine/run/loop.ts'
import type { Books } from './engine-state.ts'

/**
 * Checks the engine's store for damage, on which the engine halts, and renews the snapshot of the ledger while the
 * engine runs. A store without an earlier run has nothing to check.
 */
export const keepStore = (
  { directory, past, build, store }: Pick<Books, 'directory' | 'past' | 'build' | 'store'>,
  { engine, logger, resources, fail }: KeepParts,
): void => {
  const ending = new AbortController()
  let running: Upkeep | undefined
  let lastSeq = 0
  const run = (checks: boolean): Upkeep => {
    lastSeq = store.journal.newest()
    const upkeep = startUpkeep({ directory, build, checks })
    running = upkeep
    void upkeep.done.then((err) => {
      running = undefined
      if (err && !ending.signal.aborted) logger.warn({ err }, 'the ledger snapshot could not be created')
    })
    return upkeep
  }
  const note = async (damage: string | null): Promise<void> => {
    if (ending.signal.aborted) return
    if (damage !== null) logger.error({ damage }, 'the store is damaged')
    await engine.submit({ kind: 'noteStoreCheck', damage })
  }
  const checked = past.length === 0 ? Promise.resolve(null) : run(true).checked
  checked.then(note).catch((error: Error) => {
    if (!ending.signal.aborted) fail(error)
  })
  const stop = every(MINUTE_MS, () => {
    if (!running && store.journal.newest() - lastSeq >= FACTS_UNTIL_NEW) run(false)
  })
  resources.defer(async () => {
    ending.abort()
    stop()
    await running?.end()
  })
}

interface KeepParts {
  readonly engine: Pick<Engine, 'submit'>
  readonly logger: Logger
  readonly resources: AsyncDisposableStack
  readonly fail: (error: Error) => void
}
