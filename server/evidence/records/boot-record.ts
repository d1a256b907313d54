import type { Instant } from '../../core/instant.ts'
import { type PastRun, uncleanEndsBefore } from '../../domain/control/continuity.ts'
import type { DesiredState } from '../../domain/control/control-state.ts'
import type { Fact } from '../../engine/model/facts.ts'
import { type Ledger, workingOrders } from '../../engine/state/ledger.ts'
import type { RestartTruth } from '../../monitor/inputs/engine.ts'

/** State found at the start of the process, and later results. The found state is fixed; the rest only grows. */
export interface BootRecord {
  readonly bootId: string
  readonly startedAtMs: Instant
  readonly previous: Readonly<PastRun> | null
  readonly desiredState: DesiredState
  /** Runs that ended without a clean shutdown within the hour before, the last one included. */
  readonly uncleanEnds: number
  /** True when the machine itself has been restarted since the last run. */
  readonly isHostNew: boolean
  /** Description of damage to the database; null when there is none. */
  readonly damage: string | null
  readonly uncertain: Set<string>
  readonly resolved: Set<string>
  readonly recovered: { -readonly [Name in keyof RestartTruth['recovered']]: number }
  /** Orders and executions that were not ours, in the time until the account was read. */
  foreign: number
  readonly firsts: { -readonly [Name in keyof RestartTruth['firsts']]: Instant | null }
}

export interface BootParts {
  readonly bootId: string
  readonly startedAtMs: Instant
  /** Time at which the machine was started. */
  readonly hostStartedAtMs: Instant
  readonly past: readonly PastRun[]
  readonly damage: string | null
  /** Ledger as recovered, before this run began. */
  readonly ledger: Ledger
}

export const createBootRecord = (parts: BootParts): BootRecord => {
  const { bootId, startedAtMs, hostStartedAtMs, past, damage, ledger } = parts
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
    damage,
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

/** Records orders found at the exchange. An initial ledger adopts them; later they were missed, or are external. */
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
