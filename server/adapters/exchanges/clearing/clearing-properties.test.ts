import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../test/support/runs.ts'
import { aStage, STAGE_INSTRUMENTS, type Stage } from '../../../../test/support/venue-stage.ts'
import { MINUTE_MS } from '../../../core/instant.ts'
import { type Money, valueAt } from '../../../domain/account/money.ts'
import { unrealizedPnl } from '../../../domain/margin/liquidation.ts'
import { lots, ticks } from '../../../domain/market/instrument.ts'
import { type OrderTerms, type Side, sideSign } from '../../../domain/order/order.ts'
import type { AccountSnapshot, VenueFill, VenueStatus } from '../../../domain/order/venue-report.ts'

const OPENING = 1_000_000_000_000n

const findInstrument = (symbol: string) => {
  const match = STAGE_INSTRUMENTS.find((instrument) => instrument.symbol === symbol)
  if (!match) throw new Error(symbol)
  return match
}

const side = fc.constantFrom<Side[]>('BUY', 'SELL')
const symbol = fc.constantFrom('BTCUSDT', 'ETHUSDT')
const price = fc.integer({ min: 598_000, max: 602_000 })
const quantity = fc.integer({ min: 1, max: 400 })

const anyMove = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('submit' as const),
      symbol,
      side,
      price,
      quantity,
      type: fc.constantFrom<OrderTerms['type'][]>('LIMIT', 'LIMIT', 'MARKET', 'STOP_MARKET', 'TAKE_PROFIT_MARKET'),
      timeInForce: fc.constantFrom<OrderTerms['timeInForce'][]>('GTC', 'IOC', 'FOK', 'POST_ONLY'),
      reduceOnly: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('quote' as const), symbol, side, price, quantity }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('mark' as const),
      symbol,
      price: fc.oneof(price, fc.integer({ min: 300_000, max: 900_000 })),
      minutes: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 600 })),
      rate: fc.constantFrom('0.0001', '-0.0003', '0.0075'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('byHand' as const), symbol, side, quantity }) },
)
const anyMoves = fc.array(anyMove, { maxLength: 60, size: 'max' })

type Move = typeof anyMove extends fc.Arbitrary<infer T> ? T : never

const createTerms = (move: Extract<Move, { kind: 'submit' }>): Partial<OrderTerms> => {
  const { kind: _, ...terms } = move
  const conditional = move.type === 'STOP_MARKET' || move.type === 'TAKE_PROFIT_MARKET'
  return {
    ...terms,
    quantity: lots(move.quantity),
    price: move.type === 'LIMIT' ? ticks(move.price) : null,
    trigger: conditional ? { price: ticks(move.price), by: 'MARK' } : null,
  }
}

const play = (stage: Stage, move: Move): void => {
  switch (move.kind) {
    case 'submit':
      stage.submit(createTerms(move))
      return
    case 'quote':
      return stage.quote(move.side, move.price, move.quantity, move.symbol)
    case 'cancel': {
      const open = stage.account().openOrders
      const picked = open[move.pick % Math.max(1, open.length)]
      if (picked) stage.cancel(picked.venueClientId, picked.symbol)
      return
    }
    case 'mark':
      stage.clock.nowMs += move.minutes * MINUTE_MS
      return stage.mark(move.price, { symbol: move.symbol, rate: move.rate })
    case 'reopen':
      return stage.reopen()
    default:
      stage.venue.interfere({ ...move, kind: 'tradeByHand', quantity: lots(move.quantity) })
      stage.tasks.run()
  }
}

const opened = (): Stage => {
  const stage = aStage({ openingBalance: OPENING, leverage: () => 50 })
  stage.mark(600_000)
  stage.mark(600_000, { symbol: 'ETHUSDT' })
  return stage
}

const sumAmounts = (amounts: readonly Money[]): Money => amounts.reduce((sum, amount) => sum + amount, 0n)

/** Money that went out for what was bought less what came in for what was sold. */
const spentOn = ({ symbol: name, side: traded, price: at, quantity: size }: VenueFill): Money =>
  BigInt(sideSign(traded)) * valueAt(findInstrument(name), at, size)

const signedCost = ({ quantity: size, cost }: AccountSnapshot['positions'][number]): Money => (size < 0 ? -cost : cost)

const ENDINGS: ReadonlySet<VenueStatus> = new Set(['FILLED', 'CANCELED', 'EXPIRED', 'REJECTED'])

const expectWithinTerms = (stage: Stage, { venueClientId, quantity: size }: VenueFill, reducedBy: number): void => {
  const order = venueClientId === null ? undefined : stage.store.findOrder(venueClientId)
  if (!order) return
  if (order.terms.reduceOnly) expect(reducedBy).toBe(size)
  expect(order.filled).toBeLessThanOrEqual(order.terms.quantity)
}

describe('any sequence of orders, prices and restarts', () => {
  it('never creates or loses a unit of money: the wallet is the sum of all transfers', () => {
    fc.assert(
      fc.property(anyMoves, (moves) => {
        const stage = opened()
        for (const move of moves) {
          play(stage, move)
          const { walletBalance, positions, fills, funding } = stage.account()
          const insurance = stage.store.readAccount()?.insurance ?? 0n
          const traded =
            sumAmounts(positions.map(signedCost)) -
            sumAmounts(fills.map(spentOn)) -
            sumAmounts(fills.map(({ fee }) => fee))
          expect(walletBalance).toBe(OPENING + traded + sumAmounts(funding.map(({ amount }) => amount)) + insurance)
          expect(positions.length > 0 || walletBalance >= 0n).toBe(true)
        }
      }),
      { numRuns: runs(38) },
    )
  })

  it('keeps each position the sum of its executions, and equity the value of closing everything at the mark', () => {
    fc.assert(
      fc.property(anyMoves, (moves) => {
        const stage = opened()
        for (const move of moves) play(stage, move)
        stage.mark(600_500)
        stage.mark(599_500, { symbol: 'ETHUSDT' })
        const { walletBalance, positions, fills, funding } = stage.account()
        const insurance = stage.store.readAccount()?.insurance ?? 0n
        for (const { symbol: name } of STAGE_INSTRUMENTS) {
          const moved = fills.filter((fill) => fill.symbol === name)
          const net = moved.reduce((sum, fill) => sum + sideSign(fill.side) * fill.quantity, 0)
          expect(positions.find((position) => position.symbol === name)?.quantity ?? 0).toBe(net)
        }
        const marks = { BTCUSDT: ticks(600_500), ETHUSDT: ticks(599_500) } as Record<string, ReturnType<typeof ticks>>
        const getMark = (name: string) => marks[name] ?? ticks(0)
        const unrealized = positions.map((held) =>
          unrealizedPnl(findInstrument(held.symbol), held.quantity, held.cost, getMark(held.symbol)),
        )
        const worth = positions.map((held) => {
          const value = valueAt(findInstrument(held.symbol), getMark(held.symbol), lots(Math.abs(held.quantity)))
          return held.quantity < 0 ? -value : value
        })
        const cash = OPENING + insurance + sumAmounts(funding.map(({ amount }) => amount))
        const flows = sumAmounts(fills.map((fill) => spentOn(fill) + fill.fee))
        expect(walletBalance + sumAmounts(unrealized)).toBe(cash - flows + sumAmounts(worth))
      }),
      { numRuns: runs(25) },
    )
  })

  it('never lets a reduce-only order increase or reverse a position, and fills nothing beyond the order quantity', () => {
    fc.assert(
      fc.property(anyMoves, (moves) => {
        const stage = opened()
        for (const move of moves) play(stage, move)
        const held = new Map<string, number>()
        for (const fill of stage.fills()) {
          const before = held.get(fill.symbol) ?? 0
          const after = before + sideSign(fill.side) * fill.quantity
          held.set(fill.symbol, after)
          expectWithinTerms(stage, fill, Math.abs(before) - Math.abs(after))
        }
      }),
      { numRuns: runs(50) },
    )
  })

  it('numbers the reports of an order contiguously, ends each order once, and publishes each execution once', () => {
    fc.assert(
      fc.property(anyMoves, (moves) => {
        const stage = opened()
        for (const move of moves) play(stage, move)
        const reports = Map.groupBy(stage.of('report'), ({ report }) => report.venueClientId)
        for (const reportEvents of reports.values()) {
          expect(reportEvents.map(({ report }) => report.sequence)).toEqual(reportEvents.map((_, index) => index + 1))
          const endings = reportEvents.filter(({ report }) => ENDINGS.has(report.status))
          expect(endings).toEqual(endings.length === 0 ? [] : reportEvents.slice(-1))
        }
        const ids = stage.fills().map(({ execId }) => execId)
        expect(new Set(ids).size).toBe(ids.length)
        expect(stage.account().fills).toEqual(stage.fills())
      }),
      { numRuns: runs(25) },
    )
  })
})
