import { describe, expect, it } from 'vitest'
import { lots, ticks } from '../../../server/domain/market/instrument.ts'
import { createInstrumentMarket } from '../../../server/domain/market/instrument-market.ts'
import { anInstrument } from '../../../test/support/market-samples.ts'
import { aListener } from '../../exchange/server/listener-fixture.ts'
import { subscribe } from '../../exchange/server/stream-hub.ts'
import { createDepthStreams, dropDepth, publishDepth } from './depth-streams.ts'

const BTC = anInstrument()

interface DepthMessage {
  readonly U: number
  readonly u: number
  readonly pu: number
  readonly b: readonly (readonly [string, string])[]
}

/** A depth stream, and its published messages. */
const listenTo = (stream: string) => {
  const { hub, listener, messages } = aListener()
  subscribe(hub, listener, stream)
  const outlets = createDepthStreams('BTCUSDT')
  const entry = createInstrumentMarket(BTC)
  const change = (at: number, sequence: number, price: number, quantity: number): void =>
    publishDepth(hub, outlets, entry, {
      symbol: 'BTCUSDT',
      firstSequence: sequence,
      lastSequence: sequence,
      previousSequence: sequence - 1,
      bids: [{ price: ticks(price), quantity: lots(quantity) }],
      asks: [],
      exchangeTimeMs: at,
    })
  return {
    messages: (): DepthMessage[] => messages.map((text) => JSON.parse(text)),
    change,
    drop: () => dropDepth(outlets),
  }
}

describe('a depth stream', () => {
  it('publishes every change immediately at its fastest interval', () => {
    const { messages, change } = listenTo('btcusdt@depth@0ms')
    for (const number of [1, 2, 3]) change(number, number, 100, number)
    expect(messages().map(({ U, u, pu }) => [U, u, pu])).toEqual([
      [1, 1, 0],
      [2, 2, 1],
      [3, 3, 2],
    ])
  })

  it('collects changes between its intervals, the last of each price, and continues its previous update', () => {
    const { messages, change } = listenTo('btcusdt@depth@500ms')
    change(0, 1, 100, 1)
    change(100, 2, 100, 2)
    change(200, 3, 101, 3)
    change(300, 4, 100, 0)
    change(510, 5, 102, 5)
    expect(messages().map(({ U, u, pu }) => [U, u, pu])).toEqual([
      [1, 1, 0],
      [2, 5, 1],
    ])
    expect(messages()[1]?.b).toEqual([
      ['10.00', '0.000'],
      ['10.10', '0.003'],
      ['10.20', '0.005'],
    ])
  })

  it('has a gap where the order book was rebuilt', () => {
    const { messages, change, drop } = listenTo('btcusdt@depth@500ms')
    change(0, 1, 100, 1)
    change(100, 2, 100, 2)
    drop()
    change(600, 9, 100, 3)
    expect(messages().map(({ U, u, pu }) => [U, u, pu])).toEqual([
      [1, 1, 0],
      [9, 9, 8],
    ])
  })
})
