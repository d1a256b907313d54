import { describe, expect, it } from 'vitest'
import { anAccount, answerRead, BALANCE, type Floor, openFloor } from '../../../test/support/trading-floor.ts'
import { DAY_MS } from '../../core/instant.ts'

describe('a balance that differs', () => {
  it('is taken over as it is when the minute is over, not as it was when it was first seen', () => {
    const floor = openFloor()
    let walletBalance = BALANCE + 100_000n
    const answer = (request: Parameters<typeof answerRead>[1]): void =>
      answerRead(floor.publish, request, {
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
  it('is booked once, however long ago the market reports it as settled', () => {
    const floor = openFloor()
    const settledAtMs = floor.nowMs - 800 * DAY_MS
    const funding = { fundingId: 'f1', symbol: 'BTCUSDT', amount: -500n, rate: '0.0001', settledAtMs }
    floor.publish({ kind: 'funding', funding })
    floor.publish({ kind: 'funding', funding })
    expect(floor.state.ledger.account.walletBalance).toBe(BALANCE - 500n)
  })
})

describe('a reading that takes long', () => {
  const readings = (floor: Floor, ms: number) => {
    const queries: { queryId: number; atMs: number }[] = []
    floor.pass(ms, (request) => {
      if (request.kind === 'readAccount') queries.push({ queryId: request.queryId, atMs: floor.nowMs })
    })
    return queries
  }

  const answer = (floor: Floor, queryId: number | undefined): void =>
    floor.publish({ kind: 'accountRead', queryId: queryId ?? -1, snapshot: anAccount({ takenAtMs: floor.nowMs }) })

  it('is requested under the same number again, and used when it arrives', () => {
    const floor = openFloor()
    const queries = readings(floor, 55_000)
    expect(new Set(queries.map(({ queryId }) => queryId)).size).toBe(1)
    expect(queries.map(({ atMs }) => atMs - (queries[0]?.atMs ?? 0))).toEqual([0, 10_000, 20_000])
    answer(floor, queries[0]?.queryId)
    const { reconciliation } = floor.state.session
    expect([reconciliation.pending, reconciliation.doneAtMs]).toEqual([null, queries[0]?.atMs])
  })

  it('is as old as the question, and the next one is due sooner', () => {
    const floor = openFloor()
    const [first] = readings(floor, 55_000)
    answer(floor, first?.queryId)
    const answeredAtMs = floor.nowMs
    const [next] = readings(floor, 10_000)
    expect(next?.queryId).not.toBe(first?.queryId)
    expect(next && next.atMs - answeredAtMs).toBe(5_000)
  })

  it('is ignored when the stream was reconnected in the meantime', () => {
    const floor = openFloor()
    const [before] = readings(floor, 35_000)
    const { doneAtMs } = floor.state.session.reconciliation
    floor.publish({ kind: 'stream', state: 'lost' })
    const [lost] = readings(floor, 1_000)
    floor.publish({ kind: 'stream', state: 'connected' })
    const [after] = readings(floor, 1_000)
    for (const one of [before, lost]) answer(floor, one?.queryId)
    expect(floor.state.session.reconciliation.doneAtMs).toBe(doneAtMs)
    answer(floor, after?.queryId)
    expect(floor.state.session.reconciliation).toMatchObject({ doneAtMs: floor.nowMs, doneRequestedAtMs: after?.atMs })
  })
})
