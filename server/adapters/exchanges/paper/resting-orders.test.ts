import { describe, expect, it } from 'vitest'
import { aTrade } from '../../../../test/support/market-samples.ts'
import { lots, ticks } from '../../../domain/market/instrument.ts'
import type { Side } from '../../../domain/order/order.ts'
import { OPEN_MS, openStage, type PaperStage } from './paper-fixture.ts'

/** A stage on which orders of one lot or more rest since 50 ms. */
const withResting = (...orders: readonly (readonly [key: string, side: Side, price: number, quantity: number])[]) => {
  const stage = openStage()
  for (const [key, side, price, quantity] of orders) {
    stage.place({ key, side, price: ticks(price), quantity: lots(quantity) })
  }
  stage.tick(60)
  stage.news()
  return stage
}

/** Returns the fills of trades of the taker's side at 99, one after the other. */
const fillsOfTrades = (stage: PaperStage, ...quantities: readonly number[]): string[] => {
  for (const [index, quantity] of quantities.entries()) stage.trade(61 + index, 'SELL', [99, quantity])
  return stage.news()
}

describe('a resting order', () => {
  it('is filled by the remainder when everything ahead has traded', () => {
    const stage = withResting(['a', 'BUY', 99, 4])
    expect(fillsOfTrades(stage, 3, 2, 1, 7)).toEqual(['a 1@99 MAKER +63', 'a 3@99 MAKER +64'])
    expect(stage.matcher.cancel('a')).toBe(false)
  })

  it('shares a trade with the queue ahead', () => {
    expect(fillsOfTrades(withResting(['a', 'BUY', 99, 4]), 7)).toEqual(['a 2@99 MAKER +61'])
  })

  it('is first in the queue when it improves the price', () => {
    const stage = withResting(['a', 'BUY', 100, 4], ['b', 'SELL', 100, 4])
    stage.trade(61, 'SELL', [100, 1])
    stage.trade(62, 'BUY', [100, 2])
    expect(stage.news()).toEqual(['a 1@100 MAKER +61', 'b 2@100 MAKER +62'])
  })

  it('is not filled by takers of its own side, nor at better prices', () => {
    const stage = withResting(['a', 'BUY', 98, 4])
    stage.trade(61, 'BUY', [98, 50])
    stage.trade(62, 'BUY', [90, 50])
    stage.trade(63, 'SELL', [99, 50])
    expect(stage.news()).toEqual([])
  })

  it('is filled at its own price by a trade through it, whatever was ahead', () => {
    const stage = withResting(['a', 'BUY', 99, 4], ['b', 'SELL', 102, 9])
    stage.trade(61, 'SELL', [97, 3])
    stage.trade(62, 'BUY', [103, 8])
    expect(stage.news()).toEqual(['a 3@99 MAKER +61', 'b 8@102 MAKER +62'])
  })

  it('moves up when orders ahead are cancelled, and never down when the level grows', () => {
    const stage = withResting(['a', 'BUY', 99, 4])
    stage.delta(61, { bids: [[99, 2]] })
    stage.delta(62, { bids: [[99, 90]] })
    stage.trade(63, 'SELL', [99, 3])
    expect(stage.news()).toEqual(['a 1@99 MAKER +63'])
  })

  it('does not move up when a later order is cancelled', () => {
    const stage = withResting(['a', 'BUY', 99, 4])
    stage.delta(61, { bids: [[99, 20]] })
    stage.delta(62, { bids: [[99, 6]] })
    expect(fillsOfTrades(stage, 5, 1)).toEqual(['a 1@99 MAKER +62'])
  })

  it('is first in the queue once the order book has left its price', () => {
    const stage = withResting(['a', 'BUY', 99, 4])
    stage.delta(61, { bids: [[99, 0]] })
    stage.trade(62, 'SELL', [99, 1])
    expect(stage.news()).toEqual(['a 1@99 MAKER +62'])
  })

  it('does not count a trade again that the order book already reflects', () => {
    const stage = withResting(['a', 'BUY', 99, 4])
    stage.delta(65, { bids: [[99, 1]] })
    stage.trade(64, 'SELL', [99, 4])
    stage.trade(66, 'SELL', [99, 1])
    expect(stage.news()).toEqual([])
    stage.trade(67, 'SELL', [99, 1])
    expect(stage.news()).toEqual(['a 1@99 MAKER +67'])
  })

  it('counts a trade that is published twice only once', () => {
    const stage = withResting(['a', 'BUY', 99, 4])
    const trade = aTrade({ at: OPEN_MS + 61, price: 99, quantity: 4, takerSide: 'SELL', sequence: 7 })
    for (let time = 0; time < 3; time++) stage.matcher.observe({ kind: 'trade', trade })
    expect(stage.news()).toEqual([])
    stage.matcher.observe({ kind: 'trade', trade: { ...trade, sequence: 8 } })
    expect(stage.news()).toEqual(['a 3@99 MAKER +61'])
  })

  it('is unaffected by events of other instruments, which advance the clock', () => {
    const stage = withResting(['a', 'BUY', 99, 4])
    stage.place({ key: 'b' })
    const other = aTrade({ symbol: 'ETHUSDT', at: OPEN_MS + 200, price: 90, quantity: 50, takerSide: 'SELL' })
    stage.matcher.observe({ kind: 'trade', trade: other })
    expect(stage.news()).toEqual(['b 1@101 TAKER +110'])
    expect(stage.matcher.timeMs).toBe(OPEN_MS + 200)
  })

  it('gets nothing from a trade before it arrived', () => {
    const stage = withResting(['a', 'BUY', 99, 4])
    stage.trade(50, 'SELL', [98, 9])
    expect(stage.news()).toEqual([])
    stage.trade(51, 'SELL', [98, 1])
    expect(stage.news()).toEqual(['a 1@99 MAKER +60'])
  })

  it('waits for an order book deep enough to show the queue ahead', () => {
    const stage = withResting(['a', 'BUY', 97, 4])
    stage.trade(61, 'SELL', [97, 100])
    stage.delta(62, { bids: [[97, 3]] })
    stage.trade(63, 'SELL', [97, 4])
    expect(stage.news()).toEqual(['a 1@97 MAKER +63'])
  })

  it('is filled at its own price by offers that reach it without a trade, up to their quantity', () => {
    const stage = withResting(['a', 'BUY', 99, 4])
    const gone = [
      [99, 0],
      [98, 0],
    ] as const
    stage.delta(61, { bids: gone, asks: [[98, 3]] })
    expect(stage.news()).toEqual(['a 3@99 MAKER +61'])
    stage.delta(62, { asks: [[98, 3]] })
    expect(stage.news()).toEqual([])
    stage.delta(63, { asks: [[98, 5]] })
    expect(stage.news()).toEqual(['a 1@99 MAKER +63'])
  })

  it('keeps its place when it is reduced', () => {
    const stage = withResting(['a', 'BUY', 99, 4], ['b', 'BUY', 99, 1])
    stage.trade(61, 'SELL', [99, 4])
    stage.matcher.reduce('a', lots(3))
    stage.trade(62, 'SELL', [99, 3])
    expect(stage.news()).toEqual(['a 1@99 MAKER +62', 'b 1@99 MAKER +62'])
  })

  it('is removed when it is cancelled or reduced to zero', () => {
    const stage = withResting(['a', 'BUY', 99, 4], ['b', 'BUY', 99, 4])
    expect(stage.matcher.cancel('a')).toBe(true)
    stage.matcher.reduce('b', lots(4))
    expect([stage.matcher.cancel('a'), stage.matcher.cancel('b')]).toEqual([false, false])
    expect(fillsOfTrades(stage, 50)).toEqual([])
  })
})

describe('several resting orders', () => {
  it('share one trade by price, then time, and no lot of it twice', () => {
    const stage = withResting(['late', 'BUY', 99, 2], ['later', 'BUY', 99, 2], ['best', 'BUY', 100, 2])
    stage.trade(61, 'SELL', [99, 10])
    expect(stage.news()).toEqual(['best 2@100 MAKER +61', 'late 2@99 MAKER +61', 'later 1@99 MAKER +61'])
  })

  it('have orders that arrived between them between them in the queue', () => {
    const stage = withResting(['a', 'BUY', 99, 2])
    stage.delta(61, { bids: [[99, 9]] })
    stage.place({ key: 'b', price: ticks(99), quantity: lots(2) })
    stage.tick(120)
    stage.trade(121, 'SELL', [99, 6])
    stage.trade(122, 'SELL', [99, 5])
    stage.trade(123, 'SELL', [99, 1])
    expect(stage.news()).toEqual(['b rested +111', 'a 1@99 MAKER +121', 'a 1@99 MAKER +122', 'b 1@99 MAKER +123'])
  })

  it('are not filled when removed while another fill is published', () => {
    const stage = openStage(50, (line, matcher) => {
      if (line.startsWith('a 2@100')) matcher.cancel('b')
    })
    for (const key of ['a', 'b', 'c']) stage.place({ key, price: ticks(100), quantity: lots(2) })
    stage.tick(60)
    stage.news()
    stage.trade(61, 'SELL', [100, 4])
    expect(stage.news()).toEqual(['a 2@100 MAKER +61', 'c 2@100 MAKER +61'])
  })

  it('do not match each other', () => {
    const stage = withResting(['a', 'BUY', 100, 2], ['b', 'SELL', 100, 2])
    expect([stage.matcher.cancel('a'), stage.matcher.cancel('b')]).toEqual([true, true])
  })
})
