import { describe, expect, it } from 'vitest'
import { decimal } from '../core/decimal.ts'
import { toMoney } from '../domain/account/money.ts'
import { lots, ticks } from '../domain/market/instrument.ts'
import type { VenueFill } from '../domain/order/venue-report.ts'
import { compareFills } from './compare-fills.ts'

const AT_MS = Date.UTC(2026, 10, 21, 12)

/** A fill of 10 lots at 1,000 ticks, for a fee of 0.05 USDT. */
const aFill = (parts: Partial<VenueFill> = {}): VenueFill => ({
  execId: '1',
  exchangeOrderId: '1',
  venueClientId: 'a',
  symbol: 'BTCUSDT',
  side: 'BUY',
  price: ticks(1_000),
  quantity: lots(10),
  fee: toMoney(decimal('0.05')),
  liquidity: 'TAKER',
  kind: 'TRADE',
  executedAtMs: AT_MS,
  ...parts,
})

const classes = (paper: readonly VenueFill[], book: readonly VenueFill[]) =>
  compareFills(paper, book).fills.map(({ class: name, distanceBps }) => [name, distanceBps])

describe('the class of a fill', () => {
  it.each<[name: string, parts: Partial<VenueFill>, distance: number | null]>([
    ['SAME', {}, 0],
    ['SAME', { executedAtMs: AT_MS + 1_000 }, 0],
    ['OTHER_TIME', { executedAtMs: AT_MS + 1_001 }, 0],
    ['OTHER_FEE', { fee: toMoney(decimal('0.02')) }, 0],
    ['OTHER_PRICE', { price: ticks(1_001), fee: toMoney(decimal('0.02')) }, 10_000 / 1_001],
    ['OTHER_QUANTITY', { quantity: lots(9) }, null],
    ['SAME', { fee: toMoney(decimal('0.05')) - 1n }, 0],
  ])('is %s', (name, parts, distance) => {
    expect(classes([aFill()], [aFill(parts)])).toEqual([[name, distance]])
  })

  it('is ONLY_PAPER or ONLY_BOOK when the other side has none', () => {
    expect(classes([aFill()], [])).toEqual([['ONLY_PAPER', null]])
    expect(classes([], [aFill()])).toEqual([['ONLY_BOOK', null]])
    expect(classes([aFill({ venueClientId: 'a' })], [aFill({ venueClientId: 'b' })])).toEqual([
      ['ONLY_PAPER', null],
      ['ONLY_BOOK', null],
    ])
  })

  it('compares the same part of an order, however it was divided', () => {
    const pieces = [
      aFill({ quantity: lots(4), fee: toMoney(decimal('0.02')) }),
      aFill({ quantity: lots(6), price: ticks(1_010), fee: toMoney(decimal('0.03')) }),
    ]
    expect(classes([aFill()], pieces)).toEqual([['OTHER_PRICE', (6 / 1_006) * 10_000]])
    expect(classes(pieces, [aFill({ quantity: lots(12), fee: toMoney(decimal('0.06')) })])).toEqual([
      ['SAME', 0],
      ['OTHER_PRICE', 100],
      ['ONLY_BOOK', null],
    ])
  })
})

describe('the median distance', () => {
  const away = (count: number, price: number) =>
    Array.from({ length: count }, (_, index) => ({
      paper: aFill({ venueClientId: `${price} ${index}` }),
      book: aFill({ venueClientId: `${price} ${index}`, price: ticks(price) }),
    }))
  const median = (pairs: ReturnType<typeof away>, unmatched = 0) =>
    compareFills(
      [
        ...pairs.map(({ paper }) => paper),
        ...Array.from({ length: unmatched }, (_, n) => aFill({ venueClientId: `u${n}` })),
      ],
      pairs.map(({ book }) => book),
    ).medianBps

  it('is the middle one, or the mean of both', () => {
    expect(median([...away(2, 1_000), ...away(1, 2_000)])).toBe(0)
    expect(median([...away(1, 1_000), ...away(1, 2_000)])).toBe(2_500)
  })

  it('does not exist without fills, or when half of them have no counterpart', () => {
    expect(median([])).toBeNull()
    expect(median(away(3, 1_000), 2)).toBe(0)
    expect(median(away(2, 1_000), 2)).toBeNull()
  })
})
