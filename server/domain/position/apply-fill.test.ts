import { describe, expect, it } from 'vitest'
import { aFill, anId, aPlan, aPosition } from '../../../test/support/book-samples.ts'
import { NOON_MS } from '../../../test/support/market-samples.ts'
import { lots } from '../market/instrument.ts'
import { applyFill, applyFunding } from './apply-fill.ts'

const OPENED = { plan: aPlan(), origin: 'API' } as const
const LATER_MS = NOON_MS + 5_000

describe('applyFill', () => {
  it('opens a lifecycle that is not yet protected', () => {
    expect(applyFill(undefined, aFill(), OPENED)).toEqual(aPosition())
    expect(applyFill(undefined, aFill({ side: 'SELL' }), OPENED)).toEqual(aPosition({ direction: 'SHORT' }))
  })

  it('opens the next lifecycle after one that has ended', () => {
    const ended = aPosition({ positionId: anId('pos', 9), status: 'CLOSED' })
    expect(applyFill(ended, aFill(), OPENED)).toEqual(aPosition())
  })

  it('adds at the cost of the fill and retains its protection', () => {
    const added = applyFill(aPosition(), aFill({ quantity: lots(5), value: 60_000_000n, executedAtMs: LATER_MS }), {
      plan: aPlan({ stopIsDefault: false }),
      origin: 'HOST',
    })
    expect(added).toEqual(
      aPosition({
        quantity: lots(15),
        cost: 160_000_000n,
        entered: { quantity: lots(15), value: 160_000_000n },
        feesPaid: 100_000n,
        updatedAtMs: LATER_MS,
        version: 2,
      }),
    )
  })

  it('reduces by the released cost', () => {
    const reducing = aFill({ side: 'SELL', quantity: lots(4), value: 44_000_000n, realizedPnl: 4_000_000n })
    expect(applyFill(aPosition(), reducing, OPENED)).toEqual(
      aPosition({
        quantity: lots(6),
        cost: 60_000_000n,
        exited: { quantity: lots(4), value: 44_000_000n },
        realizedPnl: 4_000_000n,
        feesPaid: 100_000n,
        version: 2,
      }),
    )
    const short = aPosition({ direction: 'SHORT' })
    expect(applyFill(short, { ...reducing, side: 'BUY', realizedPnl: -4_000_000n }, OPENED)).toEqual({
      ...short,
      quantity: lots(6),
      cost: 60_000_000n,
      exited: { quantity: lots(4), value: 44_000_000n },
      realizedPnl: -4_000_000n,
      feesPaid: 100_000n,
      version: 2,
    })
  })

  it('ends when it is flat', () => {
    const stopOrderId = anId('ord', 3)
    const held = aPosition({ protection: { ...aPosition().protection, state: 'VERIFIED', stopOrderId } })
    const closing = aFill({ side: 'SELL', value: 90_000_000n, realizedPnl: -10_000_000n, executedAtMs: LATER_MS })
    expect(applyFill(held, closing, OPENED)).toEqual({
      ...held,
      status: 'CLOSED',
      quantity: 0,
      cost: 0n,
      exited: { quantity: lots(10), value: 90_000_000n },
      realizedPnl: -10_000_000n,
      feesPaid: 100_000n,
      protection: { ...held.protection, state: 'CLOSED', unprotectedSinceMs: null },
      updatedAtMs: LATER_MS,
      closedAtMs: LATER_MS,
      version: 2,
    })
  })

  it.each([
    ['goes to a lifecycle that has ended', aPosition({ status: 'CLOSED' }), aFill()],
    ['opens beside one that is open', aPosition({ positionId: anId('pos', 9) }), aFill()],
    ['takes more than there is', aPosition({ quantity: lots(9) }), aFill({ side: 'SELL' })],
  ])('never accepts a fill that %s', (_, position, fill) => {
    expect(() => applyFill(position, fill, OPENED)).toThrow('Invariant')
  })
})

describe('applyFunding', () => {
  it('adds the cash flow with its sign, also after the end', () => {
    const ended = aPosition({ status: 'CLOSED', funding: 5n })
    expect(applyFunding(ended, -7n, LATER_MS)).toEqual({ ...ended, funding: -2n, updatedAtMs: LATER_MS, version: 2 })
  })
})
