import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Listing } from '../../server/adapters/exchanges/ccxt/listing.ts'
import { keepBooks } from '../../server/adapters/exchanges/ccxt/market/keep-books.ts'
import { relist } from '../../server/adapters/exchanges/ccxt/market/relist.ts'
import { subscribeAll } from '../../server/adapters/exchanges/ccxt/market/subscribe.ts'
import { gridOf } from '../../server/core/grid.ts'
import { openHearing } from './hearing.ts'

/** What was told since, each in a word. */
const wordsOf = ({ events }: ReturnType<typeof openHearing>, from = 0) =>
  events.slice(from).map((event) => (event.kind === 'stream' ? event.change.state : event.kind))

const listed = (listing: Listing) => new Map([[listing.instrument.symbol, listing]])

const openAnnounced = () => {
  const hearing = openHearing('binanceusdm')
  hearing.channel.announced = true
  return hearing
}

describe('relist', () => {
  it('confirms what has not changed, without a break', () => {
    const hearing = openAnnounced()
    relist(hearing.run, listed(hearing.listing))
    expect([wordsOf(hearing), hearing.connection.ending.signal.aborted]).toEqual([['instrument'], false])
  })

  it('leaves out what is listed with other steps: in these the same numbers mean another price', () => {
    const { listing, run, channel, connection, troubles, ...hearing } = openAnnounced()
    const instrument = { ...listing.instrument, price: gridOf('1') }
    relist(run, listed({ ...listing, instrument }))
    expect(hearing.events).toMatchObject([{ kind: 'stream', change: { state: 'lost' } }])
    expect([channel.listing, channel.listed, connection.ending.signal.aborted]).toEqual([listing, false, false])
    expect([...troubles.present.values()]).toMatchObject([
      {
        code: 'OTHER_STEPS',
        detail: expect.stringContaining('BTCUSDT'),
        remedy: expect.stringContaining('start again'),
      },
    ])
    relist(run, listed(listing))
    expect([channel.listed, troubles.present.has('OTHER_STEPS')]).toEqual([true, false])
  })

  it('takes a list of nothing for no answer', () => {
    const hearing = openAnnounced()
    relist(hearing.run, new Map())
    expect([wordsOf(hearing), hearing.channel.listed]).toEqual([[], true])
  })

  it('leaves out what is not listed any more, and begins anew when it is again', () => {
    const hearing = openAnnounced()
    const { run, channel, connection, troubles, listing } = hearing
    relist(run, new Map([['ETHUSDT', listing]]))
    expect([wordsOf(hearing), channel.listed, connection.ending.signal.aborted]).toEqual([['lost'], false, false])
    expect(troubles.present.get('UNKNOWN_SYMBOL')?.detail).toBe('Binance does not trade BTCUSDT any more.')
    relist(run, listed(listing))
    expect([channel.listed, connection.ending.signal.aborted]).toEqual([true, true])
    expect(troubles.present.has('UNKNOWN_SYMBOL')).toBe(false)
  })
})

describe('keepBooks', () => {
  it('asks again for a book that is refused, or whose beginning never came, and leaves it first', async () => {
    const hearing = openHearing('bybit')
    const { run, connection, channel } = hearing
    const asked: string[] = []
    const joinBook = async (): Promise<void> => {
      asked.push('join')
      if (asked.length === 1) throw new Error('no')
      if (asked.length > 4) channel.book.whole = true
    }
    const leaveBook = async () => void asked.push('leave')
    const kept = keepBooks(
      { ...run, delay: (ms) => setTimeout(ms > 5_000 ? 10_000 : 1), feed: { ...run.feed, joinBook, leaveBook } },
      connection,
    )
    await expect.poll(() => asked).toEqual(['join', 'leave', 'join', 'leave', 'join'])
    connection.ending.abort()
    await kept
  })
})

describe('subscribeAll', () => {
  const refusing = (index: number) => {
    const hearing = openAnnounced()
    const subscriptions = [0, 1].map(
      (each) => () => (each === index ? Promise.reject(new Error('no')) : new Promise(() => {})),
    )
    const run = { ...hearing.run, feed: { ...hearing.run.feed, subscriptions } }
    subscribeAll(run, hearing.connection)
    return hearing
  }

  it('leaves out an instrument whose trades the exchange refuses', async () => {
    const hearing = refusing(0)
    await new Promise((resolve) => setImmediate(resolve))
    expect([wordsOf(hearing), hearing.channel.listed]).toEqual([['lost'], false])
    expect([...hearing.troubles.present.keys()]).toEqual(['UNKNOWN_SYMBOL'])
  })

  it('goes on without another stream of it, and says so', async () => {
    const hearing = refusing(1)
    await new Promise((resolve) => setImmediate(resolve))
    expect([wordsOf(hearing), hearing.channel.listed, hearing.run.unreadable.count]).toEqual([[], true, 1])
  })
})
