import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EngineStore, openEngineStore } from '../../server/adapters/store/sqlite/store.ts'
import { computeDigest } from '../../server/core/digest.ts'
import { readExact, writeExact } from '../../server/core/exact-json.ts'
import { HOUR_MS } from '../../server/core/instant.ts'
import { createRandom } from '../../server/core/random.ts'
import { valueAt } from '../../server/domain/account/money.ts'
import { type Instrument, ticks } from '../../server/domain/market/instrument.ts'
import type { Candidate } from '../../server/domain/order/order.ts'
import { Approved } from '../../server/domain/risk/approved.ts'
import { GATES } from '../../server/domain/risk/gates/index.ts'
import type { RiskView } from '../../server/domain/risk/risk-view.ts'
import { entryOrder } from '../../server/engine/autotrading/evaluate-entry.ts'
import type { ConsideredEntry } from '../../server/engine/model/facts.ts'
import { WEEK_START_MS } from '../support/market-samples.ts'
import type { LightInstrument } from './light-market.ts'
import { runUntil } from './run-market.ts'
import { unconsideredOrders, unfoundedEntries, unresolvedSignals } from './signal-promises.ts'
import {
  type ClosedTrade,
  closedTrades,
  equityOff,
  heldTooLong,
  mislabelled,
  stoplessEntries,
  unprotectedTooLong,
} from './trade-promises.ts'
import { openTradedMarket, type TradedMarket } from './traded-market.ts'
import { nothingYet, readFacts } from './what-became.ts'

/** Enough for every kind of exit. */
const END_MS = WEEK_START_MS + 9 * HOUR_MS
const became = nothingYet()
const broken: string[] = []
let directory: string
let store: EngineStore
let market: TradedMarket
let trades: readonly ClosedTrade[]

/** Runs the hourly checks. */
const checkPromises = (): void => {
  const { nowMs, life } = market
  readFacts(became, market.facts)
  const faults = [
    ...unresolvedSignals(became, nowMs),
    ...unprotectedTooLong(became, life.state, nowMs),
    ...heldTooLong(life.state, nowMs),
    ...equityOff(life.state),
  ]
  for (const fault of faults)
    if (!broken.some((known) => known.endsWith(fault))) broken.push(`+${nowMs - WEEK_START_MS} ${fault}`)
}

/** Between two moments of the light market, with the time an order takes. */
const MOMENT_MS = 11_000
/** Levels of the order book plus its spread: the distance from the mark at which an order may fill. */
const DEPTH_TICKS = 7

/**
 * Returns the distance the mark moved until an instant, plus the distance at which an order may have filled from it.
 */
const movedUntil = ({ markAt }: LightInstrument, untilMs: number) => {
  const marks = Array.from({ length: MOMENT_MS / 250 + 1 }, (_, step) => markAt(untilMs - step * 250).mark)
  return ticks(Math.max(...marks) - Math.min(...marks) + DEPTH_TICKS)
}

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'plimsoll-week-'))
  store = openEngineStore(directory)
  market = openTradedMarket({ seed: 1, startMs: WEEK_START_MS, store })
  runUntil(market, END_MS, checkPromises)
  checkPromises()
  trades = closedTrades(became, market.life.state)
}, 180_000)
afterAll(() => {
  store.close()
  rmSync(directory, { recursive: true, force: true })
})

describe('hours of autotrading', () => {
  it('gives every signal an outcome or a reason for having none, protects and exits in time, and balances', () => {
    expect(broken).toEqual([])
    expect(became.outcomes.size).toBeGreaterThan(800)
  })

  it('tracks signals that were not traded like those that were', () => {
    const traded = new Set(
      became.entries
        .flatMap(({ orderId, candidate }) => (orderId ? candidate.signals : []))
        .map(({ signalId }) => signalId),
    )
    const resolved = [...became.outcomes].filter(([, { kind }]) => kind === 'RESOLVED').map(([id]) => id)
    expect(resolved.filter((id) => traded.has(id as never)).length).toBeGreaterThan(100)
    expect(resolved.filter((id) => !traded.has(id as never)).length).toBeGreaterThan(500)
  })

  it('runs every entry through all gates, and orders exactly what they approve', () => {
    expect(unfoundedEntries(became)).toEqual([])
    expect(unconsideredOrders(became)).toEqual([])
    const verdicts = Map.groupBy(became.entries, ({ decision }) => decision.verdict)
    expect(verdicts.get('APPROVED')?.length).toBeGreaterThan(100)
    expect(verdicts.get('DENIED')?.length).toBeGreaterThan(100)
  })

  it('never orders without a stop on the losing side', () => {
    expect(stoplessEntries(became)).toEqual([])
  })

  it('never loses more on a trade than the planned risk, except for slippage beyond the stop', () => {
    const beyond = trades.filter(({ lost, allowed }) => lost * 100n > allowed * 101n)
    expect(
      beyond.map(({ position: { positionId }, lost, allowed, exit }) => ({ positionId, lost, allowed, exit })),
    ).toEqual([])
  })

  it('never loses more beyond the stop than the price moved between the last two checks', () => {
    const beyond = ({ position, allowed }: ClosedTrade): bigint => {
      const { realizedPnl, feesPaid, funding, symbol, entered, closedAtMs } = position
      const instrument = market.instruments.find(({ spec }) => spec.instrument.symbol === symbol)
      if (!instrument || closedAtMs === null) return expect.fail(`${position.positionId} is not closed`)
      const moved = movedUntil(instrument, closedAtMs)
      const lost = feesPaid - realizedPnl - funding
      return lost - (allowed * 101n) / 100n - valueAt(instrument.spec.instrument, moved, entered.quantity)
    }
    expect(trades.filter((trade) => beyond(trade) > 0n).map(({ position }) => position.positionId)).toEqual([])
  })

  it('labels everything that results from an entry without an edge as exploratory, and nothing else', () => {
    expect(mislabelled(became, market.life.state)).toEqual([])
    const labelled = became.fills.filter(({ exploratory }) => exploratory)
    expect(labelled.length).toBeGreaterThan(100)
  })

  it('ends with the balances and positions that the exchange reports', () => {
    const { ledger } = market.life.state
    expect(market.exchange.readAccount()?.walletBalance).toBe(ledger.account.walletBalance)
    expect([...ledger.differences.keys()]).toEqual([])
  })

  it('exits in every possible way', () => {
    const ways = Map.groupBy(trades, ({ exit }) => exit)
    for (const way of ['STOP', 'TARGET', 'HORIZON', 'STRATEGY_EXIT'] as const) {
      expect([way, (ways.get(way)?.length ?? 0) > 0]).toEqual([way, true])
    }
    expect(trades.length).toBeGreaterThan(100)
  })

  it('stores exactly what it reported live', () => {
    for (const entry of became.entries) {
      expect(store.signals.findEntry(entry.candidate.candidateId)).toEqual(readExact(writeExact(entry)))
    }
    const unresolved = [...became.signals.keys()].filter((id) => !became.outcomes.has(id as never))
    expect(
      store.signals
        .findUnresolved()
        .map(({ signalId }) => signalId)
        .toSorted(),
    ).toEqual(unresolved.toSorted())
  })
})

/** Returns the stored entries, read with nothing but the store and the constitution. */
const storedEntries = (ordered: boolean): ConsideredEntry[] => {
  const query = { symbol: null, strategyId: null, gateId: null, ordered }
  return store.signals.findEntries({ ...query, before: null, fromMs: null, toMs: null, limit: 10_000 })
}

/** Returns the order that an entry requested. Its IDs are irrelevant to a gate. */
const createOrder = ({ candidate }: ConsideredEntry): Candidate =>
  entryOrder(candidate, {
    orderId: 'ord_00000000000000000000000000',
    venueClientId: '',
    mode: 'PAPER',
    positionId: null,
  })

/** The stored instrument has lost how its steps are printed and parsed; the listed one of the same steps has it. */
const restoreInstrument = ({ evidence }: ConsideredEntry): Instrument => {
  const { instrument } = evidence
  const listed = market.instruments.find(({ spec }) => spec.instrument.symbol === instrument.symbol)?.spec.instrument
  if (!listed) throw new RangeError(`${instrument.symbol} is not listed`)
  expect([instrument.price.step, instrument.quantity.step]).toEqual([listed.price.step, listed.quantity.step])
  return { ...instrument, price: listed.price, quantity: listed.quantity }
}

const judgedAgain = (entry: ConsideredEntry) => {
  const { constitutionHash, ...stored } = entry.evidence
  const { constitution } = market.rules
  expect(constitutionHash).toBe(computeDigest(constitution))
  const view: RiskView = { ...stored, instrument: restoreInstrument(entry), constitution }
  return Approved.passGates(createOrder(entry), view, GATES)
}

/** So many of them, drawn at random. */
const drawSample = <T>(all: readonly T[], count: number): T[] => {
  const random = createRandom(7)
  return all
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ item }) => item)
}

describe('gate inputs read back from the store', () => {
  it('lead to the same refusals for a hundred refused entries', () => {
    const refused = drawSample(storedEntries(false), 100)
    expect(refused).toHaveLength(100)
    for (const entry of refused) {
      const { readings, approved } = judgedAgain(entry)
      expect(approved).toBeUndefined()
      expect(readings).toEqual(entry.decision.readings)
    }
    const reasons = refused.flatMap(({ decision }) =>
      decision.readings.filter(({ enforced, pass }) => enforced && !pass),
    )
    expect(new Set(reasons.map(({ gateId }) => gateId)).size).toBeGreaterThan(1)
  })

  it('lead to approval where the entry was approved', () => {
    const approved = storedEntries(true)
    expect(approved.length).toBeGreaterThan(20)
    for (const entry of approved) {
      const again = judgedAgain(entry)
      expect(again.readings).toEqual(entry.decision.readings)
      expect(again.approved).toBeInstanceOf(Approved)
    }
  })
})
