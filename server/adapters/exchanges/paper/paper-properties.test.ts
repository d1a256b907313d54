import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../test/support/runs.ts'
import { lots, ticks } from '../../../domain/market/instrument.ts'
import { oppositeSide, type Side, sideSign, type TimeInForce } from '../../../domain/order/order.ts'
import { openStage } from './paper-fixture.ts'
import { type Deal, type Move, type Played, playAll, waits } from './paper-scene.ts'

const SIDES: readonly Side[] = ['BUY', 'SELL']

const side = fc.constantFrom(...SIDES)
const price = fc.integer({ min: 95, max: 106 })
const quantity = fc.integer({ min: 1, max: 8 })
const timeInForce = fc.constantFrom<TimeInForce[]>('GTC', 'GTC', 'GTC', 'IOC', 'FOK', 'POST_ONLY')

const anyMove: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('place' as const),
      side,
      price: fc.option(price, { freq: 6 }),
      quantity,
      timeInForce,
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('trade' as const), side, price, quantity }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('level' as const), side, price, quantity: fc.nat({ max: 8 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reduce' as const), pick: fc.nat(), quantity }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('loss' as const) }) },
)

const anyMoves = fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), anyMove), { maxLength: 60, size: 'max' })
const anyLatency = fc.integer({ min: 0, max: 8 })

const sumQuantity = (deals: readonly Deal[]): number => deals.reduce((total, deal) => total + deal.quantity, 0)

const atNoBetterThanVisible = ({ made, before }: Played): void => {
  for (const deal of made) {
    const { order, liquidity } = deal
    if (liquidity === 'MAKER') {
      expect(deal.price).toBe(order.price)
      continue
    }
    expect(sideSign(order.side) * ((order.price ?? deal.price) - deal.price)).toBeGreaterThanOrEqual(0)
    expect(before[oppositeSide(order.side)].get(deal.price) ?? 0).toBeGreaterThanOrEqual(deal.quantity)
  }
}

const isByTrade = ({ move }: Played, { liquidity }: Deal): boolean => move.kind === 'trade' && liquidity === 'MAKER'

/** Fills of resting orders by the trade that was just seen. */
const ofTrade = (played: Played): readonly Deal[] => played.made.filter((deal) => isByTrade(played, deal))

/** Returns the fills of orders shown in the book to takers of this side. */
const ofBook = (played: Played, taker: Side): readonly Deal[] =>
  played.made.filter((deal) => !isByTrade(played, deal) && deal.order.side === taker)

describe('paper execution, for any market and any orders', () => {
  it('never fills at a better price than the order book had, nor past a limit', () => {
    fc.assert(
      fc.property(anyLatency, anyMoves, (latencyMs, moves) => {
        playAll(latencyMs, moves, atNoBetterThanVisible)
      }),
      { numRuns: runs(75) },
    )
  })

  it('never fills before the order can have arrived', () => {
    fc.assert(
      fc.property(anyLatency, anyMoves, (latencyMs, moves) => {
        for (const { atMs, order } of playAll(latencyMs, moves).deals) {
          expect(atMs).toBeGreaterThanOrEqual(order.placedMs + latencyMs)
        }
      }),
      { numRuns: runs(75) },
    )
  })

  it('never fills more than the order quantity or the removed quantity, and a fill-or-kill fully or not at all', () => {
    fc.assert(
      fc.property(anyLatency, anyMoves, (latencyMs, moves) => {
        const { sent, stage } = playAll(latencyMs, moves, ({ made }) => {
          for (const { order } of made) {
            expect(order.filled).toBeLessThanOrEqual(order.quantity)
            if (order.timeInForce === 'FOK') expect(order.filled).toBe(order.quantity)
          }
        })
        for (const [key, order] of sent) {
          if (order.ended && order.ended !== 'IOC_REMAINDER') expect(order.filled).toBe(0)
          expect(stage.matcher.cancel(key)).toBe(waits(order))
        }
      }),
      { numRuns: runs(75) },
    )
  })

  it('never fills resting orders with more than the traded quantity', () => {
    fc.assert(
      fc.property(anyLatency, anyMoves, (latencyMs, moves) => {
        playAll(latencyMs, moves, (played) => {
          const traded = played.move.kind === 'trade' ? played.move.quantity : 0
          expect(sumQuantity(ofTrade(played))).toBeLessThanOrEqual(traded)
        })
      }),
      { numRuns: runs(75) },
    )
  })

  it('never takes more of the order book than was ever added to it', () => {
    fc.assert(
      fc.property(anyLatency, anyMoves, (latencyMs, moves) => {
        const taken: Record<Side, number> = { BUY: 0, SELL: 0 }
        playAll(latencyMs, moves, (played) => {
          for (const taker of SIDES) {
            taken[taker] += sumQuantity(ofBook(played, taker))
            expect(taken[taker]).toBeLessThanOrEqual(played.scene.grown[oppositeSide(taker)])
          }
        })
      }),
      { numRuns: runs(75) },
    )
  })

  it('fills a resting order with exactly what trades at its price beyond the queue ahead', () => {
    const anyTrades = fc.array(fc.tuple(quantity, fc.boolean()), { maxLength: 12 })
    fc.assert(
      fc.property(quantity, anyTrades, (ordered, trades) => {
        const stage = openStage(0)
        stage.place({ key: 'a', price: ticks(99), quantity: lots(ordered) })
        stage.tick(1)
        for (const [index, [traded, sold]] of trades.entries()) {
          stage.trade(index + 2, sold ? 'SELL' : 'BUY', [sold ? 99 : 101, traded])
        }
        const atPrice = trades.reduce((total, [traded, sold]) => total + (sold ? traded : 0), 0)
        const filled = stage.news().map((line) => Number(/ (\d+)@99 MAKER/.exec(line)?.[1] ?? 0))
        expect(filled.reduce((total, part) => total + part, 0)).toBe(Math.min(ordered, Math.max(0, atPrice - 5)))
      }),
    )
  })

  it('repeats exactly in the same market', () => {
    fc.assert(
      fc.property(anyLatency, anyMoves, (latencyMs, moves) => {
        expect(playAll(latencyMs, moves).deals).toEqual(playAll(latencyMs, moves).deals)
      }),
      { numRuns: runs(20) },
    )
  })
})
