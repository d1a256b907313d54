import { type Money, priceToMoney } from '../../account/money.ts'
import { type Ticks, ticks } from '../../market/instrument.ts'
import { type Candidate, sideSign } from '../../order/order.ts'
import { type Gate, increases, type Observation } from '../gate.ts'
import { measure, state } from '../observation.ts'
import type { RiskView } from '../risk-view.ts'
import { worstPrice } from '../worst-price.ts'

/** The stop is reached long before the liquidation price. */
export const liquidationBuffer: Gate = {
  id: 'G17',
  code: 'LIQ_BUFFER',
  kind: 'S',
  enforces: increases,
  read: (candidate, view) => {
    const { liquidationPriceAfter, maintenanceMarginAfter } = view.account
    if (liquidationPriceAfter !== null) return bufferReading(candidate, view, liquidationPriceAfter)
    return maintenanceMarginAfter === null
      ? state(false, null, 'the account after the order is not known: wait until the exchange has reported it')
      : state(true, 'NONE', 'no price can liquidate the position after the order')
  },
}

const bufferReading = (candidate: Candidate, view: RiskView, liquidation: Money): Observation => {
  const entry = worstPrice(candidate.terms, view)
  const stop = candidate.plan?.stopLoss.price ?? null
  return measure({
    what: 'the distance to liquidation over the distance to the stop',
    observed: entry === null || stop === null ? null : bufferRatio({ candidate, view, liquidation, entry, stop }),
    bound: 'at least',
    limit: view.constitution.limits.minLiquidationBuffer,
    unit: 'ratio',
    setting: 'limits.minLiquidationBuffer',
    remedy: 'order less, or set the stop nearer to the entry',
  })
}

interface Distances {
  readonly candidate: Candidate
  readonly view: RiskView
  readonly liquidation: Money
  readonly entry: Ticks
  readonly stop: Ticks
}

/** Negative when the position would immediately be beyond its liquidation price; null without a distance to a stop. */
const bufferRatio = ({ candidate, view, liquidation, entry, stop }: Distances): number | null => {
  if (!Number.isSafeInteger(entry) || !Number.isSafeInteger(stop) || entry === stop) return null
  const { side, quantity } = candidate.terms
  const after = view.exposure.position + sideSign(side) * quantity
  const room = priceToMoney(view.instrument, entry) - liquidation
  const toStop = priceToMoney(view.instrument, ticks(Math.abs(entry - stop)))
  return Number(after < 0 ? -room : room) / Number(toStop)
}
