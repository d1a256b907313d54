import { SECOND_MS } from '../../../core/instant.ts'
import { type Candidate, isConditional } from '../../order/order.ts'
import { unprotectedBeyond } from '../../position/position.ts'
import type { Constitution } from '../constitution.ts'
import { byItself, gateWithLimits, increases, type Observation } from '../gate.ts'
import { firstFailing, measure, state } from '../observation.ts'
import { healthyView, seeing, upTo } from '../probes/cases.ts'
import type { RiskView } from '../risk-view.ts'
import { requiredWhole, UNPROTECTED_MAX_MS } from '../setting-rule.ts'

/**
 * Requires that an increasing order has a stop, and that no open position has been without a verified stop for longer
 * than its budget.
 */
export const protectionPlan = gateWithLimits({
  id: 'G23',
  code: 'PROTECTION',
  kind: 'S',
  label: 'protection',
  remedy: byItself('Every position must be protected, and the order must have its own stop.'),
  limits: {
    'protection.budgetMs': {
      default: 5 * SECOND_MS,
      allowed: requiredWhole(1, UNPROTECTED_MAX_MS),
      title: 'Maximum time without a verified stop',
      unit: 'ms',
      bound: 'at most',
      probe: {
        steps: upTo(),
        createCase: (forMs, constitution) => seeing(constitution, uncovered(constitution, forMs)),
        readBack: (_observed, { view }) => view.constitution.protection.budgetMs,
      },
    },
  },
  enforces: increases,
  read: (candidate, view) => {
    if (!increases(candidate)) return state(true, 'NOT_REQUIRED', 'a reducing order needs no stop')
    return firstFailing(
      stopReading(candidate, view),
      measure({
        what: 'the number of positions without a verified stop for too long',
        observed: view.unprotectedBeyondBudget,
        bound: 'at most',
        limit: 0,
        unit: 'count',
        remedy: 'protect or close them first',
      }),
    )
  },
})

const stopReading = (candidate: Candidate, view: RiskView): Observation => {
  const { terms, plan } = candidate
  if (plan === null) return state(false, 'MISSING', 'the order has no stop: add a stop loss')
  const from = entryNextToStop(candidate, view)
  if (from === null) return state(false, null, 'the entry price is not known: wait for market data')
  const stop = plan.stopLoss.price
  const limits = terms.side === 'BUY' ? stop > 0 && stop < from : stop > from
  if (limits) return state(true, 'PLANNED', 'the stop is on the losing side of the entry')
  const where = terms.side === 'BUY' ? 'below' : 'above'
  return state(
    false,
    'WRONG_SIDE',
    `the stop would trigger immediately: set it ${where} the entry price and the mark price`,
  )
}

/**
 * Returns the possible entry price nearest to the stop: an order may fill anywhere between the mark price and its own
 * price.
 */
const entryNextToStop = ({ terms }: Candidate, { mark }: RiskView): number | null => {
  if (isConditional(terms)) return terms.trigger?.price ?? null
  if (mark === null) return null
  if (terms.price === null) return mark
  return terms.side === 'BUY' ? Math.min(terms.price, mark) : Math.max(terms.price, mark)
}

/** Case in which a position has been without its stop for the given time. */
const uncovered = (constitution: Constitution, forMs: number): Partial<RiskView> => {
  const { atMs } = healthyView(constitution)
  const position = { protection: { unprotectedSinceMs: atMs - forMs } }
  return { unprotectedBeyondBudget: unprotectedBeyond([position], constitution.protection.budgetMs, atMs) }
}
