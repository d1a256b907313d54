import fc from 'fast-check'
import type { MarketEvent } from '../../server/domain/market/market-event.ts'
import type { Command, EngineEvent } from '../../server/engine/model/events.ts'
import { aCandle, aDelta, anInstrument, aQuote, aSnapshot, aTrade, levels, NOON_MS } from './market-samples.ts'

const symbol = fc.constantFrom('BTCUSDT', 'ETHUSDT', 'XRPUSDT')
const instant = fc.integer({ min: NOON_MS, max: NOON_MS + 600_000 })
const sequence = fc.integer({ min: 1, max: 300 })
const price = fc.integer({ min: 990, max: 1_010 })

const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    kind: fc.constant('startRun' as const),
    runId: fc.constantFrom('run_A', 'run_B', 'run_C'),
    market: fc.constantFrom('one', 'two'),
    mode: fc.constantFrom('PAPER' as const, 'LIVE' as const),
  }),
  fc.record({ kind: fc.constant('endRun' as const), runId: fc.constantFrom('run_A', 'run_B') }),
)

const anyListing = fc
  .record({ symbol, tickSize: fc.constantFrom('0.1', '0.5'), maxLeverage: fc.constantFrom(null, 20, 125) })
  .map((filters): MarketEvent => ({ kind: 'instrument', instrument: anInstrument(filters) }))

const anyStreamChange = fc.oneof(
  fc.record({ symbol, state: fc.constant('live' as const), sinceMs: instant }),
  fc.record({ symbol, state: fc.constantFrom('lost' as const, 'ended' as const) }),
)

const anyDelta = fc
  .record({ symbol, first: sequence, length: fc.nat({ max: 20 }), back: fc.nat({ max: 2 }), price })
  .map(({ first, length, back, ...rest }) =>
    aDelta(first, first + length, first - back, { symbol: rest.symbol, bids: levels([rest.price, 1]) }),
  )

const anyMarketEvent: fc.Arbitrary<MarketEvent> = fc.oneof(
  anyListing,
  anyStreamChange.map((change): MarketEvent => ({ kind: 'stream', change })),
  instant.map((at): MarketEvent => ({ kind: 'history', candle: aCandle({ openMs: at - (at % 60_000) }) })),
  fc
    .record({ symbol, at: instant, price, sequence: fc.option(sequence) })
    .map((trade): MarketEvent => ({ kind: 'trade', trade: aTrade(trade) })),
  fc
    .record({ symbol, sequence, exchangeTimeMs: instant })
    .map((snapshot): MarketEvent => ({ kind: 'bookSnapshot', snapshot: aSnapshot(snapshot) })),
  anyDelta.map((delta): MarketEvent => ({ kind: 'bookDelta', delta })),
  fc.record({ symbol, exchangeTimeMs: instant }).map((quote): MarketEvent => ({ kind: 'quote', quote: aQuote(quote) })),
)

const anyEngineEvent: fc.Arbitrary<EngineEvent> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('command' as const), command: anyCommand, atMs: instant }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('market' as const), event: anyMarketEvent, atMs: instant }) },
)

const listings = ['BTCUSDT', 'ETHUSDT'].flatMap((name): EngineEvent[] => [
  { kind: 'market', event: { kind: 'instrument', instrument: anInstrument({ symbol: name }) }, atMs: NOON_MS },
  {
    kind: 'market',
    event: { kind: 'stream', change: { symbol: name, state: 'live', sinceMs: NOON_MS } },
    atMs: NOON_MS,
  },
])

/** Generates any engine events in any order, often after a plausible start. */
export const anyEngineEvents: fc.Arbitrary<EngineEvent[]> = fc
  .record({ begun: fc.boolean(), events: fc.array(anyEngineEvent, { maxLength: 80, size: 'max' }) })
  .map(({ begun, events }) => (begun ? [...listings, ...events] : events))
