import type { AutotradingStatus } from '../../../contract/control.ts'
import { atOnce, defineInput } from '../frame/input.ts'

/** Present problems of the exchange connection. */
export const exchange = defineInput<AutotradingStatus['exchange']>({
  kind: 'STATE',
  source: 'exchange.adapter',
  what: 'What is wrong between us and the exchange',
  producedBy: 'exchange adapter',
  maxAgeMs: atOnce,
})
