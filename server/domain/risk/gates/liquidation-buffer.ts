/** Gate G17: checks that the stop of the resulting position is far enough from its liquidation price. */

import { type Money, priceToMoney } from '../../account/money.ts'
import { type Ticks, ticks } from '../../market/instrument.ts'
import { type Candidate, sideSign } from '../../order/order.ts'
import type { Constitution } from '../constitution.ts'
import { byItself, gateWithLimits, increases, type Observation, type ProbeCase } from '../gate.ts'
import { measure, state } from '../observation.ts'
import { downTo, healthyView, MARK, withAccount } from '../probes/cases.ts'
import type { RiskView } from '../risk-view.ts'
import { number } from '../setting-rule.ts'
import { worstPrice } from '../worst-exposure.ts'

/** Distance from the mark price to the stop of the healthy order, in ticks. */
const STOP_DISTANCE = 20_000

/** Checks that the stop is far enough from the liquidation price. */
export const liquidationBuffer = gateWithLimits({
  id: 'G17',
  code: 'LIQ_BUFFER',
  kind: 'S',
  label: 'distance to liquidation',
  remedy: byItself('The stop must be reached well before the liquidation price.'),
  limits: {
    'limits.minLiquidationBuffer': {
      default: 2,
      allowed: number(1, 100),
      title: 'Distance to liquidation relative to the distance to the stop',
      unit: 'ratio',
      bound: 'at least',
      probe: {
        steps: downTo(STOP_DISTANCE),
        createCase: (distance, constitution) => liquidatedAfter(constitution, distance),
      },
    },
  },
  enforces: increases,
  read: (candidate, view) => {
    const { liquidationPriceAfter, maintenanceMarginAfter } = view.account
    if (liquidationPriceAfter !== null) return bufferReading(candidate, view, liquidationPriceAfter)
    return maintenanceMarginAfter === null
      ? state(false, null, 'the account after the order is not known: wait until the exchange has reported it')
      : state(true, 'NONE', 'the position after the order has no liquidation price')
  },
})

const bufferReading = (candidate: Candidate, view: RiskView, liquidation: Money): Observation => {
  const entry = worstPrice(candidate.terms, view)
  const stop = candidate.plan?.stopLoss.price ?? null
  return measure({
    what: 'the distance to liquidation relative to the distance to the stop',
    observed: entry === null || stop === null ? null : bufferRatio({ candidate, view, liquidation, entry, stop }),
    bound: 'at least',
    limit: view.constitution.limits.minLiquidationBuffer,
    unit: 'ratio',
    setting: 'limits.minLiquidationBuffer',
    remedy: 'reduce the order, or set the stop closer to the entry',
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

const liquidatedAfter = (constitution: Constitution, distance: number): ProbeCase => {
  const { instrument } = healthyView(constitution)
  const room = priceToMoney(instrument, ticks(distance))
  return withAccount(constitution, { liquidationPriceAfter: priceToMoney(instrument, ticks(MARK)) - room })
}
