import { describe, expect, test } from 'vitest'
import type { LeaseReading } from './ports.ts'
import { createStandbyWatch } from './standby-watch.ts'

const reading = (heartbeat: number, more: Partial<LeaseReading> = {}): LeaseReading => ({
  epoch: 4,
  holder: 'engine-a',
  host: 'a',
  heartbeat,
  ...more,
})

/** Feeds one reading every 250 ms; null is a store that does not answer. Returns the verdict of each. */
const watch = (readings: readonly (LeaseReading | null)[], host = 'b') => {
  const { note } = createStandbyWatch(host)
  return readings.map((entry, index) => note(entry, index * 250))
}

const times = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item)

describe('a standby', () => {
  test('waits while heartbeats arrive', () => {
    const heartbeats = Array.from({ length: 40 }, (_, index) => reading(Math.floor(index / 4)))
    expect(new Set(watch(heartbeats))).toEqual(new Set(['WAIT']))
  })

  test('takes over when a heartbeat that it saw change has not changed for 3.5 s', () => {
    const verdicts = watch([reading(1), reading(2), ...times(15, reading(2))])
    expect(verdicts.indexOf('SURE')).toBe(15)
  })

  test('takes a released lease immediately', () => {
    expect(watch([reading(1), reading(2), reading(2, { holder: null })]).at(-1)).toBe('SURE')
    expect(watch([{ epoch: 0, holder: null, host: null, heartbeat: 0 }])).toEqual(['SURE'])
  })

  test('restarts its count after a gap in its own readings, and is then unsure', () => {
    const blind = times(8, null)
    const verdicts = watch([reading(1), reading(2), ...blind, ...times(15, reading(2))])
    expect(verdicts.slice(0, -1)).not.toContain('UNSURE')
    expect(verdicts.at(-1)).toBe('UNSURE')
  })

  test('is sure again once the heartbeat has changed after a gap', () => {
    const verdicts = watch([
      reading(1),
      reading(2),
      ...times(8, null),
      reading(3),
      reading(4),
      ...times(14, reading(4)),
    ])
    expect(verdicts.at(-1)).toBe('SURE')
  })

  test('ignores single failed readings', () => {
    const verdicts = watch([reading(1), reading(2), ...times(5, reading(2)), null, ...times(9, reading(2))])
    expect(verdicts.at(-1)).toBe('SURE')
  })

  test('is unsure of a holder that it never saw alive, unless that ran on this host', () => {
    expect(watch(times(15, reading(7))).at(-1)).toBe('UNSURE')
    expect(watch(times(15, reading(7)), 'a').at(-1)).toBe('SURE')
  })

  test('restarts its count when another engine took the lease', () => {
    const verdicts = watch([reading(1), ...times(10, reading(2)), ...times(10, reading(0, { epoch: 5, holder: 'c' }))])
    expect(new Set(verdicts)).toEqual(new Set(['WAIT']))
  })

  test('reads more often while a heartbeat is overdue, as long as the store answers', () => {
    const { note, pauseMs } = createStandbyWatch('b')
    note(reading(1), 0)
    note(reading(2), 250)
    for (let atMs = 500; atMs <= 2_500; atMs += 250) note(reading(2), atMs)
    expect([pauseMs(2_250), pauseMs(2_500), pauseMs(4_100)]).toEqual([250, 50, 250])
  })
})
