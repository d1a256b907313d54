import { expect, test } from 'vitest'
import { beginTurn, endTurn, openCaller, takeReserved } from './quota-caller.ts'

const COUNT = { granted: 0, reserved: 12, isHeld: true, left: 60, elsewhere: 0, resetMs: 60_000 }

/** A busy caller with twelve reserved requests, four of which are used, when `left` are left of its quota. */
const aBusyCaller = (left: number) => {
  const caller = openCaller({ key: 'usr_1', requests: 100, windowMs: 60_000 }, 'gateway')
  endTurn(caller, { ...COUNT, left }, { sentMs: 0, nowMs: 1 })
  for (let nth = 0; nth < 4; nth++) takeReserved(caller, 10)
  caller.recent = 5
  return caller
}

test('a busy caller keeps and reserves twice what it needed, and reports what it used', () => {
  const caller = aBusyCaller(60)
  expect(beginTurn(caller, 0, 30)).toMatchObject({ used: 4, usedAgeMs: 20, returned: 0, ahead: 2 })
  expect(caller).toMatchObject({ free: 8, used: 0 })
})

test('a caller that needs less gives the rest back', () => {
  const caller = aBusyCaller(60)
  caller.recent = 2
  expect(beginTurn(caller, 0, 30)).toMatchObject({ used: 4, returned: 4, ahead: 0 })
  caller.recent = 1
  expect(beginTurn(caller, 1, 30)).toMatchObject({ used: 0, returned: 4, waiting: 1, ahead: 0 })
})

test('when nothing else is left of the quota, everything is given back', () => {
  expect(beginTurn(aBusyCaller(0), 1, 30)).toMatchObject({ used: 4, returned: 8, ahead: 0 })
})

test('what was reserved is lost when the store has counted it as used', () => {
  const caller = aBusyCaller(60)
  beginTurn(caller, 0, 30)
  takeReserved(caller, 40)
  endTurn(caller, { ...COUNT, reserved: 3, isHeld: false }, { sentMs: 30, nowMs: 50 })
  expect(caller).toMatchObject({ free: 3, used: 0, untilMs: 1_030 })
})
