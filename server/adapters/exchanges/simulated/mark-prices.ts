import type { Instant } from '../../../core/instant.ts'
import { type Ticks, ticks } from '../../../domain/market/instrument.ts'
import type { MarkPrice } from '../../../domain/market/market-event.ts'
import {
  createFunding,
  FUNDING_INTERVAL_MS,
  FUNDING_RATE_CAP,
  FUNDING_RATE_FLOOR,
  nextFundingAfter,
} from './funding.ts'
import type { InstrumentSpec } from './instrument-specs.ts'
import { createOpenInterest } from './open-interest.ts'
import type { ReferencePrice } from './reference-price.ts'
import { tickSize } from './spec-units.ts'

/** Returns the mark, index and funding figures of an instant. */
export const createMarkPrices = (
  seed: number,
  spec: InstrumentSpec,
  reference: ReferencePrice,
): ((at: Instant) => MarkPrice) => {
  const funding = createFunding(reference.premium)
  const openInterest = createOpenInterest(seed, spec)
  const tick = tickSize(spec)
  const toTicks = (price: number): Ticks => ticks(Math.round(price / tick))
  return (at) => ({
    symbol: spec.instrument.symbol,
    mark: toTicks(reference.mark(at)),
    index: toTicks(reference.index(at)),
    fundingRate: funding.rate(at),
    fundingIntervalMs: FUNDING_INTERVAL_MS,
    nextFundingAtMs: nextFundingAfter(at),
    fundingRateCap: FUNDING_RATE_CAP,
    fundingRateFloor: FUNDING_RATE_FLOOR,
    openInterest: openInterest(at),
    exchangeTimeMs: at,
  })
}
