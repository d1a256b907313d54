import type { AutotradingStatus } from '../../../contract/control.ts'
import { atOnce, defineInput } from '../frame/input.ts'

/** Status of autotrading, with its blockers, breakers and trading books. */
export const engine = defineInput<AutotradingStatus>({
  kind: 'STATE',
  source: 'engine.state',
  what: 'The status of the engine',
  producedBy: 'engine',
  maxAgeMs: atOnce,
})
