import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onceTrue } from './once-true.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('calls back once when the condition holds, and not before', () => {
  let isReady = false
  let calls = 0
  onceTrue(
    () => isReady,
    () => void calls++,
  )
  vi.advanceTimersByTime(3_000)
  expect(calls).toBe(0)
  isReady = true
  vi.advanceTimersByTime(10_000)
  expect(calls).toBe(1)
})

it('calls back after ten seconds without it, and never after it was ended', () => {
  const calls: string[] = []
  const never = () => false
  onceTrue(never, () => void calls.push('late'))
  onceTrue(never, () => void calls.push('ended'))()
  vi.advanceTimersByTime(10_100)
  expect(calls).toEqual(['late'])
})
