import { describe, expect, it } from 'vitest'
import { aMessage } from '../../test/support/messages.ts'
import { openChannel } from './channel.ts'
import { type Attempt, failedAs, type Message, SENT, type Sender } from './ports.ts'

/** Creates a channel over a scripted sender, on a clock that only waiting advances. */
const aChannel = (answers: Attempt[], sent: Message[] = []) => {
  const sender: Sender = {
    kind: 'WEBHOOK',
    async send(message) {
      sent.push(message)
      return answers.shift() ?? SENT
    },
    probe: async () => SENT,
  }
  const waits: number[] = []
  const failures: string[] = []
  const begun = aMessage().atMs
  let nowMs = begun
  const ending = new AbortController()
  const channel = openChannel({
    id: 'webhook',
    kind: 'WEBHOOK',
    sender,
    now: () => nowMs,
    async wait(ms) {
      waits.push(ms)
      nowMs += ms
    },
    signal: ending.signal,
    onFailure: (_id, category) => void failures.push(category),
  })
  return { channel, waits, failures, sent, end: () => ending.abort(), elapsed: () => nowMs - begun }
}

describe('a channel', () => {
  it('returns when it last delivered', async () => {
    const { channel } = aChannel([])
    expect(channel.truth()).toMatchObject({ enabled: true, queued: 0, lastAttemptAtMs: null, lastDeliveredAtMs: null })
    expect(await channel.send(aMessage())).toBe('DELIVERED')
    expect(channel.truth()).toEqual({
      id: 'webhook',
      kind: 'WEBHOOK',
      enabled: true,
      lastAttemptAtMs: aMessage().atMs,
      lastDeliveredAtMs: aMessage().atMs,
      lastErrorCategory: null,
      queued: 0,
      dropped: 0,
    })
  })

  it('retries, each time after twice the delay, and drops the failure once it succeeds', async () => {
    const { channel, waits, failures } = aChannel([failedAs('TIMEOUT'), failedAs('UNREACHABLE'), failedAs('TIMEOUT')])
    expect(await channel.send(aMessage())).toBe('DELIVERED')
    expect(waits).toEqual([1_000, 2_000, 4_000])
    expect(failures).toEqual(['TIMEOUT', 'UNREACHABLE', 'TIMEOUT'])
    expect(channel.truth().lastErrorCategory).toBeNull()
  })

  it('waits as long as requested, within limits', async () => {
    const { channel, waits } = aChannel([failedAs('RATE_LIMITED', 30_000), failedAs('RATE_LIMITED', 86_400_000)])
    await channel.send(aMessage())
    expect(waits).toEqual([30_000, 300_000])
  })

  it.each(['AUTHENTICATION', 'CONFIGURATION', 'REFUSED'] as const)('does not retry what was %s', async (category) => {
    const { channel, waits } = aChannel([failedAs(category)])
    expect(await channel.send(aMessage())).toBe(category)
    expect(waits).toEqual([])
    expect(channel.truth()).toMatchObject({ lastErrorCategory: category, dropped: 1, lastDeliveredAtMs: null })
  })

  it('drops what is six hours old', async () => {
    const { channel, elapsed } = aChannel(Array(200).fill(failedAs('UNREACHABLE')))
    expect(await channel.send(aMessage())).toBe('UNREACHABLE')
    expect(elapsed()).toBeGreaterThanOrEqual(6 * 3_600_000)
    expect(elapsed()).toBeLessThan(6 * 3_600_000 + 300_000)
  })

  it('queues a hundred messages, in order, and drops the oldest of more', async () => {
    const { channel, sent } = aChannel([failedAs('UNREACHABLE')])
    const outcomes = Array.from({ length: 105 }, (_, index) => channel.send(aMessage({ title: String(index) })))
    expect(channel.truth()).toMatchObject({ queued: 101, dropped: 4 })
    expect((await Promise.all(outcomes)).filter((outcome) => outcome === 'DROPPED')).toHaveLength(4)
    const titles = sent.map(({ title }) => title)
    expect(titles.slice(0, 3)).toEqual(['0', '0', '5'])
    expect(titles.at(-1)).toBe('104')
  })

  it('ends with the signal', async () => {
    const { channel, end } = aChannel(Array(5).fill(failedAs('UNREACHABLE')))
    const outcome = channel.send(aMessage())
    end()
    expect(await outcome).toBe('DROPPED')
  })

  it('reports from the start that it is unusable', async () => {
    const channel = openChannel({
      id: 'email',
      kind: 'EMAIL',
      sender: null,
      now: () => 0,
      wait: async () => {},
      signal: new AbortController().signal,
      onFailure: () => {},
    })
    expect(channel.truth()).toMatchObject({ enabled: true, lastErrorCategory: 'CONFIGURATION', queued: 0 })
    expect(await channel.send(aMessage())).toBe('CONFIGURATION')
  })
})
