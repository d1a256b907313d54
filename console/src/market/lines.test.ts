import type { components } from '@plimsoll/client'
import { expect, it } from 'vitest'
import { aPosition, anOrder as sampleOrder } from '../positions/samples.ts'
import { buildLines, movableLines, movableOrderLines, requestedProtection } from './lines.ts'

type Order = components['schemas']['Order']
type Position = components['schemas']['Position']

const anOrder = (fields: Partial<Order>): Order =>
  ({
    orderId: 'o1',
    side: 'SELL',
    type: 'LIMIT',
    purpose: 'ENTRY',
    price: '110',
    triggerPrice: null,
    remainingQty: '0.5',
    status: 'NEW',
    ...fields,
  }) as Order

const position = {
  id: 'p1',
  direction: 'LONG',
  qty: '0.5',
  entryPrice: '100',
  protection: { stopLoss: { triggerPrice: '95', orderId: 'o2' }, takeProfit: { triggerPrice: '120', orderId: null } },
} as Position

const stop = anOrder({
  orderId: 'o2',
  type: 'STOP_MARKET',
  purpose: 'STOP_LOSS',
  price: null,
  triggerPrice: '95',
  status: 'UNTRIGGERED',
})

it('returns the position with its protection, once, and the other working orders', () => {
  const lines = buildLines(position, [stop, anOrder({}), anOrder({ orderId: 'o3', status: 'FILLED' })])
  expect(lines.map(({ word, price }) => [word, price])).toEqual([
    ['entry LONG 0.5', '100'],
    ['stop', '95'],
    ['target, not at the exchange', '120'],
    ['SELL Limit 0.5', '110'],
  ])
})

it('labels a stop that rests at another price, and an order in an unusual state', () => {
  const words = buildLines(position, [{ ...stop, triggerPrice: '90' }, anOrder({ status: 'OUTCOME_UNKNOWN' })])
  expect(words.slice(3).map(({ word }) => word)).toEqual(['SELL Stop market 0.5', 'SELL Limit 0.5 OUTCOME_UNKNOWN'])
})

const leg = (triggerPrice: string) =>
  ({ triggerPrice, triggerBy: 'MARK', orderId: 'o2', status: null, qty: null, standingTriggerPrice: null }) as const
const { protection } = aPosition({})
const moved = aPosition({
  qty: '0.01',
  entryPrice: '64000',
  markPrice: '64000',
  protection: { ...protection, stopLoss: leg('63000'), takeProfit: leg('66000') },
})

it('lets stop and target of a position be moved, but not its entry', () => {
  const movable = movableLines(moved, buildLines(moved, [anOrder({})]))
  expect(movable.map(({ name, price }) => [name, price])).toEqual([
    ['Stop of BTCUSDT LONG', '63000'],
    ['Target of BTCUSDT LONG', '66000'],
  ])
})

it.each([
  { direction: 'LONG', kind: 'stop', price: '63000', distance: '−1.56%', result: '−10.00 USDT', isWrong: false },
  { direction: 'LONG', kind: 'stop', price: '64640', distance: '+1.00%', result: '+6.40 USDT', isWrong: true },
  { direction: 'LONG', kind: 'target', price: '66000.1', distance: '+3.13%', result: '+20.00 USDT', isWrong: false },
  { direction: 'SHORT', kind: 'stop', price: '64640', distance: '+1.00%', result: '−6.40 USDT', isWrong: false },
  { direction: 'SHORT', kind: 'target', price: '64640', distance: '+1.00%', result: '−6.40 USDT', isWrong: true },
] as const)(
  'describes the $kind of a $direction at $price',
  ({ direction, kind, price, distance, result, isWrong }) => {
    const position = { ...moved, direction }
    const line = movableLines(position, buildLines(position, [])).find((movable) => movable.kind === kind)
    expect(line?.describe(price)).toMatchObject({ distance, amount: result, amountOf: 'PnL' })
    expect(line?.describe(price).wrong !== undefined).toBe(isWrong)
  },
)

it('lets open orders of users be moved, with their notional and a warning beyond the mark price', () => {
  const open = sampleOrder({ type: 'LIMIT', timeInForce: 'GTC', price: '63000.0', remainingQty: '0.010' })
  const bot = sampleOrder({ orderId: 'o9', type: 'LIMIT', price: '62000.0', origin: 'AUTOTRADING' })
  const lines = movableOrderLines([open, bot], buildLines(undefined, [open, bot]), '64000')
  expect(lines.map(({ name, price }) => [name, price])).toEqual([['Order BTCUSDT BUY Limit 0.010', '63000.0']])
  expect(lines[0]?.describe('63360')).toEqual({
    distance: '−1.00%',
    amount: '633.60 USDT',
    amountOf: 'notional',
    wrong: undefined,
  })
  expect(lines[0]?.describe('64640').wrong).toMatch(/execute immediately/)
})

it('requests the price of the line that was moved', () => {
  expect(requestedProtection('stop', '63500')).toEqual({ stop: '63500' })
  expect(requestedProtection('target', '67000')).toEqual({ target: '67000' })
})
