import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ACTIONS } from '../../console/src/audit/actions.ts'

it('lists every action that the server records', () => {
  const sources = globSync('server/**/*.ts').filter((path) => !path.endsWith('.test.ts'))
  const recorded = sources.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\baction: '([A-Z_]+)'/g)].map(([, action]) => action),
  )
  expect(recorded.length).toBeGreaterThan(30)
  expect(recorded.filter((action) => !ACTIONS.some((known) => known === action))).toEqual([])
})
