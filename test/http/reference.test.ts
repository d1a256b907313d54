import { createHistogram } from 'node:perf_hooks'
import { expect, it, onTestFinished } from 'vitest'
import { awaitedOnce } from '../../server/http/answers/stored-file.ts'
import { startTradingServer } from '../support/trading-server.ts'

/** Longest turn of the event loop until the promise is settled, as a share of the time until then. */
const longestTurn = async (settled: Promise<unknown>): Promise<number> => {
  const turns = createHistogram()
  let going = true
  const turn = (): void => {
    turns.recordDelta()
    if (going) setImmediate(turn)
  }
  const beganMs = performance.now()
  turn()
  await settled
  going = false
  return turns.max / 1e6 / (performance.now() - beganMs)
}

it('is created without blocking the event loop', async () => {
  const server = await startTradingServer()
  onTestFinished(() => server.close())
  const answer = server.app.inject('/api-docs/openapi.json')
  expect(await longestTurn(answer), 'a turn takes a small part of it').toBeLessThan(0.5)
  expect(JSON.parse((await answer).body).openapi).toBe('3.1.0')
})

it('is created once for all waiting callers, and again after a failure', async () => {
  let made = 0
  const read = awaitedOnce(async () => {
    if (++made === 1) throw new Error('the thread has ended')
    return made
  })
  await expect(Promise.all([read(), read()])).rejects.toThrow('the thread has ended')
  expect(await Promise.all([read(), read()])).toEqual([2, 2])
})
