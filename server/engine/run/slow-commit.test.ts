import { describe, expect, it } from 'vitest'
import { anId } from '../../../test/support/book-samples.ts'
import { openControlHarness } from '../../../test/support/control-floor.ts'
import { anEngineState } from '../../../test/support/engine-state.ts'
import { createMemoryStopFile } from '../../../test/support/memory-stop-file.ts'
import { createRecordingAudit } from '../../../test/support/recording-audit.ts'
import { anOrderRequest, INSTRUCTED } from '../../../test/support/trading-floor.ts'
import type { Command } from '../model/events.ts'
import type { Journal } from '../model/ports.ts'
import type { Submission, VenueRequest } from '../model/venue.ts'
import { applyFact, createLedger } from '../state/ledger.ts'
import { isLedgerFact } from '../state/ledger-facts.ts'
import { createMemory } from '../state/memory.ts'
import { createStopSwitch } from '../state/stop-switch.ts'
import { createGroupCommit } from './group-commit.ts'
import { createInbox } from './inbox.ts'
import { perform } from './perform.ts'
import { step } from './step.ts'

const COMMIT_MS = 3_500
const ORDER_ID = anId('ord', 77)

/** An engine with a position and its stop, on a disk that commits when the test lets it. */
const openBench = () => {
  const harness = openControlHarness()
  harness.enter()
  let nowMs = harness.nowMs
  const clock = () => nowMs
  const pending: (() => void)[] = []
  const journal: Journal = {
    read: () => [],
    append: () => new Promise((resolve) => pending.push(resolve)),
  }
  const memory = createMemory(
    journal,
    createRecordingAudit(() => 'RECORDED'),
  )
  const inbox = createInbox(clock)
  const submissions: Submission[] = []
  const venue = {
    open: () => {},
    close: () => {},
    send(request: VenueRequest) {
      if (request.kind === 'submit') submissions.push(request.submission)
    },
  }
  const stopSwitch = createStopSwitch(createMemoryStopFile())
  const outside = {
    venue,
    venueSink: inbox.venueSink,
    clock,
    requestBook: () => {},
    stopSwitch,
    lease: harness.state.lease,
    memory,
  }
  const commits = createGroupCommit({
    state: harness.state,
    memory,
    onFacts: () => {},
    perform: (effect) => perform(effect, harness.state, outside),
  })
  return {
    harness,
    submissions,
    submit(command: Command) {
      inbox.submit(command).catch(() => {})
      commits.step(inbox)
    },
    /** Lets time pass in ticks while the disk does not respond. */
    pass(ms: number) {
      for (const endMs = nowMs + ms; nowMs < endMs; ) {
        nowMs += 100
        inbox.tick({ commitP99Ms: 1, freeDiskBytes: 2 ** 40 })
        commits.step(inbox)
      }
    },
    /** Completes the append in flight; returns the time. */
    async commit() {
      pending.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
      commits.step(inbox)
      return nowMs
    },
  }
}

const place: Command = {
  kind: 'placeOrder',
  orderId: ORDER_ID,
  venueSeed: ORDER_ID.slice(4),
  request: anOrderRequest(),
  instructed: INSTRUCTED,
}

const createClose = ({ harness }: ReturnType<typeof openBench>): Command => ({
  kind: 'closePosition',
  positionId: harness.position()?.positionId ?? anId('pos'),
  orderId: ORDER_ID,
  venueSeed: ORDER_ID.slice(4),
  quantity: null,
  maxSlippageBps: null,
  instructed: INSTRUCTED,
})

describe('an order whose commit takes longer than the exchange accepts a request', () => {
  it('is signed when it is sent if it reduces risk, and has until then to be answered', async () => {
    const bench = openBench()
    bench.submit(createClose(bench))
    bench.pass(COMMIT_MS)
    expect([bench.submissions, bench.harness.order(ORDER_ID).status]).toEqual([[], 'PENDING_NEW'])
    const sentAtMs = await bench.commit()
    expect(bench.submissions).toMatchObject([{ signedAtMs: sentAtMs, recvWindowMs: 3_000 }])
    bench.pass(900)
    expect(bench.harness.order(ORDER_ID).status).toBe('PENDING_NEW')
    bench.pass(100)
    expect(bench.harness.order(ORDER_ID)).toMatchObject({
      status: 'OUTCOME_UNKNOWN',
      dispatch: { provenDeadAtMs: sentAtMs + 13_000 },
    })
  })

  it('is not sent if it increases risk', async () => {
    const bench = openBench()
    bench.submit(place)
    bench.pass(COMMIT_MS)
    await bench.commit()
    expect(bench.submissions).toEqual([])
    expect(bench.harness.order(ORDER_ID)).toMatchObject({
      status: 'DENIED',
      statusReason: 'DECISION_EXPIRED',
      dispatch: { state: 'ABANDONED' },
    })
  })

  it('is sent if it increases risk and the decision is not too old', async () => {
    const bench = openBench()
    bench.submit(place)
    bench.pass(2_000)
    const sentAtMs = await bench.commit()
    expect(bench.submissions).toMatchObject([{ signedAtMs: sentAtMs }])
  })
})

it('an order sent right before a crash can be accepted until its request has expired after the restart', () => {
  const harness = openControlHarness()
  harness.enter()
  harness.place()
  const ledger = createLedger()
  for (const fact of harness.facts) if (isLedgerFact(fact)) applyFact(ledger, fact)
  const state = anEngineState({ ledger })
  const atMs = harness.nowMs + COMMIT_MS
  const { facts } = step(state, {
    kind: 'command',
    command: { kind: 'startRun', runId: 'run_B', market: 'test', mode: 'PAPER' },
    atMs,
  })
  expect(facts.filter(({ kind }) => kind === 'orderUncertain')).toMatchObject([{ provenDeadAtMs: atMs + 13_000 }])
})
