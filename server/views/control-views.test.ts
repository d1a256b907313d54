import { describe, expect, it } from 'vitest'
import { AutotradingConfig, AutotradingStatus } from '../../contract/control.ts'
import { anId, anOrder } from '../../test/support/book-samples.ts'
import { aControlReader } from '../../test/support/control-stage.ts'
import { RULES } from '../../test/support/engine-state.ts'
import { NOON_MS } from '../../test/support/market-samples.ts'
import { createMemoryTradingStore } from '../../test/support/memory-trading-store.ts'
import { schemaErrors } from '../../test/support/schema-errors.ts'
import { anEntry } from '../../test/support/signal-samples.ts'
import { aStop } from '../../test/support/trading-facts.ts'
import { INSTRUCTED, openHarness } from '../../test/support/trading-floor.ts'
import { CONTROL_STATES } from '../domain/control/control-state.ts'
import { GATES } from '../domain/risk/gates/index.ts'
import { strategiesFor } from '../domain/signal/strategies/index.ts'
import type { TradingBook } from '../domain/signal/trading-book.ts'
import { applyFact } from '../engine/state/ledger.ts'
import { engageSwitch } from '../engine/state/stop-switch.ts'
import { createControlViews } from './control-views.ts'

const ARMED: TradingBook = {
  bookId: 'main',
  mode: 'PAPER',
  symbols: null,
  intervals: ['1m'],
  strategies: [],
  explores: false,
  manualSymbols: [],
}

const open = (books: readonly TradingBook[] = []) => {
  const harness = openHarness({ rules: { ...RULES, books } })
  harness.pass(2_000)
  const store = createMemoryTradingStore()
  const clock = { nowMs: harness.nowMs }
  const reader = aControlReader(harness.state, { store, now: () => clock.nowMs })
  return { harness, store, clock, reader, views: createControlViews(reader) }
}

describe('the status', () => {
  it('has the documented shape', () => {
    const { views, reader } = open()
    expect(schemaErrors(AutotradingStatus, views.status())).toBeNull()
    engageSwitch(reader.stopSwitch, aStop())
    expect(schemaErrors(AutotradingStatus, views.status())).toBeNull()
  })

  it('states the lease as it is now', () => {
    const lease = { isHeld: true, epoch: 4, held: () => lease.isHeld }
    const views = createControlViews(aControlReader(openHarness({ lease }).state))
    expect(views.status().lease).toEqual({ held: true, epoch: 4, remainingMs: null })
    lease.isHeld = false
    expect(views.status().lease.held).toBe(false)
  })

  it('states the epoch of a lease that was just taken, before the run begins', () => {
    const { state } = openHarness({ lease: { epoch: 4, held: () => true } })
    state.session.epoch = 0
    expect(createControlViews(aControlReader(state)).status().lease.epoch).toBe(4)
  })

  it.each(CONTROL_STATES)(
    'in %s allows the listed actions, and nothing that increases risk once a stop is in memory',
    (to) => {
      const { harness, views, reader, clock } = open([ARMED])
      const by = { type: 'HOST', sub: null, sid: null, ip: null } as const
      const reason = { code: 'SCRIPTED', message: '' }
      applyFact(harness.state.ledger, {
        kind: 'controlChanged',
        state: to,
        desired: 'PAUSED',
        reason,
        by,
        atMs: clock.nowMs,
      })
      const { allowed, state, stateReason, changedBy } = views.status()
      expect({ state, stateReason, changedBy }).toEqual({
        state: to,
        stateReason: reason,
        changedBy: { type: 'HOST', sub: null, username: null },
      })
      expect(allowed.entries).toBe(to === 'RUNNING')
      expect(allowed.manualReducing).toBe(to !== 'STARTING')
      engageSwitch(reader.stopSwitch, aStop())
      const held = views.status()
      expect(held.allowed).toMatchObject({ entries: false, exits: false, manualIncreasing: false })
      expect(held.latch).toEqual({ engaged: true, stopId: anId('stp'), at: '2026-11-21T12:00:00.000Z' })
      expect(held.stop?.phase).toBe('LATCHED')
    },
  )

  it('reports that a stop was already engaged when it is requested again', () => {
    const { harness, views } = open()
    const stop = aStop({ auditId: anId('aud', 1) })
    const stopAs = (auditId: typeof stop.auditId) => {
      harness.command({ kind: 'emergencyStop', stop, flatten: 'NONE', instructed: { ...INSTRUCTED, auditId } })
      return views.status().stop?.alreadyLatched
    }
    expect([stopAs(anId('aud', 1)), stopAs(anId('aud', 2))]).toEqual([false, true])
  })

  it('reports an engaged latch when there is only a file', () => {
    const { views, reader } = open()
    reader.stopSwitch.file.write(aStop())
    expect(views.status()).toMatchObject({ latch: { engaged: true, stopId: null, at: null }, stop: null })
  })

  it('counts the actions of the last day, with the time of the last decision and the last order sent', () => {
    const { harness, store, views } = open()
    const orderId = harness.place()
    store.orders.push(anOrder({ createdAtMs: harness.nowMs - 1_000 }), anOrder({ createdAtMs: NOON_MS - 86_400_000 }))
    const at = new Date(harness.nowMs).toISOString()
    expect(harness.order(orderId).status).toBe('PENDING_NEW')
    expect(views.status()).toMatchObject({
      counters24h: { signals: 0, candidates: 0, decisions: 1, orders: 1, fills: 0 },
      lastDecisionAt: at,
      lastOrderAt: at,
    })
  })

  it('evaluates gates and breakers once a second at most, and keeps the time of their last change', () => {
    const { harness, views, clock } = open()
    const readBreaker = () => views.status().breakers.find(({ id }) => id === 'PRIVATE_STREAM')
    expect(readBreaker()).toMatchObject({ state: 'ARMED', since: null, reset: 'AUTO_HYSTERESIS' })
    harness.state.session.stream = 'lost'
    clock.nowMs += 999
    expect(readBreaker()).toMatchObject({ state: 'ARMED' })
    clock.nowMs += 1
    const since = new Date(clock.nowMs).toISOString()
    expect(readBreaker()).toMatchObject({ state: 'RED', since, observed: null, limit: 30_000 })
    clock.nowMs += 5_000
    expect(readBreaker()).toMatchObject({ state: 'RED', since })
    const atMs = clock.nowMs
    applyFact(harness.state.ledger, { kind: 'breakerTripped', breaker: 'DRAWDOWN', observed: '11', limit: '10', atMs })
    expect(views.status().breakers.find(({ id }) => id === 'DRAWDOWN')).toEqual({
      id: 'DRAWDOWN',
      state: 'TRIPPED',
      since: new Date(atMs).toISOString(),
      reset: 'HOST_REARM',
      observed: '11',
      limit: '10',
    })
  })
})

const BOOKS: readonly TradingBook[] = [
  {
    bookId: 'default',
    mode: 'PAPER',
    symbols: null,
    intervals: ['5m', '1h'],
    strategies: ['S01', 'S04'],
    explores: false,
    manualSymbols: [],
  },
  {
    bookId: 'slow',
    mode: 'OFF',
    symbols: ['ETHUSDT'],
    intervals: ['1h'],
    strategies: ['S02'],
    explores: false,
    manualSymbols: [],
  },
]

/** The same engine under rules with books. */
const withBooks = () => {
  const { harness, reader, ...opened } = open()
  const rules = { ...RULES, books: BOOKS, strategiesFor: strategiesFor }
  const trading = { ...reader, state: { ...harness.state, rules } }
  return { ...opened, harness, reader: trading, views: createControlViews(trading) }
}

describe('autotrading in the status', () => {
  it('returns the current scopes, and the strategies that may not enter', () => {
    const { harness, views, clock } = withBooks()
    const atMs = clock.nowMs
    applyFact(harness.state.ledger, { kind: 'strategyQuarantined', strategyId: 'S04', reason: 'decayed', atMs })
    const status = views.status()
    expect(schemaErrors(AutotradingStatus, status)).toBeNull()
    expect(status.books).toEqual([
      {
        bookId: 'default',
        mode: 'PAPER',
        symbols: ['BTCUSDT'],
        timeframes: ['5m', '1h'],
        strategies: ['S01', 'S04'],
        explores: false,
        manualSymbols: [],
      },
      {
        bookId: 'slow',
        mode: 'OFF',
        symbols: ['ETHUSDT'],
        timeframes: ['1h'],
        strategies: ['S02'],
        explores: false,
        manualSymbols: [],
      },
    ])
    expect(status.quarantines).toEqual([{ strategyId: 'S04', reason: 'decayed', since: new Date(atMs).toISOString() }])
  })

  it('counts signals by the market clock and entries by the local one, and reports the last entry as the last decision', () => {
    const { harness, reader, clock } = withBooks()
    const queriedSinceMs: number[] = []
    const entry = anEntry({ atMs: clock.nowMs - 500 })
    const views = createControlViews({
      ...reader,
      signals: {
        countSince(sinceMs) {
          queriedSinceMs.push(sinceMs)
          return { signals: queriedSinceMs.length, candidates: 10 * queriedSinceMs.length }
        },
        findEntries: () => [entry],
        findRefused: () => [{ gates: ['G02', 'G08'], count: 4 }],
      },
    })
    harness.state.market.clockMs = NOON_MS
    applyFact(harness.state.ledger, {
      kind: 'controlChanged',
      state: 'PAUSED',
      desired: 'PAUSED',
      reason: { code: 'SCRIPTED', message: '' },
      by: { type: 'HOST', sub: null, sid: null, ip: null },
      atMs: clock.nowMs,
    })
    const status = views.status()
    expect(status).toMatchObject({
      counters24h: { signals: 1, candidates: 20, decisions: 4, orders: 0 },
      lastDecisionAt: new Date(clock.nowMs - 500).toISOString(),
    })
    expect(status.topBlockers[0]).toMatchObject({ gateId: 'STATE', share: 0.5, soleBlockerCount: 0 })
    expect(queriedSinceMs).toEqual([NOON_MS - 86_400_000, clock.nowMs - 86_400_000])
  })
})

describe('the configuration', () => {
  it('lists the strategies of every timeframe that a scope trades, and the scopes', () => {
    const { views } = withBooks()
    const config: AutotradingConfig = JSON.parse(views.config().body)
    expect(schemaErrors(AutotradingConfig, config)).toBeNull()
    const { strategies, books } = config.effective
    expect(strategies.map(({ strategyId, timeframe }) => `${strategyId} ${timeframe}`)).toEqual([
      'S01 5m',
      'S04 5m',
      'S01 1h',
      'S02 1h',
      'S04 1h',
    ])
    expect(strategies[0]).toMatchObject({ name: 'DONCHIAN_BREAKOUT', family: 'TREND', version: 1 })
    expect(strategies[1]?.digest).not.toBe(strategies[4]?.digest)
    expect(books[0]).toEqual({
      bookId: 'default',
      mode: 'PAPER',
      symbols: null,
      timeframes: ['5m', '1h'],
      strategies: ['S01', 'S04'],
      explores: false,
      manualSymbols: [],
    })
  })

  it('has the documented shape, and no secret', () => {
    const { views } = open()
    const config = JSON.parse(views.config().body)
    expect(schemaErrors(AutotradingConfig, config)).toBeNull()
    expect(config).toMatchObject({
      configVersion: 1,
      constitutionHash: 'c0ffee'.padEnd(64, '0'),
      source: 'BUILT_IN',
      effective: {
        limits: RULES.constitution.limits,
        recvWindowMs: 3_000,
        autoResume: true,
        strategies: [],
        books: [],
      },
      secrets: 'REDACTED_NOT_PRESENT',
    })
    expect(config.effective.gates).toHaveLength(GATES.length)
    expect(config.effective.breakers).toContainEqual({ id: 'DRAWDOWN', reset: 'HOST_REARM', limit: 10 })
  })

  it('returns the same bytes and tag until the limits differ', () => {
    const { harness, views, clock, reader } = open()
    const before = views.config()
    harness.place()
    clock.nowMs += 60_000
    expect(views.config()).toEqual(before)
    const rules = { ...RULES, autoResume: false }
    const other = createControlViews({ ...reader, state: { ...harness.state, rules } }).config()
    expect(other.etag).not.toBe(before.etag)
  })
})
