import { expect, it } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

it('runs again once for all calls that arrive during a run', async () => {
  const runs: PromiseWithResolvers<void>[] = []
  const call = oneAtATime(() => {
    const run = Promise.withResolvers<void>()
    runs.push(run)
    return run.promise
  })
  const first = call()
  const [second, third] = [call(), call()]
  expect(second).toBe(third)
  expect(runs).toHaveLength(1)
  runs[0]?.reject(new Error('failed'))
  await expect(first).rejects.toThrow('failed')
  await Promise.resolve()
  expect(runs).toHaveLength(2)
  runs[1]?.resolve()
  await second
  void call()
  expect(runs).toHaveLength(3)
})
