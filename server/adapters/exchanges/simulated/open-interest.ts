import type { Decimal } from '../../../core/decimal.ts'
import { DAY_MS, HOUR_MS, type Instant } from '../../../core/instant.ts'
import { hash32 } from '../../../core/random.ts'
import type { InstrumentSpec } from './instrument-specs.ts'
import { deriveKey } from './path/derive-key.ts'
import { slowNoise } from './path/slow-noise.ts'
import { lotSize } from './spec-units.ts'

const TIDE = 0.15
const SWELL = 0.03

/** Open contracts in base currency: around the instrument's mean, with a tide of days and a swell of an hour. */
export const createOpenInterest = (seed: number, spec: InstrumentSpec): ((at: Instant) => Decimal) => {
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
