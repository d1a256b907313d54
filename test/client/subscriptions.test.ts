import { describe, expect, it } from 'vitest'
import { createKeyedStore } from '../../client/src/stream/keyed-store.ts'
import { readMessages } from '../../client/src/stream/read-messages.ts'
import {
  addReader,
  deliver,
  loseAll,
  type Reader,
  removeReader,
  type Subscriptions,
} from '../../client/src/stream/subscriptions.ts'
import type { ChannelMessage } from '../../client/src/stream/wire.ts'

const CHANNEL = 'market.trades:BTCUSDT'
const message = (seq: number, prevSeq: number, data: unknown = {}): ChannelMessage =>
  ({ type: prevSeq === 0 ? 'snapshot' : 'delta', channel: CHANNEL, seq, prevSeq, data }) as unknown as ChannelMessage

const aReader = () => {
  const received: (number | 'lost')[] = []
  const reader: Reader = { receive: ({ seq }) => received.push(seq), lost: () => received.push('lost') }
  return { received, reader }
}

describe('the messages of a channel', () => {
  it('end with a message out of sequence, until the next snapshot', () => {
    const subscriptions: Subscriptions = new Map()
    const { received, reader } = aReader()
    addReader(subscriptions, CHANNEL, reader)
    const numbers: [number, number][] = [
      [4, 3],
      [1, 0],
      [2, 1],
      [4, 3],
      [5, 4],
      [1, 0],
      [2, 1],
    ]
    const became = numbers.map(([seq, prevSeq]) => deliver(subscriptions, message(seq, prevSeq)))
    expect(became).toEqual([
      'IGNORED',
      'DELIVERED',
      'DELIVERED',
      { gap: { expected: 2, prevSeq: 3 } },
      'IGNORED',
      'DELIVERED',
      'DELIVERED',
    ])
    expect(received).toEqual([1, 2, 'lost', 1, 2])
  })

  it('begin with the next snapshot for a late subscriber, and continue for the others meanwhile', () => {
    const subscriptions: Subscriptions = new Map()
    const [first, second] = [aReader(), aReader()]
    addReader(subscriptions, CHANNEL, first.reader)
    deliver(subscriptions, message(1, 0))
    addReader(subscriptions, CHANNEL, second.reader)
    for (const [seq, prevSeq] of [
      [2, 1],
      [1, 0],
      [2, 1],
    ] as const)
      deliver(subscriptions, message(seq, prevSeq))
    expect([first.received, second.received]).toEqual([
      [1, 2, 1, 2],
      [1, 2],
    ])
    expect(removeReader(subscriptions, CHANNEL, first.reader)).toBe(false)
    expect(removeReader(subscriptions, CHANNEL, second.reader)).toBe(true)
    expect(deliver(subscriptions, message(3, 2))).toBe('IGNORED')
  })

  it('are lost with the connection', () => {
    const subscriptions: Subscriptions = new Map()
    const { received, reader } = aReader()
    addReader(subscriptions, CHANNEL, reader)
    deliver(subscriptions, message(1, 0))
    loseAll(subscriptions)
    expect(deliver(subscriptions, message(2, 1))).toBe('IGNORED')
    expect(received).toEqual([1, 'lost'])
  })
})

describe('messages read one by one', () => {
  it('report how many were dropped before them', async () => {
    const readers: Reader[] = []
    const reading = readMessages<typeof CHANNEL>(
      (reader) => {
        readers.push(reader)
        return () => readers.pop()
      },
      { bufferMax: 2 },
    )
    const first = reading.next()
    for (const seq of [1, 2, 3, 4, 5]) readers[0]?.receive(message(seq, seq - 1))
    const read = [(await first).value, (await reading.next()).value]
    expect(read.map((item) => item && [item.seq, item.dropped])).toEqual([
      [4, 3],
      [5, 0],
    ])
    await reading.return()
    expect(readers).toEqual([])
  })
})

describe('reading', () => {
  it('ends with its signal, and delivers nothing more', async () => {
    const readers: Reader[] = []
    const ending = new AbortController()
    const subscribe = (reader: Reader) => {
      readers.push(reader)
      return () => readers.pop()
    }
    const reading = readMessages<typeof CHANNEL>(subscribe, { bufferMax: 2, signal: ending.signal })
    const next = reading.next()
    ending.abort()
    expect([await next, readers]).toEqual([{ done: true, value: undefined }, []])
  })

  it('ends with return, even while a reader waits for the next message, and before it has begun', async () => {
    const readers: Reader[] = []
    const subscribe = (reader: Reader) => {
      readers.push(reader)
      return () => readers.pop()
    }
    const over = { done: true, value: undefined }
    const reading = readMessages<typeof CHANNEL>(subscribe, { bufferMax: 2 })
    const waiting = [reading.next(), reading.next()]
    expect(await reading.return()).toEqual(over)
    expect([...(await Promise.all(waiting)), await reading.next(), readers]).toEqual([over, over, over, []])
    const unread = readMessages<typeof CHANNEL>(subscribe, { bufferMax: 2 })
    expect([await unread.return(), await unread.next(), readers]).toEqual([over, over, []])
  })
})

interface Thing {
  readonly id: string
  readonly version: number
  readonly open: boolean
}

describe('a store of channel items', () => {
  const aStore = () => {
    const readers: Reader[] = []
    const store = createKeyedStore<Thing>({
      getId: ({ id }) => id,
      isOpen: ({ open }) => open,
      subscribe: (reader) => {
        readers.push(reader)
        return () => {}
      },
    })
    let seq = 0
    const publish = (type: 'snapshot' | 'delta', ...items: Thing[]): void =>
      readers[0]?.receive(message(++seq, type === 'snapshot' ? 0 : seq - 1, { items }))
    return { store, publish, lose: () => readers[0]?.lost?.() }
  }
  const thing = (id: string, version: number, open = true): Thing => ({ id, version, open })

  it('keeps the highest version of each item, whatever its source', () => {
    const { store, publish } = aStore()
    publish('snapshot', thing('a', 3), thing('b', 1))
    store.put(thing('a', 5))
    publish('delta', thing('a', 4), thing('c', 1))
    expect(store.values().map(({ id, version }) => [id, version])).toEqual(
      expect.arrayContaining([
        ['a', 5],
        ['b', 1],
        ['c', 1],
      ]),
    )
    publish('snapshot', thing('a', 4), thing('c', 2))
    expect(store.get('a')?.version).toBe(5)
    expect(store.get('b')).toBeUndefined()
    expect(store.get('c')?.version).toBe(2)
  })

  it('reports whether it is current, and forgets the oldest ended items', () => {
    const { store, publish, lose } = aStore()
    expect(store.isCurrent).toBe(false)
    publish('snapshot', thing('open', 1))
    expect(store.isCurrent).toBe(true)
    for (let count = 0; count < 600; count++) publish('delta', thing(`ended-${count}`, 1, false))
    expect(store.values().length).toBe(501)
    expect([store.get('open')?.id, store.get('ended-99'), store.get('ended-100')?.id]).toEqual([
      'open',
      undefined,
      'ended-100',
    ])
    lose()
    expect(store.isCurrent).toBe(false)
  })
})
