import { expect, it, onTestFinished } from 'vitest'
import { awaitedOnce } from '../../server/http/answers/stored-file.ts'
import { startTradingServer } from '../support/trading-server.ts'

const readCpuTime = (): number => {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

/**
 * Longest turn of the event loop until the promise is settled, as a share of all turns, in processor time of this
 * thread: what other programs take on a busy machine does not count.
 */
const longestTurn = async (settled: Promise<unknown>): Promise<number> => {
  const began = readCpuTime()
  let [last, longest, going] = [began, 0, true]
  const turn = (): void => {
    const now = readCpuTime()
    longest = Math.max(longest, now - last)
    last = now
    if (going) setImmediate(turn)
  }
  turn()
  await settled
  going = false
  return longest / (readCpuTime() - began)
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
