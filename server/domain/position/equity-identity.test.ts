import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aPlan, aVenueFill, createMint } from '../../../test/support/book-samples.ts'
import { anInstrument, NOON_MS } from '../../../test/support/market-samples.ts'
import { runs } from '../../../test/support/runs.ts'
import {
  type Account,
  afterAdjustment,
  afterFill,
  afterFunding,
  EMPTY_ACCOUNT,
  openedWith,
} from '../account/account.ts'
import type { Money } from '../account/money.ts'
import { unrealizedPnl } from '../margin/liquidation.ts'
import { type Instrument, lots, ticks } from '../market/instrument.ts'
import { applyFill, applyFunding } from './apply-fill.ts'
import { bookExecution } from './book-execution.ts'
import { directionSign, type Position } from './position.ts'

const OPENING = 10_000n * 10n ** 8n

const anyMove = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('execution' as const),
      symbol: fc.constantFrom('BTCUSDT', 'DOGEUSDT'),
      side: fc.constantFrom('BUY' as const, 'SELL' as const),
      quantity: fc.integer({ min: 1, max: 40 }),
      price: fc.integer({ min: 1_000, max: 100_000 }),
      fee: fc.bigInt({ min: -1_000n, max: 1_000_000n }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('funding' as const, 'adjustment' as const),
      symbol: fc.constantFrom('BTCUSDT', 'DOGEUSDT'),
      amount: fc.bigInt({ min: -1_000_000n, max: 1_000_000n }),
    }),
  },
)

type Move = typeof anyMove extends fc.Arbitrary<infer T> ? T : never

interface Books {
  readonly mint: ReturnType<typeof createMint>
  account: Account
  readonly lifecycles: Map<string, Position>
  readonly open: Map<string, Position>
  /** Σ of what was bought, negative what was sold, in lots. */
  readonly traded: Map<string, number>
  readonly prices: Map<string, number>
}

/** The second has more digits than money has, so that values round. */
const instruments: ReadonlyMap<string, Instrument> = new Map([
  ['BTCUSDT', anInstrument()],
  ['DOGEUSDT', anInstrument({ symbol: 'DOGEUSDT', tickSize: '0.00001', lotSize: '0.0001' })],
])

const getInstrument = (symbol: string): Instrument => instruments.get(symbol) ?? anInstrument()

const keep = (books: Books, position: Position): void => {
  books.lifecycles.set(position.positionId, position)
  if (position.status === 'CLOSED') books.open.delete(position.symbol)
  else books.open.set(position.symbol, position)
}

const execute = (books: Books, move: Extract<Move, { kind: 'execution' }>): void => {
  const { symbol, side } = move
  const execution = aVenueFill({ ...move, kind: 'TRADE', quantity: lots(move.quantity), price: ticks(move.price) })
  const position = books.open.get(symbol)
  const parts = { position, execution, instrument: getInstrument(symbol), orderId: null, mint: books.mint }
  for (const fill of bookExecution(parts)) {
    keep(books, applyFill(books.open.get(symbol), fill, { plan: aPlan(), origin: 'API' }))
    books.account = afterFill(books.account, fill)
  }
  books.traded.set(symbol, (books.traded.get(symbol) ?? 0) + (side === 'BUY' ? move.quantity : -move.quantity))
  books.prices.set(symbol, move.price)
}

const act = (books: Books, move: Move): void => {
  if (move.kind === 'execution') return execute(books, move)
  if (move.kind === 'adjustment') {
    books.account = afterAdjustment(books.account, move.amount)
    return
  }
  const position = books.open.get(move.symbol)
  if (!position) return
  books.account = afterFunding(books.account, move.amount)
  keep(books, applyFunding(position, move.amount, NOON_MS))
}

const play = (moves: readonly Move[]): Books => {
  const books: Books = {
    mint: createMint(),
    account: openedWith(EMPTY_ACCOUNT, OPENING),
    lifecycles: new Map(),
    open: new Map(),
    traded: new Map(),
    prices: new Map(),
  }
  for (const move of moves) act(books, move)
  return books
}

const signed = (position: Position): number => directionSign(position) * position.quantity

const sumUnrealized = ({ open, prices }: Books): Money =>
  [...open.values()].reduce((sum, position) => {
    const mark = ticks(prices.get(position.symbol) ?? 0)
    return sum + unrealizedPnl(getInstrument(position.symbol), signed(position), position.cost, mark)
  }, 0n)

const always = (holds: (books: Books) => void): void => {
  fc.assert(
    fc.property(fc.array(anyMove, { maxLength: 40, size: 'max' }), (moves) => holds(play(moves))),
    { numRuns: runs(50) },
  )
}

describe('account and positions after any executions', () => {
  it('the wallet is always its opening balance plus all changes', () => {
    always(({ account: { opening, walletBalance, realizedPnl, fees, funding, adjustments } }) => {
      expect(walletBalance).toBe(opening + realizedPnl - fees + funding + adjustments)
    })
  })

  it('equity is always the opening balance plus the result of all lifecycles, open ones included', () => {
    always((books) => {
      const unrealized = sumUnrealized(books)
      const made = [...books.lifecycles.values()].reduce(
        (sum, { realizedPnl, feesPaid, funding }) => sum + realizedPnl - feesPaid + funding,
        0n,
      )
      const equity = books.account.walletBalance + unrealized
      expect(equity).toBe(OPENING + made + unrealized + books.account.adjustments)
    })
  })

  it('a position is always the sum of its executions, and has no cost when it is flat', () => {
    always(({ open, lifecycles, traded }) => {
      for (const [symbol, quantity] of traded) {
        const position = open.get(symbol)
        expect(position ? signed(position) : 0).toBe(quantity)
      }
      for (const { status, quantity, cost } of lifecycles.values()) {
        expect([status === 'CLOSED', cost === 0n]).toEqual([quantity === 0, quantity === 0])
      }
    })
  })
})
