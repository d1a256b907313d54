import type { Decimal } from '../../../core/decimal.ts'
import { DAY_MS, HOUR_MS, type Instant } from '../../../core/instant.ts'
import { hash32 } from '../../../core/random.ts'
import { type Ticks, ticks } from '../../../domain/market/instrument.ts'
import type { MarkPrice } from '../../../domain/market/market-event.ts'
import {
  createFunding,
  FUNDING_INTERVAL_MS,
  FUNDING_RATE_CAP,
  FUNDING_RATE_FLOOR,
  nextFundingAfter,
} from './funding.ts'
import { type InstrumentSpec, lotSize, tickSize } from './instrument-specs.ts'
import { deriveKey, slowNoise } from './path/normal.ts'
import type { ReferencePrice } from './reference-price.ts'

/**
 * Creates a function that returns the mark price, index price, funding and open interest of a simulated instrument at
 * any instant.
 */
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

const TIDE = 0.15
const SWELL = 0.03

/** Creates the open interest in base currency: the instrument's mean, with slow noise over days and over an hour. */
const createOpenInterest = (seed: number, spec: InstrumentSpec): ((at: Instant) => Decimal) => {
  const key = deriveKey(seed, `${spec.instrument.symbol} open interest`)
  const tide = slowNoise(hash32(key, 1), 3 * DAY_MS)
  const swell = slowNoise(hash32(key, 2), HOUR_MS)
  const { step } = spec.instrument.quantity
  const lot = lotSize(spec)
  return (at) => {
    const contracts = spec.openInterest * Math.exp(TIDE * tide(at) + SWELL * swell(at))
    const lots = Math.round(contracts / lot)
    return { units: BigInt(lots) * step.units, scale: step.scale }
  }
}
