/** Records for live trading: the steps confirmed by the practice exchange, and the last decision packets. */

import type { DecisionPacket } from '../../../contract/monitor/live-readiness-decision-packet.ts'
import type { Report } from '../../../contract/monitor/surface.ts'
import type { Instant } from '../../core/instant.ts'
import type { Fact } from '../../engine/model/facts.ts'
import type { EngineState } from '../../engine/state/turn.ts'
import type { StoredPackets } from '../../monitor/inputs/go-live.ts'

/**
 * Creates the record of a practice run. It calls `onResult` each time the exchange has confirmed every step and a later
 * reading of the account matches the ledger, and immediately for a report that no order transition allows.
 */
export const createPracticeRecord = (onResult: (result: PracticeResult) => void): PracticeRecord => {
  const confirmed = new Map<Step, Instant>()
  const note = (fact: Fact, isOpen: (symbol: string) => boolean): void => {
    if (fact.kind === 'candleClosed' || fact.kind === 'audited') return
    const step = stepIn(fact, isOpen)
    if (step && !confirmed.has(step)) confirmed.set(step, fact.atMs)
    if (fact.kind !== 'reportRefused') return
    const words = `${fact.report.status} for an order that is ${fact.status}`
    onResult({ atMs: fact.atMs, count: confirmed.size, faults: 1, note: words })
    confirmed.clear()
  }
  return {
    noteFacts(facts, { ledger, session }) {
      for (const fact of facts) note(fact, (symbol) => ledger.positions.has(symbol))
      const readAtMs = session.reconciliation.doneAtMs
      if (confirmed.size < STEPS.length || readAtMs === null || ledger.differences.size > 0) return
      if (readAtMs <= Math.max(...confirmed.values())) return
      onResult({ atMs: readAtMs, count: STEPS.length + 1, faults: 0, note: null })
      confirmed.clear()
    },
  }
}

type Step = (typeof STEPS)[number]

/** Steps in the lifecycle of an order that the exchange must confirm. */
const STEPS = ['ACCEPTED', 'CANCELLED', 'FILLED', 'STOP_VERIFIED', 'CLOSED'] as const

/** Result of an adapter's run at the practice exchange: complete, or the first report that did not match its order. */
export interface PracticeResult {
  readonly atMs: Instant
  readonly count: number
  readonly faults: number
  readonly note: string | null
}

/** Checks of the adapter while it trades at the practice exchange. */
export interface PracticeRecord {
  /** Records facts; `state` is the state after them. */
  noteFacts(facts: readonly Fact[], state: Pick<EngineState, 'ledger' | 'session'>): void
}

const stepIn = (fact: Fact, isOpen: (symbol: string) => boolean): Step | undefined => {
  switch (fact.kind) {
    case 'orderReported':
      return fact.report.status === 'NEW' ? 'ACCEPTED' : fact.report.status === 'CANCELED' ? 'CANCELLED' : undefined
    case 'executed':
      return fact.fills.every(({ symbol }) => isOpen(symbol)) ? 'FILLED' : 'CLOSED'
    case 'protectionChanged':
      return fact.protection.state === 'VERIFIED' ? 'STOP_VERIFIED' : undefined
    default:
      return undefined
  }
}

/** Retains the last decision packets, so that a packet has the same hash until a gate changes. */
export interface PacketKeeper {
  stored(): StoredPackets | undefined
  /** Returns when the last packet was last confirmed; undefined until the first one. */
  confirmedAtMs(): Instant | undefined
  /** Called with every completed report. */
  onReport(report: Report): void
  /** Restores the packets of an earlier run; throws a `TypeError` for an unknown format. */
  resume(saved: unknown): void
}

export const createPacketKeeper = (): PacketKeeper => {
  let stored: StoredPackets | undefined
  let confirmedAtMs: Instant | undefined
  return {
    stored: () => stored,
    confirmedAtMs: () => confirmedAtMs,
    onReport({ surface, data, generatedAt }) {
      if (surface !== 'live-readiness-decision-packet' || data === null) return
      const packet = data as DecisionPacket
      confirmedAtMs = Date.parse(generatedAt)
      if (packet.packetId !== stored?.current.packetId) stored = { current: packet, before: stored?.current ?? null }
    },
    resume(saved) {
      if (saved === null) return
      if (typeof saved !== 'object' || !('current' in saved))
        throw new TypeError('the saved packets have an unknown format')
      stored = saved as StoredPackets
    },
  }
}
