import { DAY_MS, type Instant } from '../../core/instant.ts'
import type { InstrumentMarket } from '../../domain/market/instrument-market.ts'
import { basisBpsOf, interestChange, rateRank, settledZ } from '../../domain/microstructure/funding.ts'
import type { BarContext } from '../../domain/signal/strategy.ts'

/** What is known beside a candle that closes now. Of candles from before the stream nothing is. */
export const NO_CONTEXT: BarContext = {
  fundingRate: null,
  fundingPercentile: null,
  fundingZ: null,
  basis: null,
  openInterestChange: null,
}

export const contextOf = ({ micro: { funding } }: InstrumentMarket, atMs: Instant): BarContext => {
  const basisBps = basisBpsOf(funding)
  return {
    fundingRate: funding.rate,
    fundingPercentile: rateRank(funding, atMs),
    fundingZ: settledZ(funding).z,
    basis: basisBps === null ? null : basisBps / BPS,
    openInterestChange: interestChange(funding, atMs, DAY_MS),
  }
}

const BPS = 10_000
