import { describe, expect, it } from 'vitest'
import { SECOND_MS } from '../../../../core/instant.ts'
import { checkConnections, createWatchdog, noteMessage, type Socket } from './watchdog.ts'

const at = (second: number) => ({ monotonicMs: second * SECOND_MS, wallMs: second * SECOND_MS })

const SOCKET = 'wss://somewhere'

/** Checks every second up to the last one; returns the first fault, and its time. */
const watch = (toSecond: number, doing: (second: number) => { message?: boolean; news?: boolean; pong?: number }) => {
  const watchdog = createWatchdog(at(0))
  let lastPong: number | undefined
  for (let second = 1; second <= toSecond; second++) {
    const { message = false, news = false, pong } = doing(second)
    lastPong = pong ?? lastPong
    if (message || news) noteMessage(watchdog, SOCKET, second * SECOND_MS)
    if (news) watchdog.newsMs = second * SECOND_MS
    const sockets: Socket[] = [{ url: SOCKET, lastPong }]
    const wrong = checkConnections(watchdog, sockets, at(second))
    if (wrong !== undefined) return [second, wrong]
  }
  return undefined
}

describe('lookAfter', () => {
  it('reports nothing while data arrives', () => {
    expect(watch(120, (second) => ({ news: second % 14 === 0 }))).toBeUndefined()
  })

  it('gives a silent connection fifteen seconds', () => {
    expect(watch(60, () => ({}))).toEqual([17, 'no message arrived for 15 s'])
  })

  it('counts answers to pings as life', () => {
    expect(watch(29, (second) => ({ pong: Math.floor(second / 10) }))).toBeUndefined()
  })

  it('does not count life as market data', () => {
    expect(watch(60, () => ({ message: true }))).toEqual([31, 'no market data arrived for 30 s'])
  })

  it.each([
    ['slept for eleven seconds', { monotonicMs: 12_001, wallMs: 12_001 }, true],
    ['was held up for nine', { monotonicMs: 10_000, wallMs: 10_000 }, false],
    ['slept with the whole machine', { monotonicMs: 2_000, wallMs: 62_001 }, true],
    ['had its clock put right', { monotonicMs: 2_000, wallMs: -5_000 }, false],
  ])('detects that the process %s', (_, moment, isWrong) => {
    const watchdog = createWatchdog(at(1))
    const expected = isWrong ? 'this process was suspended' : undefined
    expect(checkConnections(watchdog, [], moment)).toBe(expected)
  })
})
