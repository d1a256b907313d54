import { describe, expect, it } from 'vitest'
import { anId } from '../../../test/support/book-samples.ts'
import { openControlHarness, pauseEngine, stopEngine } from '../../../test/support/control-floor.ts'
import { createMemoryStopFile } from '../../../test/support/memory-stop-file.ts'
import { createRecordingAudit } from '../../../test/support/recording-audit.ts'
import { aStop } from '../../../test/support/trading-facts.ts'
import { anOrderRequest, INSTRUCTED } from '../../../test/support/trading-floor.ts'
import { StoreFailure } from '../../core/errors.ts'
import type { Command, CommandOutcome } from '../model/events.ts'
import type { Fact } from '../model/facts.ts'
import type { Batch, Journal } from '../model/ports.ts'
import type { VenueEvent, VenueRequest } from '../model/venue.ts'
import { createGroupCommit } from '../run/group-commit.ts'
import { createInbox } from '../run/inbox.ts'
import { perform } from '../run/perform.ts'
import { createMemory } from '../state/memory.ts'
import { createStopSwitch } from '../state/stop-switch.ts'

/** An engine with a position and its stop, before a disk that may fail. */
const aBench = () => {
  const harness = openControlHarness()
  harness.enter()
  const health = { journal: true, audit: 'RECORDED' as 'RECORDED' | 'SPOOLED' | 'LOST' }
  const written: Fact[] = []
  const journal: Journal = {
    read: () => [],
    append({ facts }: Batch) {
      if (!health.journal) throw new StoreFailure('the disk is full')
      written.push(...facts)
    },
  }
  const memory = createMemory(
    journal,
    createRecordingAudit(() => health.audit),
  )
  const stopSwitch = createStopSwitch(createMemoryStopFile())
  const { lease } = harness.state
  const clock = () => harness.nowMs
  const inbox = createInbox(clock)
  const sent: VenueRequest[] = []
  const notSent: string[] = []
  const published: Fact[] = []
  const moments = { between: (): void => {} }
  const venue = { open: () => {}, close: () => {}, send: (request: VenueRequest) => void sent.push(request) }
  const venueSink = {
    offer(event: VenueEvent) {
      if (event.kind === 'notSent') notSent.push(event.reason)
      return inbox.venueSink.offer(event)
    },
  }
  const commits = createGroupCommit({
    state: harness.state,
    memory,
    onFacts(facts) {
      published.push(...facts)
      moments.between()
    },
    perform: (effect) =>
      perform(effect, harness.state, { venue, venueSink, clock, requestBook: () => {}, stopSwitch, lease, memory }),
  })
  const work = (): void => commits.step(inbox)
  return {
    /** Sets an action that runs after the facts are durable and before the effects are performed. */
    set between(happens: () => void) {
      moments.between = happens
    },
    harness,
    health,
    written,
    sent,
    notSent,
    published,
    memory,
    stopSwitch,
    inbox,
    work,
    /** Submits a command and returns its outcome, or why it was rejected. */
    async submit(command: Command): Promise<CommandOutcome['kind'] | string> {
      const answer = inbox.submit(command).then(({ kind }) => kind, String)
      work()
      return answer
    },
    receive(event: VenueEvent) {
      inbox.venueSink.offer(event)
      work()
    },
  }
}

const orderId = anId('ord', 77)
const place: Command = {
  kind: 'placeOrder',
  orderId,
  venueSeed: orderId.slice(4),
  request: anOrderRequest(),
  instructed: INSTRUCTED,
}
const stop: Command = { kind: 'emergencyStop', stop: aStop(), flatten: 'NONE', instructed: INSTRUCTED }
const flatten: Command = { ...stop, stop: aStop({ flatten: 'REDUCE_ONLY' }), flatten: 'REDUCE_ONLY' }

const submissions = (sent: readonly VenueRequest[]): string[] =>
  sent.flatMap((request) => (request.kind === 'submit' ? [request.submission.venueClientId.slice(0, 2)] : []))

describe('while nothing can be written', () => {
  it('rejects an order to its caller without sending it', async () => {
    const bench = aBench()
    bench.health.journal = false
    expect(await bench.submit(place)).toBe('StoreFailure: the disk is full')
    expect([submissions(bench.sent), bench.notSent]).toEqual([[], ['LATCHED']])
    bench.work()
    expect(bench.harness.order(orderId)).toMatchObject({ status: 'DENIED', dispatch: { state: 'ABANDONED' } })
  })

  it.each<[string, Command, string]>([
    ['a stop', stop, 'stopTaken'],
    ['a pause', { kind: 'pause', instructed: INSTRUCTED }, 'pauseTaken'],
    ['an order', place, 'StoreFailure: the disk is full'],
    ['a resumption', { kind: 'resume', displayed: '', instructed: INSTRUCTED }, 'StoreFailure: the disk is full'],
    ['a clearing', { kind: 'clearStop', displayed: '', instructed: INSTRUCTED }, 'StoreFailure: the disk is full'],
  ])('%s is answered immediately or not at all', async (_name, command, answer) => {
    const bench = aBench()
    bench.health.journal = false
    expect(await bench.submit(command)).toBe(answer)
  })

  it('stops the engine, in memory and in the file', async () => {
    const bench = aBench()
    bench.health.journal = false
    await bench.submit({ kind: 'pause', instructed: INSTRUCTED })
    expect(bench.harness.state.ledger).toMatchObject({ latch: { code: 'STORE_FAILED' }, control: { state: 'HALTED' } })
    expect([bench.stopSwitch.engaged?.code, bench.stopSwitch.file.read()?.code]).toEqual([
      'STORE_FAILED',
      'STORE_FAILED',
    ])
  })

  it('protective orders and closing orders of the stop are still sent, and a caller’s close is not', async () => {
    const bench = aBench()
    bench.health.journal = false
    const { positionId } = bench.harness.position() ?? { positionId: anId('pos') }
    await bench.submit(flatten)
    expect(submissions(bench.sent)).toEqual(['tF'])
    const close: Command = {
      kind: 'closePosition',
      positionId,
      orderId,
      venueSeed: orderId.slice(4),
      quantity: null,
      maxSlippageBps: null,
      instructed: INSTRUCTED,
    }
    await bench.submit(close)
    expect([submissions(bench.sent), bench.notSent]).toEqual([['tF'], ['NOT_DURABLE']])
  })

  it('a lost stop is placed again', async () => {
    const bench = aBench()
    const { harness, health, sent } = bench
    health.journal = false
    await bench.submit(stop)
    const stopOrderId = harness.position()?.protection.stopOrderId ?? ''
    const { venueClientId } = harness.order(stopOrderId)
    const lost = {
      venueClientId,
      exchangeOrderId: '8389765739703625592',
      symbol: 'BTCUSDT',
      reason: null,
      atMs: harness.nowMs,
    }
    const filled = harness.order(stopOrderId).filled
    bench.receive({ kind: 'report', report: { ...lost, status: 'CANCELED', filled, sequence: 1_000 } })
    expect(submissions(sent)).toEqual(['tS'])
  })

  it('everything is written as soon as that is possible, in order, with the first actor', async () => {
    const bench = aBench()
    bench.health.journal = false
    await bench.submit(stop)
    expect(bench.written).toEqual([])
    bench.health.journal = true
    bench.harness.run(1_100)
    bench.inbox.tick({ commitP99Ms: 1, freeDiskBytes: 2 ** 40 })
    bench.work()
    const kinds = bench.written.map(({ kind }) => kind)
    expect(kinds).toContain('latchEngaged')
    expect(kinds.indexOf('latchEngaged')).toBeLessThan(kinds.indexOf('stopSwept'))
    expect([bench.memory.failure, bench.harness.state.session.storeFailure]).toEqual([null, null])
  })

  it('publishes to subscribers immediately', async () => {
    const bench = aBench()
    bench.health.journal = false
    await bench.submit(stop)
    expect(bench.published.map(({ kind }) => kind)).toContain('latchEngaged')
  })

  it('a spooled audit log also stops the engine, and what is decided is written', async () => {
    const bench = aBench()
    bench.health.audit = 'SPOOLED'
    expect(await bench.submit(place)).toMatch(/^StoreFailure: The audit log cannot be written/)
    expect(bench.written.map(({ kind }) => kind)).toContain('orderDecided')
    expect(submissions(bench.sent)).toEqual([])
    expect(bench.harness.state.ledger.latch?.code).toBe('STORE_FAILED')
  })
})

it.each([
  ['a stop that comes after it', stopEngine, ['LATCHED'], []],
  ['a pause that comes after it', pauseEngine, [], ['tE']],
] as const)('an order that is decided and not yet sent is blocked by %s: %o', async (_name, act, held, sent) => {
  const bench = aBench()
  bench.between = () => void act(bench.harness)
  await bench.submit(place)
  expect([bench.notSent, submissions(bench.sent)]).toEqual([held, sent])
})
