import { DAY_MS, type Instant } from '../../core/instant.ts'
import type { InstrumentMarket } from '../../domain/market/instrument-market.ts'
import { computeBasisBps, interestChange, rateRank, settledZ } from '../../domain/microstructure/funding.ts'
import type { BarContext } from '../../domain/signal/strategy.ts'
import type { Turn } from '../state/turn.ts'

/** Market context of a candle that closes now. For candles from before the stream there is none. */
export const NO_CONTEXT: BarContext = {
  fundingRate: null,
  fundingPercentile: null,
  fundingZ: null,
  basis: null,
  openInterestChange: null,
}

/** Records the market context of the candles that close now, so that they can be replayed with it. */
export const observeContext = (turn: Turn, entry: InstrumentMarket, closedMs: Instant): BarContext => {
  const { signals, facts, atMs } = turn
  const { symbol } = entry.instrument
  const known = signals.contexts.get(symbol)
  if (known?.closedMs === closedMs) return known.context
  const context = readContext(entry, closedMs)
  signals.contexts.set(symbol, { closedMs, context })
  facts.push({ kind: 'contextObserved', symbol, closedMs, context, atMs })
  return context
}

const readContext = ({ micro: { funding } }: InstrumentMarket, atMs: Instant): BarContext => {
  const basisBps = computeBasisBps(funding)
  return {
    fundingRate: funding.rate,
    fundingPercentile: rateRank(funding, atMs),
    fundingZ: settledZ(funding).z,
    basis: basisBps === null ? null : basisBps / BPS,
    openInterestChange: interestChange(funding, atMs, DAY_MS),
  }
}

const BPS = 10_000
