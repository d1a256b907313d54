import { describe, expect, it } from 'vitest'
import { NOON_MS } from '../../../../test/support/market-samples.ts'
import { aConstitution, aRecentOrder, type GateCase, readGate } from '../../../../test/support/risk-samples.ts'
import type { PresentRisk } from '../present-risk.ts'
import type { RecentOrder } from '../risk-view.ts'
import { orderRate } from './order-rate.ts'

const ENTRY = { agoMs: 3_599_999, origin: 'AUTOTRADING' } as const
const some = (count: number, sample: Parameters<typeof aRecentOrder>[0]): RecentOrder[] =>
  Array.from({ length: count }, () => aRecentOrder(sample))

describe('the rate of orders', () => {
  it.each<GateCase>([
    {
      title: 'passes the fifth order of a second',
      view: { recent: some(4, { agoMs: 999 }) },
      expected: { pass: true, observed: 5, limit: 5 },
    },
    {
      title: 'fails the sixth',
      view: { recent: some(5, { agoMs: 999 }) },
      expected: {
        pass: false,
        observed: 6,
        limit: 5,
        detail: 'the number of orders in this second is 6; it must be at most 5: send it again after a second',
      },
    },
    {
      title: 'forgets orders of a second ago',
      view: { recent: some(5, { agoMs: 1_000 }) },
      expected: { pass: true, observed: 1 },
    },
    {
      title: 'passes the sixtieth order of a minute',
      view: { recent: some(59, { agoMs: 59_999 }) },
      expected: { pass: true },
    },
    {
      title: 'fails the next',
      view: { recent: some(60, { agoMs: 59_999 }) },
      expected: { pass: false, observed: 61, limit: 60 },
    },
    {
      title: 'forgets orders of a minute ago',
      view: { recent: some(60, { agoMs: 60_000 }) },
      expected: { pass: true },
    },
    {
      title: 'finds the start of the second among older orders',
      view: { recent: [...some(7, { agoMs: 30_000 }), ...some(3, { agoMs: 1_000 }), ...some(5, { agoMs: 0 })] },
      expected: { pass: false, observed: 6 },
    },
    {
      title: 'counts orders of every symbol and kind',
      view: { recent: some(5, { symbol: 'ETHUSDT', increasing: false }) },
      expected: { pass: false },
    },
    {
      title: 'counts what the clock has put ahead of now',
      view: { recent: some(5, { agoMs: -3_000 }) },
      expected: { pass: false },
    },
    {
      title: 'passes the sixth entry of autotrading in an hour',
      candidate: { origin: 'AUTOTRADING' },
      view: { recent: some(5, ENTRY) },
      expected: { pass: true },
    },
    {
      title: 'fails the seventh',
      candidate: { origin: 'AUTOTRADING' },
      view: { recent: some(6, ENTRY) },
      expected: { pass: false, observed: 7, limit: 6 },
    },
    {
      title: 'forgets entries of an hour ago',
      candidate: { origin: 'AUTOTRADING' },
      view: { recent: some(6, { ...ENTRY, agoMs: 3_600_000 }) },
      expected: { pass: true },
    },
    {
      title: 'leaves out entries of the other side',
      candidate: { origin: 'AUTOTRADING' },
      view: { recent: some(6, { ...ENTRY, side: 'SELL' }) },
      expected: { pass: true },
    },
    {
      title: 'leaves out entries of another symbol',
      candidate: { origin: 'AUTOTRADING' },
      view: { recent: some(6, { ...ENTRY, symbol: 'ETHUSDT' }) },
      expected: { pass: true },
    },
    {
      title: 'leaves out exits',
      candidate: { origin: 'AUTOTRADING' },
      view: { recent: some(6, { ...ENTRY, increasing: false }) },
      expected: { pass: true },
    },
    { title: 'does not hold people to it', view: { recent: some(6, ENTRY) }, expected: { pass: true } },
    {
      title: 'fails when no limit is configured: ordersPerSecond',
      view: { constitution: aConstitution({ limits: { ordersPerSecond: null } }) },
      expected: {
        pass: false,
        observed: 1,
        limit: null,
        detail: 'no limit is configured: constitution limits.ordersPerSecond',
      },
    },
    {
      title: 'fails when no limit is configured: ordersPerMinute',
      view: { constitution: aConstitution({ limits: { ordersPerMinute: null } }) },
      expected: {
        pass: false,
        observed: 1,
        limit: null,
        detail: 'no limit is configured: constitution limits.ordersPerMinute',
      },
    },
    {
      title: 'fails when no limit is configured: entriesPerHour',
      candidate: { origin: 'AUTOTRADING' },
      view: { constitution: aConstitution({ limits: { entriesPerHour: null } }) },
      expected: {
        pass: false,
        observed: 1,
        limit: null,
        detail: 'no limit is configured: constitution limits.entriesPerHour',
      },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(orderRate, inputs)).toMatchObject(expected)
  })
})

describe('the use of the hourly limit of entries', () => {
  const { used } = orderRate.limits['limits.entriesPerHour']
  const readUse = (recent: readonly RecentOrder[]) => used?.({ recent, atMs: NOON_MS } as PresentRisk)

  it('is the highest number of entries in one symbol and direction', () => {
    expect(readUse([])).toBe(0)
    expect(readUse([...some(9, { ...ENTRY, agoMs: 3_600_000 }), ...some(8, {})])).toBe(0)
    const entries = [...some(2, ENTRY), ...some(3, { ...ENTRY, side: 'SELL' }), ...some(1, { ...ENTRY, symbol: 'X' })]
    expect(readUse(entries)).toBe(3)
  })

  it('is counted in one pass, however many orders there were', () => {
    expect(readUse(some(200_000, ENTRY))).toBe(200_000)
  })
})
