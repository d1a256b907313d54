import { describe, expect, it, onTestFinished } from 'vitest'
import { aFill, anOrder, aPosition } from '../../../test/support/book-samples.ts'
import { anEngineState } from '../../../test/support/engine-state.ts'
import { NOON_MS } from '../../../test/support/market-samples.ts'
import { anEntry, aSignal } from '../../../test/support/signal-samples.ts'
import { aTempDirectory } from '../../../test/support/temp-directory.ts'
import { aDecision } from '../../../test/support/trading-facts.ts'
import { openEngineStore } from '../../adapters/store/sqlite/store.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../core/instant.ts'
import type { Cause, Order } from '../../domain/order/order.ts'
import type { Position } from '../../domain/position/position.ts'
import type { Fact } from '../../engine/model/facts.ts'
import { consideredEntries } from '../considered-entries.ts'
import type { LoopSources } from './loop-sources.ts'
import { fillItems, orderItems, positionItems } from './trading-items.ts'

const NOW_MS = NOON_MS + MINUTE_MS

const decided = (order: Order): Fact => ({
  kind: 'orderDecided',
  order,
  decision: aDecision({ decisionId: order.decisionId }),
  idempotency: null,
  atMs: order.createdAtMs,
})

const executed = (fill: ReturnType<typeof aFill>): Fact => ({
  kind: 'executed',
  fills: [fill],
  plan: aPosition().protection.plan,
  late: false,
  atMs: NOON_MS,
})

interface Stored {
  readonly facts?: readonly Fact[]
  readonly orders?: readonly Order[]
  readonly positions?: readonly Position[]
}

const createSources = async ({ facts = [], orders = [], positions = [] }: Stored): Promise<LoopSources> => {
  const store = openEngineStore(aTempDirectory())
  onTestFinished(() => store.close())
  store.journal.append({ facts, orders, positions })
  const state = anEngineState()
  state.market.clockMs = NOW_MS
  const considered = await consideredEntries(store.signals, NOW_MS)
  return { state, store, nowMs: NOW_MS, fromMs: NOW_MS - DAY_MS, considered, broken: [] }
}

const ofOrder = async (order: Order, facts: readonly Fact[] = [decided(order)]) => {
  const sources = await createSources({ facts, orders: [order] })
  const { intents, orders, withoutIntent } = await orderItems(sources)
  return { intent: intents[0], order: orders[0], withoutIntent, broken: sources.broken }
}

const ENTRY = anEntry({ signals: [aSignal()] })
const CAUSE: Cause = {
  candidateId: ENTRY.candidate.candidateId,
  digest: ENTRY.digest,
  signalId: ENTRY.candidate.signals[0].signalId,
  strategyId: 'S01',
  interval: '15m',
  validUntilMs: NOON_MS + MINUTE_MS,
  horizonEndMs: NOON_MS + 30 * MINUTE_MS,
  netEdgeLcb: null,
}
const considered: Fact = { kind: 'entryConsidered', entry: ENTRY, atMs: NOON_MS }

describe('an order in the loop', () => {
  it('of a caller begins it, and rests as long as it may', async () => {
    const resting = anOrder({ createdAtMs: NOON_MS, status: 'NEW', exchangeOrderId: '7', positionId: null })
    expect(await ofOrder(resting)).toMatchObject({
      intent: { due: true, forward: 'CLOSED', back: 'BEGINS' },
      order: { due: false, forward: null, back: 'LINKED' },
      withoutIntent: 0,
      broken: [],
    })
  })

  it.each([
    ['REJECTED', 'TERMINAL'],
    ['DENIED', 'TERMINAL'],
    ['OUTCOME_UNKNOWN', null],
  ] as const)('that never reached the exchange, %s, is %s', async (status, forward) => {
    const order = anOrder({ createdAtMs: NOON_MS, status, exchangeOrderId: null, positionId: null })
    expect(await ofOrder(order)).toMatchObject({ intent: { due: true, forward }, order: undefined })
  })

  it('has ten seconds to reach the exchange', async () => {
    const at = (createdAtMs: number) =>
      ofOrder(anOrder({ createdAtMs, status: 'PENDING_NEW', exchangeOrderId: null, positionId: null }))
    expect((await at(NOW_MS - 10 * SECOND_MS)).intent).toMatchObject({ due: false })
    expect((await at(NOW_MS - 10 * SECOND_MS - 1)).intent).toMatchObject({ due: true, forward: null })
  })

  it('without a decision breaks it', async () => {
    const order = anOrder({ createdAtMs: NOON_MS, positionId: null })
    expect(await ofOrder(order, [])).toMatchObject({
      intent: { back: 'ORPHAN' },
      withoutIntent: 1,
      broken: [{ fromId: order.orderId, kind: 'ORDER_WITHOUT_INTENT' }],
    })
  })

  it('from outside is no part of it', async () => {
    const { intent, withoutIntent } = await ofOrder(anOrder({ createdAtMs: NOON_MS, origin: 'EXTERNAL' }), [])
    expect([intent, withoutIntent]).toEqual([undefined, 0])
  })

  it('of a candidate references it by its digest', async () => {
    const order = anOrder({ createdAtMs: NOON_MS, cause: CAUSE, positionId: null })
    expect((await ofOrder(order, [considered, decided(order)])).intent).toMatchObject({ back: 'LINKED' })
    expect(await ofOrder(order, [decided(order)])).toMatchObject({
      intent: { back: 'ORPHAN' },
      broken: [{ kind: 'CANDIDATE_PARENT_MISSING' }],
    })
    const other = { ...order, cause: { ...CAUSE, digest: '0'.repeat(64) } }
    expect(await ofOrder(other, [considered, decided(other)])).toMatchObject({
      intent: { back: 'ORPHAN' },
      broken: [{ kind: 'CANDIDATE_DIGEST_DIFFERS' }],
    })
  })
})

describe('a fill in the loop', () => {
  it.each([
    ['of an order', [anOrder()], 'LINKED', 0],
    ['of an order of others', [anOrder({ origin: 'EXTERNAL' })], 'EXTERNAL', 0],
    ['of an order that is not there', [], 'ORPHAN', 1],
  ] as const)('%s', async (_what, orders, back, withoutIntent) => {
    const fill = aFill({ orderId: anOrder().orderId, executedAtMs: NOON_MS })
    const sources = await createSources({ facts: [executed(fill)], orders, positions: [aPosition()] })
    const made = await fillItems(sources)
    expect(made).toMatchObject({ fills: [{ due: true, forward: 'CLOSED', back }], withoutIntent })
  })

  it('without a position is an orphan', async () => {
    const sources = await createSources({ facts: [executed(aFill({ orderId: null, executedAtMs: NOON_MS }))] })
    expect(await fillItems(sources)).toMatchObject({ fills: [{ forward: null, back: 'EXTERNAL' }], withoutIntent: 0 })
    expect(sources.broken).toMatchObject([{ kind: 'POSITION_MISSING' }])
  })
})

describe('a position in the loop', () => {
  const position = aPosition({ openedAtMs: NOON_MS })
  const fill = aFill({ positionId: position.positionId, executedAtMs: NOON_MS })
  const closed = { status: 'CLOSED', closedAtMs: NOON_MS + 9 } as const

  it('of a caller is its own outcome when it has ended', async () => {
    const of = async (part: Partial<Position>) =>
      (await positionItems(await createSources({ facts: [executed(fill)], positions: [{ ...position, ...part }] })))
        .positions
    expect(await of({})).toMatchObject([{ due: false, forward: null, back: 'LINKED' }])
    expect(await of(closed)).toMatchObject([{ due: true, forward: 'TERMINAL', lagMs: 9 }])
  })

  it('of a candidate continues to the outcome of its signal', async () => {
    const facts: Fact[] = [considered, executed(fill), { kind: 'signalRaised', signal: aSignal(), atMs: NOON_MS }]
    const of = async (clockMs: number) => {
      const sources = await createSources({ facts, positions: [{ ...position, ...closed, cause: CAUSE }] })
      sources.state.market.clockMs = clockMs
      return positionItems(sources)
    }
    expect(await of(NOON_MS + 45 * MINUTE_MS)).toMatchObject({ positions: [{ due: false }], caused: 1, verified: 1 })
    expect(await of(NOON_MS + 45 * MINUTE_MS + 1)).toMatchObject({ positions: [{ due: true, forward: null }] })
  })

  it('without a fill is an orphan, unless another source opened it', async () => {
    const of = async (part: Partial<Position>) =>
      (await positionItems(await createSources({ positions: [{ ...position, ...part }] }))).positions
    expect(await of({ origin: 'API' })).toMatchObject([{ back: 'ORPHAN' }])
    expect(await of({ origin: 'EXTERNAL' })).toMatchObject([{ back: 'EXTERNAL' }])
  })
})
