import { describe, expect, it } from 'vitest'
import { anAccount, answerRead, BALANCE, openFloor } from '../../../test/support/trading-floor.ts'
import { DAY_MS } from '../../core/instant.ts'

describe('a balance that differs', () => {
  it('is taken over as it is when the minute is over, not as it was when it was first seen', () => {
    const floor = openFloor()
    let walletBalance = BALANCE + 100_000n
    const answer = (request: Parameters<typeof answerRead>[1]): void =>
      answerRead(floor.tell, request, {
        account: anAccount({ walletBalance, takenAtMs: floor.nowMs }),
        serverTimeMs: floor.nowMs,
      })
    floor.pass(40_000, answer)
    expect([...floor.state.ledger.differences.keys()]).toEqual(['BALANCE_DRIFT'])
    walletBalance = BALANCE + 70_000n
    floor.pass(120_000, answer)
    const adjusted = floor.facts.filter(({ kind }) => kind === 'walletAdjusted')
    expect(adjusted).toMatchObject([{ difference: 70_000n }])
    expect(floor.state.ledger.account.walletBalance).toBe(walletBalance)
    expect(floor.state.ledger.differences.size).toBe(0)
  })
})

describe('a funding payment', () => {
  it('is booked once, however long ago the market says it was settled', () => {
    const floor = openFloor()
    const settledAtMs = floor.nowMs - 800 * DAY_MS
    const funding = { fundingId: 'f1', symbol: 'BTCUSDT', amount: -500n, rate: '0.0001', settledAtMs }
    floor.tell({ kind: 'funding', funding })
    floor.tell({ kind: 'funding', funding })
    expect(floor.state.ledger.account.walletBalance).toBe(BALANCE - 500n)
  })
})
