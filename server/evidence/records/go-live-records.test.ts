import { expect, it } from 'vitest'
import type { DecisionPacket } from '../../../contract/monitor/live-readiness-decision-packet.ts'
import { anId, aReport } from '../../../test/support/book-samples.ts'
import { openExchangeHarness, sized } from '../../../test/support/exchange-floor.ts'
import { readyInputs, readyReports } from '../../../test/support/readiness-samples.ts'
import { INSTRUCTED, MARK } from '../../../test/support/trading-floor.ts'
import { aSnapshot, type InputValues, report, TAKEN_AT_MS } from '../../../test/support/truth-samples.ts'
import { ticks } from '../../domain/market/instrument.ts'
import type { Fact } from '../../engine/model/facts.ts'
import { liveReadinessDecisionPacket } from '../../monitor/surfaces/live-readiness/packet-rules.ts'
import { createPacketKeeper, createPracticeRecord, type PracticeResult } from './go-live-records.ts'

/** A ledger on an exchange of its own, with the record of its practice. */
const openPractice = () => {
  const harness = openExchangeHarness()
  const results: PracticeResult[] = []
  const record = createPracticeRecord((result) => results.push(result))
  let noted = harness.facts.length
  const pass = (ms: number): void => {
    for (const end = harness.nowMs + ms; harness.nowMs < end; ) {
      harness.pass(100)
      record.noteFacts(harness.facts.slice(noted), harness.state)
      noted = harness.facts.length
    }
  }
  return { harness, results, record, pass }
}

const MARKET = { type: 'MARKET', price: null, timeInForce: 'IOC', size: sized(10) } as const

/** Rests and cancels an order, opens a position and closes it; without `closing` it stays open. */
const trade = ({ harness, pass }: ReturnType<typeof openPractice>, closing = true): void => {
  const orderId = harness.place({ size: sized(10), price: ticks(MARK - 50) })
  pass(500)
  harness.command({ kind: 'cancelOrder', orderId, instructed: INSTRUCTED })
  pass(2_500)
  harness.place({ ...MARKET, side: 'BUY', stopLoss: { price: ticks(MARK - 1_000), by: 'MARK' } })
  pass(5_000)
  if (!closing) return
  harness.place({ ...MARKET, side: 'SELL', reduceOnly: true })
  pass(500)
}

it('has a result once every step is confirmed and the account was read again without a difference', () => {
  const practice = openPractice()
  trade(practice)
  expect(practice.results).toEqual([])
  practice.pass(40_000)
  expect(practice.results).toMatchObject([{ count: 6, faults: 0, note: null }])
  practice.pass(40_000)
  expect(practice.results).toHaveLength(1)
})

it('has no result while a step is missing, or the account differs', () => {
  const open = openPractice()
  trade(open, false)
  open.pass(40_000)
  expect(open.results).toEqual([])
  const differing = openPractice()
  trade(differing)
  const { state, nowMs } = differing.harness
  const session = { ...state.session, reconciliation: { ...state.session.reconciliation, doneAtMs: nowMs + 1 } }
  const differences = new Map([['x', {} as never]])
  differing.record.noteFacts([], { session, ledger: { ...state.ledger, differences } })
  expect(differing.results).toEqual([])
})

it('reports a fault immediately, and starts over', () => {
  const practice = openPractice()
  trade(practice)
  const refused: Fact = {
    kind: 'reportRefused',
    orderId: anId('ord', 1),
    report: aReport({ status: 'NEW' }),
    status: 'FILLED',
    atMs: practice.harness.nowMs,
  }
  practice.record.noteFacts([refused], practice.harness.state)
  expect(practice.results).toMatchObject([{ faults: 1, note: 'NEW for an order that is FILLED' }])
  practice.pass(40_000)
  expect(practice.results).toHaveLength(1)
})

const packetOn = (inputs: InputValues) => report(liveReadinessDecisionPacket, aSnapshot(inputs), readyReports())

it('retains the last packet and the one before, and when it was last confirmed', () => {
  const keeper = createPacketKeeper()
  expect([keeper.stored(), keeper.confirmedAtMs()]).toEqual([undefined, undefined])
  const first = packetOn(readyInputs())
  const second = packetOn(readyInputs({ reconciliation: { differences: 1 } }))
  keeper.onReport(first)
  keeper.onReport({ ...first, generatedAt: '2026-01-02T03:04:07.000Z' })
  expect(keeper.stored()).toEqual({ current: first.data, before: null })
  expect(keeper.confirmedAtMs()).toBe(Date.UTC(2026, 0, 2, 3, 4, 7))
  keeper.onReport(second)
  expect(keeper.stored()).toEqual({ current: second.data, before: first.data })
})

it('ignores other surfaces, and a packet that could not be computed', () => {
  const keeper = createPacketKeeper()
  keeper.onReport({ ...packetOn(readyInputs()), data: null })
  keeper.onReport({ ...packetOn(readyInputs()), surface: 'go-live-readiness-snapshot' })
  expect(keeper.stored()).toBeUndefined()
})

it('retains the hash of a packet from one snapshot to the next', () => {
  const keeper = createPacketKeeper()
  const hashAt = (afterMs: number, clockOffsetMs: number): string => {
    const stored = keeper.stored()
    const inputs = readyInputs({
      clock: { checked: true, offsetMs: clockOffsetMs, errorMs: 1 },
      ...(stored && { packet: stored }),
    })
    const snapshot = { ...aSnapshot(inputs), takenAtMs: TAKEN_AT_MS + afterMs }
    const made = report(liveReadinessDecisionPacket, snapshot, readyReports())
    keeper.onReport(made)
    return (made.data as DecisionPacket).packetHash
  }
  const hash = hashAt(0, 3)
  expect([hashAt(1_000, 4), hashAt(2_000, -9)]).toEqual([hash, hash])
  expect(hashAt(3_000, 600)).not.toBe(hash)
})
