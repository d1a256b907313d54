/** Handles steps of the host's wall clock, and lists the readings that are still missing after one. */

import type { Instant } from '../../core/instant.ts'
import { printClockChange } from '../../domain/control/clock-step.ts'
import type { ClockStepped } from '../model/events.ts'
import { audit, byEngine } from '../state/audit.ts'
import { workingOrders } from '../state/ledger.ts'
import { moveSessionTimes } from '../state/move-times.ts'
import { type EngineState, record, type Turn } from '../state/turn.ts'

/**
 * Handles a step of the host's wall clock: account, exchange time and order books are read again, and no
 * risk-increasing order is sent until then. If platform time moved with it, so does every time from which an age is
 * measured.
 */
export const onClockStep = (turn: Turn, step: ClockStepped): void => {
  const { session, market, effects } = turn
  const { byMs, hostOffsetMs, adoptedMs } = step
  if (adoptedMs !== 0) {
    moveSessionTimes(session, adoptedMs)
    for (const entry of market.instruments.values()) moveMarketTimes(entry, adoptedMs)
  }
  session.hostClock = { offsetMs: hostOffsetMs, step: { byMs, adoptedMs, atMs: turn.atMs } }
  const follows =
    adoptedMs === 0 ? 'platform time is unaffected' : `platform time moved by ${printClockChange(adoptedMs)}`
  audit(turn, byEngine(turn), {
    action: 'CLOCK_STEP',
    target: 'clock',
    before: null,
    after: `wall clock less platform time ${hostOffsetMs} ms`,
    outcome: 'DONE',
    reason: `The host's wall clock was changed by ${printClockChange(byMs)}; ${follows}.`,
  })
  record(turn, { kind: 'clockStepped', ...step, atMs: turn.atMs })
  session.clock.pending = null
  session.clock.dueAtMs = turn.atMs
  session.reconciliation.pending = null
  session.reconciliation.dueAtMs = turn.atMs
  for (const symbol of market.instruments.keys()) effects.push({ kind: 'requestBook', symbol })
}

type MarketTimes = Record<'observedAtMs' | 'bookObservedAtMs' | 'markObservedAtMs', Instant | undefined> & {
  readonly booksLost: Instant[]
}

const moveMarketTimes = (entry: MarketTimes, byMs: number): void => {
  for (const name of ['observedAtMs', 'bookObservedAtMs', 'markObservedAtMs'] as const) {
    const atMs = entry[name]
    if (atMs !== undefined) entry[name] = atMs + byMs
  }
  for (const [index, atMs] of entry.booksLost.entries()) entry.booksLost[index] = atMs + byMs
}

/** Readings still missing since the wall clock was last set; empty when none is missing or the clock was never set. */
export type UnreadSinceStep = readonly ('account' | 'exchange time' | 'order book')[]

/**
 * Checks the order book of `symbol`; without a symbol, every order book with an open order or position of ours, or any
 * order book when there is none.
 */
export const unreadSinceStep = (state: Omit<EngineState, 'signals'>, symbol?: string): UnreadSinceStep => {
  const { session, rules } = state
  const stepAtMs = session.hostClock.step?.atMs
  if (stepAtMs === undefined) return []
  const isSince = (atMs: Instant | null | undefined): boolean => atMs != null && atMs >= stepAtMs
  return [
    ...(isSince(session.reconciliation.doneRequestedAtMs) ? [] : (['account'] as const)),
    ...(!rules.clockChecked || isSince(session.clock.atMs) ? [] : (['exchange time'] as const)),
    ...(listBookTimes(state, symbol).some((atMs) => !isSince(atMs)) ? (['order book'] as const) : []),
  ]
}

const listBookTimes = (
  { ledger, market }: Omit<EngineState, 'signals'>,
  symbol: string | undefined,
): readonly (Instant | undefined)[] => {
  const observed = (name: string): Instant | undefined => market.instruments.get(name)?.bookObservedAtMs
  if (symbol !== undefined) return [observed(symbol)]
  const ours = new Set([...ledger.positions.keys(), ...workingOrders(ledger).map(({ terms }) => terms.symbol)])
  if (ours.size > 0) return [...ours].map(observed)
  const all = [...market.instruments.values()].map(({ bookObservedAtMs }) => bookObservedAtMs ?? 0)
  return [Math.max(0, ...all)]
}
