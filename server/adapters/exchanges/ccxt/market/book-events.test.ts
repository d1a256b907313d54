import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aListing } from '../../../../../test/ccxt-market/listing-samples.ts'
import { getDialect } from '../exchanges/index.ts'
import { type BookNews, loseBook, readBookEvents, republishBook } from './book-events.ts'
import { createChannel } from './channel.ts'

interface StoredBook {
  readonly nonce?: number
  readonly timestamp?: number
  readonly bids?: readonly (readonly [number, number])[]
  readonly asks?: readonly (readonly [number, number])[]
}

const aBook = ({ nonce = 100, timestamp = 5, bids = [[100, 1]], asks = [[100.1, 1]] }: StoredBook = {}) => ({
  bids,
  asks,
  nonce,
  timestamp,
})

/** Reads an order book as one line: its published events, and its number. */
const looker = (id: 'binanceusdm' | 'bybit' = 'binanceusdm', live = true) => {
  const channel = createChannel(aListing())
  channel.live = live
  const unreadable: string[] = []
  const rules = { feed: getDialect(id).feed, now: () => 77, unreadable: (what: string) => void unreadable.push(what) }
  const take = (stored: unknown, news?: BookNews) =>
    readBookEvents(channel, stored, news, rules).map((event) => {
      if (event.kind === 'bookSnapshot') return `whole ${event.snapshot.sequence}`
      return event.kind === 'bookDelta' ? `${event.delta.previousSequence} to ${event.delta.lastSequence}` : event.kind
    })
  return { channel, take, unreadable, rules }
}

describe('readBookEvents', () => {
  it('publishes the full order book, then each change by the number of the library', () => {
    const { take } = looker()
    expect(take(aBook())).toEqual(['whole 100'])
    expect(take(aBook())).toEqual([])
    expect(take(aBook({ nonce: 107 }))).toEqual(['100 to 107'])
    expect(take(aBook({ nonce: 109 }))).toEqual(['107 to 109'])
  })

  it('publishes exactly the changes, at the time of the exchange', () => {
    const { channel, take, rules } = looker()
    take(aBook())
    const changed = aBook({ nonce: 101, timestamp: 6, bids: [[100, 2]], asks: [[100.2, 3]] })
    expect(readBookEvents(channel, changed, undefined, rules)).toEqual([
      {
        kind: 'bookDelta',
        delta: {
          symbol: 'BTCUSDT',
          firstSequence: 101,
          lastSequence: 101,
          previousSequence: 100,
          bids: [{ price: 1_000, quantity: 2_000 }],
          asks: [
            { price: 1_001, quantity: 0 },
            { price: 1_002, quantity: 3_000 },
          ],
          exchangeTimeMs: 6,
        },
      },
    ])
  })

  it('publishes nothing for an instrument that is not live, and everything once it is', () => {
    const { channel, take } = looker('binanceusdm', false)
    expect(take(aBook())).toEqual([])
    channel.live = true
    expect(take(aBook({ nonce: 101 }))).toEqual(['whole 101'])
  })

  it('is lost once when the library has dropped it, and complete again later', () => {
    const { channel, take } = looker()
    take(aBook())
    const { lost } = channel.book
    expect([take(undefined), take(undefined)]).toEqual([['bookLost'], []])
    expect(take(aBook({ nonce: 300 }))).toEqual(['whole 300'])
    return expect(lost.promise).resolves.toBeUndefined()
  })

  it('waits for the snapshot of a book for which the library only collects changes', () => {
    const { take } = looker()
    expect(take({ bids: [], asks: [], nonce: undefined, timestamp: undefined })).toEqual([])
    expect(take({ bids: [], asks: [], nonce: 5, timestamp: undefined })).toEqual(['whole 5'])
  })

  it('is lost when its sides have crossed', () => {
    const { take } = looker()
    take(aBook())
    expect(take(aBook({ nonce: 101, bids: [[100.1, 1]] }))).toEqual(['bookLost'])
  })

  it('is published in full again when its numbers restart', () => {
    const { take } = looker()
    take(aBook())
    expect(take(aBook({ nonce: 3 }))).toEqual(['bookLost', 'whole 3'])
  })

  it('is published in full again when the engine requests it', () => {
    const { channel, take } = looker()
    take(aBook())
    republishBook(channel)
    expect(take(aBook())).toEqual(['whole 100'])
  })

  it('uses the numbers of the messages when the library has none', () => {
    const { take } = looker('bybit')
    const stored = { ...aBook(), nonce: undefined }
    expect(take(stored, { begins: false, sequence: 6 })).toEqual([])
    expect(take(stored, { begins: true, sequence: 7 })).toEqual(['whole 7'])
    expect(take(stored, { begins: false, sequence: 8 })).toEqual(['7 to 8'])
    expect(take(stored, { begins: true, sequence: 1 })).toEqual(['bookLost', 'whole 1'])
    expect(take(stored, { begins: false, sequence: 3 })).toEqual(['bookLost'])
    expect(take(stored, { begins: false, sequence: 4 })).toEqual([])
    expect(take(stored, { begins: true, sequence: 9 })).toEqual(['whole 9'])
  })

  it('numbers the updates itself when there are no numbers', () => {
    const { take } = looker('bybit')
    const stored = { ...aBook(), nonce: undefined }
    expect(take(stored, { begins: true })).toEqual(['whole 1'])
    expect(take(stored, { begins: false })).toEqual(['1 to 2'])
  })

  it('reports the levels it could not read', () => {
    const { take, unreadable } = looker()
    take(aBook({ bids: [[100.05, 1]] }))
    expect(unreadable).toEqual(['a level of 1 at 100.05'])
  })

  it('publishes a loss only after the order book was published', () => {
    const { channel, take } = looker()
    expect(loseBook(channel)).toEqual([])
    take(aBook())
    expect(loseBook(channel)).toEqual([{ kind: 'bookLost', symbol: 'BTCUSDT' }])
  })

  it('never throws, whatever the library keeps', () => {
    fc.assert(fc.property(fc.anything(), (stored) => void looker().take(stored)))
    looker().take({ bids: [[{ toString: {} }]], asks: [], nonce: 1 })
    const sides = fc.record({ bids: fc.array(fc.anything()), asks: fc.array(fc.anything()), nonce: fc.constant(1) })
    fc.assert(fc.property(sides, (stored) => void looker().take(stored)))
  })
})
