import { expect, it } from 'vitest'
import { createNanoClock } from './nano-clock.ts'

const open = () => {
  const at = { wallMs: 1_767_323_045_678, monotonicNs: 5_000n }
  const clock = createNanoClock(
    () => at.wallMs,
    () => at.monotonicNs,
  )
  return { at, clock }
}

it('begins with the wall time and continues with the resolution of the other clock', () => {
  const { at, clock } = open()
  expect(clock()).toBe(1_767_323_045_678_000_000n)
  at.monotonicNs += 123n
  expect(clock()).toBe(1_767_323_045_678_000_123n)
})

it('ignores small wall clock changes, and follows when it was set or the machine has slept', () => {
  const { at, clock } = open()
  at.wallMs += 900
  expect(clock()).toBe(1_767_323_045_678_000_000n)
  at.wallMs += 3_600_000
  expect(clock()).toBe(1_767_326_646_578_000_000n)
  at.wallMs -= 7_200_000
  expect(clock()).toBe(1_767_319_446_578_000_000n)
})
