import type { Order } from '../../../contract/trading.ts'
import { atOnce, defineInput } from '../frame/input.ts'

/** Every order that has not ended, according to our ledger. */
export const orders = defineInput<readonly Order[]>({
  kind: 'BOOKS',
  source: 'ledger.orders',
  what: 'The working orders in our ledger',
  producedBy: 'engine',
  maxAgeMs: atOnce,
})
