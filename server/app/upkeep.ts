/**
 * Keeps the store of an engine or of a copy while it is used: checks it for damage, and renews the snapshot of the
 * ledger from which the next start continues.
 */

import type { Logger } from 'pino'
import { BATCHES_UNTIL_NEW } from '../adapters/store/postgres/make-checkpoint.ts'
import type { JournalReader } from '../adapters/store/sqlite/journal-reader.ts'
import type { EngineStore } from '../adapters/store/sqlite/store.ts'
import { FACTS_UNTIL_NEW } from '../adapters/store/upkeep/ledger-snapshot.ts'
import { type CheckpointShare, startUpkeep, type Upkeep } from '../adapters/store/upkeep/upkeep.ts'
import { every } from '../core/every.ts'
import { MINUTE_MS } from '../core/instant.ts'
import type { Engine } from '../engine/run/loop.ts'
import type { Books } from './engine-state.ts'

/**
 * Checks the engine's store for damage once the server is ready, on which the engine halts, and renews the snapshot of
 * the ledger while the engine runs. A store without an earlier run has nothing to check.
 */
export const keepStore = (
  { directory, past, fold, store }: Pick<Books, 'directory' | 'past' | 'fold' | 'store'>,
  { engine, ready, logger, resources, fail, share }: KeepParts,
): void => {
  const upkeep = keepSnapshot({ directory, fold, ...store, share }, { logger, resources })
  const note = async (damage: string | null): Promise<void> => {
    if (upkeep.hasEnded()) return
    if (damage !== null) logger.error({ damage }, 'the store is damaged')
    await engine.submit({ kind: 'noteStoreCheck', damage })
  }
  const check = async (): Promise<void> => {
    if (past.length === 0) return note(null)
    await ready
    if (!upkeep.hasEnded()) await note(await upkeep.run(true).checked)
  }
  check().catch((error: Error) => {
    if (!upkeep.hasEnded()) fail(error)
  })
}

interface KeepParts extends SnapshotKeeping {
  readonly engine: Pick<Engine, 'submit'>
  /** Resolves when the server is ready, with which the check would compete. */
  readonly ready: Promise<void>
  readonly fail: (error: Error) => void
  /** The shared store of the account, if any. */
  readonly share?: CheckpointShare | undefined
}

interface SnapshotKeeping {
  readonly logger: Pick<Logger, 'warn' | 'error'>
  readonly resources: AsyncDisposableStack
}

/**
 * Renews the snapshot of the ledger whenever many facts have been added to the journal, by whichever process, and the
 * checkpoint in the shared store, if any, whenever many batches have been added to the log.
 */
export const keepSnapshot = (
  { directory, fold, journal, position, share }: SnapshotParts,
  { logger, resources }: SnapshotKeeping,
): RunningUpkeep => {
  const ending = new AbortController()
  let running: Upkeep | undefined
  let last = { seq: 0, batch: 0 }
  const run = (checks: boolean): Upkeep => {
    last = { seq: journal.newest(), batch: position() ?? 0 }
    const upkeep = startUpkeep({ directory, fold, checks, share })
    running = upkeep
    void upkeep.done.then((err) => {
      running = undefined
      if (!err || ending.signal.aborted) return
      last.batch = 0
      logger.warn({ err }, 'the ledger snapshot or the checkpoint could not be created')
    })
    return upkeep
  }
  const isDue = (): boolean =>
    journal.newest() - last.seq >= FACTS_UNTIL_NEW ||
    (share !== undefined && (position() ?? 0) - last.batch >= BATCHES_UNTIL_NEW)
  const stop = every(MINUTE_MS, () => {
    if (!running && isDue()) run(false)
  })
  resources.defer(async () => {
    ending.abort()
    stop()
    await running?.end()
  })
  return { run, hasEnded: () => ending.signal.aborted }
}

interface SnapshotParts extends Pick<Books, 'directory' | 'fold'> {
  readonly journal: Pick<JournalReader, 'newest'>
  readonly position: EngineStore['position']
  readonly share?: CheckpointShare | undefined
}

interface RunningUpkeep {
  /** Runs the upkeep now, with a check of the whole store if `checks`. */
  run(checks: boolean): Upkeep
  hasEnded(): boolean
}
