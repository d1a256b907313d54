import { expect, it } from 'vitest'
import { collectCalls } from './collect-calls.ts'

it('runs the work once for calls that follow each other closely, and again for a later one', async () => {
  let runs = 0
  const call = collectCalls(20, () => runs++)
  for (const earlier of [0, 1]) {
    call()
    call()
    expect(runs).toBe(earlier)
    await expect.poll(() => runs).toBe(earlier + 1)
  }
})
