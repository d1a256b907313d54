import { expect, it } from 'vitest'
import { createAnswerTally } from '../http-face.ts'

it('counts responses by the class of their status, and those over a quota separately', () => {
  const tally = createAnswerTally()
  const before = tally.read()
  for (const status of [200, 201, 204, 304, 400, 401, 429, 429, 500, 503]) tally.note(status)
  expect(tally.read()).toEqual({ byClass: { '2xx': 3, '3xx': 1, '4xx': 4, '5xx': 2 }, rateLimited: 2 })
  expect(before).toEqual({ byClass: { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 }, rateLimited: 0 })
})
