import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSession } from '../engine/state/session.ts'
import { onceReconciled } from './once-reconciled.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('calls back once when the account was read, and not before', () => {
  const session = createSession()
  let calls = 0
  onceReconciled(session, () => void calls++)
  vi.advanceTimersByTime(3_000)
  expect(calls).toBe(0)
  session.reconciliation.doneAtMs = 1
  vi.advanceTimersByTime(10_000)
  expect(calls).toBe(1)
})

it('calls back after ten seconds without a reading, and never after it was ended', () => {
  const calls: string[] = []
  onceReconciled(createSession(), () => void calls.push('late'))
  onceReconciled(createSession(), () => void calls.push('ended'))()
  vi.advanceTimersByTime(10_100)
  expect(calls).toEqual(['late'])
})
