/**
 * Control part of the ledger: state, emergency stop, tripped breakers, quarantines and live grant, and the function
 * that applies facts to them.
 */

import { assertNever } from '../../core/assert.ts'
import type { Id } from '../../core/id.ts'
import type { Instant } from '../../core/instant.ts'
import type { BreakerId } from '../../domain/control/breakers.ts'
import type { PastRun } from '../../domain/control/continuity.ts'
import type { ControlState, DesiredState } from '../../domain/control/control-state.ts'
import type { LiveGrant } from '../../domain/control/live-grant.ts'
import type { Actor, StopOrder } from '../model/events.ts'
import type { ControlFact, LedgerFact, StateReason } from '../model/facts.ts'

/** Control state and permissions, part of the ledger. Changed only by `applyControl`, in place. */
export interface ControlBooks {
  control: Control
  /** Origin of the requested or self-made pause; remains across restarts, until the engine is RUNNING again. */
  pause: Pause | null
  /** The emergency stop, while it is engaged. */
  latch: Latch | null
  /** Tripped breakers that the host must re-arm. */
  readonly tripped: Map<BreakerId, Trip>
  /** Quarantined strategies; no entries until the host re-enables them. */
  readonly quarantines: Map<string, { readonly reason: string; readonly atMs: Instant }>
  /** Time when the host last allowed a strategy to enter again. */
  readonly rearmedAtMs: Map<string, Instant>
  /** The host's permission to trade with real money. */
  liveGrant: LiveGrant | null
  /** Time of the first such permission. */
  liveSinceMs: Instant | null
  /** Data losses reported by the stores, one sentence each, until the host has cleared the resulting stop. */
  behind: readonly string[]
}

/** State of the engine, its start time and its reason. */
interface Control {
  readonly state: ControlState
  readonly desired: DesiredState
  readonly reason: StateReason
  readonly by: Actor | null
  readonly sinceMs: Instant
}

/** Who paused autotrading, and why. */
type Pause = Pick<Control, 'reason'> & { readonly by: Actor }

/** Code of a start that only keeps an earlier pause, or is not configured to run automatically. */
export const STAYS_PAUSED = 'RECONCILED'

/** An engaged stop and its progress; replaced, never changed. */
export interface Latch extends StopOrder {
  /** Actor of the latest request, who receives its result. */
  readonly requestedBy: Pick<StopOrder, 'by' | 'auditId'>
  /** All orders the stop has cancelled or is cancelling. */
  readonly cancelling: ReadonlySet<Id<'ord'>>
  readonly retained: ReadonlySet<Id<'ord'>>
  readonly completedAtMs: Instant | null
}

interface Trip {
  readonly observed: string
  readonly limit: string
  readonly atMs: Instant
}

/** Returns the state before the first run. No pause has been requested: the desired state is running. */
export const openControlBooks = (): ControlBooks => ({
  control: {
    state: 'STOPPED',
    desired: 'RUNNING',
    reason: { code: 'NEVER_STARTED', message: 'The engine has not started.' },
    by: null,
    sinceMs: 0,
  },
  pause: null,
  latch: null,
  tripped: new Map(),
  quarantines: new Map(),
  rearmedAtMs: new Map(),
  liveGrant: null,
  liveSinceMs: null,
  behind: [],
})

export const applyControl = (books: ControlBooks, fact: Exclude<ControlFact, { kind: 'clockStepped' }>): void => {
  switch (fact.kind) {
    case 'controlChanged': {
      const { state, desired, reason, by, atMs } = fact
      books.pause = nextPause(books, fact)
      const sinceMs = state === books.control.state ? books.control.sinceMs : atMs
      books.control = { state, desired, reason, by, sinceMs }
      return
    }
    case 'latchEngaged':
      books.latch ??= {
        ...fact.stop,
        requestedBy: { by: fact.stop.by, auditId: fact.stop.auditId },
        cancelling: new Set(),
        retained: new Set(),
        completedAtMs: null,
      }
      return
    case 'stopRepeated':
    case 'stopSwept':
    case 'stopCompleted':
      books.latch &&= nextLatch(books.latch, fact)
      return
    case 'latchReleased':
      if (books.pause?.reason.code === books.latch?.code) books.pause = null
      books.latch = null
      books.behind = []
      return
    case 'storesBehind':
      books.behind = [...new Set([...books.behind, ...fact.findings])]
      return
    case 'breakerTripped':
      books.tripped.set(fact.breaker, { observed: fact.observed, limit: fact.limit, atMs: fact.atMs })
      return
    case 'breakersRearmed':
      for (const breaker of fact.breakers) books.tripped.delete(breaker)
      return
    case 'strategyQuarantined':
      books.quarantines.set(fact.strategyId, { reason: fact.reason, atMs: fact.atMs })
      return
    case 'strategiesRearmed':
      for (const strategyId of fact.strategies) {
        books.quarantines.delete(strategyId)
        books.rearmedAtMs.set(strategyId, fact.atMs)
      }
      return
    case 'liveGrantChanged':
      books.liveGrant = fact.grant
      if (fact.grant) books.liveSinceMs ??= fact.atMs
      return
    default:
      return assertNever(fact)
  }
}

/** Replaces the origin when running is no longer requested, and when the engine pauses for a cause of its own. */
const nextPause = (
  { control, pause }: Pick<ControlBooks, 'control' | 'pause'>,
  { state, desired, reason, by }: Extract<ControlFact, { kind: 'controlChanged' }>,
): Pause | null => {
  if (state === 'RUNNING') return null
  const isRequested = desired === 'PAUSED' && control.desired !== 'PAUSED'
  const isOwn = state === 'PAUSED' && by.type === 'ENGINE' && reason.code !== STAYS_PAUSED
  return isRequested || isOwn ? { reason, by } : pause
}

const nextLatch = (
  latch: Latch,
  fact: Extract<ControlFact, { kind: 'stopRepeated' | 'stopSwept' | 'stopCompleted' }>,
): Latch => {
  switch (fact.kind) {
    case 'stopRepeated': {
      const by = latch.by.type === 'ENGINE' ? fact.by : latch.by
      const requestedBy = { by: fact.by, auditId: fact.auditId }
      return { ...latch, by, requestedBy, flatten: fact.flatten, completedAtMs: null }
    }
    case 'stopSwept':
      return {
        ...latch,
        cancelling: new Set([...latch.cancelling, ...fact.cancelling]),
        retained: new Set([...latch.retained, ...fact.kept]),
      }
    case 'stopCompleted':
      return { ...latch, completedAtMs: fact.atMs }
    default:
      return assertNever(fact)
  }
}

/** More runs than any query needs. */
const RUNS_MAX = 64
const ON_THE_WAY: readonly ControlState[] = ['STARTING', 'RECONCILING', 'STOPPING', 'STOPPED']

/** Passes the facts through and collects the runs, oldest first. */
export function* notingRuns(facts: Iterable<LedgerFact>, runs: PastRun[]): Generator<LedgerFact> {
  for (const fact of facts) {
    noteRun(runs, fact)
    yield fact
  }
}

const noteRun = (runs: PastRun[], fact: LedgerFact): void => {
  if (fact.kind === 'runStarted') {
    const { runId, epoch, atMs, hashes = null } = fact
    runs.push({ runId, epoch, startedAtMs: atMs, hashes, endedCleanly: false, lastAtMs: atMs, state: null })
    if (runs.length > RUNS_MAX) runs.shift()
  }
  const run = runs.at(-1)
  if (!run) return
  run.lastAtMs = Math.max(run.lastAtMs, fact.atMs)
  if (fact.kind === 'runEnded' && fact.runId === run.runId) run.endedCleanly = true
  if (fact.kind === 'controlChanged' && !ON_THE_WAY.includes(fact.state)) run.state = fact.state
}
