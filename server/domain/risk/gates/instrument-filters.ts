import { DAY_MS } from '../../../core/instant.ts'
import { toMoney } from '../../account/money.ts'
import { type Candidate, isConditional, type OrderTerms } from '../../order/order.ts'
import { byItself, gateWithLimits, type Observation } from '../gate.ts'
import { firstFailing, judge, measure, state } from '../observation.ts'
import { ageProbe } from '../probes/cases.ts'
import type { RiskView } from '../risk-view.ts'
import { whole } from '../setting-rule.ts'
import { valueOrNull, worstPrice } from '../worst-exposure.ts'

/**
 * Checks the order against the filters of the exchange; a closing market order may omit the collar. Reduce-only orders
 * are checked only for their format: neither a minimum nor an outdated list of instruments may prevent closing a
 * position.
 */
export const instrumentFilters = gateWithLimits({
  id: 'G09',
  code: 'INSTRUMENT',
  kind: 'D',
  label: 'instrument filters',
  remedy: byItself(
    'Price and quantity must match the tick and lot sizes of the exchange, and the value its minimum notional.',
  ),
  limits: {
    'data.maxFiltersAgeMs': {
      default: DAY_MS,
      allowed: whole(1, 7 * DAY_MS),
      title: 'Age of the order filters of the instrument',
      unit: 'ms',
      bound: 'at most',
      probe: ageProbe((filtersAgeMs) => ({ filtersAgeMs })),
    },
  },
  enforces: () => true,
  read: ({ terms }: Candidate, view) => {
    const fault = formFault(terms, view.instrument.symbol)
    if (fault !== undefined) return state(false, 'MALFORMED', fault)
    if (terms.reduceOnly) return state(true, 'WELL_FORMED', 'the order is whole ticks and lots, and only reduces')
    if (!view.trading)
      return state(false, 'NOT_TRADING', 'the market data of the instrument is not live: wait until it is')
    return firstFailing(filtersAge(view), minNotional(terms, view))
  },
})

const isCount = (steps: number | null | undefined): boolean => Number.isSafeInteger(steps) && Number(steps) > 0

const formFault = (terms: OrderTerms, symbol: string): string | undefined => {
  if (terms.symbol !== symbol) return `the available filters are for ${symbol}, not for ${terms.symbol}: try again`
  if (!isCount(terms.quantity)) return 'the quantity is not a positive number of lots: round it to the lot size'
  if (isConditional(terms)) {
    return isCount(terms.trigger?.price)
      ? undefined
      : 'the trigger price is not a positive number of ticks: specify a valid one'
  }
  if (terms.type === 'MARKET' && terms.reduceOnly && terms.price === null) return undefined
  return isCount(terms.price) ? undefined : 'the price is not a positive number of ticks: round it to the tick size'
}

const filtersAge = ({ filtersAgeMs, constitution: { data } }: RiskView): Observation =>
  measure({
    what: 'the age of the order filters of the instrument',
    observed: filtersAgeMs,
    bound: 'at most',
    limit: data.maxFiltersAgeMs,
    unit: 'ms',
    setting: 'data.maxFiltersAgeMs',
    remedy: 'wait until the exchange lists the instrument again',
  })

const minNotional = (terms: OrderTerms, view: RiskView): Observation => {
  const { minNotional: least } = view.instrument
  if (least === null) return state(true, null, 'the exchange has no minimum')
  const price = worstPrice(terms, view)
  const worth = price === null ? null : valueOrNull(view.instrument, price, terms.quantity)
  const limit = toMoney(least)
  return judge(
    {
      what: 'the notional of the order',
      observed: worth,
      bound: 'at least',
      limit,
      unit: 'USDT',
      remedy: 'increase the order',
    },
    worth !== null && worth >= limit,
  )
}
