import { describe, expect, it } from 'vitest'
import type { TickerData } from '../../../contract/stream/channel-data.ts'
import { readChannel } from '../../../test/support/channel-reader.ts'
import { anInstrument, aQuote, aTrade } from '../../../test/support/market-samples.ts'
import { openTradingBooks } from '../../../test/support/trading-books.ts'
import { createMarketViews } from '../../views/market-views.ts'
import { tickerSource } from './ticker-source.ts'

const openChannel = () => {
  const books = openTradingBooks([anInstrument()])
  const { market } = books.market
  const views = createMarketViews({ market, candles: { find: () => [] }, origin: 'SIMULATOR', runId: 'run' })
  const channel = readChannel<TickerData>('market.ticker:{symbol}', tickerSource(views.reader, 'BTCUSDT'))
  /** Seen now, by our clock. */
  const receive = (event: Parameters<typeof books.market.receive>[0]): void => {
    books.market.receive(event)
    books.market.entry('BTCUSDT').observedAtMs = books.state.nowMs
  }
  return { ...books, views, channel, receive, poll: () => channel.refresh(books.state.nowMs) }
}

describe('the ticker channel', () => {
  it('begins with the known data, which is only the instrument before anything was observed', () => {
    const { channel, poll } = openChannel()
    poll()
    expect(channel.reader().read()).toMatchObject({
      type: 'snapshot',
      data: { symbol: 'BTCUSDT', tickSize: '0.1', lastPrice: null, exchangeTimeMs: null, source: null },
    })
  })

  it('publishes the full ticker as in REST to every client that has an older one', () => {
    const { channel, poll, receive, views, state } = openChannel()
    poll()
    const [early, late] = [channel.reader(), channel.reader()]
    early.read()
    receive({ kind: 'trade', trade: aTrade({ price: 1_234 }) })
    receive({ kind: 'quote', quote: aQuote() })
    poll()
    const answer = views.tickers([])
    const body = answer.ok ? JSON.parse(String(answer.value.body(state.nowMs))) : undefined
    expect(body.items[0]).toMatchObject({ lastPrice: '123.4', bestBidPrice: '99.9', source: { status: 'FRESH' } })
    expect(early.read()).toEqual({ type: 'delta', data: body.items[0] })
    expect(late.read()).toEqual({ type: 'snapshot', data: body.items[0] })
    poll()
    expect([early.read(), late.read()]).toEqual([undefined, undefined])
  })

  const follow = () => {
    const { channel, poll, receive, market, state } = openChannel()
    const reader = channel.reader()
    const statuses: unknown[] = []
    const next = (ms: number): void => {
      state.nowMs += ms
      poll()
      const message = reader.read()
      statuses.push(message && [message.data.source?.status, message.data.source?.ageMs])
    }
    return { statuses, next, receive, market, state }
  }

  it('publishes once that it is too old, and again when it is fresh', () => {
    const { statuses, next, receive, market, state } = follow()
    receive({ kind: 'quote', quote: aQuote() })
    for (const ms of [0, 4_000, 1_001, 1_000]) next(ms)
    expect(statuses).toEqual([['FRESH', 0], undefined, ['STALE', 5_001], undefined])
    market.entry('BTCUSDT').observedAtMs = state.nowMs
    next(0)
    expect(statuses.at(-1)).toEqual(['FRESH', 0])
  })

  it('publishes that it was observed again without a change, twice within its maximum age', () => {
    const { statuses, next, receive, market, state } = follow()
    receive({ kind: 'quote', quote: aQuote() })
    next(0)
    for (let turn = 0; turn < 10; turn++) {
      market.entry('BTCUSDT').observedAtMs = state.nowMs + 500
      next(500)
    }
    expect(statuses.filter(Boolean)).toEqual([
      ['FRESH', 0],
      ['FRESH', 0],
      ['FRESH', 0],
    ])
  })

  it('continues with the new increments after they have changed', () => {
    const { channel, poll, receive } = openChannel()
    const reader = channel.reader()
    receive({ kind: 'trade', trade: aTrade() })
    poll()
    reader.read()
    receive({ kind: 'instrument', instrument: anInstrument({ tickSize: '0.01' }) })
    poll()
    expect(reader.read()).toMatchObject({ data: { tickSize: '0.01', lastPrice: null } })
  })
})
