import { describe, expect, it } from 'vitest'
import { anAccount, answerRead, BALANCE, type Harness, openHarness } from '../../../test/support/trading-floor.ts'
import { DAY_MS } from '../../core/instant.ts'

describe('a balance mismatch', () => {
  it('is adopted with its value at the end of the minute, not at its first observation', () => {
    const harness = openHarness()
    let walletBalance = BALANCE + 100_000n
    const answer = (request: Parameters<typeof answerRead>[1]): void =>
      answerRead(harness.publish, request, {
        account: anAccount({ walletBalance, takenAtMs: harness.nowMs }),
        serverTimeMs: harness.nowMs,
      })
    harness.pass(40_000, answer)
    expect([...harness.state.ledger.differences.keys()]).toEqual(['BALANCE_DRIFT'])
    walletBalance = BALANCE + 70_000n
    harness.pass(120_000, answer)
    const adjusted = harness.facts.filter(({ kind }) => kind === 'walletAdjusted')
    expect(adjusted).toMatchObject([{ difference: 70_000n }])
    expect(harness.state.ledger.account.walletBalance).toBe(walletBalance)
    expect(harness.state.ledger.differences.size).toBe(0)
  })
})

describe('a funding payment', () => {
  it('is booked once, however long ago the market reports it as settled', () => {
    const harness = openHarness()
    const settledAtMs = harness.nowMs - 800 * DAY_MS
    const funding = { fundingId: 'f1', symbol: 'BTCUSDT', amount: -500n, rate: '0.0001', settledAtMs }
    harness.publish({ kind: 'funding', funding })
    harness.publish({ kind: 'funding', funding })
    expect(harness.state.ledger.account.walletBalance).toBe(BALANCE - 500n)
  })
})

describe('a slow reading', () => {
  const readings = (harness: Harness, ms: number) => {
    const queries: { queryId: number; atMs: number }[] = []
    harness.pass(ms, (request) => {
      if (request.kind === 'readAccount') queries.push({ queryId: request.queryId, atMs: harness.nowMs })
    })
    return queries
  }

  const answer = (harness: Harness, queryId: number | undefined): void =>
    harness.publish({ kind: 'accountRead', queryId: queryId ?? -1, snapshot: anAccount({ takenAtMs: harness.nowMs }) })

  it('is requested under the same number again, and used when it arrives', () => {
    const harness = openHarness()
    const queries = readings(harness, 55_000)
    expect(new Set(queries.map(({ queryId }) => queryId)).size).toBe(1)
    expect(queries.map(({ atMs }) => atMs - (queries[0]?.atMs ?? 0))).toEqual([0, 10_000, 20_000])
    answer(harness, queries[0]?.queryId)
    const { reconciliation } = harness.state.session
    expect([reconciliation.pending, reconciliation.doneAtMs]).toEqual([null, queries[0]?.atMs])
  })

  it('is as old as its request, and the next one is due sooner', () => {
    const harness = openHarness()
    const [first] = readings(harness, 55_000)
    answer(harness, first?.queryId)
    const answeredAtMs = harness.nowMs
    const [next] = readings(harness, 10_000)
    expect(next?.queryId).not.toBe(first?.queryId)
    expect(next && next.atMs - answeredAtMs).toBe(5_000)
  })

  it('is ignored when the stream was reconnected in the meantime', () => {
    const harness = openHarness()
    const [before] = readings(harness, 35_000)
    const { doneAtMs } = harness.state.session.reconciliation
    harness.publish({ kind: 'stream', state: 'lost' })
    const [lost] = readings(harness, 1_000)
    harness.publish({ kind: 'stream', state: 'connected' })
    const [after] = readings(harness, 1_000)
    for (const one of [before, lost]) answer(harness, one?.queryId)
    expect(harness.state.session.reconciliation.doneAtMs).toBe(doneAtMs)
    answer(harness, after?.queryId)
    expect(harness.state.session.reconciliation).toMatchObject({
      doneAtMs: harness.nowMs,
      doneRequestedAtMs: after?.atMs,
    })
  })
})
