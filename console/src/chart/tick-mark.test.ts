import { TickMarkType } from 'lightweight-charts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { tickMark } from './tick-mark.ts'

const HOUR = 3_600_000

beforeAll(() => {
  vi.stubEnv('TZ', 'Europe/Athens')
})
afterAll(() => {
  vi.unstubAllEnvs()
})

it.each([
  { at: '2026-01-02T00:00:00Z', zone: 'UTC', lengthMs: HOUR, type: TickMarkType.DayOfMonth, text: 'Jan 2' },
  { at: '2026-01-02T00:00:00Z', zone: 'LOCAL', lengthMs: HOUR, type: TickMarkType.DayOfMonth, text: '02:00' },
  { at: '2026-01-01T22:00:00Z', zone: 'LOCAL', lengthMs: HOUR, type: TickMarkType.Time, text: 'Jan 2' },
  { at: '2026-01-01T22:00:00Z', zone: 'UTC', lengthMs: HOUR, type: TickMarkType.Time, text: '22:00' },
  { at: '2026-01-02T00:00:00Z', zone: 'LOCAL', lengthMs: 4 * HOUR, type: TickMarkType.DayOfMonth, text: 'Jan 2' },
  { at: '2026-01-02T00:00:00Z', zone: 'LOCAL', lengthMs: 24 * HOUR, type: TickMarkType.DayOfMonth, text: 'Jan 2' },
  { at: '2026-01-01T00:00:00Z', zone: 'LOCAL', lengthMs: 24 * HOUR, type: TickMarkType.Year, text: '2026' },
] as const)('marks $at in $zone, of candles of $lengthMs ms, as $text', ({ at, text, ...marked }) => {
  expect(tickMark({ ...marked, atMs: Date.parse(at) })).toBe(text)
})
