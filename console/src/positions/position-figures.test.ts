import { describe, expect, it } from 'vitest'
import { closeEffect } from './close-effect.ts'
import {
  lastClosedFirst,
  netResult,
  type Position,
  partialQty,
  percentFrom,
  resultAt,
  resultPercent,
  riskMultiple,
} from './position-figures.ts'
import { aPosition } from './samples.ts'

const long = aPosition({ direction: 'LONG', qty: '0.007', entryPrice: '64000', unrealizedPnl: '5.6' })
const withStop = (position: Position, triggerPrice: string): Position => ({
  ...position,
  protection: {
    ...position.protection,
    stopLoss: { triggerPrice, triggerBy: 'MARK', orderId: null, status: null, qty: null, standingTriggerPrice: null },
  },
})

describe('a position', () => {
  it.each([
    ['LONG', '63000', '-7'],
    ['LONG', '65000', '7'],
    ['SHORT', '63000', '7'],
  ] as const)('%s reaches %s at %s', (direction, price, result) => {
    expect(resultAt({ direction, qty: '0.007', entryPrice: '64000' }, price)).toBe(result)
  })

  it('is measured by its cost, and by its loss at the stop', () => {
    expect(resultPercent(long)).toBe(1.25)
    expect(riskMultiple(withStop(long, '62400'))).toBe('0.5')
  })

  it.each(['64000', '64100'])('is not measured by a stop at %s, which loses nothing', (stop) => {
    expect(riskMultiple(withStop(long, stop))).toBeUndefined()
  })

  it('is at its actual distance from a price when both are known', () => {
    expect([
      percentFrom('98', '100'),
      percentFrom(null, '100'),
      percentFrom('98', null),
      percentFrom('1', '0'),
    ]).toEqual([-2, null, null, null])
  })

  it.each([
    [25, '0.001'],
    [50, '0.003'],
    [100, '0.007'],
  ])('has %i percent in whole steps', (percent, share) => {
    expect(partialQty(long, percent)).toBe(share)
  })

  it('has paid its fees and its funding', () => {
    expect(netResult({ ...long, realizedPnl: '10', feesPaid: '1.5', fundingPaid: '-0.5' })).toBe('9')
  })
})

describe('closing a part of a position', () => {
  it('returns the remaining position and the result of the closed part', () => {
    expect(closeEffect({ ...long, markPrice: '65000' }, '0.002')).toEqual({
      isAll: false,
      left: '0.005',
      worth: '130',
      result: '2',
    })
  })

  it('is complete when nothing is left', () => {
    expect(closeEffect({ ...long, markPrice: null }, '0.0070')).toEqual({
      isAll: true,
      left: '0',
      worth: null,
      result: null,
    })
  })

  it.each(['', '0', '0.0005', '0.008', '-0.001', 'half'])('rejects the quantity "%s"', (qty) => {
    expect(closeEffect(long, qty)).toBeUndefined()
  })
})

it('comes first in the list of closed ones when it was closed last, whenever it was opened', () => {
  const closed = (id: string, openedAt: string, closedAt: string): Position => aPosition({ id, openedAt, closedAt })
  const early = closed('early', '2026-01-01T00:00:00.000Z', '2026-01-03T00:00:00.000Z')
  const late = closed('late', '2026-01-02T00:00:00.000Z', '2026-01-02T01:00:00.000Z')
  expect([late, early].toSorted(lastClosedFirst).map(({ id }) => id)).toEqual(['early', 'late'])
})
