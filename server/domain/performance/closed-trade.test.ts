import { describe, expect, it } from 'vitest'
import { aPosition } from '../../../test/support/book-samples.ts'
import { anInstrument, NOON_MS } from '../../../test/support/market-samples.ts'
import { usdt } from '../../../test/support/performance-samples.ts'
import { decimal } from '../../core/decimal.ts'
import { lots, ticks } from '../market/instrument.ts'
import { computeR, createClosedTrade, type Opening } from './closed-trade.ts'

/** Ten lots of 0.001 at 100,000.0 and out at 101,000.0: 10 USDT before fees. */
const LONG = aPosition({
  status: 'CLOSED',
  quantity: lots(0),
  cost: 0n,
  entered: { quantity: lots(10), value: usdt(1_000) },
  exited: { quantity: lots(10), value: usdt(1_010) },
  realizedPnl: usdt(10),
  feesPaid: usdt(1.005),
  funding: usdt(-0.5),
  closedAtMs: NOON_MS + 60_000,
})

const OPENING: Opening = {
  stopLoss: ticks(980_000),
  regime: 'TREND_UP',
  touch: [ticks(999_990), ticks(1_000_000)],
  order: { filled: lots(10), filledTickLots: 10_000_000n },
}

const createTrade = (position = LONG, opening: Partial<Opening> = {}) =>
  createClosedTrade(position, {
    instrument: anInstrument(),
    opening: { ...OPENING, ...opening },
    takerFeeRate: decimal('0.0005'),
  })

describe('an ended lifecycle', () => {
  it('has a net result of realised PnL minus fees and funding', () => {
    expect(createTrade()).toMatchObject({
      gross: usdt(10),
      fees: usdt(1.005),
      funding: usdt(0.5),
      net: usdt(8.495),
      regime: 'TREND_UP',
      strategyId: null,
      closedAtMs: NOON_MS + 60_000,
    })
  })

  it('risks the distance to its first stop plus the fees of both sides', () => {
    const risk = usdt(20 + (1_000 + 980) * 0.0005)
    expect(createTrade().risk).toBe(risk)
    expect(computeR(createTrade())).toBeCloseTo(8.495 / 20.99, 12)
    expect(createTrade({ ...LONG, direction: 'SHORT' }, { stopLoss: ticks(1_020_000) }).risk).toBe(
      usdt(20 + (1_000 + 1_020) * 0.0005),
    )
  })

  it('has no R without a stored first stop', () => {
    const trade = createTrade(LONG, { stopLoss: null })
    expect([trade.risk, computeR(trade)]).toEqual([null, null])
  })

  it('has a shortfall of the price paid beyond the mid', () => {
    expect(createTrade().entryShortfall).toBe(usdt(0.5 * 0.01))
    expect(createTrade({ ...LONG, direction: 'SHORT' }).entryShortfall).toBe(usdt(-0.5 * 0.01))
  })

  it.each([
    ['the order book at its decision', { touch: null }],
    ['its order', { order: null }],
    ['a fill of its order', { order: { filled: lots(0), filledTickLots: 0n } }],
  ])('has no shortfall without %s', (_what, opening) => {
    expect(createTrade(LONG, opening).entryShortfall).toBeNull()
  })
})
