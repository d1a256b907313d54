import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryRequests } from '../../test/support/memory-requests.ts'
import { aStopOrder } from '../../test/support/memory-stop-store.ts'
import { INSTRUCTED } from '../../test/support/trading-floor.ts'
import { StoreFailure } from '../core/errors.ts'
import type { Instruction } from '../engine/desks/order-desk.ts'
import { createLedger } from '../engine/state/ledger.ts'
import { createEngineLink, OutcomeUnknown } from './engine-link.ts'
import { answerRequests, createRemoteDesk, type EngineDesks } from './remote-desk.ts'
import { serveRequests } from './serve-requests.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

type Desks = EngineDesks

const BY_TRADER = { ...INSTRUCTED, actor: { type: 'USER', sub: 'usr_1', sid: 'ses_1', ip: null } } as const
const CANCEL: Instruction = { kind: 'cancelOrder', orderId: 'ord_1', instructed: BY_TRADER }
const PLACE = {
  kind: 'closePosition',
  orderId: 'ord_2',
  positionId: 'pos_1',
  venueSeed: 'seed',
  quantity: null,
} as const
const CLOSE: Instruction = { ...PLACE, maxSlippageBps: null, instructed: BY_TRADER }

const refuse = () => Promise.reject(new Error('not for this test'))

/** A gateway, and the engine if desks are given. */
const open = (desks?: Partial<Desks>, roles: readonly string[] = ['TRADER']) => {
  const requests = createMemoryRequests(new Map([['ses_1', { id: 'usr_1', roles }]]))
  const { notices, inbox, outbox } = requests
  const ledger = createLedger()
  const copied: (number | undefined)[] = []
  const catchUp = async (batch?: number): Promise<void> => void copied.push(batch)
  let ids = 0
  const delay = (ms: number, task: () => void): void => void setTimeout(task, ms)
  const link = createEngineLink({ outbox, notices, makeId: () => String(++ids), delay })
  const desk: Desks = createRemoteDesk({ link, catchUp, ledger })
  const all: Desks = { ...{ instruct: refuse, stop: refuse, pause: refuse }, ...desks }
  const mayTrade = (known: readonly string[]): boolean => known.includes('TRADER')
  const carryOut = answerRequests({ desks: all, mayTrade, newestBatch: () => 17 })
  const end = desks ? serveRequests({ inbox, notices, epoch: 1, carryOut }) : () => {}
  return { ...requests, desk, ledger, copied, end }
}

test('a request is executed at the desk of the engine, and its result is copied before it resolves', async () => {
  const { desk, copied, end } = open({
    instruct: async (instruction) => (instruction.kind === 'cancelOrder' ? { kind: 'done' } : refuse()),
  })
  expect(await desk.instruct(CANCEL)).toEqual({ kind: 'done' })
  expect(copied).toEqual([17])
  end()
})

test('the engine executes instructions only for the user of the session, with a role that may trade', async () => {
  const instruct: Desks['instruct'] = async () => ({ kind: 'done' })
  const viewer = open({ instruct }, ['VIEWER'])
  await expect(viewer.desk.instruct(CANCEL)).rejects.toThrow('no permission to trade')
  viewer.end()
  const { desk, end } = open({ instruct })
  const other = { ...BY_TRADER, actor: { ...BY_TRADER.actor, sub: 'usr_2' } }
  await expect(desk.instruct({ ...CANCEL, instructed: other })).rejects.toThrow('no permission to trade')
  const ended = { ...BY_TRADER, actor: { ...BY_TRADER.actor, sid: 'ses_2' } }
  await expect(desk.instruct({ ...CANCEL, instructed: ended })).rejects.toThrow('no permission to trade')
  end()
})

test('a lost notice delays a request and its answer, and loses neither', async () => {
  const { desk, notices, end } = open({ instruct: async () => ({ kind: 'done' }) })
  notices.isLossy = true
  const done = desk.instruct(CANCEL)
  await vi.advanceTimersByTimeAsync(600)
  expect(await done).toEqual({ kind: 'done' })
  end()
})

test('engine errors arrive with their original type', async () => {
  const failed = open({ instruct: async () => Promise.reject(new StoreFailure('disk full')) })
  await expect(failed.desk.instruct(CANCEL)).rejects.toThrow(StoreFailure)
  failed.end()
  const busy = open({ instruct: async () => Promise.reject(new Error('busy')) })
  await expect(busy.desk.instruct(CANCEL)).rejects.toThrow('busy')
  busy.end()
})

test('a request that no engine accepts is withdrawn, and definitely not executed', async () => {
  const { desk, inbox } = open()
  const done = expect(desk.instruct(CANCEL)).rejects.toThrow('The request was not executed')
  await vi.advanceTimersByTimeAsync(2_500)
  await done
  expect(await inbox.take(1)).toEqual([])
})

test('a request that was accepted and is not answered is unknown, unless the ledger has its order', async () => {
  const { desk, inbox, ledger } = open()
  const cancelled = desk.instruct(CANCEL)
  const closed = desk.instruct(CLOSE)
  const paused = expect(desk.pause({ instructed: BY_TRADER } as never)).rejects.toThrow(OutcomeUnknown)
  await vi.advanceTimersByTimeAsync(100)
  expect(await inbox.take(1)).toHaveLength(3)
  ledger.bySeed.set('seed', 'ord_2')
  await vi.advanceTimersByTimeAsync(8_000)
  expect(await cancelled).toMatchObject({ kind: 'refused', refusal: { kind: 'outcomePending' } })
  expect(await closed).toEqual({ kind: 'done' })
  await paused
})

test('a stop delivers its order to the engine', async () => {
  const stop = aStopOrder()
  const engaged: unknown[] = []
  const taken = { stop, alreadyLatched: false, latchedMs: 1, durableMs: 2, auditId: stop.auditId }
  const { desk, end } = open({
    stop: async (_input, order) => {
      engaged.push(order)
      return taken
    },
  })
  const input = { actor: stop.by, requestId: null, reason: null, flatten: 'NONE' } as const
  expect(await desk.stop(input, stop)).toEqual(taken)
  expect(engaged).toEqual([stop])
  end()
})

test('an answer that the store rejects is sent again, once', async () => {
  const { desk, inbox, end } = open({ instruct: async () => ({ kind: 'done' }) })
  inbox.fault = new StoreFailure('away')
  const done = desk.instruct(CANCEL)
  await vi.advanceTimersByTimeAsync(1_000)
  inbox.fault = undefined
  await vi.advanceTimersByTimeAsync(600)
  expect(await done).toEqual({ kind: 'done' })
  end()
})
