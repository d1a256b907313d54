import { byItself, gateWithLimits, increases } from '../gate.ts'
import { moneyLimit } from '../limits.ts'
import { judge } from '../observation.ts'
import { LOTS_PER_USDT, orderWorth, upTo } from '../probes/cases.ts'
import { amount } from '../setting-rule.ts'
import { valueOrNull, worstPrice } from '../worst-exposure.ts'

/** Limits the notional of one order. */
export const maxOrderNotional = gateWithLimits({
  id: 'G11',
  code: 'MAX_ORDER_NOTIONAL',
  kind: 'S',
  label: 'order value',
  remedy: byItself('The order must be no larger than the constitution allows.'),
  limits: {
    'limits.maxOrderNotional': {
      default: '5000',
      allowed: amount,
      title: 'Notional of one order',
      unit: 'USDT',
      bound: 'at most',
      probe: { steps: upTo(LOTS_PER_USDT), createCase: (count, constitution) => orderWorth(constitution, count) },
    },
  },
  enforces: increases,
  read: ({ terms }, view) => {
    const limit = moneyLimit(view.constitution, 'maxOrderNotional')
    const price = worstPrice(terms, view)
    const worth = price === null ? null : valueOrNull(view.instrument, price, terms.quantity)
    return judge(
      {
        what: 'the notional of the order',
        observed: worth,
        bound: 'at most',
        limit: limit === null ? null : view.constitution.limits.maxOrderNotional,
        unit: 'USDT',
        setting: 'limits.maxOrderNotional',
        remedy: 'reduce the order',
      },
      worth !== null && limit !== null && worth <= limit,
    )
  },
})
