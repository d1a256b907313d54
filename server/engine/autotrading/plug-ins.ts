/**
 * Sends bars, history and market context to plug-in strategies, and retains the minutes needed for their late ideas.
 */

import { DAY_MS, type Instant, MINUTE_MS } from '../../core/instant.ts'
import { type Candle, closeTime } from '../../domain/market/candle.ts'
import type { Instrument } from '../../domain/market/instrument.ts'
import type { InstrumentMarket } from '../../domain/market/instrument-market.ts'
import type { Interval } from '../../domain/market/interval.ts'
import {
  computeBasisBps,
  type Funding,
  interestChange,
  type MarkedFunding,
  rateRank,
  settledZ,
} from '../../domain/microstructure/funding.ts'
import { toBar } from '../../domain/signal/bar.ts'
import { PERIOD_BARS, warmFromMs } from '../../domain/signal/series.ts'
import { definitionDigest } from '../../domain/signal/strategies/definition-digest.ts'
import type { BarContext, StrategyDefinition } from '../../domain/signal/strategy.ts'
import type { CandleStore, SignalHistory, StrategyHost } from '../model/ports.ts'
import type { StrategyMessage } from '../model/strategy-event.ts'
import { isBuiltIn } from '../state/signal-index.ts'
import type { EngineState, Rules, Turn } from '../state/turn.ts'

/** Sends a closed candle to the plug-in strategies, which answer asynchronously. */
export const publishToPlugIns = (turn: Turn, candle: Candle, details: Pick<BarMessage, 'context' | 'origin'>): void => {
  const instrument = turn.market.instruments.get(candle.symbol)?.instrument
  if (!instrument || !hasPlugIns(turn.rules, candle.interval)) return
  turn.effects.push({ kind: 'tellStrategies', message: { ...details, ...barIn(candle, instrument) } })
}

/**
 * Maximum age of a candle for which plug-in ideas are stored; older ones are sent to the strategies for warm-up only.
 */
export const HISTORY_MS = DAY_MS

type BarMessage = Extract<StrategyMessage, { kind: 'bar' }>

/** Requests the ideas for the symbol's history from the given strategies. */
export const endHistory = (turn: Turn, symbol: string): void => {
  if (hasPlugIns(turn.rules, '1m')) turn.effects.push({ kind: 'tellStrategies', message: { kind: 'live', symbol } })
}

/** Period for which ideas are stored, with a small margin. */
const MINUTES_MAX = HISTORY_MS / MINUTE_MS + 60

/** Retains the minutes needed to follow signals that arrive after these minutes have closed. */
export const noteMinute = ({ signals, rules }: Turn, candle: Candle): void => {
  if (candle.interval !== '1m' || !hasPlugIns(rules, '1m')) return
  const minutes = signals.minutes.get(candle.symbol) ?? []
  signals.minutes.set(candle.symbol, minutes)
  minutes.push(candle)
  if (minutes.length > MINUTES_MAX) minutes.shift()
}

interface Stored {
  readonly candles: CandleStore
  /** Signals and their outcomes. */
  readonly past: SignalHistory
  readonly nowMs: Instant
}

/**
 * Sends the stored bars to plug-in strategies. Ideas for these bars are already recorded, except for new or changed
 * files.
 */
export const restorePlugIns = (state: EngineState, stored: Stored, host: Pick<StrategyHost, 'publish'>): void => {
  const { market, signals, rules } = state
  const plugIns = plugInsIn(rules)
  if (plugIns.length === 0) return
  const evaluatedBy = plugIns.filter((plugIn) => isEvaluated(plugIn, stored)).map(({ id }) => id)
  for (const { instrument } of market.instruments.values()) {
    if (evaluatedBy.length < plugIns.length) signals.minutes.set(instrument.symbol, minutesIn(stored, instrument))
    const contexts = stored.past.findContexts(instrument.symbol, { fromMs: 0, toMs: stored.nowMs + 1 })
    for (const interval of new Set(rules.books.flatMap(({ intervals }) => intervals))) {
      for (const candle of barsIn(stored, instrument, interval)) {
        const context = contexts.get(closeTime(candle)) ?? NO_CONTEXT
        host.publish({ ...barIn(candle, instrument), context, origin: resolveOrigin(candle, stored), evaluatedBy })
      }
    }
  }
}

const resolveOrigin = ({ openMs }: Candle, { nowMs }: Stored): 'HISTORY' | null =>
  nowMs - openMs <= HISTORY_MS ? 'HISTORY' : null

const minutesIn = ({ candles, nowMs }: Stored, instrument: Instrument): Candle[] => {
  const { symbol } = instrument
  const range = { symbol, interval: '1m', fromMs: nowMs - HISTORY_MS, toMs: nowMs, limit: MINUTES_MAX } as const
  return candles.find(range, instrument)
}

const barsIn = ({ candles, nowMs }: Stored, instrument: Instrument, interval: Interval): readonly Candle[] => {
  const { symbol } = instrument
  const range = { symbol, interval, fromMs: warmFromMs(interval, nowMs - HISTORY_MS), toMs: nowMs, limit: STORED_MAX }
  return candles.find(range, instrument)
}

/** Two periods plus a day of minutes. */
const STORED_MAX = 2 * PERIOD_BARS + MINUTES_MAX

const plugInsIn = ({ books, strategiesFor }: Rules): readonly StrategyDefinition[] => {
  const all = books.flatMap(({ intervals }) => intervals.flatMap(strategiesFor))
  return [...new Map(all.map((definition) => [definition.id, definition])).values()].filter((one) => !isBuiltIn(one))
}

/** Returns whether signals exist for the current definition of the strategy. */
const isEvaluated = (definition: StrategyDefinition, { past, nowMs }: Stored): boolean => {
  const digest = definitionDigest(definition)
  const any = { before: null, toMs: null, symbol: null, interval: null, minConfidence: null, limit: SIGNALS_MAX }
  return past
    .findSignals({ ...any, strategyId: definition.id, fromMs: nowMs - HISTORY_MS })
    .some(({ signal }) => signal.definitionDigest === digest)
}

/** Maximum number of stored signals searched for a strategy. */
const SIGNALS_MAX = 10_000

const hasPlugIns = ({ strategiesFor }: Rules, interval: Interval): boolean =>
  strategiesFor(interval).some((definition) => !isBuiltIn(definition))

const barIn = (candle: Candle, instrument: Instrument): Pick<BarMessage, 'kind' | 'candle' | 'bar'> => ({
  kind: 'bar',
  candle,
  bar: candle.missing.length > 0 ? null : toBar(candle, instrument),
})

/** Market context of candles from before the stream: none. */
export const NO_CONTEXT: BarContext = {
  fundingRate: null,
  fundingPercentile: null,
  fundingZ: null,
  basis: null,
  openInterestChange: null,
}

/** Records the market context of the closing candles, so that they can be replayed with it. */
export const observeContext = (turn: Turn, entry: InstrumentMarket, closedMs: Instant): BarContext => {
  const { signals, facts, atMs } = turn
  const { symbol } = entry.instrument
  const known = signals.contexts.get(symbol)
  if (known?.closedMs === closedMs) return known.context
  const context = readContext(entry.micro.funding, closedMs)
  signals.contexts.set(symbol, { closedMs, context })
  if (signals.isRecorded) facts.push({ kind: 'contextObserved', symbol, closedMs, context, atMs })
  return context
}

/** Returns the market context at an instant. */
export const readContext = (funding: Funding, atMs: Instant): BarContext => ({
  fundingRate: funding.rate,
  fundingPercentile: rateRank(funding, atMs),
  fundingZ: settledZ(funding).z,
  basis: readBasis(funding),
  openInterestChange: interestChange(funding, atMs, DAY_MS),
})

/** Returns the basis as a fraction of the index price. */
export const readBasis = (funding: MarkedFunding): number | null => {
  const basisBps = computeBasisBps(funding)
  return basisBps === null ? null : basisBps / BPS
}

const BPS = 10_000
