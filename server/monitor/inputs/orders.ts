import type { Order } from '../../../contract/trading.ts'
import { atOnce, defineInput } from '../frame/input.ts'

/** Every order that has not ended, by our books. */
export const orders = defineInput<readonly Order[]>({
  kind: 'BOOKS',
  source: 'ledger.orders',
  what: 'The working orders by our books',
  producedBy: 'engine',
  maxAgeMs: atOnce,
})
