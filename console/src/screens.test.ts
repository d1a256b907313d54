import { expect, it } from 'vitest'
import { isVisible } from './screens.ts'

it.each([
  ['VIEWER', false, false],
  ['OPERATOR', true, false],
  ['TRADER', true, true],
  ['ADMIN', true, true],
] as const)('shows %s pause: %s, emergency stop: %s', (role, pause, stop) => {
  expect([isVisible('PauseButton', [role]), isVisible('EmergencyStop', [role])]).toEqual([pause, stop])
  expect(isVisible('Overview', [role])).toBe(true)
})
