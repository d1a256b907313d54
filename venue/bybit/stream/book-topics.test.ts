import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lots, ticks } from '../../../server/domain/market/instrument.ts'
import { createInstrumentMarket } from '../../../server/domain/market/instrument-market.ts'
import { anInstrument } from '../../../test/support/market-samples.ts'
import { aListener } from '../../exchange/server/listener-fixture.ts'
import { subscribe } from '../../exchange/server/stream-hub.ts'
import { bookSnapshotMessage, createBookTopics, publishBook, restartBook } from './book-topics.ts'

const BTC = anInstrument()

type Levels = readonly (readonly [string, string])[]

interface BookMessage {
  readonly type: 'snapshot' | 'delta'
  readonly data: { readonly u: number; readonly b: Levels; readonly a: Levels }
}

/** A topic with this many levels, a book that is changed, and the published messages. */
const listenTo = (depth: number) => {
  const { hub, listener, messages } = aListener()
  const topics = createBookTopics('BTCUSDT')
  const entry = createInstrumentMarket(BTC)
  entry.book.state = 'SYNCED'
  const topic = topics.find((one) => one.depth === depth)
  if (!topic) throw new Error('no such topic')
  return {
    entry,
    messages: (): BookMessage[] => messages.map((text) => JSON.parse(text)),
    join: (atMs: number): void => {
      subscribe(hub, listener, topic.topic)
      listener.socket.send(JSON.stringify(bookSnapshotMessage(topic, entry, atMs)))
    },
    change(side: 'bids' | 'asks', price: number, quantity: number) {
      entry.book[side].set(ticks(price), lots(quantity))
      entry.book.sequence++
    },
    publish: (atMs: number): void => publishBook(hub, topics, entry, atMs),
    restart: (): void => restartBook(topics),
  }
}

/** The prices of a side, for who takes every message in turn. */
const folded = (messages: readonly Levels[]): number[] => {
  const side = new Map<string, string>()
  for (const [price, size] of messages.flat()) {
    if (Number(size) === 0) side.delete(price)
    else side.set(price, size)
  }
  return [...side.keys()].map(Number).sort()
}

describe('a book topic', () => {
  it('publishes the differences at its interval, with consecutive numbers', () => {
    const { messages, join, change, publish } = listenTo(50)
    change('bids', 100, 1)
    join(0)
    change('bids', 101, 2)
    publish(19)
    expect(messages()).toHaveLength(1)
    change('bids', 100, 0)
    publish(20)
    publish(60)
    expect(messages().map(({ type, data }) => [type, data.u, data.b])).toEqual([
      ['snapshot', 1, [['10.00', '0.001']]],
      [
        'delta',
        2,
        [
          ['10.10', '0.002'],
          ['10.00', '0.000'],
        ],
      ],
    ])
  })

  it('publishes one level in full, and again after three seconds under the same number', () => {
    const { messages, join, change, publish } = listenTo(1)
    change('bids', 100, 1)
    join(0)
    change('bids', 101, 2)
    publish(10)
    publish(2_000)
    publish(3_010)
    expect(messages().map(({ type, data }) => [type, data.u, data.b])).toEqual([
      ['snapshot', 1, [['10.00', '0.001']]],
      ['snapshot', 2, [['10.10', '0.002']]],
      ['snapshot', 2, [['10.10', '0.002']]],
    ])
  })

  it('publishes a snapshot when the book was rebuilt', () => {
    const { messages, join, change, publish, restart } = listenTo(50)
    change('asks', 100, 1)
    join(0)
    restart()
    change('asks', 99, 2)
    publish(100)
    expect(messages().map(({ type, data }) => [type, data.u])).toEqual([
      ['snapshot', 1],
      ['snapshot', 1],
    ])
  })

  it('always leaves a client that applies it with the levels of the order book', () => {
    const step = fc.record({
      side: fc.constantFrom('bids' as const, 'asks' as const),
      level: fc.nat(70),
      quantity: fc.nat(5),
      afterMs: fc.nat(25),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const { entry, messages, join, change, publish } = listenTo(50)
        join(0)
        let now = 0
        for (const { side, level, quantity, afterMs } of steps) {
          now += afterMs
          change(side, side === 'bids' ? 1_000 - level : 1_001 + level, quantity)
          publish(now)
        }
        publish(now + 100)
        const prices = (levels: readonly { price: number }[]) => levels.map(({ price }) => price / 10).sort()
        expect(folded(messages().map(({ data }) => data.b))).toEqual(prices(entry.book.bids.top(50)))
        expect(folded(messages().map(({ data }) => data.a))).toEqual(prices(entry.book.asks.top(50)))
      }),
    )
  })
})
