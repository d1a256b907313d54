import { describe, expect, it } from 'vitest'
import { anOrder, aPosition } from '../../../test/support/book-samples.ts'
import { ticks } from '../market/instrument.ts'
import type { Order } from '../order/order.ts'
import type { Position } from '../position/position.ts'
import { isCancelledBy, isRetained, type StopCode, strongerFlatten } from './stop.ts'

const LONG = aPosition()
const STOP = { price: ticks(90), by: 'MARK' } as const

const order = (sample: Parameters<typeof anOrder>[0], terms: Partial<Order['terms']> = {}): Order =>
  anOrder({ status: 'NEW', ...sample, terms: { side: 'SELL', ...terms } })

const REDUCING = { reduceOnly: true } as const

describe('orders that a stop keeps', () => {
  it.each<[string, boolean, Order, Position | undefined]>([
    ['the stop of an open position', true, order({ purpose: 'STOP_LOSS' }, { ...REDUCING, trigger: STOP }), LONG],
    ['its target', true, order({ purpose: 'TAKE_PROFIT' }, { ...REDUCING, trigger: STOP }), LONG],
    ['a stop of a caller that closes it', true, order({ purpose: 'EXIT' }, { ...REDUCING, trigger: STOP }), LONG],
    ['one placed by hand that closes it', true, order({ purpose: 'EXTERNAL' }, { ...REDUCING, trigger: STOP }), LONG],
    ['a stop without a position', false, order({ purpose: 'STOP_LOSS' }, { ...REDUCING, trigger: STOP }), undefined],
    ['a stop of the other side', false, order({}, { ...REDUCING, trigger: STOP, side: 'BUY' }), LONG],
    ['a stop that may also increase', false, order({ purpose: 'STOP_LOSS' }, { trigger: STOP }), LONG],
    ['a close that is on its way', true, order({ purpose: 'CLOSE' }, { ...REDUCING, timeInForce: 'IOC' }), LONG],
    ['a close of the stop itself', true, order({ purpose: 'FLATTEN' }, { ...REDUCING, timeInForce: 'IOC' }), LONG],
    ['an exit that rests', false, order({ purpose: 'EXIT' }, REDUCING), LONG],
    ['an entry', false, order({}), LONG],
    ['an entry that waits for its trigger', false, order({}, { trigger: STOP }), LONG],
  ])('%s: %s', (_name, retained, candidate, position) => {
    expect(isRetained(candidate, position)).toBe(retained)
  })
})

describe('orders that a stop cancels', () => {
  const entry = order({})
  const external = order({ origin: 'EXTERNAL', purpose: 'EXTERNAL' })

  it.each<[string, boolean, Order, { code: StopCode; byPerson: boolean }]>([
    ['an entry, when a person stopped', true, entry, { code: 'EMERGENCY_STOP', byPerson: true }],
    ['an entry, when the engine did', true, entry, { code: 'QTY_MISMATCH', byPerson: false }],
    ['an entry, when another engine has taken over', false, entry, { code: 'FOREIGN_EPOCH', byPerson: false }],
    ['an external order, when a person stopped', true, external, { code: 'EMERGENCY_STOP', byPerson: true }],
    ['an external order, when the engine did', false, external, { code: 'STORE_FAILED', byPerson: false }],
    ['what has ended', false, order({ status: 'FILLED' }), { code: 'EMERGENCY_STOP', byPerson: true }],
    [
      'an order of unknown outcome',
      true,
      order({ status: 'OUTCOME_UNKNOWN' }),
      { code: 'EMERGENCY_STOP', byPerson: true },
    ],
  ])('%s: %s', (_name, cancelled, candidate, how) => {
    expect(isCancelledBy(candidate, undefined, how)).toBe(cancelled)
  })
})

it.each([
  ['NONE', 'NONE', 'NONE'],
  ['NONE', 'REDUCE_ONLY', 'REDUCE_ONLY'],
  ['REDUCE_ONLY', 'NONE', 'REDUCE_ONLY'],
] as const)('never shrink when the stop is requested for %s and %s', (a, b, further) => {
  expect(strongerFlatten(a, b)).toBe(further)
})
