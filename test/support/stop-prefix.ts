import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openClearingVenue } from '../../server/adapters/exchanges/clearing/venue.ts'
import { INSTRUMENT_SPECS } from '../../server/adapters/exchanges/simulated/instrument-specs.ts'
import { createMarketMatcher } from '../../server/adapters/exchanges/simulated/market-matcher.ts'
import { openAuditLog } from '../../server/adapters/store/audit/audit-log.ts'
import { openEngineStore } from '../../server/adapters/store/sqlite/store.ts'
import { openVenueStore } from '../../server/adapters/store/sqlite/venue-store.ts'
import { openStopFile } from '../../server/adapters/store/stop-file.ts'
import { createIds } from '../../server/core/id.ts'
import { publishedBrackets } from '../../server/domain/margin/brackets.ts'
import type { Effect } from '../../server/engine/model/effects.ts'
import type { StopOrder } from '../../server/engine/model/events.ts'
import type { VenueRequest } from '../../server/engine/model/venue.ts'
import { type Step, step } from '../../server/engine/run/step.ts'
import { createBatch } from '../../server/engine/state/batch.ts'
import { applyFact, createLedger } from '../../server/engine/state/ledger.ts'
import { anEngineState } from './engine-state.ts'
import { stopFilePath } from './stop-server.ts'

/** Progress of a stop when its process was killed. */
export interface StopPrefix {
  readonly file?: 'EMPTY' | 'WHOLE'
  readonly audit?: true
  readonly ledger?: true
  /** Number of cancels that the exchange has executed. */
  readonly cancels?: number
}

const ids = createIds({ now: Date.now, random: Math.random })

const aStop = (): StopOrder => ({
  stopId: ids('stp'),
  code: 'EMERGENCY_STOP',
  reason: 'This is how far it came.',
  flatten: 'NONE',
  by: { type: 'USER', sub: 'usr_01J0000000000000000000000A', sid: null, ip: null },
  auditId: ids('aud'),
  atMs: Date.now(),
})

/** Puts an unused data directory into the state of an interrupted stop; returns that stop. */
export const writeStopPrefix = (dataDir: string, prefix: StopPrefix): StopOrder => {
  const stop = aStop()
  if (prefix.file === 'EMPTY') writeFileSync(stopFilePath(dataDir), '')
  if (prefix.file === 'WHOLE') openStopFile(stopFilePath(dataDir)).write(stop)
  const { facts, effects } = writeBooks(dataDir, stop, prefix)
  if (prefix.audit) {
    const audit = openAuditLog({ directory: join(dataDir, 'audit'), clock: Date.now })
    audit.append(facts.flatMap((fact) => (fact.kind === 'audited' ? [fact.entry] : [])))
    audit.close()
  }
  if (prefix.cancels !== undefined) cancelSome(dataDir, effects, prefix.cancels)
  return stop
}

const booksPath = (dataDir: string): string => join(dataDir, 'simulated-paper')

/** Returns the engine's decision on a stop with the stored state, written where the ledger already has it. */
const writeBooks = (dataDir: string, stop: StopOrder, { ledger: written }: StopPrefix): Step => {
  const store = openEngineStore(booksPath(dataDir))
  const ledger = createLedger()
  for (const fact of store.journal.read()) applyFact(ledger, fact)
  const state = anEngineState({ ledger })
  const { by: actor, reason, auditId, atMs } = stop
  const instructed = { actor, requestId: null, idempotency: null, reason, auditId }
  const stopped = step(state, {
    kind: 'command',
    command: { kind: 'emergencyStop', stop, flatten: 'NONE', instructed },
    atMs,
  })
  if (written) store.journal.append(createBatch(stopped.facts, ledger))
  store.close()
  return stopped
}

const isCancel = (request: VenueRequest): boolean => request.kind === 'cancel'

/** Executes the first cancels at the exchange, without delivering its answers. */
const cancelSome = (dataDir: string, effects: readonly Effect[], part: number): void => {
  const cancelRequests = effects
    .flatMap((effect) => (effect.kind === 'askVenue' ? [effect.request] : []))
    .filter(isCancel)
  const store = openVenueStore(booksPath(dataDir))
  const tasks: (() => void)[] = []
  const venue = openClearingVenue({
    matcher: createMarketMatcher().matcher,
    store,
    instruments: INSTRUMENT_SPECS.map(({ instrument }) => instrument),
    brackets: publishedBrackets,
    leverage: () => 3,
    clock: Date.now,
    schedule: (task) => void tasks.push(task),
  })
  for (const request of cancelRequests.slice(0, Math.round(cancelRequests.length * part))) venue.send(request)
  for (const task of tasks) task()
  void venue.close()
  store.close()
}
