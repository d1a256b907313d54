import { describe, expect, it } from 'vitest'
import { anId, anOrder, aPlan, aPosition } from '../../test/support/book-samples.ts'
import { anEngineState } from '../../test/support/engine-state.ts'
import { BTC, createHistory, type Minute } from '../../test/support/generated-history.ts'
import { FROM_MS } from '../../test/support/scripted-strategy.ts'
import { decimal } from '../core/decimal.ts'
import { DAY_MS, MINUTE_MS } from '../core/instant.ts'
import { EMPTY_TRACK } from '../domain/account/equity-track.ts'
import { toMoney, valueAt } from '../domain/account/money.ts'
import { lots, ticks } from '../domain/market/instrument.ts'
import type { EngineState } from '../engine/state/turn.ts'
import { findSampleEquities, findSampleEquity, isHorizonOver, listTriggersPassed } from './equity-samples.ts'
import { createSymbolFeed, moveFeed, type SymbolFeed } from './symbol-feed.ts'

const WALLET = toMoney(decimal('10000'))
const PEAK = toMoney(decimal('10100'))
const QUANTITY = lots(100)
const COST = valueAt(BTC, ticks(300_000), QUANTITY)

/** A long position of 0.1 BTC at 30,000 USDT, its stop 1% below and its target 1% above, both read back. */
const holding = (): EngineState => {
  const state = anEngineState()
  const { ledger, session } = state
  const plan = aPlan({
    stopLoss: { price: ticks(297_000), by: 'MARK' },
    takeProfit: { price: ticks(303_000), by: 'MARK' },
  })
  const position = aPosition({ quantity: QUANTITY, cost: COST })
  ledger.control = { ...ledger.control, state: 'RUNNING' }
  ledger.account = { ...ledger.account, walletBalance: WALLET, opening: WALLET }
  const last = { atMs: FROM_MS, equity: WALLET, totals: EMPTY_TRACK.dayStartTotals }
  const start = { dayStart: WALLET, dayStartAtMs: FROM_MS }
  ledger.equity = { ...EMPTY_TRACK, ...start, peak: PEAK, riskPeak: PEAK, last }
  ledger.positions.set('BTCUSDT', {
    ...position,
    protection: { ...position.protection, plan, state: 'VERIFIED', covered: QUANTITY },
  })
  for (const [number, price] of [297_000, 303_000].entries()) {
    const orderId = anId('ord', number)
    const terms = { trigger: { price: ticks(price), by: 'MARK' }, price: null, reduceOnly: true } as const
    ledger.orders.set(orderId, anOrder({ orderId, status: 'UNTRIGGERED', plan: null, terms }))
    ledger.working.add(orderId)
    const watch = {
      nextAtMs: FROM_MS + DAY_MS,
      pending: null,
      absentRounds: 0,
      absentAtMs: 0,
      taken: true,
      readBacks: 1,
    }
    session.watches.set(orderId, watch)
  }
  Object.assign(session.reconciliation, { doneAtMs: FROM_MS, doneRequestedAtMs: FROM_MS })
  return state
}

const createFeed = (prices: Minute['prices']): SymbolFeed => {
  const assumptions = { spreadBps: 0, participation: 1, impact: 0, funding: false }
  const feed = createSymbolFeed(createHistory(FROM_MS, [{ prices }]), assumptions, FROM_MS)
  moveFeed(feed, FROM_MS)
  feed.lowFirst = true
  feed.lastMark = ticks(300_000)
  return feed
}

const QUIET = [300_000, 301_000, 299_000, 300_500] as const

const calmWith = (change: (state: EngineState) => void, prices: Minute['prices'] = QUIET) => {
  const state = holding()
  change(state)
  return findSampleEquities(state, [createFeed(prices)], FROM_MS)
}

const unchanged = () => {}

describe('findSampleEquities', () => {
  it('returns the equity at the open, both extremes and the close when nothing is triggered', () => {
    const at = (price: number) => WALLET + valueAt(BTC, ticks(price), QUANTITY) - COST
    expect(calmWith(unchanged)).toEqual([300_000, 299_000, 301_000, 300_500].map(at))
  })

  it.each([
    ['stop', [300_000, 301_000, 297_000, 300_000]],
    ['target', [300_000, 303_000, 299_000, 300_000]],
    ['stop, at the open', [296_000, 296_500, 295_000, 296_000]],
  ] as const)('returns null when the mark price reaches the %s', (_name, prices) => {
    expect(calmWith(unchanged, prices)).toBeNull()
  })

  it.each<[string, (state: EngineState) => void]>([
    ['a new peak', ({ ledger }) => Object.assign(ledger.equity, { peak: WALLET })],
    ['a breaker of losses', ({ ledger }) => Object.assign(ledger.equity, { dayStart: WALLET * 2n })],
    ['the beginning of a day', ({ ledger }) => Object.assign(ledger.equity, { dayStartAtMs: FROM_MS - DAY_MS })],
    [
      'a position without enough equity',
      ({ ledger }) => Object.assign(ledger.account, { walletBalance: WALLET / 1_000n }),
    ],
    ['an order that failed', ({ session }) => session.attempts.push({ atMs: FROM_MS, failed: true })],
    ['a position that is to be exited', ({ signals }) => signals.leaving.add(aPosition().positionId)],
    ['an order in doubt', ({ ledger }) => ledger.orders.set(anId('ord', 0), anOrder({ status: 'OUTCOME_UNKNOWN' }))],
    ['an order that is not watched', ({ session }) => session.watches.clear()],
    [
      'a booking after the last reading',
      ({ session }) => Object.assign(session.reconciliation, { bookedAtMs: FROM_MS }),
    ],
    ['a state that passes with time', ({ ledger }) => Object.assign(ledger.control, { state: 'DEGRADED' })],
  ])('returns null with %s', (_name, change) => {
    expect(calmWith(change)).toBeNull()
  })

  it('returns null for a position without prices', () => {
    expect(findSampleEquities(holding(), [], FROM_MS)).toBeNull()
  })
})

describe('findSampleEquity', () => {
  it('evaluates a point by its own price', () => {
    const state = holding()
    const feed = createFeed([300_000, 301_000, 297_000, 300_000])
    expect(findSampleEquity(state, [feed], { point: 0, atMs: FROM_MS + 50 })).toBe(WALLET)
    expect(findSampleEquity(state, [feed], { point: 1, atMs: FROM_MS + 20_000 })).toBeNull()
  })
})

describe('listTriggersPassed', () => {
  it('lists the triggers between two points of the minute', () => {
    const feed = createFeed([300_000, 304_000, 296_000, 300_000])
    const listed = [0, 1, 2, 3].map((point) => listTriggersPassed(holding(), feed, point))
    expect(listed).toEqual([[], [297_000], [297_000, 303_000], [303_000]])
  })
})

describe('isHorizonOver', () => {
  it('returns true from the time limit of a position on', () => {
    const state = holding()
    const horizonEndMs = FROM_MS + MINUTE_MS
    const cause = { horizonEndMs } as NonNullable<ReturnType<typeof aPosition>['cause']>
    state.ledger.positions.set('BTCUSDT', aPosition({ cause }))
    expect([horizonEndMs - 1, horizonEndMs].map((atMs) => isHorizonOver(state, atMs))).toEqual([false, true])
  })
})
