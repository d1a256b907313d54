import { describe, expect, it } from 'vitest'
import type { MarketEvent } from '../../../../domain/market/market-event.ts'
import { createTeller, tell, told } from './teller.ts'

const event = (symbol: string): MarketEvent => ({ kind: 'bookLost', symbol })

/** Takes so many events, then as many again each time it is given room. */
const aTeller = (
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
  return { teller: createTeller({ sink, signal, overrun }), taken }
}

describe('tell', () => {
  it.each([1, 2, 3, 10])('keeps the order and loses nothing with room for %d', async (roomFor) => {
    const { teller, taken } = aTeller(roomFor)
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    for (const name of names.slice(0, 5)) tell(teller, event(name))
    await told(teller)
    for (const name of names.slice(5)) tell(teller, event(name))
    await told(teller)
    expect(taken).toEqual(names)
  })

  it('says nothing more once it was stopped, not even what waits', async () => {
    const stopping = new AbortController()
    const { teller, taken } = aTeller(1, { signal: stopping.signal })
    for (const name of ['a', 'b', 'c']) tell(teller, event(name))
    stopping.abort()
    tell(teller, event('d'))
    await told(teller)
    expect(taken).toEqual(['a'])
  })

  it('gives up what waits when it is too much, and says so', () => {
    let overrun = 0
    const { teller, taken } = aTeller(1, { overrun: () => overrun++, room: () => new Promise(() => {}) })
    for (let index = 0; index <= 20_002; index++) tell(teller, event(String(index)))
    expect([taken, overrun, teller.waiting.size]).toEqual([['0'], 1, 0])
    tell(teller, event('after'))
    expect(teller.waiting.size).toBe(1)
  })

  it('is broken for good when there never will be room', async () => {
    const { teller } = aTeller(1, { room: () => Promise.reject(new Error('The engine has stopped')) })
    tell(teller, event('a'))
    tell(teller, event('b'))
    await expect(teller.broken.promise).rejects.toThrow('The engine has stopped')
  })
})
