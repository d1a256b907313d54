import { describe, expect, it } from 'vitest'
import {
  type BreakerId,
  type BreakerLimits,
  type BreakerView,
  describeReading,
  readBreakers,
  trippedMessage,
} from './breakers.ts'

const LIMITS: BreakerLimits = {
  maxBookAgeMs: 2_000,
  maxPrivateStreamAgeMs: 30_000,
  maxClockErrorMs: 500,
  maxReconciliationAgeMs: 60_000,
  maxCommitP99Ms: 250,
  maxExchangeErrorPct: 20,
  maxDayLossPct: 2,
  maxDrawdownPct: 10,
  maxLossStreak: 6,
}

const WELL: BreakerView = {
  bookAgeMs: 100,
  privateStreamAgeMs: 100,
  clock: { checked: true, offsetMs: 2, errorMs: 3, isStepped: false },
  reconciliationAgeMs: 1_000,
  commitP99Ms: 5,
  exchangeErrorPct: 5,
  day: { netPct: 0, drawdownPct: 0, lossStreak: 0 },
}

const redIn = (view: Partial<BreakerView>, limits: Partial<BreakerLimits> = {}): BreakerId[] =>
  readBreakers({ ...WELL, ...view }, { ...LIMITS, ...limits }).flatMap(({ id, red }) => (red ? [id] : []))

describe('the breakers', () => {
  it('are all green when everything is well', () => {
    expect(redIn({})).toEqual([])
  })

  it.each([
    [{ bookAgeMs: 2_000 }, []],
    [{ bookAgeMs: 2_001 }, ['MARKET_DATA']],
    [{ bookAgeMs: null }, ['MARKET_DATA']],
    [{ privateStreamAgeMs: null }, ['PRIVATE_STREAM']],
    [{ clock: { checked: true, offsetMs: 1, errorMs: 500, isStepped: false } }, ['CLOCK']],
    [{ clock: { checked: true, offsetMs: null, errorMs: null, isStepped: false } }, ['CLOCK']],
    [{ clock: { checked: false, offsetMs: null, errorMs: null, isStepped: false } }, []],
    [{ clock: { checked: true, offsetMs: 2, errorMs: 3, isStepped: true } }, ['CLOCK']],
    [{ clock: { checked: false, offsetMs: null, errorMs: null, isStepped: true } }, ['CLOCK']],
    [{ reconciliationAgeMs: 60_001 }, ['RECONCILIATION']],
    [{ commitP99Ms: 251 }, ['STORE']],
    [{ commitP99Ms: null }, []],
    [{ exchangeErrorPct: 20 }, []],
    [{ exchangeErrorPct: 20.1 }, ['EXCHANGE_ERRORS']],
    [{ exchangeErrorPct: null }, []],
    [{ day: { netPct: -2, drawdownPct: 0, lossStreak: 0 } }, []],
    [{ day: { netPct: -2.01, drawdownPct: 0, lossStreak: 0 } }, ['DAY_LOSS']],
    [{ day: { netPct: 5, drawdownPct: 0, lossStreak: 0 } }, []],
    [{ day: { netPct: 0, drawdownPct: 10.1, lossStreak: 0 } }, ['DRAWDOWN']],
    [{ day: { netPct: 0, drawdownPct: 0, lossStreak: 5 } }, []],
    [{ day: { netPct: 0, drawdownPct: 0, lossStreak: 6 } }, ['LOSS_STREAK']],
  ] as const)('evaluate %o to %o', (view, red) => {
    expect(redIn(view)).toEqual([...red])
  })

  it('are red when no limit is configured', () => {
    const none = Object.fromEntries(Object.keys(LIMITS).map((name) => [name, null]))
    expect(redIn({}, none)).toEqual([
      'MARKET_DATA',
      'PRIVATE_STREAM',
      'CLOCK',
      'RECONCILIATION',
      'STORE',
      'EXCHANGE_ERRORS',
      'DAY_LOSS',
      'DRAWDOWN',
      'LOSS_STREAK',
    ])
  })
})

describe('trippedMessage', () => {
  it.each([
    [
      'DAY_LOSS',
      '2.0456',
      '2',
      'The daily loss is 2.05% of the equity at the start of the day; the limit is 2%. It counts until 2026-11-22T00:00:00.000Z; after that, resume on the host: plimsoll resume.',
    ],
    [
      'DAY_LOSS',
      '0.00529198',
      '0.005',
      'The daily loss is 0.00529% of the equity at the start of the day; the limit is 0.005%. It counts until 2026-11-22T00:00:00.000Z; after that, resume on the host: plimsoll resume.',
    ],
    [
      'DRAWDOWN',
      '10.1',
      '10',
      'Equity is 10.1% below its peak; the limit is 10%. It does not resume automatically: plimsoll resume on the host measures the drawdown from the equity at that time.',
    ],
    [
      'LOSS_STREAK',
      '6',
      '6',
      'The number of consecutive losing trades is 6; the limit is 6. It does not resume automatically: plimsoll resume on the host resets the count.',
    ],
    [
      'LOSS_STREAK',
      '0',
      'null',
      'limits.maxLossStreak is not set in the constitution, so autotrading does not run. Set it and restart the server; then, on the host: plimsoll resume.',
    ],
  ] as const)('returns why %s pauses, and when that ends', (id, observed, limit, message) => {
    const atMs = Date.UTC(2026, 10, 21, 14, 3)
    expect(trippedMessage(id, { observed, limit, atMs })).toBe(message)
  })
})

describe('the reading of a breaker', () => {
  const describeRed = (view: Partial<BreakerView>): string[] =>
    readBreakers({ ...WELL, ...view }, LIMITS).flatMap((reading) => (reading.red ? [describeReading(reading)] : []))

  it.each([
    [{ commitP99Ms: 861.0779292198037 }, 'Commits to the store take 861.08 ms (p99); the limit is 250 ms.'],
    [{ privateStreamAgeMs: null }, 'The private order stream is not connected.'],
    [
      { privateStreamAgeMs: 30_001 },
      'The last message of the private order stream is older than the limit of 30000 ms.',
    ],
    [
      { clock: { ...WELL.clock, offsetMs: null, errorMs: null } },
      /^The clock offset from the exchange has not been measured\. [A-Z]/,
    ],
    [
      { day: { netPct: -2.123456, drawdownPct: 0, lossStreak: 0 } },
      'The daily loss is 2.12% of the equity at the start of the day; the limit is 2%.',
    ],
    [
      { clock: { ...WELL.clock, isStepped: true } },
      'The host clock was changed; account and market are being read again.',
    ],
  ])('is described in words with rounded figures: %o', (view, expected) => {
    expect(describeRed(view)).toEqual([typeof expected === 'string' ? expected : expect.stringMatching(expected)])
  })
})
