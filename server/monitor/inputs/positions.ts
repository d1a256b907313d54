import type { Position } from '../../../contract/trading.ts'
import { atOnce, defineInput } from '../frame/input.ts'

/** Every open lifecycle, by our books. */
export const positions = defineInput<readonly Position[]>({
  kind: 'BOOKS',
  source: 'ledger.positions',
  what: 'The open positions by our books',
  producedBy: 'engine',
  maxAgeMs: atOnce,
})
