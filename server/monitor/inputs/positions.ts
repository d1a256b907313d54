import type { Position } from '../../../contract/trading.ts'
import { atOnce, defineInput } from '../frame/input.ts'

/** Every open lifecycle, according to our ledger. */
export const positions = defineInput<readonly Position[]>({
  kind: 'BOOKS',
  source: 'ledger.positions',
  what: 'The open positions in our ledger',
  producedBy: 'engine',
  maxAgeMs: atOnce,
})
