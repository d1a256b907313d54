/**
 * Quarantine of strategies that fail, whose outcomes fall short of their forecast, or that the host turns off, and the
 * monitors that detect it.
 */

import type { Instant } from '../../core/instant.ts'
import type { Cause } from '../../domain/order/order.ts'
import { addOutcome, CUSUM_DEFAULTS, type Cusum, createCusum } from '../../domain/signal/calibration/cusum.ts'
import type { SignalOutcome } from '../../domain/signal/outcome/signal-outcome.ts'
import type { Signal } from '../../domain/signal/signal.ts'
import { bookFor } from '../../domain/signal/trading-book.ts'
import { type Obstacle, refuse, storeObstacle } from '../control/refuse.ts'
import type { Command, CommandOutcome, Instructed } from '../model/events.ts'
import { DONE } from '../model/outcomes.ts'
import { audit, byEngine } from '../state/audit.ts'
import { describePending, isPastPending, type SignalIndex } from '../state/signal-index.ts'
import { type EngineState, type Rules, record, type Turn } from '../state/turn.ts'

/** Quarantines a strategy: its signals are still raised and followed, but not entered until the host re-enables it. */
export const quarantine = (turn: Turn, strategyId: string, reason: string): void =>
  quarantineBy(turn, byEngine(turn), strategyId, reason)

const quarantineBy = (turn: Turn, instructed: Instructed, strategyId: string, reason: string): void => {
  forgetWatches(turn.signals, strategyId)
  record(turn, { kind: 'strategyQuarantined', strategyId, reason, atMs: turn.atMs })
  audit(turn, instructed, { action: 'STRATEGY_QUARANTINE', target: strategyId, outcome: 'DONE', reason })
}

/** Quarantines a strategy on behalf of the host. */
export const quarantineOnRequest = (
  turn: Turn,
  { strategyId, instructed }: Extract<Command, { kind: 'quarantineStrategy' }>,
): CommandOutcome => {
  const obstacle = obstacleTo(turn, strategyId)
  if (obstacle) return refuse(turn, instructed, { action: 'STRATEGY_QUARANTINE', target: strategyId }, obstacle)
  quarantineBy(turn, instructed, strategyId, instructed.reason ?? 'Turned off on the host.')
  return DONE
}

const obstacleTo = ({ ledger, session }: Turn, strategyId: string): Obstacle | undefined =>
  storeObstacle(session) ??
  (ledger.quarantines.has(strategyId)
    ? { code: 'ALREADY_QUARANTINED', detail: `${strategyId} is already quarantined.` }
    : undefined)

/** Quarantines a strategy whose outcomes fall short of the forecast by more than chance explains. */
export const quarantineWhenFailing = (turn: Turn, signal: Signal, outcome: SignalOutcome): void => {
  const alarmed = watchPromise(turn.signals, turn.rules, signal, outcome)
  if (!alarmed || turn.ledger.quarantines.has(signal.strategyId)) return
  const sum = alarmed.sum.toFixed(1)
  const sampleSize = `over ${alarmed.outcomes} signals`
  quarantine(
    turn,
    signal.strategyId,
    `its outcomes fall ${sum} standard deviations short of the prediction, ${sampleSize}`,
  )
}

/** Returns the reason why a strategy may not enter a symbol now; null when it may. */
export const strategyHeldIn = (
  { ledger, market, rules, signals }: EngineState,
  { strategyId, interval, validUntilMs }: Cause,
  { symbol, atMs }: { readonly symbol: string; readonly atMs: Instant },
): string | null => {
  if (isPastPending(signals)) return describePending(signals)
  const quarantine = ledger.quarantines.get(strategyId)
  if (quarantine) return `${strategyId} is quarantined: ${quarantine.reason}`
  const nowMs = rules.clockChecked ? Math.max(atMs, market.clockMs) : market.clockMs
  if (nowMs > validUntilMs) return 'its signal is too old: wait for the next one'
  return bookFor(rules.books, { symbol, interval, strategyId })
    ? null
    : `no trading scope includes ${strategyId} on ${symbol} ${interval}`
}

/** Compares an outcome with the forecast of its signal; returns the monitor of the strategy once it has alarmed. */
export const watchPromise = (
  book: SignalIndex,
  { constitution }: Rules,
  { strategyId, definitionDigest, confidence }: Signal,
  outcome: SignalOutcome,
): Cusum | undefined => {
  const { quarantineAlarm } = constitution.autotrading
  if (quarantineAlarm === null) return undefined
  const key = `${strategyId} ${definitionDigest}`
  const watch = book.watches.get(key) ?? createCusum({ ...CUSUM_DEFAULTS, h: quarantineAlarm })
  book.watches.set(key, watch)
  const weight = outcome.uniqueness ?? 1
  return addOutcome(watch, { p: confidence.p, won: outcome.barrier === 'TARGET', weight }) ? watch : undefined
}

/** Resets the monitors of a strategy, in every version of its definition. */
export const forgetWatches = ({ watches }: SignalIndex, strategyId: string): void => {
  for (const key of [...watches.keys()]) if (key.startsWith(`${strategyId} `)) watches.delete(key)
}
