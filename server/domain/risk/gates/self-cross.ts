import { isConditional } from '../../order/order.ts'
import { byApi, type Gate, increases } from '../gate.ts'
import { state } from '../observation.ts'

/** Rejects an order that would trade with one of our own. */
export const selfCross: Gate = {
  id: 'G26',
  code: 'SELF_CROSS',
  kind: 'S',
  label: 'own orders on the other side',
  remedy: byApi('Cancel your own order that it would trade with.'),
  enforces: increases,
  read: ({ terms }, { ownBest, instrument }) => {
    if (isConditional(terms)) return state(true, 'NONE', 'a conditional order cannot trade before it triggers')
    const opposite = terms.side === 'BUY' ? ownBest.ask : ownBest.bid
    if (opposite === null) return state(true, 'NONE', 'no own order rests on the other side')
    const own = `our own ${terms.side === 'BUY' ? 'SELL' : 'BUY'} order at ${instrument.price.print(opposite)}`
    const reaches = terms.side === 'BUY' ? (price: number) => price >= opposite : (price: number) => price <= opposite
    return terms.price === null || reaches(terms.price)
      ? state(false, 'CROSSES', `the order would trade with ${own}: cancel that order, or choose another price`)
      : state(true, 'CLEAR', `the order does not reach ${own}`)
  },
}
