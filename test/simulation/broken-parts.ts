import { lots } from '../../server/domain/market/instrument.ts'
import type { AuditEntry, Fact } from '../../server/engine/model/facts.ts'
import type { Batch } from '../../server/engine/model/ports.ts'
import type { VenueRequest } from '../../server/engine/model/venue.ts'
import { perform } from '../../server/engine/run/perform.ts'
import { createStopSwitch } from '../../server/engine/state/stop-switch.ts'
import { createMemoryStopFile } from '../support/memory-stop-file.ts'
import type { Disk } from './world/disk.ts'
import type { Parts } from './world/world.ts'

/** Sends an increasing order although the latch was engaged in between. */
export const ignoresLatch: Parts = {
  perform: (effect, state, outside) =>
    perform(
      effect,
      { ...state, ledger: { ...state.ledger, latch: null } },
      { ...outside, stopSwitch: createStopSwitch(createMemoryStopFile()) },
    ),
}

/** Checks only the stop in the ledger, not a new stop file. */
export const ignoresStopFile: Parts = {
  perform: (effect, state, outside) =>
    perform(effect, state, { ...outside, stopSwitch: createStopSwitch(createMemoryStopFile()) }),
}

/** Sends orders decided while nothing can be written. */
export const sendsUnwritten: Parts = {
  perform: (effect, state, outside) => perform(effect, state, { ...outside, memory: { failure: null } }),
}

/** Cancels a stop together with every other order. */
export const takesBackStops = (): Parts => {
  const stops: VenueRequest[] = []
  return {
    listArrivals(request) {
      if (request.kind === 'submit' && request.submission.terms.type === 'STOP_MARKET') {
        const { venueClientId, terms } = request.submission
        stops.push({ kind: 'cancel', symbol: terms.symbol, venueClientId })
      }
      return request.kind === 'cancel' ? [request, ...stops.splice(0)] : [request]
    },
  }
}

/** Loses every cancel on its way. */
export const losesCancels: Parts = { listArrivals: (request) => (request.kind === 'cancel' ? [] : [request]) }

/** Writes every fact of one kind with changed content. */
const rewrites = (rewrite: (fact: Fact) => Fact | undefined): Parts => ({
  wrapDisk: ({ journal, ...disk }: Disk) => ({
    ...disk,
    journal: {
      read: journal.read,
      append: (batch) => journal.append({ ...batch, facts: batch.facts.flatMap((fact) => rewrite(fact) ?? []) }),
    },
  }),
})

/** Forgets every pause and stop at a restart: neither the journal nor the file contains them. */
export const forgetsStops: Parts = {
  wrapDisk: (disk: Disk) => ({
    ...disk,
    journal: {
      ...disk.journal,
      *read() {
        for (const fact of disk.journal.read()) if (fact.kind !== 'latchEngaged') yield fact
      },
    },
    stopFile: { ...disk.stopFile, exists: () => false, read: () => null },
  }),
}

/** Stores a pause with the requested state still running. */
export const forgetsPauses = rewrites((fact) =>
  fact.kind === 'controlChanged' && fact.desired === 'PAUSED' ? { ...fact, desired: 'RUNNING' } : fact,
)

/** Writes that the engine is running where it is reconciling after a stop. */
export const skipsReconciling = rewrites((fact) =>
  fact.kind === 'controlChanged' && fact.reason.code === 'STOP_CLEARED' ? { ...fact, state: 'RUNNING' } : fact,
)

/** Records each stop as one that closes all positions. */
export const forgetsToFlatten = rewrites((fact) =>
  fact.kind === 'latchEngaged' ? { ...fact, stop: { ...fact.stop, flatten: 'REDUCE_ONLY' } } : fact,
)

/** Delivers account readings for a limited time only, so that no stop can be verified as effective. */
export const losesReadings: Parts = {
  listArrivals: (request) => (request.kind === 'readAccount' && request.queryId > READINGS ? [] : [request]),
}

const READINGS = 40

/** Keeps only the audit entries that pass this filter. */
const audits = (keeps: (entry: AuditEntry) => boolean): Parts => ({
  wrapDisk: ({ audit, journal, ...disk }: Disk) => ({
    ...disk,
    audit: { ...audit, append: (entries) => audit.append(entries.filter(keeps)) },
    journal: {
      ...journal,
      append: ({ facts, ...batch }) =>
        journal.append({ ...batch, facts: facts.filter((fact) => fact.kind !== 'audited' || keeps(fact.entry)) }),
    },
  }),
})

export const forgetsIntents = audits(({ action, outcome }) => action !== 'EMERGENCY_STOP' || outcome !== 'INTENT')
export const forgetsResults = audits(({ action, outcome }) => action !== 'PAUSE' || outcome === 'INTENT')

/** Delivers every order twice, like a client that retries automatically. */
export const submitsTwice: Parts = {
  listArrivals: (request) => (request.kind === 'submit' ? [request, request] : [request]),
}

/** Treats a reduce-only order as an ordinary one, with a larger quantity. */
export const forgetsReduceOnly: Parts = { listArrivals: (request) => [loosened(request)] }

const loosened = (request: VenueRequest): VenueRequest => {
  if (request.kind !== 'submit' || !request.submission.terms.reduceOnly) return request
  const { submission } = request
  const { terms } = submission
  const quantity = lots(terms.quantity * 2)
  return { ...request, submission: { ...submission, terms: { ...terms, quantity, reduceOnly: false } } }
}

/** Confirms every tenth batch as durable, and discards it. */
export const forgetsBatches: Parts = {
  wrapDisk: ({ journal, ...disk }: Disk) => {
    let batches = 0
    return {
      ...disk,
      journal: {
        read: journal.read,
        append: (batch: Batch) => (++batches % 10 === 0 ? undefined : journal.append(batch)),
      },
    }
  },
}

/** Loses every stop in transit without an error. */
export const losesStops: Parts = {
  listArrivals: (request) =>
    request.kind === 'submit' && request.submission.terms.type === 'STOP_MARKET' ? [] : [request],
}

/** Loses every order that would reduce a position. */
export const losesWhatReduces: Parts = {
  listArrivals: (request) => (request.kind === 'submit' && request.submission.terms.reduceOnly ? [] : [request]),
}

/** Performs effects twice, like a loop that repeats a batch. */
export const performsTwice: Parts = {
  perform(effect, state, outside) {
    perform(effect, state, outside)
    perform(effect, state, outside)
  },
}
