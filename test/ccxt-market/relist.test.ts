import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Listing } from '../../server/adapters/exchanges/ccxt/listing.ts'
import { keepBooks, subscribeAll } from '../../server/adapters/exchanges/ccxt/market/open-channels.ts'
import { relist } from '../../server/adapters/exchanges/ccxt/market/relist.ts'
import { createGrid } from '../../server/core/grid.ts'
import { openFeedHarness } from './feed-harness.ts'

/** Returns the events since an index, each as one word. */
const describeEvents = ({ events }: ReturnType<typeof openFeedHarness>, from = 0) =>
  events.slice(from).map((event) => (event.kind === 'stream' ? event.change.state : event.kind))

const listed = (listing: Listing) => new Map([[listing.instrument.symbol, listing]])

const openAnnounced = () => {
  const harness = openFeedHarness('binanceusdm')
  harness.channel.announced = true
  return harness
}

describe('relist', () => {
  it('confirms unchanged instruments without interrupting them', () => {
    const harness = openAnnounced()
    relist(harness.run, listed(harness.listing))
    expect([describeEvents(harness), harness.connection.ending.signal.aborted]).toEqual([['instrument'], false])
  })

  it('drops instruments listed with other increments, in which the same numbers mean another price', () => {
    const { listing, run, channel, connection, troubles, ...harness } = openAnnounced()
    const instrument = { ...listing.instrument, price: createGrid('1') }
    relist(run, listed({ ...listing, instrument }))
    expect(harness.events).toMatchObject([{ kind: 'stream', change: { state: 'lost' } }])
    expect([channel.listing, channel.listed, connection.ending.signal.aborted]).toEqual([listing, false, false])
    expect([...troubles.present.values()]).toMatchObject([
      {
        code: 'OTHER_STEPS',
        detail: expect.stringContaining('BTCUSDT'),
        remedy: expect.stringContaining('then restart'),
      },
    ])
    relist(run, listed(listing))
    expect([channel.listed, troubles.present.has('OTHER_STEPS')]).toEqual([true, false])
  })

  it('treats an empty list as no answer', () => {
    const harness = openAnnounced()
    relist(harness.run, new Map())
    expect([describeEvents(harness), harness.channel.listed]).toEqual([[], true])
  })

  it('drops an instrument that is no longer listed, and starts it afresh when it is listed again', () => {
    const harness = openAnnounced()
    const { run, channel, connection, troubles, listing } = harness
    relist(run, new Map([['ETHUSDT', listing]]))
    expect([describeEvents(harness), channel.listed, connection.ending.signal.aborted]).toEqual([
      ['lost'],
      false,
      false,
    ])
    expect(troubles.present.get('UNKNOWN_SYMBOL')?.detail).toBe('Binance no longer trades BTCUSDT.')
    relist(run, listed(listing))
    expect([channel.listed, connection.ending.signal.aborted]).toEqual([true, true])
    expect(troubles.present.has('UNKNOWN_SYMBOL')).toBe(false)
  })
})

describe('keepBooks', () => {
  it('requests an order book again when it is refused or never begins, and unsubscribes first', async () => {
    const harness = openFeedHarness('bybit')
    const { run, connection, channel } = harness
    const calls: string[] = []
    const joinBook = async (): Promise<void> => {
      calls.push('join')
      if (calls.length === 1) throw new Error('no')
      if (calls.length > 4) channel.book.whole = true
    }
    const leaveBook = async () => void calls.push('leave')
    const finished = keepBooks(
      { ...run, delay: (ms) => setTimeout(ms > 5_000 ? 10_000 : 1), feed: { ...run.feed, joinBook, leaveBook } },
      connection,
    )
    await expect.poll(() => calls).toEqual(['join', 'leave', 'join', 'leave', 'join'])
    connection.ending.abort()
    await finished
  })
})

describe('subscribeAll', () => {
  const refusing = (index: number) => {
    const harness = openAnnounced()
    const subscriptions = [0, 1].map(
      (each) => () => (each === index ? Promise.reject(new Error('no')) : new Promise(() => {})),
    )
    const run = { ...harness.run, feed: { ...harness.run.feed, subscriptions } }
    subscribeAll(run, harness.connection)
    return harness
  }

  it('drops an instrument whose trades the exchange refuses', async () => {
    const harness = refusing(0)
    await new Promise((resolve) => setImmediate(resolve))
    expect([describeEvents(harness), harness.channel.listed]).toEqual([['lost'], false])
    expect([...harness.troubles.present.keys()]).toEqual(['UNKNOWN_SYMBOL'])
  })

  it('continues without a refused stream, and reports it', async () => {
    const harness = refusing(1)
    await new Promise((resolve) => setImmediate(resolve))
    expect([describeEvents(harness), harness.channel.listed, harness.run.unreadable.count]).toEqual([[], true, 1])
  })
})
