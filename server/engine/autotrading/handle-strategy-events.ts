/** Handles events of plug-in strategies: their ideas become signals, and a failed strategy is quarantined. */

import type { Instant } from '../../core/instant.ts'
import { AUTHORITY } from '../../domain/control/control-state.ts'
import { type Candle, closeTime } from '../../domain/market/candle.ts'
import { intervalLength } from '../../domain/market/interval.ts'
import type { Signal } from '../../domain/signal/signal.ts'
import type { StrategyDefinition } from '../../domain/signal/strategy.ts'
import type { PlugInIdea, StrategyEvent } from '../model/strategy-event.ts'
import { getSeries, isBuiltIn } from '../state/signal-index.ts'
import type { Rules, Turn } from '../state/turn.ts'
import { considerEntries } from './evaluate-entry.ts'
import { followMinute } from './follow.ts'
import { handleIdea } from './on-candles-closed.ts'
import { quarantine } from './quarantine.ts'

/** Handles the ideas or the failure of a plug-in strategy; a failed one is quarantined until the host re-enables it. */
export const onStrategy = (turn: Turn, event: StrategyEvent): void => {
  if (event.kind === 'ideas') return takeIdeas(turn, event)
  if (!turn.ledger.quarantines.has(event.strategyId)) quarantine(turn, event.strategyId, event.reason)
}

/**
 * Handles past ideas in the order of their bars, following outcomes up to the next idea each time, so that an exit ends
 * the same signals as if it had arrived in time.
 */
const takeIdeas = (turn: Turn, { strategyId, ideas }: Extract<StrategyEvent, { kind: 'ideas' }>): void => {
  const inOrder = ideas.toSorted((one, other) => closeTime(one.candle) - closeTime(other.candle))
  const raised: Signal[] = []
  let untilMs: Instant | null = null
  for (const idea of inOrder) {
    const { candle } = idea
    if (untilMs !== null) followMinutes(turn, candle.symbol, { fromMs: untilMs, toMs: closeTime(candle) })
    untilMs = closeTime(candle)
    const signal = takeOne(turn, strategyId, idea)
    if (signal?.origin === 'LIVE') raised.push(signal)
  }
  const symbol = inOrder[0]?.candle.symbol
  if (symbol !== undefined && untilMs !== null)
    followMinutes(turn, symbol, { fromMs: untilMs, toMs: Number.POSITIVE_INFINITY })
  if (raised.length > 0) considerEntries(turn, raised)
}

const takeOne = (turn: Turn, strategyId: string, { candle, origin, strategyIdea }: PlugInIdea): Signal | null => {
  const definition = definitionIn(turn.rules, strategyId, candle)
  if (!definition) return null
  const isNow = origin === 'LIVE' && isNewest(turn, candle)
  if (isNow && AUTHORITY[turn.ledger.control.state].signals === 'NONE') return null
  return handleIdea(turn, candle, { definition, ...strategyIdea }, { origin: isNow ? 'LIVE' : 'HISTORY' })
}

const definitionIn = ({ strategiesFor }: Rules, id: string, { interval }: Candle): StrategyDefinition | undefined =>
  strategiesFor(interval).find((definition) => definition.id === id && !isBuiltIn(definition))

/** Returns whether the candle is the newest one; ideas for earlier bars are too late to be traded. */
const isNewest = ({ signals, rules, market }: Turn, candle: Candle): boolean => {
  const validMs = rules.constitution.autotrading.validBars * intervalLength(candle.interval)
  const isLast = getSeries(signals, rules, candle)?.lastOpenMs === candle.openMs
  return isLast && market.clockMs <= closeTime(candle) + validMs
}

const followMinutes = (
  turn: Turn,
  symbol: string,
  { fromMs, toMs }: { readonly fromMs: Instant; readonly toMs: Instant },
): void => {
  const instrument = turn.market.instruments.get(symbol)?.instrument
  if (!instrument) return
  for (const minute of turn.signals.minutes.get(symbol) ?? []) {
    if (minute.openMs >= fromMs && minute.openMs < toMs) followMinute(turn, minute, instrument)
  }
}
