import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMemoryQuotas } from '../../test/support/memory-quota-store.ts'
import { StoreFailure } from '../core/errors.ts'
import type { QuotaStore } from './ports.ts'
import { createSharedQuota } from './shared-quota.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

const QUOTA = { key: 'standard usr_1', requests: 100, windowMs: 60_000 }

let ids = 0
const openGateway = (store: QuotaStore, isAlive = () => true) =>
  createSharedQuota({
    store,
    makeId: () => `gateway-${++ids}`,
    monotonic: () => Date.now(),
    delay: (ms, task) => void setTimeout(() => isAlive() && task(), ms),
  })

/** Gateways that share a store; `answer` may delay or fail its turns. */
const open = (gateways = 1) => {
  const store = createMemoryQuotas(Date.now)
  const stage = { answer: async () => {} }
  const shared: QuotaStore = {
    async count(...turns) {
      await stage.answer()
      return store.count(...turns)
    },
  }
  const [first, ...others] = Array.from({ length: gateways }, () => openGateway(shared))
  if (!first) throw new Error('no gateway')
  return { first, others, store, stage }
}

describe('one gateway', () => {
  test('counts concurrent requests by one statement, and refuses those beyond the quota', async () => {
    const { first, store } = open()
    const quota = { ...QUOTA, requests: 3 }
    const one = first.count(quota)
    const more = [first.count(quota), first.count(quota), first.count(quota), first.count({ ...quota, key: 'usr_2' })]
    expect(await one).toMatchObject({ allowed: true, remaining: 2, resetMs: 60_000 })
    expect((await Promise.all(more)).map((each) => [each?.allowed, each?.remaining])).toEqual([
      [true, 1],
      [true, 0],
      [false, 0],
      [true, 2],
    ])
    expect(store.turns.map(({ waiting }) => waiting)).toEqual([1, 3, 1])
  })

  test('admits a busy caller from its reservation, and gives it back when the caller is idle', async () => {
    const { first, store } = open()
    await Promise.all([first.count(QUOTA), first.count(QUOTA)])
    expect(first.countReserved(QUOTA)).toMatchObject({ allowed: true, remaining: 97 })
    expect(first.count(QUOTA)).toMatchObject({ allowed: true, remaining: 96 })
    expect(store.turns).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1_000)
    const last = store.turns.at(-1)
    expect(last).toMatchObject({ waiting: 0, ahead: 0 })
    expect(store.turns.length).toBeLessThan(6)
    expect(first.countReserved(QUOTA)).toBeUndefined()
    const sent = store.turns.length
    expect(await first.count(QUOTA)).toMatchObject({ allowed: true, remaining: 95 })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(store.turns).toHaveLength(sent + 1)
  })

  test('asks the store a few times a second, however many requests a caller sends', async () => {
    const { first, store } = open()
    const quota = { ...QUOTA, requests: 1_000_000 }
    let waited = 0
    for (let ms = 0; ms < 1_000; ms += 1) {
      for (let nth = 0; nth < 10; nth++) {
        if (first.countReserved(quota)) continue
        waited += 1
        expect((await first.count(quota))?.allowed).toBe(true)
      }
      await vi.advanceTimersByTimeAsync(1)
    }
    expect(waited).toBeLessThan(20)
    expect(store.turns.length).toBeLessThan(waited + 15)
  })

  test('uses a reservation for a second only', async () => {
    const { first, stage } = open()
    await Promise.all([first.count(QUOTA), first.count(QUOTA), first.count(QUOTA)])
    stage.answer = () => new Promise(() => {})
    await vi.advanceTimersByTimeAsync(900)
    stage.answer = async () => {}
    expect(first.countReserved(QUOTA)?.allowed).toBe(true)
    await vi.advanceTimersByTimeAsync(100)
    expect(first.countReserved(QUOTA)).toBeUndefined()
  })

  test('counts nothing while the store does not answer', async () => {
    const { first, store, stage } = open()
    stage.answer = () => Promise.reject(new StoreFailure('away'))
    expect(await first.count(QUOTA)).toBeUndefined()
    expect(await first.count(QUOTA)).toBeUndefined()
    stage.answer = async () => {}
    await vi.advanceTimersByTimeAsync(2_900)
    expect(await first.count(QUOTA)).toBeUndefined()
    expect(store.turns).toEqual([])
    await vi.advanceTimersByTimeAsync(100)
    expect(await first.count(QUOTA)).toMatchObject({ allowed: true })
    expect(first.uncounted()).toBe(3)
  })

  test('delays a request by half a second at most when the store is slow', async () => {
    const { first, stage } = open()
    stage.answer = () => new Promise(() => {})
    const counted = first.count(QUOTA)
    await vi.advanceTimersByTimeAsync(500)
    expect(await counted).toBeUndefined()
    expect(first.uncounted()).toBe(1)
  })
})

interface Admission {
  readonly fromMs: number
  readonly toMs: number
}

const WINDOW_MS = 4_000
/** Delay of a statement on either way to the store. */
const WAY_MS = 15
/** Precision of counted times, a tick until they are reported, and the statement that reports them. */
const SLACK_MS = Math.ceil(WINDOW_MS / 600) + 100 + 4 * WAY_MS

/** Burst of requests at a gateway, with a time between two of them. */
const anyBurst = fc.record({
  gateway: fc.nat(3),
  afterMs: fc.oneof(fc.nat(60), fc.nat(900)),
  requests: fc.integer({ min: 1, max: 40 }),
  everyMs: fc.constantFrom(0, 0, 3, 20, 70),
})
const anyPlan = fc.record({
  requests: fc.integer({ min: 1, max: 100 }),
  bursts: fc.array(anyBurst, { minLength: 1, maxLength: 8 }),
  /** Time of a burst that uses up the quota. */
  floodAtMs: fc.nat(2_500),
  waysMs: fc.array(fc.nat(WAY_MS), { minLength: 1, maxLength: 30 }),
})

type Plan = typeof anyPlan extends fc.Arbitrary<infer Value> ? Value : never

/** Runs bursts at four gateways; the gateway `killed` ends at a time, with what it has reserved. */
const runBursts = async (
  { requests, bursts, floodAtMs, waysMs }: Plan,
  faults: { readonly killedAtMs?: number; readonly isLost?: (turn: number) => boolean } = {},
) => {
  const quota = { key: 'usr_1', requests, windowMs: WINDOW_MS }
  const { killedAtMs = Number.POSITIVE_INFINITY, isLost = () => false } = faults
  const memory = createMemoryQuotas(Date.now)
  let ways = 0
  let turns = 0
  const travel = () => new Promise((resolve) => setTimeout(resolve, waysMs[ways++ % waysMs.length]))
  const store: QuotaStore = {
    async count(...due) {
      const nth = turns++
      await travel()
      if (isLost(nth) && nth % 2 === 0) throw new StoreFailure('not executed')
      const counts = await memory.count(...due)
      await travel()
      if (isLost(nth)) throw new StoreFailure('executed, and the answer is lost')
      return counts
    },
  }
  const isAlive = (gateway: number) => gateway !== 0 || Date.now() < killedAtMs
  const gateways = Array.from({ length: 4 }, (_, nth) => openGateway(store, () => isAlive(nth)))
  const admitted: Admission[] = []
  const refused: Admission[] = []
  const request = async (gateway: number): Promise<void> => {
    if (!isAlive(gateway)) return
    const fromMs = Date.now()
    const counted = await gateways[gateway]?.count(quota)
    if (counted && isAlive(gateway)) (counted.allowed ? admitted : refused).push({ fromMs, toMs: Date.now() })
  }
  let atMs = 0
  for (const { gateway, afterMs, requests: count, everyMs } of bursts) {
    atMs += afterMs
    for (let nth = 0; nth < count; nth++) setTimeout(() => void request(gateway), atMs + nth * everyMs)
  }
  for (let nth = 0; nth < requests + 5; nth++) setTimeout(() => void request(1), floodAtMs + 10 * (nth % 5))
  await vi.advanceTimersByTimeAsync(Math.max(atMs + 40 * 70, floodAtMs) + WINDOW_MS)
  return { admitted, refused, quota, gateways }
}

/** Returns the largest number of requests that began and were admitted within one window. */
const findMost = (admitted: readonly Admission[]): number =>
  Math.max(
    0,
    ...admitted.map(
      ({ toMs: endMs }) => admitted.filter(({ fromMs, toMs }) => fromMs > endMs - WINDOW_MS && toMs <= endMs).length,
    ),
  )

describe('two gateways', () => {
  test('share the last requests of a quota within a quarter of a second, while both are busy', async () => {
    const { first, others } = open(2)
    let admitted = 0
    const send = async (gateway = first): Promise<void> => {
      if ((await gateway.count(QUOTA))?.allowed) admitted += 1
    }
    for (let nth = 0; nth < 40; nth++) await send()
    let isSettled = false
    void Promise.all(Array.from({ length: 70 }, () => send(others[0]))).then(() => {
      isSettled = true
    })
    for (let ms = 0; ms < 250; ms += 25) {
      if (ms < 100) await send()
      await vi.advanceTimersByTimeAsync(25)
    }
    expect([isSettled, admitted]).toEqual([true, 100])
  })

  test('count what a killed one had reserved as used', async () => {
    const store = createMemoryQuotas(Date.now)
    const [killed, other] = [openGateway(store, () => false), openGateway(store)]
    await Promise.all([killed.count(QUOTA), killed.count(QUOTA)])
    while (killed.countReserved(QUOTA));
    await vi.advanceTimersByTimeAsync(1_500)
    const counts = await Promise.all(Array.from({ length: 100 }, () => other.count(QUOTA)))
    expect(counts.filter((count) => count?.allowed)).toHaveLength(94)
  })
})

describe('four gateways', () => {
  test('never admit more than the quota in any window, and refuse only what is beyond it', async () => {
    const property = fc.asyncProperty(anyPlan, async (plan) => {
      const { admitted, refused } = await runBursts(plan)
      expect(findMost(admitted)).toBeLessThanOrEqual(plan.requests)
      for (const { fromMs, toMs } of refused) {
        const inUse = admitted.filter((each) => each.toMs >= fromMs - WINDOW_MS - SLACK_MS && each.fromMs <= toMs)
        expect(inUse.length).toBeGreaterThanOrEqual(plan.requests)
      }
    })
    await fc.assert(property, { numRuns: 40 })
  })

  test('never admit more when answers of the store are lost', async () => {
    const property = fc.asyncProperty(
      anyPlan,
      fc.array(fc.nat(60), { minLength: 1, maxLength: 8 }),
      async (plan, lost) => {
        const { admitted } = await runBursts(plan, { isLost: (turn) => lost.includes(turn) })
        expect(findMost(admitted)).toBeLessThanOrEqual(plan.requests)
      },
    )
    await fc.assert(property, { numRuns: 40 })
  })

  test('never admit more when one is killed, and count what it had reserved as used for one window', async () => {
    const property = fc.asyncProperty(anyPlan, fc.nat(2_000), async (plan, killedAtMs) => {
      const { admitted, quota, gateways } = await runBursts(plan, { killedAtMs })
      expect(findMost(admitted)).toBeLessThanOrEqual(plan.requests)
      await vi.advanceTimersByTimeAsync(killedAtMs + 1_000 + WINDOW_MS)
      const counting = Array.from({ length: plan.requests + 1 }, (_, nth) => gateways[1 + (nth % 3)]?.count(quota))
      const counts = Promise.all(counting)
      await vi.advanceTimersByTimeAsync(1_000)
      expect((await counts).filter((count) => count?.allowed)).toHaveLength(plan.requests)
    })
    await fc.assert(property, { numRuns: 40 })
  })
})
