/** Follows every signal minute by minute to its target, stop, horizon or exit, and records the outcome. */

import { type Candle, type CandleClose, closeTime } from '../../domain/market/candle.ts'
import type { Instrument } from '../../domain/market/instrument.ts'
import { toBar, toPriceNumber } from '../../domain/signal/bar.ts'
import type { LostOutcome, SignalOutcome } from '../../domain/signal/outcome/signal-outcome.ts'
import { beginWalk, exitNow, loseWalk, walkBar } from '../../domain/signal/outcome/walk.ts'
import type { Signal } from '../../domain/signal/signal.ts'
import type { Direction } from '../../domain/signal/strategy.ts'
import { followedIn, type OpenSignal, type SignalIndex } from '../state/signal-index.ts'
import type { Turn } from '../state/turn.ts'
import { quarantineWhenFailing } from './quarantine.ts'
import { noteOutcome } from './track-records.ts'

/** Starts following a signal minute by minute, whether it is traded or not. */
export const beginFollowing = (book: SignalIndex, signal: Signal, instrument: Instrument): OpenSignal => {
  const { symbol, signalId, direction, barClosedAtMs, plan, costReturn } = signal
  const followed: OpenSignal = {
    signal,
    walk: beginWalk({
      direction,
      signalAtMs: barClosedAtMs,
      stopLoss: toPriceNumber(instrument, plan.stopLoss),
      takeProfit: toPriceNumber(instrument, plan.takeProfit),
      horizonEndMs: plan.horizonEndMs,
      costReturn,
    }),
  }
  followedIn(book, symbol).set(signalId, followed)
  return followed
}

/** Records the outcomes determined when the open signals were restored at startup. */
export const resolveOwed = (turn: Turn): void => {
  for (const { signal, outcome } of turn.signals.owed.splice(0)) resolveSignal(turn, signal, outcome)
}

/** Advances every open signal of the symbol by a closed minute. */
export const followMinute = (turn: Turn, candle: Candle, instrument: Instrument): void => {
  const followed = followedIn(turn.signals, candle.symbol)
  if (followed.size === 0) return
  const bar = toBar(candle, instrument)
  for (const { signal, walk } of followed.values()) {
    if (bar.openMs < walk.nextOpenMs) continue
    const outcome = candle.missing.length > 0 ? loseWalk(walk, 'DATA_GAP') : walkBar(walk, bar)
    if (outcome) resolveSignal(turn, signal, outcome)
  }
}

/** Ends the strategy's signals in a direction on a series, because the strategy exits at the close of the bar. */
export const endByStrategy = (
  turn: Turn,
  candle: CandleClose,
  left: { readonly strategyId: string; readonly direction: Direction },
): void => {
  const instrument = turn.market.instruments.get(candle.symbol)?.instrument
  if (!instrument) return
  for (const { signal, walk } of followedIn(turn.signals, candle.symbol).values()) {
    const { strategyId, interval, direction } = signal
    if (strategyId !== left.strategyId || interval !== candle.interval || direction !== left.direction) continue
    resolveSignal(turn, signal, exitNow(walk, toPriceNumber(instrument, candle.close), closeTime(candle)))
  }
}

/** Ends signals without an outcome because the candle they were raised on has changed. */
export const loseSignals = (turn: Turn, { symbol, interval, openMs }: Candle): void => {
  for (const { signal, walk } of followedIn(turn.signals, symbol).values()) {
    if (signal.interval !== interval || signal.barOpenMs !== openMs) continue
    resolveSignal(turn, signal, loseWalk(walk, 'CANDLE_CHANGED'))
  }
}

const resolveSignal = (turn: Turn, signal: Signal, outcome: SignalOutcome | LostOutcome): void => {
  const { signals, facts, atMs } = turn
  followedIn(signals, signal.symbol).delete(signal.signalId)
  const ended = outcome.kind === 'LOST' ? outcome : { ...outcome, uniqueness: 1 / (1 + countOpen(signals, signal)) }
  facts.push({ kind: 'signalResolved', signalId: signal.signalId, outcome: ended, atMs })
  if (ended.kind === 'LOST') return
  noteOutcome(signals, signal, ended)
  if (signal.origin === 'LIVE') quarantineWhenFailing(turn, signal, ended)
}

/** Counts the open signals of a strategy: they are correlated, so each carries correspondingly less information. */
const countOpen = ({ open }: SignalIndex, { strategyId }: Signal): number => {
  let count = 0
  for (const followed of open.values()) {
    for (const { signal } of followed.values()) if (signal.strategyId === strategyId) count++
  }
  return count
}
