import { describe, expect, it } from 'vitest'
import { type ControlFloor, openControlFloor } from '../../../test/support/control-floor.ts'
import { RULES } from '../../../test/support/engine-state.ts'
import { aConstitution } from '../../../test/support/risk-samples.ts'
import { anOrderRequest, INSTRUCTED, MARK } from '../../../test/support/trading-floor.ts'
import { lots, ticks } from '../../domain/market/instrument.ts'
import { DEFAULT_CONSTITUTION } from '../../domain/risk/default-constitution.ts'
import type { CommandOutcome, OrderRequest } from '../model/events.ts'
import type { Rules } from '../state/turn.ts'
import { previewOrder } from './preview.ts'

/** LONG 0.062 BTC at 60,000, its stop 2 % below. */
const holding = (): ControlFloor => {
  const floor = openControlFloor()
  floor.enter(62)
  floor.run(2_000)
  return floor
}

const BUY: Partial<OrderRequest> = {
  type: 'MARKET',
  price: null,
  timeInForce: 'IOC',
  size: { quantity: lots(2) },
}

const readStop = (floor: ControlFloor): number | undefined => floor.position()?.protection.plan.stopLoss.price

const moveStop = (floor: ControlFloor, price: number): CommandOutcome => {
  const positionId = floor.position()?.positionId
  if (!positionId) throw new Error('no position')
  const change = { stopLoss: { price: ticks(price), by: 'MARK' }, takeProfit: undefined } as const
  const outcome = floor.command({
    kind: 'changeProtection',
    positionId,
    change,
    ifVersion: null,
    instructed: INSTRUCTED,
  })
  floor.run(2_000)
  return outcome
}

const place = (floor: ControlFloor, stop: number | null): string | null => {
  const stopLoss = stop === null ? null : ({ price: ticks(stop), by: 'MARK' } as const)
  const orderId = floor.place({ ...BUY, stopLoss })
  floor.run(2_000)
  return floor.order(orderId).statusReason
}

describe('an order that adds to a position', () => {
  it('is refused when its stop of 1 USDT would move that of the whole position', () => {
    const floor = holding()
    const before = readStop(floor)
    const request = anOrderRequest({ ...BUY, stopLoss: { price: ticks(10), by: 'MARK' } })
    const preview = previewOrder(floor.state, request, floor.nowMs)
    expect(preview).toMatchObject({ value: { verdict: 'DENIED' } })
    expect(place(floor, 10)).toMatch(/G31 POSITION_LOSS, G32 TOTAL_LOSS, G33 STOP_DISTANCE$/)
    expect(floor.position()).toMatchObject({ quantity: 62, protection: { state: 'VERIFIED' } })
    expect(readStop(floor)).toBe(before)
  })

  it('keeps the present stop when it has none, and attaches that one', () => {
    const floor = holding()
    floor.mark(MARK * 1.01)
    moveStop(floor, MARK * 0.99)
    const orderId = floor.place(BUY)
    expect(floor.order(orderId).plan).toMatchObject({ stopLoss: { price: MARK * 0.99 }, stopIsDefault: true })
    floor.run(2_000)
    expect(floor.position()).toMatchObject({ quantity: 64, protection: { state: 'VERIFIED' } })
    expect(readStop(floor)).toBe(MARK * 0.99)
  })

  it('moves the stop of the whole nearer, or farther within the limits', () => {
    const floor = holding()
    expect(place(floor, MARK * 0.995)).toBeNull()
    expect(readStop(floor)).toBe(MARK * 0.995)
    expect(place(floor, MARK * 0.96)).toBeNull()
    expect(readStop(floor)).toBe(MARK * 0.96)
    expect(place(floor, MARK * 0.94)).toBe('G31 POSITION_LOSS')
    expect(readStop(floor)).toBe(MARK * 0.96)
  })

  it('does not widen the stop at its fill when the limits do not allow that any more', () => {
    const floor = openControlFloor()
    const wide = { price: ticks(MARK * 0.91), by: 'MARK' } as const
    const orderId = floor.place({ price: ticks(MARK - 1_000), size: { quantity: lots(20) }, stopLoss: wide })
    floor.run(1_000)
    const { venueClientId, terms } = floor.order(orderId)
    const bought = { symbol: 'BTCUSDT', side: 'BUY', price: ticks(MARK), liquidity: 'TAKER', kind: 'TRADE' } as const
    const common = { ...bought, fee: 0n, executedAtMs: floor.nowMs }
    floor.publish({
      kind: 'fill',
      fill: { ...common, execId: 'by-hand', exchangeOrderId: '1', venueClientId: null, quantity: lots(60) },
    })
    floor.publish({
      kind: 'fill',
      fill: { ...common, execId: 'ours', exchangeOrderId: '2', venueClientId, quantity: terms.quantity },
    })
    expect(floor.position()).toMatchObject({ quantity: 80 })
    expect(readStop(floor)).toBe(MARK * 0.98)
  })
})

describe('moving the stop of a position', () => {
  it.each([
    ['too far from the entry', MARK * 0.89, /^The stop would lie 11\.00 % from the entry price; at most 10\.00 %/],
    [
      'a loss beyond the limit',
      MARK * 0.93,
      /^The loss of the whole position at this stop, 265\.\d\d USDT, would be 2\.6/,
    ],
  ] as const)('is refused for %s, and changes nothing', (_why, price, detail) => {
    const floor = holding()
    const before = readStop(floor)
    expect(moveStop(floor, price)).toMatchObject({
      refusal: { kind: 'wouldIncreaseRisk', detail: expect.stringMatching(detail) },
    })
    expect(readStop(floor)).toBe(before)
  })

  it('counts orders that could still increase the position', () => {
    const floor = holding()
    expect(moveStop(floor, MARK * 0.975)).toEqual({ kind: 'done' })
    floor.place({ size: { quantity: lots(15) }, price: ticks(MARK - 100) })
    floor.run(1_000)
    expect(moveStop(floor, MARK * 0.957)).toMatchObject({ refusal: { kind: 'wouldIncreaseRisk' } })
  })

  it('is always allowed nearer, whatever the loss there', () => {
    const floor = holding()
    record(floor, MARK * 0.92)
    expect(moveStop(floor, MARK * 0.93)).toEqual({ kind: 'done' })
    expect(floor.position()).toMatchObject({ protection: { state: 'VERIFIED' } })
  })
})

/** Simulates other limits at the time the stop was set. */
const record = (floor: ControlFloor, price: number): void => {
  const position = floor.position()
  if (!position) throw new Error('no position')
  const plan = { ...position.protection.plan, stopLoss: { price: ticks(price), by: 'MARK' } as const }
  floor.state.ledger.positions.set(position.symbol, { ...position, protection: { ...position.protection, plan } })
  floor.run(2_000)
}

describe('a stop that is found too far away', () => {
  it('protects nothing, and gives way to the default stop, which is verified before the old one goes', () => {
    const limits = { maxStopPct: 50, maxPositionLossPct: '50', maxTotalLossPct: '50' }
    const rules: { -readonly [R in keyof Rules]: Rules[R] } = { ...RULES, constitution: aConstitution({ limits }) }
    const floor = openControlFloor({ rules })
    floor.enter(20)
    floor.run(2_000)
    expect(moveStop(floor, MARK * 0.6)).toEqual({ kind: 'done' })
    expect(floor.position()).toMatchObject({ protection: { state: 'VERIFIED', plan: { stopIsDefault: false } } })
    rules.constitution = DEFAULT_CONSTITUTION
    const states: (readonly [state: string | undefined, stops: number])[] = []
    for (let count = 0; count < 30; count++) {
      floor.pass(100, undefined)
      states.push([floor.position()?.protection.state, floor.open.size])
      floor.run(100)
    }
    expect(states[0]).not.toContain('VERIFIED')
    expect(states.every(([, stops]) => stops >= 1)).toBe(true)
    expect(floor.position()).toMatchObject({
      quantity: 20,
      protection: { state: 'VERIFIED', plan: { stopLoss: { price: MARK * 0.98 }, stopIsDefault: true } },
    })
    expect([...floor.open.values()].map(({ terms }) => terms.trigger?.price)).toEqual([MARK * 0.98])
  })

  it('is measured from the mark where that has come nearer to the stop, so that the new one does not trigger', () => {
    const floor = holding()
    floor.mark(MARK * 0.985)
    record(floor, 10)
    expect(readStop(floor)).toBe(Math.floor(MARK * 0.985 * 0.98))
    expect(floor.position()).toMatchObject({ quantity: 62, protection: { state: 'VERIFIED' } })
  })
})
