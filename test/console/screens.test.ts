import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isVisible, SCREENS } from '../../console/src/screens.ts'

it('lists every screen once, each with the component that a screen.tsx exports', () => {
  const cwd = join(import.meta.dirname, '../../console/src')
  const sources = globSync('*/screen.tsx', { cwd }).map((path) => readFileSync(join(cwd, path), 'utf8'))
  const views = sources.flatMap((source) => source.match(/(?<=^export const )\w+/gm) ?? [])
  expect(SCREENS.map(({ component }) => component).toSorted()).toEqual(views.toSorted())
  for (const field of ['path', 'letter', 'title'] as const) {
    expect(new Set(SCREENS.map((screen) => screen[field])).size).toBe(SCREENS.length)
  }
})

it.each([
  ['VIEWER', false, false],
  ['OPERATOR', true, false],
  ['TRADER', true, true],
  ['ADMIN', true, true],
] as const)('shows %s pause: %s, emergency stop: %s', (role, pause, stop) => {
  expect([isVisible('PauseButton', [role]), isVisible('EmergencyStop', [role])]).toEqual([pause, stop])
  expect(isVisible('Overview', [role])).toBe(true)
})
