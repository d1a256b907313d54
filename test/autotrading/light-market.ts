import { type InstrumentSpec, tickSize } from '../../server/adapters/exchanges/simulated/instrument-specs.ts'
import { createMarkPrices } from '../../server/adapters/exchanges/simulated/mark-prices.ts'
import { typicalLots } from '../../server/adapters/exchanges/simulated/order-flow.ts'
import { deriveKey } from '../../server/adapters/exchanges/simulated/path/normal.ts'
import { createReferencePrice } from '../../server/adapters/exchanges/simulated/reference-price.ts'
import { type Instant, MINUTE_MS } from '../../server/core/instant.ts'
import { hash32 } from '../../server/core/random.ts'
import { addTrade, type Candle, candleOfTrade } from '../../server/domain/market/candle.ts'
import { lots, ticks } from '../../server/domain/market/instrument.ts'
import { intervalStart } from '../../server/domain/market/interval.ts'
import type { MarketEvent, MarkPrice } from '../../server/domain/market/market-event.ts'
import type { Level } from '../../server/domain/market/order-book.ts'
import type { Trade } from '../../server/domain/market/trade-tape.ts'

/** State of one instrument at any instant, determined only by seed and time. */
export interface LightInstrument {
  readonly spec: InstrumentSpec
  readonly markAt: (at: Instant) => MarkPrice
  /** Returns bids and asks, best first. */
  readonly levelsAt: (at: Instant) => { readonly bids: readonly Level[]; readonly asks: readonly Level[] }
  readonly tradeAt: (at: Instant) => Trade
  /** Returns the candle of the minute that opens at this instant, built from its trades. */
  readonly minuteAt: (openMs: Instant) => Candle
}

/** Instants within a minute at which trades occur. */
export const MOMENTS_MS: readonly number[] = [100, 10_000, 20_000, 30_000, 40_000, 50_000]

const LEVELS = 5

/**
 * Creates the prices of the simulated exchange without its agents: a few trades a minute, and a thin order book around
 * each. A minute has the same content whether it is received live or read back later.
 */
export const lightInstrument = (seed: number, spec: InstrumentSpec): LightInstrument => {
  const { symbol } = spec.instrument
  const reference = createReferencePrice(seed, spec)
  const markAt = createMarkPrices(seed, spec, reference)
  const key = deriveKey(seed, `${symbol} light`)
  const tick = tickSize(spec)
  const typical = typicalLots(spec)

  const draw = (at: Instant, number: number): number => hash32(key, at, number) / 0x1_0000_0000
  const size = (at: Instant, number: number): number => Math.ceil(typical * (0.2 + 4 * draw(at, number)))
  const bestBid = (at: Instant): number => Math.round(reference.mark(at) / tick - spec.spreadTicks / 2)

  const levelsAt: LightInstrument['levelsAt'] = (at) => {
    const bid = bestBid(at)
    const level = (price: number, number: number): Level => ({
      price: ticks(price),
      quantity: lots(size(at, number)),
    })
    return {
      bids: Array.from({ length: LEVELS }, (_, depth) => level(bid - depth, depth)),
      asks: Array.from({ length: LEVELS }, (_, depth) => level(bid + spec.spreadTicks + depth, LEVELS + depth)),
    }
  }

  const tradeAt = (at: Instant): Trade => {
    const buys = draw(at, 20) < 0.5
    return {
      symbol,
      tradeId: `${at}`,
      sequence: null,
      price: ticks(bestBid(at) + (buys ? spec.spreadTicks : 0)),
      quantity: lots(size(at, 21) * 10),
      takerSide: buys ? 'BUY' : 'SELL',
      tradedAtMs: at,
    }
  }

  const minuteAt = (openMs: Instant): Candle => {
    const [first, ...rest] = MOMENTS_MS.map((offset) => tradeAt(openMs + offset))
    if (!first) throw new RangeError('something trades in a minute')
    return rest.reduce(addTrade, candleOfTrade(first, '1m', openMs))
  }

  return { spec, markAt, levelsAt, tradeAt, minuteAt }
}

interface Opening {
  readonly nowMs: Instant
  readonly historyMs: number
  /** Returns the instant up to which an instrument is already known. */
  readonly since: (symbol: string) => Instant | undefined
}

/** Yields the events before the live feed begins: the instruments, and the minutes after those already known. */
export function* openingEvents(
  instruments: readonly LightInstrument[],
  { nowMs, historyMs, since }: Opening,
): Generator<MarketEvent> {
  const minuteMs = intervalStart('1m', nowMs)
  for (const { spec, minuteAt } of instruments) {
    const { symbol } = spec.instrument
    yield { kind: 'instrument', instrument: spec.instrument }
    const fromMs = Math.max(since(symbol) ?? 0, minuteMs - historyMs)
    for (let openMs = intervalStart('1m', fromMs); openMs < minuteMs; openMs += MINUTE_MS) {
      yield { kind: 'history', candle: minuteAt(openMs) }
    }
    yield { kind: 'stream', change: { symbol, state: 'live', sinceMs: minuteMs } }
  }
}

/** Returns the trades since the minute began; a late subscriber receives them, but could not have traded in them. */
export const tradesOfMinute = (instruments: readonly LightInstrument[], nowMs: Instant): MarketEvent[] => {
  const moments = MOMENTS_MS.map((offset) => intervalStart('1m', nowMs) + offset).filter((at) => at <= nowMs)
  return moments.flatMap((at) => instruments.map(({ tradeAt }): MarketEvent => ({ kind: 'trade', trade: tradeAt(at) })))
}
