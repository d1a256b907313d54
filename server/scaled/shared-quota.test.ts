import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StoreFailure } from '../core/errors.ts'
import type { QuotaRequest } from './ports.ts'
import { createSharedQuota } from './shared-quota.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

const QUOTA = { key: 'standard usr_1', requests: 3, windowMs: 60_000 }

/** A store that grants three requests per key; `answer` may replace that. */
const open = () => {
  const calls: (readonly QuotaRequest[])[] = []
  const used = new Map<string, number>()
  const stage = { answer: async () => {} }
  const count = createSharedQuota({
    store: {
      async count(requests) {
        calls.push(requests)
        await stage.answer()
        return requests.map(({ key, count: more }) => {
          const before = used.get(key) ?? 0
          const granted = Math.min(more, 3 - before)
          used.set(key, before + granted)
          return { granted, used: before + granted, resetMs: 5_000 }
        })
      },
    },
    monotonic: () => Date.now(),
    delay: (ms, task) => void setTimeout(task, ms),
  })
  return { count, calls, stage }
}

test('concurrent requests are counted by one statement, and the first are within the quota', async () => {
  const { count, calls } = open()
  const first = count(QUOTA)
  const more = [count(QUOTA), count(QUOTA), count(QUOTA), count({ ...QUOTA, key: 'standard usr_2' })]
  expect(await first).toEqual({ allowed: true, remaining: 2, resetMs: 5_000 })
  expect((await Promise.all(more)).map((each) => [each?.allowed, each?.remaining])).toEqual([
    [true, 1],
    [true, 0],
    [false, 0],
    [true, 2],
  ])
  expect(calls.map((requests) => requests.map(({ count: each }) => each))).toEqual([[1], [3, 1]])
})

test('nothing is counted while the store does not answer', async () => {
  const { count, calls, stage } = open()
  stage.answer = () => Promise.reject(new StoreFailure('away'))
  expect(await count(QUOTA)).toBeUndefined()
  expect(await count(QUOTA)).toBeUndefined()
  expect(calls).toHaveLength(1)
  stage.answer = async () => {}
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await count(QUOTA)).toMatchObject({ allowed: true })
})

test('a slow store delays a request by half a second at most', async () => {
  const { count, stage } = open()
  stage.answer = () => new Promise(() => {})
  const counted = count(QUOTA)
  await vi.advanceTimersByTimeAsync(500)
  expect(await counted).toBeUndefined()
})
