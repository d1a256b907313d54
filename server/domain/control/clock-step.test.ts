import { describe, expect, it } from 'vitest'
import { confirmsWallClock, marketOffsetMs, printClockChange } from './clock-step.ts'

const NOW_MS = 1_000_000
const HOUR_MS = 3_600_000

const observed = (agoMs: number, offsetMs: number) => ({
  observedAtMs: NOW_MS - agoMs,
  exchangeTimeMs: NOW_MS - agoMs + offsetMs,
})

describe('marketOffsetMs', () => {
  it('returns the offset of the event with the least delay', () => {
    expect(marketOffsetMs([observed(100, -250), observed(900, -40), observed(10, -90)], NOW_MS)).toBe(-40)
  })

  it('returns null when no event is recent, or one is stamped in the future', () => {
    expect(marketOffsetMs([observed(5_001, 0), observed(-1, 0)], NOW_MS)).toBeNull()
  })
})

describe('confirmsWallClock', () => {
  it.each([
    { title: 'keeps platform time when the market agrees with it', host: HOUR_MS, market: -80, confirms: false },
    {
      title: 'follows when the market agrees with the wall clock',
      host: -HOUR_MS,
      market: -HOUR_MS - 80,
      confirms: true,
    },
    { title: 'keeps platform time when nothing is known of the market', host: HOUR_MS, market: null, confirms: false },
    { title: 'keeps platform time when both are equally wrong', host: 2_000, market: 1_000, confirms: false },
  ])('$title', ({ host, market, confirms }) => {
    expect(confirmsWallClock(host, market)).toBe(confirms)
  })
})

describe('printClockChange', () => {
  it.each([
    [HOUR_MS, '+1 h'],
    [-2 * HOUR_MS, '-2 h'],
    [-60_000, '-60 s'],
    [1_540, '+1.5 s'],
    [HOUR_MS + 3, '+1 h'],
  ])('prints %i ms as %s', (ms, printed) => {
    expect(printClockChange(ms)).toBe(printed)
  })
})
