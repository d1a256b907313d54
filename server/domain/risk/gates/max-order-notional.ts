import { printMoney } from '../../account/money.ts'
import { type Gate, increases } from '../gate.ts'
import { getLimits } from '../limits.ts'
import { judge } from '../observation.ts'
import { valueOrNull } from '../worst-exposure.ts'
import { worstPrice } from '../worst-price.ts'

/** One order is worth so much at most. */
export const maxOrderNotional: Gate = {
  id: 'G11',
  code: 'MAX_ORDER_NOTIONAL',
  kind: 'S',
  enforces: increases,
  read: ({ terms }, view) => {
    const limit = getLimits(view.constitution).maxOrderNotional
    const price = worstPrice(terms, view)
    const worth = price === null ? null : valueOrNull(view.instrument, price, terms.quantity)
    return judge(
      {
        what: 'the worth of the order',
        observed: worth === null ? null : printMoney(worth),
        bound: 'at most',
        limit: limit === null ? null : view.constitution.limits.maxOrderNotional,
        unit: 'USDT',
        setting: 'limits.maxOrderNotional',
        remedy: 'order less',
      },
      worth !== null && limit !== null && worth <= limit,
    )
  },
}
