import type { AutotradingStatus } from '../../../contract/control.ts'
import { atOnce, defineInput } from '../frame/input.ts'

/** Emergency stop status; also engaged when the state could not be read. */
export const latch = defineInput<AutotradingStatus['latch']>({
  kind: 'STATE',
  source: 'engine.latch',
  what: 'Whether an emergency stop is engaged',
  producedBy: 'stop switch',
  maxAgeMs: atOnce,
})
