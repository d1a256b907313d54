import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anId, aPosition, aVenueFill, createMint } from '../../../test/support/book-samples.ts'
import { anInstrument } from '../../../test/support/market-samples.ts'
import { lots, ticks } from '../market/instrument.ts'
import type { VenueFill } from '../order/venue-report.ts'
import { bookExecution } from './book-execution.ts'
import type { Position } from './position.ts'

const instrument = anInstrument()

const booked = (execution: Partial<VenueFill>, position?: Position) =>
  bookExecution({ position, execution: aVenueFill(execution), instrument, orderId: anId('ord'), mint: createMint() })

const essence = (fills: ReturnType<typeof booked>) =>
  fills.map(({ positionId, quantity, value, fee, realizedPnl }) => ({ positionId, quantity, value, fee, realizedPnl }))

const HELD = aPosition({ positionId: anId('pos', 77) })
const SHORT = aPosition({ positionId: anId('pos', 77), direction: 'SHORT' })

describe('bookExecution', () => {
  it('opens a lifecycle when there is none', () => {
    const execution = aVenueFill({ side: 'SELL', fee: 7n, liquidity: 'MAKER' })
    expect(bookExecution({ position: undefined, execution, instrument, orderId: null, mint: createMint() })).toEqual([
      {
        fillId: anId('fil', 2),
        execId: '1',
        exchangeOrderId: execution.exchangeOrderId,
        orderId: null,
        positionId: anId('pos', 1),
        symbol: 'BTCUSDT',
        side: 'SELL',
        price: 1_000,
        quantity: 10,
        value: 100_000_000n,
        fee: 7n,
        liquidity: 'MAKER',
        kind: 'TRADE',
        realizedPnl: 0n,
        executedAtMs: execution.executedAtMs,
      },
    ])
  })

  it('labels every fill of an execution whose fee is estimated', () => {
    const turned = booked({ side: 'SELL', quantity: lots(15), feeEstimated: true }, HELD)
    expect(turned.map(({ feeEstimated }) => feeEstimated)).toEqual([true, true])
    expect(booked({})[0]).not.toHaveProperty('feeEstimated')
  })

  it('opens a new lifecycle when the last one has ended', () => {
    const [fill, ...rest] = booked({}, aPosition({ status: 'CLOSED', quantity: lots(0), cost: 0n }))
    expect([fill?.positionId, fill?.realizedPnl, rest]).toEqual([anId('pos', 1), 0n, []])
  })

  it.each<[string, Partial<VenueFill>, Position, object]>([
    ['adds to a long one', { quantity: lots(3) }, HELD, { quantity: 3, value: 30_000_000n, realizedPnl: 0n }],
    ['adds to a short one', { side: 'SELL' }, SHORT, { quantity: 10, value: 100_000_000n, realizedPnl: 0n }],
    [
      'realises the gain of a part of a long one',
      { side: 'SELL', quantity: lots(4), price: ticks(1_100) },
      HELD,
      { quantity: 4, value: 44_000_000n, realizedPnl: 4_000_000n },
    ],
    [
      'realises the loss of a short one that is bought back higher',
      { side: 'BUY', price: ticks(1_100) },
      SHORT,
      { quantity: 10, value: 110_000_000n, realizedPnl: -10_000_000n },
    ],
  ])('%s', (_, execution, position, expected) => {
    expect(essence(booked({ fee: 9n, ...execution }, position))).toEqual([
      { positionId: position.positionId, fee: 9n, ...expected },
    ])
  })

  it('leaves no remainder when it closes an uneven division', () => {
    const uneven = aPosition({ quantity: lots(3), cost: 10n })
    const [part] = booked({ side: 'SELL', quantity: lots(1), price: ticks(1) }, uneven)
    const [rest] = booked({ side: 'SELL', quantity: lots(3), price: ticks(1) }, uneven)
    expect([part?.realizedPnl, rest?.realizedPnl]).toEqual([10_000n - 3n, 30_000n - 10n])
  })

  it('splits an execution that reverses a position in two, and splits its fee exactly', () => {
    const turning = { side: 'SELL', quantity: lots(13), price: ticks(1_100), fee: 100n } as const
    expect(essence(booked(turning, HELD))).toEqual([
      { positionId: HELD.positionId, quantity: 10, value: 110_000_000n, fee: 77n, realizedPnl: 10_000_000n },
      { positionId: anId('pos', 2), quantity: 3, value: 33_000_000n, fee: 23n, realizedPnl: 0n },
    ])
  })

  it('never loses or creates quantity, value or fee, nor reuses an id', () => {
    const anyExecution = fc.record({
      side: fc.constantFrom('BUY' as const, 'SELL' as const),
      quantity: fc.integer({ min: 1, max: 50 }).map(lots),
      price: fc.integer({ min: 1, max: 5_000 }).map(ticks),
      fee: fc.bigInt({ min: -1_000n, max: 1_000n }),
    })
    fc.assert(
      fc.property(anyExecution, fc.constantFrom(undefined, HELD, SHORT), (execution, position) => {
        const fills = booked(execution, position)
        const total = (of: (fill: (typeof fills)[number]) => bigint) => fills.reduce((sum, fill) => sum + of(fill), 0n)
        expect(total(({ quantity }) => BigInt(quantity))).toBe(BigInt(execution.quantity))
        expect(total(({ fee }) => fee)).toBe(execution.fee)
        expect(total(({ value }) => value)).toBe(BigInt(execution.quantity) * BigInt(execution.price) * 10_000n)
        expect(new Set(fills.flatMap(({ fillId, positionId }) => [fillId, positionId])).size).toBe(2 * fills.length)
      }),
    )
  })
})
