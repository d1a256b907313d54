/** History computed on request: candles of sampled values such as the mark price, and past funding settlements. */

import type { Decimal } from '../../../server/core/decimal.ts'
import type { Instant } from '../../../server/core/instant.ts'
import type { InstrumentMarket } from '../../../server/domain/market/instrument-market.ts'
import { type Interval, intervalLength, intervalStart } from '../../../server/domain/market/interval.ts'
import type { FundingTermsAt } from '../ports.ts'

/** Candle of a sampled value such as the mark price, without volume. */
export interface SampledCandle {
  readonly openMs: Instant
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** Returns the value at an instant; undefined when the market does not provide it. */
export type SampleAt = (at: Instant) => number | undefined

/** Requested candles: from the beginning of the span if given, otherwise the newest. */
export interface SampledSpan {
  readonly interval: Interval
  readonly fromMs: Instant | undefined
  readonly toMs: Instant | undefined
  readonly limit: number
  readonly nowMs: Instant
}

/** Number of samples per candle, from which high and low are computed. */
export const CANDLE_SAMPLES = 4

/** Returns candles of a sampled value, oldest first. */
export const sampledCandles = (
  sampleAt: SampleAt,
  { interval, fromMs, toMs, limit, nowMs }: SampledSpan,
): SampledCandle[] => {
  const length = intervalLength(interval)
  const newest = intervalStart(interval, Math.min(toMs ?? nowMs, nowMs))
  const oldest = fromMs === undefined ? newest - (limit - 1) * length : intervalStart(interval, fromMs + length - 1)
  const candles: SampledCandle[] = []
  for (let openMs = oldest; openMs <= newest && candles.length < limit; openMs += length) {
    candles.push(buildCandle(sampleAt, openMs, Math.min(openMs + length, nowMs)))
  }
  return candles
}

const buildCandle = (sampleAt: SampleAt, openMs: Instant, toMs: Instant): SampledCandle => {
  const step = (toMs - openMs) / CANDLE_SAMPLES
  const at = (index: number): number => sampleAt(Math.floor(openMs + index * step)) ?? 0
  const samples = Array.from({ length: CANDLE_SAMPLES + 1 }, (_, index) => at(index))
  const [open = 0, close = open] = [samples[0], samples.at(-1)]
  return { openMs, open, high: Math.max(...samples), low: Math.min(...samples), close }
}

/** Past funding settlement. */
interface PastFunding {
  readonly settledAtMs: Instant
  readonly rate: Decimal
}

interface FundingSpan {
  readonly fromMs: Instant
  readonly toMs: Instant
  readonly limit: number
}

/**
 * Returns the settlements of a span, newest first, computed back from the next one; empty when the market has no
 * history.
 */
export const pastFundings = (
  { instrument, markPrice }: InstrumentMarket,
  fundingAt: FundingTermsAt | undefined,
  { fromMs, toMs, limit }: FundingSpan,
): PastFunding[] => {
  const { nextFundingAtMs, fundingIntervalMs } = markPrice ?? {}
  const fundings: PastFunding[] = []
  if (!fundingAt || !nextFundingAtMs || !fundingIntervalMs) return fundings
  const skipped = Math.max(1, Math.ceil((nextFundingAtMs - toMs) / fundingIntervalMs))
  const newest = nextFundingAtMs - skipped * fundingIntervalMs
  for (let at = newest; at >= fromMs && fundings.length < limit; at -= fundingIntervalMs) {
    const terms = fundingAt(instrument.symbol, at)
    if (!terms) break
    fundings.push({ settledAtMs: at, rate: terms.rate })
  }
  return fundings
}
