import { expect, it } from 'vitest'
import { buildEvents, type EventSources, eventsAfter } from './events.ts'

const FILL = {
  fillId: 'f1',
  orderId: 'ord_1',
  symbol: 'BTCUSDT',
  side: 'SELL',
  qty: '0.010',
  price: '57357.6',
  kind: 'TRADE',
  realizedPnl: '-11.7',
  executedAt: '2026-11-28T08:00:02Z',
} as EventSources['fills'][number]
const STOP = { orderId: 'ord_1', purpose: 'STOP_LOSS', status: 'FILLED' } as EventSources['orders'][number]
const REJECTED = {
  orderId: 'ord_2',
  symbol: 'ETHUSDT',
  side: 'BUY',
  qty: '1',
  purpose: 'ENTRY',
  status: 'REJECTED',
  statusReason: 'insufficient margin',
  updatedAt: '2026-11-28T08:00:01Z',
} as EventSources['orders'][number]
const TRIPPED = {
  at: '2026-11-28T08:00:03Z',
  kind: 'BREAKER_TRIPPED',
  subject: 'x',
  message: 'Tripped.',
} as EventSources['control'][number]
const NONE: EventSources = { fills: [], orders: [], control: [], isAlert: () => true, reached: [] }

it('has the events of all sources in one list, newest first', () => {
  const reached = [{ id: 'r', at: '2026-11-28T08:00:00Z', text: 'BTCUSDT at 58,000' }]
  const events = buildEvents({ ...NONE, fills: [FILL], orders: [STOP, REJECTED], control: [TRIPPED], reached })
  expect(events.map(({ kind, text, isUrgent }) => [kind, text, isUrgent])).toEqual([
    ['engine', 'Tripped.', true],
    ['stop', 'Stop hit: BTCUSDT sold 0.010 at 57,357.6, PnL −11.70 USDT', false],
    ['reject', 'BUY 1 ETHUSDT rejected: insufficient margin', true],
    ['price', 'BTCUSDT at 58,000', false],
  ])
  expect(eventsAfter(events, Date.parse('2026-11-28T08:00:01Z')).map(({ kind }) => kind)).toEqual(['stop', 'engine'])
})

it.each([
  [{ ...FILL, realizedPnl: '0', side: 'BUY' as const }, 'fill', 'BTCUSDT bought 0.010 at 57,357.6'],
  [{ ...FILL, kind: 'LIQUIDATION' as const }, 'stop', /^Liquidation: BTCUSDT sold/],
])('names a fill by its role', (fill, kind, text) => {
  const [event] = buildEvents({ ...NONE, fills: [fill] })
  expect(event?.kind).toBe(kind)
  expect(event?.text).toMatch(text)
})

it('has no event for funding', () => {
  expect(buildEvents({ ...NONE, fills: [{ ...FILL, kind: 'FUNDING' }] })).toEqual([])
})

it('keeps a bounded number of events', () => {
  const fills = Array.from({ length: 300 }, (_, index) => ({ ...FILL, fillId: String(index) }))
  expect(buildEvents({ ...NONE, fills }).length).toBe(200)
})
