import { atOnce, defineInput } from '../frame/input.ts'
import type { OpenFaults } from '../frame/open-faults.ts'

export const openFaults = defineInput<OpenFaults>({
  kind: 'STATE',
  source: 'monitor.open-faults',
  what: 'The faults that were found and not disproved since',
  producedBy: 'monitor',
  maxAgeMs: atOnce,
})
