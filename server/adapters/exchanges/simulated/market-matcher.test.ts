import { describe, expect, it } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '../../../core/instant.ts'
import { lots, type Ticks, ticks } from '../../../domain/market/instrument.ts'
import type { InstrumentEvent } from '../../../domain/market/market-event.ts'
import type { MatchOrder } from '../clearing/matcher.ts'
import { INSTRUMENT_SPECS } from './instrument-specs.ts'
import { createMarketMatcher } from './market-matcher.ts'
import { createSimulatedMarket } from './simulated-market.ts'

const START_MS = Date.UTC(2026, 10, 21, 9, 41)

const aMarket = (startMs = START_MS) => createSimulatedMarket({ seed: 3, startMs, specs: INSTRUMENT_SPECS.slice(0, 1) })

const anOrder = (order: Partial<MatchOrder>): MatchOrder => ({
  key: 'mine',
  symbol: 'BTCUSDT',
  side: 'BUY',
  price: null,
  quantity: lots(5),
  timeInForce: 'GTC',
  ...order,
})

const aDesk = () => {
  const { matcher, moveTo } = createMarketMatcher()
  const notifications: (readonly [string, ...unknown[]])[] = []
  const listener = {
    traded: (key: string, fill: { price: Ticks; quantity: number; liquidity: string; atMs: number }) =>
      void notifications.push([key, fill.liquidity, fill.price, fill.quantity, fill.atMs]),
    rested: (key: string) => void notifications.push([key, 'rested']),
    ended: (key: string, reason: string) => void notifications.push([key, reason]),
  }
  const place = (order: Partial<MatchOrder>) => matcher.place(anOrder(order), listener)
  return { matcher, moveTo, notifications, place }
}

const opened = () => {
  const market = aMarket()
  market.advanceTo(START_MS + 2 * SECOND_MS)
  const desk = aDesk()
  desk.moveTo(market)
  const best = (side: 'BUY' | 'SELL'): Ticks => market.book('BTCUSDT')?.best(side)?.price ?? ticks(0)
  return { ...desk, market, bid: best('BUY'), ask: best('SELL') }
}

const tradesIn = (events: readonly InstrumentEvent[]) =>
  events.flatMap((event) => (event.kind === 'trade' ? [event.trade] : []))

describe('the matcher of the simulated market', () => {
  it('fills at the agents’ prices, and publishes the trade first in the next tick', () => {
    const { place, notifications, ask, market } = opened()
    place({ quantity: lots(2) })
    expect(notifications).toEqual([['mine', 'TAKER', ask, 2, START_MS + 2 * SECOND_MS]])
    const [first] = tradesIn(market.advanceTo(START_MS + 2 * SECOND_MS + 100))
    expect(first).toMatchObject({ price: ask, quantity: 2, takerSide: 'BUY', tradedAtMs: START_MS + 2 * SECOND_MS })
  })

  it('publishes a resting order in the book feed', () => {
    const { place, market } = opened()
    place({ price: ticks(100), quantity: lots(3) })
    const events = market.advanceTo(START_MS + 2 * SECOND_MS + 100)
    const bids = events.flatMap((event) => (event.kind === 'bookDelta' ? event.delta.bids : []))
    expect(bids.at(-1)).toEqual({ price: 100, quantity: 3 })
  })

  it('reports immediately when an agent takes from a resting order, and the trade is on the tape', () => {
    const { place, notifications, market, bid, matcher } = opened()
    place({ price: ticks(bid + 1), quantity: lots(3) })
    const trades = tradesIn(market.advanceTo(START_MS + 20 * MINUTE_MS))
    const [rested, ...filled] = notifications
    expect(rested).toEqual(['mine', 'rested'])
    expect(filled.reduce((sum, [, , , quantity]) => sum + Number(quantity), 0)).toBe(3)
    for (const [, liquidity, price, , atMs] of filled) {
      expect([liquidity, price]).toEqual(['MAKER', bid + 1])
      expect(trades.some((trade) => trade.price === price && trade.tradedAtMs === atMs)).toBe(true)
    }
    expect(matcher.cancel('mine')).toBe(false)
  })

  it('queues behind earlier orders at its price', () => {
    const { place, notifications, market, bid } = opened()
    const before = market.book('BTCUSDT')?.best('BUY')?.quantity ?? 0
    place({ price: bid, quantity: lots(3) })
    place({ key: 'seller', side: 'SELL', price: bid, quantity: lots(before), timeInForce: 'IOC' })
    expect(notifications.map(([key, kind]) => [key, kind])).not.toContainEqual(['mine', 'MAKER'])
    place({ key: 'next', side: 'SELL', price: bid, quantity: lots(2), timeInForce: 'IOC' })
    expect(notifications.map(([key, kind]) => [key, kind])).toContainEqual(['mine', 'MAKER'])
  })

  it.each([
    ['IOC', 'IOC_REMAINDER'],
    ['FOK', 'FOK_UNFILLABLE'],
  ] as const)('ends %s that finds no match', (timeInForce, reason) => {
    const { place, notifications, bid } = opened()
    place({ price: bid, timeInForce })
    expect(notifications).toEqual([['mine', reason]])
  })

  it('ends POST_ONLY that would take, and an order for an unlisted symbol', () => {
    const { place, notifications, ask } = opened()
    place({ price: ask, timeInForce: 'POST_ONLY' })
    place({ key: 'other', symbol: 'NOSUCHUSDT' })
    expect(notifications).toEqual([
      ['mine', 'POST_ONLY_WOULD_TAKE'],
      ['other', 'IOC_REMAINDER'],
    ])
  })

  it('reduces a resting order, and removes it when nothing is left', () => {
    const { place, matcher, market } = opened()
    const deep = ticks(100)
    const resting = () => market.book('BTCUSDT')?.top('BUY', Number.POSITIVE_INFINITY).at(-1)
    place({ price: deep })
    matcher.reduce('mine', lots(2))
    expect(resting()).toEqual({ price: deep, quantity: 3 })
    matcher.reduce('mine', lots(3))
    expect(resting()?.price).not.toBe(deep)
    expect(matcher.cancel('mine')).toBe(false)
  })

  it('lets orders that may rest wait for the market to open, and ends all others', () => {
    const { matcher, place, notifications, moveTo } = aDesk()
    place({ key: 'gone', timeInForce: 'IOC' })
    place({ key: 'never', price: ticks(1), timeInForce: 'FOK' })
    place({ key: 'low', price: ticks(100) })
    place({ key: 'less', price: ticks(101) })
    place({ key: 'cancelled', price: ticks(102) })
    matcher.reduce('less', lots(4))
    expect([matcher.cancel('cancelled'), matcher.timeMs]).toEqual([true, 0])
    const market = aMarket()
    moveTo(market)
    expect(notifications).toEqual([
      ['gone', 'IOC_REMAINDER'],
      ['never', 'FOK_UNFILLABLE'],
      ['low', 'rested'],
      ['less', 'rested'],
    ])
    expect(market.book('BTCUSDT')?.top('BUY', 999).slice(-2)).toEqual([
      { price: 101, quantity: 1 },
      { price: 100, quantity: 5 },
    ])
  })

  it('moves the remainders of resting orders to a new market', () => {
    const { place, moveTo, matcher, ask, notifications } = opened()
    place({ key: 'crossing', price: ask, quantity: lots(1_000_000) })
    const taken = Number(notifications[0]?.[3])
    const next = aMarket(START_MS + 60 * MINUTE_MS)
    moveTo(next)
    const again = notifications
      .slice(1)
      .reduce((sum, [, kind, , quantity]) => sum + (kind === 'TAKER' ? Number(quantity) : 0), 0)
    const levels = next.book('BTCUSDT')?.top('BUY', Number.POSITIVE_INFINITY) ?? []
    const left = levels.find(({ price }) => price === ask)?.quantity ?? 0
    matcher.cancel('crossing')
    const others = next
      .book('BTCUSDT')
      ?.top('BUY', Number.POSITIVE_INFINITY)
      .find(({ price }) => price === ask)
    expect(taken + again + left - (others?.quantity ?? 0)).toBe(1_000_000)
    expect(matcher.timeMs).toBe(START_MS + 60 * MINUTE_MS)
  })
})
