import type { AutotradingStatus } from '../../../contract/control.ts'
import { atOnce, defineInput } from '../frame/input.ts'

/** Where autotrading stands, with its blockers, breakers and books. */
export const engine = defineInput<AutotradingStatus>({
  kind: 'STATE',
  source: 'engine.state',
  what: 'Where the engine stands',
  producedBy: 'engine',
  maxAgeMs: atOnce,
})
