import { beforeAll, describe, expect, it } from 'vitest'
import type { MatchListener } from '../server/adapters/exchanges/clearing/matcher.ts'
import { createPaperMatcher, type PaperMatcher } from '../server/adapters/exchanges/paper/paper-matcher.ts'
import { tapSource } from '../server/adapters/exchanges/paper/tap-source.ts'
import { openReplay } from '../server/adapters/exchanges/replay/index.ts'
import type { Instant } from '../server/core/instant.ts'
import { lots, type Ticks } from '../server/domain/market/instrument.ts'
import { eventTime, type MarketEvent } from '../server/domain/market/market-event.ts'
import type { Level } from '../server/domain/market/order-book.ts'
import type { Trade } from '../server/domain/market/trade-tape.ts'
import { oppositeSide, type Side, sideSign } from '../server/domain/order/order.ts'
import { listenTo } from './support/listener.ts'
import { sharedData } from './support/shared-data.ts'

const path = sharedData('binance-usdm-raw-feed/btcusdt_20240808.jsonl.gz')
const where = 'needs ../shared/data beside the repository'

const SYMBOL = 'BTCUSDT'
const LATENCY_MS = 50
const QUIET: MatchListener = { traded: () => {}, rested: () => {}, ended: () => {} }

/** Independent counter beside the matcher that receives each event before and after it. */
interface Witness {
  readonly matcher: PaperMatcher
  before(event: MarketEvent, count: number): void
  after(event: MarketEvent): void
}

const playTo = async (witnesses: readonly Witness[]): Promise<void> => {
  const options = { speed: 'max', loop: false, instrumentsPath: undefined, clock: () => 0 } as const
  let count = 0
  const tapped = tapSource(await openReplay({ path: path ?? '', ...options }), (event) => {
    count++
    for (const witness of witnesses) {
      witness.before(event, count)
      witness.matcher.observe(event)
      witness.after(event)
    }
  })
  await listenTo(tapped)
}

/** Creates an order book folded without optimisation; empty until the snapshot. */
const createFold = () => {
  const levels: Record<Side, Map<Ticks, number>> = { BUY: new Map(), SELL: new Map() }
  let sequence = Number.POSITIVE_INFINITY
  const set = (side: Side, changes: readonly Level[]): void => {
    for (const { price, quantity } of changes) levels[side].set(price, quantity)
  }
  return {
    receive(event: MarketEvent): void {
      if (event.kind === 'bookSnapshot') {
        sequence = event.snapshot.sequence
        set('BUY', event.snapshot.bids)
        set('SELL', event.snapshot.asks)
      } else if (event.kind === 'bookDelta' && event.delta.lastSequence >= sequence) {
        set('BUY', event.delta.bids)
        set('SELL', event.delta.asks)
      }
    },
    /** Returns the other participants' levels of a side, best first. */
    displayed: (side: Side): (readonly [price: Ticks, quantity: number])[] =>
      [...levels[side]].filter(([, quantity]) => quantity > 0).sort(([a], [b]) => sideSign(side) * (b - a)),
    displayedAt: (side: Side, price: Ticks): number => levels[side].get(price) ?? 0,
  }
}

/** Returns the fills of a market order that walks the levels. */
const walk = (levels: readonly (readonly [price: Ticks, quantity: number])[], wanted: number): string[] => {
  const fills: string[] = []
  let left = wanted
  for (const [price, offered] of levels) {
    if (left === 0) break
    fills.push(`${Math.min(left, offered)}@${price} TAKER`)
    left -= Math.min(left, offered)
  }
  return fills
}

/** Places one market order at an event, and walks a separate order book when the order arrives. */
const createTaker = (placedAt: number, side: Side, wanted: number) => {
  const matcher = createPaperMatcher({ latencyMs: LATENCY_MS })
  const fold = createFold()
  const fills: string[] = []
  const listener: MatchListener = {
    ...QUIET,
    traded: (_key, { price, quantity, liquidity }) => fills.push(`${quantity}@${price} ${liquidity}`),
  }
  let dueMs = Number.POSITIVE_INFINITY
  let expected: string[] = []
  return {
    matcher,
    fills,
    expected: () => expected,
    before(event: MarketEvent, count: number): void {
      if (count === placedAt) {
        dueMs = matcher.timeMs + LATENCY_MS
        const terms = { key: 'a', symbol: SYMBOL, side, price: null, quantity: lots(wanted) }
        matcher.place({ ...terms, timeInForce: 'IOC' }, listener)
      }
      const atMs = event.kind === 'instrument' ? undefined : eventTime(event)
      if (atMs === undefined || atMs <= dueMs) return
      expected = walk(fold.displayed(oppositeSide(side)), wanted)
      dueMs = Number.POSITIVE_INFINITY
    },
    after: fold.receive,
  }
}

/** An order at rest, and what was seen at its price since, the newest last. */
interface Waiting {
  readonly side: Side
  readonly price: Ticks
  readonly sinceMs: Instant
  readonly observations: { readonly kind: 'shown' | 'traded'; readonly quantity: number }[]
}

/** Returns whether more has traded since a moment than was displayed at that moment. */
const hasQueueTraded = ({ observations }: Waiting): boolean => {
  let traded = 0
  for (const { kind, quantity } of observations.toReversed()) {
    if (kind === 'traded') traded += quantity
    else if (traded > quantity) return true
  }
  return false
}

const noteTrade = ({ side, price, sinceMs, observations }: Waiting, trade: Trade): void => {
  const counts = trade.price === price && trade.takerSide !== side && trade.tradedAtMs > sinceMs
  if (counts) observations.push({ kind: 'traded', quantity: trade.quantity })
}

/** Returns the kind of fill: by a trade at the order's price, by one through it, or by offers that reached it. */
const howFilled = (price: Ticks, event: MarketEvent | undefined): 'byQueue' | 'through' | 'crossed' => {
  if (event?.kind !== 'trade') return 'crossed'
  return event.trade.price === price ? 'byQueue' : 'through'
}

/** Places one lot at the touch at every 500th event, and counts what trades there. */
const createBystander = () => {
  const matcher = createPaperMatcher({ latencyMs: LATENCY_MS })
  const fold = createFold()
  const waiting = new Map<string, Waiting>()
  const filled = { byQueue: 0, through: 0, crossed: 0 }
  const outOfTurn: string[] = []
  let now: MarketEvent | undefined

  const listenerAt = (side: Side, price: Ticks): MatchListener => ({
    ...QUIET,
    rested(key, sinceMs) {
      const order: Waiting = {
        side,
        price,
        sinceMs,
        observations: [{ kind: 'shown', quantity: fold.displayedAt(side, price) }],
      }
      if (now?.kind === 'trade') noteTrade(order, now.trade)
      waiting.set(key, order)
    },
    traded(key, fill) {
      const order = waiting.get(key)
      waiting.delete(key)
      const how = howFilled(price, now)
      filled[how]++
      const isInTurn = order !== undefined && (how !== 'byQueue' || hasQueueTraded(order))
      if (!isInTurn || fill.price !== price || fill.liquidity !== 'MAKER') outOfTurn.push(key)
    },
  })

  const place = (key: string, side: Side): void => {
    const price = fold.displayed(side)[0]?.[0]
    if (price === undefined) return
    const terms = { key, symbol: SYMBOL, side, price, quantity: lots(1) }
    matcher.place({ ...terms, timeInForce: 'POST_ONLY' }, listenerAt(side, price))
  }

  return {
    matcher,
    filled,
    outOfTurn,
    before(event: MarketEvent, count: number): void {
      now = event
      if (count % 500 === 0) place(String(count), count % 1_000 === 0 ? 'BUY' : 'SELL')
      if (event.kind !== 'trade') return
      for (const order of waiting.values()) noteTrade(order, event.trade)
    },
    after(event: MarketEvent): void {
      fold.receive(event)
      if (event.kind !== 'bookDelta') return
      for (const { side, price, observations } of waiting.values()) {
        observations.push({ kind: 'shown', quantity: fold.displayedAt(side, price) })
      }
    },
  }
}

describe.skipIf(!path)(`paper execution over six recorded minutes of BTCUSDT (${where})`, () => {
  const takers = Array.from({ length: 8 }, (_, index) =>
    createTaker(10_000 * (index + 1), index % 2 === 0 ? 'BUY' : 'SELL', 60_000),
  )
  const bystander = createBystander()

  beforeAll(() => playTo([...takers, bystander]), 240_000)

  it('fills a market order by walking the order book at the time the order arrived', () => {
    for (const { fills, expected } of takers) expect(fills).toEqual(expected())
    expect(takers.reduce((total, { fills }) => total + fills.length, 0)).toBeGreaterThan(100)
  })

  it('fills an order at the best price only after the displayed queue ahead of it has traded', () => {
    expect(bystander.outOfTurn).toEqual([])
    expect(bystander.filled).toEqual({ byQueue: 78, through: 47, crossed: 6 })
  })
})
