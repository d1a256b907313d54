import { describe, expect, it } from 'vitest'
import { type ControlHarness, openControlHarness } from '../../../test/support/control-floor.ts'
import { RULES } from '../../../test/support/engine-state.ts'
import { aConstitution } from '../../../test/support/risk-samples.ts'
import { anOrderRequest, INSTRUCTED, MARK } from '../../../test/support/trading-floor.ts'
import { lots, ticks } from '../../domain/market/instrument.ts'
import { DEFAULT_CONSTITUTION } from '../../domain/risk/default-constitution.ts'
import type { CommandOutcome, OrderRequest } from '../model/events.ts'
import type { Rules } from '../state/turn.ts'
import { previewOrder } from './preview.ts'

/** LONG 0.062 BTC at 60,000, its stop 2% below. */
const holding = (): ControlHarness => {
  const harness = openControlHarness()
  harness.enter(62)
  harness.run(2_000)
  return harness
}

const BUY: Partial<OrderRequest> = {
  type: 'MARKET',
  price: null,
  timeInForce: 'IOC',
  size: { quantity: lots(2) },
}

const readStop = (harness: ControlHarness): number | undefined => harness.position()?.protection.plan.stopLoss.price

const moveStop = (harness: ControlHarness, price: number): CommandOutcome => {
  const positionId = harness.position()?.positionId
  if (!positionId) throw new Error('no position')
  const change = { stopLoss: { price: ticks(price), by: 'MARK' }, takeProfit: undefined } as const
  const outcome = harness.command({
    kind: 'changeProtection',
    positionId,
    change,
    ifVersion: null,
    instructed: INSTRUCTED,
  })
  harness.run(2_000)
  return outcome
}

const place = (harness: ControlHarness, stop: number | null): string | null => {
  const stopLoss = stop === null ? null : ({ price: ticks(stop), by: 'MARK' } as const)
  const orderId = harness.place({ ...BUY, stopLoss })
  harness.run(2_000)
  return harness.order(orderId).statusReason
}

describe('an order that adds to a position', () => {
  it('is refused when its stop of 1 USDT would move that of the full position', () => {
    const harness = holding()
    const before = readStop(harness)
    const request = anOrderRequest({ ...BUY, stopLoss: { price: ticks(10), by: 'MARK' } })
    const preview = previewOrder(harness.state, request, harness.nowMs)
    expect(preview).toMatchObject({ value: { verdict: 'DENIED' } })
    expect(place(harness, 10)).toMatch(/G31 POSITION_LOSS, G32 TOTAL_LOSS, G33 STOP_DISTANCE$/)
    expect(harness.position()).toMatchObject({ quantity: 62, protection: { state: 'VERIFIED' } })
    expect(readStop(harness)).toBe(before)
  })

  it('keeps the current stop when it has none, and attaches that one', () => {
    const harness = holding()
    harness.mark(MARK * 1.01)
    moveStop(harness, MARK * 0.99)
    const orderId = harness.place(BUY)
    expect(harness.order(orderId).plan).toMatchObject({ stopLoss: { price: MARK * 0.99 }, stopIsDefault: true })
    harness.run(2_000)
    expect(harness.position()).toMatchObject({ quantity: 64, protection: { state: 'VERIFIED' } })
    expect(readStop(harness)).toBe(MARK * 0.99)
  })

  it('moves the stop of the full position nearer, or farther within the limits', () => {
    const harness = holding()
    expect(place(harness, MARK * 0.995)).toBeNull()
    expect(readStop(harness)).toBe(MARK * 0.995)
    expect(place(harness, MARK * 0.96)).toBeNull()
    expect(readStop(harness)).toBe(MARK * 0.96)
    expect(place(harness, MARK * 0.94)).toBe('G31 POSITION_LOSS')
    expect(readStop(harness)).toBe(MARK * 0.96)
  })

  it('does not widen the stop at its fill when the limits no longer allow it', () => {
    const harness = openControlHarness()
    const wide = { price: ticks(MARK * 0.91), by: 'MARK' } as const
    const orderId = harness.place({ price: ticks(MARK - 1_000), size: { quantity: lots(20) }, stopLoss: wide })
    harness.run(1_000)
    const { venueClientId, terms } = harness.order(orderId)
    const bought = { symbol: 'BTCUSDT', side: 'BUY', price: ticks(MARK), liquidity: 'TAKER', kind: 'TRADE' } as const
    const common = { ...bought, fee: 0n, executedAtMs: harness.nowMs }
    harness.publish({
      kind: 'fill',
      fill: { ...common, execId: 'by-hand', exchangeOrderId: '1', venueClientId: null, quantity: lots(60) },
    })
    harness.publish({
      kind: 'fill',
      fill: { ...common, execId: 'ours', exchangeOrderId: '2', venueClientId, quantity: terms.quantity },
    })
    expect(harness.position()).toMatchObject({ quantity: 80 })
    expect(readStop(harness)).toBe(MARK * 0.98)
  })
})

describe('moving the stop of a position', () => {
  it.each([
    ['too far from the entry', MARK * 0.89, /^The stop would be 11\.00% from the entry price; at most 10\.00%/],
    [
      'a loss beyond the limit',
      MARK * 0.93,
      /^The loss of the whole position at this stop, 265\.\d\d USDT, would be 2\.6/,
    ],
  ] as const)('is rejected for %s, and changes nothing', (_why, price, detail) => {
    const harness = holding()
    const before = readStop(harness)
    expect(moveStop(harness, price)).toMatchObject({
      refusal: { kind: 'wouldIncreaseRisk', detail: expect.stringMatching(detail) },
    })
    expect(readStop(harness)).toBe(before)
  })

  it('counts orders that could still increase the position', () => {
    const harness = holding()
    expect(moveStop(harness, MARK * 0.975)).toEqual({ kind: 'done' })
    harness.place({ size: { quantity: lots(15) }, price: ticks(MARK - 100) })
    harness.run(1_000)
    expect(moveStop(harness, MARK * 0.957)).toMatchObject({ refusal: { kind: 'wouldIncreaseRisk' } })
  })

  it('is always allowed nearer, whatever the loss there', () => {
    const harness = holding()
    record(harness, MARK * 0.92)
    expect(moveStop(harness, MARK * 0.93)).toEqual({ kind: 'done' })
    expect(harness.position()).toMatchObject({ protection: { state: 'VERIFIED' } })
  })
})

/** Simulates other limits at the time the stop was set. */
const record = (harness: ControlHarness, price: number): void => {
  const position = harness.position()
  if (!position) throw new Error('no position')
  const plan = { ...position.protection.plan, stopLoss: { price: ticks(price), by: 'MARK' } as const }
  harness.state.ledger.positions.set(position.symbol, { ...position, protection: { ...position.protection, plan } })
  harness.run(2_000)
}

describe('a stop that is too far away', () => {
  it('counts as no protection, and is replaced by the default stop, which is verified before the old one is cancelled', () => {
    const limits = { maxStopPct: 50, maxPositionLossPct: '50', maxTotalLossPct: '50' }
    const rules: { -readonly [R in keyof Rules]: Rules[R] } = { ...RULES, constitution: aConstitution({ limits }) }
    const harness = openControlHarness({ rules })
    harness.enter(20)
    harness.run(2_000)
    expect(moveStop(harness, MARK * 0.6)).toEqual({ kind: 'done' })
    expect(harness.position()).toMatchObject({ protection: { state: 'VERIFIED', plan: { stopIsDefault: false } } })
    rules.constitution = DEFAULT_CONSTITUTION
    const states: (readonly [state: string | undefined, stops: number])[] = []
    for (let count = 0; count < 30; count++) {
      harness.pass(100, undefined)
      states.push([harness.position()?.protection.state, harness.open.size])
      harness.run(100)
    }
    expect(states[0]).not.toContain('VERIFIED')
    expect(states.every(([, stops]) => stops >= 1)).toBe(true)
    expect(harness.position()).toMatchObject({
      quantity: 20,
      protection: { state: 'VERIFIED', plan: { stopLoss: { price: MARK * 0.98 }, stopIsDefault: true } },
    })
    expect([...harness.open.values()].map(({ terms }) => terms.trigger?.price)).toEqual([MARK * 0.98])
  })

  it('is measured from the mark when that is nearer to the stop, so that the new one does not trigger', () => {
    const harness = holding()
    harness.mark(MARK * 0.985)
    record(harness, 10)
    expect(readStop(harness)).toBe(Math.floor(MARK * 0.985 * 0.98))
    expect(harness.position()).toMatchObject({ quantity: 62, protection: { state: 'VERIFIED' } })
  })
})
