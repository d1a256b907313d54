import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../test/support/runs.ts'
import type { Stage } from '../../../../test/support/venue-stage.ts'
import { MINUTE_MS } from '../../../core/instant.ts'
import { lots, ticks } from '../../../domain/market/instrument.ts'
import type { Side } from '../../../domain/order/order.ts'
import type { VenueEvent, VenueRequest } from '../../../engine/model/venue.ts'
import { type ClearingStore, createMemoryStore } from './clearing-store.ts'
import { anOutageStage } from './outage-fixture.ts'

const side = fc.constantFrom<Side[]>('BUY', 'SELL')
const price = fc.integer({ min: 598_000, max: 602_000 })
const quantity = fc.integer({ min: 1, max: 40 })

const marketMove = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('quote' as const), side, price, quantity }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('mark' as const),
      price: fc.oneof(price, fc.integer({ min: 450_000, max: 750_000 })),
      minutes: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 600 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('byHand' as const), side, quantity }) },
)
/** Requests without a pause come together in a turn. */
const pause = fc.boolean()
const request = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('submit' as const),
      side,
      price,
      quantity,
      stop: fc.boolean(),
      reduceOnly: fc.boolean(),
      pause,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat(), pause }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('read' as const), pick: fc.nat(), pause }) },
)
const diskMove = fc.constantFrom({ kind: 'fill' as const }, { kind: 'free' as const }, { kind: 'retry' as const })
const anyMove = fc.oneof(
  { weight: 4, arbitrary: marketMove },
  { weight: 4, arbitrary: request },
  { weight: 2, arbitrary: diskMove },
)
const anyMoves = fc.array(anyMove, { maxLength: 60, size: 'max' })
const reopening = { kind: 'reopen' as const }
const anyMovesAndRestarts = fc.array(
  fc.oneof({ weight: 20, arbitrary: anyMove }, { weight: 1, arbitrary: fc.constant(reopening) }),
  { maxLength: 60, size: 'max' },
)

type Move = typeof anyMovesAndRestarts extends fc.Arbitrary<(infer T)[]> ? T : never
type Request = Extract<Move, { kind: 'submit' | 'cancel' | 'read' }>

const isRequest = (move: Move): move is Request => ['submit', 'cancel', 'read'].includes(move.kind)

const trade = (stage: Stage, move: Move): void => {
  if (move.kind === 'quote') stage.quote(move.side, move.price, move.quantity)
  if (move.kind === 'byHand') {
    stage.venue.interfere({ kind: 'tradeByHand', symbol: 'BTCUSDT', side: move.side, quantity: lots(move.quantity) })
    stage.tasks.run()
  }
  if (move.kind === 'mark') {
    stage.clock.nowMs += move.minutes * MINUTE_MS
    stage.mark(move.price)
  }
}

/** A request named by its place among the moves. */
const createRequest = (move: Request, stage: Stage, index: number): VenueRequest => {
  const symbol = 'BTCUSDT'
  if (move.kind === 'read') {
    const queryId = index
    if (move.pick % 2 === 0) return { kind: 'readAccount', sinceMs: 0, queryId }
    return { kind: 'queryOrder', symbol, venueClientId: `order${move.pick % (index + 1)}`, queryId }
  }
  if (move.kind === 'cancel') return { kind: 'cancel', symbol, venueClientId: `order${move.pick % (index + 1)}` }
  const terms = {
    symbol,
    side: move.side,
    type: move.stop ? ('STOP_MARKET' as const) : ('LIMIT' as const),
    quantity: lots(move.quantity),
    price: move.stop ? null : ticks(move.price),
    trigger: move.stop ? { price: ticks(move.price), by: 'MARK' as const } : null,
    timeInForce: 'GTC' as const,
    reduceOnly: move.reduceOnly,
  }
  const signedAtMs = stage.clock.nowMs
  return { kind: 'submit', submission: { venueClientId: `order${index}`, terms, signedAtMs, recvWindowMs: 3_000 } }
}

/** Flat position without any further state, which is not written. */
const NOTHING_HELD = { quantity: 0, cost: 0n }

/** Compares an event at publication with what is written. */
const expectWritten = (store: ClearingStore, event: VenueEvent): void => {
  if (event.kind === 'report') {
    const written = store.findOrder(event.report.venueClientId)
    expect(written?.exchangeOrderId).toBe(event.report.exchangeOrderId)
    expect(written?.sequence).toBeGreaterThanOrEqual(event.report.sequence)
  }
  if (event.kind === 'submitAnswered' && event.outcome.kind === 'accepted') {
    expect(store.findOrder(event.venueClientId)?.exchangeOrderId).toBe(event.outcome.report.exchangeOrderId)
  }
  if (event.kind === 'fill') expect(store.fillsSince(0)).toContainEqual(event.fill)
  if (event.kind === 'funding') expect(store.fundingSince(0)).toContainEqual(event.funding)
  if (event.kind === 'position') {
    const written = store.readAccount()?.positions.find(({ symbol }) => symbol === event.position.symbol)
    expect(written ?? NOTHING_HELD).toMatchObject({ quantity: event.position.quantity, cost: event.position.cost })
  }
  if (event.kind === 'accountRead' && event.snapshot) expectAsWritten(store, event.snapshot)
}

type Snapshot = NonNullable<Extract<VenueEvent, { kind: 'accountRead' }>['snapshot']>

const expectAsWritten = (store: ClearingStore, snapshot: Snapshot): void => {
  const account = store.readAccount()
  expect(snapshot.walletBalance).toBe(account?.walletBalance)
  expect(snapshot.fills).toEqual(store.fillsSince(0))
  expect(snapshot.positions.map(({ quantity, cost }) => ({ quantity, cost }))).toEqual(
    account?.positions.filter((held) => held.quantity !== 0).map(({ quantity, cost }) => ({ quantity, cost })),
  )
  const written = store.readOpenOrders().map(({ venueClientId, filled, status }) => ({ venueClientId, filled, status }))
  const reported = snapshot.openOrders.map(({ venueClientId, filled, status }) => ({ venueClientId, filled, status }))
  const byName = (a: { venueClientId: string }, b: { venueClientId: string }) =>
    a.venueClientId < b.venueClientId ? -1 : 1
  expect(reported.toSorted(byName)).toEqual(written.toSorted(byName))
}

/** Returns the names of what must not be published twice. */
const nameEvents = (events: readonly VenueEvent[]): string[] =>
  events.flatMap((event): string[] => {
    if (event.kind === 'report') return [`report ${event.report.venueClientId} ${event.report.sequence}`]
    if (event.kind === 'fill') return [`fill ${event.fill.execId}`]
    if (event.kind === 'funding') return [`funding ${event.funding.fundingId}`]
    if (event.kind === 'submitAnswered') return [`submit ${event.venueClientId}`]
    if (event.kind === 'accountRead' || event.kind === 'orderQueried') return [`read ${event.queryId}`]
    return []
  })

type Scene = ReturnType<typeof anOutageStage>

const touchDisk = ({ stage, disk, retry }: Scene, { kind }: Move): void => {
  if (kind === 'fill') disk.full = true
  if (kind === 'free') disk.full = false
  if (kind === 'retry') retry()
  if (kind === 'reopen') stage.reopen()
}

const isDown = (stage: Stage): boolean => stage.of('stream').at(-1)?.state === 'lost'

/** Plays the moves and a recovery; answers the scene and the requests that came while the exchange was down. */
const play = (moves: readonly Move[]) => {
  const store = createMemoryStore()
  const scene = anOutageStage({ store, openingBalance: 100_000_000_000n, leverage: () => 50 })
  const { stage, disk, retry } = scene
  const refused = new Set<number>()
  stage.mark(600_000)
  for (const [index, move] of moves.entries()) {
    const eventsBefore = stage.events.length
    touchDisk(scene, move)
    trade(stage, move)
    if (isRequest(move)) {
      if (isDown(stage)) refused.add(index)
      stage.venue.send(createRequest(move, stage, index))
      if (move.pause) stage.tasks.run()
    }
    for (const event of stage.events.slice(eventsBefore)) expectWritten(store, event)
  }
  disk.full = false
  retry()
  return { ...scene, store, refused }
}

const wasUnknown = (event: VenueEvent): boolean => {
  if (event.kind === 'submitAnswered' || event.kind === 'cancelAnswered') return event.outcome.kind === 'unknown'
  if (event.kind === 'orderQueried') return event.outcome.kind === 'failed'
  return event.kind === 'accountRead' && event.snapshot === null
}

const publishedWhileLost = (events: readonly VenueEvent[]): VenueEvent[] => {
  let lost = false
  return events.filter((event) => {
    if (event.kind !== 'stream') return lost
    lost = event.state === 'lost'
    return false
  })
}

describe('any sequence of orders, prices, full disks and restarts', () => {
  it('publishes only what is written, and nothing twice', () => {
    fc.assert(
      fc.property(anyMovesAndRestarts, (moves) => {
        const { stage, store } = play(moves)
        for (const event of stage.events) expectWrittenAtLast(store, event)
        const names = nameEvents(stage.events)
        expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
      }),
      { numRuns: runs(38) },
    )
  })

  it('never executes requests sent during downtime', () => {
    fc.assert(
      fc.property(anyMovesAndRestarts, (moves) => {
        const { stage, store, refused } = play(moves)
        for (const index of refused) expect(store.findOrder(`order${index}`)).toBeUndefined()
        for (const event of stage.of('submitAnswered')) {
          if (event.outcome.kind === 'unknown') expect(store.findOrder(event.venueClientId)).toBeUndefined()
        }
      }),
      { numRuns: runs(38) },
    )
  })

  it('alternates between lost and restored, answers every request once, and none definitely while it is lost', () => {
    fc.assert(
      fc.property(anyMoves, (moves) => {
        const { stage } = play(moves)
        const states = stage.of('stream').map(({ state }) => state)
        expect(states).toEqual(states.map((_, index) => (index % 2 === 0 ? 'connected' : 'lost')))
        expect(publishedWhileLost(stage.events).every(wasUnknown)).toBe(true)
        const answers = ['submitAnswered', 'cancelAnswered', 'accountRead', 'orderQueried']
        expect(stage.events.filter(({ kind }) => answers.includes(kind))).toHaveLength(moves.filter(isRequest).length)
      }),
      { numRuns: runs(38) },
    )
  })

  it('ends as it would without outages when no request was sent during them', () => {
    fc.assert(
      fc.property(anyMoves, (moves) => {
        const { stage, store, refused } = play(moves)
        const undisturbed = moves.map((move, index): Move => {
          const happened = !refused.has(index) && move.kind !== 'fill'
          return happened ? move : { kind: 'free' }
        })
        const twin = play(undisturbed)
        expect(stage.account()).toEqual(twin.stage.account())
        expectAsWritten(store, stage.account())
        expect(stage.fills()).toEqual(twin.stage.fills())
      }),
      { numRuns: runs(38) },
    )
  })
})

/** Compares the final state with the state at publication: what was written is not undone. */
const expectWrittenAtLast = (store: ClearingStore, event: VenueEvent): void => {
  if (event.kind !== 'position' && event.kind !== 'accountRead') expectWritten(store, event)
}
