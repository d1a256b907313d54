import { describe, expect, it } from 'vitest'
import type { MarketEvent } from '../../../../domain/market/market-event.ts'
import { createEventBuffer, flush, publish } from './event-buffer.ts'

const event = (symbol: string): MarketEvent => ({ kind: 'bookLost', symbol })

/** Accepts a number of events, then the same number again whenever it has room. */
const aBuffer = (
  roomFor: number,
  parts: { overrun?: () => void; signal?: AbortSignal; room?: () => Promise<void> } = {},
) => {
  const taken: string[] = []
  let room = roomFor
  const sink = {
    offer(offered: MarketEvent) {
      if (room === 0) return false
      room--
      taken.push(offered.kind === 'bookLost' ? offered.symbol : '?')
      return true
    },
    async room() {
      await parts.room?.()
      room = roomFor
    },
  }
  const { overrun = () => {}, signal = new AbortController().signal } = parts
  return { buffer: createEventBuffer({ sink, signal, overrun }), taken }
}

describe('publish', () => {
  it.each([1, 2, 3, 10])('preserves the order and loses nothing with room for %d', async (roomFor) => {
    const { buffer, taken } = aBuffer(roomFor)
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    for (const name of names.slice(0, 5)) publish(buffer, event(name))
    await flush(buffer)
    for (const name of names.slice(5)) publish(buffer, event(name))
    await flush(buffer)
    expect(taken).toEqual(names)
  })

  it('publishes nothing after it was stopped, pending events included', async () => {
    const stopping = new AbortController()
    const { buffer, taken } = aBuffer(1, { signal: stopping.signal })
    for (const name of ['a', 'b', 'c']) publish(buffer, event(name))
    stopping.abort()
    publish(buffer, event('d'))
    await flush(buffer)
    expect(taken).toEqual(['a'])
  })

  it('drops pending events when there are too many, and reports the loss', () => {
    let overrun = 0
    const { buffer, taken } = aBuffer(1, { overrun: () => overrun++, room: () => new Promise(() => {}) })
    for (let index = 0; index <= 20_002; index++) publish(buffer, event(String(index)))
    expect([taken, overrun, buffer.waiting.size]).toEqual([['0'], 1, 0])
    publish(buffer, event('after'))
    expect(buffer.waiting.size).toBe(1)
  })

  it('stays lost when there will never be room', async () => {
    const { buffer } = aBuffer(1, { room: () => Promise.reject(new Error('The engine has stopped')) })
    publish(buffer, event('a'))
    publish(buffer, event('b'))
    await expect(buffer.broken.promise).rejects.toThrow('The engine has stopped')
  })
})
