/**
 * History of the simulated market: one-minute candles of any range, the trades that they consist of, and the range
 * available by default.
 */

import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from '../../../core/instant.ts'
import { hash32, keyedHash } from '../../../core/random.ts'
import type { Candle } from '../../../domain/market/candle.ts'
import { type Lots, lots, type Ticks, ticks } from '../../../domain/market/instrument.ts'
import { intervalStart } from '../../../domain/market/interval.ts'
import { type InstrumentSpec, tickSize } from './instrument-specs.ts'
import { ordersPerSecond, typicalLots } from './order-flow.ts'
import { deriveKey, toNormal } from './path/normal.ts'
import { createReferencePrice } from './reference-price.ts'

/**
 * Generates one-minute candles of an instrument from `fromMs` to `toMs`, both on the minute: the mark price as the
 * agents would have traded it (± half a spread) with a volume that follows volatility. Each opens at the previous
 * close.
 */
export function* minuteHistory(
  seed: number,
  spec: InstrumentSpec,
  { fromMs, toMs }: { readonly fromMs: Instant; readonly toMs: Instant },
): Generator<Candle> {
  const { reference, key, priceAt } = openPath(seed, spec)
  const sample = (openMs: Instant, open: number): Sampled => {
    let [high, low, sum, close] = [open, open, 0, open]
    for (let step = 1; step <= SAMPLES; step++) {
      close = priceAt(openMs + step * SAMPLE_MS)
      high = Math.max(high, close)
      low = Math.min(low, close)
      sum += close
    }
    return { open, high, low, close, mean: sum / SAMPLES }
  }

  let open = priceAt(fromMs)
  for (let openMs = fromMs; openMs < toMs; openMs += MINUTE_MS) {
    const heat = reference.heat(openMs)
    const sampled = sample(openMs, open)
    yield createCandle({ spec, openMs, sampled, heat, draws: drawTrading(key, openMs) })
    open = sampled.close
  }
}

/**
 * Generates the trades of the candles of `minuteHistory` from `fromMs` to `toMs`, both on the minute: one at the open and
 * one at each sample, with equal shares of the volume. The last trade of a minute is in its last millisecond.
 */
export function* minuteTrades(
  seed: number,
  spec: InstrumentSpec,
  range: { readonly fromMs: Instant; readonly toMs: Instant },
): Generator<SimulatedTrade> {
  const { priceAt } = openPath(seed, spec)
  for (const { openMs, volume } of minuteHistory(seed, spec, range)) {
    const quantity = Math.max(1, Math.floor(volume / (SAMPLES + 1)))
    let before = 0
    for (let step = 0; step <= SAMPLES; step++) {
      const price = priceAt(openMs + step * SAMPLE_MS)
      const id = (openMs / MINUTE_MS) * (SAMPLES + 1) + step
      const atMs = Math.min(openMs + step * SAMPLE_MS, openMs + MINUTE_MS - 1)
      yield { id, atMs, price: ticks(price), quantity: lots(quantity), isBuyerMaker: price < before }
      before = price
    }
  }
}

interface SimulatedTrade {
  readonly id: number
  readonly atMs: Instant
  readonly price: Ticks
  readonly quantity: Lots
  readonly isBuyerMaker: boolean
}

/** Opens the path of the traded price in ticks: on the minute at the bid or at the ask, otherwise at the mark price. */
const openPath = (seed: number, spec: InstrumentSpec) => {
  const reference = createReferencePrice(seed, spec)
  const key = deriveKey(seed, `${spec.instrument.symbol} history`)
  const tick = tickSize(spec)
  const priceAt = (at: Instant): number => {
    const price = reference.mark(at) / tick
    return Math.round(at % MINUTE_MS === 0 ? price + drawBounce(key, at) * spec.spreadTicks : price)
  }
  return { reference, key, priceAt }
}

interface Sampled {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly mean: number
}

/** Default days of history, counted from today's midnight. */
export const HISTORY_DAYS = 7

/** Sampling interval: a divisor of the minute and a power of two seconds, which the path computes fastest. */
const SAMPLE_MS = 4 * SECOND_MS
const SAMPLES = MINUTE_MS / SAMPLE_MS

/** Mean number of trades per incoming order: most match one resting order, some several. */
const TRADES_AN_ORDER = 1.25

const VOLUME_DEVIATION = 0.3
const ORDINARY_BUY_SHARE = 0.5
const BUY_SHARE_OF_A_MOVE = 0.08
const BUY_SHARE_DEVIATION = 0.05

/** Returns the start of the first minute that the exchange still has at `now`. */
export const historyStart = (now: Instant, days: number): Instant => intervalStart('1d', now) - days * DAY_MS

/** Returns the random numbers of a minute's trading, always the same for the minute. */
const drawTrading = (key: number, openMs: Instant): { volume: number; count: number; buys: number } => {
  const draw = keyedHash(key, openMs)
  return { volume: toNormal(draw(1)), count: toNormal(draw(2)), buys: toNormal(draw(3)) }
}

/** Returns where between bid and ask the trade on a minute is, from -0.5 to 0.5; always the same for the minute. */
const drawBounce = (key: number, at: Instant): number => hash32(key, at, 4) / 0xffff_ffff - 0.5

interface MinuteParts {
  readonly spec: InstrumentSpec
  readonly openMs: Instant
  readonly sampled: Sampled
  readonly heat: number
  readonly draws: ReturnType<typeof drawTrading>
}

const createCandle = ({ spec, openMs, sampled, heat, draws }: MinuteParts): Candle => {
  const { open, high, low, close, mean } = sampled
  const orders = ordersPerSecond(spec, heat) * (MINUTE_MS / SECOND_MS)
  const tradeCount = Math.max(1, Math.round(orders * TRADES_AN_ORDER + Math.sqrt(orders) * draws.count))
  const volume = Math.max(
    tradeCount,
    Math.round(orders * typicalLots(spec) * Math.exp(VOLUME_DEVIATION * draws.volume)),
  )
  const ordinaryMove = open * spec.dailyVolatility * Math.sqrt(MINUTE_MS / DAY_MS)
  const move = Math.tanh((close - open) / ordinaryMove)
  const buyShare = ORDINARY_BUY_SHARE + BUY_SHARE_OF_A_MOVE * move + BUY_SHARE_DEVIATION * Math.tanh(draws.buys)
  return {
    symbol: spec.instrument.symbol,
    interval: '1m',
    openMs,
    open: ticks(open),
    high: ticks(high),
    low: ticks(low),
    close: ticks(close),
    volume: lots(volume),
    turnover: BigInt(low) * BigInt(volume) + BigInt(Math.floor((mean - low) * volume)),
    tradeCount,
    takerBuyVolume: lots(Math.round(volume * buyShare)),
    missing: [],
  }
}
