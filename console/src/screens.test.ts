import { expect, it } from 'vitest'
import { isShown } from './screens.ts'

it.each([
  ['VIEWER', false, false],
  ['OPERATOR', true, false],
  ['TRADER', true, true],
  ['ADMIN', true, true],
] as const)('shows %s pause: %s, emergency stop: %s', (role, pause, stop) => {
  expect([isShown('PauseButton', [role]), isShown('EmergencyStop', [role])]).toEqual([pause, stop])
  expect(isShown('Overview', [role])).toBe(true)
})
