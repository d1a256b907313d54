import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runUntil } from '../../../test/autotrading/run-market.ts'
import { openTradedMarket, type TradedMarket } from '../../../test/autotrading/traded-market.ts'
import { WEEK_START_MS } from '../../../test/support/market-samples.ts'
import { usdt } from '../../../test/support/performance-samples.ts'
import { aTempDirectory } from '../../../test/support/temp-directory.ts'
import { openTradingBooks } from '../../../test/support/trading-books.ts'
import { type EngineStore, openEngineStore } from '../../adapters/store/sqlite/store.ts'
import { tradingReader } from '../../app/engine-state.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/instant.ts'
import { printMoney, valueAt } from '../../domain/account/money.ts'
import type { Position } from '../../domain/position/position.ts'
import type { Fact } from '../../engine/model/facts.ts'
import { openTradeBook } from '../../views/trade-book.ts'
import { equityDaysReader, type PerformanceSources, tradesReader, trialsReader } from './performance.ts'

const ALL = { symbol: null, before: null, fromMs: null, toMs: null, limit: 100_000 }

describe('the record of an engine that has traded for hours', () => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-performance-'))
  let store: EngineStore
  let market: TradedMarket

  const createSources = (): PerformanceSources => {
    const { state } = market.life
    const now = () => market.nowMs
    const trading = tradingReader({ published: state, store }, now)
    return { store, trading, trades: openTradeBook({ store, trading, now }), now }
  }
  const findClosed = (): Position[] => store.trading.findPositions(ALL).filter(({ status }) => status === 'CLOSED')
  const readTrades = async (sources: PerformanceSources) => {
    const reading = await tradesReader.read(sources)
    if (!reading) throw new Error('the ledger is open')
    return reading
  }

  beforeAll(() => {
    store = openEngineStore(directory)
    market = openTradedMarket({ seed: 1, startMs: WEEK_START_MS - 2 * HOUR_MS, store, historyMs: 2 * DAY_MS })
    runUntil(market, WEEK_START_MS + HOUR_MS)
  }, 120_000)
  afterAll(() => {
    store.close()
    rmSync(directory, { recursive: true, force: true })
  })

  it('sums the closed lifecycles one by one and matches the account to the last digit', async () => {
    const { value, sampleSize } = await readTrades(createSources())
    const closed = findClosed()
    expect(closed.length).toBeGreaterThan(10)
    expect([value.record.trades, sampleSize]).toEqual([closed.length, closed.length])
    const net = closed.reduce((sum, { realizedPnl, feesPaid, funding }) => sum + realizedPnl - feesPaid + funding, 0n)
    expect(value.record.net).toBe(printMoney(net))
    expect(value.identity.difference).toBe('0.00000000')
    expect(value.open).toBe(market.life.state.ledger.positions.size)
  })

  it('has the R of every trade by the stop of its opening order, and the regime of its signal', async () => {
    const { value } = await readTrades(createSources())
    const { instruments } = market.life.state.market
    const rs = findClosed().map((position) => {
      const instrument = instruments.get(position.symbol)?.instrument
      const order = store.trading
        .findOrders({ ...ALL, statuses: null, open: null, clientOrderId: null, origin: 'AUTOTRADING' })
        .find(({ cause }) => cause?.candidateId === position.cause?.candidateId)
      if (!instrument || !order?.plan) throw new Error('autotrading opened it')
      const { entered } = position
      const atStop = valueAt(instrument, order.plan.stopLoss.price, entered.quantity)
      const risk = Math.abs(Number(entered.value - atStop)) + Number(entered.value + atStop) * 0.0005
      return Number(position.realizedPnl - position.feesPaid + position.funding) / risk
    })
    expect(value.record.r.n).toBe(rs.length)
    expect(value.record.r.mean).toBeCloseTo(rs.reduce((sum, r) => sum + r, 0) / rs.length, 6)
    expect(value.record.withoutRegime).toBe(0)
    expect(value.record.byRegime.reduce((sum, { trades }) => sum + trades, 0)).toBe(rs.length)
    expect(value.record.entryShortfall.trades).toBe(rs.length)
    expect(Number(value.record.entryShortfall.amount)).toBeGreaterThan(0)
  })

  it('registers every strategy whose signals have an outcome, by its definition and its bars', () => {
    const { value } = trialsReader.read(createSources(), market.nowMs)
    const signals = store.signals.findResolved(100_000).filter(({ outcome }) => outcome?.kind === 'RESOLVED')
    const names = signals.map(({ signal }) => `${signal.strategyId} ${signal.definitionDigest} ${signal.interval}`)
    expect(value.registered).toBe(new Set(names).size)
    expect(value.registered).toBeGreaterThan(5)
    expect(value).toMatchObject({ measured: 0, varianceOfSharpe: null })
    const days = store.signals.findTrialDays(0)
    expect(days.reduce((sum, { outcomes }) => sum + outcomes, 0)).toBe(signals.length)
  })

  it('continues where it was, and from its beginning after a restart, with the same result', async () => {
    const sources = createSources()
    const before = await readTrades(sources)
    expect(await readTrades(sources)).toEqual(before)
    runUntil(market, market.nowMs + HOUR_MS)
    const after = await readTrades(sources)
    expect(after.value.record.trades).toBeGreaterThan(before.value.record.trades)
    expect(after.digest).not.toBe(before.digest)
    expect(after.value.identity.difference).toBe('0.00000000')
    expect(await readTrades(createSources())).toEqual(after)
  })

  it('has the equity of the minutes since the beginning', async () => {
    const { value } = (await equityDaysReader.read(createSources(), market.nowMs)) ?? {}
    expect(value).toMatchObject({ days: 0, hasBase: true })
    expect((value?.deepest?.share ?? 0) * 100).toBeCloseTo(market.life.state.ledger.equity.maxDrawdown * 100, 9)
  })
})

describe('the equity record', () => {
  const openSources = (): {
    sources: PerformanceSources
    append: (...facts: readonly Fact[]) => void
    store: EngineStore
  } => {
    const store = openEngineStore(aTempDirectory())
    const { reader, state } = openTradingBooks()
    const now = () => state.nowMs
    const trading = { ...reader, store: store.trading }
    return {
      store,
      append: (...facts) => store.journal.append({ facts, orders: [], positions: [] }),
      sources: { store, trading, trades: openTradeBook({ store, trading, now }), now },
    }
  }
  const at = (day: number, minutes: number) => WEEK_START_MS + day * DAY_MS + minutes * MINUTE_MS
  const sample = (atMs: number, equity: number): Fact => ({
    kind: 'equitySampled',
    equity: usdt(equity),
    walletBalance: usdt(equity),
    unrealizedPnl: 0n,
    atMs,
  })
  const adjusted = (atMs: number, amount: number): Fact => ({ kind: 'walletAdjusted', difference: usdt(amount), atMs })

  it('is empty before the first sample, and nothing is read of an account that is not open', async () => {
    const { sources, store } = openSources()
    expect(await equityDaysReader.read(sources, at(0, 0))).toBeUndefined()
    expect(await tradesReader.read(sources)).toBeUndefined()
    store.close()
  })

  it('reports each day, finished days only once', async () => {
    const { sources, append, store } = openSources()
    append(
      sample(at(0, 5), 100),
      sample(at(0, 900), 102),
      sample(at(1, 0), 102),
      sample(at(1, 1), 90),
      sample(at(2, 3), 99),
    )
    const read = async (nowMs: number) => (await equityDaysReader.read(sources, nowMs))?.value
    expect(await read(at(2, 4))).toMatchObject({
      days: 1,
      meanReturn: expect.closeTo(90 / 102 - 1, 12),
      toMs: at(2, 3),
    })
    append(sample(at(2, 9), 51))
    const later = await read(at(3, 0))
    expect(later).toMatchObject({ days: 2, deepest: { share: 0.5, fromMs: at(1, 0), toMs: at(2, 9) } })
    expect(await read(at(3, 0))).toEqual(later)
    store.close()
  })

  it('distinguishes deposits from profits', async () => {
    const { sources, append, store } = openSources()
    append(sample(at(0, 5), 100), adjusted(at(1, 2), 50), sample(at(1, 3), 150), sample(at(2, 0), 165))
    expect((await equityDaysReader.read(sources, at(3, 0)))?.value).toMatchObject({
      days: 2,
      meanReturn: expect.closeTo(0.05, 12),
      deepest: null,
    })
    store.close()
  })
})
