import type { Instant } from '../../../core/instant.ts'
import { lots, ticks } from '../../../domain/market/instrument.ts'
import type { MarketEvent, StreamChange } from '../../../domain/market/market-event.ts'
import type { Level } from '../../../domain/market/order-book.ts'
import type { Side } from '../../../domain/order/order.ts'
import type { MatchListener, MatchOrder } from '../clearing/matcher.ts'
import { createPaperMatcher, type PaperMatcher } from './paper-matcher.ts'

export const SYMBOL = 'BTCUSDT'

/** Market time when a test market opens. */
export const OPEN_MS = Date.UTC(2026, 10, 21, 12)

/** Price and quantity. */
export type Pair = readonly [price: number, quantity: number]

interface Sides {
  readonly bids?: readonly Pair[]
  readonly asks?: readonly Pair[]
}

/** A fill as `key quantity@price liquidity +ms`, anything else as `key word +ms`; times count from the opening. */
export type EventLine = string

/** A matcher on a market defined by a test. Times are milliseconds after the opening. */
export interface PaperStage {
  readonly matcher: PaperMatcher
  /** Returns the events since the last call. */
  news(): EventLine[]
  place(order: Partial<MatchOrder> & { readonly key: string }): void
  snapshot(at: number, sides: Sides): void
  delta(at: number, sides: Sides): void
  trade(at: number, takerSide: Side, pair: Pair): void
  stream(state: StreamChange['state']): void
  /** Emits an event that changes nothing but the clock. */
  tick(at: number): void
}

const toLevels = (pairs: readonly Pair[] = []): Level[] =>
  pairs.map(([price, quantity]) => ({ price: ticks(price), quantity: lots(quantity) }))

export const anOrder = (order: Partial<MatchOrder> & { readonly key: string }): MatchOrder => ({
  symbol: SYMBOL,
  side: 'BUY',
  price: null,
  quantity: lots(1),
  timeInForce: 'GTC',
  ...order,
})

/** Records the events; `also` may react to one while it is reported. */
const writeDown = (lines: EventLine[], also: (line: EventLine) => void = () => {}): MatchListener => {
  const write = (line: string, atMs: Instant): void => {
    lines.push(`${line} +${atMs - OPEN_MS}`)
    also(line)
  }
  return {
    traded: (key, { price, quantity, liquidity, atMs }) => write(`${key} ${quantity}@${price} ${liquidity}`, atMs),
    rested: (key, atMs) => write(`${key} rested`, atMs),
    ended: (key, reason, atMs) => write(`${key} ${reason}`, atMs),
  }
}

/** Opens a market with bids of 5 at 99 and 7 at 98, and asks of 4 at 101 and 6 at 102. */
export const openStage = (latencyMs = 50, also?: (line: EventLine, matcher: PaperMatcher) => void): PaperStage => {
  const stage = emptyStage(latencyMs, also)
  stage.stream('live')
  stage.snapshot(0, {
    bids: [
      [99, 5],
      [98, 7],
    ],
    asks: [
      [101, 4],
      [102, 6],
    ],
  })
  return stage
}

/** Returns the same before any event. */
export const emptyStage = (latencyMs = 50, also?: (line: EventLine, matcher: PaperMatcher) => void): PaperStage => {
  const matcher = createPaperMatcher({ latencyMs })
  const lines: EventLine[] = []
  const listener = writeDown(lines, (line) => also?.(line, matcher))
  const receive = (event: MarketEvent): void => matcher.observe(event)
  let sequence = 100
  return {
    matcher,
    news: () => lines.splice(0),
    place: (order) => matcher.place(anOrder(order), listener),
    snapshot: (at, { bids, asks }) =>
      receive({
        kind: 'bookSnapshot',
        snapshot: {
          symbol: SYMBOL,
          sequence,
          bids: toLevels(bids),
          asks: toLevels(asks),
          exchangeTimeMs: OPEN_MS + at,
        },
      }),
    delta: (at, { bids, asks }) => {
      const previousSequence = sequence++
      const numbers = { firstSequence: sequence, lastSequence: sequence, previousSequence }
      receive({
        kind: 'bookDelta',
        delta: { symbol: SYMBOL, ...numbers, bids: toLevels(bids), asks: toLevels(asks), exchangeTimeMs: OPEN_MS + at },
      })
    },
    trade: (at, takerSide, [price, quantity]) =>
      receive({
        kind: 'trade',
        trade: {
          symbol: SYMBOL,
          tradeId: 'any',
          sequence: null,
          price: ticks(price),
          quantity: lots(quantity),
          takerSide,
          tradedAtMs: OPEN_MS + at,
        },
      }),
    stream: (state) => {
      const change = state === 'live' ? { symbol: SYMBOL, state, sinceMs: OPEN_MS } : { symbol: SYMBOL, state }
      receive({ kind: 'stream', change })
    },
    tick: (at) =>
      receive({
        kind: 'markPrice',
        markPrice: {
          symbol: SYMBOL,
          mark: ticks(100),
          index: null,
          fundingRate: null,
          fundingIntervalMs: null,
          nextFundingAtMs: null,
          fundingRateCap: null,
          fundingRateFloor: null,
          openInterest: null,
          exchangeTimeMs: OPEN_MS + at,
        },
      }),
  }
}
