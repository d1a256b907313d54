import { describe, expect, it } from 'vitest'
import { anAccount, answerRead, entered, type Floor, openFloor } from '../../../test/support/trading-floor.ts'
import type { AccountSnapshot, UnwatchedHolding } from '../../domain/order/venue-report.ts'

const DOGE: UnwatchedHolding = { symbol: 'DOGEUSDT', quantity: '-1500', orders: 0 }

/** An exchange that answers every reading with this account; counts the requests. */
const respondWith = (floor: Floor, account: () => Partial<AccountSnapshot>) => {
  const counts = { readings: 0 }
  const answer = (request: Parameters<typeof answerRead>[1]): void => {
    if (request.kind === 'readAccount') counts.readings++
    const snapshot = anAccount({ ...account(), takenAtMs: floor.nowMs })
    answerRead(floor.publish, request, { account: snapshot, serverTimeMs: floor.nowMs })
  }
  return { counts, answer }
}

const listDifferences = (floor: Floor) => [...floor.state.ledger.differences.values()]

describe('account holdings in an unwatched symbol', () => {
  it.each([
    [DOGE, { kind: 'UNWATCHED_POSITION', ours: '0', theirs: '-1500' }],
    [
      { ...DOGE, orders: 2 },
      { kind: 'UNWATCHED_POSITION', ours: '0', theirs: '-1500' },
    ],
    [
      { ...DOGE, quantity: '0', orders: 2 },
      { kind: 'UNWATCHED_ORDERS', ours: '0', theirs: '2' },
    ],
  ] as const)('is a difference: %o', (held, difference) => {
    const floor = openFloor()
    floor.pass(40_000, respondWith(floor, () => ({ unwatched: [held] })).answer)
    expect(listDifferences(floor)).toMatchObject([{ ...difference, symbol: 'DOGEUSDT' }])
  })

  it('stops nothing, lets people trade, and is read no more often for it', () => {
    const floor = openFloor()
    const { counts, answer } = respondWith(floor, () => ({ unwatched: [DOGE] }))
    floor.pass(300_000, answer)
    expect(floor.state.ledger.latch).toBeNull()
    expect(counts.readings).toBeLessThanOrEqual(11)
    entered(floor)
  })

  it('are reported again when the quantity changes, and cleared with it', () => {
    const floor = openFloor()
    let unwatched = [DOGE]
    const { answer } = respondWith(floor, () => ({ unwatched }))
    floor.pass(40_000, answer)
    const [first] = listDifferences(floor)
    unwatched = [{ ...DOGE, quantity: '-700' }]
    floor.pass(40_000, answer)
    expect(listDifferences(floor)).toMatchObject([{ theirs: '-700', firstSeenAtMs: first?.firstSeenAtMs }])
    unwatched = []
    floor.pass(40_000, answer)
    expect(listDifferences(floor)).toEqual([])
  })

  it('are no mismatch when the ledger has them from a run that watched the symbol', () => {
    const floor = openFloor()
    entered(floor)
    const { answer } = respondWith(floor, () => ({ unwatched: [{ symbol: 'BTCUSDT', quantity: '0.010', orders: 0 }] }))
    floor.pass(100_000, answer)
    expect(listDifferences(floor)).toMatchObject([{ kind: 'UNWATCHED_POSITION', ours: '10', theirs: '0.010' }])
    expect(floor.state.ledger.latch).toBeNull()
  })
})
