import { expect, it, vi } from 'vitest'
import { createFrames } from './frames.ts'

/** A page that is hidden before the frame comes that it was promised. */
const HIDDEN = { requestAnimationFrame: () => 1, cancelAnimationFrame: () => {} }

it('notifies observers on a hidden page as well', async () => {
  let calls = 0
  const listeners = new Set([() => void calls++])
  const frames = createFrames(HIDDEN)
  frames.schedule(listeners)
  await vi.waitFor(() => expect(calls).toBe(1), 2_000)
  frames.schedule(listeners)
  await vi.waitFor(() => expect(calls).toBe(2), 2_000)
})

it('notifies once per frame of all changes so far, then pauses', async () => {
  const promised: FrameRequestCallback[] = []
  const frames = createFrames({ requestAnimationFrame: (come) => promised.push(come), cancelAnimationFrame: () => {} })
  let calls = 0
  const listeners = new Set([() => void calls++])
  frames.schedule(listeners)
  frames.schedule(listeners)
  expect([calls, promised.length]).toEqual([0, 1])
  promised[0]?.(0)
  frames.schedule(listeners)
  expect([calls, promised.length]).toEqual([1, 1])
  await vi.waitFor(() => expect(promised).toHaveLength(2), 2_000)
})
