import { describe, expect, it } from 'vitest'
import type { MarketEvent } from '../../../domain/market/market-event.ts'
import type { MarketSource } from '../../../engine/ports.ts'
import { tapSource } from './tap-source.ts'

const eventOf = (symbol: string): MarketEvent => ({ kind: 'stream', change: { symbol, state: 'ended' } })

/** A source that says one thing after the other and waits for room where it was not taken. */
const sourceOf = (events: readonly MarketEvent[], asked: string[] = []): MarketSource => ({
  origin: 'REPLAY',
  market: 'a made-up one',
  resumes: true,
  instruments: [],
  async run(sink) {
    for (const event of events) while (!sink.offer(event)) await sink.room()
  },
  requestBook: (symbol) => asked.push(symbol),
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
  it('observes each event once, in order, when the engine has taken it', async () => {
    const events = ['A', 'B', 'C'].map(eventOf)
    const taken: MarketEvent[] = []
    const observed: MarketEvent[] = []
    const source = tapSource(sourceOf(events), (event) => {
      expect(taken.at(-1)).toBe(event)
      observed.push(event)
    })
    await play(source, [true, false, false, true, false], taken)
    expect(observed).toEqual(events)
    expect(taken).toEqual(events)
  })

  it('observes nothing that is not taken', async () => {
    const observed: MarketEvent[] = []
    const deaf: MarketSource = {
      ...sourceOf([]),
      async run(sink) {
        sink.offer(eventOf('A'))
      },
    }
    await play(
      tapSource(deaf, (event) => observed.push(event)),
      [false],
      [],
    )
    expect(observed).toEqual([])
  })

  it('is otherwise the source it was', () => {
    const asked: string[] = []
    const { run: _, requestBook, ...rest } = tapSource(sourceOf([], asked), () => {})
    requestBook('BTCUSDT')
    expect(asked).toEqual(['BTCUSDT'])
    expect(rest).toEqual({ origin: 'REPLAY', market: 'a made-up one', resumes: true, instruments: [] })
  })
})
