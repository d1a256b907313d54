import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareDecimals, type Level } from '../../client/src/stream/levels.ts'
import { type BookMessage, bookAfter, keepBook, NO_BOOK } from '../../client/src/stream/order-book.ts'
import type { Reader } from '../../client/src/stream/subscriptions.ts'

type Side = ReadonlyMap<number, number>
const DEPTH = 5

/** A price of so many tenths, as the server writes it. */
const formatTenths = (tenths: number): string => `${Math.trunc(tenths / 10)}.${tenths % 10}`
const top = (side: Side, order: 1 | -1): readonly (readonly [number, number])[] =>
  [...side]
    .filter(([, qty]) => qty > 0)
    .sort(([a], [b]) => order * (a - b))
    .slice(0, DEPTH)
const topLevels = (side: Side, order: 1 | -1): Level[] =>
  top(side, order).map(([price, qty]) => [formatTenths(price), formatTenths(qty)])

/** Returns the changes as a server sends them: new and changed levels, and "0" for removed ones. */
const differences = (before: readonly Level[], after: readonly Level[]): Level[] => {
  const [old, present] = [new Map(before), new Map(after)]
  const gone = before.filter(([price]) => !present.has(price)).map(([price]): Level => [price, '0'])
  return [...gone, ...after.filter(([price, qty]) => old.get(price) !== qty)]
}

const message = (type: 'snapshot' | 'delta', bids: Level[], asks: Level[], state = 'SYNCED') =>
  ({ type, data: { state, bids, asks, exchangeTimeMs: 7, depth: DEPTH } }) as unknown as BookMessage

const bothSides = ({ bids, asks }: { readonly bids: Side; readonly asks: Side }): [Level[], Level[]] => [
  topLevels(bids, -1),
  topLevels(asks, 1),
]

interface Change {
  readonly side: 'bids' | 'asks'
  readonly price: number
  readonly qty: number
}

const trade = (sides: Record<Change['side'], Map<number, number>>, round: readonly Change[]): void => {
  for (const { side, price, qty } of round) sides[side].set(side === 'bids' ? price : price + 300, qty)
}

const createDelta = (before: [Level[], Level[]], after: [Level[], Level[]]): BookMessage =>
  message('delta', differences(before[0], after[0]).reverse(), differences(before[1], after[1]))

const changes = fc.array(
  fc.array(
    fc.record({
      side: fc.constantFrom<Change['side'][]>('bids', 'asks'),
      price: fc.integer({ min: 1, max: 300 }),
      qty: fc.nat(30),
    }),
    {
      maxLength: 8,
    },
  ),
  { maxLength: 20 },
)

describe('an order book', () => {
  it('always has the levels of the server, in the same order', () => {
    fc.assert(
      fc.property(changes, fc.infiniteStream(fc.nat(9)), (rounds, chance) => {
        const sides = { bids: new Map<number, number>(), asks: new Map<number, number>() }
        let view = bookAfter(NO_BOOK, message('snapshot', [], []))
        for (const round of rounds) {
          const before = bothSides(sides)
          trade(sides, round)
          const after = bothSides(sides)
          view = bookAfter(view, chance.next().value === 0 ? message('snapshot', ...after) : createDelta(before, after))
          expect([view.bids, view.asks]).toEqual(after)
        }
      }),
    )
  })

  it('is empty and marked so while it is rebuilt, and when it is lost', () => {
    const readers: Reader[] = []
    const book = keepBook((reader) => {
      readers.push(reader)
      return () => {}
    })
    const states: string[] = []
    book.onChange(({ state, bids }) => states.push(`${state} ${bids.length}`))
    const [reader] = readers
    const publish = (bookMessage: BookMessage) => reader?.receive(bookMessage as never)
    publish(message('snapshot', [['1.5', '2']], []))
    publish(message('delta', [], [], 'RESYNCING'))
    publish(message('snapshot', [['1.4', '2']], [], 'STALE'))
    reader?.lost?.()
    expect(states).toEqual(['SYNCED 1', 'RESYNCING 0', 'STALE 1', 'RESYNCING 0'])
    expect(book.current).toEqual(NO_BOOK)
  })
})

describe('decimal strings', () => {
  it('are compared by their digits, however many there are', () => {
    const decimal = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }))
    const scaled = ([whole, part]: [bigint, bigint]): bigint => whole * 10n ** 18n + part
    const text = ([whole, part]: [bigint, bigint]): string =>
      `${whole}.${String(part)
        .padStart(18, '0')
        .replace(/0{1,5}$/, '')}`.replace(/\.$/, '')
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        expect(Math.sign(compareDecimals(text(a), text(b)))).toBe(
          Number(scaled(a) > scaled(b)) - Number(scaled(a) < scaled(b)),
        )
      }),
    )
  })
})
