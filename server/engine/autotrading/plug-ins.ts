import { DAY_MS, type Instant, MINUTE_MS } from '../../core/instant.ts'
import type { Candle } from '../../domain/market/candle.ts'
import type { Instrument } from '../../domain/market/instrument.ts'
import type { Interval } from '../../domain/market/interval.ts'
import { barOf } from '../../domain/signal/bar.ts'
import { PERIOD_BARS, warmFromMs } from '../../domain/signal/series.ts'
import type { CandleStore, StrategyHost } from '../ports.ts'
import type { ToldStrategies } from '../strategy-event.ts'
import type { EngineState, Rules, Turn } from '../turn.ts'
import { NO_CONTEXT } from './bar-context.ts'
import { isBuiltIn } from './is-built-in.ts'

type ToldBar = Extract<ToldStrategies, { kind: 'bar' }>

/** Lets the strategies that run beside the engine know a candle that has closed. They answer when they can. */
export const tellPlugIns = (turn: Turn, candle: Candle, told: Pick<ToldBar, 'context' | 'origin'>): void => {
  const instrument = turn.market.instruments.get(candle.symbol)?.instrument
  if (!instrument || !hasPlugIns(turn.rules, candle.interval)) return
  turn.effects.push({ kind: 'tellStrategies', told: { ...told, ...barIn(candle, instrument) } })
}

/** What they said of the history of the symbol is wanted from them now. */
export const endHistory = (turn: Turn, symbol: string): void => {
  if (hasPlugIns(turn.rules, '1m')) turn.effects.push({ kind: 'tellStrategies', told: { kind: 'live', symbol } })
}

/** As far back as what they say is kept, and a little more. */
const MINUTES_MAX = (2 * DAY_MS) / MINUTE_MS + 60

/** Keeps the minutes over which a signal has to be followed that is heard when they are over. */
export const noteMinute = ({ signals, rules }: Turn, candle: Candle): void => {
  if (candle.interval !== '1m' || !hasPlugIns(rules, '1m')) return
  const minutes = signals.minutes.get(candle.symbol) ?? []
  signals.minutes.set(candle.symbol, minutes)
  minutes.push(candle)
  if (minutes.length > MINUTES_MAX) minutes.shift()
}

interface Stored {
  readonly candles: CandleStore
  readonly nowMs: Instant
}

/** Tells them the bars they were told before; what they say of them has been heard. */
export const takeUpPlugIns = (
  { market, rules }: EngineState,
  { candles, nowMs }: Stored,
  { tell }: Pick<StrategyHost, 'tell'>,
): void => {
  const intervals = new Set(rules.books.flatMap((book) => book.intervals))
  for (const { instrument } of market.instruments.values()) {
    const { symbol } = instrument
    for (const interval of intervals) {
      if (!hasPlugIns(rules, interval)) continue
      const range = { symbol, interval, fromMs: warmFromMs(interval, nowMs), toMs: nowMs, limit: 2 * PERIOD_BARS }
      for (const candle of candles.find(range, instrument)) {
        tell({ context: NO_CONTEXT, origin: null, ...barIn(candle, instrument) })
      }
    }
  }
}

const hasPlugIns = ({ strategiesOf }: Rules, interval: Interval): boolean =>
  strategiesOf(interval).some((definition) => !isBuiltIn(definition))

const barIn = (candle: Candle, instrument: Instrument): Pick<ToldBar, 'kind' | 'candle' | 'bar'> => ({
  kind: 'bar',
  candle,
  bar: candle.missing.length > 0 ? null : barOf(candle, instrument),
})
