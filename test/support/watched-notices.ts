import { expect, vi } from 'vitest'
import type { BusState, OpenNotices } from '../../server/scaled/ports.ts'

/** Opens notifications whose states and arrivals a test waits for. */
export const watchNotices = (open: (onChange: (state: BusState) => void) => OpenNotices, withinMs: number) => {
  const states: BusState[] = []
  let received = 0
  const notices = open((state) => void states.push(state))
  notices.listen('log', () => void received++)
  const untilStates = (expected: readonly boolean[]) =>
    vi.waitFor(() => expect(states.map(({ isUp }) => isUp)).toEqual(expected), withinMs)
  const untilReceived = async () => {
    received = 0
    await vi.waitFor(() => {
      notices.send('log')
      expect(received).toBeGreaterThan(0)
    }, withinMs)
  }
  return { notices, states, untilStates, untilReceived }
}
