import { expect, test } from 'vitest'
import { createNoticeWatch } from './notice-watch.ts'

/** Runs the watch over publications every 250 ms; `arrives` is true for those whose notification arrives. */
const watch = (publications: number, arrives: (index: number) => boolean, everyMs = 250) => {
  let nowMs = 0
  const changes: (readonly [isArriving: boolean, atMs: number])[] = []
  const { noteNotice, notePublication } = createNoticeWatch({
    monotonic: () => nowMs,
    onChange: (isArriving) => void changes.push([isArriving, nowMs]),
  })
  for (let index = 0; index < publications; index++, nowMs += everyMs) {
    notePublication()
    if (arrives(index)) noteNotice()
  }
  return changes
}

test('a notification for one publication in ten is enough', () => {
  expect(watch(400, (index) => index % 10 === 0)).toEqual([])
})

test('missing notifications are reported once after ten seconds, and once when they arrive again', () => {
  expect(watch(400, (index) => index === 200 || index > 300)).toEqual([
    [false, 10_000],
    [true, 50_000],
    [false, 60_250],
    [true, 75_250],
  ])
})

test('an engine that publishes rarely is not reported', () => {
  expect(watch(100, () => false, 3_000)).toEqual([])
})
