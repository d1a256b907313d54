import { describe, expect, it } from 'vitest'
import { createPace, type Speed } from './stage.ts'

/** A pace on a clock that is moved by hand. */
const aPace = (speed: Speed) => {
  const stopping = new AbortController()
  let now = 50_000
  const pace = createPace(speed, () => now, stopping.signal)
  return {
    /** Returns whether the message received at this time is due when our clock is at that one. */
    isDue: (receivedMs: number, atMs: number): boolean => {
      now = 50_000 + atMs
      const wait = pace(receivedMs)
      wait?.catch(() => {})
      return wait === undefined
    },
    wait: (receivedMs: number) => pace(receivedMs),
    stop: () => stopping.abort(),
  }
}

describe('createPace', () => {
  it.each<[Speed, number, boolean]>([
    [1, 900, false],
    [1, 1_000, true],
    [1, 5_000, true],
    [10, 90, false],
    [10, 100, true],
    [0.5, 1_900, false],
    [0.5, 2_000, true],
    ['max', 0, true],
  ])('at speed %s schedules a message of one second later after %d ms: %s', (speed, atMs, due) => {
    const { isDue, stop } = aPace(speed)
    expect(isDue(7_000, 0)).toBe(true)
    expect(isDue(8_000, atMs)).toBe(due)
    stop()
  })

  it('uses the time since the first message, so that delays do not add up', () => {
    const { isDue, stop } = aPace(1)
    expect(isDue(7_000, 0)).toBe(true)
    expect(isDue(7_100, 180)).toBe(true)
    expect(isDue(7_200, 190)).toBe(false)
    expect(isDue(7_200, 200)).toBe(true)
    stop()
  })

  it('releases a message that is due within two milliseconds', () => {
    const { isDue } = aPace(1)
    isDue(7_000, 0)
    expect(isDue(7_100, 98.5)).toBe(true)
  })

  it('waits for messages that are not due', async () => {
    const { wait } = aPace(100)
    await wait(7_000)
    await expect(wait(8_000)).resolves.toBeUndefined()
  })

  it('stops waiting when the play is stopped', async () => {
    const { wait, stop } = aPace(1)
    await wait(7_000)
    const waiting = wait(99_000)
    stop()
    await expect(waiting).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
  })
})
