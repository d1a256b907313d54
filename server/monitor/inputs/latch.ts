import type { AutotradingStatus } from '../../../contract/control.ts'
import { atOnce, defineInput } from '../frame/input.ts'

/** Whether an emergency stop is engaged; true as well where that could not be found out. */
export const latch = defineInput<AutotradingStatus['latch']>({
  kind: 'STATE',
  source: 'engine.latch',
  what: 'Whether an emergency stop is engaged',
  producedBy: 'stop switch',
  maxAgeMs: atOnce,
})
