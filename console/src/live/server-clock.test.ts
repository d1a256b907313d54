import { expect, it } from 'vitest'
import { getFreshness, MARKET } from './freshness.ts'
import { createServerClock } from './server-clock.ts'

it('uses the message with the shortest transit time', () => {
  let elapsed = 100
  const clock = createServerClock(() => elapsed)
  expect(clock.now()).toBeUndefined()
  clock.note(1_000_050)
  elapsed = 200
  clock.note(1_000_190)
  elapsed = 300
  clock.note(1_000_220)
  expect(clock.now()).toBe(1_000_290)
  clock.reset()
  expect(clock.now()).toBe(1_000_290)
  elapsed = 400
  clock.note(900_400)
  expect(clock.now()).toBe(900_400)
})

it.each([
  [0, 'LIVE'],
  [2_000, 'LIVE'],
  [2_001, 'DELAYED'],
  [6_000, 'DELAYED'],
  [6_001, 'STALE'],
  [undefined, 'STALE'],
])('calls a market of %s ms ago %s', (ageMs, freshness) => {
  expect(getFreshness(ageMs, MARKET)).toBe(freshness)
})
