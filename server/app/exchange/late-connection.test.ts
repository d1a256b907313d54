import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { MarketSource } from '../../engine/model/ports.ts'
import { beginLater, createLateConnection } from './late-connection.ts'
import type { Tried } from './retry.ts'

const AWAY: Tried<void> = { kind: 'later', words: 'OKX cannot be reached.' }
const DONE: Tried<void> = { kind: 'done', value: undefined }

const aConnection = (answers: readonly Tried<void>[]) => {
  const reports: string[] = []
  const pauses: number[] = []
  let tries = 0
  let nowMs = 0
  const late = createLateConnection({
    connect: async () => answers[tries++] ?? AWAY,
    report: (reason) => void reports.push(reason),
    monotonic: () => nowMs,
    async delay(ms) {
      pauses.push(ms)
      nowMs += ms
      await setImmediate()
    },
  })
  return { late, reports, pauses, signal: new AbortController().signal, count: () => tries }
}

describe('a connection that is postponed', () => {
  it('is retried without limit, with pauses of up to 15 seconds, until it is established', async () => {
    const { late, reports, pauses, signal } = aConnection([...Array<Tried<void>>(20).fill(AWAY), DONE])
    late.postpone('OKX does not respond.')
    expect(late.isAwaited()).toBe(true)
    await late.establish(signal)
    await late.established
    expect(late.isAwaited()).toBe(false)
    expect([pauses.length, Math.max(...pauses)]).toEqual([20, 15_000])
    expect([reports[0], reports.at(-1), reports.length]).toEqual([
      'OKX does not respond.',
      'OKX cannot be reached.',
      21,
    ])
  })

  it('fails when the exchange refuses it', async () => {
    const { late, signal } = aConnection([AWAY, { kind: 'hopeless', words: 'The key is wrong.' }])
    late.postpone('OKX does not respond.')
    await expect(late.establish(signal)).rejects.toThrow('The key is wrong.')
    expect(late.isAwaited()).toBe(true)
  })

  it('remains awaited when it is aborted', async () => {
    const { late } = aConnection([])
    const ending = new AbortController()
    late.postpone('OKX does not respond.')
    const establishing = late.establish(ending.signal)
    ending.abort()
    await establishing
    expect(late.isAwaited()).toBe(true)
  })
})

it('tries nothing when the connection was not postponed', async () => {
  const { late, signal, count } = aConnection([])
  await late.establish(signal)
  expect([late.isAwaited(), count()]).toEqual([false, 0])
})

it('runs a market source only after it has begun', async () => {
  const order: string[] = []
  const source: MarketSource = {
    ...{ origin: 'EXCHANGE_WS', market: 'okx', resumes: true, instruments: [] },
    run: async () => void order.push('run'),
    requestBook: () => {},
  }
  const later = beginLater(source, async () => {
    await setImmediate()
    order.push('begun')
  })
  const sink = { offer: () => true, room: async () => {} }
  await later.run(sink, () => undefined, new AbortController().signal)
  expect(order).toEqual(['begun', 'run'])
})
