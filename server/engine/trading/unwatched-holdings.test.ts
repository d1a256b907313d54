import { describe, expect, it } from 'vitest'
import { anAccount, answerRead, entered, type Harness, openHarness } from '../../../test/support/trading-floor.ts'
import type { AccountSnapshot, UnwatchedHolding } from '../../domain/order/venue-report.ts'

const DOGE: UnwatchedHolding = { symbol: 'DOGEUSDT', quantity: '-1500', orders: 0 }

/** An exchange that answers every reading with this account; counts the requests. */
const respondWith = (harness: Harness, account: () => Partial<AccountSnapshot>) => {
  const counts = { readings: 0 }
  const answer = (request: Parameters<typeof answerRead>[1]): void => {
    if (request.kind === 'readAccount') counts.readings++
    const snapshot = anAccount({ ...account(), takenAtMs: harness.nowMs })
    answerRead(harness.publish, request, { account: snapshot, serverTimeMs: harness.nowMs })
  }
  return { counts, answer }
}

const listDifferences = (harness: Harness) => [...harness.state.ledger.differences.values()]

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
  ] as const)('are a mismatch: %o', (held, difference) => {
    const harness = openHarness()
    harness.pass(40_000, respondWith(harness, () => ({ unwatched: [held] })).answer)
    expect(listDifferences(harness)).toMatchObject([{ ...difference, symbol: 'DOGEUSDT' }])
  })

  it('stop nothing, let users trade, and cause no additional readings', () => {
    const harness = openHarness()
    const { counts, answer } = respondWith(harness, () => ({ unwatched: [DOGE] }))
    harness.pass(300_000, answer)
    expect(harness.state.ledger.latch).toBeNull()
    expect(counts.readings).toBeLessThanOrEqual(11)
    entered(harness)
  })

  it('are reported again when the quantity changes, and cleared with it', () => {
    const harness = openHarness()
    let unwatched = [DOGE]
    const { answer } = respondWith(harness, () => ({ unwatched }))
    harness.pass(40_000, answer)
    const [first] = listDifferences(harness)
    unwatched = [{ ...DOGE, quantity: '-700' }]
    harness.pass(40_000, answer)
    expect(listDifferences(harness)).toMatchObject([{ theirs: '-700', firstSeenAtMs: first?.firstSeenAtMs }])
    unwatched = []
    harness.pass(40_000, answer)
    expect(listDifferences(harness)).toEqual([])
  })

  it('are no mismatch when the ledger has them from a run that watched the symbol', () => {
    const harness = openHarness()
    entered(harness)
    const { answer } = respondWith(harness, () => ({
      unwatched: [{ symbol: 'BTCUSDT', quantity: '0.010', orders: 0 }],
    }))
    harness.pass(100_000, answer)
    expect(listDifferences(harness)).toMatchObject([{ kind: 'UNWATCHED_POSITION', ours: '10', theirs: '0.010' }])
    expect(harness.state.ledger.latch).toBeNull()
  })
})
