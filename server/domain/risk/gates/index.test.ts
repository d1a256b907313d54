import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  aCandidate,
  aConstitution,
  aRecentOrder,
  aRiskView,
  type CandidateSample,
  MARK,
  usdt,
} from '../../../../test/support/risk-samples.ts'
import { runs } from '../../../../test/support/runs.ts'
import { lots, ticks } from '../../market/instrument.ts'
import type { Candidate } from '../../order/order.ts'
import { Approved } from '../approved.ts'
import type { Constitution } from '../constitution.ts'
import type { GateReading } from '../gate.ts'
import type { RiskView } from '../risk-view.ts'
import { RAMP_MS } from './capital-ramp.ts'
import { GATE_LIMITS, GATES } from './index.ts'

const listGateIds = (readings: readonly GateReading[], which: (reading: GateReading) => boolean): string[] =>
  readings.filter(which).map(({ gateId }) => gateId)

const passGates = (candidate: Candidate, view: RiskView) => Approved.passGates(candidate, view, GATES)

/** Often one of the boundary values, sometimes not known. */
const maybe = <T>(...values: readonly T[]): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: fc.constant(null) })

const anyFrom = fc.constantFrom

const anyPrice = anyFrom(1, 500_000, MARK - 10_001, MARK - 1, MARK, MARK + 1, MARK + 10_001, 2 * MARK)

const anyCandidate = (numbers: fc.Arbitrary<number>): fc.Arbitrary<Candidate> =>
  fc
    .record({
      terms: fc.record({
        side: anyFrom('BUY' as const, 'SELL' as const),
        type: anyFrom('LIMIT' as const, 'LIMIT' as const, 'MARKET' as const, 'STOP_MARKET' as const),
        quantity: fc.oneof(anyFrom(1, 10, 10, 10, 49, 60), numbers),
        price: fc.option(fc.oneof(anyPrice, numbers)),
        trigger: fc.option(fc.oneof(anyPrice, numbers)),
        reduceOnly: anyFrom(false, false, true),
      }),
      stop: fc.option(fc.oneof(anyPrice, anyFrom(980_000, 1_020_000), numbers)),
      origin: anyFrom('API' as const, 'AUTOTRADING' as const, 'GUARDIAN' as const),
      mode: anyFrom('PAPER' as const, 'LIVE' as const),
    })
    .map((sample: CandidateSample) => aCandidate(sample))

/** Mostly an order that nothing is wrong with, so that one fault alone can decide. */
const aFairCandidate = (): fc.Arbitrary<Candidate> =>
  fc
    .record({
      origin: anyFrom('API' as const, 'AUTOTRADING' as const),
      mode: anyFrom('PAPER' as const, 'LIVE' as const),
    })
    .map((sample) => aCandidate(sample))

const anyAccount: fc.Arbitrary<RiskView['account']> = fc.record({
  equity: maybe(usdt(10_000), usdt(10_000), usdt(100), 0n, -1n),
  maintenanceMargin: maybe(0n, usdt(5)),
  maintenanceMarginAfter: maybe(0n, usdt(4), usdt(9_000)),
  liquidationPriceAfter: maybe(usdt(50_000), usdt(96_000), usdt(99_000), usdt(150_000)),
})

const aWorkingStake = fc.record({
  quantity: anyFrom(lots(0), lots(0), lots(40)),
  cost: anyFrom(0n, usdt(4_000)),
  stop: anyFrom(null, ticks(980_000), ticks(500_000)),
  ownStop: anyFrom(null, ticks(980_000), ticks(500_000)),
})

/** Views in which each input is mostly well, sometimes bad and sometimes not known. */
const anyView: fc.Arbitrary<RiskView> = fc
  .record({
    latch: fc.record({ engaged: anyFrom(false, false, false, true), reason: maybe('stopped') }),
    autotradingEntries: maybe(true, true, false),
    lease: fc.record({ held: anyFrom(true, true, true, false), epoch: anyFrom(3), foreignEpoch: maybe(2, 4) }),
    store: fc.record({ commitP99Ms: maybe(4, 4, 251), freeDiskBytes: maybe(2 ** 34, 2 ** 34, 0) }),
    clock: fc.record({
      checked: anyFrom(true, true, false),
      offsetMs: maybe(-20, 20, -600),
      errorMs: maybe(10),
      ageMs: maybe(9_000, 9_000, 120_001),
    }),
    reconciliation: fc.record({
      ageMs: maybe(9_000, 9_000, 60_001),
      differencesOnSymbol: anyFrom(0, 0, 0, 1),
      unwatched: anyFrom([], [], ['DOGEUSDT (1)']),
    }),
    unknownOutcomes: fc.record({ onSymbol: anyFrom(0, 0, 0, 1), total: anyFrom(0, 0, 1, 2) }),
    filtersAgeMs: maybe(1, 1, 86_400_001),
    trading: anyFrom(true, true, true, false),
    book: fc.record({
      synced: anyFrom(true, true, true, false),
      ageMs: maybe(80, 80, 2_001),
      bid: maybe(ticks(MARK - 1)),
      ask: maybe(ticks(MARK + 1)),
    }),
    mark: maybe(ticks(MARK), ticks(MARK), ticks(MARK), ticks(1), ticks(0)),
    markAgeMs: maybe(700, 700, 5_001),
    privateStreamAgeMs: maybe(4_000, 4_000, 30_001),
    venuePriceLimits: maybe(
      { lowest: ticks(1), highest: ticks(3 * MARK) },
      { lowest: ticks(MARK), highest: ticks(MARK) },
    ),
    dayVolume: maybe(lots(50_000_000), lots(50_000_000), lots(5), lots(0)),
    exposure: fc.record({
      position: anyFrom(0, 0, -20, 30),
      worstLong: anyFrom(0, 0, 30, 95),
      worstShort: anyFrom(0, 0, -95),
      otherSymbolsWorst: anyFrom(0n, 0n, usdt(19_500)),
    }),
    account: anyAccount,
    recent: anyFrom(
      [],
      [],
      [aRecentOrder()],
      Array.from({ length: 6 }, () => aRecentOrder({ symbol: 'ETHUSDT' })),
    ),
    day: fc.record({
      netPct: maybe(0, 0, -3),
      drawdownPct: maybe(1, 1, 11),
      lossStreak: anyFrom(0, 0, 6),
    }),
    atRisk: fc.record({
      position: fc.option(
        fc.record({
          side: anyFrom('BUY' as const, 'SELL' as const),
          quantity: anyFrom(lots(20), lots(95)),
          cost: anyFrom(usdt(2_000), usdt(9_500)),
          stop: anyFrom(ticks(980_000), ticks(1_020_000), ticks(1)),
        }),
        { nil: null },
      ),
      working: fc.record({ BUY: aWorkingStake, SELL: aWorkingStake }),
      otherSymbols: maybe(0n, 0n, usdt(590)),
      hourlyRange: anyFrom(null, 4_000, 10),
    }),
    unprotectedBeyondBudget: anyFrom(0, 0, 0, 1),
    ownBest: fc.record({ bid: maybe(ticks(500_000), ticks(MARK)), ask: maybe(ticks(2 * MARK), ticks(MARK)) }),
    netEdgeLcb: maybe(0.1, 0.1, -0.1),
    manipulationPosture: maybe('CLEAN', 'HOSTILE'),
    liveGrant: maybe({ valid: true, matchesConstitution: true }, { valid: false, matchesConstitution: true }),
    liveForMs: maybe(RAMP_MS, RAMP_MS, 0),
    bookArmed: maybe(true, true, false),
  })
  .map((changes) => aRiskView(changes))

/** The well-known view with a single part taken from any other. */
const aNearlyFairView: fc.Arbitrary<RiskView> = fc.tuple(anyView, fc.integer({ min: 0 })).map(([view, pick]) => {
  const parts = Object.entries(view)
  return aRiskView(Object.fromEntries([parts[pick % parts.length] ?? []]))
})

type Loss = readonly [input: string, lose: (view: RiskView) => RiskView]

const limitLosses = (['limits', 'data'] as const).flatMap((section) =>
  Object.keys(aConstitution({})[section]).map((key): Loss => {
    const lose = (constitution: Constitution): Constitution => ({
      ...constitution,
      [section]: { ...constitution[section], [key]: null },
    })
    return [`${section}.${key}`, (view) => ({ ...view, constitution: lose(view.constitution) })]
  }),
)

/** Every input whose `null` means "not known"; elsewhere it means "there is none", as with no own order to cross. */
const LOSSES: readonly Loss[] = [
  ['autotradingEntries', (view) => ({ ...view, autotradingEntries: null })],
  ['store.commitP99Ms', (view) => ({ ...view, store: { ...view.store, commitP99Ms: null } })],
  ['store.freeDiskBytes', (view) => ({ ...view, store: { ...view.store, freeDiskBytes: null } })],
  ['clock.offsetMs', (view) => ({ ...view, clock: { ...view.clock, offsetMs: null } })],
  ['clock.errorMs', (view) => ({ ...view, clock: { ...view.clock, errorMs: null } })],
  ['clock.ageMs', (view) => ({ ...view, clock: { ...view.clock, ageMs: null } })],
  ['reconciliation.ageMs', (view) => ({ ...view, reconciliation: { ...view.reconciliation, ageMs: null } })],
  ['filtersAgeMs', (view) => ({ ...view, filtersAgeMs: null })],
  ['book.ageMs', (view) => ({ ...view, book: { ...view.book, ageMs: null } })],
  ['book.bid', (view) => ({ ...view, book: { ...view.book, bid: null } })],
  ['book.ask', (view) => ({ ...view, book: { ...view.book, ask: null } })],
  ['mark', (view) => ({ ...view, mark: null })],
  ['markAgeMs', (view) => ({ ...view, markAgeMs: null })],
  ['privateStreamAgeMs', (view) => ({ ...view, privateStreamAgeMs: null })],
  ['dayVolume', (view) => ({ ...view, dayVolume: null })],
  ['account.equity', (view) => ({ ...view, account: { ...view.account, equity: null } })],
  ['atRisk.otherSymbols', (view) => ({ ...view, atRisk: { ...view.atRisk, otherSymbols: null } })],
  ['account.maintenanceMargin', (view) => ({ ...view, account: { ...view.account, maintenanceMargin: null } })],
  [
    'account.maintenanceMarginAfter',
    (view) => ({ ...view, account: { ...view.account, maintenanceMarginAfter: null } }),
  ],
  ['day.netPct', (view) => ({ ...view, day: { ...view.day, netPct: null } })],
  ['day.drawdownPct', (view) => ({ ...view, day: { ...view.day, drawdownPct: null } })],
  ['netEdgeLcb', (view) => ({ ...view, netEdgeLcb: null })],
  ['liveGrant', (view) => ({ ...view, liveGrant: null })],
  ['liveForMs', (view) => ({ ...view, liveForMs: null })],
  ['bookArmed', (view) => ({ ...view, bookArmed: null })],
  ...limitLosses,
]

const views = fc.oneof(anyView, aNearlyFairView)
const candidates = fc.oneof(anyCandidate(anyPrice), aFairCandidate())
const oddNumbers = anyFrom(Number.NaN, Number.POSITIVE_INFINITY, -1, 0, 0.5, 2 ** 53, 2 ** 60)

describe('the gates', () => {
  it('are in order of id, each with a unique id and code', () => {
    const ids = GATES.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].toSorted())
    expect(new Set(GATES.map(({ code }) => code)).size).toBe(GATES.length)
  })

  it.each(GATES)('name their subject and remedy, and loosen no safety gate: $id', ({ kind, label, remedy }) => {
    expect(label).toMatch(/^[a-z]/)
    expect(remedy.text).toMatch(/^[A-Z].*\.$/)
    if (kind === 'S') expect(remedy.text).not.toMatch(/raise|limit/)
  })

  it('declare each limit once', () => {
    const paths = GATES.flatMap(({ limits = {} }) => Object.keys(limits))
    expect(paths).toEqual(Object.keys(GATE_LIMITS))
  })

  it.each([
    ['of a person', aCandidate()],
    ['of autotrading', aCandidate({ origin: 'AUTOTRADING' })],
    ['of autotrading for real money', aCandidate({ origin: 'AUTOTRADING', mode: 'LIVE' })],
  ])('all pass a valid order %s', (_whose, candidate) => {
    const { readings, approved } = passGates(candidate, aRiskView())
    expect(listGateIds(readings, ({ pass }) => !pass)).toEqual([])
    expect(approved?.candidate).toBe(candidate)
  })

  it.each([
    ['a person, on paper', {}, 'G02 G24 G25 G27 G28 G29 G30 G34'],
    ['a person, live', { mode: 'LIVE' }, 'G02 G24 G25 G28 G29 G30'],
    ['autotrading, on paper', { origin: 'AUTOTRADING' }, 'G25 G27 G34'],
    ['autotrading that explores, on paper', { origin: 'AUTOTRADING', exploratory: true }, 'G24 G25 G27 G34'],
    ['autotrading, live, whatever it is labelled', { origin: 'AUTOTRADING', exploratory: true, mode: 'LIVE' }, 'G25'],
    ['autotrading, live', { origin: 'AUTOTRADING', mode: 'LIVE' }, 'G25'],
  ] as const)('only record some rules for an entry of %s', (_whose, sample, recorded) => {
    const { readings } = passGates(aCandidate(sample), aRiskView())
    expect(listGateIds(readings, ({ enforced }) => !enforced).join(' ')).toBe(recorded)
  })

  it('restrict autotrading by the posture only when it is hostile', () => {
    const candidate = aCandidate({ origin: 'AUTOTRADING' })
    const { readings, approved } = passGates(candidate, aRiskView({ manipulationPosture: 'HOSTILE' }))
    expect(listGateIds(readings, ({ enforced, pass }) => enforced && !pass)).toEqual(['G25'])
    expect(approved).toBeUndefined()
    expect(passGates(aCandidate(), aRiskView({ manipulationPosture: 'HOSTILE' })).approved).toBeDefined()
  })

  it('restrict a reduce-only order by lease and format, and record the rest', () => {
    fc.assert(
      fc.property(candidates, views, (candidate, view) => {
        const reducing: Candidate = { ...candidate, terms: { ...candidate.terms, reduceOnly: true }, plan: null }
        const { readings } = passGates(reducing, view)
        expect(readings).toHaveLength(GATES.length)
        expect(listGateIds(readings, ({ enforced }) => enforced)).toEqual(['G03', 'G09'])
      }),
    )
  })

  it('pass a well-formed closing order unless the lease is lost', () => {
    const closing = aCandidate({ terms: { side: 'SELL', type: 'MARKET', reduceOnly: true } })
    fc.assert(
      fc.property(views, (view) => {
        const leads = view.lease.held && (view.lease.foreignEpoch ?? 0) <= view.lease.epoch
        expect(passGates(closing, view).approved !== undefined).toBe(leads)
      }),
    )
  })

  it('are all evaluated for any candidate and view, and deny exactly when an enforced one fails', () => {
    fc.assert(
      fc.property(fc.oneof(candidates, anyCandidate(oddNumbers)), views, (candidate, view) => {
        const { readings, approved } = passGates(candidate, view)
        expect(readings.map(({ gateId }) => gateId)).toEqual(GATES.map(({ id }) => id))
        expect(readings.every(({ detail }) => detail.length > 10)).toBe(true)
        expect(approved === undefined).toBe(readings.some(({ enforced, pass }) => enforced && !pass))
      }),
      { numRuns: runs(75) },
    )
  })

  it.each(LOSSES)('never pass because an input is missing: %s', (_input, lose) => {
    fc.assert(
      fc.property(candidates, views, (candidate, view) => {
        const before = passGates(candidate, view).readings
        const after = passGates(candidate, lose(view)).readings
        const failed = (readings: readonly GateReading[], only: (reading: GateReading) => boolean): string[] =>
          listGateIds(readings, (reading) => !reading.pass && only(reading))
        expect(failed(after, () => true)).toEqual(expect.arrayContaining(failed(before, () => true)))
        expect(failed(after, ({ enforced }) => enforced)).toEqual(
          expect.arrayContaining(failed(before, ({ enforced }) => enforced)),
        )
      }),
      { numRuns: runs(24) },
    )
  })

  it('never pass what fewer gates would refuse', () => {
    fc.assert(
      fc.property(candidates, views, fc.subarray([...GATES]), (candidate, view, some) => {
        const { approved } = Approved.passGates(candidate, view, some)
        if (!approved) expect(passGates(candidate, view).approved).toBeUndefined()
      }),
    )
  })

  it('never let a risk-increasing order exceed the limits in notional or exposure', () => {
    const usdtPerTickLot = 0.0001
    fc.assert(
      fc.property(candidates, views, (candidate, view) => {
        const { terms } = candidate
        if (terms.reduceOnly || !passGates(candidate, view).approved) return
        const price = terms.price ?? terms.trigger?.price ?? 0
        const worth = price * terms.quantity * usdtPerTickLot
        expect(worth).toBeLessThanOrEqual(5_000)
        const long = terms.side === 'BUY' ? view.exposure.worstLong + terms.quantity : view.exposure.worstLong
        const short = terms.side === 'SELL' ? view.exposure.worstShort - terms.quantity : view.exposure.worstShort
        expect(Math.max(Math.abs(long), Math.abs(short)) * MARK * usdtPerTickLot).toBeLessThanOrEqual(10_000)
      }),
      { numRuns: runs(125) },
    )
  })
})
