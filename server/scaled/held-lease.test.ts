import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StoreFailure } from '../core/errors.ts'
import { createHeldLease } from './held-lease.ts'
import { Fenced } from './ports.ts'

/** A lease store whose answers the test decides. */
const createStore = () => {
  const heartbeats: number[] = []
  const store = {
    heartbeats,
    released: 0,
    fault: undefined as Error | undefined,
    async heartbeat(_epoch: number, heartbeat: number) {
      heartbeats.push(heartbeat)
      if (store.fault) throw store.fault
    },
    async release() {
      store.released++
    },
  }
  return store
}

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

const open = (store: ReturnType<typeof createStore>) => {
  const lease = createHeldLease({ epoch: 7, store, takenAtMs: 0, monotonic: () => Date.now() })
  const lost: Fenced[] = []
  lease.start((fenced) => lost.push(fenced))
  return { lease, lost }
}

test('a lease is held for 2.5 s after the last request the store confirmed', async () => {
  const store = createStore()
  const { lease } = open(store)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(store.heartbeats).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(lease.held()).toBe(true)
  store.fault = new StoreFailure('PostgreSQL does not respond.')
  await vi.advanceTimersByTimeAsync(2_499)
  expect(lease.held()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(lease.held()).toBe(false)
})

test('a lapsed lease is held again when the store confirms it', async () => {
  const store = createStore()
  const { lease, lost } = open(store)
  store.fault = new StoreFailure('PostgreSQL does not respond.')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(lease.held()).toBe(false)
  store.fault = undefined
  await vi.advanceTimersByTimeAsync(1_000)
  expect(lease.held()).toBe(true)
  expect(lost).toEqual([])
})

test('an append confirms the lease as of the time it was sent', async () => {
  const store = createStore()
  const { lease } = open(store)
  store.fault = new StoreFailure('PostgreSQL does not respond.')
  await vi.advanceTimersByTimeAsync(2_000)
  lease.confirm(1_500)
  await vi.advanceTimersByTimeAsync(1_999)
  expect(lease.held()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(lease.held()).toBe(false)
})

test('a lease that another engine has taken is lost permanently', async () => {
  const store = createStore()
  const { lease, lost } = open(store)
  store.fault = new Fenced('taken')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(lease.held()).toBe(false)
  store.fault = undefined
  await vi.advanceTimersByTimeAsync(5_000)
  expect(lease.held()).toBe(false)
  expect(lost).toHaveLength(1)
  expect(store.heartbeats).toEqual([1])
})

test('a released lease is removed from the store and no longer held', async () => {
  const store = createStore()
  const { lease } = open(store)
  await lease.release()
  expect(store.released).toBe(1)
  expect(lease.held()).toBe(false)
})
