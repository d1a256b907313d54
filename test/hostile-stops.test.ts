import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Ticks, ticks } from '../server/domain/market/instrument.ts'
import type { Position } from '../server/domain/position/position.ts'
import type { OrderRequest } from '../server/engine/model/events.ts'
import { computeEquity } from '../server/engine/trading/exposure.ts'
import { RULES } from './support/engine-state.ts'
import { type ExchangeHarness, openExchangeHarness, SYMBOLS, sized } from './support/exchange-floor.ts'
import { aConstitution } from './support/risk-samples.ts'
import { runs } from './support/runs.ts'
import { INSTRUCTED, MARK } from './support/trading-floor.ts'

/** USDT a tick of a lot. */
const TICK_LOT = 0.0001
/** Taker fee and slippage of the built-in constitution. */
const EXIT_RATE = 0.0005 + 0.001
const ROUNDING = 0.001

/** The limits of the test in percent, at which each of the gates alone often decides. */
const [POSITION_PCT, TOTAL_PCT, DISTANCE_PCT] = [0.8, 1, 10]
const RULES_OF_TEST = {
  ...RULES,
  constitution: aConstitution({ limits: { maxPositionLossPct: `${POSITION_PCT}`, maxTotalLossPct: `${TOTAL_PCT}` } }),
}
/** The gates on the loss of a position and of all positions at their stops, and on the distance of a stop. */
const STOP_GATES = ['G31', 'G32', 'G33'] as const

/**
 * Returns the loss on the exchange's account at the farthest stop open for a symbol, in USDT; undefined unless its stops
 * cover the whole position.
 */
const lossAtExchange = (harness: ExchangeHarness, symbol: string): number | undefined => {
  const { positions, openOrders } = harness.account()
  const held = positions.find((position) => position.symbol === symbol && position.quantity !== 0)
  if (!held) return 0
  const orders = openOrders.filter(
    ({ terms }) => terms.symbol === symbol && terms.type === 'STOP_MARKET' && terms.reduceOnly,
  )
  const covered = orders.reduce((sum, { terms }) => sum + terms.quantity, 0)
  if (covered < Math.abs(held.quantity)) return undefined
  const stops = orders.flatMap(({ terms }) => (terms.trigger ? [terms.trigger.price] : []))
  const direction = Math.sign(held.quantity)
  const stop = direction > 0 ? Math.min(...stops) : Math.max(...stops)
  const exit = stop * Math.abs(held.quantity) * TICK_LOT
  const [cost, lost] = [Number(held.cost) / 1e8, direction * (Number(held.cost) / 1e8 - exit)]
  expect((lost / cost) * 100).toBeLessThanOrEqual(DISTANCE_PCT + ROUNDING)
  return lost + exit * EXIT_RATE
}

interface Action {
  readonly kind: 'order' | 'move' | 'close' | 'mark'
  readonly symbol: (typeof SYMBOLS)[number]
  readonly side: 'BUY' | 'SELL'
  readonly type: OrderRequest['type']
  readonly quantity: number
  /** Distance from the mark, in thousandths. */
  readonly away: number
  /** Stop as a price in ticks, or as a distance from the mark in thousandths. */
  readonly stop: { readonly at: number } | { readonly perMille: number } | null
  readonly reduceOnly: boolean
}

const actions: fc.Arbitrary<Action> = fc.record({
  kind: fc.constantFrom('order', 'order', 'order', 'order', 'move', 'close', 'mark'),
  symbol: fc.constantFrom(...SYMBOLS),
  side: fc.constantFrom('BUY', 'SELL'),
  type: fc.constantFrom('MARKET', 'MARKET', 'LIMIT', 'STOP_MARKET'),
  quantity: fc.oneof(fc.integer({ min: 1, max: 90 }), fc.constantFrom(1, 2, 40)),
  away: fc.integer({ min: -8, max: 8 }),
  stop: fc.oneof(
    fc.constant(null),
    fc.record({ at: fc.constantFrom(1, 10, 100_000, 3 * MARK) }),
    fc.record({ perMille: fc.integer({ min: 1, max: 600 }) }),
    fc.record({ perMille: fc.integer({ min: 1, max: 40 }) }),
  ),
  reduceOnly: fc.constantFrom(false, false, false, true),
})

const stopPrice = ({ stop }: Action, mark: number, side: 'BUY' | 'SELL'): Ticks | null => {
  if (stop === null) return null
  if ('at' in stop) return ticks(stop.at)
  const sign = side === 'BUY' ? -1 : 1
  return ticks(Math.max(1, Math.round(mark * (1 + (sign * stop.perMille) / 1_000))))
}

const createRequest = (action: Action, mark: number): Partial<OrderRequest> => {
  const { symbol, side, type, quantity, away, reduceOnly } = action
  const near = ticks(Math.round((mark * (1_000 + away)) / 1_000))
  const stop = reduceOnly ? null : stopPrice(action, type === 'MARKET' ? mark : near, side)
  return {
    symbol,
    side,
    type,
    reduceOnly,
    size: sized(quantity),
    price: type === 'LIMIT' ? near : null,
    trigger: type === 'STOP_MARKET' ? { price: near, by: 'MARK' } : null,
    timeInForce: type === 'MARKET' ? 'IOC' : 'GTC',
    stopLoss: stop === null ? null : { price: stop, by: 'MARK' },
  }
}

interface Scene {
  readonly harness: ExchangeHarness
  readonly marks: Map<string, number>
}

const getMark = ({ marks }: Scene, symbol: string): number => marks.get(symbol) ?? MARK

const ACTS: Record<Action['kind'], (scene: Scene, action: Action, position: Position | undefined) => void> = {
  order: (scene, action) => void scene.harness.place(createRequest(action, getMark(scene, action.symbol))),
  mark: ({ harness, marks }, { symbol, away }) => {
    marks.set(symbol, Math.round((MARK * (1_000 + away / 2)) / 1_000))
    harness.mark(symbol, marks.get(symbol) ?? MARK)
  },
  move: (scene, action, position) => {
    if (!position) return
    const price = stopPrice(action, getMark(scene, action.symbol), position.direction === 'LONG' ? 'BUY' : 'SELL')
    const change = { stopLoss: price === null ? undefined : ({ price, by: 'MARK' } as const), takeProfit: undefined }
    const { positionId } = position
    scene.harness.command({ kind: 'changeProtection', positionId, change, ifVersion: null, instructed: INSTRUCTED })
  },
  close: (scene, action, position) => {
    if (!position) return
    scene.harness.place({
      ...createRequest({ ...action, type: 'MARKET', reduceOnly: true }, getMark(scene, action.symbol)),
      side: position.direction === 'LONG' ? 'SELL' : 'BUY',
      size: sized(Math.min(action.quantity, position.quantity)),
    })
  },
}

const isSame = (before: Position | undefined, after: Position | undefined): boolean =>
  before !== undefined && before.positionId === after?.positionId

const equityIn = ({ state }: ExchangeHarness): number => Number(computeEquity(state) ?? 0n) / 1e8

/** Symbols whose stop may move farther away: by this action, or by a working order with a stop of its own. */
const listWidening = ({ state: { ledger } }: ExchangeHarness, { kind, symbol, stop }: Action): ReadonlySet<string> => {
  const own = [...ledger.working].flatMap((orderId) => {
    const order = ledger.orders.get(orderId)
    return order?.plan && !order.plan.stopIsDefault ? [order.terms.symbol] : []
  })
  return new Set(kind === 'move' || (kind === 'order' && stop !== null) ? [...own, symbol] : own)
}

/** Expects that the stops of all other positions that go on are where they were, or nearer. */
const expectNotWidened = (
  { state: { ledger } }: ExchangeHarness,
  before: ReadonlyMap<string, Position>,
  widening: ReadonlySet<string>,
): number => {
  const unchanged = [...before.values()].filter(
    ({ symbol, positionId }) => !widening.has(symbol) && ledger.positions.get(symbol)?.positionId === positionId,
  )
  for (const { symbol, direction, protection } of unchanged) {
    const sign = direction === 'LONG' ? 1 : -1
    const stop = ledger.positions.get(symbol)?.protection.plan.stopLoss.price ?? 0
    expect(sign * stop, `the stop of ${symbol}`).toBeGreaterThanOrEqual(sign * protection.plan.stopLoss.price)
  }
  return unchanged.length
}

/** Expects at the exchange that every position has a stop within the limits, and every earlier one a verified stop. */
const expectProtected = (harness: ExchangeHarness, before: ReadonlyMap<string, Position>, equity: number): void => {
  let all = 0
  for (const symbol of SYMBOLS) {
    const after = harness.state.ledger.positions.get(symbol)
    const loss = lossAtExchange(harness, symbol)
    expect(loss, `${symbol} has no stop for its whole size`).toBeDefined()
    expect(loss).toBeLessThanOrEqual((equity * POSITION_PCT) / 100 + ROUNDING)
    all += Math.max(0, loss ?? 0)
    if (isSame(before.get(symbol), after)) expect(after?.protection.state).toBe('VERIFIED')
  }
  expect(all).toBeLessThanOrEqual((equity * TOTAL_PCT) / 100 + ROUNDING)
}

/** Returns the gate that alone refused each denied order. */
const listSoleRefusals = ({ facts }: ExchangeHarness): string[] =>
  facts.flatMap((fact) => {
    if (fact.kind !== 'orderDecided') return []
    const [first, ...others] = fact.decision.readings.filter(({ enforced, pass }) => enforced && !pass)
    return first && others.length === 0 ? [first.gateId] : []
  })

describe('manual orders with hostile stops', () => {
  it('never lose more at their stops than the limits allow, and leave no position less protected', () => {
    let [placed, admitted, unchanged] = [0, 0, 0]
    const refusals: string[] = []
    const check = (script: readonly Action[]): void => {
      const scene: Scene = { harness: openExchangeHarness({ rules: RULES_OF_TEST }), marks: new Map() }
      const { harness } = scene
      let highest = equityIn(harness)
      for (const action of script) {
        const before = new Map(harness.state.ledger.positions)
        const widening = listWidening(harness, action)
        ACTS[action.kind](scene, action, before.get(action.symbol))
        harness.pass(2_100)
        highest = Math.max(highest, equityIn(harness))
        expectProtected(harness, before, highest)
        unchanged += expectNotWidened(harness, before, widening)
      }
      const orders = [...harness.state.ledger.orders.values()].filter(({ origin }) => origin === 'API')
      placed += orders.length
      refusals.push(...listSoleRefusals(harness))
      admitted += orders.filter(({ status, terms }) => status !== 'DENIED' && !terms.reduceOnly).length
    }
    fc.assert(fc.property(fc.array(actions, { minLength: 22, maxLength: 22 }), check), { numRuns: runs(150) })
    expect(placed).toBeGreaterThan(500)
    expect(admitted).toBeGreaterThan(100)
    expect(unchanged).toBeGreaterThan(100)
    const counts = STOP_GATES.map((gate) => refusals.filter((id) => id === gate).length)
    expect(Math.min(...counts), `refused by ${STOP_GATES} alone: ${counts}`).toBeGreaterThan(0)
  })
})
