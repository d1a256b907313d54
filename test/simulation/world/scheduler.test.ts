import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createScheduler } from './scheduler.ts'

it('runs what is due in order of time, and what is due at once in the order it was given', async () => {
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

it('runs what a task asks for, but nothing beyond the time it is given', async () => {
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

it('stops after the task that says so', async () => {
  const scheduler = createScheduler(0)
  const ran: string[] = []
  for (const name of ['one', 'two', 'three']) scheduler.after(5, () => ran.push(name))
  await scheduler.run(100, () => ran.includes('two'))
  expect([ran, scheduler.nowMs]).toEqual([['one', 'two'], 5])
})

it('lets whoever waits for a promise go on before the next task', async () => {
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
