import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../server/core/instant.ts'
import { eventSymbol, type MarketEvent } from '../server/domain/market/market-event.ts'
import type { MarketSink, MarketSource } from '../server/engine/model/ports.ts'
import { type Listening, listenTo, ofKind } from './support/listener.ts'
import { isSound, watchMarket } from './support/watched-market.ts'

/** Test case for a market source. */
export interface SourceCase {
  /** Opens the source at its beginning, with the same content each time. */
  readonly open: () => MarketSource | Promise<MarketSource>
  /** Number of events after which the source is stopped and checked. */
  readonly enough: number
  /** Earliest instant of its history; undefined without history. */
  readonly sinceMs?: number
}

/** Returns the events without functions. */
const plain = (events: readonly MarketEvent[]) =>
  events.map((event) => (event.kind === 'instrument' ? { kind: event.kind, symbol: event.instrument.symbol } : event))

const instrumentName = (event: MarketEvent): string =>
  event.kind === 'instrument' ? event.instrument.symbol : eventSymbol(event)

/** Declares the tests that every market source must pass, whatever its market. */
export const marketSourceContract = (name: string, { open, enough, sinceMs }: SourceCase): void => {
  const since = () => sinceMs

  const collectEvents = async (listening: Listening = {}): Promise<MarketEvent[]> =>
    listenTo(await open(), {
      since,
      ...listening,
      onEvent: (event, abort, count) => {
        listening.onEvent?.(event, abort, count)
        if (count === enough) abort()
      },
    })

  /** Returns the events by symbol. */
  const collectBySymbol = async () => Map.groupBy(await collectEvents(), instrumentName)

  describe(`${name}, as any market source,`, () => {
    it('publishes its instruments, and for each in order: listing, history, live stream, market', async () => {
      const { instruments } = await open()
      const bySymbol = await collectBySymbol()
      expect([...bySymbol.keys()].toSorted()).toEqual(instruments.map(({ symbol }) => symbol).toSorted())
      for (const events of bySymbol.values()) {
        const kinds = events.map(({ kind }) => kind)
        const isPast = (kind: string) => kind === 'history' || kind === 'funding'
        const past = kinds.filter(isPast).length
        expect([kinds[0], kinds[past + 1]]).toEqual(['instrument', 'stream'])
        expect(kinds.slice(1, past + 1).every(isPast)).toBe(true)
        expect(ofKind(events, 'stream')[0]?.change.state).toBe('live')
        expect(kinds.slice(past + 2).some((kind) => kind === 'instrument' || isPast(kind))).toBe(false)
      }
    })

    it('delivers history minute by minute, from the requested start, before the stream begins', async () => {
      for (const events of (await collectBySymbol()).values()) {
        const [live] = ofKind(events, 'stream')
        const opens = ofKind(events, 'history').map(({ candle }) => candle.openMs)
        expect(opens.length > 0).toBe(sinceMs !== undefined)
        for (const [index, openMs] of opens.entries()) {
          expect(openMs).toBe((sinceMs ?? 0) + index * MINUTE_MS)
          expect(live?.change.state === 'live' && openMs + MINUTE_MS <= live.change.sinceMs).toBe(true)
        }
      }
    })

    it('delivers trades in order of time, each once, without gaps in their numbers while the stream is complete', async () => {
      const events = await collectEvents()
      expect(ofKind(events, 'trade').length).toBeGreaterThan(3)
      for (const trades of Map.groupBy(ofKind(events, 'trade'), instrumentName).values()) {
        const times = trades.map(({ trade }) => trade.tradedAtMs)
        expect(times).toEqual(times.toSorted((a, b) => a - b))
        expect(new Set(trades.map(({ trade }) => trade.tradeId)).size).toBe(trades.length)
      }
      const { market } = watchMarket(events)
      for (const { tape, instrument } of market.instruments.values()) {
        const tradeCount = ofKind(events, 'trade').filter((event) => instrumentName(event) === instrument.symbol).length
        expect(tape.count).toBe(tradeCount)
      }
    })

    it('produces a candle for every complete minute, with gaps only before and between streams', async () => {
      const events = await collectEvents()
      const { market, closed } = watchMarket(events)
      const opens = closed.map(({ symbol, interval, openMs }) => `${symbol} ${interval} ${openMs}`)
      expect(new Set(opens).size).toBe(opens.length)
      for (const { candles, instrument } of market.instruments.values()) {
        const streams = ofKind(events, 'stream').filter((event) => instrumentName(event) === instrument.symbol)
        const begun = streams.filter(({ change }) => change.state === 'live').length
        expect(candles.gaps.length).toBeLessThanOrEqual(begun)
      }
    })

    it('keeps its order books complete from their snapshot on, and never crossed', async () => {
      const watched = watchMarket()
      const events = await collectEvents({
        onEvent: (event) => {
          watched.receive(event)
          if (event.kind === 'bookDelta' || event.kind === 'bookSnapshot') {
            expect(isSound(watched.entry(eventSymbol(event)))).toBe(true)
          }
        },
      })
      expect(ofKind(events, 'bookSnapshot').length).toBeGreaterThan(0)
      expect(ofKind(events, 'bookDelta').length).toBeGreaterThan(3)
      expect(watched.booksLost).toEqual([])
    })

    it('uses the ticks and lots of the listed instrument', async () => {
      const { instruments } = await open()
      for (const { trade } of ofKind(await collectEvents(), 'trade')) {
        const { price, quantity } = instruments.find(({ symbol }) => symbol === trade.symbol) ?? {}
        expect(price?.parse(price.print(trade.price))).toBe(trade.price)
        expect(quantity?.parse(quantity.print(trade.quantity))).toBe(trade.quantity)
        expect(trade.price > 0 && trade.quantity > 0).toBe(true)
      }
    })

    it('loses nothing and keeps the order when the sink is repeatedly full', async () => {
      const free = await collectEvents()
      expect(plain(await collectEvents({ roomFor: 1 }))).toEqual(plain(free))
      expect(plain(await collectEvents({ roomFor: 13 }))).toEqual(plain(free))
    })

    it('emits nothing when it was stopped before it began', async () => {
      expect(await collectEvents({ signal: AbortSignal.abort() })).toEqual([])
    })

    it.each([1, 2, 3, 5, 11])('emits nothing more once it is stopped, here after %d events', async (count) => {
      const events = await collectEvents({
        onEvent: (_, abort, received) => {
          if (received === count) abort()
        },
      })
      expect(events).toHaveLength(count)
    })

    it.each([
      ['the sink has capacity again', () => {}],
      [
        'there never will be',
        () => {
          throw new Error('The engine has stopped')
        },
      ],
    ])('ends when it is stopped while it waits for the sink and learns that %s', async (_, wake) => {
      const stopping = new AbortController()
      let offers = 0
      const sink: MarketSink = {
        offer: () => ++offers <= 2,
        async room() {
          stopping.abort()
          wake()
        },
      }
      const source = await open()
      await expect(source.run(sink, since, stopping.signal)).resolves.toBeUndefined()
      expect(offers).toBe(3)
    })

    it('fails when the engine stops without a stop request', async () => {
      const sink: MarketSink = {
        offer: () => false,
        room: () => Promise.reject(new Error('The engine has stopped')),
      }
      const source = await open()
      await expect(source.run(sink, since, new AbortController().signal)).rejects.toThrow('The engine has stopped')
    })

    it('has a name for its market, and delivers the same market each time', async () => {
      const [one, other] = [await open(), await open()]
      expect(one.market).toMatch(/^[a-z]/)
      expect([other.market, other.origin, other.resumes]).toEqual([one.market, one.origin, one.resumes])
    })
  })
}
