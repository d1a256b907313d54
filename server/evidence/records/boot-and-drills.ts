/** Records of the start of this process, and of drills: emergency stops by users, and recoveries after kills. */

import { DAY_MS, type Instant } from '../../core/instant.ts'
import { type PastRun, uncleanEndsBefore } from '../../domain/control/continuity.ts'
import type { DesiredState } from '../../domain/control/control-state.ts'
import type { ExecutionMode } from '../../domain/order/order.ts'
import type { Fact } from '../../engine/model/facts.ts'
import { type Ledger, workingOrders } from '../../engine/state/ledger.ts'
import type { RestartTruth } from '../../monitor/inputs/engine.ts'
import type { Drill } from '../../monitor/inputs/go-live.ts'
import type { EvidenceSection } from './evidence-record.ts'

/** State found at the start of the process, and later results. The initial state is fixed; results are only added. */
export interface BootRecord {
  readonly bootId: string
  readonly startedAtMs: Instant
  readonly previous: Readonly<PastRun> | null
  readonly desiredState: DesiredState
  /** Number of runs within the preceding hour that ended without a clean shutdown, including the last one. */
  readonly uncleanEnds: number
  /** True when the host has been restarted since the last run. */
  readonly isHostNew: boolean
  /** Description of damage to the database; null when there is none, undefined until it has been checked. */
  damage: string | null | undefined
  readonly uncertain: Set<string>
  readonly resolved: Set<string>
  readonly recovered: { -readonly [Name in keyof RestartTruth['recovered']]: number }
  /** Number of external orders and executions until the account was read. */
  foreign: number
  readonly firsts: { -readonly [Name in keyof RestartTruth['firsts']]: Instant | null }
}

export interface BootParts {
  readonly bootId: string
  readonly startedAtMs: Instant
  /** Time at which the host was started. */
  readonly hostStartedAtMs: Instant
  readonly past: readonly PastRun[]
  /** Ledger as recovered before this run started. */
  readonly ledger: Ledger
}

export const createBootRecord = (parts: BootParts): BootRecord => {
  const { bootId, startedAtMs, hostStartedAtMs, past, ledger } = parts
  const previous = past.at(-1)
  const uncertain = workingOrders(ledger).flatMap(({ orderId, status }) =>
    status === 'OUTCOME_UNKNOWN' ? [orderId] : [],
  )
  return {
    bootId,
    startedAtMs,
    previous: previous ? { ...previous } : null,
    desiredState: ledger.control.desired,
    uncleanEnds: uncleanEndsBefore(past, startedAtMs),
    isHostNew: previous !== undefined && hostStartedAtMs > previous.lastAtMs,
    damage: undefined,
    uncertain: new Set(uncertain),
    resolved: new Set(),
    recovered: {
      intentsAbandoned: 0,
      dispatchesUnknown: uncertain.length,
      resolvedFound: 0,
      resolvedAbsent: 0,
      fillsBackfilled: 0,
      externalOrders: 0,
      positionsAdopted: 0,
    },
    foreign: 0,
    firsts: { read: null, resolved: null, reconciled: null, protected: null, clock: null, market: null },
  }
}

/** Records recovery facts; the recovery is complete when the account has been read. */
export const noteRecovered = (boot: BootRecord, facts: readonly Fact[], readAtMs: Instant | null): void => {
  if (readAtMs !== null) boot.firsts.read ??= readAtMs
  const untilMs = boot.firsts.read ?? Number.POSITIVE_INFINITY
  let isAdopting = false
  for (const fact of facts) {
    noteResolved(boot, fact)
    isAdopting ||= fact.kind === 'booksOpened'
    if ('atMs' in fact && fact.atMs <= untilMs) noteDiscovered(boot, fact, isAdopting)
  }
}

/** Records orders found at the exchange. A new ledger adopts them; otherwise they were missed, or are external. */
const noteDiscovered = (boot: BootRecord, fact: Fact, isAdopting: boolean): void => {
  const { recovered } = boot
  if (fact.kind === 'orderAbandoned') recovered.intentsAbandoned++
  else if (fact.kind === 'externalOrderSeen' && fact.order.purpose === 'EXTERNAL') {
    recovered.externalOrders++
    boot.foreign++
  } else if (fact.kind === 'executed' && isAdopting) recovered.positionsAdopted++
  else if (fact.kind === 'executed') {
    recovered.fillsBackfilled++
    if (fact.fills.some(({ orderId, kind }) => orderId === null && kind === 'TRADE')) boot.foreign++
  }
}

/** Records the outcome of unconfirmed orders. */
const noteResolved = (boot: BootRecord, fact: Fact): void => {
  const { uncertain, resolved, recovered } = boot
  if (fact.kind === 'orderUncertain' && fact.reason === 'RESTART' && !uncertain.has(fact.orderId)) {
    uncertain.add(fact.orderId)
    recovered.dispatchesUnknown++
  } else if (fact.kind === 'orderReported' && uncertain.has(fact.orderId) && !resolved.has(fact.orderId)) {
    resolved.add(fact.orderId)
    recovered.resolvedFound++
  } else if (fact.kind === 'orderProvenAbsent' && uncertain.has(fact.orderId)) recovered.resolvedAbsent++
}

/** Emergency stops and survived kills, oldest first. */
export interface DrillRecord {
  readonly section: EvidenceSection
  drills(): readonly Drill[]
  /** Records facts of an emergency stop; returns whether anything has changed. */
  noteFacts(facts: readonly Fact[]): boolean
  /** Records the progress of proving a start after a kill. */
  noteBoot(boot: BootRecord, isUnsafe: boolean, nowMs: Instant): void
}

const DRILLS_MAX = 500
/** Maximum period that a readiness gate evaluates. */
const REMEMBERED_MS = 366 * DAY_MS

export const createDrillRecord = (mode: ExecutionMode): DrillRecord => {
  let drills: readonly Drill[] = []
  const replace = (next: readonly Drill[]): boolean => {
    const hasChanged = next !== drills
    drills = next.slice(-DRILLS_MAX)
    return hasChanged
  }
  return {
    section: {
      name: 'drills',
      version: 1,
      save: () => drills,
      resume(saved, { toMs }) {
        if (!Array.isArray(saved)) throw new TypeError('the saved drills have an unknown format')
        const recent = (saved as Drill[]).filter(({ startedAtMs }) => startedAtMs > toMs - REMEMBERED_MS)
        drills = recent.map((drill) => (isPending(drill, 'KILL') ? { ...drill, outcome: 'CUT_OFF' } : drill))
      },
    },
    drills: () => drills,
    noteFacts: (facts) => replace(facts.reduce((known, fact) => afterFact(known, fact, mode), drills)),
    noteBoot: (boot, isUnsafe, nowMs) => void replace(afterBoot(drills, { boot, isUnsafe, nowMs, mode })),
  }
}

const isPending = ({ kind, outcome }: Drill, wanted: Drill['kind']): boolean => kind === wanted && outcome === 'PENDING'

/**
 * Adds a fact. A halt decided by the engine is not a drill, because it does not test whether a person can stop trading.
 */
const afterFact = (drills: readonly Drill[], fact: Fact, mode: ExecutionMode): readonly Drill[] => {
  if (fact.kind === 'latchEngaged' && fact.stop.by.type !== 'ENGINE') {
    const { stopId, by, atMs: calledAtMs } = fact.stop
    const drill: Drill = {
      drillId: stopId,
      kind: 'EMERGENCY_STOP',
      mode,
      startedAtMs: calledAtMs,
      completedAtMs: null,
      outcome: 'PENDING',
      by: by.sub ?? by.type,
      heldWithinMs: Math.max(0, fact.atMs - calledAtMs),
    }
    return [...drills, drill]
  }
  if (fact.kind === 'stopCompleted')
    return endPending(drills, 'EMERGENCY_STOP', { outcome: 'COMPLETE', completedAtMs: fact.atMs })
  if (fact.kind === 'latchReleased') return endPending(drills, 'EMERGENCY_STOP', { outcome: 'CUT_OFF' })
  return drills
}

const endPending = (drills: readonly Drill[], kind: Drill['kind'], end: Partial<Drill>): readonly Drill[] =>
  drills.some((drill) => isPending(drill, kind))
    ? drills.map((drill) => (isPending(drill, kind) ? { ...drill, ...end } : drill))
    : drills

interface Boot {
  readonly boot: BootRecord
  readonly isUnsafe: boolean
  readonly nowMs: Instant
  readonly mode: ExecutionMode
}

const afterBoot = (drills: readonly Drill[], { boot, isUnsafe, nowMs, mode }: Boot): readonly Drill[] => {
  const { previous, bootId, startedAtMs, firsts, damage } = boot
  if (!previous || previous.endedCleanly) return drills
  const known = drills.find(({ drillId }) => drillId === bootId)
  if (!known) {
    const drill: Drill = {
      drillId: bootId,
      kind: 'KILL',
      mode,
      startedAtMs,
      completedAtMs: null,
      outcome: 'PENDING',
      by: null,
      heldWithinMs: null,
    }
    return [...drills, drill]
  }
  if (known.outcome !== 'PENDING') return drills
  if (isUnsafe || typeof damage === 'string')
    return endPending(drills, 'KILL', { outcome: 'UNSAFE', completedAtMs: nowMs })
  const proven = [firsts.read, firsts.resolved, firsts.reconciled, firsts.protected]
  if (damage === undefined || proven.includes(null)) return drills
  return endPending(drills, 'KILL', {
    outcome: 'COMPLETE',
    completedAtMs: Math.max(...proven.map((atMs) => atMs ?? 0)),
  })
}
