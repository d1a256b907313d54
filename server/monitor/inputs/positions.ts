import type { Position } from '../../../contract/trading.ts'
import { atOnce, inputOf } from '../input.ts'

/** Every open lifecycle, by our books. */
export const positions = inputOf<readonly Position[]>({
  kind: 'BOOKS',
  source: 'ledger.positions',
  what: 'The open positions by our books',
  producedBy: 'engine',
  maxAgeMs: atOnce,
})
