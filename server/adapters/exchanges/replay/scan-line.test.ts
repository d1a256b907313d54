import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  BEGUN_MS,
  inStream,
  recordingLine,
  wireAggTrade,
  wireDepth,
  wireMarkPrice,
  wireQuote,
  wireSnapshot,
  wireTrade,
} from '../../../../test/support/recording.ts'
import { runs } from '../../../../test/support/runs.ts'
import { createInstrument } from '../../../domain/market/instrument.ts'
import { readLine } from './read-line.ts'
import { type ReplayedLine, scanLine } from './scan-line.ts'
import { eventOn, type Track } from './stage.ts'

const aTrack = (symbol: string, tickSize: string, lotSize: string): [string, Track] => [
  symbol,
  {
    instrument: createInstrument({ symbol, tickSize, lotSize, minNotional: null, maxLeverage: null }),
    tradeKind: symbol === 'BTCUSDT' ? 'trade' : 'aggTrade',
    shift: { timeMs: 60_000, tradeId: 1_000, sequence: 990 },
  },
]

const tracks = new Map([aTrack('BTCUSDT', '0.10', '0.001'), aTrack('ETHUSDT', '0.05', '1')])

/** Reads a line without scanning it; undefined when it is rejected or not played. */
const parse = (line: string): ReplayedLine | undefined => {
  const read = readLine(line)
  const message = read.ok ? read.value.message : undefined
  const track = message && tracks.get(message.s ?? '')
  const event = track && eventOn(track, message)
  return read.ok && event !== undefined && typeof event !== 'string'
    ? { receivedMs: read.value.receivedMs, event }
    : undefined
}

const QUOTE = wireQuote()
const TRADE = wireTrade(7)
const DEPTH = wireDepth(5_123_107_837_557, {
  b: [
    ['61800.20', '0.010'],
    ['999.90', '0.000'],
  ],
})

const anyDecimal = fc.oneof(
  fc.stringMatching(/^(0|[1-9]\d{0,4})\.\d0$/),
  fc.stringMatching(/^\d{0,9}\.?\d{0,9}$/),
  fc.constantFrom('', '.', '-1', '0', '00', '0.0', '1e2', '1,0', '99999999999999999999', '9007199254740993'),
)
const anyLevels = fc.array(fc.tuple(anyDecimal, anyDecimal), { maxLength: 4 })
const anyCount = fc.oneof({ weight: 9, arbitrary: fc.nat() }, fc.integer(), fc.maxSafeNat(), fc.double())
const anyTime = fc.integer({ min: -90_000_000, max: 90_000_000 }).map((off) => BEGUN_MS + off)
const anySymbol = fc.constantFrom('BTCUSDT', 'ETHUSDT', 'XRPUSDT', 'BTC"USDT', '\u{1F600}', '')

const anyMessage = fc.oneof(
  fc
    .record({ s: anySymbol, u: anyCount, b: anyDecimal, B: anyDecimal, a: anyDecimal, A: anyDecimal, T: anyTime })
    .map(wireQuote),
  fc
    .record({ s: anySymbol, T: anyTime, U: anyCount, u: anyCount, pu: anyCount, b: anyLevels, a: anyLevels })
    .map((over) => wireDepth(100, over)),
)

const anyLine = fc
  .tuple(
    fc.oneof(anyMessage, fc.constantFrom(QUOTE, DEPTH, TRADE)),
    fc.constantFrom(null, 'btcusdt@any', 'a"b', 'ü', '\n'),
  )
  .map(([message, stream]) => recordingLine(stream === null ? message : inStream(stream, message), BEGUN_MS))

/** Characters that begin, end or continue something in JSON, and others. */
const anyPiece = fc.oneof(
  fc.constantFrom(...'"\\,:{}[]-+.0123456789eEtT \t\n\u0000\u0130\u2028', '"T":1', '"b":[', '\\u0031', '}}', '0.'),
  fc.string({ maxLength: 3, unit: 'binary' }),
)

/** A line of which a few characters are replaced by others. */
const anyDamage = fc
  .tuple(
    anyLine,
    fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat({ max: 3 }), anyPiece), { maxLength: 3 }),
  )
  .map(([line, changes]) =>
    changes.reduce((text, [share, cut, piece]) => {
      const at = Math.floor(share * text.length)
      return text.slice(0, at) + piece + text.slice(at + cut)
    }, line),
  )

describe('scanLine', () => {
  it.each([
    ['a quote', QUOTE],
    ['a trade of a buyer', TRADE],
    ['a trade of a seller', wireTrade(8, { m: true })],
    ['an order book change', DEPTH],
    ['an order book change without levels', wireDepth(100, { b: [], a: [] })],
    ['an order book change of another symbol', wireDepth(100, { s: 'ETHUSDT', b: [['61800.25', '3']], a: [] })],
  ])('reads %s, bare and in a combined stream, as its JSON is read', (_, message) => {
    for (const line of [recordingLine(message), recordingLine(inStream('btcusdt@any', message))]) {
      expect(scanLine(line, tracks)).toEqual(parse(line))
      expect(scanLine(line, tracks)).toBeDefined()
    }
  })

  it.each([
    ['an aggregated trade', wireAggTrade(1)],
    ['a trade of a symbol that has only aggregated ones', wireTrade(1, { s: 'ETHUSDT', p: '61800.05', q: '1' })],
    ['a settlement', wireTrade(1, { X: 'INSURANCE_FUND' })],
    ['a trade without its kind', wireTrade(1, { X: undefined })],
    ['a mark price', wireMarkPrice()],
    ['a snapshot', wireSnapshot()],
    ['a symbol that is not played', wireQuote({ s: 'XRPUSDT' })],
    ['members in another order', { T: DEPTH.T, ...DEPTH }],
    ['an additional member', { ...QUOTE, x: 1 }],
    ['a price off the tick', wireDepth(100, { b: [['61800.25', '0.010']] })],
    ['a price of zero', wireQuote({ b: '0.00' })],
    ['a quantity off the lot', wireQuote({ B: '0.0005' })],
    ['a time more than a day from its receive time', wireQuote({ T: BEGUN_MS + 86_400_001 })],
    [
      'a line beyond the size of its buffer',
      wireDepth(100, { b: Array.from({ length: 4_000 }, () => ['61800.20', '0.010']) }),
    ],
  ])('leaves %s to the parser', (_, message) => {
    expect(scanLine(recordingLine(message, BEGUN_MS), tracks)).toBeUndefined()
  })

  it('never reads a truncated line, or one with anything after it', () => {
    for (const message of [QUOTE, DEPTH, TRADE]) {
      const whole = recordingLine(inStream('btcusdt@any', message))
      for (let length = 0; length < whole.length; length++) {
        expect(scanLine(whole.slice(0, length), tracks)).toBeUndefined()
      }
      expect(scanLine(`${whole}}`, tracks)).toBeUndefined()
      expect(scanLine(`${whole}\u0000`, tracks)).toBeUndefined()
    }
  })

  it('reads whatever it accepts as its JSON is read, whatever the line', () => {
    let count = 0
    fc.assert(
      fc.property(fc.oneof(anyLine, anyDamage), (line) => {
        const scanned = scanLine(line, tracks)
        if (scanned === undefined) return
        count++
        expect(scanned).toEqual(parse(line))
      }),
      { numRuns: runs(2_000) },
    )
    expect(count).toBeGreaterThan(runs(50))
  })
})
