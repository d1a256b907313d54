import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createScheduler } from './scheduler.ts'

it('runs due tasks in order of time, and tasks due at the same time in the order they were added', async () => {
  const times = fc.array(fc.nat({ max: 20 }), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(times, async (delays) => {
      const scheduler = createScheduler(1_000)
      const ran: [number, number][] = []
      for (const [index, delay] of delays.entries()) scheduler.after(delay, () => ran.push([scheduler.nowMs, index]))
      await scheduler.run(1_020, () => false)
      const wanted = delays.map((delay, index): [number, number] => [1_000 + delay, index])
      expect(ran).toEqual(wanted.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]))
    }),
  )
})

it('runs tasks added by a task, but none beyond the given time', async () => {
  const scheduler = createScheduler(0)
  const ran: number[] = []
  const again = (): void => {
    ran.push(scheduler.nowMs)
    scheduler.after(30, again)
  }
  scheduler.after(30, again)
  await scheduler.run(100, () => false)
  expect([ran, scheduler.nowMs]).toEqual([[30, 60, 90], 100])
})

it('stops after the task that requests it', async () => {
  const scheduler = createScheduler(0)
  const ran: string[] = []
  for (const name of ['one', 'two', 'three']) scheduler.after(5, () => ran.push(name))
  await scheduler.run(100, () => ran.includes('two'))
  expect([ran, scheduler.nowMs]).toEqual([['one', 'two'], 5])
})

it('resumes pending promises before the next task', async () => {
  let waits = 0
  const scheduler = createScheduler(0, () => waits > 0)
  const ran: string[] = []
  const wait = async (): Promise<void> => {
    waits++
    for (let turn = 0; turn < 5; turn++) await undefined
    ran.push('waited')
    waits--
  }
  scheduler.after(5, () => void wait())
  scheduler.after(5, () => ran.push('next'))
  await scheduler.run(10, () => false)
  expect(ran).toEqual(['waited', 'next'])
})
