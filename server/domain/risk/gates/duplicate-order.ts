import { HOUR_MS, SECOND_MS } from '../../../core/instant.ts'
import type { Candidate } from '../../order/order.ts'
import { byItself, gateWithLimits, increases } from '../gate.ts'
import { judge } from '../observation.ts'
import { downTo, repeated } from '../probes/cases.ts'
import type { RecentOrder, RiskView } from '../risk-view.ts'
import { whole } from '../setting-rule.ts'

/**
 * Rejects a repetition of the same order within a short time; an order that opens does not repeat one that only
 * reduces. MARKET orders are compared without their price, a collar that moves with the mark price.
 */
export const duplicateOrder = gateWithLimits({
  id: 'G19',
  code: 'DUPLICATE',
  kind: 'S',
  label: 'duplicate order',
  remedy: byItself('The same order was placed just before; the window passes automatically.'),
  limits: {
    'limits.duplicateWindowMs': {
      default: 2 * SECOND_MS,
      allowed: whole(0, HOUR_MS),
      title: 'Minimum time between identical orders',
      unit: 'ms',
      bound: 'at least',
      probe: {
        steps: downTo(),
        least: Number.NEGATIVE_INFINITY,
        createCase: (agoMs, constitution) => repeated(constitution, agoMs),
        readBack: ({ limit }, { view }) => (limit === null ? undefined : view.constitution.limits.duplicateWindowMs),
      },
    },
  },
  enforces: increases,
  read: (candidate, view) => {
    const windowMs = view.constitution.limits.duplicateWindowMs
    const equals = windowMs === null ? null : equalsWithin(candidate, view, windowMs)
    return judge(
      {
        what: `the number of identical orders in the last ${windowMs} ms`,
        observed: equals,
        bound: 'at most',
        limit: windowMs === null ? null : 0,
        unit: 'count',
        setting: 'limits.duplicateWindowMs',
        remedy: 'wait a moment if the repetition is intended',
      },
      equals === 0,
    )
  },
})

const equalsWithin = (candidate: Candidate, { recent, atMs }: RiskView, windowMs: number): number => {
  let equals = 0
  for (let index = recent.length - 1; index >= 0; index--) {
    const order = recent[index]
    if (!order || !(atMs - order.atMs < windowMs)) break
    if (isEqual(candidate, order)) equals++
  }
  return equals
}

const isEqual = (candidate: Candidate, order: RecentOrder): boolean => {
  const { terms, origin } = candidate
  return (
    order.quantity === terms.quantity &&
    order.side === terms.side &&
    order.symbol === terms.symbol &&
    order.origin === origin &&
    order.increasing === increases(candidate) &&
    isSamePrice(terms, order)
  )
}

const isSamePrice = ({ type, price, trigger }: Candidate['terms'], order: RecentOrder): boolean => {
  const own = price ?? trigger?.price ?? null
  if (own === null || order.price === null) return own === order.price
  return type === 'MARKET' || Math.abs(own - order.price) <= 1
}
