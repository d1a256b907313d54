import { expect, it } from 'vitest'
import { createTroubles } from './troubles.ts'

it('reports a trouble once at its beginning and once at its end, with the latest text in between', () => {
  const reported: string[] = []
  let nowMs = 1_000
  const troubles = createTroubles(
    () => nowMs,
    ({ code, sinceMs }, state) => reported.push(`${code} ${state} ${sinceMs}`),
  )
  troubles.clear('UNREACHABLE')
  troubles.raise('UNREACHABLE', 'no answer')
  nowMs = 5_000
  troubles.raise('UNREACHABLE', 'HTTP 503')
  troubles.raise('CLOCK', '2 s ahead')
  expect([...troubles.present.values()]).toMatchObject([
    { code: 'UNREACHABLE', detail: 'HTTP 503.', sinceMs: 1_000 },
    { code: 'CLOCK', remedy: expect.stringContaining('Synchronise') },
  ])
  troubles.clear('UNREACHABLE')
  troubles.clear('UNREACHABLE')
  expect(reported).toEqual(['UNREACHABLE raised 1000', 'CLOCK raised 5000', 'UNREACHABLE cleared 1000'])
})
