import { describe, expect, it } from 'vitest'
import type { MarketEvent } from '../../../domain/market/market-event.ts'
import type { MarketSource } from '../../../engine/model/ports.ts'
import { tapSource } from './tap-source.ts'

const createEvent = (symbol: string): MarketEvent => ({ kind: 'stream', change: { symbol, state: 'ended' } })

/** Returns a source that publishes its events one by one and waits for room where one was not accepted. */
const createSource = (events: readonly MarketEvent[], requested: string[] = []): MarketSource => ({
  origin: 'REPLAY',
  market: 'a made-up one',
  resumes: true,
  instruments: [],
  async run(sink) {
    for (const event of events) while (!sink.offer(event)) await sink.room()
  },
  requestBook: (symbol) => requested.push(symbol),
})

const play = (source: MarketSource, answers: readonly boolean[], taken: MarketEvent[]): Promise<void> => {
  const left = [...answers]
  const sink = {
    offer(event: MarketEvent) {
      if (!(left.shift() ?? true)) return false
      taken.push(event)
      return true
    },
    room: async () => {},
  }
  return source.run(sink, () => undefined, new AbortController().signal)
}

describe('tapSource', () => {
  it('observes each event once, in order, when the engine has accepted it', async () => {
    const events = ['A', 'B', 'C'].map(createEvent)
    const taken: MarketEvent[] = []
    const observed: MarketEvent[] = []
    const source = tapSource(createSource(events), (event) => {
      expect(taken.at(-1)).toBe(event)
      observed.push(event)
    })
    await play(source, [true, false, false, true, false], taken)
    expect(observed).toEqual(events)
    expect(taken).toEqual(events)
  })

  it('observes nothing that is rejected', async () => {
    const observed: MarketEvent[] = []
    const deaf: MarketSource = {
      ...createSource([]),
      async run(sink) {
        sink.offer(createEvent('A'))
      },
    }
    await play(
      tapSource(deaf, (event) => observed.push(event)),
      [false],
      [],
    )
    expect(observed).toEqual([])
  })

  it('otherwise behaves as the original source', () => {
    const requested: string[] = []
    const { run: _, requestBook, ...rest } = tapSource(createSource([], requested), () => {})
    requestBook('BTCUSDT')
    expect(requested).toEqual(['BTCUSDT'])
    expect(rest).toEqual({ origin: 'REPLAY', market: 'a made-up one', resumes: true, instruments: [] })
  })
})
