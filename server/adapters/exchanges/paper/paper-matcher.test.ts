import { describe, expect, it } from 'vitest'
import { lots, ticks } from '../../../domain/market/instrument.ts'
import type { TimeInForce } from '../../../domain/order/order.ts'
import { emptyStage, OPEN_MS, openStage } from './paper-fixture.ts'

describe('the latency to the market', () => {
  it('delays an order by the configured latency, then matches it against the order book at that time', () => {
    const stage = openStage(50)
    stage.place({ key: 'a', quantity: lots(1) })
    stage.tick(50)
    expect(stage.news()).toEqual([])
    stage.delta(51, { asks: [[101, 0]] })
    expect(stage.news()).toEqual(['a 1@101 TAKER +50'])
  })

  it('matches against changes published while the order was in transit', () => {
    const stage = openStage(50)
    stage.place({ key: 'a', quantity: lots(1) })
    stage.delta(50, { asks: [[101, 0]] })
    stage.tick(60)
    expect(stage.news()).toEqual(['a 1@102 TAKER +50'])
  })

  it('may be zero: then the next instant of the market is enough', () => {
    const stage = openStage(0)
    stage.place({ key: 'a', quantity: lots(1) })
    stage.tick(0)
    expect(stage.news()).toEqual([])
    stage.tick(1)
    expect(stage.news()).toEqual(['a 1@101 TAKER +0'])
  })

  it('keeps orders in the order they were sent', () => {
    const stage = openStage(50)
    stage.place({ key: 'first', quantity: lots(3) })
    stage.tick(10)
    stage.place({ key: 'second', quantity: lots(3) })
    stage.tick(200)
    expect(stage.news()).toEqual(['first 3@101 TAKER +50', 'second 1@101 TAKER +60', 'second 2@102 TAKER +60'])
  })

  it('ends for an order that is cancelled in transit', () => {
    const stage = openStage(50)
    stage.place({ key: 'a' })
    expect(stage.matcher.cancel('a')).toBe(true)
    stage.tick(100)
    expect(stage.news()).toEqual([])
    expect(stage.matcher.cancel('a')).toBe(false)
  })

  it('can be completed by an order that is reduced in transit', () => {
    const stage = openStage(50)
    stage.place({ key: 'a', quantity: lots(4) })
    stage.place({ key: 'b', quantity: lots(4) })
    stage.matcher.reduce('a', lots(3))
    stage.matcher.reduce('b', lots(4))
    stage.tick(100)
    expect(stage.news()).toEqual(['a 1@101 TAKER +50'])
  })

  it('is counted from the latest time any event carried', () => {
    const stage = openStage(50)
    stage.tick(100)
    stage.tick(20)
    expect(stage.matcher.timeMs).toBe(OPEN_MS + 100)
    stage.place({ key: 'a' })
    stage.tick(140)
    expect(stage.news()).toEqual([])
    stage.tick(151)
    expect(stage.news()).toEqual(['a 1@101 TAKER +150'])
  })
})

describe('a taker order', () => {
  const outcomes: readonly [string, readonly [TimeInForce, number | null, number], readonly string[]][] = [
    ['walks the levels at their own prices', ['IOC', null, 7], ['4@101 TAKER', '3@102 TAKER']],
    ['ends when it has emptied the order book', ['GTC', null, 12], ['4@101 TAKER', '6@102 TAKER', 'IOC_REMAINDER']],
    ['stops at its limit and ends there', ['IOC', 101, 7], ['4@101 TAKER', 'IOC_REMAINDER']],
    ['ends immediately where nothing is offered', ['IOC', 100, 7], ['IOC_REMAINDER']],
    ['rests with what it could not get', ['GTC', 101, 7], ['4@101 TAKER', 'rested']],
    ['takes all or nothing and can have all', ['FOK', 102, 10], ['4@101 TAKER', '6@102 TAKER']],
    ['takes all or nothing and cannot have all', ['FOK', 102, 11], ['FOK_UNFILLABLE']],
    ['takes all or nothing at any price', ['FOK', null, 11], ['FOK_UNFILLABLE']],
    ['ends where it would take although it must not', ['POST_ONLY', 101, 1], ['POST_ONLY_WOULD_TAKE']],
    ['rests where it takes nothing', ['POST_ONLY', 100, 1], ['rested']],
  ]

  it.each(outcomes)('%s', (_title, [timeInForce, limit, quantity], expected) => {
    const stage = openStage()
    const price = limit === null ? null : ticks(limit)
    stage.place({ key: 'a', timeInForce, price, quantity: lots(quantity) })
    stage.tick(51)
    expect(stage.news()).toEqual(expected.map((line) => `a ${line} +50`))
  })

  it('takes bids from the best down when it sells', () => {
    const stage = openStage()
    stage.place({ key: 'a', side: 'SELL', quantity: lots(6) })
    stage.tick(51)
    expect(stage.news()).toEqual(['a 5@99 TAKER +50', 'a 1@98 TAKER +50'])
  })

  it('never takes the quantity of a level twice', () => {
    const stage = openStage()
    stage.place({ key: 'a', quantity: lots(3) })
    stage.place({ key: 'b', quantity: lots(3) })
    stage.tick(51)
    expect(stage.news()).toEqual(['a 3@101 TAKER +50', 'b 1@101 TAKER +50', 'b 2@102 TAKER +50'])
  })

  it('takes from a level that it emptied only what the level grows by', () => {
    const stage = openStage()
    stage.place({ key: 'a', price: ticks(101), quantity: lots(4), timeInForce: 'IOC' })
    stage.tick(51)
    stage.delta(60, { asks: [[101, 6]] })
    stage.place({ key: 'b', price: ticks(101), quantity: lots(9), timeInForce: 'IOC' })
    stage.tick(111)
    expect(stage.news()).toEqual(['a 4@101 TAKER +50', 'b 2@101 TAKER +110', 'b IOC_REMAINDER +110'])
  })

  it('counts what it took as removed from the level, and later quantity as new', () => {
    const stage = openStage()
    stage.place({ key: 'a', price: ticks(101), quantity: lots(4), timeInForce: 'IOC' })
    stage.tick(51)
    stage.delta(60, { asks: [[101, 1]] })
    stage.delta(61, { asks: [[101, 3]] })
    stage.place({ key: 'b', price: ticks(101), quantity: lots(9), timeInForce: 'IOC' })
    stage.tick(112)
    stage.delta(120, { asks: [[101, 0]] })
    stage.delta(121, { asks: [[101, 5]] })
    stage.place({ key: 'c', price: ticks(101), quantity: lots(9), timeInForce: 'IOC' })
    stage.tick(172)
    expect(stage.news().filter((line) => line.includes('@'))).toEqual([
      'a 4@101 TAKER +50',
      'b 2@101 TAKER +111',
      'c 5@101 TAKER +171',
    ])
  })

  it('remembers what it took when a full order book shows it again', () => {
    const stage = openStage()
    stage.place({ key: 'a', quantity: lots(3) })
    stage.tick(51)
    stage.snapshot(60, { bids: [[99, 5]], asks: [[101, 4]] })
    stage.place({ key: 'b', quantity: lots(4) })
    stage.tick(111)
    expect(stage.news()).toEqual(['a 3@101 TAKER +50', 'b 1@101 TAKER +110', 'b IOC_REMAINDER +110'])
  })

  it('stops when its owner removes it while a fill is published', () => {
    const stage = openStage(50, (line, matcher) => {
      if (line.startsWith('a 4@101')) matcher.cancel('a')
    })
    stage.place({ key: 'a', price: ticks(103), quantity: lots(20) })
    stage.tick(51)
    expect(stage.news()).toEqual(['a 4@101 TAKER +50'])
  })
})

describe('an unavailable market', () => {
  it('fills nothing, and matches the orders that arrived meanwhile against the next complete order book', () => {
    const stage = openStage()
    stage.place({ key: 'rests', price: ticks(99), quantity: lots(1) })
    stage.tick(60)
    stage.stream('lost')
    stage.place({ key: 'takes', quantity: lots(1) })
    stage.trade(120, 'SELL', [90, 50])
    expect(stage.news()).toEqual(['rests rested +50'])
    stage.stream('live')
    stage.trade(130, 'SELL', [90, 50])
    expect(stage.news()).toEqual([])
    stage.snapshot(140, { bids: [[95, 1]], asks: [[105, 1]] })
    expect(stage.news()).toEqual(['takes 1@105 TAKER +140'])
  })

  it('queues resting orders behind everything in the next complete order book', () => {
    const stage = openStage()
    stage.place({ key: 'a', price: ticks(99), quantity: lots(1) })
    stage.tick(60)
    stage.trade(61, 'SELL', [99, 5])
    stage.stream('lost')
    stage.stream('live')
    stage.snapshot(100, { bids: [[99, 8]], asks: [[101, 1]] })
    stage.trade(100, 'SELL', [99, 9])
    stage.trade(101, 'SELL', [99, 8])
    expect(stage.news()).toEqual(['a rested +50'])
    stage.trade(102, 'SELL', [99, 1])
    expect(stage.news()).toEqual(['a 1@99 MAKER +102'])
  })

  it('fills a resting order that the next complete order book has crossed, at its own price', () => {
    const stage = openStage()
    stage.place({ key: 'a', price: ticks(99), quantity: lots(5) })
    stage.tick(60)
    stage.stream('lost')
    stage.snapshot(100, {
      bids: [[95, 1]],
      asks: [
        [97, 2],
        [99, 1],
        [100, 9],
      ],
    })
    expect(stage.news()).toEqual(['a rested +50', 'a 2@99 MAKER +100', 'a 1@99 MAKER +100'])
  })

  it('is unavailable when an order book change was missed', () => {
    const stage = openStage()
    stage.delta(10, {})
    stage.matcher.observe({
      kind: 'bookDelta',
      delta: {
        symbol: 'BTCUSDT',
        firstSequence: 900,
        lastSequence: 901,
        previousSequence: 899,
        bids: [],
        asks: [],
        exchangeTimeMs: OPEN_MS + 20,
      },
    })
    stage.place({ key: 'a' })
    stage.tick(100)
    expect(stage.news()).toEqual([])
  })

  it('accepts orders before it has opened', () => {
    const stage = emptyStage()
    stage.place({ key: 'a', quantity: lots(1) })
    stage.place({ key: 'b', quantity: lots(1) })
    expect(stage.matcher.cancel('b')).toBe(true)
    stage.stream('live')
    stage.tick(0)
    stage.snapshot(5, { bids: [[99, 5]], asks: [[101, 4]] })
    expect(stage.news()).toEqual(['a 1@101 TAKER +5'])
  })
})

describe('a market that has ended', () => {
  it('ends what cannot rest and keeps the rest waiting, without another fill', () => {
    const stage = openStage()
    stage.place({ key: 'early', price: ticks(99), quantity: lots(1) })
    stage.tick(60)
    stage.place({ key: 'underway' })
    stage.stream('ended')
    stage.place({ key: 'limit', price: ticks(105), quantity: lots(1) })
    stage.place({ key: 'fok', timeInForce: 'FOK', price: ticks(105) })
    stage.place({ key: 'post', timeInForce: 'POST_ONLY', price: ticks(105) })
    stage.trade(200, 'SELL', [90, 50])
    expect(stage.news()).toEqual([
      'early rested +50',
      'underway IOC_REMAINDER +60',
      'limit rested +60',
      'fok FOK_UNFILLABLE +60',
      'post rested +60',
    ])
    expect(stage.matcher.cancel('limit')).toBe(true)
  })

  it('ends the orders held for lack of an order book', () => {
    const stage = openStage()
    stage.stream('lost')
    stage.place({ key: 'a', timeInForce: 'IOC', price: ticks(105) })
    stage.tick(100)
    stage.stream('ended')
    expect(stage.news()).toEqual(['a IOC_REMAINDER +100'])
  })

  it('may open again', () => {
    const stage = openStage()
    stage.stream('ended')
    stage.place({ key: 'a', price: ticks(99), quantity: lots(1) })
    stage.stream('live')
    stage.snapshot(100, { bids: [[98, 1]], asks: [[101, 1]] })
    stage.trade(101, 'SELL', [99, 1])
    expect(stage.news()).toEqual(['a rested +0', 'a 1@99 MAKER +101'])
  })
})
