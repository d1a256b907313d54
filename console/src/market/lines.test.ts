import type { components } from '@plimsoll/client'
import { expect, it } from 'vitest'
import { buildLines } from './lines.ts'

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
